// Cohesion: stay with the neighbors.
#include "neighbors/selection.h"
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "steering/neighbors.h"

#include "base/lanes.h"

enum { KIND, STATE, RADIUS, ANGLE, PULL, MIN_DISTANCE, NEAREST };

static const dv_parameter parameters_of_cohesion[] = {
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0, "the kinds to stay with; all by default"},
    {"state", DV_PARAMETER_STATE, false, "", 0, 0, 0, "only agents in this state"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 5, "the neighborhood"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, 2 * DV_PI,
     "the neighborhood's full cone of view"},
    {"pull", DV_PARAMETER_BOOLEAN, false, "", 0, 1, 0,
     "a pull that grows with the distance: cap · (centroid − position) / radius, not seek"},
    {"min_distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 0,
     "neighbors nearer than this count outside the view, too"},
    {"nearest", DV_PARAMETER_NUMBER, false, "", 0, DV_MAX_NEAREST, 0,
     "only this many neighbors, the nearest ones (Ballerini et al. 2008 find 6 to 7 in starlings); "
     "0: all"},
};

static void tally_cohesion(const dv_steering_context *context, const dv_bound *parameters,
                           dv_tally_rule *rules) {
    rules[0] = (dv_tally_rule){
        .term = DV_TALLY_OFFSETS,
        .kinds = &parameters[KIND].kinds,
        .states = parameters[STATE].states,
        .radius = dv_number_within(context, parameters, parameters_of_cohesion, RADIUS),
        .half_cosine = dv_bound_half_cosine(context->world, context->agent, &parameters[ANGLE]),
        .counts = true,
        .min_distance = dv_number_within(context, parameters, parameters_of_cohesion, MIN_DISTANCE),
        .nearest = dv_count_within(context, parameters, parameters_of_cohesion, NEAREST),
    };
}

static dv_vec3 steer_toward_centroid(dv_vec3 centroid, dv_vec3 velocity, float cap) {
    return dv_is_zero(centroid) ? DV_NO_STEERING
                                : dv_subtract(dv_scale(dv_normalize(centroid), cap), velocity);
}

static void conclude_cohesion(const dv_squad *squad, const dv_bound *parameters,
                              const dv_tally *tallies, dv_vectors *vectors) {
    float radius[DV_LANES], pull[DV_LANES];
    dv_numbers_within(squad, parameters, parameters_of_cohesion, RADIUS, radius);
    dv_numbers_of(squad, parameters, PULL, pull);
    for (uint32_t lane = 0; lane < squad->count; lane++) {
        int32_t count = tallies->count[lane];
        float cap = squad->cap[lane];
        dv_vec3 vector = DV_NO_STEERING;
        if (count > 0 && radius[lane] != 0) {
            dv_vec3 centroid = dv_scale(dv_in_lane(&tallies->sum, lane), 1 / (float)count);
            vector = pull[lane] != 0
                         ? dv_truncate(dv_scale(centroid, cap / radius[lane]), cap)
                         : steer_toward_centroid(centroid, dv_in_lane(&squad->velocity, lane), cap);
        }
        dv_set_lane(vectors, lane, vector);
    }
}

static void annotate_cohesion(const dv_steering_context *context, const dv_bound *parameters,
                              const void *state, dv_sketch *sketch) {
    (void)state;
    dv_tally_rule rule;
    dv_vec3 to_centroid;
    tally_cohesion(context, parameters, &rule);
    dv_show_rules(context, &rule, 1, sketch);
    if (dv_mean_by(context, &rule, &to_centroid))
        dv_show_point(context, sketch, to_centroid, DV_INK_TARGET);
}

const dv_behavior_type dv_behavior_cohesion = {
    .entry = {.name = "cohesion",
              .doc = "Seek the centroid of neighbors; zero in the middle of them.",
              .source = "Reynolds 1999, Cohesion: s = cap · unit(centroid − position) − velocity",
              .parameters = parameters_of_cohesion,
              .parameter_count = DV_COUNT_OF(parameters_of_cohesion)},
    .annotate = annotate_cohesion,
};

const dv_squad_behavior dv_squad_cohesion = {
    .type = &dv_behavior_cohesion,
    .tally_count = 1,
    .tally = tally_cohesion,
    .conclude = conclude_cohesion,
};
