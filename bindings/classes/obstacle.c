// Obstacles in Lua: world:obstacle creates them, their fields move them, remove() removes them.
#include "classes/access.h"
#include "classes/classes.h"
#include "classes/handles.h"
#include "classes/places.h"
#include "sandbox/sandbox.h"

#include "base/names.h"

static void get_x(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushnumber(L, dv_world_place(world, dv_obstacle_position(world, (dv_obstacle){self})).x);
}

static dv_result set_x(lua_State *L, dv_world *world, uint64_t self, dv_error *error) {
    dv_vec3 place = dv_obstacle_position(world, (dv_obstacle){self});
    place.x = (float)(luaL_checknumber(L, 3) - dv_world_origin(world).x);
    return dv_obstacle_move(world, (dv_obstacle){self}, place,
                            dv_obstacle_heading(world, (dv_obstacle){self}), error);
}

static void get_y(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushnumber(L, dv_world_place(world, dv_obstacle_position(world, (dv_obstacle){self})).y);
}

static dv_result set_y(lua_State *L, dv_world *world, uint64_t self, dv_error *error) {
    dv_vec3 place = dv_obstacle_position(world, (dv_obstacle){self});
    place.y = (float)(luaL_checknumber(L, 3) - dv_world_origin(world).y);
    return dv_obstacle_move(world, (dv_obstacle){self}, place,
                            dv_obstacle_heading(world, (dv_obstacle){self}), error);
}

static void get_z(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushnumber(L, dv_world_place(world, dv_obstacle_position(world, (dv_obstacle){self})).z);
}

static dv_result set_z(lua_State *L, dv_world *world, uint64_t self, dv_error *error) {
    dv_vec3 place = dv_obstacle_position(world, (dv_obstacle){self});
    place.z = (float)(luaL_checknumber(L, 3) - dv_world_origin(world).z);
    return dv_obstacle_move(world, (dv_obstacle){self}, place,
                            dv_obstacle_heading(world, (dv_obstacle){self}), error);
}

static void get_heading(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushnumber(L, dv_obstacle_heading(world, (dv_obstacle){self}));
}

static dv_result set_heading(lua_State *L, dv_world *world, uint64_t self, dv_error *error) {
    dv_vec3 place = dv_obstacle_position(world, (dv_obstacle){self});
    return dv_obstacle_move(world, (dv_obstacle){self}, place, luaL_checknumber(L, 3), error);
}

static void get_radius(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushnumber(L, (double)dv_obstacle_radius(world, (dv_obstacle){self}));
}

static void get_alive(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushboolean(L, dv_obstacle_alive(world, (dv_obstacle){self}));
}

static void get_hollow(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushboolean(L, dv_obstacle_hollow(world, (dv_obstacle){self}));
}

static void push_blocking(lua_State *L, const dv_world *world, uint64_t self, dv_blocking what) {
    lua_pushboolean(L, (dv_obstacle_blocks(world, (dv_obstacle){self}) & what) != 0);
}

static dv_result set_blocking(lua_State *L, dv_world *world, uint64_t self, dv_blocking what,
                              dv_error *error) {
    uint32_t blocks = dv_obstacle_blocks(world, (dv_obstacle){self});
    if (!lua_isboolean(L, 3))
        luaL_error(L, "%s: true or false expected, got %s", lua_tostring(L, 2), dv_type_name(L, 3));
    blocks = lua_toboolean(L, 3) ? blocks | what : blocks & ~(uint32_t)what;
    return dv_obstacle_set_blocks(world, (dv_obstacle){self}, blocks, error);
}

static void get_blocks_sight(lua_State *L, const dv_world *world, uint64_t self) {
    push_blocking(L, world, self, DV_BLOCKS_SIGHT);
}

static dv_result set_blocks_sight(lua_State *L, dv_world *world, uint64_t self, dv_error *error) {
    return set_blocking(L, world, self, DV_BLOCKS_SIGHT, error);
}

static void get_blocks_movement(lua_State *L, const dv_world *world, uint64_t self) {
    push_blocking(L, world, self, DV_BLOCKS_MOVEMENT);
}

static dv_result set_blocks_movement(lua_State *L, dv_world *world, uint64_t self,
                                     dv_error *error) {
    return set_blocking(L, world, self, DV_BLOCKS_MOVEMENT, error);
}

static void get_blocks_planning(lua_State *L, const dv_world *world, uint64_t self) {
    push_blocking(L, world, self, DV_BLOCKS_PLANNING);
}

static dv_result set_blocks_planning(lua_State *L, dv_world *world, uint64_t self,
                                     dv_error *error) {
    return set_blocking(L, world, self, DV_BLOCKS_PLANNING, error);
}

static int remove_obstacle(lua_State *L) {
    dv_obstacle_remove(dv_writable_world(L), dv_check_obstacle(L, 1));
    return 0;
}

static void check_self(lua_State *L) { dv_check_obstacle(L, 1); }

static const dv_field_row fields[] = {
    {"x", "number", "m; assigning moves it", get_x, set_x},
    {"y", "number", "m", get_y, set_y},
    {"z", "number", "m", get_z, set_z},
    {"heading", "number", "rad", get_heading, set_heading},
    {"radius", "number", "m, of its bounding ball", get_radius, NULL},
    {"alive", "boolean", "false once it was removed", get_alive, NULL},
    {"hollow", "boolean", "whether only its surface is an obstacle", get_hollow, NULL},
    {"blocks_sight", "boolean", "can be assigned, like the next two: a door that opens",
     get_blocks_sight, set_blocks_sight},
    {"blocks_movement", "boolean", "see blocks_sight", get_blocks_movement, set_blocks_movement},
    {"blocks_planning", "boolean", "see blocks_sight", get_blocks_planning, set_blocks_planning},
    {0},
};

static const dv_method_row methods[] = {
    {"remove", remove_obstacle, "Remove it from the world."},
    {0},
};

static const dv_method_row *const method_lists[] = {methods, NULL};

const dv_class dv_obstacle_class = {
    .name = "obstacle",
    .heading = "drover.obstacle",
    .doc = "An obstacle made by `world:obstacle`.",
    .called = "an obstacle",
    .check = check_self,
    .fields = fields,
    .methods = method_lists,
};

dv_obstacle *dv_check_obstacles(lua_State *L, int index, const char *name, uint32_t *count) {
    *count = 0;
    if (lua_isnil(L, index))
        return NULL;
    if (!lua_istable(L, index))
        luaL_error(L, "%s: a list of obstacles expected, got %s", name, dv_type_name(L, index));
    dv_sandbox_resolve_proxy(L, index);
    lua_Unsigned length = lua_rawlen(L, index);
    dv_obstacle *obstacles = lua_newuserdatauv(L, (length + 1) * sizeof *obstacles, 0);
    for (lua_Unsigned i = 0; i < length; i++) {
        dv_sandbox_check(L);
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        obstacles[i].bits = dv_to_handle(L, -1);
        if (dv_handle_type_of(obstacles[i].bits) != DV_HANDLE_OBSTACLE)
            luaL_error(L, "%s[%d]: an obstacle expected, got %s", name, (int)i + 1,
                       dv_type_name(L, -1));
        lua_pop(L, 1);
    }
    *count = (uint32_t)length;
    return obstacles;
}
