// Ducking: how tall an agent is under low obstacles near it.
#ifndef DV_STRESS_DUCK_H
#define DV_STRESS_DUCK_H

#include "world/world_data.h"

/// The height (m) to which a `duck` behavior bends the agent at its position; sets `standing` to
/// its full height (m).
float dv_duck_height(const dv_steering_context *context, const dv_bound *parameters,
                     float *standing);

#endif
