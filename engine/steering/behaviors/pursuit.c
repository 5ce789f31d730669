// Pursuit and evasion: seek or flee the predicted place of a moving target.
#include "base/random.h"
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"

// Both behaviors share these first parameters.
enum { TARGET, HORIZON, LOOK_AHEAD, TURNING, LAST_SHARED = TURNING };

// Where the agent is from the target's point of view, and how their headings compare: opposite
// within 45°, neither, or equal within 45°.
typedef enum relation { AGAINST, ACROSS, ALONG } relation;

static relation relation_of(float cosine) {
    const float cosine_of_45_degrees = 0.70710678f;
    return cosine > cosine_of_45_degrees    ? ALONG
           : cosine < -cosine_of_45_degrees ? AGAINST
                                            : ACROSS;
}

// How many times the direct time (distance / cap) to look ahead, by where the agent is (behind the
// target or beside it) and how their headings compare. Behind and parallel is a long chase; an
// agent that must turn around first gains nothing by leading far. Beside and parallel, the two
// converge at once; beside and opposed, the target slips by while the agent turns.
static const float lead[2][3] = {
    [AGAINST] = {[AGAINST] = 2, [ACROSS] = 2, [ALONG] = 4},
    [ACROSS] = {[AGAINST] = 2, [ACROSS] = 0.8f, [ALONG] = 1},
};

static float time_by_headings(const dv_steering_context *context, const dv_target *target,
                              dv_vec3 offset) {
    float distance = dv_length(offset);
    relation position = relation_of(-dv_dot(target->forward, dv_normalize(offset)));
    relation heading = relation_of(dv_dot(target->forward, context->forward));
    // An agent ahead of its target meets it; if both go the same way, the target comes by itself.
    if (position == ALONG)
        return heading == ALONG ? 0 : distance / (context->cap + dv_length(target->velocity));
    return lead[position][heading] * distance / context->cap;
}

// The prediction time (s); never NaN for any cap and distance.
static float prediction_time(const dv_steering_context *context, const dv_bound *parameters,
                             const dv_parameter *descriptors, const dv_target *target,
                             dv_vec3 offset) {
    float horizon = dv_number_within(context, parameters, descriptors, HORIZON);
    float constant = dv_number_within(context, parameters, descriptors, LOOK_AHEAD);
    float turning = dv_number_within(context, parameters, descriptors, TURNING);
    if (dv_is_zero(offset))
        return 0;
    float time = constant > 0  ? constant
                 : turning > 0 ? turning * dv_length(offset)
                               : time_by_headings(context, target, offset);
    return time < horizon ? time : horizon;
}

/// The target as the agent sees and predicts it.
typedef struct prediction {
    dv_target target;
    dv_vec3 offset;    ///< to its current place
    dv_vec3 predicted; ///< to its predicted place
} prediction;

/// False when there is no target.
static bool predict_target(const dv_steering_context *context, const dv_bound *parameters,
                           const dv_parameter *descriptors, prediction *p) {
    if (!dv_target_of(context, parameters, TARGET, &p->target))
        return false;
    p->offset = dv_offset_to(context, p->target.position);
    float time = prediction_time(context, parameters, descriptors, &p->target, p->offset);
    p->predicted = dv_add(p->offset, dv_scale(p->target.velocity, time));
    return true;
}

static void show_prediction(const dv_steering_context *context, const prediction *p, uint32_t ink,
                            dv_sketch *sketch) {
    dv_show_prediction(context, sketch, p->offset, p->predicted, ink);
    dv_show_line(context, sketch, DV_NO_STEERING, p->predicted, ink);
}

enum { CONSTANT_BEARING = LAST_SHARED + 1 };

static const dv_parameter pursuit_parameters[] = {
    {"target", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "whose future place counts"},
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 10,
     "how far ahead it predicts, at most"},
    {"look_ahead", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 0,
     "predict this constant time ahead instead; 0: by headings"},
    {"turning", DV_PARAMETER_NUMBER, false, "s/m", 0, DV_FURTHEST, 0,
     "predict this many seconds ahead per meter of distance instead; 0: by headings"},
    {"constant_bearing", DV_PARAMETER_BOOLEAN, false, "", 0, 1, 0,
     "keep the target at a constant bearing instead of predicting it"},
};

// On a collision course the bearing does not change. So match the target's motion across the line
// of sight, and use the rest of the cap to close in.
static dv_vec3 keep_bearing(const dv_steering_context *context, const dv_target *target,
                            dv_vec3 offset) {
    if (dv_is_zero(offset))
        return DV_NO_STEERING;
    dv_vec3 line_of_sight = dv_normalize(offset);
    dv_vec3 across = dv_truncate(dv_across(target->velocity, line_of_sight), context->cap);
    double rest = (double)context->cap * context->cap - (double)dv_dot(across, across);
    dv_vec3 closing = dv_scale(line_of_sight, (float)dv_sqrt(rest > 0 ? rest : 0));
    return dv_subtract(dv_add(across, closing), context->velocity);
}

static dv_vec3 evaluate_pursuit(const dv_steering_context *context, const dv_bound *parameters,
                                void *state) {
    (void)state;
    prediction p;
    if (!predict_target(context, parameters, pursuit_parameters, &p))
        return DV_NO_STEERING;
    if (dv_number_of(context, parameters, CONSTANT_BEARING) != 0)
        return keep_bearing(context, &p.target, p.offset);
    return dv_seek_offset(context, p.predicted);
}

static void annotate_pursuit(const dv_steering_context *context, const dv_bound *parameters,
                             const void *state, dv_sketch *sketch) {
    (void)state;
    prediction p;
    if (!predict_target(context, parameters, pursuit_parameters, &p))
        return;
    if (dv_number_of(context, parameters, CONSTANT_BEARING) != 0)
        dv_show_place(context, sketch, p.offset, DV_INK_TARGET);
    else
        show_prediction(context, &p, DV_INK_TARGET, sketch);
}

const dv_behavior_type dv_behavior_pursuit = {
    .entry = {.name = "pursuit",
              .doc = "Seek where a moving target will be; if it does not move, seek the target.",
              .source = "Reynolds 1999, Pursuit: T by distance, relative headings and position, 0 "
                        "when aligned in front of the target; s = seek(position + velocity · T)",
              .parameters = pursuit_parameters,
              .parameter_count = DV_COUNT_OF(pursuit_parameters)},
    .evaluate = evaluate_pursuit,
    .annotate = annotate_pursuit,
};

dv_vec3 dv_predict_place(const dv_steering_context *context, const dv_target *target,
                         dv_vec3 offset, float horizon) {
    float time = dv_is_zero(offset) ? 0 : time_by_headings(context, target, offset);
    return dv_add(offset, dv_scale(target->velocity, time < horizon ? time : horizon));
}

dv_vec3 dv_evade(const dv_steering_context *context, const dv_target *target, dv_vec3 offset,
                 float horizon) {
    dv_vec3 predicted = dv_predict_place(context, target, offset, horizon);
    dv_vec3 away = dv_is_zero(predicted) ? context->forward : dv_scale(predicted, -1);
    return dv_steer_along(context, away, context->cap);
}

enum { RADIUS = LAST_SHARED + 1, JINK };

static const dv_parameter evasion_parameters[] = {
    {"target", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "whose future place counts"},
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 10,
     "how far ahead it predicts, at most"},
    {"look_ahead", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 0,
     "predict this constant time ahead instead; 0: by headings"},
    {"turning", DV_PARAMETER_NUMBER, false, "s/m", 0, DV_FURTHEST, 0,
     "predict this many seconds ahead per meter of distance instead; 0: by headings"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, INFINITY, INFINITY,
     "evade only targets nearer than this"},
    {"jink", DV_PARAMETER_NUMBER, false, "", 0, 10, 0,
     "share to the side, per unit away; the side is redrawn twice a second"},
};

#define JINKS_A_SECOND 2

static dv_vec3 jink_side(const dv_steering_context *context, dv_vec3 away) {
    double jinks = (double)context->world->tick * context->world->dt * JINKS_A_SECOND;
    dv_random_key key = {context->world->seed, (uint64_t)jinks, context->agent, context->stream};
    if (context->world->space == DV_VOLUME)
        return dv_normalize(dv_across(dv_random_direction(key, 0, true), away));
    return dv_scale(dv_left_of(away), dv_random_bits(key, 0) & 1 ? 1 : -1);
}

/// Whether there is a target to evade; `radius` (m) is how near it must be.
static bool must_evade(const dv_steering_context *context, const dv_bound *parameters,
                       float *radius, prediction *p) {
    *radius = dv_number_within(context, parameters, evasion_parameters, RADIUS);
    return predict_target(context, parameters, evasion_parameters, p) &&
           dv_length(p->offset) <= *radius;
}

static dv_vec3 evaluate_evasion(const dv_steering_context *context, const dv_bound *parameters,
                                void *state) {
    (void)state;
    float radius;
    prediction p;
    if (!must_evade(context, parameters, &radius, &p))
        return DV_NO_STEERING;
    dv_vec3 away =
        dv_is_zero(p.predicted) ? context->forward : dv_normalize(dv_scale(p.predicted, -1));
    float jink = dv_number_within(context, parameters, evasion_parameters, JINK);
    if (jink > 0)
        away = dv_add(away, dv_scale(jink_side(context, away), jink));
    return dv_steer_along(context, away, context->cap);
}

static void annotate_evasion(const dv_steering_context *context, const dv_bound *parameters,
                             const void *state, dv_sketch *sketch) {
    (void)state;
    float radius;
    prediction p;
    bool evades = must_evade(context, parameters, &radius, &p);
    dv_show_circle(context, sketch, DV_NO_STEERING, radius, DV_INK_NEIGHBOR);
    if (evades)
        show_prediction(context, &p, DV_INK_THREAT, sketch);
}

const dv_behavior_type dv_behavior_evasion = {
    .entry = {.name = "evasion",
              .doc = "Flee from where a moving target nearer than the radius will be; straight "
                     "ahead when that is where the agent is.",
              .source = "Reynolds 1999, Evasion: the predictor of pursuit; s = flee(position + "
                        "velocity · T)",
              .parameters = evasion_parameters,
              .parameter_count = DV_COUNT_OF(evasion_parameters)},
    .evaluate = evaluate_evasion,
    .annotate = annotate_evasion,
};
