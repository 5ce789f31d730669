// The geometry of a single obstacle. An outline is a prism's cross-section; a wall is an outline of
// two points, walked there and back.
//
// Invariant: an outline goes counter-clockwise and does not cross itself; its points are there
// twice, as it stands in the world and then about its position with heading 0, so that moving an
// obstacle to and fro never wears its shape down.
#ifndef DV_WORLD_OBSTACLE_SHAPES_H
#define DV_WORLD_OBSTACLE_SHAPES_H

#include "world/obstacle_record.h"

/// The bounding box of an obstacle.
dv_box dv_obstacle_box(const dv_obstacle_record *obstacle);

/// Put an obstacle at a position and heading: its outline there, and its bounding box.
void dv_obstacle_place(dv_obstacle_record *obstacle, dv_vec3 position, float heading);

/// Whether an outline touches itself elsewhere than where neighbors on it meet.
bool dv_outline_crosses_itself(const dv_vec3 *points, uint32_t count);

/// Twice the area inside an outline, negative when it goes clockwise.
double dv_outline_double_area(const dv_vec3 *points, uint32_t count);

/// The nearest point of an obstacle's surface.
dv_surface_point dv_obstacle_surface(const dv_obstacle_record *obstacle, dv_space space,
                                     dv_vec3 from);

/// Sweep as dv_obstacles_sweep does, against this obstacle alone; leaves `hit->obstacle`.
bool dv_obstacle_sweep(const dv_obstacle_record *obstacle, dv_space space, dv_vec3 from,
                       dv_vec3 direction, float length, float radius, dv_sweep_hit *hit);

/// Whether this obstacle stands between two points.
bool dv_obstacle_hides(const dv_obstacle_record *obstacle, dv_space space, dv_vec3 from,
                       dv_vec3 to);

#endif
