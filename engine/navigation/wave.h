// The wave: how far each free cell of a map is from the goal, by steps to the eight neighbors.
//
// Invariant: weights are whole numbers, a cell's width or depth being about STEP of them; so they
// add up the same in any order, and ways of the same steps are of the same length. A blocked cell's
// weight is 0, so that nothing can come to it by less.
#ifndef DV_NAVIGATION_WAVE_H
#define DV_NAVIGATION_WAVE_H

#include "navigation/map.h"

/// The weight of a cell that the wave did not come to.
#define DV_UNREACHED UINT32_MAX

/// A cell where a way begins or ends.
typedef struct dv_joint {
    dv_map_place place;
    uint32_t cell;
    uint32_t weight; ///< of the way between the cell's center and the end
} dv_joint;

typedef struct dv_joints {
    dv_joint *all;
    uint32_t count, capacity;
} dv_joints;

#define DV_FRONTS 4

typedef struct dv_front {
    uint32_t *cells;
    uint32_t count, capacity;
} dv_front;

typedef struct dv_wave {
    uint32_t *weights;
    uint32_t steps[DV_DIRECTIONS]; ///< weights of the steps to the neighbors
    double weight_of_metre;
    dv_front fronts[DV_FRONTS];
} dv_wave;

/// Measure a map's cells. To be freed even when it fails.
bool dv_wave_begin(dv_wave *wave, const dv_map *map);
uint32_t dv_wave_weight_of(const dv_wave *wave, double metres);
/// Send the wave out from the goal until no cell can give a shorter way to the start. False when
/// memory is short or the work may go no further.
bool dv_wave_run(dv_wave *wave, const dv_map *map, const dv_joints *goal, const dv_joints *start,
                 dv_plan_work *work);
void dv_wave_free(dv_wave *wave);

/// The joint of the start with the shortest way, the first of several; NULL when there is no way.
const dv_joint *dv_wave_best(const dv_wave *wave, const dv_joints *start);

#endif
