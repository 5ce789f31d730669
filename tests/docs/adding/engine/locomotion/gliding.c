// The model `gliding`: straight on, whatever it is steered to.
#include "locomotion/body.h"
#include "world/world_data.h"

static void move(dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last) {
    for (uint32_t i = first; i < last; i++) {
        uint32_t agent = agents[i];
        dv_vec3 velocity = {world->agents.vx[agent], world->agents.vy[agent],
                            world->agents.vz[agent]};
        dv_body_moves(world, agent, velocity, (float)dv_world_dt(world));
    }
}

const dv_locomotion_type dv_locomotion_gliding = {
    .entry = {.name = "gliding", .doc = "Straight on.", .source = "a test"},
    .move = move,
};
