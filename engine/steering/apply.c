// Behaviors that scripts apply or ask about. They are bound to a kind on first use;
// their state stands in the part of the agents' blocks that may grow.
#include "base/alloc.h"
#include "base/result.h"
#include "steering/evaluate.h"

#include <inttypes.h>
#include <stdio.h>

static dv_result out_of_memory(dv_error *error) {
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

// Scripts apply the same behaviors to one agent after the other: the one that follows the last
// found is mostly the next.
static inline dv_late_binding *find_binding(dv_world *world, uint32_t kind,
                                            const dv_steering *steering, bool keeps_state) {
    uint32_t place = world->late_found;
    for (uint32_t i = 0; i < world->late_count; i++) {
        place = place + 1 < world->late_count ? place + 1 : 0;
        dv_late_binding *late = &world->late_bindings[place];
        if (late->steering != steering || late->kind != kind || late->keeps_state != keeps_state)
            continue;
        world->late_found = place;
        return late;
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

/// Bind a composition on its first use. What is applied keeps its state in the agents' blocks; what
/// is only asked about has none that lasts, so that asking changes nothing.
static inline dv_result bind_late(dv_world *world, uint32_t kind, dv_steering *steering,
                                  bool keeps_state, dv_late_binding **binding, dv_error *error) {
    *binding = find_binding(world, kind, steering, keeps_state);
    return *binding ? DV_OK : bind_first(world, kind, steering, keeps_state, binding, error);
}

/// One that has its composition in the program in force, or can be had from the host.
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
    // What the kind can no longer do its next step will tell.
    return result == DV_ERROR_MEMORY ? result : DV_OK;
}

dv_result dv_bind_what_lasts(dv_world *world, dv_error *error) {
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
            if (applied->node)
                link = &applied->next;
            else
                *link = applied->next;
        }
    }
    world->has_unbound = false;
    return DV_OK;
}

static uint32_t applied_to(const dv_world *world, uint32_t agent) {
    uint32_t count = 0;
    for (uint32_t i = world->agents.applied[agent]; i; i = world->applied[i - 1].next)
        count++;
    return count;
}

/// What counts for a tick is in no snapshot, so it must not wait for one to come.
static dv_result check_that_it_steers(const dv_world *world, uint32_t agent, dv_error *error) {
    if (!world->is_stepping)
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "apply: no tick is under way: what is applied counts for the tick in which "
                       "it is, as in update, step or a switch of state");
    if (!(world->agents.flags[agent] & DV_AGENT_SENSED))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "apply: the agent is steered from the next tick on: apply it then");
    return DV_OK;
}

dv_result dv_agent_apply(dv_world *world, dv_agent handle, dv_steering *behavior, float weight,
                         dv_error *error) {
    uint32_t agent;
    dv_late_binding *late;
    if (!dv_agent_index(world, handle.bits, &agent))
        return dv_fail(error, DV_ERROR_STALE, "the agent is gone");
    dv_result steers = check_that_it_steers(world, agent, error);
    if (steers != DV_OK)
        return steers;
    if (!isfinite(weight))
        return dv_fail(error, DV_ERROR_ARGUMENT, "weight: %g is not finite", (double)weight);
    if (applied_to(world, agent) == DV_MAX_APPLIED)
        return dv_fail(error, DV_ERROR_LIMIT, "more than %d behaviors applied in one tick",
                       DV_MAX_APPLIED);
    dv_result result = bind_late(world, world->agents.kind[agent], behavior, true, &late, error);
    if (result != DV_OK)
        return result;
    if (world->applied_count == world->applied_capacity &&
        !dv_reserve((void **)&world->applied, &world->applied_capacity, world->applied_count + 1,
                    sizeof *world->applied))
        return out_of_memory(error);
    dv_until until = world->thinker == agent ? world->thinking : DV_UNTIL_THE_TICK_ENDS;
    world->applied[world->applied_count++] = (dv_applied){.node = late->node,
                                                          .identity = behavior->identity,
                                                          .weight = weight,
                                                          .next = world->agents.applied[agent],
                                                          .until = until,
                                                          .is_new = true};
    world->agents.applied[agent] = world->applied_count;
    world->applied_asks = world->applied_asks || late->node->asks_host;
    world->lasting_count += until != DV_UNTIL_THE_TICK_ENDS;
    return DV_OK;
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
    // A host function that is asked may ask in turn, and bindings move as they become more.
    const dv_node *node = late->node;
    unsigned char *states = dv_alloc(late->state_bytes);
    if (!states)
        return out_of_memory(error);
    dv_steering_context context = dv_steering_context_of(world, agent);
    if (!dv_ask_host(world, agent, node, states)) {
        dv_free(states);
        return dv_fail(error, DV_ERROR_SCRIPT, "a custom behavior failed");
    }
    *vector = dv_evaluate(node, &context, states);
    dv_free(states);
    return DV_OK;
}
