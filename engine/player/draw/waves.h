// The waves of events that are in a picture.
#ifndef DV_PLAYER_WAVES_H
#define DV_PLAYER_WAVES_H

#include "player/draw/camera.h"

#include "drover/drover.h"

/// At most so many waves are kept, the latest.
#define DV_MOST_WAVES 64

typedef struct dv_wave {
    dv_incident event;
    dv_spot center;
    float age, radius; ///< s, pixels
} dv_wave;

typedef struct dv_waves {
    dv_wave list[DV_MOST_WAVES]; ///< the first is the oldest
    uint32_t count;
} dv_waves;

#endif
