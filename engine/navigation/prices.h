// Prices: what a meter costs in each cell of a map, compared with plain ground.
//
// A meter counts as (1 + weight) / pace meters, where the pace is the factor that terrain and
// regions put on speeds, and `cost` more in each circle around somebody to avoid.
#ifndef DV_NAVIGATION_PRICES_H
#define DV_NAVIGATION_PRICES_H

#include "navigation/map.h"

#define DV_DEAREST_PRICE 1e7 ///< m of plain ground per meter; so no sum of prices overflows

/// A circle to avoid.
typedef struct dv_danger {
    dv_vec3 center; ///< m
    float radius;   ///< m
    float cost;     ///< m of plain ground for each meter inside
} dv_danger;

/// What prices depend on.
typedef struct dv_pricing {
    const dv_world *world;
    bool counts_ground; ///< terrain and the speeds of regions count
    int32_t kind;       ///< whose terrain; −1: everyone's
    float z;            ///< m, the height at which the ground counts
    dv_danger *dangers;
    uint32_t danger_count, danger_capacity;
} dv_pricing;

/// Add a circle around every agent of the kinds to avoid, except `self`. False when memory is
/// short. Free `dangers` either way.
bool dv_pricing_avoid(dv_pricing *pricing, const dv_avoid *avoid, dv_agent self);
/// A box around all that makes ground dear or cheap, as far as it is within the world's bounds.
/// What covers the bounds is left out, since there is no way around it. False if nothing is left.
bool dv_pricing_box(const dv_pricing *pricing, dv_box *box);
/// Whether some ground may be dearer or cheaper than plain ground.
bool dv_pricing_matters(const dv_pricing *pricing);
/// A lower bound of the price of a meter, at most 1. Where regions that speed bodies up overlap,
/// the price may be even lower.
double dv_pricing_lowest(const dv_pricing *pricing);
/// A hash of everything that prices depend on; 0 if they depend on nothing.
uint64_t dv_pricing_hash(const dv_pricing *pricing);
/// Give a map its prices, unless they don't matter. False when memory is short or `work` runs out.
bool dv_map_set_prices(dv_map *map, const dv_pricing *pricing, dv_plan_work *work);

#endif
