// What guards read of their parameters and write to their agent.
#ifndef DV_GUARDS_ARGUMENTS_H
#define DV_GUARDS_ARGUMENTS_H

#include "guards/guards.h"
#include "world/world_data.h"

#define DV_COUNT_OF_PARAMETERS(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))

static inline dv_truth dv_truth_of(bool holds) { return holds ? DV_TRUE : DV_FALSE; }

/// NaN when it is an empty slot; no comparison with that holds.
static inline double dv_guard_number(const dv_guard_context *context, const dv_bound *bound) {
    return dv_bound_number(context->world, context->agent, bound);
}

/// The agent's own slot that a parameter names; NULL when none is given.
static inline dv_slot *dv_own_slot(const dv_guard_context *context, const dv_bound *bound) {
    if (bound->source != DV_SOURCE_SLOT)
        return NULL;
    return dv_slots_of(context->world, context->agent) + bound->index;
}

static inline void dv_keep_agent(dv_slot *slot, uint64_t handle) {
    // Most keep whom they kept before: then nothing is written.
    if (!slot->is_set || handle == 0 || dv_slot_word(slot) != handle)
        *slot = dv_slot_pack(DV_SLOT_AGENT, (dv_slot_value){handle != 0, {.handle = handle}});
}

static inline void dv_keep_point(dv_slot *slot, dv_vec3 point) {
    *slot = dv_slot_pack(DV_SLOT_POINT, (dv_slot_value){true, {.point = point}});
}

static inline void dv_write_agent(const dv_guard_context *context, const dv_bound *bound,
                                  uint64_t handle) {
    dv_slot *slot = dv_own_slot(context, bound);
    if (slot)
        dv_keep_agent(slot, handle);
}

static inline void dv_write_point(const dv_guard_context *context, const dv_bound *bound,
                                  dv_vec3 point) {
    dv_slot *slot = dv_own_slot(context, bound);
    if (slot)
        dv_keep_point(slot, point);
}

#endif
