// The obstacles of a world; see obstacles.h.
#ifndef DV_WORLD_OBSTACLE_RECORD_H
#define DV_WORLD_OBSTACLE_RECORD_H

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

/// The nearest point of an obstacle's surface.
typedef struct dv_surface_point {
    uint32_t obstacle; ///< index
    dv_vec3 point;
    dv_vec3 normal; ///< unit, out of the obstacle
    float distance; ///< m from the asking point to the surface; negative inside
} dv_surface_point;

/// What a disc or ball touches that is swept along. `distance` is how far it gets; 0 when it
/// touches at once and would go deeper.
typedef struct dv_sweep_hit {
    uint32_t obstacle;
    float distance;
    dv_vec3 center; ///< of the disc or ball where it touches
    dv_vec3 normal; ///< unit, out of the obstacle there
} dv_sweep_hit;

#endif
