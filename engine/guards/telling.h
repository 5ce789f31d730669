// What an agent noticed when a guard held, in words: "saw wolf#152 at 33.9 m".
#ifndef DV_GUARDS_TELLING_H
#define DV_GUARDS_TELLING_H

#include "world/world_data.h"

/// Tell what made a guard of an agent hold in this tick. Of parts joined with `|`, only the one
/// that held is told: they are tested again, and then the agent's slots and the states of its
/// guards are restored.
void dv_tell_guard(dv_world *world, uint32_t agent, const dv_guard_node *guard, bool is_of_kind,
                   char *text, size_t size);

#endif
