// The account of what is made while a world runs: paths, flows, groups, obstacles, regions, links,
// timers, and events. Each is charged by a formula of its content, so that the sum is the same on
// every platform, after a load, and however the memory was allocated.
//
// Invariant: `charged` of a world is the sum of dv_weight_of_… over its paths, flows, groups,
// obstacles, and regions. Links, timers, and events are counted by themselves.
#ifndef DV_WORLD_ACCOUNT_H
#define DV_WORLD_ACCOUNT_H

#include "world/flow_record.h"
#include "world/obstacle_record.h"
#include "world/path_record.h"

#include "drover/world.h"

/// Ask the host whether so many bytes more may be made; it says why not.
dv_result dv_ask_for(const dv_world *world, uint64_t bytes, dv_error *error);
/// Charge what is about to be made. Fails as the host does if that is more than it allows; nothing
/// is charged then.
dv_result dv_charge(dv_world *world, uint64_t bytes, dv_error *error);
/// Take what has gone, or could not be made, from the account.
void dv_discharge(dv_world *world, uint64_t bytes);
/// Count again what all that there is was charged, whatever the host allows.
void dv_recount_charges(dv_world *world);

// Bytes

#define DV_WEIGHT_OF_LINK 72u
#define DV_WEIGHT_OF_EVENT 64u
/// Of a timer without its name and data.
#define DV_WEIGHT_OF_TIMER 64u

uint64_t dv_weight_of_path(const dv_path_record *path);
uint64_t dv_weight_of_flow(const dv_world *world, const dv_flow_record *flow);
/// Of an obstacle or region.
uint64_t dv_weight_of_shape(const dv_obstacle_record *shape);
uint64_t dv_weight_of_group(const dv_world *world, uint32_t type);

#endif
