// Move: the locomotion models move each agent according to its steering vector. Then the
// constraints for all bodies apply.
#include "locomotion/constraints.h"
#include "tick/phases.h"

#define MOVE_BLOCK 1024

/// Move runs of agents of one kind together. Most worlds are a single run.
static void move_block(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    dv_world *world = context;
    const uint32_t *agents = world->active;
    const uint8_t *kinds = world->agents.kind;
    while (first < last) {
        uint8_t kind = kinds[agents[first]];
        const dv_locomotion_type *model = world->program->kinds[kind].locomotion;
        uint32_t end = first + 1;
        while (end < last && kinds[agents[end]] == kind)
            end++;
        model->move(world, agents, first, end);
        dv_constrain(world, agents, first, end, model->hugs);
        first = end;
    }
}

void dv_tick_move(dv_world *world) {
    dv_jobs_run(world->crew, world->active_count, MOVE_BLOCK, move_block, world);
}
