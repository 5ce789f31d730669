// Unaligned collision avoidance: turn and change speed to miss agents that cross the way.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/behaviors/threats.h"
#include "steering/desired.h"
#include "steering/evaluate.h"

enum { KIND, STATE, RADIUS, ANGLE, HORIZON, CLEARANCE };

static const dv_parameter parameters_of_avoidance[] = {
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0, "the kinds to avoid; all by default"},
    {"state", DV_PARAMETER_STATE, false, "", 0, 0, 0, "only agents in this state"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 10, "the neighborhood"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, 2 * DV_PI,
     "the neighborhood's full cone of view"},
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 3,
     "how far ahead collisions are predicted"},
    {"clearance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 0.5,
     "passing with less than this between the bodies is a collision"},
};

// An agent that stands turns to the threat, to step out of its way.
static dv_vec3 direction_to_meet(const dv_steering_context *context, const dv_threat *threat) {
    bool stands = dv_length(context->velocity) <= DV_SLOWEST;
    return stands ? dv_scale(dv_normalize(threat->velocity), -1) : dv_normalize(context->velocity);
}

// Head-on, turn away from where the other will be; going the same way, from where it is. Of two
// that cross, the first hurries and turns with the other's direction; the second waits and turns to
// pass behind.
static void take_side(const dv_steering_context *context, const dv_threat *threat,
                      dv_vec3 direction, dv_threat_memory *memory) {
    dv_vec3 away = dv_scale(threat->miss, -1);
    float least = 1e-3f * threat->reach;
    memory->pace = 0;
    switch (dv_encounter_with(context, threat)) {
    case DV_HEAD_ON:
        break;
    case DV_SAME_WAY:
        away = dv_scale(threat->offset, -1);
        break;
    case DV_CROSSING:
        memory->pace = dv_passes_first(context, threat) ? 1 : -1;
        away = dv_scale(threat->velocity, memory->pace);
        least = 0;
        break;
    }
    memory->side = dv_side_along(away, direction, least);
}

// Keep the chosen side while the agent turns, as long as it still is a side. A new threat has none.
static void keep_side(const dv_steering_context *context, const dv_threat *threat,
                      dv_vec3 direction, dv_threat_memory *memory) {
    dv_vec3 side = dv_across(memory->side, direction);
    if (dv_length(side) < 0.1f)
        take_side(context, threat, direction, memory);
    else
        memory->side = dv_normalize(side);
}

static dv_vec3 avoid_threat(const dv_steering_context *context, const dv_threat *threat,
                            dv_threat_memory *memory) {
    dv_vec3 direction = direction_to_meet(context, threat);
    keep_side(context, threat, direction, memory);
    float speed = dv_length(context->velocity);
    float faster = context->cap > speed ? context->cap - speed : 0;
    float change = memory->pace > 0 ? faster : memory->pace < 0 ? -speed : 0;
    dv_vec3 turn = dv_scale(memory->side, context->cap);
    memory->steering = dv_scale(dv_add(turn, dv_scale(direction, change)), threat->urgency);
    return memory->steering;
}

static dv_watch watch_of(const dv_steering_context *context, const dv_bound *parameters) {
    return (dv_watch){
        .kind = &parameters[KIND],
        .state = &parameters[STATE],
        .radius = dv_number_within(context, parameters, parameters_of_avoidance, RADIUS),
        .half_cosine = dv_bound_half_cosine(context->world, context->agent, &parameters[ANGLE]),
        .horizon = dv_number_within(context, parameters, parameters_of_avoidance, HORIZON),
        .clearance = dv_number_within(context, parameters, parameters_of_avoidance, CLEARANCE),
    };
}

static dv_vec3 unaligned_avoidance(const dv_steering_context *context, const dv_bound *parameters,
                                   void *state) {
    dv_watch watch = watch_of(context, parameters);
    dv_threat threat;
    dv_vec3 parting;
    bool is_threatened = dv_find_threat(context, &watch, state, &threat, &parting);
    dv_vec3 away = dv_truncate(dv_scale(parting, context->cap), context->cap);
    return dv_add(away, is_threatened ? avoid_threat(context, &threat, state) : dv_ease_off(state));
}

static void annotate_unaligned_avoidance(const dv_steering_context *context,
                                         const dv_bound *parameters, const void *state,
                                         dv_sketch *sketch) {
    dv_threat_memory kept = *(const dv_threat_memory *)state;
    dv_watch watch = watch_of(context, parameters);
    dv_threat threat;
    dv_vec3 parting;
    dv_show_view(context, sketch, context->forward, watch.radius, watch.half_cosine,
                 DV_INK_NEIGHBOR);
    if (dv_find_threat(context, &watch, &kept, &threat, &parting))
        dv_show_threat(context, &threat, sketch);
}

const dv_behavior_type dv_behavior_unaligned_avoidance = {
    .entry = {.name = "unaligned_avoidance",
              .doc = "Turn, and speed up or slow down, to miss the neighbor whose predicted "
                     "collision comes soonest.",
              .source = "Reynolds 1999, Unaligned Collision Avoidance; sides by parallelness as in "
                        "OpenSteer: s = (1 − time / 2 horizon) · (cap · side + speed change), the "
                        "first of two that cross going on to the cap, the second to a stop; the "
                        "threat and the side are kept until clearly past or overtaken",
              .parameters = parameters_of_avoidance,
              .parameter_count = DV_COUNT_OF(parameters_of_avoidance)},
    .state_size = sizeof(dv_threat_memory),
    .evaluate = unaligned_avoidance,
    .annotate = annotate_unaligned_avoidance,
};

const dv_squad_behavior dv_squad_unaligned_avoidance = {
    .type = &dv_behavior_unaligned_avoidance,
    .predicts = true,
};
