// Obstacles: spheres, cylinders, and prisms over an outline in the plane (boxes, polygons, walls).
//
// Invariant: the index holds every living obstacle in each cell its bounding box touches, unless
// `index_is_stale`; it is rebuilt before anything asks.
#ifndef DV_WORLD_OBSTACLES_H
#define DV_WORLD_OBSTACLES_H

#include "drover/world.h"

/// A bounding box.
typedef struct dv_box {
    dv_vec3 low, high;
} dv_box;

/// The outline of what is not round.
typedef struct dv_outline {
    dv_box box;
    float width, depth; ///< m, of a box
    uint32_t count;
    dv_vec3 points[]; ///< in the world, then the same about the position, heading 0
} dv_outline;

/// Trees stand by the thousand: what round ones do not need is in the outline.
typedef struct dv_obstacle_record {
    uint32_t generation : DV_HANDLE_GENERATION_BITS;
    uint32_t shape : 4;  ///< of dv_obstacle_shape
    uint32_t blocks : 3; ///< of dv_blocking; 0 when it is not alive
    uint32_t alive : 1;
    dv_vec3 position;
    float heading;
    float radius;        ///< of a sphere or cylinder
    float half_height;   ///< of a box or cylinder in a volume; infinite for the others
    uint32_t color;      ///< 0: none of its own
    dv_outline *outline; ///< its own; NULL of a sphere or cylinder
} dv_obstacle_record;

static inline uint32_t dv_outline_count(const dv_obstacle_record *obstacle) {
    return obstacle->outline ? obstacle->outline->count : 0;
}

/// The bounding box of an obstacle.
dv_box dv_obstacle_box(const dv_obstacle_record *obstacle);

typedef struct dv_obstacles {
    dv_obstacle_record *records;
    uint32_t count, capacity; ///< count includes removed ones
    uint32_t alive_count;
    uint32_t *free_indices; ///< the last freed is reused first
    uint32_t free_count, free_capacity;
    bool index_is_stale;
    dv_vec3 span; ///< m, of a world that wraps, 0 along what does not: each obstacle also stands
                  ///< a span to either side
    dv_box box;   ///< of all, as of the index
    float grain;  ///< m, more than floats about there are rounded by
    uint32_t columns, rows;
    float cell_size;
    double cells_a_metre;
    float origin_x, origin_y;
    uint32_t *cell_start; ///< one more than there are cells
    uint32_t *cell_items;
    uint32_t cell_capacity, item_capacity;
} dv_obstacles;

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

/// The nearest point of an obstacle's surface.
typedef struct dv_surface_point {
    uint32_t obstacle; ///< index
    dv_vec3 point;
    dv_vec3 normal; ///< unit, out of the obstacle
    float distance; ///< m from the asking point to the surface; negative inside
} dv_surface_point;

dv_surface_point dv_obstacle_surface(const dv_obstacle_record *obstacle, dv_space space,
                                     dv_vec3 from);
/// The same of the obstacle's nearest image where the world wraps. The point may lie outside of the
/// bounds.
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
/// obstacle it touches within `length`, ties by index. `distance` is how far it gets; 0 when it
/// touches at once and would go deeper. Walking out of an obstacle touches nothing.
typedef struct dv_sweep_hit {
    uint32_t obstacle;
    float distance;
    dv_vec3 center; ///< of the disc or ball where it touches
    dv_vec3 normal; ///< unit, out of the obstacle there
} dv_sweep_hit;

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
