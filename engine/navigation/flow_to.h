// Flows to goals: fields of directions, each along the cheapest way to the nearest goal.
//
// Invariant: the arrows of a flow are those that dv_march finds with what its key was made of:
// obstacles, ground, goals, and crowds, as they were when the flow was last renewed. So a renewal
// with an equal key has nothing to do, and a flow in a snapshot needs no computing.
#ifndef DV_NAVIGATION_FLOW_TO_H
#define DV_NAVIGATION_FLOW_TO_H

#include "drover/navigation.h"

#define DV_FLOW_RENEWAL 0.5 ///< s

/// Renew the flows to goals that are due.
void dv_aimed_flows_renew(dv_world *world);

#endif
