// Obstacles: spheres, cylinders, and prisms over an outline in the plane (boxes, polygons, walls).
//
// Invariant: unless `index_is_stale`, the index lists every living obstacle in each cell that its
// bounding box touches. Each tick rebuilds it before any queries; queries on a stale index look at
// all obstacles.
#ifndef DV_WORLD_OBSTACLES_H
#define DV_WORLD_OBSTACLES_H

#include "world/obstacle_record.h"

/// Check a definition and make a record of it, without adding it to the world. The caller frees
/// `outline` of the record.
dv_result dv_obstacle_make(const dv_world *world, const dv_obstacle_def *def,
                           dv_obstacle_record *record, dv_error *error);
/// Check that the outline is still valid after rounding the points relative to its position to
/// floats: points are distinct, in counterclockwise order, and the outline doesn't cross itself.
dv_result dv_check_outline(const dv_obstacle_record *record, dv_error *error);
/// NULL when the handle is stale or isn't an obstacle of this world.
const dv_obstacle_record *dv_obstacle_record_of(const dv_world *world, uint64_t bits);
/// Rebuild the index if obstacles have changed; false when out of memory.
bool dv_obstacles_index(dv_obstacles *obstacles);
/// Shrink the arrays to the obstacles there are. Arrays that can't be resized stay as they are.
void dv_obstacles_trim(dv_obstacles *obstacles);
void dv_obstacles_free(dv_obstacles *obstacles);

/// The point of an obstacle's surface nearest to `from`. If the world wraps, it's on the nearest
/// image of the obstacle, and may be outside the bounds.
dv_surface_point dv_obstacle_surface_near(const dv_obstacles *obstacles,
                                          const dv_obstacle_record *obstacle, dv_space space,
                                          dv_vec3 from);

// The following queries skip obstacles that don't block. dv_obstacles_hide is about sight,
// functions with a parameter `what` are about that, and the others are about movement.

/// The nearest surface within `reach` (m) of a point; false if there is none.
bool dv_obstacles_nearest(const dv_obstacles *obstacles, dv_space space, dv_vec3 from, float reach,
                          dv_surface_point *nearest);
/// Call `each` at least once for every obstacle whose bounding box may come within `reach` (m) of a
/// point. If the world wraps, the one in reach may be an image of the obstacle. The point plus `by`
/// then has the same position relative to the obstacle as the point has relative to the image.
void dv_obstacles_each_blocking(const dv_obstacles *obstacles, dv_space space, dv_blocking what,
                                dv_vec3 from, float reach,
                                void (*each)(void *context, uint32_t obstacle, dv_vec3 by),
                                void *context);
/// The same for obstacles that block movement.
void dv_obstacles_each_near(const dv_obstacles *obstacles, dv_space space, dv_vec3 from,
                            float reach, void (*each)(void *context, uint32_t obstacle, dv_vec3 by),
                            void *context);
/// Sweep a disc or ball of `radius` (m) from `from` along the unit vector `direction`. Finds the
/// first obstacle that it touches within `length` (m), and of several the one with the lowest
/// index. A sweep that leads out of an obstacle doesn't touch it.
bool dv_obstacles_sweep(const dv_obstacles *obstacles, dv_space space, dv_vec3 from,
                        dv_vec3 direction, float length, float radius, dv_sweep_hit *hit);
/// Whether a sweep takes an obstacle into account.
typedef bool dv_obstacle_counts(const void *context, uint32_t obstacle);
/// Like dv_obstacles_sweep, against obstacles that block `what` and for which `counts` returns true
/// (NULL: all of them).
bool dv_obstacles_sweep_among(const dv_obstacles *obstacles, dv_space space, dv_blocking what,
                              dv_vec3 from, dv_vec3 direction, float length, float radius,
                              dv_obstacle_counts *counts, const void *context, dv_sweep_hit *hit);
/// Whether any bounding box may come within `radius` of such a sweep. Most sweeps have none, and
/// this test is cheaper than the sweep.
bool dv_obstacles_may_be_met(const dv_obstacles *obstacles, dv_space space, dv_vec3 from,
                             dv_vec3 direction, float length, float radius);
/// Whether an obstacle blocks the line of sight between two points. Obstacles that contain either
/// point don't.
bool dv_obstacles_hide(const dv_obstacles *obstacles, dv_space space, dv_vec3 from, dv_vec3 to);

#endif
