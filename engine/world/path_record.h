// The paths of a world; see paths.h.
#ifndef DV_WORLD_PATH_RECORD_H
#define DV_WORLD_PATH_RECORD_H

#include "world/id_pool.h"

/// A chord, given by its middle.
typedef struct dv_path_chord {
    dv_vec3 middle, half; ///< m; `half` is the vector from the middle to the end
    double square;        ///< m², the squared length of `half`
    dv_vec3 tangent;      ///< unit
} dv_path_chord;

#define DV_CHORDS_A_RUN 16u

/// The bounding box of a run of DV_CHORDS_A_RUN consecutive chords.
typedef struct dv_path_run {
    dv_vec3 center, half;
} dv_path_run;

typedef struct dv_path_record {
    float radius;
    bool closed, spline;
    bool planned; ///< made by a plan; in snapshots, but not in the hash
    uint32_t point_count;
    dv_vec3 *points; ///< as given
    uint32_t corner_count;
    dv_vec3 *corners; ///< of the spine; the last corner of a closed path is its first one again
    double *along;    ///< by corner: distance from the start along the spine (m)
    double chords_a_meter;
    double longest_half;   ///< m, half the length of the longest chord
    dv_path_chord *chords; ///< one fewer than corners
    dv_path_run *runs;
    uint32_t run_count;
} dv_path_record;

typedef struct dv_paths {
    dv_id_pool ids;
    dv_path_record *records;
    uint32_t capacity;
} dv_paths;

#endif
