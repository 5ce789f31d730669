// The order in which things of a volume are drawn: from far to near, so that what is nearer hides
// what is farther away. They are drawn into a batch of their own, in any order, each after a mark
// that says how far away it is; then the parts between two marks are put in order.
//
// Invariant: every item of the batch comes after a mark, and marks are in the order of the batch.
#ifndef DV_PLAYER_DEPTHS_H
#define DV_PLAYER_DEPTHS_H

#include "player/draw/batch.h"

/// Everything of a layer is drawn below everything of the next.
typedef enum dv_depth_layer {
    DV_BELOW_GROUND, ///< hidden by hills
    DV_GROUND,
    DV_ABOVE_GROUND,
    DV_DEPTH_LAYERS,
    DV_UNSEEN ///< left out
} dv_depth_layer;

typedef struct dv_depth_mark {
    uint32_t item, corner; ///< the first of the part, in the batch
    uint32_t bucket;       ///< once they are put in order
    float depth;           ///< m
    dv_depth_layer layer;
} dv_depth_mark;

typedef struct dv_depths {
    dv_batch batch;
    dv_depth_mark *marks;
    uint32_t count, capacity;
    uint32_t *order, order_capacity; ///< of marks, the first to be drawn first
    uint32_t *buckets;               ///< room to put them in order
    bool failed;                     ///< memory ran out since they were last empty
} dv_depths;

/// Free the memory.
void dv_depths_free(dv_depths *depths);

/// Remove everything.
void dv_depths_clear(dv_depths *depths);

/// What is added to the batch from now on is at this depth of this layer.
void dv_depths_mark(dv_depths *depths, dv_depth_layer layer, float depth);

/// Add everything to another batch, from far to near, and empty these. What is equally far stays in
/// the order in which it was added. DV_ERROR_MEMORY if something is missing.
dv_result dv_depths_draw(dv_depths *depths, dv_batch *to);

#endif
