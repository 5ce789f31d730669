// Steer: evaluate every agent's composition on the world as sensed. Agents come in order of grid
// cells. Those that share a composition and are near each other are evaluated together, in squads.
// Agents to which scripts applied behaviors follow afterward; see steer_applied.c.
#include "base/compiler.h"
#include "base/lanes.h"
#include "neighbors/index.h"
#include "steering/evaluate.h"
#include "steering/evaluation.h"
#include "stress/choose.h"
#include "tick/phases.h"

#define STEER_BLOCK 512
#define LEGS_BLOCK 64
// How many agents ahead to prefetch columns, which are in order of IDs and so are scattered here.
#define AHEAD 32
#define MAX_OPEN_SQUADS 4

static void steer_alone(dv_world *world, uint32_t agent, const dv_node *node) {
    dv_steering_context context = dv_steering_context_of(world, agent);
    unsigned char *states = dv_states_of(world, agent);
    dv_vec3 steering = node ? dv_evaluate(node, &context, states) : dv_vec(0, 0, 0);
    dv_keep_steering(world, agent, steering);
}

/// Collects agents of a cohort until there are enough or the next one is too far away.
typedef struct open_squad {
    dv_evaluation evaluation;
    uint16_t cohort;
    bool caps_are_shared;
    float cap;
    uint32_t count, most;
    uint32_t ranks[DV_MAX_ABREAST * DV_LANES];
} open_squad;

static bool gains_from_squads(const dv_node *root) {
    return root && (root->conclusion_count > 0 || root->gains);
}

static void steer_together(dv_world *world, dv_evaluation *e) {
    const dv_vectors *vectors = dv_conclusion(e, e->root);
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

static void set_caps(const dv_world *world, const open_squad *s, dv_squad *squad) {
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        squad->cap[lane] = s->caps_are_shared ? s->cap : dv_cap_of(world, squad->agent[lane]);
}

static void steer_squads(dv_world *world, open_squad *s) {
    dv_evaluation *e = &s->evaluation;
    dv_evaluation_gather(e, s->ranks, s->count);
    do {
        set_caps(world, s, e->squad);
        if (dv_concludes_for_all(e->root))
            steer_together(world, e);
        else
            steer_each(world, e);
    } while (dv_evaluation_next(e));
    s->count = 0;
}

static void join_squad(dv_world *world, open_squad *s, uint32_t rank) {
    uint32_t squads = s->count / DV_LANES + 1;
    if (s->count > 0 && !dv_are_side_by_side(&world->sensed, rank, s->ranks[0], squads))
        steer_squads(world, s);
    s->ranks[s->count++] = rank;
    if (s->count == s->most)
        steer_squads(world, s);
}

static void open_for(dv_world *world, open_squad *s, uint32_t agent, const dv_node *root) {
    uint32_t kind = world->agents.kind[agent];
    s->cohort = world->agents.cohort[agent];
    s->caps_are_shared = dv_caps_are_shared(world, kind, world->agents.state[agent]);
    s->cap = dv_cap_of(world, agent);
    s->count = 0;
    dv_evaluation_begin(&s->evaluation, world, kind, root);
    s->most = dv_evaluation_holds(&s->evaluation);
}

/// A few squads are open at once. When a new one needs room, the oldest is steered.
typedef struct open_squads {
    open_squad squads[MAX_OPEN_SQUADS];
    uint32_t opened;
} open_squads;

static open_squad *open_squad_of(open_squads *open, uint16_t cohort) {
    for (uint32_t i = 0; i < open->opened && i < MAX_OPEN_SQUADS; i++)
        if (open->squads[i].cohort == cohort)
            return &open->squads[i];
    return NULL;
}

static open_squad *new_squad_for(dv_world *world, open_squads *open, uint32_t agent,
                                 const dv_node *root) {
    open_squad *s = &open->squads[open->opened % MAX_OPEN_SQUADS];
    if (open->opened >= MAX_OPEN_SQUADS && s->count > 0)
        steer_squads(world, s);
    open->opened++;
    open_for(world, s, agent, root);
    return s;
}

static void steer_rank(dv_world *world, open_squads *open, uint32_t rank) {
    uint32_t agent = world->sensed.records[rank].agent;
    uint16_t cohort = world->shared_cohort;
    if (cohort == DV_COHORT_NONE)
        cohort = world->agents.cohort[agent];
    if (cohort == DV_COHORT_NONE)
        return;
    open_squad *s = cohort == DV_COHORT_ALONE ? NULL : open_squad_of(open, cohort);
    if (!s) {
        const dv_node *root = dv_composition_of(world, agent);
        if (cohort == DV_COHORT_ALONE || !gains_from_squads(root)) {
            steer_alone(world, agent, root);
            return;
        }
        s = new_squad_for(world, open, agent, root);
    }
    join_squad(world, s, rank);
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
    open_squads open;
    open.opened = 0;
    for (uint32_t rank = first; rank < last; rank++) {
        fetch_ahead(world, rank, last);
        steer_rank(world, &open, rank);
    }
    for (uint32_t i = 0; i < open.opened && i < MAX_OPEN_SQUADS; i++)
        if (open.squads[i].count > 0)
            steer_squads(world, &open.squads[i]);
}

/// Legged agents choose their steps, given their steering vectors.
static void choose_steps(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    dv_world *world = context;
    for (uint32_t i = first; i < last; i++)
        if (dv_kind_of(world, world->active[i])->is_legged)
            dv_choose_step(world, world->active[i]);
}

void dv_tick_steer(dv_world *world) {
    dv_jobs_run(world->crew, world->sensed.count, STEER_BLOCK, steer_block, world);
    if (world->applied_count > 0)
        dv_steer_applied(world);
    if (world->program->has_legs)
        dv_jobs_run(world->crew, world->active_count, LEGS_BLOCK, choose_steps, world);
}
