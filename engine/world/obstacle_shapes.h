// The geometry of a single obstacle. An outline is the cross section of a prism. A wall is an
// outline of two points, with one edge there and one back.
//
// Invariant: an outline is counterclockwise and doesn't cross itself. It stores its points twice:
// in world coordinates, and relative to the obstacle's position at heading 0. The second copy never
// changes, so rounding errors don't add up however often the obstacle moves.
//
// Of a hollow obstacle, only the surface is an obstacle. Seen from inside, its normals point
// inward, and no point is inside it.
#ifndef DV_WORLD_OBSTACLE_SHAPES_H
#define DV_WORLD_OBSTACLE_SHAPES_H

#include "world/obstacle_record.h"

/// The bounding box of an obstacle.
dv_box dv_obstacle_box(const dv_obstacle_record *obstacle);

/// Move an obstacle to a position (m) and heading (rad); updates its outline and bounding box.
void dv_obstacle_place(dv_obstacle_record *obstacle, dv_vec3 position, float heading);

/// Whether two edges of an outline touch that aren't neighbors.
bool dv_outline_crosses_itself(const dv_vec3 *points, uint32_t count);

/// Twice the area inside an outline (m²); negative if it's clockwise.
double dv_outline_double_area(const dv_vec3 *points, uint32_t count);

/// The point of an obstacle's surface nearest to `from`. Leaves out `obstacle` of the result.
dv_surface_point dv_obstacle_surface(const dv_obstacle_record *obstacle, dv_space space,
                                     dv_vec3 from);

/// Like dv_obstacles_sweep, against this obstacle alone. Does not set `hit->obstacle`.
bool dv_obstacle_sweep(const dv_obstacle_record *obstacle, dv_space space, dv_vec3 from,
                       dv_vec3 direction, float length, float radius, dv_sweep_hit *hit);

/// Whether this obstacle blocks the line of sight between two points.
bool dv_obstacle_hides(const dv_obstacle_record *obstacle, dv_space space, dv_vec3 from,
                       dv_vec3 to);

#endif
