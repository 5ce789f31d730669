// The colors of annotations, 0xRRGGBBAA, by what a stroke means: the same for every behavior, and
// in the legend next to the picture.
#ifndef DV_STEERING_INKS_H
#define DV_STEERING_INKS_H

#define DV_INK_TARGET 0xf2d16bd0u ///< where it wants to be: targets, predicted places, goals
#define DV_INK_THREAT 0xff8a5ce0u ///< what it avoids, and where the two would meet
#define DV_INK_CLEAR                                                                               \
    0xb8f0c490u                     ///< feelers, free ways, and predictions that show
                                    ///< no danger
#define DV_INK_NEIGHBOR 0xf4efe050u ///< the agents it regards, and its neighborhood
#define DV_INK_STEERING 0xf78fb3d0u ///< the vector of one behavior
#define DV_INK_DESIRED 0xffffffe0u  ///< the velocity that all behaviors together want

#endif
