// Detours: what an agent that weighs stress does when it gets nowhere. After B. D. Reich, An
// Architecture for Behavioral Locomotion (1997), Requirements, fault tolerant: notice that
// obstacles have stopped the agent, turn away from them, and go on.
//
// An agent gets nowhere when it stays within a few strides for longer than it takes to walk them,
// although what leads it, such as attract, asks for a step. It then goes around what is in the way.
// Until it may take up its own way again, the behaviors that lead it are left aside, and all others
// count as ever. Each detour in vain makes the next one twice as long, with the other hand on the
// wall, so no wall of finite length keeps an agent.
#ifndef DV_STRESS_DETOUR_H
#define DV_STRESS_DETOUR_H

#include "world/detour.h"
#include "world/world_data.h"

/// Begin a detour, lead it on, or end it, before a step is chosen.
/// `turn` (rad) is the most that the body turns in one step. A body that `presses` has all the time
/// of a detour to get away from where it is.
void dv_lead_detour(const dv_steering_context *context, const dv_stress_list *list,
                    const dv_footsteps *steps, float turn, bool presses, dv_detour *detour);
/// Forget the detour and what held the agent up: it rests, or nothing leads it.
void dv_end_detour(dv_detour *detour);
/// Add the stress of steps that lead elsewhere than the detour, and of steps aside or back where
/// `minds_aside`.
void dv_add_detour(const dv_detour *detour, const dv_footsteps *steps, bool minds_aside,
                   float *total);

#endif
