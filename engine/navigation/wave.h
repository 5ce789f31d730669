// The wave: the distance of each free cell of a map from the goal, in steps to the eight neighbors.
//
// Invariant: weights are whole numbers, with about STEP units per cell width or depth. So sums do
// not depend on order, and ways made of the same steps have the same length. A blocked cell has
// weight 0, so that no step can lower it. Weights of narrow places follow those of cells.
#ifndef DV_NAVIGATION_WAVE_H
#define DV_NAVIGATION_WAVE_H

#include "navigation/narrows.h"

/// The weight of a cell or narrow place that the wave has not reached.
#define DV_UNREACHED UINT32_MAX

/// A cell or narrow place where a way begins or ends.
typedef struct dv_joint {
    dv_map_place place;
    uint32_t cell;   ///< or, from the size of the map on, narrow place
    uint32_t weight; ///< of the straight line between there and the end; above 0 if there are more
} dv_joint;

typedef struct dv_joints {
    dv_joint *all;
    uint32_t count, capacity;
} dv_joints;

#define DV_FRONTS 8

typedef struct dv_front {
    uint32_t *cells;
    uint32_t count, capacity;
} dv_front;

typedef struct dv_wave {
    uint32_t *weights;
    uint32_t steps[DV_DIRECTIONS]; ///< of a step to each neighbor
    double weight_of_meter;
    uint32_t low;              ///< weights below are final
    uint32_t entered;          ///< goal joints that are in the wave
    bool is_let_in;            ///< all with weights in [low, low + STEP) are
    const dv_narrows *narrows; ///< NULL: none
    dv_front fronts[DV_FRONTS];
} dv_wave;

/// Prepare a wave for a map, through its narrow places too unless they are NULL. Call dv_wave_free
/// even when this fails.
bool dv_wave_begin(dv_wave *wave, const dv_map *map, const dv_narrows *narrows);
/// The weight of a passage to a narrow place.
uint32_t dv_wave_weight_through(const dv_wave *wave, const dv_passage *passage);
/// The weight of a distance (m).
uint32_t dv_wave_weight_of(const dv_wave *wave, double meters);
/// Send the wave out from the goal, or farther out, until no cell can offer the start a shorter
/// way. The way does not depend on how far the wave is out beyond that. False when memory is short
/// or `work` runs out; then, the wave is of no more use.
bool dv_wave_run(dv_wave *wave, const dv_map *map, const dv_joints *goal, const dv_joints *start,
                 dv_plan_work *work);
void dv_wave_free(dv_wave *wave);

/// The start joint with the shortest way, the first of equals; NULL when there is no way.
const dv_joint *dv_wave_best(const dv_wave *wave, const dv_joints *start);

#endif
