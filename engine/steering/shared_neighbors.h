// Lists of neighbors that the agents of a squad share.
#ifndef DV_STEERING_SHARED_NEIGHBORS_H
#define DV_STEERING_SHARED_NEIGHBORS_H

#include "neighbors/closest.h"
#include "neighbors/sieve.h"

/// The neighbors of an agent that are worth a look: its list where it stands in a squad, else all
/// in the neighborhood.
dv_neighborhood dv_sifted_neighbors(const dv_steering_context *context, const dv_sieve_rule *rule);

/// The nearest DV_MOST_CLOSEST neighbors of an agent where it stands in a squad, else all in the
/// neighborhood.
dv_neighborhood dv_closest_neighbors(const dv_steering_context *context,
                                     const dv_closest_rule *rule);

#endif
