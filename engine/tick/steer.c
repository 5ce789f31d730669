// Steer: evaluate every agent's composition on the world as sensed. Agents come in order of grid
// cells. Those that share a composition and are near each other are evaluated together, in squads.
// Agents to which scripts applied behaviors follow afterward; see steer_applied.c.
#include "base/compiler.h"
#include "base/lanes.h"
#include "neighbors/batch.h"
#include "steering/evaluate.h"
#include "steering/evaluation.h"
#include "stress/choose.h"
#include "stress/course.h"
#include "tick/phases.h"
#include "world/stopping.h"

#define STEER_BLOCK 512
#define STRESS_BLOCK 64
// How many agents ahead to prefetch columns, which are in order of IDs and so are scattered here.
#define AHEAD 32

static void steer_alone(dv_world *world, uint32_t agent, const dv_node *node) {
    dv_steering_context context = dv_steering_context_of(world, agent);
    unsigned char *states = dv_states_of(world, agent);
    dv_vec3 steering = node ? dv_evaluate(node, &context, states) : dv_vec(0, 0, 0);
    dv_keep_steering(world, agent, steering);
}

/// What a batch of agents of one cohort has in common.
typedef struct cohort {
    dv_evaluation evaluation;
    bool caps_are_shared;
    float cap;
} cohort;

typedef struct cohorts {
    dv_world *world;
    dv_batcher batcher;
    cohort cohorts[DV_OPEN_BATCHES]; ///< by batch
} cohorts;

static bool gains_from_squads(const dv_node *root) {
    return root && (root->conclusion_count > 0 || root->gains);
}

static void steer_together(dv_world *world, const dv_evaluation *e, const dv_vectors *vectors) {
    for (uint32_t lane = 0; lane < e->squad->count; lane++) {
        dv_vec3 steering = dv_in_lane(vectors, lane);
        dv_keep_steering(world, e->squad->agent[lane],
                         dv_is_finite(steering) ? steering : dv_vec(0, 0, 0));
    }
}

static void steer_each(dv_world *world, dv_evaluation *e) {
    for (uint32_t lane = 0; lane < e->squad->count; lane++) {
        uint32_t agent = e->squad->agent[lane];
        dv_steering_context context = dv_steering_context_with(world, agent, e->squad->cap[lane]);
        context.engine = e;
        e->lane = lane;
        dv_keep_steering(world, agent, dv_evaluate(e->root, &context, dv_states_of(world, agent)));
    }
}

static void set_caps(const dv_world *world, const cohort *c, dv_squad *squad) {
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        squad->cap[lane] = c->caps_are_shared ? c->cap : dv_cap_of(world, squad->agent[lane]);
}

static void steer_batch(void *owner, const dv_batch *batch) {
    cohorts *all = owner;
    cohort *c = &all->cohorts[batch->index];
    dv_evaluation *e = &c->evaluation;
    dv_evaluation_gather(e, batch->ranks, batch->count);
    do {
        set_caps(all->world, c, e->squad);
        const dv_vectors *vectors = dv_squad_vectors(e);
        if (vectors)
            steer_together(all->world, e, vectors);
        else
            steer_each(all->world, e);
    } while (!dv_tick_is_stopped(all->world) && dv_evaluation_next(e));
}

static DV_NOINLINE dv_batch *open_cohort(cohorts *all, uint32_t agent, const dv_node *root) {
    dv_world *world = all->world;
    uint32_t kind = world->agents.kind[agent];
    dv_batch *batch =
        dv_open_batch(&all->batcher, world->agents.cohort[agent], dv_evaluation_holds(world, root));
    cohort *c = &all->cohorts[batch->index];
    c->caps_are_shared = dv_caps_are_shared(world, kind, world->agents.state[agent]);
    c->cap = dv_cap_of(world, agent);
    dv_evaluation_begin(&c->evaluation, world, kind, root);
    return batch;
}

static void steer_rank(dv_world *world, cohorts *all, uint32_t rank) {
    uint32_t agent = world->sensed.records[rank].agent;
    uint16_t number = world->shared_cohort;
    if (number == DV_COHORT_NONE)
        number = world->agents.cohort[agent];
    if (number == DV_COHORT_NONE)
        return;
    // No batch has the number of agents that are alone.
    dv_batch *batch = dv_find_batch(&all->batcher, dv_has_key, number);
    if (!batch) {
        const dv_node *root = dv_composition_of(world, agent);
        if (number == DV_COHORT_ALONE || !gains_from_squads(root)) {
            steer_alone(world, agent, root);
            return;
        }
        batch = open_cohort(all, agent, root);
    }
    dv_join_batch(&all->batcher, batch, rank);
}

static DV_ALWAYS_INLINE void fetch_ahead(const dv_world *world, uint32_t rank, uint32_t last) {
    if (rank + AHEAD >= last)
        return;
    uint32_t agent = world->sensed.records[rank + AHEAD].agent;
    if (world->shared_cohort == DV_COHORT_NONE)
        __builtin_prefetch(&world->agents.cohort[agent], 0);
    // A vector may span two cache lines. Fetch both: a store that misses delays all later ones.
    __builtin_prefetch(&world->agents.steering[agent].x, 1);
    __builtin_prefetch(&world->agents.steering[agent].z, 1);
}

static void steer_block(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    dv_world *world = context;
    cohorts all;
    all.world = world;
    dv_batcher_begin(&all.batcher, world, true, steer_batch, &all);
    for (uint32_t rank = first; rank < last && !dv_tick_is_stopped(world); rank++) {
        fetch_ahead(world, rank, last);
        steer_rank(world, &all, rank);
    }
    dv_hand_out_all(&all.batcher);
}

/// Legged agents choose their steps, and others that weigh stress their velocities, given their
/// steering vectors.
static void choose_by_stress(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    dv_world *world = context;
    for (uint32_t i = first; i < last && !dv_tick_is_stopped(world); i++) {
        const dv_kind *kind = dv_kind_of(world, world->active[i]);
        if (kind->is_legged)
            dv_choose_step(world, world->active[i]);
        else if (kind->weighs)
            dv_choose_course(world, world->active[i]);
    }
}

void dv_tick_steer(dv_world *world) {
    dv_share(world, world->sensed.count, STEER_BLOCK, steer_block, world);
    if (world->applied_count > 0)
        dv_steer_applied(world);
    if (world->program->has_stresses)
        dv_share(world, world->active_count, STRESS_BLOCK, choose_by_stress, world);
}
