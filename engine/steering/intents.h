// What agents in a crowd intend, so that others can make way for those who are held up.
//
// Agents steer in parallel, so none may read what another decides in the same tick. Each keeps its
// intent in the state of its avoidance, and the decide phase of the next tick publishes all of
// them.
#ifndef DV_STEERING_INTENTS_H
#define DV_STEERING_INTENTS_H

#include "world/world_data.h"

/// Forget the intents of the last tick, and make room for those of all agents.
void dv_intents_begin(dv_world *world);
/// Publish the intents in an agent's composition.
void dv_publish_intents(dv_world *world, uint32_t agent, const dv_node *node,
                        const unsigned char *states);

/// Someone who is close by.
typedef struct dv_close_one {
    uint32_t agent;
    dv_vec3 offset; ///< m, from the agent
    float gap;      ///< m, between the bodies
} dv_close_one;

/// If an agent close by is held up and goes first, return a velocity (m/s) that makes way for it:
/// aside, and back where there is no room beside. Else return `want`, where the agent would like to
/// go. An agent that has arrived makes way for all, any other for lower IDs, so that in every jam
/// one agent keeps its way. Where many share a goal, an agent that has been there waits beside it
/// for those that have not, and does not ask for the place again. Updates the intent.
dv_vec3 dv_make_way(const dv_steering_context *context, const dv_close_one *close, uint32_t count,
                    dv_vec3 want, dv_intent *intent);

/// The longer an agent is held up, the less free space it keeps, and the less far it looks ahead.
/// With all of both, crowds form arches before a door.
typedef struct dv_patience {
    float clearance, horizon; ///< parts of what the agent keeps when it gets on
} dv_patience;

dv_patience dv_patience_of(const dv_intent *intent);

#endif
