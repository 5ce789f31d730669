#include "world/transitions.h"

#include "base/alloc.h"
#include "base/result.h"
#include "world/incidents.h"
#include "world/world_data.h"

#include <stdio.h>
#include <string.h>

void dv_transitions_destroy(dv_transitions *t) {
    if (!t)
        return;
    dv_past_free(&t->past);
    dv_free(t->requests);
    dv_free(t->request_of);
    dv_free(t);
}

static dv_transitions *create_transitions(uint32_t capacity) {
    dv_transitions *t = dv_alloc(sizeof *t);
    if (!t)
        return NULL;
    *t = (dv_transitions){0};
    if (dv_past_begin(&t->past, capacity, sizeof(dv_kept_transition), DV_SAME_TRANSITION))
        return t;
    dv_free(t);
    return NULL;
}

dv_result dv_world_explain(dv_world *world, uint32_t capacity, dv_error *error) {
    dv_transitions *transitions = capacity ? create_transitions(capacity) : NULL;
    dv_past *incidents = capacity ? dv_incidents_create(capacity) : NULL;
    if (capacity && (!transitions || !incidents)) {
        dv_transitions_destroy(transitions);
        dv_incidents_destroy(incidents);
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    }
    dv_transitions_destroy(world->transitions);
    dv_incidents_destroy(world->incidents);
    world->transitions = transitions;
    world->incidents = incidents;
    return DV_OK;
}

bool dv_world_explains(const dv_world *world) { return world->transitions != NULL; }

void dv_transitions_add(dv_world *world, const dv_kept_transition *transition) {
    dv_kept_transition kept = *transition;
    kept.agent = dv_handle_in_world(transition->agent, 0);
    dv_past_add(&world->transitions->past, &kept);
}

void dv_explain_return(dv_world *world, uint64_t from) {
    dv_transitions *t = world->transitions;
    if (!t)
        return;
    dv_past_go(&t->past, from, world->tick);
    dv_past_go(world->incidents, from, world->tick);
    while (t->request_count)
        t->request_of[dv_handle_index(t->requests[--t->request_count].agent.bits)] = 0;
}

void dv_explain_tick(dv_world *world) {
    if (!world->transitions)
        return;
    dv_past_reach(&world->transitions->past, world->tick);
    dv_past_reach(world->incidents, world->tick);
}

void dv_world_explain_like(dv_world *world, const dv_world *other, uint64_t first) {
    if (!world->transitions || !other->transitions)
        return;
    dv_past_take(&world->transitions->past, &other->transitions->past, first);
    dv_past_take(world->incidents, other->incidents, first);
}

bool dv_agent_transition(const dv_world *world, dv_agent agent, uint32_t back,
                         dv_transition *transition) {
    const dv_transitions *t = world->transitions;
    uint64_t key = dv_handle_in_world(agent.bits, 0);
    if (dv_handle_world(agent.bits) != world->id)
        return false;
    const dv_kept_transition *entry;
    for (uint32_t i = 0; t && (entry = dv_past_at(&t->past, i)); i++) {
        if (entry->agent != key || back-- > 0)
            continue;
        *transition = (dv_transition){.tick = entry->tick,
                                      .from = entry->from,
                                      .to = entry->to,
                                      .cause = entry->cause,
                                      .what = entry->what,
                                      .place = entry->place};
        return true;
    }
    return false;
}

// A request that memory runs out for has no place: nothing else depends on it.
void dv_agent_note_request(dv_world *world, dv_agent handle, const char *place) {
    dv_transitions *t = world->transitions;
    uint32_t agent;
    if (!t || !dv_agent_index(world, handle.bits, &agent) ||
        !dv_reserve((void **)&t->request_of, &t->agent_capacity, agent + 1, sizeof *t->request_of))
        return;
    if (!t->request_of[agent]) {
        if (!dv_reserve((void **)&t->requests, &t->request_capacity, t->request_count + 1,
                        sizeof *t->requests))
            return;
        t->request_of[agent] = ++t->request_count;
    }
    dv_noted_request *request = &t->requests[t->request_of[agent] - 1];
    request->agent = handle;
    snprintf(request->place, sizeof request->place, "%s", place);
}

void dv_transitions_take_request(dv_world *world, uint32_t agent, char place[DV_PLACE_CAPACITY]) {
    dv_transitions *t = world->transitions;
    uint32_t position = agent < t->agent_capacity ? t->request_of[agent] : 0;
    place[0] = '\0';
    if (!position)
        return;
    dv_noted_request *request = &t->requests[position - 1];
    if (request->agent.bits == dv_agent_bits(world, agent))
        memcpy(place, request->place, DV_PLACE_CAPACITY);
    // The last request moves here.
    *request = t->requests[--t->request_count];
    t->request_of[dv_handle_index(request->agent.bits)] = position;
    t->request_of[agent] = 0;
}
