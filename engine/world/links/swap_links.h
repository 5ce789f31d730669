// Links in a swap of the program: they stay by the name of their type. Links of types that become
// one, or that are no longer directed, may become the same; the first one stays. Those of a type
// that is gone drop into the limbo, and are restored, once, among the agents that are still there
// when a program has its name again.
#ifndef DV_WORLD_LINKS_SWAP_LINKS_H
#define DV_WORLD_LINKS_SWAP_LINKS_H

#include "world/links/links.h"
#include "world/translate.h"

/// Drop what is lost, and make room for what is restored. False when out of memory.
bool dv_links_prepare_swap(dv_world *world, const dv_translation *t);
/// Make the swap, after agents that go are removed. Cannot fail.
void dv_links_take_swap(dv_world *world, const dv_translation *t);

#endif
