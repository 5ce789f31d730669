// Paths: spines of straight chords, splines sampled to them, with a radius.
//
// Invariant: `along` rises strictly from 0; no chord is longer than a quarter of a wrapping world's
// shortest span (some hundred of them in a stretch apart), so that the nearest image of a point is
// told by a chord's middle; every run of chords lies in its box.
#ifndef DV_WORLD_PATHS_H
#define DV_WORLD_PATHS_H

#include "world/id_pool.h"
#include "world/obstacles.h"

/// A chord as seen from its middle.
typedef struct dv_path_chord {
    dv_vec3 middle, half; ///< from the middle to its end
    double square;        ///< of the half's length
    dv_vec3 tangent;      ///< unit
} dv_path_chord;

/// The box about a run of chords.
typedef struct dv_path_run {
    dv_vec3 center, half;
} dv_path_run;

typedef struct dv_path_record {
    float radius;
    bool closed, spline;
    uint32_t point_count;
    dv_vec3 *points; ///< as given
    uint32_t corner_count;
    dv_vec3 *corners; ///< of the spine; when closed, the last is the first
    double *along;    ///< m from the start, for each corner
    double chords_a_metre;
    double longest_half;   ///< m, of the chords
    dv_path_chord *chords; ///< one less than corners
    dv_path_run *runs;
    uint32_t run_count;
} dv_path_record;

typedef struct dv_paths {
    dv_id_pool ids;
    dv_path_record *records;
    uint32_t capacity;
} dv_paths;

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
