// Apart: bodies that are solid for agents do not get into each other.
#ifndef DV_LOCOMOTION_APART_H
#define DV_LOCOMOTION_APART_H

#include "world/world_data.h"

/// Make room for keeping `count` bodies apart in this tick, if there can be any such body. False
/// when out of memory. The sense phase calls this, because the move phase cannot fail.
bool dv_apart_reserve(dv_world *world, uint32_t count);

/// Push bodies with `solid = "agents"` that overlap out of each other. The lighter one gives way:
/// two bodies share the way in inverse proportion to their masses. A body that only scripts move,
/// or that is suspended, does not give way. A body that is not solid for agents neither pushes nor
/// is pushed. Obstacles and bounds win: nothing is pushed into them. Each body loses at most the
/// part of its velocity that leads into the other, in the same proportion; no body is sped up. The
/// move phase calls this after all bodies have moved; it leaves overlaps of at most 0.25 % of the
/// sum of radii, unless the bodies lack room or the rounds run out. Bodies that started deep in
/// each other come apart in several ticks, at up to five radii a second. A body that was spawned in
/// this tick, or that a script put farther away than its top speed and radius, takes part from the
/// next tick on: others are searched from where they were sensed.
void dv_keep_apart(dv_world *world);

#endif
