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
    g->sweep.kinds = 0;
}

void dv_guarded_join(dv_guarded *g, uint32_t rank) {
    dv_world *world = g->world;
    const dv_record *record = &world->sensed.records[rank];
    dv_vec3 forward = world->sensed.forward[rank];
    uint32_t i = g->count++;
    g->contexts[i] = (dv_guard_context){.world = world,
                                        .agent = record->agent,
                                        .kind = g->kind,
                                        .position = dv_record_position(record),
                                        .forward = forward,
                                        .dt = (float)world->dt,
                                        .sighting = &g->sightings[i]};
    g->sightings[i].kinds = 0; // none yet
    g->sightings[i].lookouts = g->lookouts;
    g->states[i] = dv_states_of(world, record->agent);
    g->agent[i] = (int32_t)record->agent;
    g->x[i] = record->x, g->y[i] = record->y, g->z[i] = record->z;
    g->fx[i] = forward.x, g->fy[i] = forward.y, g->fz[i] = forward.z;
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
        dv_guard_context *context = &g->contexts[member];
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
