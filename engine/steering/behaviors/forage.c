// Forage: wander until it perceives something it wants.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "steering/neighbors.h"

enum { KIND, STATE, RADIUS, STRENGTH, RATE };

static const dv_parameter parameters_of_forage[] = {
    {"kind", DV_PARAMETER_KIND, true, "", 0, 0, 0, "the kinds to seek, usually fixed ones"},
    {"state", DV_PARAMETER_STATE, false, "", 0, 0, 0, "only agents in this state"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 20,
     "how far away a resource can be; it must be perceived, too"},
    {"strength", DV_PARAMETER_NUMBER, false, "", 0, 100, 0.5, "of wander"},
    {"rate", DV_PARAMETER_NUMBER, false, "1/√s", 0, 100, 2, "of wander"},
};

/// Find the nearest agent it perceives, ties by id. Sight is tested last because it costs the most.
static bool find_food(const dv_steering_context *context, const dv_bound *parameters,
                      dv_vec3 *offset) {
    float radius = dv_number_within(context, parameters, parameters_of_forage, RADIUS);
    dv_neighborhood near = dv_neighbors_of(context, &parameters[KIND], &parameters[STATE], radius);
    float nearest = INFINITY;
    uint32_t found = DV_NO_RANK;
    while (dv_neighborhood_next(&near)) {
        uint32_t agent = near.agent;
        bool is_better =
            near.distance_squared < nearest || (near.distance_squared == nearest && agent < found);
        if (!is_better || !dv_perceives(context->world, context->agent, agent))
            continue;
        nearest = near.distance_squared;
        found = agent;
        *offset = near.offset;
    }
    return found != DV_NO_RANK;
}

static dv_vec3 evaluate_forage(const dv_steering_context *context, const dv_bound *parameters,
                               void *state) {
    dv_vec3 offset = {0, 0, 0};
    if (find_food(context, parameters, &offset))
        return dv_seek_offset(context, offset);
    return dv_wander(context, dv_number_within(context, parameters, parameters_of_forage, STRENGTH),
                     dv_number_within(context, parameters, parameters_of_forage, RATE), state);
}

static void annotate_forage(const dv_steering_context *context, const dv_bound *parameters,
                            const void *state, dv_sketch *sketch) {
    const dv_parameter *descriptors = parameters_of_forage;
    dv_vec3 offset = {0, 0, 0};
    dv_show_circle(context, sketch, DV_NO_STEERING,
                   dv_number_within(context, parameters, descriptors, RADIUS), DV_INK_NEIGHBOR);
    if (find_food(context, parameters, &offset))
        dv_show_place(context, sketch, offset, DV_INK_TARGET);
    else
        dv_annotate_wander(context, dv_number_within(context, parameters, descriptors, STRENGTH),
                           dv_number_within(context, parameters, descriptors, RATE), state, sketch);
}

const dv_behavior_type dv_behavior_forage = {
    .entry = {.name = "forage",
              .doc = "Seek the nearest resource that is perceived; wander while there is none.",
              .source = "Reynolds 1999, Forage: wander combined with resource seeking",
              .parameters = parameters_of_forage,
              .parameter_count = DV_COUNT_OF(parameters_of_forage)},
    .state_size = sizeof(dv_wander_state),
    .evaluate = evaluate_forage,
    .annotate = annotate_forage,
};
