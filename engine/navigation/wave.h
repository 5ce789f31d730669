// The wave: what the way from each free cell of a map to the goal costs, in steps to the eight
// neighbors.
//
// Invariant: weights are whole numbers, with about STEP units per cell width or depth; on a map
// with prices, that times the prices of both cells. So sums do not depend on order, and ways made
// of the same steps have the same weight. A blocked cell has weight 0, so that no step can lower
// it. Weights of narrow places follow those of cells.
#ifndef DV_NAVIGATION_WAVE_H
#define DV_NAVIGATION_WAVE_H

#include "navigation/fronts.h"
#include "navigation/narrows.h"

/// The weight of a cell or narrow place that the wave has not reached.
#define DV_UNREACHED UINT64_MAX

/// A cell or narrow place where a way begins or ends.
typedef struct dv_joint {
    dv_map_place place;
    uint32_t cell;   ///< or, from the size of the map on, narrow place
    uint64_t weight; ///< of the straight line between there and the end; above 0 if there are more
} dv_joint;

typedef struct dv_joints {
    dv_joint *all;
    uint32_t count, capacity;
} dv_joints;

typedef struct dv_wave {
    uint64_t *weights;
    uint32_t steps[DV_DIRECTIONS]; ///< of a step to each neighbor, over plain ground
    double weight_of_meter;
    int shift;                 ///< a weight without its lowest bits is the key of its front
    bool has_begun;            ///< the goal joints are in the wave
    const dv_narrows *narrows; ///< NULL: none
    dv_fronts fronts;
} dv_wave;

/// Prepare a wave for a map, through its narrow places too unless they are NULL. Call dv_wave_free
/// even when this fails.
bool dv_wave_begin(dv_wave *wave, const dv_map *map, const dv_narrows *narrows);
/// The weight of a passage that begins at a cell or narrow place.
uint64_t dv_wave_weight_through(const dv_wave *wave, const dv_map *map, uint32_t from,
                                const dv_passage *passage);
/// The weight of a distance (m) in a cell, or from a narrow place.
uint64_t dv_wave_weight_of(const dv_wave *wave, const dv_map *map, uint32_t from, double meters);
/// The weight of a step from a cell to its neighbor in a direction.
static inline uint64_t dv_wave_step(const dv_wave *wave, const dv_map *map, uint32_t cell,
                                    uint32_t next, int direction) {
    return wave->steps[direction] * dv_map_price_between(map, cell, next);
}
/// Send the wave out from the goal, or farther out, until no cell can offer the start a shorter
/// way. The way does not depend on how far the wave is out beyond that. False when memory is short
/// or `work` runs out; then, the wave is of no more use.
bool dv_wave_run(dv_wave *wave, const dv_map *map, const dv_joints *goal, const dv_joints *start,
                 dv_plan_work *work);
void dv_wave_free(dv_wave *wave);

/// The start joint with the shortest way, the first of equals; NULL when there is no way.
const dv_joint *dv_wave_best(const dv_wave *wave, const dv_joints *start);

#endif
