// What the files about obstacle shapes share: points in double, and the surfaces of shapes.
//
// Squares of float coordinates are exact in double, so shapes that touch exactly are found to touch
// exactly.
#ifndef DV_WORLD_OBSTACLE_GEOMETRY_H
#define DV_WORLD_OBSTACLE_GEOMETRY_H

#include "world/obstacle_shapes.h"

#include "base/math.h"

#define DV_NEVER ((double)INFINITY)

typedef struct dv_pair {
    double x, y;
} dv_pair;

typedef struct dv_triple {
    double x, y, z;
} dv_triple;

static inline dv_pair dv_in_plane(dv_vec3 v) { return (dv_pair){v.x, v.y}; }

/// The vector from `a` to `b`.
static inline dv_pair dv_pair_from(dv_pair a, dv_pair b) { return (dv_pair){b.x - a.x, b.y - a.y}; }

/// `from` plus `time` times `way`.
static inline dv_pair dv_pair_along(dv_pair from, dv_pair way, double time) {
    return (dv_pair){from.x + way.x * time, from.y + way.y * time};
}

static inline double dv_pair_dot(dv_pair a, dv_pair b) { return a.x * b.x + a.y * b.y; }

/// The z component of the cross product: positive if `b` is to the left of `a`.
static inline double dv_pair_cross(dv_pair a, dv_pair b) { return a.x * b.y - a.y * b.x; }

static inline dv_pair dv_pair_unit(dv_pair v) {
    double length = sqrt(dv_pair_dot(v, v));
    return (dv_pair){v.x / length, v.y / length};
}

static inline double dv_triple_dot(dv_triple a, dv_triple b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline dv_vec3 dv_vector_of_triple(dv_triple v) {
    return dv_vec((float)v.x, (float)v.y, (float)v.z);
}

/// A point of the outline in the world; the index after the last gives the first point again.
static inline dv_pair dv_outline_at(const dv_obstacle_record *obstacle, uint32_t i) {
    const dv_outline *outline = obstacle->outline;
    return dv_in_plane(outline->points[i < outline->count ? i : 0]);
}

/// The unit normal of an edge, pointing out of the outline; any, if the edge has no length.
static inline dv_pair dv_edge_normal(dv_pair start, dv_pair end) {
    dv_pair edge = dv_pair_from(start, end);
    return dv_pair_dot(edge, edge) > 0 ? dv_pair_unit((dv_pair){edge.y, -edge.x}) : (dv_pair){1, 0};
}

/// Whether two segments have a point in common.
bool dv_segments_touch(dv_pair a, dv_pair b, dv_pair c, dv_pair d);
/// Whether a point lies inside the outline. A point on the outline may count either way.
bool dv_outline_encloses(const dv_obstacle_record *obstacle, dv_pair point);
/// Whether a point lies exactly on the outline.
bool dv_is_on_outline(const dv_obstacle_record *obstacle, dv_pair point);

/// Whether the shape has a floor and a ceiling in this space.
static inline bool dv_has_caps(const dv_obstacle_record *obstacle, dv_space space) {
    return space == DV_VOLUME && (obstacle->shape == DV_BOX || obstacle->shape == DV_CYLINDER);
}

/// Whether the shape is a disc seen from above.
static inline bool dv_is_round(const dv_obstacle_record *obstacle) {
    return obstacle->shape == DV_SPHERE || obstacle->shape == DV_CYLINDER;
}

/// A point in double. In the plane, heights don't count: z is 0.
static inline dv_triple dv_at_height(dv_space space, dv_vec3 v) {
    return (dv_triple){v.x, v.y, space == DV_VOLUME ? v.z : 0};
}

/// The point of a surface nearest to a query point, the unit normal there, and the distance (m)
/// from the query point to the surface, negative inside.
typedef struct dv_shape_surface {
    dv_triple point, normal;
    double distance;
} dv_shape_surface;

/// The side of a prism, or the outline itself in the plane.
dv_shape_surface dv_outline_surface(const dv_obstacle_record *obstacle, dv_triple from);
/// A box with its floor and ceiling.
dv_shape_surface dv_prism_surface(const dv_obstacle_record *obstacle, dv_triple from);
/// A sphere, or in the plane a disc.
dv_shape_surface dv_ball_surface(dv_triple center, double radius, dv_triple from);
/// A cylinder with its floor and ceiling.
dv_shape_surface dv_cylinder_surface(const dv_obstacle_record *cylinder, dv_triple from);

#endif
