// What agents in a crowd intend, so that others can make way for those who are held up.
//
// Agents steer in parallel, so none may read what another decides in the same tick. Each keeps its
// intent beside the state of its avoidance, and the decide phase of the next tick publishes all of
// them.
#ifndef DV_STEERING_INTENTS_H
#define DV_STEERING_INTENTS_H

#include "neighbors/neighborhood.h"
#include "world/world_data.h"

/// Forget the intents of the last tick, and make room for those of all agents.
void dv_intents_begin(dv_world *world);
/// Publish the intents in an agent's composition.
void dv_publish_intents(dv_world *world, uint32_t agent, const dv_node *node,
                        unsigned char *states);

/// m, from the agent: how far others matter to dv_make_way.
float dv_reach_of_intents(const dv_steering_context *context);

/// Given where an agent would like to go (m/s), let it make way. If a neighbor close by is held up
/// and goes first, `want` becomes a velocity that leads aside, and back where there is no room
/// beside. An agent that has arrived makes way for all, any other for lower IDs, so that in every
/// jam one agent keeps its way. Where many share a goal, an agent that has been there waits beside
/// it for those that have not, and does not ask for the place again; one that `queues` keeps its
/// place instead. Returns whether `want` has changed. Updates the intent in `context`, which
/// behaviors with a `prefer` have; nothing happens without one. `near` has the neighbors within
/// dv_reach_of_intents.
bool dv_make_way(const dv_steering_context *context, dv_neighborhood near, bool queues,
                 dv_vec3 *want);
/// The steering that `prefer` asks for, or what makes way for others of these kinds and states.
dv_vec3 dv_considerate_steering(const dv_steering_context *context, const dv_bound *kind,
                                const dv_bound *state);

/// The longer an agent is held up, the less free space it keeps, and the less far it looks ahead.
/// With all of both, crowds form arches before a door.
typedef struct dv_patience {
    float clearance, horizon; ///< parts of what the agent keeps when it gets on
} dv_patience;

/// All of both without an intent.
dv_patience dv_patience_of(const dv_intent *intent);

#endif
