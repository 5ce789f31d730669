// Reads the parameters of guards, as behaviors read theirs; see drover/parameters.h.
#include "guards/arguments.h"

/// A steering context for the guard's agent, with the members that the parameter readers use.
static dv_steering_context asking_for(const dv_guard_context *context) {
    return (dv_steering_context){.world = context->world,
                                 .agent = context->agent,
                                 .kind = context->kind,
                                 .position = context->position,
                                 .forward = context->forward,
                                 .dt = context->dt,
                                 .stream = context->stream};
}

double dv_guard_number_of(const dv_guard_context *context, const dv_bound *parameters, uint32_t i) {
    return dv_guard_number(context, &parameters[i]);
}

bool dv_guard_boolean_of(const dv_guard_context *context, const dv_bound *parameters, uint32_t i) {
    return dv_guard_number(context, &parameters[i]) != 0;
}

bool dv_guard_target_of(const dv_guard_context *context, const dv_bound *parameters, uint32_t i,
                        dv_target *target) {
    dv_steering_context asking = asking_for(context);
    return dv_target_of(&asking, parameters, i, target);
}

bool dv_guard_vector_at(const dv_guard_context *context, const dv_bound *parameters, uint32_t i,
                        dv_vec3 *vector) {
    dv_steering_context asking = asking_for(context);
    return dv_vector_at(&asking, parameters, i, vector);
}

dv_agent dv_guard_agent_of(const dv_guard_context *context, const dv_bound *parameters,
                           uint32_t i) {
    dv_steering_context asking = asking_for(context);
    return dv_agent_of(&asking, parameters, i);
}

dv_slot_value dv_guard_slot_of(const dv_guard_context *context, const dv_bound *parameters,
                               uint32_t i, dv_slot_type *type) {
    dv_steering_context asking = asking_for(context);
    return dv_slot_of(&asking, parameters, i, type);
}

dv_field dv_guard_field_of(const dv_guard_context *context, const dv_bound *parameters,
                           uint32_t i) {
    dv_steering_context asking = asking_for(context);
    return dv_field_of(&asking, parameters, i);
}

double dv_guard_setting_of(const dv_guard_context *context, const dv_bound *parameters,
                           uint32_t i) {
    dv_steering_context asking = asking_for(context);
    return dv_setting_of(&asking, parameters, i);
}

double dv_guard_random_of(const dv_guard_context *context, uint64_t n) {
    dv_steering_context asking = asking_for(context);
    return dv_random_of(&asking, n);
}

bool dv_guard_write_slot(const dv_guard_context *context, const dv_bound *parameters, uint32_t i,
                         dv_slot_value value) {
    const dv_bound *bound = &parameters[i];
    if (bound->source != DV_SOURCE_SLOT)
        return true;
    return dv_write_slot(context->world, context->agent, bound->index, value, NULL) == DV_OK;
}

dv_truth dv_guard_ask_host(const dv_guard_context *context, const dv_bound *parameters,
                           uint32_t i) {
    if (!context->may_ask_host)
        return DV_ASK_HOST;
    const dv_host *host = &context->world->host;
    dv_agent self = {dv_agent_bits(context->world, context->agent)};
    return dv_truth_of(host->test &&
                       host->test(host->context, context->world, self, parameters[i].callback));
}
