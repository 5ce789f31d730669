// Paths in Lua: world:path creates them.
#include "classes/access.h"
#include "classes/classes.h"
#include "classes/handles.h"
#include "classes/place.h"
#include "classes/places.h"
#include "classes/vector.h"
#include "warnings.h"

#include "base/math.h"
#include "base/names.h"

static void get_length(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushnumber(L, dv_path_length(world, (dv_path){self}));
}

static void get_radius(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushnumber(L, (double)dv_path_radius(world, (dv_path){self}));
}

static void get_closed(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushboolean(L, dv_path_closed(world, (dv_path){self}));
}

static void get_alive(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushboolean(L, dv_path_alive(world, (dv_path){self}));
}

/// path:point(s) → x, y, z, heading
static int path_point(lua_State *L) {
    dv_path path = dv_check_path(L, 1);
    dv_vec3 tangent;
    dv_vec3 place = dv_path_point(dv_readable_world(L), path, luaL_checknumber(L, 2), &tangent);
    dv_push_coordinates(L, place);
    lua_pushnumber(L, dv_atan2(tangent.y, tangent.x));
    return 4;
}

/// path:project(x, y, z) → s, side
static int path_project(lua_State *L) {
    dv_path path = dv_check_path(L, 1);
    double side;
    dv_vec3 from = dv_check_place_from(L, 2, "project");
    lua_pushnumber(L, dv_path_project(dv_readable_world(L), path, from, &side));
    lua_pushnumber(L, side);
    return 2;
}

/// path:blocked(clearance, known, from) → obstacle, s; nil if nothing blocks it
static int path_blocked(lua_State *L) {
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

static void check_self(lua_State *L) { dv_check_path(L, 1); }

static const dv_field_row fields[] = {
    {"length", "number", "m", get_length, NULL},
    {"radius", "number", "m, of its tube", get_radius, NULL},
    {"closed", "boolean", "whether the end connects back to the start", get_closed, NULL},
    {"alive", "boolean", "false once it was removed", get_alive, NULL},
    {0},
};

static const dv_method_row methods[] = {
    {"point", path_point,
     "The place at a distance along the path, and the path's heading there.\n"
     "@param s number m along the path\n"
     "@return number x, number y, number z, number heading"},
    {"project", path_project,
     "Project a place onto the path: how far along the nearest point is, and how far the place is "
     "from it, positive to the left of the path, negative to the right.\n"
     "@param x drover.point|number\n"
     "@param y? number\n"
     "@param z? number\n"
     "@return number s, number side m"},
    {"blocked", path_blocked,
     "The first obstacle that the path passes closer than a clearance, and how far along; nil if "
     "the path is free.\n"
     "@param clearance? number m, 0 by default\n"
     "@param known? drover.obstacle[] only these count; by default all do\n"
     "@param from? number m along the path, where to start; 0 by default\n"
     "@return drover.obstacle? obstacle, number? s"},
    {"remove", remove_path, "Remove it from the world."},
    {0},
};

static const dv_method_row *const method_lists[] = {methods, NULL};

const dv_class dv_path_class = {
    .name = "path",
    .heading = "drover.path",
    .doc = "A path made by `world:path` or `world:plan`.",
    .called = "a path",
    .check = check_self,
    .fields = fields,
    .methods = method_lists,
};

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
    if (def.point_count > 0)
        dv_warn_if_far(L, "path", *def.points);
    dv_raise_if_failed(L, dv_path_create(world, &def, &made, &error), &error);
    dv_push_handle(L, made.bits);
    return 1;
}
