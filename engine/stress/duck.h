// Ducking: how tall an agent stands under what hangs low near it.
#ifndef DV_STRESS_DUCK_H
#define DV_STRESS_DUCK_H

#include "world/world_data.h"

/// The height (m) that a `duck` has the agent hold where it is now, and how tall it stands.
float dv_duck_height(const dv_steering_context *context, const dv_bound *parameters,
                     float *standing);

#endif
