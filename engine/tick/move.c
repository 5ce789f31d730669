// Move: each agent's locomotion model under its steering vector, then what holds for all bodies.
#include "locomotion/constraints.h"
#include "tick/phases.h"

#define MOVE_BLOCK 1024

/// Runs of agents with the same model are moved together; most worlds are one run.
static void move_block(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    dv_world *world = context;
    while (first < last) {
        const dv_locomotion_type *model = dv_kind_of(world, world->active[first])->locomotion;
        uint32_t end = first + 1;
        while (end < last && dv_kind_of(world, world->active[end])->locomotion == model)
            end++;
        model->move(world, world->active, first, end);
        dv_constrain(world, world->active, first, end);
        first = end;
    }
}

void dv_tick_move(dv_world *world) {
    dv_jobs_run(world->jobs, world->active_count, MOVE_BLOCK, move_block, world);
}
