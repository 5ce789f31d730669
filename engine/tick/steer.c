// Steer: every agent's composition, on the world as sensed. Agents go by grid cell; those that
// share a composition and stand side by side are evaluated together. Those to whom something was
// applied go by themselves, afterwards.
#include "base/lanes.h"
#include "steering/evaluate.h"
#include "steering/evaluation.h"
#include "tick/phases.h"

#define STEER_BLOCK 512
#define AHEAD 8
#define MOST_OPEN_SQUADS 4
// Squads wider than so many cells visit more than they share.
#define WIDEST_SQUAD 2

static void keep_steering(dv_world *world, uint32_t agent, dv_vec3 steering) {
    if (world->space == DV_PLANE)
        steering.z = 0;
    world->agents.steering[agent] = steering;
}

static void steer_alone(dv_world *world, uint32_t agent, const dv_node *node) {
    dv_steering_context context = dv_steering_context_of(world, agent);
    unsigned char *states = dv_states_of(world, agent);
    dv_vec3 steering = node ? dv_evaluate(node, &context, states) : dv_vec(0, 0, 0);
    for (uint32_t i = world->agents.applied[agent]; i; i = world->applied[i - 1].next) {
        const dv_applied *applied = &world->applied[i - 1];
        dv_vec3 part = dv_evaluate(applied->node, &context, states);
        steering = dv_add(steering, dv_scale(part, applied->weight));
    }
    keep_steering(world, agent, steering);
}

/// Agents that share a composition, until there are enough or the next is too far away.
typedef struct open_squad {
    dv_evaluation evaluation;
    uint32_t kind, state;
    bool caps_are_shared;
    float cap;
} open_squad;

static void steer_squad(dv_world *world, dv_evaluation *e) {
    const dv_node *root = e->root;
    const dv_squad *squad = &e->squad;
    dv_evaluation_close(e);
    // What concludes for all agents at once does not need to know each of them.
    bool is_conclusion = root->conclusion != DV_ALONE && !root->reads_slots;
    const dv_vectors *vectors = is_conclusion ? dv_conclusion(e, root) : NULL;
    for (uint32_t lane = 0; lane < squad->count; lane++) {
        uint32_t agent = squad->agent[lane];
        if (is_conclusion) {
            dv_vec3 steering = dv_in_lane(vectors, lane);
            keep_steering(world, agent, dv_is_finite(steering) ? steering : dv_vec(0, 0, 0));
            continue;
        }
        dv_steering_context context = dv_steering_context_of(world, agent);
        context.evaluation = e;
        context.lane = lane;
        keep_steering(world, agent, dv_evaluate(root, &context, dv_states_of(world, agent)));
    }
    dv_evaluation_next(e);
}

static void close_squad(dv_world *world, open_squad *s) {
    if (s->evaluation.squad.count > 0)
        steer_squad(world, &s->evaluation);
}

static bool is_within(float a, float b, float distance) {
    float apart = a - b;
    return apart <= distance && apart >= -distance;
}

/// Whether it and the squad's others look at much the same neighbors.
static bool is_by_their_side(const dv_world *world, const dv_squad *squad, const dv_record *r) {
    float widest = WIDEST_SQUAD * world->sensed.grid.cell.y;
    return is_within(r->x, squad->position.x[0], widest) &&
           is_within(r->y, squad->position.y[0], widest) &&
           is_within(r->z, squad->position.z[0], widest);
}

static void join_squad(dv_world *world, open_squad *s, uint32_t rank) {
    const dv_record *record = &world->sensed.records[rank];
    dv_squad *squad = &s->evaluation.squad;
    if (squad->count > 0 && !is_by_their_side(world, squad, record))
        steer_squad(world, &s->evaluation);
    float cap = s->caps_are_shared ? s->cap : dv_cap_of(world, record->agent);
    dv_evaluation_add(&s->evaluation, record->agent, dv_record_position(record),
                      dv_record_velocity(record), world->sensed.forward[rank], cap);
    if (squad->count == DV_LANES)
        steer_squad(world, &s->evaluation);
}

static void open_for(dv_world *world, open_squad *s, uint32_t agent, const dv_node *root) {
    s->kind = world->agents.kind[agent];
    s->state = world->agents.state[agent];
    s->caps_are_shared = dv_caps_are_shared(world, s->kind, s->state);
    s->cap = dv_cap_of(world, agent);
    dv_evaluation_begin(&s->evaluation, world, root);
}

/// The squad of the agent's composition; the oldest one closes when there are too many.
static open_squad *squad_for(dv_world *world, open_squad *squads, uint32_t *opened, uint32_t agent,
                             const dv_node *root) {
    uint32_t kind = world->agents.kind[agent], state = world->agents.state[agent];
    uint32_t open = *opened < MOST_OPEN_SQUADS ? *opened : MOST_OPEN_SQUADS;
    for (uint32_t i = 0; i < open; i++)
        if (squads[i].evaluation.root == root && squads[i].kind == kind && squads[i].state == state)
            return &squads[i];
    open_squad *s = &squads[(*opened)++ % MOST_OPEN_SQUADS];
    if (*opened > MOST_OPEN_SQUADS)
        close_squad(world, s);
    open_for(world, s, agent, root);
    return s;
}

static void steer_block(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    dv_world *world = context;
    open_squad squads[MOST_OPEN_SQUADS];
    uint32_t opened = 0;
    for (uint32_t rank = first; rank < last; rank++) {
        const dv_record *record = &world->sensed.records[rank];
        uint32_t agent = record->agent;
        if (record->kind == DV_NO_KIND || world->agents.applied[agent] ||
            world->agents.flags[agent] & DV_AGENT_SUSPENDED)
            continue;
        const dv_node *node = dv_composition_of(world, agent);
        if (!node || node->conclusion_count == 0)
            steer_alone(world, agent, node);
        else
            join_squad(world, squad_for(world, squads, &opened, agent, node), rank);
    }
    for (uint32_t i = 0; i < opened && i < MOST_OPEN_SQUADS; i++)
        close_squad(world, &squads[i]);
}

/// What was sensed of an agent lies anywhere: have it fetched before its turn.
static void foresee(const dv_world *world, uint32_t agent) {
    uint32_t rank;
    if (!world->agents.applied[agent] || !dv_rank_of(world, agent, &rank))
        return;
    __builtin_prefetch(&world->sensed.records[rank]);
    __builtin_prefetch(&world->sensed.forward[rank]);
}

static void steer_applied(void *context, uint32_t first, uint32_t last, int thread) {
    (void)thread;
    dv_world *world = context;
    for (uint32_t i = first; i < last; i++) {
        uint32_t agent = world->active[i];
        if (i + AHEAD < last)
            foresee(world, world->active[i + AHEAD]);
        if (world->agents.applied[agent])
            steer_alone(world, agent, dv_composition_of(world, agent));
    }
}

void dv_tick_steer(dv_world *world) {
    dv_jobs_run(world->jobs, world->sensed.count, STEER_BLOCK, steer_block, world);
    // What scripts applied stands in memory in the order of ids, as do slots and states.
    if (world->applied_count > 0)
        dv_jobs_run(world->jobs, world->active_count, STEER_BLOCK, steer_applied, world);
}
