// What a `wayfinding` behavior asks its planner for.
#ifndef DV_STEERING_BEHAVIORS_WAYFINDING_H
#define DV_STEERING_BEHAVIORS_WAYFINDING_H

#include "drover/catalogue.h"

enum {
    WAYFINDING_TARGET,
    WAYFINDING_SLOWING_DISTANCE,
    WAYFINDING_CLEARANCE,
    WAYFINDING_RESOLUTION
};

extern const dv_behavior_type dv_behavior_wayfinding;

typedef struct dv_way_request {
    bool is_valid;    ///< there is a target
    dv_vec3 goal;     ///< m
    float clearance;  ///< m, beyond the radius
    float resolution; ///< m
} dv_way_request;

dv_way_request dv_way_request_of(const dv_steering_context *context, const dv_bound *parameters);

#endif
