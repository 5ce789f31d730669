// Geometries in Lua: drover.data reads them from WKT files.
#include "classes/geometry.h"

#include "classes/access.h"
#include "classes/classes.h"
#include "classes/handles.h"
#include "classes/new_class.h"
#include "classes/vector.h"
#include "data/geometry.h"
#include "sandbox/sandbox.h"

static const dv_geometry *check_self(lua_State *L) {
    const dv_geometry *geometry = dv_to_geometry(L, 1);
    if (!geometry)
        luaL_error(L, "a geometry expected, got %s", dv_type_name(L, 1));
    return geometry;
}

// Methods

/// Push a part of the geometry at an index by its number, or nil.
static void push_part(lua_State *L, int index, lua_Integer i) {
    const dv_geometry *geometry = dv_to_geometry(L, index);
    if (dv_geometry_is_list(geometry)) {
        dv_push_geometry_parts(L, index);
        lua_rawgeti(L, -1, i);
    } else if (i == 1) {
        lua_pushvalue(L, index);
    } else {
        lua_pushnil(L);
    }
}

/// Upvalues: a geometry, and the number of the part before.
static int next_part(lua_State *L) {
    lua_Integer i = lua_tointeger(L, lua_upvalueindex(2)) + 1;
    lua_settop(L, 0);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushinteger(L, i);
    lua_replace(L, lua_upvalueindex(2));
    push_part(L, 1, i);
    return 1;
}

/// geometry:parts() → iterator
static int geometry_parts(lua_State *L) {
    check_self(L);
    lua_settop(L, 1);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, next_part, 2);
    return 1;
}

/// Whether a place is in any polygon of the geometry at an index.
static bool contains(lua_State *L, int index, double x, double y) {
    const dv_geometry *geometry = dv_to_geometry(L, index);
    bool found = false;
    if (!dv_geometry_is_list(geometry))
        return dv_polygon_contains(geometry, x, y);
    luaL_checkstack(L, 4, NULL);
    dv_sandbox_check(L);
    dv_push_geometry_parts(L, index);
    int parts = lua_gettop(L);
    for (lua_Integer i = 1; i <= geometry->part_count && !found; i++) {
        lua_rawgeti(L, parts, i);
        found = contains(L, parts + 1, x, y);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return found;
}

/// geometry:contains(x, y), geometry:contains(place)
static int geometry_contains(lua_State *L) {
    check_self(L);
    double x, y;
    if (lua_type(L, 2) == LUA_TNUMBER) {
        x = lua_tonumber(L, 2);
        y = luaL_checknumber(L, 3);
    } else if (lua_islightuserdata(L, 2)) {
        const dv_world *world = dv_readable_world(L);
        dv_place place = dv_world_place(world, dv_agent_position(world, dv_check_agent(L, 2)));
        x = place.x;
        y = place.y;
    } else {
        double place[3];
        dv_refuse_point_fault(L, 2, "contains");
        if (!dv_to_point(L, 2, place))
            return luaL_error(L, "contains: a place expected: " DV_POINT_FORMS ", or x, y");
        x = place[0];
        y = place[1];
    }
    lua_settop(L, 1);
    lua_pushboolean(L, contains(L, 1, x, y));
    return 1;
}

/// geometry:points(hole) → list
static int geometry_points(lua_State *L) {
    const dv_geometry *geometry = check_self(L);
    int is_whole = 1;
    lua_Integer hole = lua_isnoneornil(L, 2) ? 0 : lua_tointegerx(L, 2, &is_whole);
    uint32_t holes = geometry->ring_count > 0 ? geometry->ring_count - 1 : 0;
    if (dv_geometry_is_list(geometry))
        return luaL_error(L, "points: a %s has none of its own: ask its parts",
                          dv_geometry_type_name(geometry->type));
    if (!is_whole || hole < 0 || hole > holes)
        return luaL_error(L, "points: hole: %s is not a whole number from 0 to %d",
                          luaL_tolstring(L, 2, NULL), (int)holes);
    dv_ring ring = {0};
    if (geometry->ring_count > 0)
        ring = dv_geometry_rings(geometry)[hole];
    lua_createtable(L, (int)ring.count, 0);
    for (uint32_t i = 0; i < ring.count; i++) {
        const double *point = geometry->points[ring.first + i];
        dv_sandbox_check(L);
        dv_push_vector(L, point[0], point[1], point[2]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

// Fields

static void get_type(lua_State *L, const dv_world *world, uint64_t self) {
    (void)world, (void)self;
    lua_pushstring(L, dv_geometry_type_name(check_self(L)->type));
}

static void get_bounds(lua_State *L, const dv_world *world, uint64_t self) {
    (void)world, (void)self;
    const dv_geometry *geometry = check_self(L);
    if (geometry->is_empty) {
        lua_pushnil(L);
        return;
    }
    lua_createtable(L, 0, 2);
    dv_push_vector(L, geometry->min[0], geometry->min[1], 0);
    lua_setfield(L, -2, "min");
    dv_push_vector(L, geometry->max[0], geometry->max[1], 0);
    lua_setfield(L, -2, "max");
}

static void get_area(lua_State *L, const dv_world *world, uint64_t self) {
    (void)world, (void)self;
    lua_pushnumber(L, check_self(L)->area);
}

static void get_length(lua_State *L, const dv_world *world, uint64_t self) {
    (void)world, (void)self;
    lua_pushnumber(L, check_self(L)->length);
}

static void get_holes(lua_State *L, const dv_world *world, uint64_t self) {
    (void)world, (void)self;
    const dv_geometry *geometry = check_self(L);
    bool has_holes = geometry->type == DV_GEOMETRY_POLYGON && geometry->ring_count > 0;
    lua_pushinteger(L, has_holes ? geometry->ring_count - 1 : 0);
}

static const dv_field_row fields[] = {
    {"type", "string",
     "as WKT has it: \"POINT\", \"LINESTRING\", \"POLYGON\", \"MULTIPOINT\", \"MULTILINESTRING\", "
     "\"MULTIPOLYGON\", or \"GEOMETRYCOLLECTION\"",
     get_type, NULL},
    {"bounds", "drover.geometry_bounds?", "the smallest rectangle around it; nil if it is empty",
     get_bounds, NULL},
    {"area", "number", "m², without the holes", get_area, NULL},
    {"length", "number", "m, of lines, and of the outlines of polygons and holes", get_length,
     NULL},
    {"holes", "integer", "how many a polygon has", get_holes, NULL},
    {0},
};

static const dv_method_row methods[] = {
    {"contains", geometry_contains,
     "Whether an agent or place is in one of its polygons, or on an edge.\n"
     "@param place drover.any_agent|drover.point|number an agent, a place, or its x\n"
     "@param y? number\n"
     "@return boolean"},
    {"parts", geometry_parts,
     "Visit its parts: `for part in plan:parts() do`. A point, line, or polygon is its own only "
     "part.\n"
     "@return fun(): drover.geometry?"},
    {"points", geometry_points,
     "The places of a point or line, the corners of a polygon, or those of one of its holes.\n"
     "@param hole? integer 1 for the first one; by default, the polygon's outline\n"
     "@return drover.vector[]"},
    {0},
};

static const dv_method_row *const method_lists[] = {methods, NULL};

const dv_class dv_geometry_class = {
    .name = "geometry",
    .heading = "drover.geometry",
    .doc =
        "Points, lines, and polygons that `drover.data` has read from a WKT file, to measure, and "
        "for `world:build`. It does not change. `#geometry` is the number of its parts and "
        "`geometry[1]` the first one.",
    .more = "@field [integer] drover.geometry its parts",
    .fields = fields,
    .methods = method_lists,
};

// The class

static int geometry_field(lua_State *L) {
    check_self(L);
    const dv_field_row *row = dv_class_field(L, &dv_geometry_class);
    if (row) {
        row->get(L, NULL, 0);
        return 1;
    }
    if (lua_type(L, 2) == LUA_TNUMBER) {
        int is_whole;
        lua_Integer i = lua_tointegerx(L, 2, &is_whole);
        push_part(L, 1, is_whole ? i : 0);
        return 1;
    }
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL)
        return 1;
    return dv_raise_no_member(L, &dv_geometry_class, "a geometry has no",
                              luaL_tolstring(L, 2, NULL));
}

static int count_parts(lua_State *L) {
    const dv_geometry *geometry = check_self(L);
    lua_pushinteger(L, dv_geometry_is_list(geometry) ? geometry->part_count : 1);
    return 1;
}

static int refuse_change(lua_State *L) { return luaL_error(L, "geometries do not change"); }

static int to_text(lua_State *L) {
    const dv_geometry *geometry = check_self(L);
    lua_pushfstring(L, "%s (%s)", dv_geometry_type_name(geometry->type), geometry->label);
    return 1;
}

void dv_open_geometries(lua_State *L) {
    static const luaL_Reg functions[] = {{"__tostring", to_text},
                                         {"__newindex", refuse_change},
                                         {"__len", count_parts},
                                         {NULL, NULL}};
    dv_new_class(L, DV_GEOMETRY_CLASS, functions);
    luaL_getmetatable(L, DV_GEOMETRY_CLASS);
    dv_push_class_methods(L, &dv_geometry_class);
    lua_pushcclosure(L, geometry_field, 1);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
}
