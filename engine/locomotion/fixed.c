// Fixed: bodies that stay where they are, such as trees, lamps and guns.
#include "drover/catalogue.h"
#include "world/world_data.h"

static void move_fixed(dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last) {
    dv_columns *c = &world->agents;
    for (uint32_t i = first; i < last; i++)
        c->vx[agents[i]] = c->vy[agents[i]] = c->vz[agents[i]] = 0;
}

const dv_locomotion_type dv_locomotion_fixed = {
    .entry = {.name = "fixed",
              .doc = "Stay in place: no behavior moves it, only scripts and programs do.",
              .source = "velocity = 0"},
    .move = move_fixed,
    .stays = true,
};
