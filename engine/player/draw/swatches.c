#include "player/draw/swatches.h"

#include <stdbool.h>
#include <stdlib.h>

/// Colors look alike if no channel differs by more than this.
static const uint32_t most_alike = 24;

/// The greatest difference of the red, green, and blue of two colors.
static uint32_t distance_between(uint32_t a, uint32_t b) {
    uint32_t greatest = 0;
    for (int shift = 8; shift <= 24; shift += 8) {
        uint32_t distance = (uint32_t)abs((int)(a >> shift & 0xff) - (int)(b >> shift & 0xff));
        greatest = distance > greatest ? distance : greatest;
    }
    return greatest;
}

void dv_swatches_add(dv_swatches *swatches, uint32_t color) {
    uint32_t nearest = 0, least = UINT32_MAX;
    for (uint32_t i = 0; i < swatches->used && least > 0; i++) {
        uint32_t distance = distance_between(swatches->colors[i], color);
        if (distance < least) {
            least = distance;
            nearest = i;
        }
    }
    if (least > most_alike && swatches->used < DV_MAX_SWATCHES) {
        nearest = swatches->used++;
        swatches->colors[nearest] = color;
        swatches->counts[nearest] = 0;
    }
    swatches->counts[nearest]++;
}

uint32_t dv_swatches_most(const dv_swatches *swatches, uint32_t colors[DV_SHOWN_SWATCHES]) {
    bool taken[DV_MAX_SWATCHES] = {false};
    uint32_t count = 0;
    while (count < DV_SHOWN_SWATCHES && count < swatches->used) {
        uint32_t best = DV_MAX_SWATCHES;
        for (uint32_t i = 0; i < swatches->used; i++)
            if (!taken[i] &&
                (best == DV_MAX_SWATCHES || swatches->counts[i] > swatches->counts[best]))
                best = i;
        taken[best] = true;
        colors[count++] = swatches->colors[best];
    }
    return count;
}
