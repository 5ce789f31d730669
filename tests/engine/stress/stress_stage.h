// A stage for stress behaviors: an agent of a lab (see behavior_world.h: a body of 0.5 m, a cap of
// 10 m/s), candidate steps put down by hand, and parameters as a program would have bound them.
#ifndef DV_TESTS_STRESS_STAGE_H
#define DV_TESTS_STRESS_STAGE_H

#include "behavior_world.h"

#include "steering/evaluate.h"

#define NEAR 1e-4f

typedef struct stage {
    const dv_stress_type *type;
    dv_bound parameters[DV_MAX_PARAMETERS];
    dv_footsteps steps;
    float stress[DV_MAX_FOOTSTEPS];
} stage;

static inline stage stage_for(const char *name) {
    stage s = {.type = dv_stress_type_by_name(name), .steps = {.seconds = 0.5f}};
    assert_non_null(s.type);
    const dv_entry *entry = &s.type->entry;
    for (uint32_t i = 0; i < entry->parameter_count; i++) {
        const dv_parameter *parameter = &entry->parameters[i];
        dv_bound *bound = &s.parameters[i];
        bound->kinds = DV_ANY_KIND;
        if (parameter->type != DV_PARAMETER_NUMBER && parameter->type != DV_PARAMETER_BOOLEAN)
            continue;
        bound->source = DV_SOURCE_LITERAL;
        bound->number = parameter->fallback;
        bound->half_cosine =
            parameter->fallback >= 2 * DV_PI ? -1 : (float)dv_cos(parameter->fallback / 2);
    }
    return s;
}

static inline dv_bound *parameter_of(stage *s, const char *name) {
    const dv_entry *entry = &s->type->entry;
    for (uint32_t i = 0; i < entry->parameter_count; i++)
        if (strcmp(entry->parameters[i].name, name) == 0)
            return &s->parameters[i];
    fail_msg("%s has no %s", entry->name, name);
    return NULL;
}

static inline void give_number(stage *s, const char *name, double number) {
    dv_bound *bound = parameter_of(s, name);
    bound->source = DV_SOURCE_LITERAL;
    bound->number = number;
    bound->half_cosine = number >= 2 * DV_PI ? -1 : (float)dv_cos(number / 2);
}

static inline void give_kind(stage *s, uint32_t kind) {
    dv_bound *bound = parameter_of(s, "kind");
    bound->source = DV_SOURCE_KINDS;
    bound->kinds = dv_one_kind(kind);
}

static inline void give_point(stage *s, const char *name, float x, float y) {
    dv_bound *bound = parameter_of(s, name);
    bound->source = DV_SOURCE_POINT;
    bound->point = dv_vec(x, y, 0);
}

static inline void give_slot(stage *s, const char *name, uint32_t slot, dv_slot_type type) {
    dv_bound *bound = parameter_of(s, name);
    bound->source = DV_SOURCE_SLOT;
    bound->index = (uint16_t)slot;
    bound->slot_type = (uint8_t)type;
}

/// A step to (x, y), where the agent faces along a heading in degrees, at a speed along it.
static inline void add_step(stage *s, float x, float y, double degrees, float speed) {
    uint32_t i = s->steps.count++;
    double heading = degrees * DV_PI / 180;
    float forward_x = (float)dv_cos(heading), forward_y = (float)dv_sin(heading);
    s->steps.x[i] = s->steps.foot_x[i] = x;
    s->steps.y[i] = s->steps.foot_y[i] = y;
    s->steps.forward_x[i] = forward_x, s->steps.forward_y[i] = forward_y;
    s->steps.velocity_x[i] = forward_x * speed, s->steps.velocity_y[i] = forward_y * speed;
    s->steps.turn[i] = (float)heading;
    s->steps.stride[i] = speed * s->steps.seconds;
}

static inline void score(stage *s, const lab *l, dv_agent agent) {
    dv_steering_context context = dv_steering_context_of(l->world, dv_handle_index(agent.bits));
    memset(s->stress, 0, sizeof s->stress);
    assert_null(s->type->refuse ? s->type->refuse(s->parameters) : NULL);
    s->type->score(&context, s->parameters, NULL, &s->steps, s->stress);
}

static inline void assert_stress(const stage *s, uint32_t step, float stress) {
    if (!(fabsf(s->stress[step] - stress) <= NEAR * (1 + stress)))
        fail_msg("step %u: %g is not %g", step, (double)s->stress[step], (double)stress);
}

static inline dv_sketch *annotated(const stage *s, const lab *l, dv_agent agent) {
    dv_steering_context context = dv_steering_context_of(l->world, dv_handle_index(agent.bits));
    dv_sketch *sketch = dv_sketch_create();
    assert_non_null(sketch);
    s->type->annotate(&context, s->parameters, NULL, sketch);
    assert_true(dv_sketch_complete(sketch));
    return sketch;
}

#endif
