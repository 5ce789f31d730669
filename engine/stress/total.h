// The total stress of an agent's possible steps.
#ifndef DV_STRESS_TOTAL_H
#define DV_STRESS_TOTAL_H

#include "world/world_data.h"

/// Whether steering behaviors ask the agent to go somewhere, beside its stress behaviors.
bool dv_is_steered(const dv_world *world, uint32_t agent);

/// Add Σ weight · stress ^ power to `total` for each step. A behavior that reads an empty number
/// slot is skipped; a stress that is NaN or negative counts as 0.
void dv_add_stresses(const dv_steering_context *context, const dv_stress_list *list,
                     unsigned char *states, const dv_footsteps *steps, float *total);
/// The same for the behaviors that lead the agent alone: those that say where to go.
void dv_add_leading(const dv_steering_context *context, const dv_stress_list *list,
                    unsigned char *states, const dv_footsteps *steps, float *total);
/// The same for all others.
void dv_add_others(const dv_steering_context *context, const dv_stress_list *list,
                   unsigned char *states, const dv_footsteps *steps, float *total);

#endif
