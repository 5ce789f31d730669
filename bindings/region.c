// Regions in Lua: made by world:region.
#include "script.h"

#include "base/names.h"

#include <string.h>

static const char *const field_names[] = {"x",       "y",     "z",        "speed",
                                          "terrain", "alive", "contains", "remove"};

static int unknown_field(lua_State *L) {
    const char *name = luaL_tolstring(L, 2, NULL);
    return dv_raise_unlisted(L, "a region has no field", name, field_names,
                             sizeof field_names / sizeof *field_names);
}

int dv_region_field(lua_State *L, dv_region region) {
    const dv_world *world = dv_readable_world(L);
    const char *name = luaL_checkstring(L, 2);
    if (strcmp(name, "alive") == 0) {
        lua_pushboolean(L, dv_region_alive(world, region));
        return 1;
    }
    dv_check_region(L, 1);
    dv_vec3 place = dv_region_position(world, region);
    if (dv_push_axis(L, name, place))
        return 1;
    if (strcmp(name, "speed") == 0)
        lua_pushnumber(L, (double)dv_region_speed(world, region));
    else if (strcmp(name, "terrain") == 0)
        dv_push_terrain(L, dv_region_terrain(world, region));
    else
        return unknown_field(L);
    return 1;
}

int dv_region_set_field(lua_State *L, dv_region region) {
    dv_world *world = dv_writable_world(L);
    dv_check_region(L, 1);
    const char *name = luaL_checkstring(L, 2);
    dv_error error;
    if (strcmp(name, "speed") == 0) {
        double speed = luaL_checknumber(L, 3);
        dv_raise_if_failed(L, dv_region_set_speed(world, region, speed, &error), &error);
        return 0;
    }
    if (strcmp(name, "terrain") == 0) {
        int32_t type = lua_isnil(L, 3) ? -1 : dv_check_terrain(L, 3, "region: terrain");
        dv_raise_if_failed(L, dv_region_set_terrain(world, region, type, &error), &error);
        return 0;
    }
    for (size_t i = 0; i < sizeof field_names / sizeof *field_names; i++)
        if (strcmp(name, field_names[i]) == 0)
            return luaL_error(L, "%s: cannot be assigned", name);
    return unknown_field(L);
}

/// region:contains(agent), region:contains(x, y, z)
static int contains(lua_State *L) {
    dv_region region = dv_check_region(L, 1);
    const dv_world *world = dv_readable_world(L);
    dv_vec3 place = lua_islightuserdata(L, 2) ? dv_agent_position(world, dv_check_agent(L, 2))
                                              : dv_check_coordinates(L, 2, "contains");
    lua_pushboolean(L, dv_region_contains(world, region, place));
    return 1;
}

static int remove_region(lua_State *L) {
    dv_region_remove(dv_writable_world(L), dv_check_region(L, 1));
    return 0;
}

void dv_push_region_methods(lua_State *L) {
    static const luaL_Reg methods[] = {
        {"contains", contains}, {"remove", remove_region}, {NULL, NULL}};
    luaL_newlib(L, methods);
}

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
