// Guards: the conditions on an agent that change its state. Their descriptors, and the evaluation
// of guards built from them.
#ifndef DV_GUARDS_GUARDS_H
#define DV_GUARDS_GUARDS_H

#include "world/program_data.h"

/// Whether a guard holds for the context's agent. `states` is the agent's block, and the context's
/// stream is set to each guard's own. Parts joined with `both` and `either` are tested from left to
/// right until the answer is known; parts that keep state are always tested.
dv_truth dv_guard_evaluate(const dv_guard_node *node, dv_guard_context *context,
                           unsigned char *states);

// For guards that are also evaluated for many agents at once.
extern const dv_squad_guard dv_squad_guard_after;
extern const dv_squad_guard dv_squad_guard_near;
extern const dv_squad_guard dv_squad_guard_sees;

#endif
