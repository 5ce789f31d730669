// The nearest agent that each agent of a squad sees.
#ifndef DV_NEIGHBORS_NEAREST_LANES_H
#define DV_NEIGHBORS_NEAREST_LANES_H

#include "neighbors/visits.h"

/// A search by all agents of a squad; see dv_nearest_run.
struct dv_nearest_lanes {
    const dv_kind_set *kinds;
    dv_sought_kinds sought;
    float half_cosine; ///< cosine of half the view cone; −1: all around
    // The nearest so far. At first none, with the square of the reach.
    int32_t nearest[DV_LANES];
    float squared[DV_LANES]; ///< m²
};
typedef struct dv_nearest_lanes dv_nearest_lanes;
#define DV_FOUND_NOBODY INT32_MAX

/// Find the nearest agent within `radius` (m) for each agent of a squad; `found` has just begun.
void dv_find_nearest_for_squad(const dv_squad *squad, float radius, dv_nearest_lanes *found);

/// Begin a search for some kinds within `reach` (m).
static inline void dv_nearest_begin(dv_nearest_lanes *lanes, const dv_kind_set *kinds, float reach,
                                    float half_cosine) {
    lanes->kinds = kinds;
    dv_seek_kinds(&lanes->sought, kinds);
    lanes->half_cosine = half_cosine;
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        lanes->nearest[lane] = DV_FOUND_NOBODY;
        lanes->squared[lane] = reach * reach;
    }
}

#endif
