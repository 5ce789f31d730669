// Flocking: separation, alignment and cohesion in one pass over the neighbors.
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

static void add_to(rule *r, dv_vec3 term) { r->sum = dv_add(r->sum, term); }

static void add_neighbor(rule rules[RULE_COUNT], const dv_steering_context *context,
                         const dv_neighborhood *near) {
    if (applies(&rules[SEPARATION], context, near))
        add_to(&rules[SEPARATION], dv_push_from(context, near, rules[SEPARATION].radius));
    if (applies(&rules[ALIGNMENT], context, near))
        add_to(&rules[ALIGNMENT], dv_neighbor_velocity(near));
    if (applies(&rules[COHESION], context, near))
        add_to(&rules[COHESION], near->offset);
}

// What alignment leaves in an aligned flock is rounding, which has no direction worth a force.
static dv_vec3 direction_of(dv_vec3 part, uint32_t which, const dv_steering_context *context) {
    bool is_rounding = which == ALIGNMENT && dv_length(part) <= 1e-5f * context->cap;
    return is_rounding ? DV_NO_STEERING : dv_normalize(part);
}

static dv_vec3 flocking(const dv_steering_context *context, const dv_bound *parameters,
                        void *state) {
    (void)state;
    rule rules[RULE_COUNT];
    float reach = 0;
    for (uint32_t i = 0; i < RULE_COUNT; i++) {
        rules[i] = rule_of(context, parameters, i);
        reach = rules[i].radius > reach ? rules[i].radius : reach;
    }
    dv_neighborhood near = dv_neighbors_of(context, &parameters[KIND], &parameters[STATE], reach);
    while (dv_neighborhood_next(&near))
        add_neighbor(rules, context, &near);

    // The mean of offsets and of velocities has the direction of their sum. Cohesion is where the
    // others are, not seek: as seek it brakes as hard as it draws, and a flock comes to a stand.
    // Alignment is the way they go at the agent's own cap, which is what keeps a flock going.
    dv_vec3 directions[RULE_COUNT] = {
        rules[SEPARATION].sum, dv_seek_offset(context, rules[ALIGNMENT].sum), rules[COHESION].sum};
    dv_vec3 total = {0, 0, 0};
    for (uint32_t i = 0; i < RULE_COUNT; i++)
        total = dv_add(total, dv_scale(direction_of(directions[i], i, context), rules[i].weight));
    return dv_scale(total, context->cap);
}

const dv_behavior_type dv_behavior_flocking = {
    .entry = {.name = "flocking",
              .doc = "Move as one of a flock, herd or school.",
              .source =
                  "Reynolds 1999, Flocking: s = cap · Σ weight · unit(part) over the parts that "
                  "are not zero: separation, alignment cap · unit(mean velocity) − velocity, "
                  "cohesion centroid − position",
              .parameters = parameters_of_flocking,
              .parameter_count = DV_COUNT_OF(parameters_of_flocking)},
    .evaluate = flocking,
};
