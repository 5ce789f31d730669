// Steer: every agent's composition, on the world as sensed. Agents go by grid cell, so that those
// evaluated together share their neighbors' records.
#include "steering/evaluate.h"
#include "tick/phases.h"

#define STEER_BLOCK 256

static void steer_agent(dv_world *world, uint32_t agent) {
    dv_steering_context context = dv_steering_context_of(world, agent);
    unsigned char *states = dv_states_of(world, agent);
    const dv_node *node = dv_composition_of(world, agent);
    dv_vec3 steering = node ? dv_evaluate(node, &context, states) : dv_vec(0, 0, 0);
    for (uint32_t i = world->agents.applied[agent]; i; i = world->applied[i - 1].next) {
        const dv_applied *applied = &world->applied[i - 1];
        dv_vec3 part = dv_evaluate(applied->node, &context, states);
        steering = dv_add(steering, dv_scale(part, applied->weight));
    }
    world->agents.sx[agent] = steering.x;
    world->agents.sy[agent] = steering.y;
    world->agents.sz[agent] = world->space == DV_PLANE ? 0 : steering.z;
}

static void steer_block(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    dv_world *world = context;
    for (uint32_t rank = first; rank < last; rank++) {
        uint32_t agent = world->sensed.agent[rank];
        bool steers = world->sensed.kind[rank] != DV_NO_KIND &&
                      !(world->agents.flags[agent] & DV_AGENT_SUSPENDED);
        if (steers)
            steer_agent(world, agent);
    }
}

void dv_tick_steer(dv_world *world) {
    dv_jobs_run(world->jobs, world->sensed.count, STEER_BLOCK, steer_block, world);
}
