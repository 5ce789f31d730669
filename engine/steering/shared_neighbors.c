// Lists of neighbors for the agents of a squad, computed for all of them when the first one needs
// its list; see closest.h and sieve.h.
#include "steering/shared_neighbors.h"

#include "steering/evaluation.h"

#include "neighbors/index.h"
#include "world/kernels.h"

// The nearest

static bool is_same_closest(const dv_closest_rule *a, const dv_closest_rule *b) {
    return dv_are_same_kinds(a->kinds, b->kinds) && a->states == b->states &&
           a->radius == b->radius;
}

static void take_ranks(dv_closest *closest, const dv_world *world) {
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        for (uint32_t i = 0; i < closest->count[lane]; i++)
            closest->ranks[lane][i] = world->agents.rank[(uint32_t)closest->nearest[lane][i]];
}

static void find_closest(dv_closest *closest, const dv_squad *squad, const dv_closest_rule *rule) {
    dv_vicinity vicinity;
    dv_visits visits;
    closest->rule = *rule;
    dv_seek_kinds(&closest->sought, rule->kinds);
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

/// NULL if the squad already has lists for another rule.
static const dv_closest *closest_for(dv_evaluation *e, const dv_closest_rule *rule) {
    dv_closest *closest = &e->closest;
    if (e->has_closest)
        return is_same_closest(&closest->rule, rule) ? closest : NULL;
    if (!(rule->radius >= 0))
        return NULL;
    e->has_closest = true;
    find_closest(closest, e->squad, rule);
    return closest;
}

dv_neighborhood dv_closest_neighbors(const dv_steering_context *context,
                                     const dv_closest_rule *rule) {
    dv_evaluation *e = context->engine;
    const dv_closest *closest = e ? closest_for(e, rule) : NULL;
    if (!closest)
        return dv_neighborhood_of(context->world, context->position, rule->radius, rule->kinds,
                                  rule->states, context->agent);
    return dv_neighborhood_among(context->world, context->position, rule->radius, rule->kinds,
                                 rule->states, context->agent, closest->ranks[e->lane],
                                 closest->count[e->lane]);
}

// Sieves

static bool is_same_sieve(const dv_sieve_rule *a, const dv_sieve_rule *b) {
    return dv_are_same_kinds(a->kinds, b->kinds) && a->states == b->states &&
           a->radius == b->radius && a->horizon == b->horizon && a->clearance == b->clearance &&
           a->touch == b->touch && a->margin == b->margin;
}

/// NULL if the squad already has DV_MAX_SIEVES sieves for other rules.
static const dv_sieve *sieve_for(dv_evaluation *e, const dv_sieve_rule *rule) {
    for (uint32_t i = 0; i < e->sieve_count; i++)
        if (is_same_sieve(&e->sieves[i].rule, rule))
            return &e->sieves[i];
    if (e->sieve_count == DV_MAX_SIEVES || !(rule->radius >= 0))
        return NULL;
    dv_sieve *sieve = &e->sieves[e->sieve_count++];
    dv_sift_neighbors(sieve, e->squad, rule);
    return sieve;
}

dv_neighborhood dv_sifted_neighbors(const dv_steering_context *context, const dv_sieve_rule *rule) {
    dv_evaluation *e = context->engine;
    const dv_sieve *sieve = e ? sieve_for(e, rule) : NULL;
    if (!sieve || sieve->count[e->lane] > DV_MAX_SIFTED)
        return dv_neighborhood_of(context->world, context->position, rule->radius, rule->kinds,
                                  rule->states, context->agent);
    return dv_neighborhood_among(context->world, context->position, rule->radius, rule->kinds,
                                 rule->states, context->agent, sieve->ranks[e->lane],
                                 sieve->count[e->lane]);
}
