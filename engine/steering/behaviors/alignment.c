// Alignment: match the neighbors' motion.
#include "neighbors/selection.h"
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "steering/neighbors.h"

#include "base/lanes.h"

enum { KIND, STATE, RADIUS, ANGLE, HEADINGS, MIN_DISTANCE, NEAREST };

static const dv_parameter parameters_of_alignment[] = {
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0, "the kinds to align with; all by default"},
    {"state", DV_PARAMETER_STATE, false, "", 0, 0, 0, "only agents in this state"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 5, "the neighborhood"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, 2 * DV_PI,
     "the neighborhood's full cone of view"},
    {"headings", DV_PARAMETER_BOOLEAN, false, "", 0, 1, 0,
     "align the heading only: mean forward − own forward, times the cap"},
    {"min_distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 0,
     "neighbors nearer than this count outside the view, too"},
    {"nearest", DV_PARAMETER_NUMBER, false, "", 0, DV_MAX_NEAREST, 0,
     "only this many neighbors, the nearest ones (Ballerini et al. 2008 find 6 to 7 in starlings); "
     "0: all"},
};

// Sum the differences of velocities, not the velocities, so that equal ones give exactly zero.
static void tally_alignment(const dv_steering_context *context, const dv_bound *parameters,
                            dv_tally_rule *rules) {
    bool headings = dv_number_of(context, parameters, HEADINGS) != 0;
    rules[0] = (dv_tally_rule){
        .term = headings ? DV_TALLY_FORWARDS : DV_TALLY_VELOCITIES,
        .kinds = &parameters[KIND].kinds,
        .states = parameters[STATE].states,
        .radius = dv_number_within(context, parameters, parameters_of_alignment, RADIUS),
        .half_cosine = dv_bound_half_cosine(context->world, context->agent, &parameters[ANGLE]),
        .counts = true,
        .min_distance =
            dv_number_within(context, parameters, parameters_of_alignment, MIN_DISTANCE),
        .nearest = dv_count_within(context, parameters, parameters_of_alignment, NEAREST),
    };
}

static void conclude_alignment(const dv_squad *squad, const dv_bound *parameters,
                               const dv_tally *tallies, dv_vectors *vectors) {
    float headings[DV_LANES];
    dv_numbers_of(squad, parameters, HEADINGS, headings);
    for (uint32_t lane = 0; lane < squad->count; lane++) {
        int32_t count = tallies->count[lane];
        float gain = headings[lane] != 0 ? squad->cap[lane] : 1;
        dv_vec3 mean =
            count ? dv_scale(dv_in_lane(&tallies->sum, lane), gain / (float)count) : DV_NO_STEERING;
        dv_set_lane(vectors, lane, mean);
    }
}

// Draw the mean velocity of the neighbors, or with `headings` their mean heading at the cap.
static void annotate_alignment(const dv_steering_context *context, const dv_bound *parameters,
                               const void *state, dv_sketch *sketch) {
    (void)state;
    dv_tally_rule rule;
    dv_vec3 change, own = context->velocity;
    tally_alignment(context, parameters, &rule);
    dv_show_rules(context, &rule, 1, sketch);
    if (!dv_mean_by(context, &rule, &change) || dv_is_zero(change))
        return;
    if (rule.term == DV_TALLY_FORWARDS) {
        change = dv_scale(change, context->cap);
        own = dv_scale(context->forward, context->cap);
    }
    dv_show_velocity(context, sketch, DV_NO_STEERING, dv_add(own, change), DV_INK_TARGET);
}

const dv_behavior_type dv_behavior_alignment = {
    .entry = {.name = "alignment",
              .doc = "Match the mean velocity of neighbors.",
              .source = "Reynolds 1999, Alignment: s = mean neighbor velocity − velocity",
              .parameters = parameters_of_alignment,
              .parameter_count = DV_COUNT_OF(parameters_of_alignment)},
    .annotate = annotate_alignment,
};

const dv_squad_behavior dv_squad_alignment = {
    .type = &dv_behavior_alignment,
    .tally_count = 1,
    .tally = tally_alignment,
    .conclude = conclude_alignment,
};
