// Finding agents by what people type.
#ifndef DV_PLAYER_FIND_H
#define DV_PLAYER_FIND_H

#include "player/run/run.h"

/// Find the next agent, in the order of numbers, after number `after` (0: from the start), and from
/// the start again, that a text names: its number ("152"), its kind and number ("wolf#152"), its
/// kind, its kind and state ("wolf hunting"), its state, or a part of its label. The name of a kind
/// matches only that kind. False if there is none.
bool dv_find_next(const dv_scenario *scenario, const dv_world *world, uint32_t after,
                  const char *text, dv_agent *found);

#endif
