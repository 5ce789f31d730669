// Geometries, as scripts and world:build read them: points, lines, and polygons, and lists of
// these.
//
// Invariant: a geometry does not change. It is finite, a polygon encloses an area, and no ring
// crosses itself or another. Each is a userdata, whose parts, if it is a list, are in a table of
// its own. What is measured here is computed by Drover alone, with the same bits everywhere,
// because a script may do what it likes with it.
#ifndef DROVER_BINDINGS_DATA_GEOMETRY_H
#define DROVER_BINDINGS_DATA_GEOMETRY_H

#include <lua.h>

#include <stdbool.h>
#include <stdint.h>

#define DV_GEOMETRY_CLASS "geometry"
/// In one file.
#define DV_MAX_GEOMETRY_POINTS 100000
#define DV_LONGEST_GEOMETRY_LABEL 320

typedef enum dv_geometry_type {
    DV_GEOMETRY_POINT,
    DV_GEOMETRY_LINE,
    DV_GEOMETRY_POLYGON,
    DV_GEOMETRY_POINTS,
    DV_GEOMETRY_LINES,
    DV_GEOMETRY_POLYGONS,
    DV_GEOMETRY_COLLECTION
} dv_geometry_type;

/// Some of the points of a geometry: a line, or an outline, which leads back to its first point.
typedef struct dv_ring {
    uint32_t first, count;
} dv_ring;

typedef struct dv_geometry {
    dv_geometry_type type;
    uint32_t part_count; ///< of a list; they are in the table of dv_push_geometry_parts
    uint32_t
        ring_count; ///< a polygon's outline and then its holes; 1 for a line or point, 0: empty
    uint32_t point_count;
    bool has_z;
    bool is_empty;
    double min[2], max[2];                 ///< unless it is empty
    double area;                           ///< without the holes
    double length;                         ///< of lines and of all outlines
    char label[DV_LONGEST_GEOMETRY_LABEL]; ///< in messages: "plan.wkt:3: geometry 2, part 1"
    double points[][3]; ///< of all rings, and perhaps room for more; the rings follow
} dv_geometry;

/// The geometry at an index, or NULL.
const dv_geometry *dv_to_geometry(lua_State *L, int index);

/// Push a new geometry with this many points and rings, all zero, or with this many parts in a new
/// table, which stays on the stack above it.
dv_geometry *dv_push_geometry(lua_State *L, dv_geometry_type type, uint32_t points, uint32_t rings);
dv_geometry *dv_push_geometry_list(lua_State *L, dv_geometry_type type, uint32_t parts);
dv_ring *dv_geometry_rings(const dv_geometry *geometry);
static inline bool dv_geometry_is_list(const dv_geometry *geometry) {
    return geometry->type >= DV_GEOMETRY_POINTS;
}

/// Measure a geometry whose points are set, and add what was measured of a part to a list.
void dv_measure_geometry(dv_geometry *geometry);
void dv_add_geometry_part(dv_geometry *list, const dv_geometry *part);

/// Push the table of the parts of a list at an index.
void dv_push_geometry_parts(lua_State *L, int index);

/// The type's name, as WKT has it.
const char *dv_geometry_type_name(dv_geometry_type type);
/// Whether a place is in a polygon or on its outlines; false for other types.
bool dv_polygon_contains(const dv_geometry *polygon, double x, double y);

/// Two polygons of a list, by their places in it, that have some of their inside in common, or an
/// edge.
typedef struct dv_overlap {
    uint32_t first, second;
    bool is_edge;
    double x, y; ///< a place that they have in common
} dv_overlap;

/// Find the first two polygons that overlap or, with `edges`, share a part of an edge. Raises if
/// memory is short, or to stop.
bool dv_find_overlap(lua_State *L, const dv_geometry *const *polygons, uint32_t count, bool edges,
                     dv_overlap *overlap);

#endif
