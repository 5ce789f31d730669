#include "player/draw/ramps.h"

#include "player/gui/palette.h"

/// Colors at even distances along a ramp.
enum { anchors = 17 };

/// "viridis" of matplotlib, by S. van der Walt and N. Smith (2015): the nine colors that
/// viridisLite publishes, joined by straight lines in CIELAB, at distances of equal ΔE00.
static const uint32_t sequential[anchors] = {
    0x440154ffu, 0x472370ffu, 0x453a80ffu, 0x3e4d89ffu, 0x385e8cffu, 0x316b8dffu,
    0x2b778effu, 0x28838dffu, 0x21908cffu, 0x269d87ffu, 0x27ad81ffu, 0x47ba73ffu,
    0x62c961ffu, 0x8cd34bffu, 0xb1dd31ffu, 0xd9e32bffu, 0xfde725ffu,
};

/// "PuOr" of ColorBrewer, by C. Brewer and M. Harrower (2003): its eleven colors, in the same way,
/// with its middle in the middle.
static const uint32_t diverging[anchors] = {
    0x7f3b08ffu, 0xa34f07ffu, 0xc0640affu, 0xdc7e13ffu, 0xf1a044ffu, 0xfec279ffu,
    0xfeddb0ffu, 0xfbeddaffu, 0xf7f7f7ffu, 0xd8daebffu, 0xbebadaffu, 0xa299c6ffu,
    0x877bb2ffu, 0x7560a3ffu, 0x644194ffu, 0x4b1f7affu, 0x2d004bffu,
};

uint32_t dv_ramp_step(bool diverges, uint32_t step) {
    const uint32_t *colors = diverges ? diverging : sequential;
    uint32_t place = step * (anchors - 1), last = DV_RAMP_STEPS - 1, i = place / last;
    if (i >= anchors - 1)
        return colors[anchors - 1];
    return dv_color_mix(colors[i], colors[i + 1], (float)(place % last) / (float)last);
}

uint32_t dv_ramp_color(bool diverges, double share) {
    uint32_t step = !(share > 0) ? 0
                    : share >= 1 ? DV_RAMP_STEPS - 1
                                 : (uint32_t)(share * DV_RAMP_STEPS);
    return dv_ramp_step(diverges, step);
}
