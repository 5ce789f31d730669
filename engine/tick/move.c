// Move: springs of links change velocities. The locomotion models move each agent according to its
// steering vector. Then obstacles stop bodies that are solid, and the constraints for all bodies
// apply. Last, bodies that are solid for agents are kept apart.
#include "locomotion/apart.h"
#include "locomotion/constraints.h"
#include "locomotion/contact.h"
#include "locomotion/springs.h"
#include "tick/phases.h"
#include "world/obstacles.h"
#include "world/stopping.h"

#define MOVE_BLOCK 1024

static void note_starts(const dv_world *world, uint32_t first, uint32_t last, dv_vec3 *starts) {
    for (uint32_t i = first; i < last; i++)
        starts[i - first] = dv_position_of(world, world->active[i]);
}

/// Move runs of agents of one kind together. Most worlds are a single run.
static void move_block(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    dv_world *world = context;
    const uint32_t *agents = world->active;
    const uint8_t *kinds = world->agents.kind;
    bool has_obstacles = world->obstacles.alive_count > 0;
    dv_vec3 starts[MOVE_BLOCK];
    while (first < last) {
        uint8_t kind = kinds[agents[first]];
        const dv_locomotion_type *model = world->program->kinds[kind].locomotion;
        uint32_t end = first + 1;
        while (end < last && kinds[agents[end]] == kind)
            end++;
        bool may_stop = has_obstacles && dv_kind_may_be_solid(world, kind);
        if (may_stop)
            note_starts(world, first, end, starts);
        model->move(world, agents, first, end);
        if (may_stop)
            dv_stop_at_obstacles(world, agents, first, end, starts, model->hugs);
        dv_constrain(world, agents, first, end, model->hugs);
        first = end;
    }
}

void dv_tick_move(dv_world *world) {
    // Scripts may have moved obstacles. If there is no memory for the index, queries do without it.
    dv_obstacles_index(&world->obstacles);
    dv_springs_pull(world);
    dv_share(world, world->active_count, MOVE_BLOCK, move_block, world);
    dv_keep_apart(world);
}
