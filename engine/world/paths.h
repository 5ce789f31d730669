// Paths: spines of straight chords, splines sampled to them, with a radius.
//
// Invariant: `along` rises strictly from 0; no chord is longer than a quarter of a wrapping world's
// shortest span (some hundred of them in a stretch apart), so that the nearest image of a point is
// told by a chord's middle; every run of chords lies in its box.
#ifndef DV_WORLD_PATHS_H
#define DV_WORLD_PATHS_H

#include "world/obstacles.h"
#include "world/path_record.h"

void dv_paths_free(dv_paths *paths);
/// Check a definition and make its record; on failure it is empty.
dv_result dv_path_make(const dv_world *world, const dv_path_def *def, dv_path_record *path,
                       dv_error *error);
/// NULL when the handle is stale or names no path of the world.
const dv_path_record *dv_path_record_of(const dv_world *world, uint64_t bits);

/// A place on a spine, as found from a point.
typedef struct dv_path_place {
    double s;        ///< m from the start
    dv_vec3 offset;  ///< from the asking point to the spine
    float distance;  ///< m, its length
    dv_vec3 tangent; ///< unit, of the chord
    uint32_t chord;
} dv_path_place;

/// The nearest place, the first of several.
dv_path_place dv_path_nearest(const dv_world *world, const dv_path_record *path, dv_vec3 from);
/// The nearest place no further along than about `reach` (m) before or behind `s`.
dv_path_place dv_path_nearest_within(const dv_world *world, const dv_path_record *path,
                                     dv_vec3 from, double s, double reach);

/// An obstacle that a spine comes too near to, and where it first does.
typedef struct dv_path_obstacle {
    uint32_t obstacle; ///< index
    double s;          ///< m from the start
} dv_path_obstacle;

/// The first that is planned around and counts (NULL: all do) of those that a spine comes nearer to
/// than `clearance` (m) from `s` on, of a closed path once around. Walking out of one is no coming
/// nearer.
bool dv_path_first_met(const dv_world *world, const dv_path_record *path, double s, float clearance,
                       dv_obstacle_counts *counts, const void *context, dv_path_obstacle *met);

/// Which side of the spine the asking point is on, as seen from above: 1 left, −1 right, 0 neither.
/// At a corner that is the side of both its chords; beyond an open end, of the last one made
/// longer.
float dv_path_side_of(const dv_path_record *path, const dv_path_place *place);
/// Whether the asking point lies beyond an end of an open path.
bool dv_path_ends_at(const dv_path_record *path, const dv_path_place *place);

static inline double dv_path_length_of(const dv_path_record *path) {
    return path->along[path->corner_count - 1];
}

/// The point at `s`: around a closed path as often as it takes, held to the ends of an open one.
dv_vec3 dv_path_point_of(const dv_path_record *path, double s, dv_vec3 *tangent);

#endif
