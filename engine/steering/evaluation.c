// Squads and the results they share; see evaluation.h.
#include "steering/evaluation.h"

#include "steering/behaviors/drive_to.h"

#include "base/compiler.h"
#include "base/lanes.h"
#include "neighbors/batch.h"
#include "neighbors/selection.h"

#include <string.h>

void dv_evaluation_begin(dv_evaluation *e, const dv_world *world, uint32_t kind,
                         const dv_node *root) {
    for (uint32_t i = 0; i < DV_MAX_ABREAST; i++) {
        e->squads[i].world = world;
        e->squads[i].kind = kind;
    }
    e->squad = e->squads;
    e->squad_count = 0;
    e->root = root;
    e->has_rules = false;
    dv_evaluation_next(e);
}

bool dv_evaluation_next(dv_evaluation *e) {
    e->concluded = 0;
    e->sieve_count = 0;
    e->has_closest = e->has_sensed = false;
    e->shared_count = 0;
    if (++e->squad < e->squads + e->squad_count)
        return true;
    e->squad = e->squads;
    e->squad_count = 0;
    e->has_tallies = false;
    return false;
}

/// Whether a composition can be concluded for a whole squad at once, without looking at each agent.
static bool concludes_for_all(const dv_node *root) {
    return root->conclusion != DV_ALONE && !root->reads_slots;
}

uint32_t dv_evaluation_holds(const dv_world *world, const dv_node *root) {
    bool may_go_abreast = concludes_for_all(root) && dv_may_go_abreast(world);
    return may_go_abreast ? DV_MAX_ABREAST * DV_LANES : DV_LANES;
}

/// An agent's slots and states are stored by row, anywhere in relation to the order of cells, so
/// prefetch them for the whole squad at once. This must be inlined: gcc drops calls of a function
/// that only prefetches.
static DV_ALWAYS_INLINE void fetch_ahead(const dv_world *world, const dv_store *store,
                                         uint32_t agent) {
    uint32_t row = world->agents.row[agent];
    if (store->slot_count > 0)
        __builtin_prefetch(dv_store_slots(store, row));
    if (store->state_bytes > 0) {
        const unsigned char *states = dv_store_states(store, row);
        __builtin_prefetch(states, 1);
        __builtin_prefetch(states + store->state_bytes - 1, 1);
    }
}

static void gather_squad(dv_evaluation *e, dv_squad *squad, const uint32_t *ranks, uint32_t count) {
    dv_fill_squad(squad, ranks, count, squad->world->kernels->squad_gather);
    const dv_store *store = &squad->world->stores[squad->kind];
    bool reads_rows =
        e->root->conclusion == DV_ALONE && (store->slot_count > 0 || store->state_bytes > 0);
    for (uint32_t lane = 0; lane < count && reads_rows; lane++)
        fetch_ahead(squad->world, store, squad->agent[lane]);
}

void dv_evaluation_gather(dv_evaluation *e, const uint32_t *ranks, uint32_t count) {
    e->squad_count = 0;
    for (uint32_t first = 0; first < count; first += DV_LANES)
        gather_squad(e, &e->squads[e->squad_count++], ranks + first,
                     count - first < DV_LANES ? count - first : DV_LANES);
}

void dv_evaluation_put(dv_evaluation *e, const dv_steering_context *context) {
    dv_squad *squad = e->squad;
    dv_vec3 position = context->position;
    if (squad->world->sensed.wraps)
        position = dv_into_bounds(&squad->world->sensed, position, squad->world->space);
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        squad->agent[lane] = context->agent;
        squad->cap[lane] = context->cap;
        dv_set_lane(&squad->position, lane, position);
        dv_set_lane(&squad->velocity, lane, context->velocity);
        dv_set_lane(&squad->forward, lane, context->forward);
    }
    squad->count = 1;
    e->squad_count = 1;
}

static void set_rule(dv_tally_lanes *lanes, const dv_world *world, const dv_tally_rule *rule) {
    lanes->term = rule->term;
    lanes->kinds = rule->kinds;
    lanes->states = rule->states;
    lanes->counts = rule->counts;
    lanes->chooses = false;
    lanes->crowd = dv_crowd_of(world, rule->kinds);
}

/// Set the rules of the lanes in [first, last) to those of the agent in the first one.
static void set_rules_of(dv_evaluation *e, const dv_node *node, uint32_t first, uint32_t last) {
    dv_tally_rule rules[DV_MAX_TALLIES];
    dv_steering_context context = {
        .world = e->squad->world, .agent = e->squad->agent[first], .kind = e->squad->kind};
    node->squad->tally(&context, node->parameters, rules);
    for (uint32_t i = 0; i < node->squad->tally_count; i++) {
        dv_tally_lanes *lanes = &e->rules[node->first_tally + i];
        if (first == 0)
            set_rule(lanes, e->squad->world, &rules[i]);
        lanes->chooses = lanes->chooses || dv_rule_chooses(&rules[i]);
        for (uint32_t lane = first; lane < last; lane++)
            dv_tally_set_rule(lanes, lane, &rules[i]);
    }
}

/// Set the rules of all lanes. True when every agent has the same rules: no number in them is from
/// a slot.
static bool set_rules(dv_evaluation *e, const dv_node *node) {
    bool are_shared = true;
    if (node->behavior && node->first_tally != DV_ALONE) {
        are_shared = !node->reads_slots;
        uint32_t alike = are_shared ? DV_LANES : 1;
        for (uint32_t lane = 0; lane < DV_LANES; lane += alike)
            set_rules_of(e, node, lane, lane + alike);
    }
    for (uint32_t i = 0; i < node->part_count; i++)
        are_shared = set_rules(e, &node->parts[i]) && are_shared;
    return are_shared;
}

/// Take the tallies of a behavior some of whose rules choose, agent by agent.
static void take_by_choice(dv_evaluation *e, const dv_node *node, uint32_t s, uint32_t lane) {
    const dv_squad *squad = &e->squads[s];
    dv_tally_rule rules[DV_MAX_TALLIES];
    dv_steering_context context = {
        .world = squad->world, .agent = squad->agent[lane], .kind = squad->kind};
    node->squad->tally(&context, node->parameters, rules);
    for (uint32_t i = 0; i < node->squad->tally_count; i++)
        if (e->rules[node->first_tally + i].chooses)
            dv_tally_by_choice(squad, lane, &rules[i], &e->tallies[s][node->first_tally + i]);
}

static bool is_choice(const dv_evaluation *e, const dv_node *node) {
    bool any = false;
    if (node->behavior && node->first_tally != DV_ALONE)
        for (uint32_t i = 0; i < node->squad->tally_count; i++)
            any = any || e->rules[node->first_tally + i].chooses;
    return any;
}

static void take_choices(dv_evaluation *e, const dv_node *node) {
    for (uint32_t s = 0; is_choice(e, node) && s < e->squad_count; s++)
        for (uint32_t lane = 0; lane < e->squads[s].count; lane++)
            take_by_choice(e, node, s, lane);
    for (uint32_t i = 0; i < node->part_count; i++)
        take_choices(e, &node->parts[i]);
}

static void take_group(dv_evaluation *e, const dv_tally_group *group) {
    uint32_t first = group->first;
    dv_tally_pass pass = {
        .world = e->squad->world, .group = group, .rules = &e->rules[group->first]};
    bool goes_abreast = e->squad_count == 2 && dv_goes_abreast(pass.world, group);
    if (goes_abreast) {
        pass.beside = &e->squads[1];
        pass.tallies_beside = &e->tallies[1][first];
    }
    for (uint32_t i = 0; i < (goes_abreast ? 1 : e->squad_count); i++) {
        pass.squad = &e->squads[i];
        pass.tallies = &e->tallies[i][first];
        dv_take_tallies(&pass);
    }
}

static void take_tallies(dv_evaluation *e) {
    if (!e->has_rules) {
        e->has_rules = set_rules(e, e->root);
        e->group_count = dv_tally_arrange(e->rules, e->root->tally_count,
                                          e->squad->world->program->kind_count, e->groups);
        e->has_choices = false;
        for (uint32_t i = 0; i < e->root->tally_count; i++)
            e->has_choices = e->has_choices || e->rules[i].chooses;
    }
    for (uint32_t i = 0; i < e->squad_count; i++)
        memset(e->tallies[i], 0, e->root->tally_count * sizeof *e->tallies[i]);
    for (uint32_t i = 0; i < e->group_count; i++)
        take_group(e, &e->groups[i]);
    if (e->has_choices)
        take_choices(e, e->root);
    e->has_tallies = true;
}

const dv_vectors *dv_conclusion(dv_evaluation *e, const dv_node *node) {
    dv_vectors *vectors = &e->conclusions[node->conclusion];
    if (e->concluded >> node->conclusion & 1)
        return vectors;
    if (!e->has_tallies)
        take_tallies(e);
    const dv_tally *tallies = e->tallies[e->squad - e->squads];
    node->squad->conclude(e->squad, node->parameters, &tallies[node->first_tally], vectors);
    e->concluded |= 1u << node->conclusion;
    return vectors;
}

dv_vec3 dv_conclude_alone(const dv_steering_context *context, const dv_node *node) {
    dv_evaluation e;
    dv_node root = *node;
    root.conclusion = root.first_tally = 0;
    root.conclusion_count = 1;
    root.tally_count = (uint16_t)node->squad->tally_count;
    dv_evaluation_begin(&e, context->world, context->kind, &root);
    dv_evaluation_put(&e, context);
    return dv_in_lane(dv_conclusion(&e, &root), 0);
}

/// The current squad with positions as sensed.
static dv_squad *sensed_squad(dv_evaluation *e) {
    const dv_world *world = e->squad->world;
    uint32_t ranks[DV_LANES];
    if (!world->sensed.wraps)
        return e->squad;
    if (e->has_sensed)
        return &e->sensed;
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        ranks[lane] = world->agents.rank[e->squad->agent[lane]];
    e->sensed = *e->squad;
    world->kernels->squad_gather_as_sensed(ranks, &e->sensed);
    e->has_sensed = true;
    return &e->sensed;
}

static void evaluate_shared(dv_evaluation *e, const dv_node *node, dv_shared *shared) {
    dv_squad *squad = sensed_squad(e);
    void *states[DV_LANES];
    size_t size = node->behavior->state_size;
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        states[lane] = shared->states[lane];
    for (uint32_t lane = 0; lane < DV_LANES && size > 0; lane++)
        memcpy(states[lane], dv_states_of(squad->world, squad->agent[lane]) + node->state_offset,
               size);
    shared->node = node;
    shared->asked = 0;
    squad->stream = node->stream;
    node->squad->evaluate_squad(squad, node->parameters, states, &shared->vectors);
}

/// Whether a composition is a single behavior that never needs a look at one agent.
static bool behaves_for_all(const dv_node *root) {
    return root->behavior && root->part_count == 0 && dv_goes_side_by_side(root) &&
           !root->squad->plans_on_wheels;
}

static const dv_vectors *behave_for_all(dv_evaluation *e) {
    dv_shared *shared = &e->shared[0];
    const dv_node *root = e->root;
    size_t size = root->behavior->state_size;
    evaluate_shared(e, root, shared);
    for (uint32_t lane = 0; lane < e->squad->count && size > 0; lane++)
        memcpy(dv_states_of(e->squad->world, e->squad->agent[lane]) + root->state_offset,
               shared->states[lane], size);
    return &shared->vectors;
}

const dv_vectors *dv_squad_vectors(dv_evaluation *e) {
    if (concludes_for_all(e->root))
        return dv_conclusion(e, e->root);
    bool are_enough = e->squad->count >= DV_FEWEST_SIDE_BY_SIDE;
    return are_enough && behaves_for_all(e->root) ? behave_for_all(e) : NULL;
}

bool dv_squad_vector(const dv_steering_context *context, const dv_node *node, void *state,
                     dv_vec3 *vector) {
    dv_evaluation *e = context->engine;
    uint32_t i = 0, own = 1u << e->lane;
    while (i < e->shared_count && e->shared[i].node != node)
        i++;
    if (node->squad->plans_on_wheels && dv_reverse_of(context) > 0)
        return false;
    if (i == DV_MAX_SHARED || e->squad->count < DV_FEWEST_SIDE_BY_SIDE)
        return false;
    dv_shared *shared = &e->shared[i];
    if (i == e->shared_count) {
        evaluate_shared(e, node, shared);
        e->shared_count++;
    }
    // An agent that asks again continues from its own state.
    if (shared->asked & own)
        return false;
    shared->asked |= own;
    if (node->behavior->state_size > 0)
        memcpy(state, shared->states[e->lane], node->behavior->state_size);
    *vector = dv_in_lane(&shared->vectors, e->lane);
    return true;
}
