// The obstacles that block a plan at its heights, each with the distance that must be kept from it
// in the plane.
//
// Invariant: a point of the plane keeps the clearance exactly when it is at least `reach` away from
// every barrier and, where the world wraps, from each of its images. In a volume, the reach is that
// of the widest cut through the obstacle, grown by the clearance, at any of the plan's heights.
#ifndef DV_NAVIGATION_BARRIERS_H
#define DV_NAVIGATION_BARRIERS_H

#include "drover/navigation.h"
#include "world/obstacles.h"

typedef struct dv_barrier {
    const dv_obstacle_record *obstacle;
    float reach; ///< m; negative where a sphere is cut off-center
    float up;    ///< m, from the obstacle to the vertical image that counts; 0 without wrapping
} dv_barrier;

typedef struct dv_barriers {
    dv_barrier *all;
    uint32_t count;
    dv_space space;
    dv_vec3 origin;            ///< a corner of the bounds
    dv_vec3 span;              ///< m, of a world that wraps; otherwise 0
    dv_obstacle_record *sides; ///< of hollow obstacles, each as one side of its surface
} dv_barriers;

/// Gather the barriers for ways between two heights; false when memory is short. Call
/// dv_barriers_free either way.
bool dv_barriers_gather(dv_barriers *barriers, const dv_world *world, float one_z, float other_z,
                        float clearance);
/// The same for the listed obstacles only; those that are gone are skipped.
bool dv_barriers_gather_known(dv_barriers *barriers, const dv_world *world, float one_z,
                              float other_z, float clearance, const dv_obstacle *known,
                              uint32_t count);
/// In a volume, let each hollow obstacle count as it is for a way that starts at `from`: from
/// outside it is solid; from inside, the way stays where it keeps the clearance at all heights up
/// to `to_z`. A view from above cannot show both sides. `is_open` tells whether there is such a
/// place. False when memory is short.
bool dv_barriers_take_sides(dv_barriers *barriers, const dv_world *world, dv_vec3 from, float to_z,
                            float clearance, bool *is_open);
void dv_barriers_free(dv_barriers *barriers);

/// The range of images, counted in spans, that matter between two corners.
typedef struct dv_image_range {
    int32_t first_x, last_x, first_y, last_y;
} dv_image_range;
dv_image_range dv_barrier_images(const dv_barriers *barriers, dv_vec3 low, dv_vec3 high);

/// Whether a point is clear of the barriers.
typedef enum dv_clearance_state {
    DV_STANDS_FREE,
    DV_STANDS_TOO_NEAR,
    DV_STANDS_INSIDE
} dv_clearance_state;
dv_clearance_state dv_barriers_clearance_state(const dv_barriers *barriers, dv_vec3 point);

/// By how much (m) a point is farther from the nearest barrier, or one of its images, than its
/// reach; negative where it is nearer. `away` becomes the unit direction out of that barrier.
double dv_barriers_excess(const dv_barriers *barriers, dv_vec3 point, dv_vec3 *away);

/// Put the barriers that matter for ways between two corners into `near`, whose `all` has room for
/// as many as there are.
void dv_barriers_pick(const dv_barriers *barriers, dv_vec3 low, dv_vec3 high, dv_barriers *near);

/// Whether a straight way keeps the clearance. Its end must do so; a way that starts too near a
/// barrier may lead away from it.
bool dv_barriers_allow_way(const dv_barriers *barriers, dv_vec3 from, dv_vec3 to);

#endif
