// Behaviors that scripts apply or ask about. They are bound to a kind on first use. Their state is
// in the part of the agents' state blocks that may grow.
#include "base/alloc.h"
#include "base/compiler.h"
#include "base/result.h"
#include "drover/explain.h"
#include "steering/evaluate.h"

#include <inttypes.h>
#include <stdio.h>

static dv_result out_of_memory(dv_error *error) {
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

static inline bool is_for(const dv_late_binding *late, uint32_t kind, const dv_steering *steering,
                          bool keeps_state) {
    return late->steering == steering && late->kind == kind && late->keeps_state == keeps_state;
}

/// Scripts apply the same behaviors to one agent after another, so the binding after the last one
/// found is usually the next.
static inline dv_late_binding *next_binding(dv_world *world, uint32_t kind,
                                            const dv_steering *steering, bool keeps_state) {
    uint32_t next = world->late_found + 1 < world->late_count ? world->late_found + 1 : 0;
    if (next >= world->late_count ||
        !is_for(&world->late_bindings[next], kind, steering, keeps_state))
        return NULL;
    world->late_found = next;
    return &world->late_bindings[next];
}

static dv_late_binding *find_binding(dv_world *world, uint32_t kind, const dv_steering *steering,
                                     bool keeps_state) {
    for (uint32_t i = 0; i < world->late_count; i++)
        if (is_for(&world->late_bindings[i], kind, steering, keeps_state)) {
            world->late_found = i;
            return &world->late_bindings[i];
        }
    return NULL;
}

static dv_result bind_first(dv_world *world, uint32_t kind, dv_steering *steering, bool keeps_state,
                            dv_late_binding **binding, dv_error *error) {
    if (!dv_reserve((void **)&world->late_bindings, &world->late_capacity, world->late_count + 1,
                    sizeof *world->late_bindings))
        return out_of_memory(error);
    char path[64];
    snprintf(path, sizeof path, "applied/%016" PRIx64, steering->identity);
    dv_layout passing = {0};
    dv_store *store = &world->stores[kind];
    dv_layout *layout = keeps_state ? &store->layout : &passing;
    dv_late_binding late = {.kind = kind, .keeps_state = keeps_state};
    dv_node *node = NULL;
    dv_result result = dv_bind_steering(world->program, kind, steering, path, DV_SCOPE_COMMON,
                                        layout, &world->late_memory, &node, error);
    late.node = node;
    late.state_bytes = passing.common_bytes;
    dv_free(passing.entries);
    if (!dv_store_widen(store))
        return out_of_memory(error);
    if (result != DV_OK)
        return result;
    late.steering = dv_steering_retain(steering);
    world->late_bindings[world->late_count] = late;
    *binding = &world->late_bindings[world->late_count++];
    return DV_OK;
}

/// Bind a composition on its first use. An applied composition keeps its state in the agents'
/// blocks. One that is only asked about keeps none, so that asking changes nothing.
static dv_result bind_late(dv_world *world, uint32_t kind, dv_steering *steering, bool keeps_state,
                           dv_late_binding **binding, dv_error *error) {
    *binding = next_binding(world, kind, steering, keeps_state);
    if (!*binding)
        *binding = find_binding(world, kind, steering, keeps_state);
    return *binding ? DV_OK : bind_first(world, kind, steering, keeps_state, binding, error);
}

/// Bind what was applied to its composition in the current program, or to one from the host.
static dv_result bind_again(dv_world *world, uint32_t kind, dv_applied *applied, dv_error *error) {
    const dv_host *host = &world->host;
    dv_late_binding *late;
    for (uint32_t i = 0; i < world->late_count && !applied->node; i++) {
        late = &world->late_bindings[i];
        if (late->kind == kind && late->keeps_state &&
            late->steering->identity == applied->identity)
            applied->node = late->node;
    }
    if (applied->node)
        return DV_OK;
    dv_steering *behavior = host->behavior && applied->identity
                                ? host->behavior(host->context, world, applied->identity)
                                : NULL;
    if (!behavior)
        return DV_OK;
    dv_result result = bind_late(world, kind, behavior, true, &late, error);
    if (result == DV_OK)
        applied->node = late->node;
    // If the kind can no longer run it, the agent's next step reports that.
    return result == DV_ERROR_MEMORY ? result : DV_OK;
}

dv_result dv_bind_applied(dv_world *world, dv_error *error) {
    dv_result result = DV_OK;
    for (uint32_t i = 0; world->has_unbound && i < world->agents.limit; i++) {
        uint32_t *link = &world->agents.applied[i];
        while (*link) {
            dv_applied *applied = &world->applied[*link - 1];
            if (!applied->node)
                result = bind_again(world, world->agents.kind[i], applied, error);
            if (result != DV_OK)
                return result;
            world->applied_asks =
                world->applied_asks || (applied->node && applied->node->asks_host);
            world->applied_plans = world->applied_plans || (applied->node && applied->node->plans);
            if (applied->node)
                link = &applied->next;
            else
                *link = applied->next;
        }
    }
    world->has_unbound = false;
    return DV_OK;
}

void dv_world_bind_last_applied(dv_world *world) {
    for (uint32_t i = 0; world->has_unbound && i < world->agents.limit; i++)
        for (uint32_t link = world->agents.applied[i]; link; link = world->applied[link - 1].next) {
            dv_applied *applied = &world->applied[link - 1];
            dv_error ignored; // the next tick binds what lasts, or reports why it cannot
            if (!applied->node)
                bind_again(world, world->agents.kind[i], applied, &ignored);
        }
}

static uint32_t applied_to(const dv_world *world, uint32_t agent) {
    uint32_t count = 0;
    for (uint32_t i = world->agents.applied[agent]; i; i = world->applied[i - 1].next)
        count++;
    return count;
}

/// Put something at the head of an agent's list as its `count`-th entry; there must be room.
static inline void put_first(dv_world *world, uint32_t agent, const dv_node *node,
                             const dv_steering *behavior, float weight, uint32_t count) {
    uint32_t *first = &world->agents.applied[agent];
    dv_until until = world->thinker == agent ? world->thinking : DV_UNTIL_THE_TICK_ENDS;
    dv_applied *applied = &world->applied[world->applied_count++];
    applied->node = node;
    applied->identity = behavior->identity;
    applied->weight = weight;
    applied->next = *first;
    applied->until = until;
    applied->is_new = true;
    applied->count = (uint8_t)count;
    *first = world->applied_count;
    world->applied_asks |= node->asks_host;
    world->applied_plans |= node->plans;
    world->lasting_count += until != DV_UNTIL_THE_TICK_ENDS;
}

/// What is applied for one tick is in no snapshot, so it must not wait for a later tick.
static dv_result check_that_it_steers(const dv_world *world, uint32_t agent, dv_error *error) {
    if (!world->is_stepping)
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "apply: no tick is running: a behavior counts for the tick in which it is "
                       "applied, as in update, step or a switch of state");
    if (!(world->agents.flags[agent] & DV_AGENT_SENSED))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "apply: the agent is not steered before the next tick: apply it then");
    return DV_OK;
}

static DV_NOINLINE dv_result add_applied(dv_world *world, dv_agent handle, dv_steering *behavior,
                                         float weight, dv_error *error) {
    uint32_t agent;
    dv_late_binding *late;
    if (!dv_agent_index(world, handle.bits, &agent))
        return dv_fail(error, DV_ERROR_STALE, "the agent is gone");
    dv_result steers = check_that_it_steers(world, agent, error);
    if (steers != DV_OK)
        return steers;
    if (!isfinite(weight))
        return dv_fail(error, DV_ERROR_ARGUMENT, "weight: %g is not finite", (double)weight);
    uint32_t count = applied_to(world, agent);
    if (count == DV_MAX_APPLIED)
        return dv_fail(error, DV_ERROR_LIMIT, "more than %d behaviors applied in one tick",
                       DV_MAX_APPLIED);
    dv_result result = bind_late(world, world->agents.kind[agent], behavior, true, &late, error);
    if (result != DV_OK)
        return result;
    if (world->applied_count == world->applied_capacity &&
        !dv_reserve((void **)&world->applied, &world->applied_capacity, world->applied_count + 1,
                    sizeof *world->applied))
        return out_of_memory(error);
    put_first(world, agent, late->node, behavior, weight, count + 1);
    return DV_OK;
}

/// The number of applied entries of an agent, or more: some of them may have ended.
static inline uint32_t most_applied_to(const dv_world *world, uint32_t agent) {
    uint32_t first = world->agents.applied[agent];
    return first ? world->applied[first - 1].count : 0;
}

dv_result dv_agent_apply(dv_world *world, dv_agent handle, dv_steering *behavior, float weight,
                         dv_error *error) {
    const uint8_t sensed = DV_AGENT_ALIVE | DV_AGENT_SENSED;
    uint32_t agent = dv_handle_index(handle.bits);
    // The common case first: nothing to bind, and no error.
    if (agent < world->agents.limit && handle.bits == dv_agent_bits(world, agent) &&
        (world->agents.flags[agent] & sensed) == sensed && world->is_stepping && isfinite(weight) &&
        world->applied_count < world->applied_capacity &&
        most_applied_to(world, agent) < DV_MAX_APPLIED) {
        const dv_late_binding *late =
            next_binding(world, world->agents.kind[agent], behavior, true);
        if (late) {
            put_first(world, agent, late->node, behavior, weight,
                      most_applied_to(world, agent) + 1);
            return DV_OK;
        }
    }
    return add_applied(world, handle, behavior, weight, error);
}

dv_result dv_agent_evaluate(dv_world *world, dv_agent handle, dv_steering *steering,
                            dv_vec3 *vector, dv_error *error) {
    uint32_t agent;
    dv_late_binding *late;
    if (!dv_agent_index(world, handle.bits, &agent))
        return dv_fail(error, DV_ERROR_STALE, "the agent is gone");
    dv_result result = bind_late(world, world->agents.kind[agent], steering, false, &late, error);
    if (result != DV_OK)
        return result;
    // A host function may ask in turn, and bindings move when their array grows.
    const dv_node *node = late->node;
    unsigned char *states = dv_alloc(late->state_bytes);
    if (!states)
        return out_of_memory(error);
    dv_steering_context context = dv_steering_context_of(world, agent);
    if (!dv_call_custom_behaviors(world, agent, node, states)) {
        dv_free(states);
        return dv_fail(error, DV_ERROR_SCRIPT, "a custom behavior failed");
    }
    *vector = dv_evaluate(node, &context, states);
    dv_free(states);
    return DV_OK;
}
