// Shapes of obstacles and regions in Lua, such as { sphere = { … } }, and lists of points.
#include "classes/access.h"
#include "classes/handles.h"
#include "classes/place.h"
#include "classes/places.h"
#include "classes/vector.h"
#include "sandbox/sandbox.h"
#include "warnings.h"

#include "base/math.h"
#include "base/names.h"

dv_vec3 *dv_check_points(lua_State *L, int index, const char *name, uint32_t most,
                         uint32_t *count) {
    if (!lua_istable(L, index))
        luaL_error(L, "%s: a list of points expected, got %s", name, dv_type_name(L, index));
    dv_sandbox_resolve_proxy(L, index);
    lua_Unsigned length = lua_rawlen(L, index);
    if (length > most)
        luaL_error(L, "%s: at most %d points", name, (int)most);
    dv_vec3 *points = lua_newuserdatauv(L, (length + 1) * sizeof *points, 0);
    for (lua_Unsigned i = 0; i < length; i++) {
        const char *path = lua_pushfstring(L, "%s[%d]", name, (int)i + 1);
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        points[i] = dv_check_place(L, -1, path);
        lua_pop(L, 2);
    }
    *count = (uint32_t)length;
    return points;
}

// A shape being read: its table, and "obstacle", "sphere", and "obstacle: sphere" for messages.
typedef struct reading {
    lua_State *L;
    int table;
    const char *what, *shape, *name;
    dv_obstacle_def *def;
} reading;

#define REQUIRED ((double)NAN)

static double read_double(const reading *r, const char *key, double fallback) {
    int type = lua_getfield(r->L, r->table, key);
    if (type != LUA_TNUMBER && (type != LUA_TNIL || isnan(fallback)))
        luaL_error(r->L, "%s.%s: a number expected, got %s", r->name, key, dv_type_name(r->L, -1));
    double value = type == LUA_TNIL ? fallback : lua_tonumber(r->L, -1);
    lua_pop(r->L, 1);
    return value;
}

static float read_number(const reading *r, const char *key, double fallback) {
    return (float)read_double(r, key, fallback);
}

static void check_keys(const reading *r, const char *const *names, size_t count) {
    dv_check_keys(r->L, r->table, lua_pushfstring(r->L, "%s: a %s takes no", r->what, r->shape),
                  names, count);
    lua_pop(r->L, 1);
}

static dv_vec3 read_position(const reading *r) {
    const double place[3] = {read_double(r, "x", REQUIRED), read_double(r, "y", REQUIRED),
                             read_double(r, "z", 0)};
    return dv_locate(r->L, place);
}

static void read_sphere(const reading *r) {
    static const char *const names[] = {"x", "y", "z", "radius"};
    check_keys(r, names, 4);
    r->def->shape = DV_SPHERE;
    r->def->position = read_position(r);
    r->def->radius = read_number(r, "radius", REQUIRED);
}

static void read_box(const reading *r) {
    static const char *const names[] = {"x", "y", "z", "w", "d", "h", "heading"};
    check_keys(r, names, 7);
    r->def->shape = DV_BOX;
    r->def->position = read_position(r);
    r->def->width = read_number(r, "w", REQUIRED);
    r->def->depth = read_number(r, "d", REQUIRED);
    r->def->height = read_number(r, "h", 1);
    r->def->heading = read_number(r, "heading", 0);
}

static void read_polygon(const reading *r) {
    r->def->shape = DV_POLYGON;
    r->def->points =
        dv_check_points(r->L, r->table, r->name, DV_MAX_POLYGON_POINTS, &r->def->point_count);
}

static void read_wall(const reading *r) {
    static const char *const names[] = {"from", "to"};
    dv_vec3 *points = lua_newuserdatauv(r->L, 2 * sizeof *points, 0);
    check_keys(r, names, 2);
    for (int i = 0; i < 2; i++) {
        lua_getfield(r->L, r->table, names[i]);
        const char *path = lua_pushfstring(r->L, "%s.%s", r->name, names[i]);
        points[i] = dv_check_place(r->L, -2, path);
        lua_pop(r->L, 2);
    }
    r->def->shape = DV_WALL;
    r->def->points = points;
    r->def->point_count = 2;
}

static void read_cylinder(const reading *r) {
    static const char *const names[] = {"x", "y", "z", "radius", "height"};
    check_keys(r, names, 5);
    r->def->shape = DV_CYLINDER;
    r->def->position = read_position(r);
    r->def->radius = read_number(r, "radius", REQUIRED);
    r->def->height = read_number(r, "height", 1);
}

uint32_t dv_check_color_option(lua_State *L, int table) {
    uint32_t color = 0;
    if (lua_getfield(L, table, "color") != LUA_TNIL) {
        const char *name = luaL_checkstring(L, -1);
        if (!dv_color_by_name(name, &color))
            dv_raise_unknown_color(L, "no color", name);
    }
    lua_pop(L, 1);
    return color;
}

/// Read a field of an obstacle's `blocks` table. `unless_said` is the default; planning defaults to
/// the value of movement.
static bool does_block(lua_State *L, int table, const char *of, const char *what,
                       bool unless_said) {
    int type = lua_getfield(L, table, what);
    if (type != LUA_TNIL && type != LUA_TBOOLEAN)
        luaL_error(L, "%s: blocks.%s: true or false expected, got %s", of, what,
                   dv_type_name(L, -1));
    bool blocks = type == LUA_TNIL ? unless_said : lua_toboolean(L, -1);
    lua_pop(L, 1);
    return blocks;
}

/// Read the `blocks` table in the table at an index: the DV_BLOCKS flags that are turned off.
static uint32_t lets_pass_option(lua_State *L, int index, const char *of) {
    static const char *const names[] = {"sight", "movement", "planning"};
    if (lua_getfield(L, index, "blocks") == LUA_TNIL) {
        lua_pop(L, 1);
        return 0;
    }
    int table = lua_gettop(L);
    if (!lua_istable(L, table))
        luaL_error(L, "%s: blocks: { sight = , movement = , planning = } expected, got %s", of,
                   dv_type_name(L, table));
    dv_check_keys(L, table, lua_pushfstring(L, "%s: blocks takes no", of), names, 3);
    bool movement = does_block(L, table, of, "movement", true);
    uint32_t lets_pass = (does_block(L, table, of, "sight", true) ? 0 : DV_BLOCKS_SIGHT) |
                         (movement ? 0 : DV_BLOCKS_MOVEMENT) |
                         (does_block(L, table, of, "planning", movement) ? 0 : DV_BLOCKS_PLANNING);
    lua_pop(L, 2);
    return lets_pass;
}

static bool hollow_option(lua_State *L, int table, const char *of) {
    int type = lua_getfield(L, table, "hollow");
    if (type != LUA_TNIL && type != LUA_TBOOLEAN)
        luaL_error(L, "%s: hollow: true or false expected, got %s", of, dv_type_name(L, -1));
    bool is_hollow = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return is_hollow;
}

/// The shape of a region allows all of these keys except the last two, `blocks` and `hollow`.
static void check_shape(lua_State *L, int index, const char *what, size_t key_count,
                        dv_obstacle_def *def) {
    static const char *const names[] = {"sphere",   "box",   "polygon", "wall",
                                        "cylinder", "color", "blocks",  "hollow"};
    static void (*const read[])(const reading *) = {read_sphere, read_box, read_polygon, read_wall,
                                                    read_cylinder};
    int found = -1;
    if (!lua_istable(L, index))
        luaL_error(L, "%s: a table with a shape expected, got %s", what, dv_type_name(L, index));
    dv_check_keys(L, index, lua_pushfstring(L, "%s takes no", what), names, key_count);
    def->color = dv_check_color_option(L, index);
    for (int i = 0; i < 5; i++) {
        if (lua_getfield(L, index, names[i]) != LUA_TNIL)
            found = found < 0 ? i : 5;
        lua_pop(L, 1);
    }
    if (found < 0 || found == 5)
        luaL_error(L, "%s: one of sphere, box, polygon, wall or cylinder expected", what);
    lua_getfield(L, index, names[found]);
    reading r = {
        L,  lua_gettop(L), what, names[found], lua_pushfstring(L, "%s: %s", what, names[found]),
        def};
    if (!lua_istable(L, r.table))
        luaL_error(L, "%s: a table expected, got %s", r.name, dv_type_name(L, r.table));
    read[found](&r);
    dv_warn_if_far(L, what, def->point_count > 0 ? *def->points : def->position);
}

void dv_check_shape(lua_State *L, int index, const char *what, dv_obstacle_def *def) {
    check_shape(L, index, what, 6, def);
}

void dv_check_obstacle_def(lua_State *L, int index, dv_obstacle_def *def) {
    check_shape(L, index, "obstacle", 8, def);
    dv_check_obstacle_options(L, index, "obstacle", def);
}

void dv_check_obstacle_options(lua_State *L, int index, const char *what, dv_obstacle_def *def) {
    def->color = dv_check_color_option(L, index);
    def->lets_pass = lets_pass_option(L, index, what);
    def->hollow = hollow_option(L, index, what);
}
