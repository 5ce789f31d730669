// Paths in Lua: made by world:path.
#include "script.h"

#include "base/math.h"
#include "base/names.h"

#include <string.h>

static const char *const field_names[] = {"length", "radius",  "closed",  "alive",
                                          "point",  "project", "blocked", "remove"};

static int unknown_field(lua_State *L) {
    const char *name = luaL_tolstring(L, 2, NULL);
    return dv_raise_unlisted(L, "a path has no field", name, field_names,
                             sizeof field_names / sizeof *field_names);
}

int dv_path_field(lua_State *L, dv_path path) {
    const dv_world *world = dv_readable_world(L);
    const char *name = luaL_checkstring(L, 2);
    if (strcmp(name, "alive") == 0) {
        lua_pushboolean(L, dv_path_alive(world, path));
        return 1;
    }
    dv_check_path(L, 1);
    if (strcmp(name, "length") == 0)
        lua_pushnumber(L, dv_path_length(world, path));
    else if (strcmp(name, "radius") == 0)
        lua_pushnumber(L, (double)dv_path_radius(world, path));
    else if (strcmp(name, "closed") == 0)
        lua_pushboolean(L, dv_path_closed(world, path));
    else
        return unknown_field(L);
    return 1;
}

int dv_path_set_field(lua_State *L, dv_path path) {
    (void)path;
    const char *name = luaL_checkstring(L, 2);
    dv_writable_world(L);
    dv_check_path(L, 1);
    for (size_t i = 0; i < sizeof field_names / sizeof *field_names; i++)
        if (strcmp(name, field_names[i]) == 0)
            return luaL_error(L, "%s: cannot be assigned", name);
    return unknown_field(L);
}

/// path:point(s) → x, y, z, heading
static int point(lua_State *L) {
    dv_path path = dv_check_path(L, 1);
    dv_vec3 tangent;
    dv_vec3 place = dv_path_point(dv_readable_world(L), path, luaL_checknumber(L, 2), &tangent);
    lua_pushnumber(L, (double)place.x);
    lua_pushnumber(L, (double)place.y);
    lua_pushnumber(L, (double)place.z);
    lua_pushnumber(L, dv_atan2(tangent.y, tangent.x));
    return 4;
}

/// path:project(x, y, z) → s, side
static int project(lua_State *L) {
    dv_path path = dv_check_path(L, 1);
    double side;
    dv_vec3 from = dv_check_coordinates(L, 2, "project");
    lua_pushnumber(L, dv_path_project(dv_readable_world(L), path, from, &side));
    lua_pushnumber(L, side);
    return 2;
}

/// path:blocked(clearance, known, from) → obstacle, s; or nil
static int blocked(lua_State *L) {
    dv_path path = dv_check_path(L, 1);
    dv_path_query query = {.clearance = (float)luaL_optnumber(L, 2, 0),
                           .from = luaL_optnumber(L, 4, 0)};
    dv_obstacle obstacle;
    dv_error error;
    double s;
    lua_settop(L, 4);
    query.known = dv_check_obstacles(L, 3, "blocked: known", &query.known_count);
    query.knows_part = query.known != NULL;
    dv_raise_if_failed(
        L, dv_path_blocked(dv_readable_world(L), path, &query, &obstacle, &s, &error), &error);
    dv_push_handle(L, obstacle.bits);
    if (!obstacle.bits)
        return 1;
    lua_pushnumber(L, s);
    return 2;
}

static int remove_path(lua_State *L) {
    dv_path_remove(dv_writable_world(L), dv_check_path(L, 1));
    return 0;
}

void dv_push_path_methods(lua_State *L) {
    static const luaL_Reg methods[] = {{"point", point},
                                       {"project", project},
                                       {"blocked", blocked},
                                       {"remove", remove_path},
                                       {NULL, NULL}};
    luaL_newlib(L, methods);
}

static bool flag_field(lua_State *L, const char *name) {
    int type = lua_getfield(L, 2, name);
    if (type != LUA_TNIL && type != LUA_TBOOLEAN)
        luaL_error(L, "path: %s: true or false expected, got %s", name, dv_type_name(L, -1));
    bool flag = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return flag;
}

/// world:path { points, radius, closed, spline }
int dv_world_path(lua_State *L) {
    static const char *const names[] = {"points", "radius", "closed", "spline"};
    dv_world *world = dv_writable_world(L);
    dv_path_def def = {.radius = 1};
    dv_path made;
    dv_error error;
    dv_check_keys(L, 2, "path takes no", names, 4);
    def.closed = flag_field(L, "closed");
    def.spline = flag_field(L, "spline");
    if (lua_getfield(L, 2, "radius") != LUA_TNIL) {
        if (lua_type(L, -1) != LUA_TNUMBER)
            return luaL_error(L, "path: radius: a number expected, got %s", dv_type_name(L, -1));
        def.radius = (float)lua_tonumber(L, -1);
    }
    lua_getfield(L, 2, "points");
    def.points =
        dv_check_points(L, lua_gettop(L), "path: points", DV_MAX_PATH_POINTS, &def.point_count);
    dv_raise_if_failed(L, dv_path_create(world, &def, &made, &error), &error);
    dv_push_handle(L, made.bits);
    return 1;
}
