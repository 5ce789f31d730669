// The latest incidents of a world, for people who watch it. Apart from its state: nothing in a tick
// reads them.
#ifndef DV_WORLD_INCIDENTS_H
#define DV_WORLD_INCIDENTS_H

#include "drover/explain.h"
#include "world/past.h"

#define DV_WHO_CAPACITY 80
#define DV_INCIDENT_TEXT 160

/// An incident as it is kept. What is too long is cut.
typedef struct dv_kept_incident {
    uint64_t tick;
    uint64_t agent; ///< its handle, without the world's ID, which changes when a world is loaded
    dv_incident_type type;
    char who[DV_WHO_CAPACITY], what[DV_INCIDENT_TEXT], place[DV_INCIDENT_TEXT];
    bool has_position;
    dv_vec3 position;
    float radius;
    uint64_t among; ///< a group, as `agent`; 0: everyone
} dv_kept_incident;

/// Two incidents that are equal up to here are the same.
#define DV_SAME_INCIDENT offsetof(dv_kept_incident, who)

/// A record of dv_kept_incident; NULL when out of memory.
dv_past *dv_incidents_create(uint32_t capacity);
void dv_incidents_destroy(dv_past *incidents);
/// Keep what happened to a living agent, by its index. Without effect if the world keeps no
/// incidents.
void dv_note_of_agent(dv_world *world, dv_incident_type type, uint32_t agent);
/// Keep that an event was emitted. Without effect if the world keeps no incidents.
void dv_note_event(dv_world *world, const dv_event *event);

#endif
