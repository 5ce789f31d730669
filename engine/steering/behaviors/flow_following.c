// Flow following: go with a field of velocities.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "world/flows.h"

enum { FLOW, HORIZON, DIRECTION_ONLY };

static const dv_parameter parameters_of_flow[] = {
    {"flow", DV_PARAMETER_PATH, true, "flow", 0, 0, 0, "the flow to follow"},
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 0.5,
     "how far ahead the place is predicted at which the flow is read"},
    {"direction_only", DV_PARAMETER_BOOLEAN, false, "", 0, 1, 0,
     "go at the cap along the flow, however slow it is"},
};

/// The flow where the agent will be, which is `ahead` of where it is; zero without a flow.
static dv_vec3 flow_at_predicted(const dv_steering_context *context, const dv_bound *parameters,
                                 dv_vec3 *ahead) {
    uint64_t handle = dv_bound_handle(context->world, context->agent, &parameters[FLOW]);
    const dv_flow_record *flow = dv_flow_record_of(context->world, handle);
    float horizon = dv_number_within(context, parameters, parameters_of_flow, HORIZON);
    *ahead = dv_scale(context->velocity, horizon);
    return flow ? dv_flow_value(flow, dv_add(context->position, *ahead)) : DV_NO_STEERING;
}

static dv_vec3 flow_following(const dv_steering_context *context, const dv_bound *parameters,
                              void *state) {
    (void)state;
    dv_vec3 ahead, desired = flow_at_predicted(context, parameters, &ahead);
    if (dv_is_zero(desired))
        return DV_NO_STEERING;
    if (dv_number_of(context, parameters, DIRECTION_ONLY) != 0)
        return dv_steer_along(context, desired, context->cap);
    return dv_subtract(dv_truncate(desired, context->cap), context->velocity);
}

static void annotate_flow_following(const dv_steering_context *context, const dv_bound *parameters,
                                    const void *state, dv_sketch *sketch) {
    (void)state;
    dv_vec3 ahead, flow = flow_at_predicted(context, parameters, &ahead);
    dv_show_place(context, sketch, ahead, DV_INK_CLEAR);
    dv_show_velocity(context, sketch, ahead, flow, DV_INK_TARGET);
}

const dv_behavior_type dv_behavior_flow_following = {
    .entry = {.name = "flow_following",
              .doc = "Move with a flow field, as it flows where the agent is about to be; zero "
                     "where there is no flow.",
              .source = "Reynolds 1999, Flow Field Following: s = truncate(F(position + velocity · "
                        "horizon), cap) − velocity",
              .parameters = parameters_of_flow,
              .parameter_count = DV_COUNT_OF(parameters_of_flow)},
    .evaluate = flow_following,
    .annotate = annotate_flow_following,
};
