// Targets of stress behaviors; see targets.h.
#include "stress/targets.h"

#include "steering/evaluate.h"

// m; nearer than this, a target has no direction.
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

/// Offsets from each candidate to the target, the short way where the world wraps. The wrap is
/// resolved once, from the agent's position, since candidates are only a step away.
static void offsets_of(const dv_aim *aim, const dv_footsteps *steps, float *off_x, float *off_y,
                       float *off_z) {
    const dv_steering_context *context = aim->context;
    dv_vec3 here = context->position;
    const float *from_x = aim->is_place ? steps->foot_x : steps->x;
    const float *from_y = aim->is_place ? steps->foot_y : steps->y;
    dv_vec3 offset = dv_offset_between(context->world, here, aim->target.position);
    for (uint32_t i = 0; i < steps->count; i++) {
        off_x[i] = offset.x + (here.x - from_x[i]);
        off_y[i] = offset.y + (here.y - from_y[i]);
        off_z[i] = offset.z + (here.z - steps->z[i]);
    }
    for (uint32_t i = 0; aim->is_thing && i < steps->count; i++) {
        dv_vec3 body = dv_vec(steps->x[i], steps->y[i], steps->z[i]);
        dv_vec3 way = dv_offset_between(context->world, body, nearest_of_thing(aim, body));
        off_x[i] = way.x;
        off_y[i] = way.y;
    }
}

void dv_aim_from_all(const dv_aim *aim, const dv_footsteps *steps, bool wants_angles,
                     float distance[DV_MAX_FOOTSTEPS], float angle[DV_MAX_FOOTSTEPS]) {
    float off_x[DV_MAX_FOOTSTEPS], off_y[DV_MAX_FOOTSTEPS], off_z[DV_MAX_FOOTSTEPS];
    float bodies = aim->is_place ? 0 : aim->context->radius + aim->target.radius;
    offsets_of(aim, steps, off_x, off_y, off_z);
    for (uint32_t i = 0; i < steps->count; i++) {
        float square = off_x[i] * off_x[i] + off_y[i] * off_y[i] + off_z[i] * off_z[i];
        distance[i] = dv_excess(sqrtf(square) - bodies);
    }
    for (uint32_t i = 0; i < steps->count; i++)
        angle[i] = 0;
    for (uint32_t i = 0; wants_angles && i < steps->count; i++) {
        float x = steps->forward_x[i], y = steps->forward_y[i];
        float ahead = x * off_x[i] + y * off_y[i], left = x * off_y[i] - y * off_x[i];
        bool is_off = fabsf(ahead) > AT_IT || fabsf(left) > AT_IT;
        float angle_to_target = dv_angle_of(is_off ? ahead : 1, left);
        angle[i] = is_off ? angle_to_target : 0;
    }
}

dv_control dv_control_of(const dv_steering_context *context, const dv_bound *parameters,
                         const dv_parameter *descriptors, uint32_t first) {
    float numbers[4];
    for (uint32_t i = 0; i < 4; i++)
        numbers[i] = dv_number_within(context, parameters, descriptors, first + i);
    return (dv_control){numbers[0], numbers[1], numbers[2], numbers[3]};
}
