// The colors of annotations, 0xRRGGBBAA, by what a stroke means: the same for every behavior, and
// in the legend next to the picture. On the ground, any two of them differ by a ΔE00 of 15 or more,
// also for the color-blind; tests/player/test_palette.c measures it.
#ifndef DV_STEERING_INKS_H
#define DV_STEERING_INKS_H

#define DV_INK_TARGET 0xfff230d0u ///< where it wants to be: targets, predicted places, goals
#define DV_INK_THREAT 0xf66810e0u ///< what it avoids, and where the two would meet
#define DV_INK_CLEAR                                                                               \
    0xa2ffbda8u                     ///< feelers, free ways, and predictions that show
                                    ///< no danger
#define DV_INK_NEIGHBOR 0xb8c7da78u ///< the agents it regards, and its neighborhood
#define DV_INK_STEERING 0xed94fbd0u ///< the vector of one behavior
#define DV_INK_DESIRED 0xffffffe0u  ///< the velocity that all behaviors together want

#endif
