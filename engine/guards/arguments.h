// How guards read their parameters and write to their agent.
#ifndef DV_GUARDS_ARGUMENTS_H
#define DV_GUARDS_ARGUMENTS_H

#include "guards/guards.h"
#include "world/world_data.h"

/// A condition whose answer is known.
static inline dv_truth dv_truth_of(bool holds) { return holds ? DV_TRUE : DV_FALSE; }

/// The value of a number parameter; NaN for an empty slot, with which no comparison holds.
static inline double dv_guard_number(const dv_guard_context *context, const dv_bound *bound) {
    return dv_bound_number(context->world, context->agent, bound);
}

/// The agent's own slot that a parameter names; NULL when the parameter is absent.
static inline dv_slot *dv_own_slot(const dv_guard_context *context, const dv_bound *bound) {
    if (bound->source != DV_SOURCE_SLOT)
        return NULL;
    return dv_slots_of(context->world, context->agent) + bound->index;
}

/// Store an agent in a slot; a handle of 0 empties it.
static inline void dv_keep_agent(dv_slot *slot, uint64_t handle) {
    // Usually the slot already has this agent, and nothing is written.
    if (!slot->is_set || handle == 0 || dv_slot_word(slot) != handle)
        *slot = dv_slot_pack(DV_SLOT_AGENT, (dv_slot_value){handle != 0, {.handle = handle}});
}

/// Store a point in a slot.
static inline void dv_keep_point(dv_slot *slot, dv_vec3 point) {
    *slot = dv_slot_pack(DV_SLOT_POINT, (dv_slot_value){true, {.point = point}});
}

/// Store an agent in the slot that a parameter names, if any; a handle of 0 empties it.
static inline void dv_write_agent(const dv_guard_context *context, const dv_bound *bound,
                                  uint64_t handle) {
    dv_slot *slot = dv_own_slot(context, bound);
    if (slot)
        dv_keep_agent(slot, handle);
}

/// Store a point in the slot that a parameter names, if any.
static inline void dv_write_point(const dv_guard_context *context, const dv_bound *bound,
                                  dv_vec3 point) {
    dv_slot *slot = dv_own_slot(context, bound);
    if (slot)
        dv_keep_point(slot, point);
}

#endif
