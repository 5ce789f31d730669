// The springs of links; see drover/links.h.
#ifndef DV_LOCOMOTION_SPRINGS_H
#define DV_LOCOMOTION_SPRINGS_H

#include "world/world_data.h"

/// Change the velocities of bodies by what the springs of links do in this tick, from the places
/// and velocities of all bodies as they are. Call it before they move.
void dv_springs_pull(dv_world *world);

#endif
