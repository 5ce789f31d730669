// Obstacles in Lua: made by world:obstacle, moved by their fields, removed by their method.
#include "script.h"

#include "base/names.h"

#include <string.h>

static const char *const field_names[] = {"x",
                                          "y",
                                          "z",
                                          "heading",
                                          "radius",
                                          "alive",
                                          "remove",
                                          "blocks_sight",
                                          "blocks_movement",
                                          "blocks_planning"};

static int unknown_field(lua_State *L) {
    const char *name = luaL_tolstring(L, 2, NULL);
    return dv_raise_unlisted(L, "an obstacle has no field", name, field_names,
                             sizeof field_names / sizeof *field_names);
}

/// What a field tells of, of dv_blocking; 0 when it is none of these.
static uint32_t blocking_named(const char *name) {
    return strcmp(name, "blocks_sight") == 0      ? DV_BLOCKS_SIGHT
           : strcmp(name, "blocks_movement") == 0 ? DV_BLOCKS_MOVEMENT
           : strcmp(name, "blocks_planning") == 0 ? DV_BLOCKS_PLANNING
                                                  : 0;
}

int dv_obstacle_field(lua_State *L, dv_obstacle obstacle) {
    const dv_world *world = dv_readable_world(L);
    const char *name = luaL_checkstring(L, 2);
    if (strcmp(name, "alive") == 0) {
        lua_pushboolean(L, dv_obstacle_alive(world, obstacle));
        return 1;
    }
    dv_check_obstacle(L, 1);
    dv_vec3 place = dv_obstacle_position(world, obstacle);
    if (dv_push_axis(L, name, place))
        return 1;
    if (strcmp(name, "heading") == 0)
        lua_pushnumber(L, dv_obstacle_heading(world, obstacle));
    else if (strcmp(name, "radius") == 0)
        lua_pushnumber(L, (double)dv_obstacle_radius(world, obstacle));
    else if (blocking_named(name))
        lua_pushboolean(L, (dv_obstacle_blocks(world, obstacle) & blocking_named(name)) != 0);
    else
        return unknown_field(L);
    return 1;
}

static int set_blocking(lua_State *L, dv_world *world, dv_obstacle obstacle, const char *name) {
    uint32_t blocks = dv_obstacle_blocks(world, obstacle), what = blocking_named(name);
    dv_error error;
    if (!lua_isboolean(L, 3))
        return luaL_error(L, "%s: true or false expected, got %s", name, dv_type_name(L, 3));
    blocks = lua_toboolean(L, 3) ? blocks | what : blocks & ~what;
    dv_raise_if_failed(L, dv_obstacle_set_blocks(world, obstacle, blocks, &error), &error);
    return 0;
}

int dv_obstacle_set_field(lua_State *L, dv_obstacle obstacle) {
    dv_world *world = dv_writable_world(L);
    dv_check_obstacle(L, 1);
    const char *name = luaL_checkstring(L, 2);
    if (blocking_named(name))
        return set_blocking(L, world, obstacle, name);
    dv_vec3 place = dv_obstacle_position(world, obstacle);
    double heading = dv_obstacle_heading(world, obstacle);
    dv_error error;
    if (strcmp(name, "heading") == 0)
        heading = luaL_checknumber(L, 3);
    else if (strcmp(name, "x") == 0)
        place.x = (float)luaL_checknumber(L, 3);
    else if (strcmp(name, "y") == 0)
        place.y = (float)luaL_checknumber(L, 3);
    else if (strcmp(name, "z") == 0)
        place.z = (float)luaL_checknumber(L, 3);
    else if (strcmp(name, "radius") == 0 || strcmp(name, "alive") == 0)
        return luaL_error(L, "%s: cannot be assigned", name);
    else
        return unknown_field(L);
    dv_raise_if_failed(L, dv_obstacle_move(world, obstacle, place, heading, &error), &error);
    return 0;
}

static int remove_obstacle(lua_State *L) {
    dv_obstacle_remove(dv_writable_world(L), dv_check_obstacle(L, 1));
    return 0;
}

void dv_push_obstacle_methods(lua_State *L) {
    lua_newtable(L);
    lua_pushcfunction(L, remove_obstacle);
    lua_setfield(L, -2, "remove");
}

dv_obstacle *dv_check_obstacles(lua_State *L, int index, const char *name, uint32_t *count) {
    *count = 0;
    if (lua_isnil(L, index))
        return NULL;
    if (!lua_istable(L, index))
        luaL_error(L, "%s: a list of obstacles expected, got %s", name, dv_type_name(L, index));
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
