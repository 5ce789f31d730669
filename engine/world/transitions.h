// The latest changes of state of a world's agents, for people who ask why. Apart from the agents'
// data: nothing in a tick reads them.
#ifndef DV_WORLD_TRANSITIONS_H
#define DV_WORLD_TRANSITIONS_H

#include "drover/explain.h"
#include "world/past.h"

#define DV_NAME_CAPACITY 64
#define DV_WHAT_CAPACITY 128
#define DV_PLACE_CAPACITY 128

/// A change of state as it is kept. Names are copied: the program that has them may be replaced.
/// What is too long is cut.
typedef struct dv_kept_transition {
    uint64_t tick;
    uint64_t agent; ///< its handle, without the world's ID, which changes when a world is loaded
    dv_cause cause;
    char from[DV_NAME_CAPACITY], to[DV_NAME_CAPACITY];
    char what[DV_WHAT_CAPACITY], place[DV_PLACE_CAPACITY];
} dv_kept_transition;

/// Two transitions that are equal up to here are the same.
#define DV_SAME_TRANSITION offsetof(dv_kept_transition, from)

/// A call of dv_agent_become that has not taken effect yet.
typedef struct dv_noted_request {
    dv_agent agent;
    char place[DV_PLACE_CAPACITY];
} dv_noted_request;

typedef struct dv_transitions {
    dv_past past; ///< of dv_kept_transition
    dv_noted_request *requests;
    uint32_t request_count, request_capacity;
    /// By agent: the position of its request + 1; 0: none. It may be of an agent before it that had
    /// the same index.
    uint32_t *request_of;
    uint32_t agent_capacity;
} dv_transitions;

/// Keep a change. The world must keep changes.
void dv_transitions_add(dv_world *world, const dv_kept_transition *transition);
/// The world, which was at the tick `from`, was loaded: what happened at its tick or later is yet
/// to come.
void dv_explain_return(dv_world *world, uint64_t from);
/// A tick begins.
void dv_explain_tick(dv_world *world);
/// Take the place that was noted for the request of an agent, by its index; "" if there is none.
void dv_transitions_take_request(dv_world *world, uint32_t agent, char place[DV_PLACE_CAPACITY]);
void dv_transitions_destroy(dv_transitions *transitions);

#endif
