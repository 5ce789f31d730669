// How upright agents stand. It is computed from where they are, not stored.
#include "stress/choose.h"
#include "stress/duck.h"
#include "stress/stress.h"

#include "steering/evaluate.h"

double dv_agent_posture(const dv_world *world, dv_agent agent) {
    uint32_t index;
    float share = 1;
    if (!dv_agent_index(world, agent.bits, &index))
        return 1;
    const dv_stress_list *list = dv_stresses_of(world, index);
    for (uint32_t i = 0; i < list->count; i++) {
        const dv_stress_node *node = list->nodes[i];
        if (node->type != &dv_stress_duck)
            continue;
        dv_steering_context context = dv_steering_context_of(world, index);
        context.position = dv_position_of(world, index);
        float standing, height = dv_duck_height(&context, node->parameters, &standing);
        // Skip a duck whose height slot is empty.
        if (standing > 0 && height < share * standing)
            share = height / standing;
    }
    return (double)share;
}
