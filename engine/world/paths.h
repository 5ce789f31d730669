// Paths: a spine of straight chords, and a radius. Splines are sampled into chords.
//
// Invariant: `along` starts at 0 and rises strictly. In a world that wraps, chords are at most a
// quarter of the shortest span long (unless two points are so far apart that this takes more than
// 64 chords), so the image of a point nearest to a chord's middle is also nearest to the chord.
// Every run of chords lies in its box.
#ifndef DV_WORLD_PATHS_H
#define DV_WORLD_PATHS_H

#include "world/obstacles.h"
#include "world/path_record.h"

void dv_paths_free(dv_paths *paths);
/// Check a definition and make a record of it. On failure, the record is empty.
dv_result dv_path_make(const dv_world *world, const dv_path_def *def, dv_path_record *path,
                       dv_error *error);
/// Note that a path was planned.
void dv_path_mark_planned(dv_world *world, dv_path path);
/// NULL when the handle is stale or isn't a path of this world.
const dv_path_record *dv_path_record_of(const dv_world *world, uint64_t bits);

/// A place on a spine, found in a search from a query point.
typedef struct dv_path_place {
    double s;        ///< m from the start
    dv_vec3 offset;  ///< m, from the query point to the place
    float distance;  ///< m, the length of `offset`
    dv_vec3 tangent; ///< unit, of the chord
    uint32_t chord;  ///< index
} dv_path_place;

/// The place on a spine nearest to `from`; the first of several equally near ones.
dv_path_place dv_path_nearest(const dv_world *world, const dv_path_record *path, dv_vec3 from);
/// The nearest place between about `s` − `reach` and `s` + `reach` (m along the spine).
dv_path_place dv_path_nearest_within(const dv_world *world, const dv_path_record *path,
                                     dv_vec3 from, double s, double reach);

/// An obstacle that a spine comes too close to, and the first place where it does.
typedef struct dv_path_obstacle {
    uint32_t obstacle; ///< index
    double s;          ///< m from the start
} dv_path_obstacle;

/// Find the first obstacle that comes within `clearance` (m) of the spine, starting at `s` (m) and
/// going to the end of an open path or once around a closed one. Only obstacles that block planning
/// and for which `counts` returns true are searched (NULL: all of them). A spine that leads out of
/// an obstacle doesn't meet it.
bool dv_path_first_met(const dv_world *world, const dv_path_record *path, double s, float clearance,
                       dv_obstacle_counts *counts, const void *context, dv_path_obstacle *met);

/// Which side of the spine the query point is on, seen from above: 1 left, −1 right, 0 neither. At
/// a corner, both chords decide; beyond an open end, the last chord decides as if it were longer.
float dv_path_side_of(const dv_path_record *path, const dv_path_place *place);
/// Whether the query point lies beyond an end of an open path.
bool dv_path_ends_at(const dv_path_record *path, const dv_path_place *place);

/// The length of the spine (m).
static inline double dv_path_length_of(const dv_path_record *path) {
    return path->along[path->corner_count - 1];
}

/// The point at `s` (m along the spine), and the unit tangent there unless `tangent` is NULL. `s`
/// wraps around on a closed path and is clamped to the ends of an open one.
dv_vec3 dv_path_point_of(const dv_path_record *path, double s, dv_vec3 *tangent);

#endif
