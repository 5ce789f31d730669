// The nearest to the agents of a squad, found when the first of them asks; see closest.h.
#include "steering/closest.h"

#include "steering/evaluation.h"

static bool is_same(const dv_closest_rule *a, const dv_closest_rule *b) {
    return a->kinds == b->kinds && a->states == b->states && a->radius == b->radius;
}

static void take_ranks(dv_closest *closest, const dv_world *world) {
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        for (uint32_t i = 0; i < closest->count[lane]; i++)
            closest->ranks[lane][i] = world->agents.rank[(uint32_t)closest->nearest[lane][i]];
}

static void find(dv_closest *closest, const dv_squad *squad, const dv_closest_rule *rule) {
    dv_vicinity vicinity;
    dv_visits visits;
    closest->rule = *rule;
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        closest->within_squared[lane] = rule->radius * rule->radius;
        closest->count[lane] = 0;
    }
    dv_crowd crowd = dv_crowd_of(squad->world, rule->kinds);
    dv_vicinity_begin(&vicinity, squad, NULL, crowd, rule->kinds, rule->radius);
    while (dv_next_visits(&vicinity, &visits))
        squad->world->kernels->find_closest(squad, &visits, closest);
    take_ranks(closest, squad->world);
}

/// NULL when the squad looked by another rule already.
static const dv_closest *closest_for(dv_evaluation *e, const dv_closest_rule *rule) {
    dv_closest *closest = &e->closest;
    if (e->has_closest)
        return is_same(&closest->rule, rule) ? closest : NULL;
    if (!(rule->radius >= 0))
        return NULL;
    e->has_closest = true;
    find(closest, e->squad, rule);
    return closest;
}

dv_neighborhood dv_closest_neighbors(const dv_steering_context *context,
                                     const dv_closest_rule *rule) {
    uint32_t lane = context->lane;
    const dv_closest *closest = context->evaluation ? closest_for(context->evaluation, rule) : NULL;
    if (!closest)
        return dv_neighborhood_of(context->world, context->position, rule->radius, rule->kinds,
                                  rule->states, context->agent);
    return dv_neighborhood_among(context->world, context->position, rule->radius, rule->kinds,
                                 rule->states, context->agent, closest->ranks[lane],
                                 closest->count[lane]);
}
