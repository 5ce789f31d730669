// People avoidance: keep a distance in a crowd, with the side steps and changes of speed that plain
// repulsion lacks.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/behaviors/threats.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "steering/intents.h"
#include "steering/neighbors.h"

enum {
    KIND,
    STATE,
    RADIUS,
    ANGLE,
    HORIZON,
    CLEARANCE,
    ASCENDING,
    CIRCUMVENTION,
    ACCELERATION,
    DECELERATION,
    PREFER
};

static const dv_parameter parameters_of_avoidance[] = {
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0, "the kinds to avoid; all by default"},
    {"state", DV_PARAMETER_STATE, false, "", 0, 0, 0, "only agents in this state"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 1.5,
     "distance below which others repel"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, 2 * DV_PI, "the full cone of view"},
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 2,
     "how far ahead collisions are predicted"},
    {"clearance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 0.3,
     "passing with less than this between the bodies is a collision"},
    {"ascending", DV_PARAMETER_BOOLEAN, false, "", 0, 1, 1,
     "repulsion grows from zero at the radius; constant otherwise"},
    {"circumvention", DV_PARAMETER_BOOLEAN, false, "", 0, 1, 1,
     "step aside for agents that come the other way or stand still"},
    {"acceleration", DV_PARAMETER_BOOLEAN, false, "", 0, 1, 1,
     "hurry where ways cross, when ahead of the other"},
    {"deceleration", DV_PARAMETER_BOOLEAN, false, "", 0, 1, 1,
     "slow down where ways cross, when behind the other, and behind slower agents"},
    {"prefer", DV_PARAMETER_STEERING, false, "", 0, 0, 0,
     "what says where to go, such as path_following; avoidance is added to it"},
};

static bool is_on(const dv_steering_context *context, const dv_bound *parameters, uint32_t i) {
    return dv_number_of(context, parameters, i) != 0;
}

/// The agents that repel, and `radius` (m), within which they do.
static dv_neighborhood repelling_neighbors(const dv_steering_context *context,
                                           const dv_bound *parameters, float *radius) {
    *radius = dv_patience_of(context->intent).clearance *
              dv_number_within(context, parameters, parameters_of_avoidance, RADIUS);
    return dv_neighbors_of(context, &parameters[KIND], &parameters[STATE], *radius);
}

static dv_vec3 sum_repulsion(const dv_steering_context *context, const dv_bound *parameters,
                             float half_cosine) {
    float radius;
    dv_neighborhood near = repelling_neighbors(context, parameters, &radius);
    bool ascends = is_on(context, parameters, ASCENDING);
    dv_vec3 pushes = {0, 0, 0};
    while (dv_neighborhood_next_in_view(&near, context, half_cosine)) {
        dv_vec3 away = dv_normalize(dv_push_from(context, &near, radius));
        float part = ascends ? 1 - dv_clamp(dv_length(near.offset) / radius, 0, 1) : 1;
        pushes = dv_add(pushes, dv_scale(away, part));
    }
    return dv_truncate(dv_scale(pushes, context->cap), context->cap);
}

/// The speed (m/s) to go at in the current direction.
static float desired_speed(const dv_steering_context *context, const dv_bound *parameters,
                           const dv_threat *threat, dv_vec3 direction, dv_threat_memory *memory) {
    float speed = dv_length(context->velocity);
    bool is_crossing = dv_encounter_with(context, threat) == DV_CROSSING;
    if (memory->pace == 0) {
        bool is_first =
            is_crossing ? dv_passes_first(context, threat) : dv_dot(threat->offset, direction) < 0;
        memory->pace = is_first ? 1 : -1;
    }
    if (memory->pace > 0)
        return is_on(context, parameters, ACCELERATION) && context->cap > speed ? context->cap
                                                                                : speed;
    if (!is_on(context, parameters, DECELERATION))
        return speed;
    return is_crossing ? 0 : dv_clamp(dv_dot(threat->velocity, direction), 0, speed);
}

static dv_vec3 step_aside(const dv_steering_context *context, const dv_threat *threat,
                          dv_vec3 direction, dv_threat_memory *memory) {
    memory->pace = 0;
    dv_vec3 kept = dv_across(memory->side, direction);
    memory->side = dv_length(kept) > 0.1f ? dv_normalize(kept)
                                          : dv_side_along(dv_scale(threat->miss, -1), direction,
                                                          1e-3f * threat->reach);
    return dv_scale(memory->side, context->cap);
}

static dv_vec3 avoid_people(const dv_steering_context *context, const dv_bound *parameters,
                            const dv_threat *threat, dv_threat_memory *memory) {
    float speed = dv_length(context->velocity);
    dv_vec3 direction = speed > DV_SLOWEST ? dv_normalize(context->velocity)
                                           : dv_scale(dv_normalize(threat->velocity), -1);
    dv_vec3 change = DV_NO_STEERING;
    if (dv_encounter_with(context, threat) != DV_HEAD_ON) {
        float desired = desired_speed(context, parameters, threat, direction, memory);
        change = dv_scale(direction, desired - speed);
    } else if (is_on(context, parameters, CIRCUMVENTION)) {
        change = step_aside(context, threat, direction, memory);
    }
    memory->steering = dv_scale(change, threat->urgency);
    return memory->steering;
}

static dv_watch watch_of(const dv_steering_context *context, const dv_bound *parameters) {
    dv_patience patience = dv_patience_of(context->intent);
    float horizon =
        patience.horizon * dv_number_within(context, parameters, parameters_of_avoidance, HORIZON);
    float radius = dv_number_within(context, parameters, parameters_of_avoidance, RADIUS);
    // Two agents at the cap that meet within the horizon are at most this far apart now.
    float ahead = dv_clamp(radius + 2 * context->cap * horizon, 0, (float)DV_LONGEST);
    return (dv_watch){
        .kind = &parameters[KIND],
        .state = &parameters[STATE],
        .radius = ahead,
        .half_cosine = dv_bound_half_cosine(context->world, context->agent, &parameters[ANGLE]),
        .horizon = horizon,
        .clearance = patience.clearance *
                     dv_number_within(context, parameters, parameters_of_avoidance, CLEARANCE),
    };
}

static dv_vec3 people_avoidance(const dv_steering_context *context, const dv_bound *parameters,
                                void *state) {
    dv_watch watch = watch_of(context, parameters);
    dv_threat threat;
    dv_vec3 parting;
    dv_vec3 pushes = sum_repulsion(context, parameters, watch.half_cosine);
    if (dv_is_given(parameters, PREFER))
        pushes =
            dv_add(pushes, dv_considerate_steering(context, &parameters[KIND], &parameters[STATE]));
    if (!dv_find_threat(context, &watch, state, &threat, &parting))
        return dv_add(pushes, dv_ease_off(state));
    return dv_add(pushes, avoid_people(context, parameters, &threat, state));
}

// Draw the agents that repel, and the threat.
static void annotate_people_avoidance(const dv_steering_context *context,
                                      const dv_bound *parameters, const void *state,
                                      dv_sketch *sketch) {
    dv_threat_memory kept = *(const dv_threat_memory *)state;
    dv_watch watch = watch_of(context, parameters);
    dv_threat threat;
    dv_vec3 parting;
    float radius;
    dv_neighborhood near = repelling_neighbors(context, parameters, &radius);
    dv_show_neighbors(context, near, radius, watch.half_cosine, sketch);
    if (dv_find_threat(context, &watch, &kept, &threat, &parting))
        dv_show_threat(context, &threat, sketch);
}

const dv_behavior_type dv_behavior_people_avoidance = {
    .entry = {.name = "people_avoidance",
              .doc = "Keep a distance from others, step aside for those met head-on, hurry or wait "
                     "where ways cross, and slow down behind slower ones.",
              .source =
                  "Popelová & Gemrot 2015, Steering Behaviors, People (Collision) Avoidance: "
                  "Σ cap · (1 − distance / radius) · unit(away), truncated to the cap, and "
                  "for the soonest predicted collision (1 − time / 2 horizon) · (cap · side, "
                  "or desired speed − speed along the way). Ours: with `prefer`, agents make way "
                  "and keep less distance as in reciprocal_avoidance",
              .parameters = parameters_of_avoidance,
              .parameter_count = DV_COUNT_OF(parameters_of_avoidance)},
    .state_size = sizeof(dv_threat_memory),
    .evaluate = people_avoidance,
    .annotate = annotate_people_avoidance,
};

const dv_squad_behavior dv_squad_people_avoidance = {
    .type = &dv_behavior_people_avoidance,
    .predicts = true,
};
