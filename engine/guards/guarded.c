// Testing guards for many agents at once; see guarded.h. The same three-valued logic as in
// evaluate.c, on lists of members.
#include "guards/guarded.h"

void dv_guarded_open(dv_guarded *g, dv_world *world, uint32_t kind, uint32_t state,
                     dv_lookout *lookouts) {
    g->world = world;
    g->kind = kind;
    g->state = state;
    g->lookouts = lookouts;
    g->count = 0;
    g->known = 0;
    g->sweep.kinds = 0;
}

dv_guard_context *dv_guarded_context(dv_guarded *g, uint32_t member) {
    dv_guard_context *context = &g->contexts[member];
    uint32_t agent = (uint32_t)g->agent[member];
    if (!(g->known >> member & 1)) {
        *context = (dv_guard_context){
            .world = g->world,
            .agent = agent,
            .kind = g->kind,
            .position = dv_guarded_position(g, member),
            .forward = dv_vec(g->fx[member], g->fy[member], g->fz[member]),
            .dt = (float)g->world->dt,
            .sighting = &g->sightings[member],
        };
        g->sightings[member].kinds = 0; // none yet
        g->sightings[member].lookouts = g->lookouts;
        g->states[member] = dv_states_of(g->world, agent);
        g->known |= (uint64_t)1 << member;
    }
    context->clock = dv_guarded_clock(g, member);
    return context;
}

/// Of a joined guard whose first part is known: those for whom the second one counts.
static uint32_t list_open(const dv_guard_node *node, const dv_truth *known, dv_truth settles,
                          const uint8_t *members, uint32_t count, uint8_t *open) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        if (known[members[i]] != settles || node->b->keeps_state)
            open[found++] = members[i];
    return found;
}

/// `settles` is what one part decides for both: false for both of them, true for either.
static void evaluate_joined(dv_guarded *g, const dv_guard_node *node, dv_truth settles,
                            const uint8_t *members, uint32_t count, dv_truth *truths) {
    dv_truth other = settles == DV_TRUE ? DV_FALSE : DV_TRUE, second[DV_MOST_GUARDED];
    uint8_t open[DV_MOST_GUARDED];
    dv_guarded_evaluate(g, node->a, members, count, truths);
    uint32_t open_count = list_open(node, truths, settles, members, count, open);
    dv_guarded_evaluate(g, node->b, open, open_count, second);
    for (uint32_t i = 0; i < open_count; i++) {
        dv_truth *truth = &truths[open[i]], b = second[open[i]];
        *truth = *truth == settles || b == settles           ? settles
                 : *truth == DV_ASK_HOST || b == DV_ASK_HOST ? DV_ASK_HOST
                                                             : other;
    }
}

static void evaluate_opposite(dv_guarded *g, const dv_guard_node *node, const uint8_t *members,
                              uint32_t count, dv_truth *truths) {
    dv_guarded_evaluate(g, node->a, members, count, truths);
    for (uint32_t i = 0; i < count; i++) {
        dv_truth *truth = &truths[members[i]];
        if (*truth != DV_ASK_HOST)
            *truth = *truth == DV_TRUE ? DV_FALSE : DV_TRUE;
    }
}

static void test_each(dv_guarded *g, const dv_guard_node *node, const uint8_t *members,
                      uint32_t count, dv_truth *truths) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t member = members[i];
        dv_guard_context *context = dv_guarded_context(g, member);
        context->stream = node->stream;
        truths[member] =
            node->type->evaluate(context, node->parameters, g->states[member] + node->state_offset);
    }
}

void dv_guarded_evaluate(dv_guarded *g, const dv_guard_node *node, const uint8_t *members,
                         uint32_t count, dv_truth *truths) {
    if (count == 0)
        return;
    switch (node->operator) {
    case DV_GUARD_BOTH:
        evaluate_joined(g, node, DV_FALSE, members, count, truths);
        return;
    case DV_GUARD_EITHER:
        evaluate_joined(g, node, DV_TRUE, members, count, truths);
        return;
    case DV_GUARD_NOT:
        evaluate_opposite(g, node, members, count, truths);
        return;
    case DV_GUARD_TEST:
        break;
    }
    if (!node->type->evaluate_many ||
        !node->type->evaluate_many(g, node->parameters, members, count, truths))
        test_each(g, node, members, count, truths);
}
