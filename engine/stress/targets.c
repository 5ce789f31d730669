// Targets of stress behaviors; see targets.h.
#include "stress/targets.h"

#include "steering/evaluate.h"

// m, nearer than which nothing lies in any direction.
#define AT_IT 1e-3f

bool dv_aim_begin(dv_aim *aim, const dv_steering_context *context, const dv_bound *target) {
    *aim = (dv_aim){.context = context, .bound = target};
    if (!dv_target_of(context, target, 0, &aim->target))
        return false;
    dv_slot_type type = (dv_slot_type)target->slot_type;
    aim->is_place = target->source == DV_SOURCE_POINT || target->source == DV_SOURCE_MOUSE ||
                    type == DV_SLOT_POINT || type == DV_SLOT_POSE;
    aim->is_thing = !aim->is_place && !aim->target.is_agent;
    return true;
}

static dv_vec3 nearest_of_thing(const dv_aim *aim, dv_vec3 from) {
    dv_steering_context there = *aim->context;
    dv_target target;
    there.position = from;
    return dv_target_of(&there, aim->bound, 0, &target) ? target.position : aim->target.position;
}

void dv_aim_from(dv_aim *aim, const dv_footsteps *steps, uint32_t i, bool wants_angle) {
    const dv_steering_context *context = aim->context;
    dv_vec3 body = dv_vec(steps->x[i], steps->y[i], steps->z[i]);
    dv_vec3 from = aim->is_place ? dv_vec(steps->foot_x[i], steps->foot_y[i], body.z) : body;
    dv_vec3 to = aim->is_thing ? nearest_of_thing(aim, body) : aim->target.position;
    dv_vec3 offset = dv_offset_between(context->world, from, to);
    float length = dv_length(offset);
    float gap = aim->is_place ? length : length - context->radius - aim->target.radius;
    float x = steps->forward_x[i], y = steps->forward_y[i];
    aim->distance = dv_excess(gap);
    aim->angle = 0;
    if (wants_angle && length > AT_IT)
        aim->angle = (float)dv_atan2((double)(x * offset.y - y * offset.x),
                                     (double)(x * offset.x + y * offset.y));
}

dv_control dv_control_of(const dv_steering_context *context, const dv_bound *parameters,
                         const dv_parameter *descriptors, uint32_t first) {
    float numbers[4];
    for (uint32_t i = 0; i < 4; i++)
        numbers[i] = dv_number_within(context, parameters, descriptors, first + i);
    return (dv_control){numbers[0], numbers[1], numbers[2], numbers[3]};
}
