// Steers the agents to which scripts applied behaviors. Agents come in order of IDs, because
// applied behaviors, slots, and states are in that order in memory. Up to eight agents with the
// same applied behaviors are evaluated as a squad if that is cheaper for these behaviors.
#include "base/compiler.h"
#include "base/lanes.h"
#include "neighbors/batch.h"
#include "steering/evaluate.h"
#include "steering/evaluation.h"
#include "tick/phases.h"
#include "world/stopping.h"

#include <string.h>

#define BLOCK 512
// How many agents ahead to prefetch sensed records, which are not in order of IDs.
#define AHEAD 8

/// What a batch of agents with the same applied behaviors has in common, and their weights.
typedef struct alike {
    uint32_t node_count;
    const dv_node *nodes[DV_MAX_APPLIED]; ///< the newest first
    bool gains;                           ///< at least one of them is cheaper in a squad
    float weights[DV_MAX_APPLIED][DV_LANES];
} alike;

typedef struct applying {
    dv_world *world;
    dv_batcher batcher;
    alike alike[DV_OPEN_BATCHES]; ///< by batch
} applying;

/// Steer one agent by its composition and its applied behaviors.
static void steer_alone(dv_world *world, uint32_t agent) {
    dv_steering_context context = dv_steering_context_of(world, agent);
    unsigned char *states = dv_states_of(world, agent);
    const dv_node *root = dv_composition_of(world, agent);
    dv_vec3 steering = root ? dv_evaluate(root, &context, states) : dv_vec(0, 0, 0);
    for (uint32_t i = world->agents.applied[agent]; i; i = world->applied[i - 1].next) {
        const dv_applied *applied = &world->applied[i - 1];
        dv_vec3 part = dv_evaluate(applied->node, &context, states);
        steering = dv_add(steering, dv_scale(part, applied->weight));
    }
    dv_keep_steering(world, agent, steering);
}

static void set_caps(const dv_world *world, dv_squad *squad) {
    uint32_t state = world->agents.state[squad->agent[0]];
    bool are_shared = dv_caps_are_shared(world, squad->kind, state);
    float cap = dv_cap_of(world, squad->agent[0]);
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        uint32_t agent = squad->agent[lane];
        bool is_shared = are_shared && world->agents.state[agent] == state;
        squad->cap[lane] = is_shared ? cap : dv_cap_of(world, agent);
    }
}

/// The agents of a squad with their behavior states.
typedef struct members {
    dv_squad squad;
    void *states[DV_LANES];
} members;

static void gather_members(const dv_world *world, const dv_batch *batch, members *m) {
    m->squad.world = world;
    m->squad.kind = world->agents.kind[world->sensed.records[batch->ranks[0]].agent];
    dv_fill_squad(&m->squad, batch->ranks, batch->count, world->kernels->squad_gather_as_sensed);
    set_caps(world, &m->squad);
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        m->states[lane] = dv_states_of(world, m->squad.agent[lane]);
}

static void evaluate_each(const dv_world *world, const dv_node *node, const members *m,
                          dv_vectors *vectors) {
    memset(vectors, 0, sizeof *vectors);
    for (uint32_t lane = 0; lane < m->squad.count; lane++) {
        dv_steering_context context = dv_steering_context_of(world, m->squad.agent[lane]);
        dv_set_lane(vectors, lane, dv_evaluate(node, &context, m->states[lane]));
    }
}

static void evaluate_applied(const dv_world *world, const dv_node *node, members *m,
                             dv_vectors *vectors) {
    void *states[DV_LANES];
    if (!dv_goes_side_by_side(node)) {
        evaluate_each(world, node, m, vectors);
        return;
    }
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        states[lane] = (unsigned char *)m->states[lane] + node->state_offset;
    m->squad.stream = node->stream;
    node->squad->evaluate_squad(&m->squad, node->parameters, states, vectors);
}

/// Evaluate the compositions of the agents.
static void evaluate_compositions(const dv_world *world, const members *m, dv_vectors *sums) {
    memset(sums, 0, sizeof *sums);
    for (uint32_t lane = 0; lane < m->squad.count; lane++) {
        const dv_node *root = dv_composition_of(world, m->squad.agent[lane]);
        if (!root)
            continue;
        dv_steering_context context = dv_steering_context_of(world, m->squad.agent[lane]);
        dv_set_lane(sums, lane, dv_evaluate(root, &context, m->states[lane]));
    }
}

static void steer_abreast(dv_world *world, const dv_batch *batch, const alike *a) {
    members m;
    dv_vectors sums, part;
    gather_members(world, batch, &m);
    evaluate_compositions(world, &m, &sums);
    for (uint32_t i = 0; i < a->node_count; i++) {
        evaluate_applied(world, a->nodes[i], &m, &part);
        world->kernels->add_weighted(&part, a->weights[i], &sums);
    }
    for (uint32_t lane = 0; lane < m.squad.count; lane++)
        dv_keep_steering(world, m.squad.agent[lane], dv_in_lane(&sums, lane));
}

static void steer_batch(void *owner, const dv_batch *batch) {
    applying *all = owner;
    if (batch->count >= DV_FEWEST_SIDE_BY_SIDE) {
        steer_abreast(all->world, batch, &all->alike[batch->index]);
        return;
    }
    for (uint32_t i = 0; i < batch->count; i++)
        steer_alone(all->world, all->world->sensed.records[batch->ranks[i]].agent);
}

/// Store the weights of an agent's applied behaviors in the next lane. False if the behaviors
/// differ from those of the batch.
static inline bool are_alike(void *owner, const dv_batch *batch, uint32_t agent) {
    applying *all = owner;
    const dv_world *world = all->world;
    alike *a = &all->alike[batch->index];
    uint32_t count = 0;
    for (uint32_t i = world->agents.applied[agent]; i; i = world->applied[i - 1].next) {
        const dv_applied *applied = &world->applied[i - 1];
        if (count == a->node_count || a->nodes[count] != applied->node)
            return false;
        a->weights[count++][batch->count] = applied->weight;
    }
    return count == a->node_count;
}

static dv_batch *open_for(applying *all, uint32_t agent) {
    const dv_world *world = all->world;
    dv_batch *batch = dv_open_batch(&all->batcher, 0, DV_LANES);
    alike *a = &all->alike[batch->index];
    a->node_count = 0;
    a->gains = false;
    // Results of unused lanes are ignored, but their weights must be initialized.
    memset(a->weights, 0, sizeof a->weights);
    for (uint32_t i = world->agents.applied[agent]; i; i = world->applied[i - 1].next) {
        const dv_applied *applied = &world->applied[i - 1];
        a->gains = a->gains || dv_goes_side_by_side(applied->node);
        a->weights[a->node_count][0] = applied->weight;
        a->nodes[a->node_count++] = applied->node;
    }
    return batch;
}

static void steer_agent(applying *all, uint32_t agent) {
    uint32_t rank;
    dv_batch *batch = dv_find_batch(&all->batcher, are_alike, agent);
    if (!batch)
        batch = open_for(all, agent);
    if (!all->alike[batch->index].gains || !dv_rank_of(all->world, agent, &rank))
        steer_alone(all->world, agent);
    else
        dv_join_batch(&all->batcher, batch, rank);
}

static DV_ALWAYS_INLINE void fetch_ahead(const dv_world *world, uint32_t agent) {
    uint32_t rank;
    if (!world->agents.applied[agent] || !dv_rank_of(world, agent, &rank))
        return;
    __builtin_prefetch(&world->sensed.records[rank]);
    __builtin_prefetch(&world->sensed.forward[rank]);
}

static void steer_applied_block(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    dv_world *world = context;
    applying all;
    all.world = world;
    dv_batcher_begin(&all.batcher, world, false, steer_batch, &all);
    for (uint32_t i = first; i < last && !dv_tick_is_stopped(world); i++) {
        uint32_t agent = world->active[i];
        if (i + AHEAD < last)
            fetch_ahead(world, world->active[i + AHEAD]);
        if (world->agents.applied[agent])
            steer_agent(&all, agent);
    }
    dv_hand_out_all(&all.batcher);
}

void dv_steer_applied(dv_world *world) {
    dv_share(world, world->active_count, BLOCK, steer_applied_block, world);
}
