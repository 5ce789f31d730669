// Climb: follow the amounts of a field, as Physarum follows its own trail.
#include "base/math.h"
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/climbers.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "world/fields.h"
#include "world/kernels.h"

enum { FIELD, DIRECTION, DISTANCE, ANGLE };

static const dv_parameter parameters_of_climb[] = {
    {"field", DV_PARAMETER_FIELD, true, "", 0, 0, 0, "the field to follow"},
    {"direction", DV_PARAMETER_NUMBER, false, "", -1, 1, 1,
     "above 0: to where there is more; below 0: to where there is less"},
    {"distance", DV_PARAMETER_NUMBER, false, "m", 0.01, DV_LONGEST, 1,
     "from the agent's center to its sensors"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, DV_PI, 0.6,
     "between the way ahead and each of the outer sensors"},
};

enum { LEFT, AHEAD, RIGHT, SENSORS };

typedef struct sensors {
    dv_vec3 ways[SENSORS]; ///< m, from the agent
    double amounts[SENSORS];
} sensors;

static void read_sensors(const dv_steering_context *context, const dv_bound *parameters,
                         sensors *s) {
    const dv_field_record *field = dv_field_of_type(context->world, parameters[FIELD].index);
    float distance = dv_number_within(context, parameters, parameters_of_climb, DISTANCE);
    float angle = dv_number_within(context, parameters, parameters_of_climb, ANGLE);
    dv_axes axes = dv_level_axes(context->forward);
    double sine, cosine;
    dv_sin_cos((double)angle, &sine, &cosine);
    float along = distance * (float)cosine, aside = distance * (float)sine;
    s->ways[LEFT] = dv_out_of_axes(&axes, dv_vec(along, aside, 0));
    s->ways[AHEAD] = dv_out_of_axes(&axes, dv_vec(distance, 0, 0));
    s->ways[RIGHT] = dv_out_of_axes(&axes, dv_vec(along, -aside, 0));
    for (int i = 0; i < SENSORS; i++)
        s->amounts[i] = dv_field_amount_near(field, dv_add(context->position, s->ways[i]));
}

/// The sensor to follow: straight ahead if neither of the others is better.
static int best_of(const dv_steering_context *context, const sensors *s, double direction) {
    double sign = direction < 0 ? -1 : 1;
    double left = sign * s->amounts[LEFT], right = sign * s->amounts[RIGHT];
    double ahead = sign * s->amounts[AHEAD];
    if (ahead >= left && ahead >= right)
        return AHEAD;
    if (left == right)
        return dv_random_of(context, 0) < 0.5 ? LEFT : RIGHT;
    return left > right ? LEFT : RIGHT;
}

static bool senses_nothing(const sensors *s) {
    return s->amounts[LEFT] == 0 && s->amounts[AHEAD] == 0 && s->amounts[RIGHT] == 0;
}

static dv_vec3 climb(const dv_steering_context *context, const dv_bound *parameters, void *state) {
    (void)state;
    double direction =
        (double)dv_number_within(context, parameters, parameters_of_climb, DIRECTION);
    sensors s;
    read_sensors(context, parameters, &s);
    if (direction == 0 || senses_nothing(&s))
        return DV_NO_STEERING;
    return dv_steer_along(context, s.ways[best_of(context, &s, direction)], context->cap);
}

static void climb_together(const dv_squad *squad, const dv_bound *parameters,
                           void *const states[DV_LANES], dv_vectors *vectors) {
    (void)states;
    dv_climbers c = {.grid = &dv_field_of_type(squad->world, parameters[FIELD].index)->grid};
    float angles[DV_LANES];
    double sine = 0, cosine = 1;
    dv_numbers_within(squad, parameters, parameters_of_climb, DIRECTION, c.direction);
    dv_numbers_within(squad, parameters, parameters_of_climb, DISTANCE, c.distance);
    dv_numbers_within(squad, parameters, parameters_of_climb, ANGLE, angles);
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        // The angle is the same for most squads.
        if (lane == 0 || angles[lane] != angles[lane - 1])
            dv_sin_cos((double)angles[lane], &sine, &cosine);
        c.ahead[lane] = c.distance[lane] * (float)cosine;
        c.left[lane] = c.distance[lane] * (float)sine;
    }
    squad->world->kernels->climb_run(squad, &c, vectors);
}

static void annotate_climb(const dv_steering_context *context, const dv_bound *parameters,
                           const void *state, dv_sketch *sketch) {
    (void)state;
    double direction =
        (double)dv_number_within(context, parameters, parameters_of_climb, DIRECTION);
    sensors s;
    read_sensors(context, parameters, &s);
    int best = senses_nothing(&s) ? SENSORS : best_of(context, &s, direction);
    for (int i = 0; i < SENSORS; i++)
        dv_show_place(context, sketch, s.ways[i], i == best ? DV_INK_TARGET : DV_INK_CLEAR);
}

const dv_behavior_type dv_behavior_climb = {
    .entry = {.name = "climb",
              .doc =
                  "Move to where a field has more, or less, as three sensors on the ground ahead "
                  "tell; straight on if neither side is better, and zero where all three find "
                  "nothing. It follows any amount above 0; `when.field` in a state's `on` says how "
                  "much it takes. Beyond the bounds, sensors read the nearest cell inside.",
              .source = "Jones 2010, Characteristics of Pattern Formation in Approximations of "
                        "Physarum Transport Networks: s = cap · unit(way to the best of three "
                        "sensors) − velocity; of two equal outer ones, one by chance",
              .parameters = parameters_of_climb,
              .parameter_count = DV_COUNT_OF(parameters_of_climb)},
    .evaluate = climb,
    .annotate = annotate_climb,
};

const dv_squad_behavior dv_squad_climb = {
    .type = &dv_behavior_climb,
    .evaluate_squad = climb_together,
};
