// Collects agents into batches. A phase of the tick goes through its agents in order of cells or
// IDs. Agents that can be handled together, say, because they have the same composition, join the
// same batch, and a batch is handed out when it is full:
//
//     a batch, as in steer:   key 3 | a b c d e f g .     "." is room for one more
//                             key 5 | r s . . . . . .
//
// Invariant: each agent that joins is handed out exactly once. What is computed for an agent does
// not depend on its batch.
#ifndef DV_NEIGHBORS_BATCH_H
#define DV_NEIGHBORS_BATCH_H

#include "base/compiler.h"
#include "neighbors/index.h"
#include "world/kernels.h"

#define DV_OPEN_BATCHES 4 ///< at once; a new one takes the room of the oldest
#define DV_MAX_BATCH 64   ///< agents

typedef struct dv_batch {
    uint32_t index; ///< below DV_OPEN_BATCHES: for what its owner stores by batch
    uint32_t key;   ///< what its agents have in common
    uint32_t count, most;
    uint32_t ranks[DV_MAX_BATCH]; ///< of the agents, in world->sensed
} dv_batch;

/// Handle the agents of a batch. It is empty again afterward. Not called once the tick is stopped.
typedef void dv_handle_batch(void *owner, const dv_batch *batch);

typedef struct dv_batcher {
    const dv_world *world;
    void *owner;
    dv_handle_batch *hand_out;
    bool stays_close; ///< agents too far from a batch's first one do not share it
    uint32_t opened;  ///< how many batches so far
    dv_batch *last;   ///< the one that was found or opened last; NULL at first
    dv_batch batches[DV_OPEN_BATCHES];
} dv_batcher;

/// Begin without batches.
void dv_batcher_begin(dv_batcher *batcher, const dv_world *world, bool stays_close,
                      dv_handle_batch *hand_out, void *owner);
/// Open a batch of at most `most` agents. Hands out the oldest one if there is no room. What the
/// owner stores for the batch has to be set afterward.
dv_batch *dv_open_batch(dv_batcher *batcher, uint32_t key, uint32_t most);
void dv_hand_out(dv_batcher *batcher, dv_batch *batch);
/// Hand out what is left, at the end.
void dv_hand_out_all(dv_batcher *batcher);

static inline uint32_t dv_open_batches(const dv_batcher *b) {
    return b->opened < DV_OPEN_BATCHES ? b->opened : DV_OPEN_BATCHES;
}

/// Whether an agent belongs in a batch. `asked` says which one: a key, or whatever the owner needs.
typedef bool dv_belongs(void *owner, const dv_batch *batch, uint32_t asked);

static inline bool dv_has_key(void *owner, const dv_batch *batch, uint32_t key) {
    (void)owner;
    return batch->key == key;
}

/// The batch in which an agent belongs, or NULL if none is open. Tries the last one first, since
/// agents that are alike often follow each other. `belongs` is a constant, so that it is inlined.
static DV_ALWAYS_INLINE dv_batch *dv_find_batch(dv_batcher *b, dv_belongs *belongs,
                                                uint32_t asked) {
    if (b->last && belongs(b->owner, b->last, asked))
        return b->last;
    for (uint32_t i = 0; i < dv_open_batches(b); i++)
        if (belongs(b->owner, &b->batches[i], asked))
            return b->last = &b->batches[i];
    return NULL;
}

/// Add an agent to its batch.
static inline void dv_join_batch(dv_batcher *b, dv_batch *batch, uint32_t rank) {
    uint32_t squads = batch->count / DV_LANES + 1;
    if (b->stays_close && batch->count > 0 &&
        !dv_are_side_by_side(&b->world->sensed, rank, batch->ranks[0], squads))
        dv_hand_out(b, batch);
    batch->ranks[batch->count++] = rank;
    if (batch->count == batch->most)
        dv_hand_out(b, batch);
}

/// Put up to DV_LANES agents into the lanes of a squad, whose world and kind are set. `gather` is
/// one of the kernels.
static inline void dv_fill_squad(dv_squad *squad, const uint32_t *ranks, uint32_t count,
                                 dv_squad_gather *gather) {
    uint32_t lanes[DV_LANES];
    for (uint32_t lane = 0; lane < DV_LANES && count < DV_LANES; lane++)
        lanes[lane] = ranks[lane < count ? lane : 0];
    squad->count = count < DV_LANES ? count : DV_LANES;
    gather(count < DV_LANES ? lanes : ranks, squad);
}

#endif
