// Flocking: separation, alignment and cohesion in one pass over the neighbors.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "steering/neighbors.h"

enum { SEPARATION, ALIGNMENT, COHESION, RULE_COUNT };
enum { KIND, STATE, FIRST_RULE };
enum { WEIGHT, RADIUS, ANGLE, RULE_PARAMETERS };

static const dv_parameter parameters_of_flocking[] = {
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0, "whom to flock with; any when not given"},
    {"state", DV_PARAMETER_STATE, false, "", 0, 0, 0, "only those in this state"},
    {"separation.weight", DV_PARAMETER_NUMBER, false, "", 0, DV_HEAVIEST, 1.5,
     "how much separation"},
    {"separation.radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2, "its neighborhood"},
    {"separation.angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, 2 * DV_PI,
     "its neighborhood's full view cone"},
    {"alignment.weight", DV_PARAMETER_NUMBER, false, "", 0, DV_HEAVIEST, 1, "how much alignment"},
    {"alignment.radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 5, "its neighborhood"},
    {"alignment.angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, 2 * DV_PI,
     "its neighborhood's full view cone"},
    {"cohesion.weight", DV_PARAMETER_NUMBER, false, "", 0, DV_HEAVIEST, 1, "how much cohesion"},
    {"cohesion.radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 5, "its neighborhood"},
    {"cohesion.angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, 2 * DV_PI,
     "its neighborhood's full view cone"},
};

typedef struct rule {
    float weight, radius, radius_squared, half_cosine;
    dv_vec3 sum; ///< of pushes, velocity differences or offsets
    uint32_t count;
} rule;

static rule rule_of(const dv_steering_context *context, const dv_bound *parameters,
                    uint32_t which) {
    uint32_t first = FIRST_RULE + which * RULE_PARAMETERS;
    rule r = {.weight =
                  dv_number_within(context, parameters, parameters_of_flocking, first + WEIGHT)};
    if (r.weight == 0) {
        r.radius_squared = -1; // nobody is that near
        return r;
    }
    r.radius = dv_number_within(context, parameters, parameters_of_flocking, first + RADIUS);
    r.radius_squared = r.radius * r.radius;
    r.half_cosine =
        dv_bound_half_cosine(context->world, context->agent, &parameters[first + ANGLE]);
    return r;
}

static bool applies(const rule *r, const dv_steering_context *context,
                    const dv_neighborhood *near) {
    return near->distance_squared <= r->radius_squared &&
           dv_in_cone(context->forward, near->offset, near->distance_squared, r->half_cosine);
}

static void add_to(rule *r, dv_vec3 term) {
    r->sum = dv_add(r->sum, term);
    r->count++;
}

static void add_neighbor(rule rules[RULE_COUNT], const dv_steering_context *context,
                         const dv_neighborhood *near) {
    if (applies(&rules[SEPARATION], context, near))
        add_to(&rules[SEPARATION], dv_push_from(context, near, rules[SEPARATION].radius));
    if (applies(&rules[ALIGNMENT], context, near))
        add_to(&rules[ALIGNMENT], dv_subtract(dv_neighbor_velocity(near), context->velocity));
    if (applies(&rules[COHESION], context, near))
        add_to(&rules[COHESION], near->offset);
}

/// The rules with the sums over those they apply to, and all whom they might.
static void look_around(const dv_steering_context *context, const dv_bound *parameters,
                        rule rules[RULE_COUNT], dv_neighborhood *all) {
    float reach = 0;
    for (uint32_t i = 0; i < RULE_COUNT; i++) {
        rules[i] = rule_of(context, parameters, i);
        reach = rules[i].radius > reach ? rules[i].radius : reach;
    }
    *all = dv_neighbors_of(context, &parameters[KIND], &parameters[STATE], reach);
    dv_neighborhood near = *all;
    while (dv_neighborhood_next(&near))
        add_neighbor(rules, context, &near);
}

static dv_vec3 flocking(const dv_steering_context *context, const dv_bound *parameters,
                        void *state) {
    (void)state;
    rule rules[RULE_COUNT];
    dv_neighborhood all;
    look_around(context, parameters, rules, &all);
    // The mean of the offsets has the direction of their sum, and of differences likewise.
    dv_vec3 directions[RULE_COUNT] = {rules[SEPARATION].sum, rules[ALIGNMENT].sum,
                                      dv_seek_offset(context, rules[COHESION].sum)};
    dv_vec3 total = {0, 0, 0};
    for (uint32_t i = 0; i < RULE_COUNT; i++)
        total = dv_add(total, dv_scale(dv_normalize(directions[i]), rules[i].weight));
    return dv_scale(total, context->cap);
}

static dv_vec3 mean_of(const rule *r) { return dv_scale(r->sum, 1 / (float)r->count); }

// The three neighborhoods, whoever is in one of them, the centroid and the mean velocity.
static void annotate_flocking(const dv_steering_context *context, const dv_bound *parameters,
                              const void *state, dv_sketch *sketch) {
    (void)state;
    rule rules[RULE_COUNT];
    dv_neighborhood near;
    look_around(context, parameters, rules, &near);
    for (uint32_t i = 0; i < RULE_COUNT; i++)
        dv_show_view(context, sketch, context->forward, rules[i].radius, rules[i].half_cosine,
                     DV_INK_NEIGHBOR);
    while (dv_neighborhood_next(&near))
        if (applies(&rules[SEPARATION], context, &near) ||
            applies(&rules[ALIGNMENT], context, &near) || applies(&rules[COHESION], context, &near))
            dv_show_line(context, sketch, DV_NO_STEERING, near.offset, DV_INK_NEIGHBOR);
    if (rules[COHESION].count > 0)
        dv_show_point(context, sketch, mean_of(&rules[COHESION]), DV_INK_TARGET);
    if (rules[ALIGNMENT].count > 0)
        dv_show_velocity(context, sketch, DV_NO_STEERING,
                         dv_add(context->velocity, mean_of(&rules[ALIGNMENT])), DV_INK_TARGET);
}

const dv_behavior_type dv_behavior_flocking = {
    .entry = {.name = "flocking",
              .doc = "Move as one of a flock, herd or school.",
              .source = "Reynolds 1999, Flocking: s = cap · Σ weight · unit(part) over the parts "
                        "separation, alignment and cohesion that are not zero",
              .parameters = parameters_of_flocking,
              .parameter_count = DV_COUNT_OF(parameters_of_flocking)},
    .evaluate = flocking,
    .annotate = annotate_flocking,
};
