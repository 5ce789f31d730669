// Separation: keep a distance from neighbors.
#include "neighbors/selection.h"
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "steering/neighbors.h"

#include "base/lanes.h"

enum { KIND, STATE, RADIUS, ANGLE, MIN_DISTANCE, NEAREST };

static const dv_parameter parameters_of_separation[] = {
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0, "the kinds to keep away from; all by default"},
    {"state", DV_PARAMETER_STATE, false, "", 0, 0, 0, "only agents in this state"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2, "the neighborhood"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, 2 * DV_PI,
     "the neighborhood's full cone of view"},
    {"min_distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 0,
     "neighbors nearer than this count outside the view, too"},
    {"nearest", DV_PARAMETER_NUMBER, false, "", 0, DV_MAX_NEAREST, 0,
     "only this many neighbors, the nearest ones (Ballerini et al. 2008 find 6 to 7 in starlings); "
     "0: all"},
};

static void tally_separation(const dv_steering_context *context, const dv_bound *parameters,
                             dv_tally_rule *rules) {
    rules[0] = (dv_tally_rule){
        .term = DV_TALLY_PUSHES,
        .kinds = &parameters[KIND].kinds,
        .states = parameters[STATE].states,
        .radius = dv_number_within(context, parameters, parameters_of_separation, RADIUS),
        .half_cosine = dv_bound_half_cosine(context->world, context->agent, &parameters[ANGLE]),
        .min_distance =
            dv_number_within(context, parameters, parameters_of_separation, MIN_DISTANCE),
        .nearest = dv_count_within(context, parameters, parameters_of_separation, NEAREST),
    };
}

static void conclude_separation(const dv_squad *squad, const dv_bound *parameters,
                                const dv_tally *tallies, dv_vectors *vectors) {
    float radii[DV_LANES];
    dv_numbers_within(squad, parameters, parameters_of_separation, RADIUS, radii);
    dv_floats radius, cap;
    dv_lanes3 push;
    DV_LOAD_LANES(radius, radii);
    DV_LOAD_LANES(cap, squad->cap);
    dv_load_lanes3(&push, &tallies->sum);
    // The same as dv_separate.
    push.x *= radius * cap;
    push.y *= radius * cap;
    push.z *= radius * cap;
    dv_truncate_lanes(&push, &cap);
    dv_store_lanes3(vectors, &push);
}

static void annotate_separation(const dv_steering_context *context, const dv_bound *parameters,
                                const void *state, dv_sketch *sketch) {
    (void)state;
    dv_tally_rule rule;
    tally_separation(context, parameters, &rule);
    dv_show_rules(context, &rule, 1, sketch);
}

const dv_behavior_type dv_behavior_separation = {
    .entry = {.name = "separation",
              .doc = "Push away from neighbors, harder from nearer ones.",
              .source = "Reynolds 1999, Separation: s = truncate(Σ (position − neighbor) / "
                        "distance² · radius · cap, cap)",
              .parameters = parameters_of_separation,
              .parameter_count = DV_COUNT_OF(parameters_of_separation)},
    .annotate = annotate_separation,
};

const dv_squad_behavior dv_squad_separation = {
    .type = &dv_behavior_separation,
    .tally_count = 1,
    .tally = tally_separation,
    .conclude = conclude_separation,
};
