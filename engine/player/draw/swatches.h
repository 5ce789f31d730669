// In which colors the agents of a kind are drawn, for the legend.
#ifndef DV_PLAYER_SWATCHES_H
#define DV_PLAYER_SWATCHES_H

#include <stdint.h>

#define DV_MAX_SWATCHES 16
#define DV_SHOWN_SWATCHES 4

/// Colors with how many agents are drawn in them, in the order in which they were first added. Each
/// color is one that was added. Those added later count with the one that they look like, so that
/// agents that are shaded one by one are a few colors.
typedef struct dv_swatches {
    uint32_t colors[DV_MAX_SWATCHES], counts[DV_MAX_SWATCHES];
    uint32_t used;
} dv_swatches;

/// Count one more agent in a color, 0xRRGGBBAA. Once DV_MAX_SWATCHES colors are used, it counts
/// with the nearest.
void dv_swatches_add(dv_swatches *swatches, uint32_t color);

/// The most frequent colors, the most frequent first; of those that are equally frequent, the one
/// that was added first. Returns how many there are, at most DV_SHOWN_SWATCHES.
uint32_t dv_swatches_most(const dv_swatches *swatches, uint32_t colors[DV_SHOWN_SWATCHES]);

#endif
