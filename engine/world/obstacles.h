// Obstacles: spheres, cylinders, and prisms over an outline in the plane (boxes, polygons, walls).
//
// Invariant: the index holds every living obstacle in each cell its bounding box touches, unless
// `index_is_stale`; it is rebuilt before anything asks.
#ifndef DV_WORLD_OBSTACLES_H
#define DV_WORLD_OBSTACLES_H

#include "world/obstacle_record.h"

/// Check a definition and make what it says, not yet one of the world's obstacles; `outline` of the
/// record is to be freed.
dv_result dv_obstacle_make(const dv_world *world, const dv_obstacle_def *def,
                           dv_obstacle_record *record, dv_error *error);
/// Whether the points about the position make an outline, as rounded: distinct, counter-clockwise,
/// not crossing itself.
dv_result dv_check_outline(const dv_obstacle_record *record, dv_error *error);
/// NULL when the handle is stale or names no obstacle of the world.
const dv_obstacle_record *dv_obstacle_record_of(const dv_world *world, uint64_t bits);
/// Rebuild the index when obstacles changed; false when memory is short.
bool dv_obstacles_index(dv_obstacles *obstacles);
/// Give back room for obstacles that are not there, as far as memory lets it.
void dv_obstacles_trim(dv_obstacles *obstacles);
void dv_obstacles_free(dv_obstacles *obstacles);

/// The nearest point of the surface of an obstacle's nearest image where the world wraps. The point
/// may lie outside of the bounds.
dv_surface_point dv_obstacle_surface_near(const dv_obstacles *obstacles,
                                          const dv_obstacle_record *obstacle, dv_space space,
                                          dv_vec3 from);
// Of all of them, those count that block what is asked about: sight for dv_obstacles_hide, movement
// for the others unless they are told.

/// The nearest surface within `reach` of a point; false when there is none.
bool dv_obstacles_nearest(const dv_obstacles *obstacles, dv_space space, dv_vec3 from, float reach,
                          dv_surface_point *nearest);
/// Call `each` for every obstacle whose bounding box may come within `reach` of a point, at least
/// once. Where the world wraps, that may be because of an image of it: `by` is what to move the
/// point by to stand to the obstacle as it does to the image.
void dv_obstacles_each_blocking(const dv_obstacles *obstacles, dv_space space, dv_blocking what,
                                dv_vec3 from, float reach,
                                void (*each)(void *context, uint32_t obstacle, dv_vec3 by),
                                void *context);
void dv_obstacles_each_near(const dv_obstacles *obstacles, dv_space space, dv_vec3 from,
                            float reach, void (*each)(void *context, uint32_t obstacle, dv_vec3 by),
                            void *context);
/// Sweep a disc or ball of `radius` from `from` along the unit vector `direction`: the first
/// obstacle it touches within `length`, ties by index. Walking out of an obstacle touches nothing.
bool dv_obstacles_sweep(const dv_obstacles *obstacles, dv_space space, dv_vec3 from,
                        dv_vec3 direction, float length, float radius, dv_sweep_hit *hit);
/// The same among the obstacles that block `what` and count (NULL: all do).
typedef bool dv_obstacle_counts(const void *context, uint32_t obstacle);
bool dv_obstacles_sweep_among(const dv_obstacles *obstacles, dv_space space, dv_blocking what,
                              dv_vec3 from, dv_vec3 direction, float length, float radius,
                              dv_obstacle_counts *counts, const void *context, dv_sweep_hit *hit);
/// Whether any bounding box may come within `radius` of such a way: most have none there, which is
/// told at less cost than what stands in it.
bool dv_obstacles_may_be_met(const dv_obstacles *obstacles, dv_space space, dv_vec3 from,
                             dv_vec3 direction, float length, float radius);
/// Whether an obstacle stands between two points. One that contains either of them hides nothing.
bool dv_obstacles_hide(const dv_obstacles *obstacles, dv_space space, dv_vec3 from, dv_vec3 to);

#endif
