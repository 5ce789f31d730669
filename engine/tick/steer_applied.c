// Steers the agents to which scripts applied behaviors. Agents come in order of IDs, because
// applied behaviors, slots, and states are in that order in memory. Up to eight agents with the
// same applied behaviors are evaluated as a squad if that is cheaper for these behaviors.
#include "base/compiler.h"
#include "base/lanes.h"
#include "steering/evaluate.h"
#include "steering/evaluation.h"
#include "tick/phases.h"

#include <string.h>

#define BLOCK 512
// How many agents ahead to prefetch sensed records, which are not in order of IDs.
#define AHEAD 8
#define MAX_OPEN_SQUADS 4

/// Collects agents with the same applied behaviors until there are enough.
typedef struct open_squad {
    uint32_t node_count;
    const dv_node *nodes[DV_MAX_APPLIED]; ///< the newest first
    bool gains;                           ///< at least one of them is cheaper in a squad
    uint32_t count;
    uint32_t agents[DV_LANES], ranks[DV_LANES];
    float weights[DV_MAX_APPLIED][DV_LANES];
} open_squad;

typedef struct open_squads {
    open_squad squads[MAX_OPEN_SQUADS];
    uint32_t opened, last;
} open_squads;

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

static void gather_members(const dv_world *world, const open_squad *s, members *m) {
    uint32_t ranks[DV_LANES];
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        ranks[lane] = s->ranks[lane < s->count ? lane : 0];
    m->squad.world = world;
    m->squad.kind = world->agents.kind[s->agents[0]];
    m->squad.count = s->count;
    world->kernels->squad_gather_as_sensed(ranks, &m->squad);
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

static void steer_abreast(dv_world *world, const open_squad *s) {
    members m;
    dv_vectors sums, part;
    gather_members(world, s, &m);
    evaluate_compositions(world, &m, &sums);
    for (uint32_t i = 0; i < s->node_count; i++) {
        evaluate_applied(world, s->nodes[i], &m, &part);
        world->kernels->add_weighted(&part, s->weights[i], &sums);
    }
    for (uint32_t lane = 0; lane < s->count; lane++)
        dv_keep_steering(world, s->agents[lane], dv_in_lane(&sums, lane));
}

static void steer_squad(dv_world *world, open_squad *s) {
    if (s->count >= DV_FEWEST_SIDE_BY_SIDE)
        steer_abreast(world, s);
    else
        for (uint32_t lane = 0; lane < s->count; lane++)
            steer_alone(world, s->agents[lane]);
    s->count = 0;
}

/// Store the weights of an agent's applied behaviors in the next lane. False if the behaviors
/// differ from those of the squad.
static inline bool joins_squad(const dv_world *world, open_squad *s, uint32_t agent) {
    uint32_t count = 0;
    for (uint32_t i = world->agents.applied[agent]; i; i = world->applied[i - 1].next) {
        const dv_applied *applied = &world->applied[i - 1];
        if (count == s->node_count || s->nodes[count] != applied->node)
            return false;
        s->weights[count++][s->count] = applied->weight;
    }
    return count == s->node_count;
}

static void open_for(const dv_world *world, open_squad *s, uint32_t agent) {
    s->count = s->node_count = 0;
    s->gains = false;
    // Results of unused lanes are ignored, but their weights must be initialized.
    memset(s->weights, 0, sizeof s->weights);
    for (uint32_t i = world->agents.applied[agent]; i; i = world->applied[i - 1].next) {
        const dv_applied *applied = &world->applied[i - 1];
        s->gains = s->gains || dv_goes_side_by_side(applied->node);
        s->weights[s->node_count][0] = applied->weight;
        s->nodes[s->node_count++] = applied->node;
    }
}

/// Find or open the squad with the agent's applied behaviors, and store its weights in the next
/// lane. If there is no room, the oldest squad is steered.
static open_squad *squad_for(dv_world *world, open_squads *open, uint32_t agent) {
    uint32_t count = open->opened < MAX_OPEN_SQUADS ? open->opened : MAX_OPEN_SQUADS;
    if (count > 0 && joins_squad(world, &open->squads[open->last], agent))
        return &open->squads[open->last];
    for (uint32_t i = 0; i < count; i++)
        if (joins_squad(world, &open->squads[i], agent)) {
            open->last = i;
            return &open->squads[i];
        }
    open->last = open->opened++ % MAX_OPEN_SQUADS;
    open_squad *s = &open->squads[open->last];
    if (count == MAX_OPEN_SQUADS)
        steer_squad(world, s);
    open_for(world, s, agent);
    return s;
}

static void steer_agent(dv_world *world, open_squads *open, uint32_t agent) {
    uint32_t rank;
    open_squad *s = squad_for(world, open, agent);
    if (!s->gains || !dv_rank_of(world, agent, &rank)) {
        steer_alone(world, agent);
        return;
    }
    s->agents[s->count] = agent;
    s->ranks[s->count++] = rank;
    if (s->count == DV_LANES)
        steer_squad(world, s);
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
    open_squads open;
    open.opened = 0;
    for (uint32_t i = first; i < last; i++) {
        uint32_t agent = world->active[i];
        if (i + AHEAD < last)
            fetch_ahead(world, world->active[i + AHEAD]);
        if (world->agents.applied[agent])
            steer_agent(world, &open, agent);
    }
    for (uint32_t i = 0; i < open.opened && i < MAX_OPEN_SQUADS; i++)
        steer_squad(world, &open.squads[i]);
}

void dv_steer_applied(dv_world *world) {
    dv_jobs_run(world->crew, world->active_count, BLOCK, steer_applied_block, world);
}
