#include "world/incidents.h"

#include "base/alloc.h"
#include "world/world_data.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

dv_past *dv_incidents_create(uint32_t capacity) {
    dv_past *incidents = dv_alloc(sizeof *incidents);
    if (incidents && dv_past_begin(incidents, capacity, sizeof(dv_kept_incident), DV_SAME_INCIDENT))
        return incidents;
    dv_free(incidents);
    return NULL;
}

void dv_incidents_destroy(dv_past *incidents) {
    if (incidents)
        dv_past_free(incidents);
    dv_free(incidents);
}

static dv_kept_incident *add_incident(dv_world *world, dv_incident_type type, dv_agent agent) {
    dv_kept_incident entry = {
        .tick = world->tick, .agent = dv_handle_in_world(agent.bits, 0), .type = type};
    uint32_t index;
    if (dv_agent_index(world, agent.bits, &index)) {
        snprintf(entry.who, sizeof entry.who, "%.64s#%" PRIu32, dv_kind_of(world, index)->name,
                 dv_agent_id(agent));
        entry.has_position = true;
        entry.position = dv_position_of(world, index);
    }
    return dv_past_add(world->incidents, &entry);
}

/// The latest incident if it is of this type, tick, and agent; else NULL.
static dv_kept_incident *same_incident(const dv_world *world, dv_incident_type type,
                                       dv_agent agent) {
    dv_kept_incident *latest = dv_past_at(world->incidents, 0);
    bool is_same = latest && latest->type == type && latest->tick == world->tick &&
                   latest->agent == dv_handle_in_world(agent.bits, 0);
    return is_same ? latest : NULL;
}

void dv_note_of_agent(dv_world *world, dv_incident_type type, uint32_t agent) {
    dv_agent handle = {dv_agent_bits(world, agent)};
    // The host tells why before it suspends an agent.
    if (world->incidents && !(type == DV_INCIDENT_ERROR && same_incident(world, type, handle)))
        add_incident(world, type, handle);
}

void dv_note_event(dv_world *world, const dv_event *event) {
    if (!world->incidents)
        return;
    dv_kept_incident *entry = add_incident(world, DV_INCIDENT_EVENT, event->source);
    entry->has_position = !event->has_no_place;
    entry->position = event->position;
    entry->radius = event->radius;
    entry->among = dv_handle_in_world(event->among.bits, 0);
}

void dv_world_note_incident(dv_world *world, dv_incident_type type, dv_agent agent,
                            const char *what, const char *place) {
    if (!world->incidents)
        return;
    dv_kept_incident *entry = same_incident(world, type, agent);
    if (!entry || *entry->what)
        entry = add_incident(world, type, agent);
    snprintf(entry->what, sizeof entry->what, "%s", what);
    snprintf(entry->place, sizeof entry->place, "%s", place);
}

uint32_t dv_world_incident_count(const dv_world *world) {
    return world->incidents ? dv_past_count(world->incidents) : 0;
}

bool dv_world_incident(const dv_world *world, uint32_t back, dv_incident *incident) {
    const dv_kept_incident *entry = world->incidents ? dv_past_at(world->incidents, back) : NULL;
    if (!entry)
        return false;
    *incident = (dv_incident){.tick = entry->tick,
                              .type = entry->type,
                              .agent = {dv_handle_in_world(entry->agent, world->id)},
                              .who = entry->who,
                              .what = entry->what,
                              .place = entry->place,
                              .has_position = entry->has_position,
                              .position = entry->position,
                              .radius = entry->radius,
                              .among = {dv_handle_in_world(entry->among, world->id)}};
    return true;
}

bool dv_agent_can_hear(const dv_world *world, dv_agent agent, const dv_incident *incident) {
    uint32_t index;
    if (incident->type != DV_INCIDENT_EVENT || incident->agent.bits == agent.bits ||
        !dv_agent_index(world, agent.bits, &index) ||
        (incident->among.bits && dv_agent_group(world, agent).bits != incident->among.bits))
        return false;
    float reach = fminf(incident->radius, dv_property_of(world, index, DV_HEARING_RANGE));
    dv_vec3 offset = dv_offset_between(world, dv_position_of(world, index), incident->position);
    return dv_length_squared(offset) <= reach * reach;
}
