// The height of obstacles.
#ifndef DV_WORLD_OBSTACLE_HEIGHT_H
#define DV_WORLD_OBSTACLE_HEIGHT_H

#include "drover/world.h"

/// The height of a box or cylinder in a volume, in m; infinite for other shapes and in a plane.
float dv_obstacle_height(const dv_world *world, dv_obstacle obstacle);

#endif
