// The model `gliding`: straight on, whatever it is steered to.
#include "world/world_data.h"

static void move(dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last) {
    float dt = (float)dv_world_dt(world);
    for (uint32_t i = first; i < last; i++) {
        uint32_t agent = agents[i];
        world->agents.x[agent] += world->agents.vx[agent] * dt;
        world->agents.y[agent] += world->agents.vy[agent] * dt;
        world->agents.z[agent] += world->agents.vz[agent] * dt;
    }
}

const dv_locomotion_type dv_locomotion_gliding = {
    .entry = {.name = "gliding", .doc = "Straight on.", .source = "a test"},
    .move = move,
};
