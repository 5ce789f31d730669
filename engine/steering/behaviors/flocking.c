// Flocking: separation, alignment, and cohesion in one pass over the neighbors.
#include "neighbors/selection.h"
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "steering/flock.h"
#include "steering/neighbors.h"

enum { KIND, STATE, FIRST_RULE };
enum { WEIGHT, RADIUS, ANGLE, RULE_PARAMETERS };
enum { MIN_DISTANCE = FIRST_RULE + DV_FLOCK_RULES * RULE_PARAMETERS, NEAREST };

static const dv_parameter parameters_of_flocking[] = {
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0, "the kinds to flock with; all by default"},
    {"state", DV_PARAMETER_STATE, false, "", 0, 0, 0, "only agents in this state"},
    {"separation.weight", DV_PARAMETER_NUMBER, false, "", 0, DV_HEAVIEST, 1.5,
     "how much separation counts"},
    {"separation.radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2, "its neighborhood"},
    {"separation.angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, 2 * DV_PI,
     "its neighborhood's full cone of view"},
    {"alignment.weight", DV_PARAMETER_NUMBER, false, "", 0, DV_HEAVIEST, 1,
     "how much alignment counts"},
    {"alignment.radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 5, "its neighborhood"},
    {"alignment.angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, 2 * DV_PI,
     "its neighborhood's full cone of view"},
    {"cohesion.weight", DV_PARAMETER_NUMBER, false, "", 0, DV_HEAVIEST, 1,
     "how much cohesion counts"},
    {"cohesion.radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 5, "its neighborhood"},
    {"cohesion.angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, 2 * DV_PI,
     "its neighborhood's full cone of view"},
    {"min_distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 0,
     "neighbors nearer than this count outside the view, too"},
    {"nearest", DV_PARAMETER_NUMBER, false, "", 0, DV_MAX_NEAREST, 0,
     "only this many neighbors, the nearest ones (Ballerini et al. 2008 find 6 to 7 in starlings); "
     "0: all"},
};

static void tally_flocking(const dv_steering_context *context, const dv_bound *parameters,
                           dv_tally_rule *rules) {
    static const dv_tally_term terms[DV_FLOCK_RULES] = {
        [DV_SEPARATION] = DV_TALLY_PUSHES,
        [DV_ALIGNMENT] = DV_TALLY_MOTIONS,
        [DV_COHESION] = DV_TALLY_OFFSETS,
    };
    for (uint32_t i = 0; i < DV_FLOCK_RULES; i++) {
        uint32_t first = FIRST_RULE + i * RULE_PARAMETERS;
        const dv_bound *angle = &parameters[first + ANGLE];
        bool weighs =
            dv_number_within(context, parameters, parameters_of_flocking, first + WEIGHT) != 0;
        rules[i] = (dv_tally_rule){
            .term = terms[i],
            .kinds = &parameters[KIND].kinds,
            .states = parameters[STATE].states,
            .radius = weighs ? dv_number_within(context, parameters, parameters_of_flocking,
                                                first + RADIUS)
                             : -1,
            .half_cosine = dv_bound_half_cosine(context->world, context->agent, angle),
            .min_distance =
                dv_number_within(context, parameters, parameters_of_flocking, MIN_DISTANCE),
            .nearest = dv_count_within(context, parameters, parameters_of_flocking, NEAREST),
        };
    }
}

// The means of offsets and of velocities have the directions of their sums. Cohesion is the
// direction to the others, not seek: seek brakes as hard as it pulls, and the flock would come to a
// stop.
static void conclude_flocking(const dv_squad *squad, const dv_bound *parameters,
                              const dv_tally *tallies, dv_vectors *vectors) {
    dv_flock flock = {.tallies = tallies};
    for (uint32_t i = 0; i < DV_FLOCK_RULES; i++)
        dv_numbers_within(squad, parameters, parameters_of_flocking,
                          FIRST_RULE + i * RULE_PARAMETERS + WEIGHT, flock.weights[i]);
    squad->world->kernels->flock_conclude(squad, &flock, vectors);
}

// Draw the three neighborhoods, the neighbors in any of them, the centroid, and the mean velocity.
static void annotate_flocking(const dv_steering_context *context, const dv_bound *parameters,
                              const void *state, dv_sketch *sketch) {
    (void)state;
    dv_tally_rule rules[DV_FLOCK_RULES];
    dv_vec3 mean;
    tally_flocking(context, parameters, rules);
    dv_show_rules(context, rules, DV_FLOCK_RULES, sketch);
    if (dv_mean_by(context, &rules[DV_COHESION], &mean))
        dv_show_point(context, sketch, mean, DV_INK_TARGET);
    if (dv_mean_by(context, &rules[DV_ALIGNMENT], &mean))
        dv_show_velocity(context, sketch, DV_NO_STEERING, mean, DV_INK_TARGET);
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
    .annotate = annotate_flocking,
};

const dv_squad_behavior dv_squad_flocking = {
    .type = &dv_behavior_flocking,
    .tally_count = DV_FLOCK_RULES,
    .tally = tally_flocking,
    .conclude = conclude_flocking,
};
