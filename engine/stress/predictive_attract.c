// Predictive attraction: go where the agent can meet a moving target soonest.
#include "steering/annotations.h"
#include "steering/behaviors/threats.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "stress/stress.h"
#include "stress/surroundings.h"

enum { TARGET, DISTANCE };

static const dv_parameter parameters_of_attraction[] = {
    {"target", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "what to meet"},
    {"distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 0.5,
     "near enough to it, from surface to surface"},
};

// The lowest closing speed, as a share of the fastest step's speed, assumed where no meeting is
// predicted. Without it, a target as fast as its hunter would never be caught.
#define SLOWEST_CLOSING 0.1f

/// The target to meet, and how near to come.
typedef struct quarry {
    dv_vec3 offset, velocity;
    float threshold; ///< m between the centers
    float closing;   ///< m/s, the assumed rate at which a distance closes
} quarry;

/// `fastest` (m/s) is the agent's top speed toward the target.
static bool find_quarry(const dv_steering_context *context, const dv_bound *parameters,
                        float fastest, quarry *q) {
    dv_target target;
    if (!dv_target_of(context, parameters, TARGET, &target))
        return false;
    q->offset = dv_offset_to(context, target.position);
    q->velocity = target.velocity;
    q->threshold = context->radius + target.radius +
                   dv_number_within(context, parameters, parameters_of_attraction, DISTANCE);
    float speed = sqrtf(q->velocity.x * q->velocity.x + q->velocity.y * q->velocity.y);
    q->closing = dv_clamp(fastest - speed, SLOWEST_CLOSING * fastest, fastest);
    return true;
}

static float fastest_of(const dv_footsteps *steps) {
    float fastest = 0;
    for (uint32_t i = 0; i < steps->count; i++) {
        float x = steps->velocity_x[i], y = steps->velocity_y[i];
        fastest = x * x + y * y > fastest ? x * x + y * y : fastest;
    }
    return sqrtf(fastest);
}

/// Plain attraction, as a time (s): the distance beyond the threshold over the closing speed.
static float time_by_distance(const quarry *q, double distance) {
    double beyond = distance - (double)q->threshold;
    return beyond > 0 && q->closing > 0 ? (float)(beyond / (double)q->closing) : 0;
}

// A target at (x, y) that moves by (vx, vy), both relative to an agent that repeats this step, is
// within the threshold D when (x + vx t)² + (y + vy t)² = D²: a t² + b t + c = 0.
static float time_to_meet(const quarry *q, double x, double y, double vx, double vy) {
    double threshold = (double)q->threshold;
    double a = vx * vx + vy * vy, b = 2 * (x * vx + y * vy);
    double c = x * x + y * y - threshold * threshold;
    if (c <= 0)
        return 0;
    float by_distance = time_by_distance(q, sqrt(x * x + y * y));
    if (a == 0 || b >= 0)
        return by_distance;
    double discriminant = b * b - 4 * a * c;
    if (discriminant >= 0)
        return (float)(2 * c / (sqrt(discriminant) - b));
    double nearest = sqrt(dv_greater(x * x + y * y - b * b / (4 * a), 0));
    float then = (float)(-b / (2 * a)) + time_by_distance(q, nearest);
    return then < by_distance ? then : by_distance;
}

static void score_prediction(const dv_steering_context *context, const dv_bound *parameters,
                             void *state, const dv_footsteps *steps, float *stress) {
    (void)state;
    quarry q;
    if (!find_quarry(context, parameters, fastest_of(steps), &q))
        return;
    dv_viewers viewers;
    dv_viewers_of(context, steps, &viewers);
    float seconds = steps->seconds;
    float x = q.offset.x + q.velocity.x * seconds, y = q.offset.y + q.velocity.y * seconds;
    for (uint32_t i = 0; i < viewers.count; i++)
        stress[i] = time_to_meet(&q, (double)(x - viewers.at[i].x), (double)(y - viewers.at[i].y),
                                 (double)(q.velocity.x - steps->velocity_x[i]),
                                 (double)(q.velocity.y - steps->velocity_y[i]));
}

// Draw where the two will meet if the agent keeps its velocity.
static void annotate_prediction(const dv_steering_context *context, const dv_bound *parameters,
                                const void *state, dv_sketch *sketch) {
    (void)state;
    quarry q;
    if (!find_quarry(context, parameters, context->cap, &q))
        return;
    float time = time_to_meet(&q, (double)q.offset.x, (double)q.offset.y,
                              (double)(q.velocity.x - context->velocity.x),
                              (double)(q.velocity.y - context->velocity.y));
    dv_vec3 there = dv_add(q.offset, dv_scale(q.velocity, time));
    dv_show_circle(context, sketch, q.offset, q.threshold, DV_INK_TARGET);
    dv_show_prediction(context, sketch, q.offset, there, DV_INK_TARGET);
    dv_show_line(context, sketch, DV_NO_STEERING, dv_scale(context->velocity, time), DV_INK_TARGET);
}

const dv_stress_type dv_stress_predictive_attract = {
    .entry = {.name = "predictive_attract",
              .doc = "Go the way that leads near a moving target soonest, if both go straight "
                     "ahead: it heads off a target that crosses instead of falling in behind it.",
              .source =
                  "Reich 1997, Predictive Attraction: (x + vx t)² + (y + vy t)² = D² for the "
                  "relative place and velocity after the step; the stress is the smaller root "
                  "(s), 0 inside of D. Where there is none, the time of the nearest approach "
                  "and the distance left then, at most the distance now; where they part, "
                  "the distance now; distances beyond D over max(cap − target's speed, cap / "
                  "10)",
              .parameters = parameters_of_attraction,
              .parameter_count = DV_COUNT_OF(parameters_of_attraction)},
    .score = score_prediction,
    .leads = true,
    .annotate = annotate_prediction,
};
