// What stands in the way of a plan: the obstacles that count at its heights, each with the distance
// that must be kept from it in the plane.
//
// Invariant: a point of the plane keeps the clearance exactly when it is no nearer to any barrier,
// nor to its images where the world wraps, than the barrier's reach. In a volume the reach is that
// of the widest cut, at the heights of the plan, through the obstacle grown by the clearance.
#ifndef DV_NAVIGATION_BARRIERS_H
#define DV_NAVIGATION_BARRIERS_H

#include "drover/navigation.h"
#include "world/obstacles.h"

typedef struct dv_barrier {
    const dv_obstacle_record *obstacle;
    float reach; ///< m; below 0 where a sphere is cut off its middle
    float up;    ///< m, to its image in height that counts; 0 where the world does not wrap
} dv_barrier;

typedef struct dv_barriers {
    dv_barrier *all;
    uint32_t count;
    dv_space space;
    dv_vec3 origin; ///< a corner of the bounds
    dv_vec3 span;   ///< m, of a world that wraps; else 0
} dv_barriers;

/// Gather those that count for ways between two heights; false when memory is short. To be freed
/// either way.
bool dv_barriers_gather(dv_barriers *barriers, const dv_world *world, float one_z, float other_z,
                        float clearance);
/// Of those in a list only, without those that are gone.
bool dv_barriers_gather_known(dv_barriers *barriers, const dv_world *world, float one_z,
                              float other_z, float clearance, const dv_obstacle *known,
                              uint32_t count);
void dv_barriers_free(dv_barriers *barriers);

/// By how many spans the images may stand off that matter between two corners.
typedef struct dv_image_range {
    int32_t first_x, last_x, first_y, last_y;
} dv_image_range;
dv_image_range dv_barrier_images(const dv_barriers *barriers, dv_vec3 low, dv_vec3 high);

/// How a point stands to the barriers.
typedef enum dv_standing { DV_STANDS_FREE, DV_STANDS_TOO_NEAR, DV_STANDS_INSIDE } dv_standing;
dv_standing dv_barriers_standing(const dv_barriers *barriers, dv_vec3 point);

/// Whether a straight way keeps the clearance, which its end does. One that starts too near may
/// lead out.
bool dv_barriers_leave_free(const dv_barriers *barriers, dv_vec3 from, dv_vec3 to);

#endif
