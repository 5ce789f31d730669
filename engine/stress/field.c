// Field: mind the amount under a step.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/evaluate.h"
#include "stress/stress.h"
#include "world/fields.h"

enum { FIELD, DIRECTION };

static const dv_parameter parameters_of_field[] = {
    {"field", DV_PARAMETER_FIELD, true, "", 0, 0, 0, "the field under the steps"},
    {"direction", DV_PARAMETER_NUMBER, false, "", -1, 1, -1,
     "below 0: the more, the worse; above 0: the less, the worse"},
};

static void score_field(const dv_steering_context *context, const dv_bound *parameters, void *state,
                        const dv_footsteps *steps, float *stress) {
    (void)state;
    const dv_world *world = context->world;
    const dv_field_record *field = dv_field_of_type(world, parameters[FIELD].index);
    float direction = dv_number_within(context, parameters, parameters_of_field, DIRECTION);
    double max = world->program->fields[parameters[FIELD].index].max;
    for (uint32_t i = 0; i < steps->count; i++) {
        dv_vec3 place = dv_vec(steps->x[i], steps->y[i], steps->z[i]);
        float part = (float)(dv_field_amount_near(field, place) / max);
        stress[i] = direction < 0 ? -direction * part : direction * (1 - part);
    }
}

/// Draw the place under a step straight ahead.
static void annotate_field(const dv_steering_context *context, const dv_bound *parameters,
                           const void *state, dv_sketch *sketch) {
    (void)state;
    const dv_field_record *field = dv_field_of_type(context->world, parameters[FIELD].index);
    float stride = dv_property_of(context->world, context->agent, DV_STRIDE);
    dv_vec3 way = dv_scale(context->forward, stride);
    bool is_empty = dv_field_amount_near(field, dv_add(context->position, way)) == 0;
    dv_show_point(context, sketch, way, is_empty ? DV_INK_CLEAR : DV_INK_THREAT);
}

const dv_stress_type dv_stress_field = {
    .entry = {.name = "field",
              .doc = "Mind how much a field holds under a step, as a share of its max: panic, "
                     "smoke, heat; or, with a direction above 0, how much it lacks.",
              .source = "Drover, after Reich 1997, Terrain Awareness: −direction · amount / max; "
                        "above 0: direction · (1 − amount / max)",
              .parameters = parameters_of_field,
              .parameter_count = DV_COUNT_OF(parameters_of_field)},
    .score = score_field,
    .annotate = annotate_field,
};
