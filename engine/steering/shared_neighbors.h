// Lists of neighbors for the agents of a squad.
#ifndef DV_STEERING_SHARED_NEIGHBORS_H
#define DV_STEERING_SHARED_NEIGHBORS_H

#include "neighbors/closest.h"
#include "neighbors/sieve.h"

/// The neighbors of an agent that pass a sieve if the agent is in a squad, else all in its
/// neighborhood.
dv_neighborhood dv_sifted_neighbors(const dv_steering_context *context, const dv_sieve_rule *rule);

/// The nearest DV_MAX_CLOSEST neighbors of an agent if it is in a squad, else all in its
/// neighborhood.
dv_neighborhood dv_closest_neighbors(const dv_steering_context *context,
                                     const dv_closest_rule *rule);

#endif
