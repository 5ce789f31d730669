#include "player/draw/depths.h"

#include "base/alloc.h"

#include <math.h>
#include <string.h>

/// The buckets of each layer. They divide the range of all depths.
#define STEPS 32768u
#define BUCKETS (STEPS * DV_DEPTH_LAYERS)

void dv_depths_free(dv_depths *depths) {
    dv_batch_free(&depths->batch);
    dv_free(depths->marks);
    dv_free(depths->order);
    dv_free(depths->buckets);
    *depths = (dv_depths){0};
}

void dv_depths_clear(dv_depths *depths) {
    dv_batch_clear(&depths->batch);
    depths->count = 0;
    depths->failed = false;
}

void dv_depths_mark(dv_depths *depths, dv_depth_layer layer, float depth) {
    if (!dv_reserve((void **)&depths->marks, &depths->capacity, depths->count + 1,
                    sizeof *depths->marks)) {
        depths->failed = true;
        return;
    }
    depths->marks[depths->count++] =
        (dv_depth_mark){depths->batch.item_count, depths->batch.count, 0, depth, layer};
}

/// Give each mark that is seen its bucket, the farthest first, and count the marks in each.
static void fill_buckets(dv_depths *depths) {
    float near = INFINITY, far = -INFINITY;
    for (uint32_t i = 0; i < depths->count; i++) {
        near = fminf(near, depths->marks[i].depth);
        far = fmaxf(far, depths->marks[i].depth);
    }
    float step = far > near ? (float)(STEPS - 1) / (far - near) : 0;
    memset(depths->buckets, 0, BUCKETS * sizeof *depths->buckets);
    for (uint32_t i = 0; i < depths->count; i++) {
        dv_depth_mark *mark = &depths->marks[i];
        if (mark->layer == DV_UNSEEN)
            continue;
        mark->bucket = (uint32_t)mark->layer * STEPS + (uint32_t)((far - mark->depth) * step);
        depths->buckets[mark->bucket]++;
    }
}

/// Returns how many marks are seen.
static uint32_t put_in_order(dv_depths *depths) {
    uint32_t before = 0;
    for (uint32_t i = 0; i < BUCKETS; i++) {
        uint32_t count = depths->buckets[i];
        depths->buckets[i] = before;
        before += count;
    }
    for (uint32_t i = 0; i < depths->count; i++)
        if (depths->marks[i].layer != DV_UNSEEN)
            depths->order[depths->buckets[depths->marks[i].bucket]++] = i;
    return before;
}

static bool make_room(dv_depths *depths) {
    if (!depths->buckets)
        depths->buckets = dv_alloc_untouched(BUCKETS * sizeof *depths->buckets);
    return depths->buckets && dv_reserve((void **)&depths->order, &depths->order_capacity,
                                         depths->count, sizeof *depths->order);
}

dv_result dv_depths_draw(dv_depths *depths, dv_batch *to) {
    const dv_batch *batch = &depths->batch;
    bool is_complete = !depths->failed && !batch->failed && make_room(depths);
    if (is_complete && depths->count > 0) {
        fill_buckets(depths);
        uint32_t seen = put_in_order(depths);
        for (uint32_t i = 0; i < seen; i++) {
            uint32_t at = depths->order[i];
            const dv_depth_mark *mark = &depths->marks[at], *next = mark + 1;
            bool is_last = at + 1 == depths->count;
            dv_batch_append_part(to, batch, mark->item, is_last ? batch->item_count : next->item,
                                 mark->corner, is_last ? batch->count : next->corner);
        }
    }
    dv_depths_clear(depths);
    return is_complete && !to->failed ? DV_OK : DV_ERROR_MEMORY;
}
