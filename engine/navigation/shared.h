// What plans to the same goal share: the map and the searches on it.
//
// Invariant: a world keeps those of a tick until its end, the last that was used first, as long as
// they don't have too many cells: plans to one goal have a window for each distance. Their keys
// cover all that the map and the searches depend on, obstacles included. So a plan finds the same
// way with them or without: only the work differs.
#ifndef DV_NAVIGATION_SHARED_H
#define DV_NAVIGATION_SHARED_H

#include "base/hash.h"
#include "navigation/wave.h"

/// A wave from the goal, and where it begins.
typedef struct dv_search {
    dv_wave wave;
    dv_joints goal;
} dv_search;

#define DV_MOST_SHARED_CELLS (2u * DV_MAX_PLAN_CELLS)

typedef struct dv_shared_wave {
    uint64_t key;
    struct dv_shared_wave *next; ///< used before
    dv_map map;
    dv_search wide;     ///< through free cells alone
    bool knows_narrows; ///< `wide` has left a start out, so `narrows` have been looked for
    dv_narrows narrows;
    dv_search narrow; ///< through narrow places too, if there are any
} dv_shared_wave;

/// Free one wave and what belongs to it; NULL is allowed.
void dv_shared_wave_free(dv_shared_wave *shared);
/// Add a shape and its place to a hash.
void dv_hash_add_shape(dv_hash *hash, const dv_obstacle_record *shape);
/// A hash of the barriers' shapes and places.
uint64_t dv_barriers_hash(const dv_barriers *barriers);
/// Take the wave with this key out of the world; NULL if the world has none.
dv_shared_wave *dv_shared_wave_take(dv_world *world, uint64_t key);
/// Let the world keep a wave for further plans.
void dv_shared_wave_keep(dv_world *world, dv_shared_wave *shared);

#endif
