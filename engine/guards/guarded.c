// Tests guards for many agents at once; see guarded.h. Joined guards use three-valued logic on sets
// of members, because the result of a host function is unknown while agents are tested in parallel.
// The result of a join is unknown only if the unknown part could change it.
#include "guards/guarded.h"

#include "base/lanes.h"
#include "world/kernels.h"

#include <string.h>

void dv_guarded_open(dv_guarded *g, dv_world *world, uint32_t kind, uint32_t state,
                     dv_lookout *lookouts) {
    g->world = world;
    g->kind = kind;
    g->state = state;
    g->lookouts = lookouts;
    g->may_ask_host = false;
    g->count = 0;
    g->known = 0;
    g->sweep.kinds = NULL;
}

void dv_guarded_gather(dv_guarded *g, const uint32_t *ranks, uint32_t count) {
    g->count = count;
    for (uint32_t first = 0; first < count; first += DV_LANES) {
        dv_squad *squad = &g->squads[first / DV_LANES];
        squad->world = g->world;
        dv_fill_squad(squad, ranks + first, count - first,
                      g->world->kernels->squad_gather_as_sensed);
        memcpy(g->agent + first, squad->agent, sizeof squad->agent);
    }
    // Rows are scattered in memory: prefetch all of them before using the first.
    const dv_store store = g->world->stores[g->kind];
    const uint32_t *rows = g->world->agents.row;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t row = rows[g->agent[i]];
        g->row[i] = row;
        __builtin_prefetch(dv_store_slots(&store, row), 1);
    }
}

dv_guard_context *dv_guarded_context(dv_guarded *g, uint32_t member) {
    dv_guard_context *context = &g->contexts[member];
    uint32_t agent = g->agent[member];
    if (!(g->known >> member & 1)) {
        *context = (dv_guard_context){
            .world = g->world,
            .agent = agent,
            .kind = g->kind,
            .position = dv_guarded_position(g, member),
            .forward = dv_guarded_forward(g, member),
            .dt = (float)g->world->dt,
            .may_ask_host = g->may_ask_host,
            .engine = &g->sightings[member],
        };
        g->sightings[member].kinds = NULL; // none yet
        g->known |= (dv_members)1 << member;
    }
    context->clock = (double)((uint32_t)g->world->tick - dv_guarded_since(g)[agent]) * g->world->dt;
    return context;
}

static dv_verdict verdict_of_both(dv_guarded *g, const dv_guard_node *node, dv_members members) {
    dv_verdict a = dv_guarded_evaluate(g, node->a, members);
    dv_members open = node->b->keeps_state ? members : a.holds | a.asks;
    dv_verdict b = dv_guarded_evaluate(g, node->b, open);
    dv_members may_hold = (a.holds | a.asks) & (b.holds | b.asks);
    return (dv_verdict){a.holds & b.holds, may_hold & (a.asks | b.asks)};
}

static dv_verdict verdict_of_either(dv_guarded *g, const dv_guard_node *node, dv_members members) {
    dv_verdict a = dv_guarded_evaluate(g, node->a, members);
    dv_members open = node->b->keeps_state ? members : members & ~a.holds;
    dv_verdict b = dv_guarded_evaluate(g, node->b, open);
    dv_members holds = a.holds | b.holds;
    return (dv_verdict){holds, (a.asks | b.asks) & ~holds};
}

static dv_verdict opposite_verdict(dv_verdict verdict, dv_members members) {
    return (dv_verdict){members & ~(verdict.holds | verdict.asks), verdict.asks};
}

static dv_verdict test_each(dv_guarded *g, const dv_guard_node *node, dv_members members) {
    dv_verdict verdict = {0, 0};
    for (dv_members left = members; left != 0; left = dv_without_first(left)) {
        uint32_t member = dv_first_member(left);
        dv_guard_context *context = dv_guarded_context(g, member);
        unsigned char *states = dv_store_states(&g->world->stores[g->kind], g->row[member]);
        context->stream = node->stream;
        dv_truth truth =
            node->type->evaluate(context, node->parameters, states + node->state_offset);
        verdict.holds |= (dv_members)(truth == DV_TRUE) << member;
        verdict.asks |= (dv_members)(truth == DV_ASK_HOST) << member;
    }
    return verdict;
}

dv_verdict dv_guarded_evaluate(dv_guarded *g, const dv_guard_node *node, dv_members members) {
    dv_verdict verdict = {0, 0};
    if (members == 0)
        return verdict;
    switch (node->operator) {
    case DV_GUARD_BOTH:
        return verdict_of_both(g, node, members);
    case DV_GUARD_EITHER:
        return verdict_of_either(g, node, members);
    case DV_GUARD_NOT:
        return opposite_verdict(dv_guarded_evaluate(g, node->a, members), members);
    case DV_GUARD_TEST:
        break;
    }
    // A single agent has no work to share.
    if (g->count > 1 && node->evaluate_many &&
        node->evaluate_many(g, node->parameters, members, &verdict))
        return verdict;
    return test_each(g, node, members);
}
