// Draws why agents steer the way they do; see dv_agent_annotate.
#include "base/result.h"
#include "steering/annotations.h"
#include "steering/evaluate.h"
#include "stress/choose.h"
#include "stress/course.h"
#include "tick/phases.h"

typedef struct annotator {
    dv_observer observer;
    dv_sketch *sketch;
} annotator;

static void annotate_node(dv_observer *observer, const dv_node *node,
                          const dv_steering_context *context, const void *state, dv_vec3 vector) {
    dv_sketch *sketch = ((annotator *)observer)->sketch;
    if (node->behavior->annotate)
        node->behavior->annotate(context, node->parameters, state, sketch);
    dv_show_velocity(context, sketch, dv_vec(0, 0, 0), vector, DV_INK_STEERING);
}

// Limited to the cap, which the sum of the parts may exceed.
static void show_desired(const dv_steering_context *context, dv_sketch *sketch, dv_vec3 steering) {
    const dv_pen bold = {.color = DV_INK_DESIRED, .width = 2.5f};
    dv_vec3 desired = dv_truncate(dv_add(context->velocity, steering), context->cap);
    dv_vec3 way = dv_figure_velocity(context, desired);
    if (dv_length_squared(way) > 0)
        dv_sketch_arrow(sketch, context->position, dv_add(context->position, way), bold);
}

dv_vec3 dv_observe_all(const dv_world *world, const dv_steering_context *context,
                       const dv_node *node, dv_observer *observer) {
    const unsigned char *states = dv_states_of(world, context->agent);
    dv_vec3 steering = node ? dv_observe(node, context, states, observer) : dv_vec(0, 0, 0);
    for (uint32_t i = world->agents.applied[context->agent]; i; i = world->applied[i - 1].next) {
        const dv_applied *applied = &world->applied[i - 1];
        if (!applied->node)
            continue;
        dv_vec3 part = dv_observe(applied->node, context, states, observer);
        steering = dv_add(steering, dv_scale(part, applied->weight));
    }
    if (world->space == DV_PLANE)
        steering.z = 0;
    return steering;
}

dv_result dv_agent_annotate(const dv_world *world, dv_agent handle, dv_sketch *sketch,
                            dv_error *error) {
    uint32_t agent;
    if (!dv_agent_index(world, handle.bits, &agent))
        return dv_fail(error, DV_ERROR_STALE, "the agent is gone");
    const dv_node *node = dv_composition_of(world, agent);
    bool steers = node || world->agents.applied[agent];
    bool steps = dv_kind_of(world, agent)->is_legged;
    bool weighs = dv_weighs_courses(world, agent);
    if (!(steers || steps || weighs) || world->agents.flags[agent] & DV_AGENT_SUSPENDED)
        return DV_OK;
    annotator a = {{annotate_node}, sketch};
    dv_steering_context context = dv_steering_context_of(world, agent);
    if (steers)
        show_desired(&context, sketch, dv_observe_all(world, &context, node, &a.observer));
    if (weighs)
        return dv_annotate_courses(&context, sketch, error);
    return steps ? dv_annotate_steps(&context, sketch, error) : DV_OK;
}
