// Explanations: why an agent is in its state, what steers it, and what happened in the world. A
// world keeps the latest changes of state of its agents and a log of incidents, apart from the
// agents' data: they are not saved, not part of the state hash, and do not change what the agents
// do.
#ifndef DROVER_EXPLAIN_H
#define DROVER_EXPLAIN_H

#include <drover/world.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// What made an agent change its state.
typedef enum dv_cause {
    DV_CAUSE_GUARD,    ///< a guard that names the new state
    DV_CAUSE_CHOICE,   ///< the host function of a guard
    DV_CAUSE_STEP,     ///< its kind's or its state's step
    DV_CAUSE_REQUEST,  ///< dv_agent_become
    DV_CAUSE_MIGRATION ///< new code, in which its state is another
} dv_cause;

/// A change of state. The strings are valid until the world's next tick, reload, or load.
typedef struct dv_transition {
    uint64_t tick; ///< in which the agent changed
    const char *from, *to;
    dv_cause cause;
    const char *what;  ///< what a guard noticed, such as "saw wolf#152 at 33.9 m"; else ""
    const char *place; ///< where the code stands that made it change, "caribou.lua:51"; "": unknown
} dv_transition;

/// Keep the latest `capacity` changes of state of all agents, and as many incidents; 0: none, as in
/// a new world. Forgets those kept so far. Returns DV_ERROR_MEMORY, with nothing changed, when out
/// of memory.
dv_result dv_world_explain(dv_world *world, uint32_t capacity, dv_error *error);
/// Take the changes of state and incidents of `other` from tick `first` on in place of the world's
/// own. `other` computed the ticks from `first` to the world's tick again.
void dv_world_explain_like(dv_world *world, const dv_world *other, uint64_t first);
/// Whether the world keeps changes of state and incidents.
bool dv_world_explains(const dv_world *world);
/// Get a change of state of an agent: its latest for `back` = 0, the one before for 1, and so on.
/// False if none is kept. After a world went back, changes that are yet to come are kept aside:
/// they count again once the world goes forward again to their ticks, or does again what it did.
bool dv_agent_transition(const dv_world *world, dv_agent agent, uint32_t back,
                         dv_transition *transition);
/// Tell where dv_agent_become was called for an agent, such as "caribou.lua:51". Without effect if
/// the world keeps no changes.
void dv_agent_note_request(dv_world *world, dv_agent agent, const char *place);

typedef enum dv_incident_type {
    DV_INCIDENT_EVENT,    ///< an event was emitted
    DV_INCIDENT_SPAWN,    ///< an agent was spawned
    DV_INCIDENT_REMOVAL,  ///< an agent was removed
    DV_INCIDENT_ELECTION, ///< a group got another leader
    DV_INCIDENT_ERROR,    ///< an error: of the agent, which is suspended, or of the world's script
    DV_INCIDENT_RELOAD    ///< new code was taken over, refused, or rolled back
} dv_incident_type;

/// What happened at a tick. The strings are valid until the world's next tick, reload, or load.
typedef struct dv_incident {
    uint64_t tick;
    dv_incident_type type;
    /// The source of an event, the new leader, or the agent that was spawned, removed, or
    /// suspended; null: none. It may be gone.
    dv_agent agent;
    const char *who;   ///< "wolf#152"; "": no agent
    const char *what;  ///< an event's name, an error's message, or how a reload ended; else ""
    const char *place; ///< where the code stands that did it, "caribou.lua:95"; "": unknown
    bool has_position;
    dv_vec3 position; ///< m, of the event or of the agent
    float radius;     ///< m, of an event
    dv_group among;   ///< who can hear an event; null: everyone
} dv_incident;

/// How many incidents are kept.
uint32_t dv_world_incident_count(const dv_world *world);
/// Get an incident: the latest for `back` = 0, the one before for 1, and so on. False if no more
/// are kept. Those that are yet to come after a world went back do not count, as with changes.
bool dv_world_incident(const dv_world *world, uint32_t back, dv_incident *incident);
/// Add an incident that happened at the world's tick to an agent, which may be null. If the latest
/// incident has the same type, tick, and agent, but no `what`, adds `what` and `place` to it
/// instead: a host tells the name of the event it emitted. Without effect if the world keeps none.
void dv_world_note_incident(dv_world *world, dv_incident_type type, dv_agent agent,
                            const char *what, const char *place);

/// Whether an incident is an event that an agent, where it is now, can hear: within the event's
/// radius and its own hearing range, not its own, and for its group or everyone.
bool dv_agent_can_hear(const dv_world *world, dv_agent agent, const dv_incident *incident);

#define DV_INFLUENCE_PATH 96

/// A behavior of an agent, and its part in the agent's steering.
typedef struct dv_influence {
    /// Its place in the blend, "priority.weighted.separation". A number follows a name that an
    /// earlier part has, too: "weighted.seek[2]". What a script applied begins with "applied".
    char path[DV_INFLUENCE_PATH];
    dv_vec3 vector; ///< m/s, its steering vector
    float weight;   ///< in its blend; of what was applied, the weight it was applied with
    /// From 0 to 1: its part in the sum of the lengths of all vectors, each times the weights on
    /// its path.
    float share;
    bool was_asked; ///< false: its blend had no use for it, as of parts after the first in priority
} dv_influence;

/// After dv_world_restore_query_state, bind what scripts have applied, so that dv_agent_influences
/// lists it. What the host no longer knows is left out.
void dv_world_bind_last_applied(dv_world *world);
/// List the behaviors of an agent in the order in which they stand in the blend, evaluated on the
/// world as it is. Writes at most `capacity` of them, and returns how many there are: none for an
/// agent that is gone or suspended, or when out of memory.
uint32_t dv_agent_influences(const dv_world *world, dv_agent agent, dv_influence *influences,
                             uint32_t capacity);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
