// Places of labels in a picture: a label is only taken where it covers none that was taken before.
//
// Invariant: no two boxes overlap.
#ifndef DV_PLAYER_LABELS_H
#define DV_PLAYER_LABELS_H

#include <stdbool.h>
#include <stdint.h>

#define DV_MOST_LABELS 200u ///< in a picture
#define DV_LABEL_SHADOW 0x1a1f18c0u
#define DV_LABEL_HEIGHT 14.0f ///< pixels of a screen without scaling

typedef struct dv_label_box {
    float left, top, right, bottom; ///< pixels
} dv_label_box;

/// Zero: none is taken yet.
typedef struct dv_labels {
    dv_label_box boxes[DV_MOST_LABELS];
    uint32_t count;
} dv_labels;

/// Take a place. False if it overlaps one that is taken, or if there are DV_MOST_LABELS.
bool dv_labels_take(dv_labels *labels, dv_label_box box);

#endif
