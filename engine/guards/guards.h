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

extern const dv_guard_type dv_guard_after;
extern const dv_guard_type dv_guard_arrived;
extern const dv_guard_type dv_guard_blocked;
extern const dv_guard_type dv_guard_chance;
extern const dv_guard_type dv_guard_collided;
extern const dv_guard_type dv_guard_every;
extern const dv_guard_type dv_guard_far;
extern const dv_guard_type dv_guard_has;
extern const dv_guard_type dv_guard_hears;
extern const dv_guard_type dv_guard_inside;
extern const dv_guard_type dv_guard_is;
extern const dv_guard_type dv_guard_leads;
extern const dv_guard_type dv_guard_loses;
extern const dv_guard_type dv_guard_lua;
extern const dv_guard_type dv_guard_near;
extern const dv_guard_type dv_guard_off_path;
extern const dv_guard_type dv_guard_seen_by;
extern const dv_guard_type dv_guard_sees;
extern const dv_guard_type dv_guard_setting;
extern const dv_guard_type dv_guard_stuck;

#endif
