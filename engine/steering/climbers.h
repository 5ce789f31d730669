// Climb for a squad, side by side: what climb does for one agent, to the last bit; see
// behaviors/climb.c.
#ifndef DV_STEERING_CLIMBERS_H
#define DV_STEERING_CLIMBERS_H

#include "base/lanes.h"
#include "program/program_data.h"

struct dv_field_grid;

/// What the agents of a squad follow, and where their sensors are.
struct dv_climbers {
    const struct dv_field_grid *grid;
    float direction[DV_LANES];             ///< above 0: to more; below 0: to less
    float distance[DV_LANES];              ///< m, of the middle sensor
    float ahead[DV_LANES], left[DV_LANES]; ///< m, of the left sensor; the right one is its mirror
};
typedef struct dv_climbers dv_climbers;

#endif
