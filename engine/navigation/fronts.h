// Fronts: the cells and narrow places that a wave has reached and has yet to pass, sorted by key, a
// cost divided by the depth of a front. A radix heap (Ahuja, Mehlhorn, Orlin, and Tarjan 1990):
// keys never fall below that of the lowest front, so a bucket holds those that first differ from it
// in one bit.
//
// Invariant: only the indices are kept. A key that has fallen since an index was added is that of
// another entry of the same index, in a lower bucket. So the entry is out of date, and is left out
// when its turn comes.
#ifndef DV_NAVIGATION_FRONTS_H
#define DV_NAVIGATION_FRONTS_H

#include "drover/base.h"

#define DV_BUCKETS 65

typedef struct dv_bucket {
    uint32_t *all;
    uint32_t count, capacity;
} dv_bucket;

typedef struct dv_fronts {
    uint64_t low; ///< the key of the lowest front
    /// The first is the lowest front. Indices may be added to it while it is visited, and appear
    /// more than once.
    dv_bucket buckets[DV_BUCKETS];
} dv_fronts;

/// Add an index with a key of at least `low`; false when memory is short.
bool dv_fronts_add(dv_fronts *fronts, uint32_t index, uint64_t key);
/// Go on to the next front, whose key is a greater one. `costs` are the costs by index, and `shift`
/// makes keys of them. False when there is none, or, with `short_of_memory`, when that is why.
bool dv_fronts_advance(dv_fronts *fronts, const uint64_t *costs, int shift, bool *short_of_memory);
void dv_fronts_free(dv_fronts *fronts);

#endif
