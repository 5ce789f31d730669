#include "data/geometry.h"

#include <lauxlib.h>

#include <math.h>
#include <string.h>

const dv_geometry *dv_to_geometry(lua_State *L, int index) {
    return luaL_testudata(L, index, DV_GEOMETRY_CLASS);
}

dv_ring *dv_geometry_rings(const dv_geometry *geometry) {
    return (dv_ring *)(uintptr_t)(geometry->points + geometry->point_count);
}

dv_geometry *dv_push_geometry(lua_State *L, dv_geometry_type type, uint32_t points,
                              uint32_t rings) {
    size_t size = sizeof(dv_geometry) + points * 3 * sizeof(double) + rings * sizeof(dv_ring);
    dv_geometry *geometry = lua_newuserdatauv(L, size, 1);
    memset(geometry, 0, size);
    geometry->type = type;
    geometry->point_count = points;
    geometry->ring_count = rings;
    geometry->is_empty = true;
    luaL_setmetatable(L, DV_GEOMETRY_CLASS);
    return geometry;
}

dv_geometry *dv_push_geometry_list(lua_State *L, dv_geometry_type type, uint32_t parts) {
    dv_geometry *list = dv_push_geometry(L, type, 0, 0);
    list->part_count = parts;
    lua_createtable(L, (int)parts, 0);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, -3, 1);
    return list;
}

void dv_push_geometry_parts(lua_State *L, int index) { lua_getiuservalue(L, index, 1); }

const char *dv_geometry_type_name(dv_geometry_type type) {
    static const char *const names[] = {
        "POINT",           "LINESTRING",   "POLYGON",           "MULTIPOINT",
        "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION"};
    return names[type];
}

// Measuring

static double length_of(const double (*points)[3], uint32_t count, bool is_closed) {
    double length = 0;
    for (uint32_t i = is_closed ? 0 : 1; i < count; i++) {
        const double *a = points[i ? i - 1 : count - 1], *b = points[i];
        double x = b[0] - a[0], y = b[1] - a[1], z = b[2] - a[2];
        length += sqrt(x * x + y * y + z * z);
    }
    return length;
}

/// The area of an outline, by the shoelace formula about its first point: places of a survey may be
/// far from the origin.
static double area_of(const double (*points)[3], uint32_t count) {
    double twice = 0;
    for (uint32_t i = 2; i < count; i++) {
        double ax = points[i - 1][0] - points[0][0], ay = points[i - 1][1] - points[0][1];
        double bx = points[i][0] - points[0][0], by = points[i][1] - points[0][1];
        twice += ax * by - ay * bx;
    }
    return fabs(twice) / 2;
}

static void widen(dv_geometry *geometry, const double min[2], const double max[2]) {
    for (int i = 0; i < 2; i++) {
        geometry->min[i] = geometry->is_empty ? min[i] : fmin(geometry->min[i], min[i]);
        geometry->max[i] = geometry->is_empty ? max[i] : fmax(geometry->max[i], max[i]);
    }
    geometry->is_empty = false;
}

void dv_measure_geometry(dv_geometry *geometry) {
    const dv_ring *rings = dv_geometry_rings(geometry);
    bool is_polygon = geometry->type == DV_GEOMETRY_POLYGON;
    for (uint32_t i = 0; i < geometry->ring_count; i++) {
        const double(*points)[3] = (const double(*)[3])geometry->points + rings[i].first;
        for (uint32_t j = 0; j < rings[i].count; j++)
            widen(geometry, points[j], points[j]);
        geometry->length += length_of(points, rings[i].count, is_polygon);
        if (is_polygon)
            geometry->area += (i ? -1 : 1) * area_of(points, rings[i].count);
    }
}

void dv_add_geometry_part(dv_geometry *list, const dv_geometry *part) {
    list->area += part->area;
    list->length += part->length;
    list->has_z = list->has_z || part->has_z;
    if (!part->is_empty)
        widen(list, part->min, part->max);
}

// Containing

/// Whether a place is left of an edge that leads up, or right of one that leads down; 0 on its
/// line.
static double side_of(const double *a, const double *b, double x, double y) {
    return (b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1]);
}

/// Count the edges of an outline that a ray from a place along +x crosses. −1: it is on an edge.
static int crossings(const double (*points)[3], uint32_t count, double x, double y) {
    int crossed = 0;
    for (uint32_t i = 0; i < count; i++) {
        const double *a = points[i], *b = points[i + 1 < count ? i + 1 : 0];
        double side = side_of(a, b, x, y);
        if (side == 0 && x >= fmin(a[0], b[0]) && x <= fmax(a[0], b[0]) && y >= fmin(a[1], b[1]) &&
            y <= fmax(a[1], b[1]))
            return -1;
        bool up = a[1] <= y && b[1] > y, down = b[1] <= y && a[1] > y;
        crossed += (up && side > 0) || (down && side < 0);
    }
    return crossed;
}

bool dv_polygon_contains(const dv_geometry *polygon, double x, double y) {
    const dv_ring *rings = dv_geometry_rings(polygon);
    int crossed = 0;
    if (polygon->type != DV_GEOMETRY_POLYGON || polygon->is_empty ||
        !(x >= polygon->min[0] && x <= polygon->max[0] && y >= polygon->min[1] &&
          y <= polygon->max[1]))
        return false;
    for (uint32_t i = 0; i < polygon->ring_count; i++) {
        int more = crossings(polygon->points + rings[i].first, rings[i].count, x, y);
        if (more < 0)
            return true;
        crossed += more;
    }
    return crossed % 2 == 1;
}
