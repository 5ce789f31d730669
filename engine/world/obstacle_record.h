// The obstacles of a world; see obstacles.h.
#ifndef DV_WORLD_OBSTACLE_RECORD_H
#define DV_WORLD_OBSTACLE_RECORD_H

#include "drover/world.h"

/// A bounding box.
typedef struct dv_box {
    dv_vec3 low, high;
} dv_box;

/// The outline of an obstacle that isn't round.
typedef struct dv_outline {
    dv_box box;
    float width, depth; ///< m, of a box
    uint32_t count;
    dv_vec3 points[]; ///< `count` in the world, then `count` relative to the position at heading 0
} dv_outline;

/// Worlds have thousands of round obstacles, such as trees. To keep records small, what round
/// obstacles don't need is in the outline.
typedef struct dv_obstacle_record {
    uint32_t generation : DV_HANDLE_GENERATION_BITS;
    uint32_t shape : 4;  ///< of dv_obstacle_shape
    uint32_t blocks : 3; ///< of dv_blocking; 0 if it isn't alive
    uint32_t alive : 1;
    uint32_t hollow : 1; ///< a shell: who is inside stays inside
    dv_vec3 position;
    float heading;
    float radius;        ///< of a sphere or cylinder
    float half_height;   ///< of a box or cylinder in a volume; infinite for the others
    uint32_t color;      ///< 0: the default
    dv_outline *outline; ///< owned; NULL for a sphere or cylinder
} dv_obstacle_record;

/// How many points the outline has; 0 without one.
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
    dv_vec3 span; ///< m, size of a world that wraps: each obstacle has images a span away to either
                  ///< side; 0 along axes that don't wrap
    dv_box box;   ///< around all obstacles when the index was built
    float grain;  ///< m, upper bound for rounding errors of coordinates in the box
    uint32_t columns, rows;
    float cell_size;
    double cells_a_meter;
    float origin_x, origin_y;
    uint32_t *cell_start; ///< by cell: its first item; one entry more than there are cells
    uint32_t *cell_items; ///< indices of obstacles, cell after cell
    uint32_t cell_capacity, item_capacity;
} dv_obstacles;

/// The nearest point of an obstacle's surface.
typedef struct dv_surface_point {
    uint32_t obstacle; ///< index
    dv_vec3 point;
    dv_vec3 normal; ///< unit, out of the obstacle
    float distance; ///< m from the query point to the surface; negative inside
} dv_surface_point;

/// What a swept disc or ball touches first. `distance` is how far it gets (m); 0 if it touches the
/// obstacle from the start and would go deeper.
typedef struct dv_sweep_hit {
    uint32_t obstacle;
    float distance;
    dv_vec3 center; ///< of the disc or ball where it touches
    dv_vec3 normal; ///< unit, out of the obstacle there
} dv_sweep_hit;

#endif
