// A radix heap of cells; see fronts.h for the invariant.
#include "navigation/fronts.h"

#include "base/alloc.h"

/// The bucket of a key: 0 for the lowest, else one more than the highest bit that differs from it.
static int bucket_of(const dv_fronts *fronts, uint64_t key) {
    uint64_t bits = key ^ fronts->low;
    return bits ? 64 - __builtin_clzll(bits) : 0;
}

bool dv_fronts_add(dv_fronts *fronts, uint32_t index, uint64_t key) {
    dv_bucket *bucket = &fronts->buckets[bucket_of(fronts, key)];
    if (bucket->count == bucket->capacity && !dv_reserve((void **)&bucket->all, &bucket->capacity,
                                                         bucket->count + 1, sizeof *bucket->all))
        return false;
    bucket->all[bucket->count++] = index;
    return true;
}

/// Leave out what is out of date; returns the lowest key that is left.
static uint64_t drop_outdated(const dv_fronts *fronts, dv_bucket *bucket, const uint64_t *costs,
                              int shift) {
    uint64_t lowest = UINT64_MAX;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < bucket->count; i++) {
        uint64_t key = costs[bucket->all[i]] >> shift;
        if (key <= fronts->low)
            continue;
        bucket->all[kept++] = bucket->all[i];
        lowest = key < lowest ? key : lowest;
    }
    bucket->count = kept;
    return lowest;
}

bool dv_fronts_advance(dv_fronts *fronts, const uint64_t *costs, int shift, bool *short_of_memory) {
    *short_of_memory = false;
    fronts->buckets[0].count = 0;
    for (int i = 1; i < DV_BUCKETS; i++) {
        dv_bucket *bucket = &fronts->buckets[i];
        uint64_t lowest = bucket->count ? drop_outdated(fronts, bucket, costs, shift) : 0;
        uint32_t count = bucket->count;
        if (!count)
            continue;
        fronts->low = lowest;
        bucket->count = 0; // all of them move to lower buckets
        for (uint32_t j = 0; j < count && !*short_of_memory; j++)
            *short_of_memory =
                !dv_fronts_add(fronts, bucket->all[j], costs[bucket->all[j]] >> shift);
        return !*short_of_memory;
    }
    return false;
}

void dv_fronts_free(dv_fronts *fronts) {
    for (int i = 0; i < DV_BUCKETS; i++)
        dv_free(fronts->buckets[i].all);
    *fronts = (dv_fronts){0};
}
