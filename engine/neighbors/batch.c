#include "neighbors/batch.h"

#include "world/stopping.h"

void dv_batcher_begin(dv_batcher *b, const dv_world *world, bool stays_close,
                      dv_handle_batch *hand_out, void *owner) {
    b->world = world;
    b->owner = owner;
    b->hand_out = hand_out;
    b->stays_close = stays_close;
    b->opened = 0;
    b->last = NULL;
}

dv_batch *dv_open_batch(dv_batcher *b, uint32_t key, uint32_t most) {
    uint32_t index = b->opened % DV_OPEN_BATCHES;
    dv_batch *batch = &b->batches[index];
    if (b->opened >= DV_OPEN_BATCHES)
        dv_hand_out(b, batch);
    b->opened++;
    b->last = batch;
    batch->index = index;
    batch->key = key;
    batch->count = 0;
    batch->most = most;
    return batch;
}

void dv_hand_out(dv_batcher *b, dv_batch *batch) {
    if (batch->count > 0 && !dv_tick_is_stopped(b->world))
        b->hand_out(b->owner, batch);
    batch->count = 0;
}

void dv_hand_out_all(dv_batcher *b) {
    for (uint32_t i = 0; i < dv_open_batches(b); i++)
        dv_hand_out(b, &b->batches[i]);
}
