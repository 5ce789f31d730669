// The will of an agent on legs: where it would step if nothing were in the way, by the behaviors
// that lead it alone.
#ifndef DV_STRESS_WILL_H
#define DV_STRESS_WILL_H

#include "stress/total.h"

typedef struct dv_will {
    bool steps;     ///< it would rather step than stand, whichever way it faces
    float x, y;     ///< unit, the way it would step
    float strength; ///< the stress of the worst way, less that of the best one
} dv_will;

/// Ask what leads an agent about steps of the longest stride all around. `steps` says how long that
/// stride is and takes.
dv_will dv_will_of(const dv_steering_context *context, const dv_stress_list *list,
                   const dv_footsteps *steps);

/// How far (m) a body gets along a unit vector, up to `most`: to an obstacle or another body. Other
/// bodies are taken to stay where they are.
float dv_free_way(const dv_steering_context *context, float x, float y, float most);

#endif
