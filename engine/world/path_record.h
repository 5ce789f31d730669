// The paths of a world; see paths.h.
#ifndef DV_WORLD_PATH_RECORD_H
#define DV_WORLD_PATH_RECORD_H

#include "world/id_pool.h"

/// A chord as seen from its middle.
typedef struct dv_path_chord {
    dv_vec3 middle, half; ///< from the middle to its end
    double square;        ///< of the half's length
    dv_vec3 tangent;      ///< unit
} dv_path_chord;

#define DV_CHORDS_A_RUN 16u

/// The box around a run of DV_CHORDS_A_RUN chords.
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

#endif
