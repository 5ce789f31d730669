// Regions in Lua: world:region creates them.
#include "classes/access.h"
#include "classes/classes.h"
#include "classes/ground.h"
#include "classes/handles.h"
#include "classes/place.h"
#include "classes/places.h"
#include "classes/vector.h"

#include "base/names.h"

static void get_x(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushnumber(L, dv_world_place(world, dv_region_position(world, (dv_region){self})).x);
}

static void get_y(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushnumber(L, dv_world_place(world, dv_region_position(world, (dv_region){self})).y);
}

static void get_z(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushnumber(L, dv_world_place(world, dv_region_position(world, (dv_region){self})).z);
}

static void get_speed(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushnumber(L, (double)dv_region_speed(world, (dv_region){self}));
}

static dv_result set_speed(lua_State *L, dv_world *world, uint64_t self, dv_error *error) {
    return dv_region_set_speed(world, (dv_region){self}, luaL_checknumber(L, 3), error);
}

static void get_terrain(lua_State *L, const dv_world *world, uint64_t self) {
    dv_push_terrain(L, dv_region_terrain(world, (dv_region){self}));
}

static dv_result set_terrain(lua_State *L, dv_world *world, uint64_t self, dv_error *error) {
    int32_t type = lua_isnil(L, 3) ? -1 : dv_check_terrain(L, 3, "region: terrain");
    return dv_region_set_terrain(world, (dv_region){self}, type, error);
}

static void get_alive(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushboolean(L, dv_region_alive(world, (dv_region){self}));
}

/// region:contains(agent), region:contains(x, y, z)
static int region_contains(lua_State *L) {
    dv_region region = dv_check_region(L, 1);
    const dv_world *world = dv_readable_world(L);
    dv_vec3 place = lua_islightuserdata(L, 2) ? dv_agent_position(world, dv_check_agent(L, 2))
                                              : dv_check_place_from(L, 2, "contains");
    lua_pushboolean(L, dv_region_contains(world, region, place));
    return 1;
}

static int remove_region(lua_State *L) {
    dv_region_remove(dv_writable_world(L), dv_check_region(L, 1));
    return 0;
}

static void check_self(lua_State *L) { dv_check_region(L, 1); }

static const dv_field_row fields[] = {
    {"x", "number", "m, of its middle", get_x, NULL},
    {"y", "number", "m", get_y, NULL},
    {"z", "number", "m", get_z, NULL},
    {"speed", "number", "desired speeds inside are multiplied by this; can be assigned", get_speed,
     set_speed},
    {"terrain", "string?", "the terrain it carries; can be assigned, and is then on top",
     get_terrain, set_terrain},
    {"alive", "boolean", "false once it was removed", get_alive, NULL},
    {0},
};

static const dv_method_row methods[] = {
    {"contains", region_contains,
     "Whether an agent or place is inside.\n"
     "@param place drover.any_agent|drover.point|number an agent, a place, or its x\n"
     "@param y? number\n"
     "@param z? number\n"
     "@return boolean"},
    {"remove", remove_region, "Remove it from the world."},
    {0},
};

static const dv_method_row *const method_lists[] = {methods, NULL};

const dv_class dv_region_class = {
    .name = "region",
    .heading = "drover.region",
    .doc = "A region made by `world:region` or `world:terrain`.",
    .called = "a region",
    .check = check_self,
    .fields = fields,
    .methods = method_lists,
};

/// world:region { shape = { sphere = { … } }, speed, terrain }
int dv_world_region(lua_State *L) {
    static const char *const names[] = {"shape", "speed", "terrain"};
    int32_t terrain = -1;
    dv_world *world = dv_writable_world(L);
    dv_region_def def = dv_region_def_default();
    dv_region made;
    dv_error error;
    dv_check_keys(L, 2, "region takes no", names, 3);
    if (lua_getfield(L, 2, "speed") != LUA_TNIL) {
        if (lua_type(L, -1) != LUA_TNUMBER)
            return luaL_error(L, "region: speed: a number expected, got %s", dv_type_name(L, -1));
        def.speed = (float)lua_tonumber(L, -1);
    }
    if (lua_getfield(L, 2, "terrain") != LUA_TNIL)
        terrain = dv_check_terrain(L, -1, "region: terrain");
    lua_getfield(L, 2, "shape");
    dv_check_shape(L, lua_gettop(L), "region: shape", &def.shape);
    dv_raise_if_failed(L, dv_region_create(world, &def, &made, &error), &error);
    dv_raise_if_failed(L, dv_region_set_terrain(world, made, terrain, &error), &error);
    dv_push_handle(L, made.bits);
    return 1;
}
