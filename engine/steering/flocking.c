// Flocking: separation, alignment and cohesion in one pass over the neighbors.
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "steering/neighbors.h"

#include "base/lanes.h"

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

static void tally(const dv_steering_context *context, const dv_bound *parameters,
                  dv_tally_rule *rules) {
    static const dv_tally_term terms[RULE_COUNT] = {
        [SEPARATION] = DV_TALLY_PUSHES,
        [ALIGNMENT] = DV_TALLY_VELOCITIES,
        [COHESION] = DV_TALLY_OFFSETS,
    };
    for (uint32_t i = 0; i < RULE_COUNT; i++) {
        uint32_t first = FIRST_RULE + i * RULE_PARAMETERS;
        const dv_bound *angle = &parameters[first + ANGLE];
        bool weighs =
            dv_number_within(context, parameters, parameters_of_flocking, first + WEIGHT) != 0;
        rules[i] = (dv_tally_rule){
            .term = terms[i],
            .kinds = parameters[KIND].kinds,
            .states = parameters[STATE].states,
            .radius = weighs ? dv_number_within(context, parameters, parameters_of_flocking,
                                                first + RADIUS)
                             : -1,
            .half_cosine = dv_bound_half_cosine(context->world, context->agent, angle),
        };
    }
}

static void seek(dv_lanes3 *offset, const dv_squad *squad) {
    dv_lanes3 velocity;
    dv_floats cap;
    dv_load_lanes3(&velocity, &squad->velocity);
    DV_LOAD_LANES(cap, squad->cap);
    dv_mask leads = (offset->x != 0) | (offset->y != 0) | (offset->z != 0);
    dv_normalize_lanes(offset);
    offset->x = DV_ONLY_WHERE(leads, offset->x * cap - velocity.x);
    offset->y = DV_ONLY_WHERE(leads, offset->y * cap - velocity.y);
    offset->z = DV_ONLY_WHERE(leads, offset->z * cap - velocity.z);
}

// The mean of the offsets has the direction of their sum, and of differences likewise.
static void flocking(const dv_squad *squad, const dv_bound *parameters, const dv_tally *tallies,
                     dv_vectors *vectors) {
    dv_lanes3 sums[RULE_COUNT], total = {{0}, {0}, {0}};
    dv_floats cap;
    DV_LOAD_LANES(cap, squad->cap);
    for (uint32_t i = 0; i < RULE_COUNT; i++)
        dv_load_lanes3(&sums[i], &tallies[i].sum);
    seek(&sums[COHESION], squad);
    for (uint32_t i = 0; i < RULE_COUNT; i++) {
        float weights[DV_LANES];
        dv_floats weight;
        dv_numbers_within(squad, parameters, parameters_of_flocking,
                          FIRST_RULE + i * RULE_PARAMETERS + WEIGHT, weights);
        DV_LOAD_LANES(weight, weights);
        dv_normalize_lanes(&sums[i]);
        total.x += sums[i].x * weight;
        total.y += sums[i].y * weight;
        total.z += sums[i].z * weight;
    }
    total.x *= cap, total.y *= cap, total.z *= cap;
    dv_store_lanes3(vectors, &total);
}

const dv_behavior_type dv_behavior_flocking = {
    .entry = {.name = "flocking",
              .doc = "Move as one of a flock, herd or school.",
              .source = "Reynolds 1999, Flocking: s = cap · Σ weight · unit(part) over the parts "
                        "separation, alignment and cohesion that are not zero",
              .parameters = parameters_of_flocking,
              .parameter_count = DV_COUNT_OF(parameters_of_flocking)},
    .tally_count = RULE_COUNT,
    .tally = tally,
    .conclude = flocking,
};
