// world:build: obstacles, regions, and paths from a geometry, all or none.
//
// The coordinates are those of the file, rounded to floats. GEOS only says what is refused.
#include "classes/access.h"
#include "classes/geometry.h"
#include "classes/ground.h"
#include "classes/handles.h"
#include "classes/image.h"
#include "classes/place.h"
#include "classes/places.h"
#include "warnings.h"

#include "base/math.h"

#include <string.h>

typedef enum build_as { AS_OBSTACLE, AS_REGION, AS_PATH } build_as;

static const char *const as_names[] = {"obstacle", "region", "path"};

/// What is to be built. The lists are in blocks of Lua's, on the stack.
typedef struct building {
    lua_State *L;
    dv_world *world;
    build_as as;
    bool walkable;
    dv_obstacle_def obstacle; ///< what obstacles, or the shapes of regions, have in common
    dv_region_def region;
    int32_t terrain;
    dv_path_def path;
    const dv_geometry **pieces; ///< points, lines, and polygons, in the order of the file
    uint32_t piece_count;
    uint64_t *made; ///< handles
    uint32_t made_count;
    dv_vec3 *points; ///< room for the largest ring
} building;

// Options

static bool flag_option(lua_State *L, const char *name) {
    int type = lua_getfield(L, 3, name);
    if (type != LUA_TNIL && type != LUA_TBOOLEAN)
        luaL_error(L, "build: %s: true or false expected, got %s", name, dv_type_name(L, -1));
    bool flag = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return flag;
}

static float number_option(lua_State *L, const char *name, float fallback) {
    int type = lua_getfield(L, 3, name);
    if (type != LUA_TNIL && type != LUA_TNUMBER)
        luaL_error(L, "build: %s: a number expected, got %s", name, dv_type_name(L, -1));
    float number = type == LUA_TNIL ? fallback : (float)lua_tonumber(L, -1);
    lua_pop(L, 1);
    return number;
}

static void read_obstacle_options(building *b) {
    static const char *const names[] = {"as", "walkable", "hollow", "blocks", "color"};
    dv_check_keys(b->L, 3, "build: an obstacle takes no", names, 5);
    b->walkable = flag_option(b->L, "walkable");
    dv_check_obstacle_options(b->L, 3, "build", &b->obstacle);
}

static void read_region_options(building *b) {
    static const char *const names[] = {"as", "speed", "terrain", "color"};
    dv_check_keys(b->L, 3, "build: a region takes no", names, 4);
    b->region = dv_region_def_default();
    b->region.speed = number_option(b->L, "speed", b->region.speed);
    b->obstacle.color = dv_check_color_option(b->L, 3);
    b->terrain = -1;
    if (lua_getfield(b->L, 3, "terrain") != LUA_TNIL)
        b->terrain = dv_check_terrain(b->L, -1, "build: terrain");
    lua_pop(b->L, 1);
}

static void read_path_options(building *b) {
    static const char *const names[] = {"as", "radius", "spline"};
    dv_check_keys(b->L, 3, "build: a path takes no", names, 3);
    b->path.radius = number_option(b->L, "radius", 1);
    b->path.spline = flag_option(b->L, "spline");
}

static void read_options(building *b) {
    static void (*const read[])(building *) = {read_obstacle_options, read_region_options,
                                               read_path_options};
    lua_State *L = b->L;
    if (!lua_istable(L, 3))
        luaL_error(L, "build: { as = \"obstacle\" }, \"region\", or \"path\" expected, got %s",
                   dv_type_name(L, 3));
    if (lua_getfield(L, 3, "as") != LUA_TSTRING)
        luaL_error(L, "build: as: \"obstacle\", \"region\", or \"path\" expected, got %s",
                   dv_type_name(L, -1));
    const char *as = lua_tostring(L, -1);
    for (b->as = AS_OBSTACLE; b->as <= AS_PATH && strcmp(as, as_names[b->as]) != 0;)
        b->as++;
    if (b->as > AS_PATH)
        dv_raise_unlisted(L, "build: as: no", as, as_names, 3);
    lua_pop(L, 1);
    read[b->as](b);
}

// Pieces

/// Visit the points, lines, and polygons of the geometry at the top. With `pieces`, keep them.
static void visit_pieces(building *b) {
    lua_State *L = b->L;
    const dv_geometry *geometry = dv_to_geometry(L, -1);
    if (geometry->is_empty)
        luaL_error(L, "build: %s is empty", geometry->label);
    if (!dv_geometry_is_list(geometry)) {
        if (b->pieces)
            b->pieces[b->piece_count] = geometry;
        b->piece_count++;
        return;
    }
    luaL_checkstack(L, 4, NULL);
    dv_push_geometry_parts(L, lua_gettop(L));
    for (lua_Integer i = 1; i <= geometry->part_count; i++) {
        lua_rawgeti(L, -1, i);
        visit_pieces(b);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void list_pieces(building *b) {
    lua_pushvalue(b->L, 2);
    visit_pieces(b);
    const dv_geometry **pieces = lua_newuserdatauv(b->L, b->piece_count * sizeof *b->pieces, 0);
    lua_insert(b->L, -2);
    b->pieces = pieces;
    b->piece_count = 0;
    visit_pieces(b);
    lua_pop(b->L, 1);
}

#define HOLLOW_HINT                                                                                \
    "add walkable = true if agents walk inside it, or hollow = true to build its outlines"

/// Raise if a piece cannot be built as what is wanted.
static void check_piece(const building *b, const dv_geometry *piece) {
    lua_State *L = b->L;
    bool is_polygon = piece->type == DV_GEOMETRY_POLYGON, is_line = piece->type == DV_GEOMETRY_LINE;
    bool fits = b->as == AS_OBSTACLE ? is_polygon || is_line
                : b->as == AS_PATH   ? is_line
                                     : is_polygon;
    if (!fits)
        luaL_error(L, "build: %s: a %s cannot be built as %s: %s expected", piece->label,
                   dv_geometry_type_name(piece->type),
                   b->as == AS_OBSTACLE ? "an obstacle"
                   : b->as == AS_REGION ? "a region"
                                        : "a path",
                   b->as == AS_OBSTACLE ? "polygons or lines"
                   : b->as == AS_REGION ? "polygons"
                                        : "lines");
    if (b->walkable && !is_polygon)
        luaL_error(L, "build: %s: a LINESTRING is not walkable: polygons expected", piece->label);
    if (piece->has_z && dv_world_space(b->world) == DV_PLANE)
        luaL_error(L, "build: %s has heights, and the world is a plane", piece->label);
    if (b->as == AS_REGION && piece->ring_count > 1)
        luaL_error(L, "build: %s has a hole, and a region has none", piece->label);
    if (b->as == AS_OBSTACLE && piece->ring_count > 1 && !b->walkable && !b->obstacle.hollow)
        luaL_error(L, "build: %s has a hole, and a solid obstacle has none: " HOLLOW_HINT,
                   piece->label);
}

/// Obstacles that overlap are a mistake in a plan. Areas to walk in that share an edge are, too: a
/// wall would part them.
static void check_overlap(const building *b) {
    lua_State *L = b->L;
    dv_overlap overlap;
    uint32_t count = 0;
    const dv_geometry **polygons = lua_newuserdatauv(L, b->piece_count * sizeof *polygons, 0);
    for (uint32_t i = 0; i < b->piece_count; i++)
        if (b->pieces[i]->type == DV_GEOMETRY_POLYGON)
            polygons[count++] = b->pieces[i];
    if (!dv_find_overlap(L, polygons, count, b->walkable, &overlap))
        return;
    char place[64];
    snprintf(place, sizeof place, "(%.9g, %.9g)", overlap.x, overlap.y);
    luaL_error(L,
               overlap.is_edge
                   ? "build: %s and %s share an edge at %s, which would part them: join them"
                   : "build: %s and %s overlap at %s",
               polygons[overlap.first]->label, polygons[overlap.second]->label, place);
}

/// How many things a piece becomes.
static uint32_t count_things(const building *b, const dv_geometry *piece) {
    if (b->as != AS_OBSTACLE)
        return 1;
    return piece->type == DV_GEOMETRY_POLYGON ? piece->ring_count
                                              : dv_geometry_rings(piece)[0].count - 1;
}

static void make_room(building *b) {
    size_t things = 0;
    uint32_t points = 0;
    for (uint32_t i = 0; i < b->piece_count; i++) {
        things += count_things(b, b->pieces[i]);
        for (uint32_t j = 0; j < b->pieces[i]->ring_count; j++)
            points = dv_geometry_rings(b->pieces[i])[j].count > points
                         ? dv_geometry_rings(b->pieces[i])[j].count
                         : points;
    }
    b->made = lua_newuserdatauv(b->L, things * sizeof *b->made, 0);
    b->points = lua_newuserdatauv(b->L, points * sizeof *b->points, 0);
    lua_createtable(b->L, (int)things, 0);
}

// Building. Nothing here raises.

static uint32_t take_ring(building *b, const dv_geometry *piece, uint32_t ring) {
    dv_ring of = dv_geometry_rings(piece)[ring];
    for (uint32_t i = 0; i < of.count; i++) {
        const double *point = piece->points[of.first + i];
        b->points[i] = dv_world_locate(b->world, (dv_place){point[0], point[1], point[2]});
    }
    return of.count;
}

static dv_result make_obstacle(building *b, const dv_obstacle_def *def, dv_error *error) {
    dv_obstacle made;
    dv_result result = dv_obstacle_create(b->world, def, &made, error);
    if (result == DV_OK)
        b->made[b->made_count++] = made.bits;
    return result;
}

static dv_result build_walls(building *b, const dv_geometry *line, dv_error *error) {
    dv_obstacle_def def = b->obstacle;
    uint32_t count = take_ring(b, line, 0);
    dv_result result = DV_OK;
    def.shape = DV_WALL;
    def.hollow = false;
    def.point_count = 2;
    for (uint32_t i = 0; i + 1 < count && result == DV_OK; i++) {
        def.points = b->points + i;
        result = make_obstacle(b, &def, error);
    }
    return result;
}

/// Of an area to walk in, the outline is a wall around who is inside, and holes are solid.
static dv_result build_outlines(building *b, const dv_geometry *polygon, dv_error *error) {
    dv_obstacle_def def = b->obstacle;
    dv_result result = DV_OK;
    def.shape = DV_POLYGON;
    def.points = b->points;
    for (uint32_t i = 0; i < polygon->ring_count && result == DV_OK; i++) {
        def.point_count = take_ring(b, polygon, i);
        def.hollow = b->obstacle.hollow || (b->walkable && i == 0);
        result = make_obstacle(b, &def, error);
    }
    return result;
}

static dv_result build_region(building *b, const dv_geometry *polygon, dv_error *error) {
    dv_region_def def = b->region;
    dv_region made;
    def.shape = b->obstacle;
    def.shape.shape = DV_POLYGON;
    def.shape.points = b->points;
    def.shape.point_count = take_ring(b, polygon, 0);
    dv_result result = dv_region_create(b->world, &def, &made, error);
    if (result != DV_OK)
        return result;
    b->made[b->made_count++] = made.bits;
    return dv_region_set_terrain(b->world, made, b->terrain, error);
}

static dv_result build_path(building *b, const dv_geometry *line, dv_error *error) {
    dv_path_def def = b->path;
    dv_path made;
    def.points = b->points;
    def.point_count = take_ring(b, line, 0);
    const dv_vec3 *last = b->points + def.point_count - 1;
    def.closed = def.point_count > 3 && b->points->x == last->x && b->points->y == last->y &&
                 b->points->z == last->z;
    def.point_count -= def.closed;
    dv_result result = dv_path_create(b->world, &def, &made, error);
    if (result == DV_OK)
        b->made[b->made_count++] = made.bits;
    return result;
}

/// Build everything. If something fails, take back what was built, set `failed` to the piece, and
/// return why.
static dv_result build_all(building *b, const dv_geometry **failed, dv_error *error) {
    dv_result result = DV_OK;
    for (uint32_t i = 0; i < b->piece_count && result == DV_OK; i++) {
        *failed = b->pieces[i];
        result = b->as == AS_REGION                    ? build_region(b, *failed, error)
                 : b->as == AS_PATH                    ? build_path(b, *failed, error)
                 : (*failed)->type == DV_GEOMETRY_LINE ? build_walls(b, *failed, error)
                                                       : build_outlines(b, *failed, error);
    }
    while (result != DV_OK && b->made_count > 0) {
        uint64_t made = b->made[--b->made_count];
        if (b->as == AS_OBSTACLE)
            dv_obstacle_remove(b->world, (dv_obstacle){made});
        else if (b->as == AS_REGION)
            dv_region_remove(b->world, (dv_region){made});
        else
            dv_path_remove(b->world, (dv_path){made});
    }
    return result;
}

int dv_world_build(lua_State *L) {
    building b = {.L = L, .world = dv_writable_world(L)};
    const dv_geometry *failed = NULL;
    dv_error error;
    lua_settop(L, 3);
    if (dv_to_image(L, 2))
        return dv_build_terrain(L);
    if (!dv_to_geometry(L, 2))
        return luaL_error(L, "build: a geometry or an image expected, got %s", dv_type_name(L, 2));
    read_options(&b);
    list_pieces(&b);
    for (uint32_t i = 0; i < b.piece_count; i++)
        check_piece(&b, b.pieces[i]);
    if (b.piece_count > 0) {
        const double *point = *b.pieces[0]->points;
        dv_warn_if_far(L, "build", dv_locate(L, point));
    }
    if (b.as == AS_OBSTACLE)
        check_overlap(&b);
    make_room(&b);
    if (build_all(&b, &failed, &error) != DV_OK)
        return luaL_error(L, "build: %s: %s", failed->label, error.message);
    for (uint32_t i = 0; i < b.made_count; i++) {
        dv_push_handle(L, b.made[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}
