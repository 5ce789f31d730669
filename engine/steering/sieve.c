// Sieves of a squad, made when the first of its agents asks; see sieve.h.
#include "steering/sieve.h"

#include "steering/evaluation.h"

static bool is_same(const dv_sieve_rule *a, const dv_sieve_rule *b) {
    return a->kinds == b->kinds && a->states == b->states && a->radius == b->radius &&
           a->horizon == b->horizon && a->clearance == b->clearance && a->touch == b->touch &&
           a->margin == b->margin;
}

static void begin(dv_sieve *sieve, const dv_squad *squad, const dv_sieve_rule *rule) {
    sieve->rule = *rule;
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        sieve->radius[lane] = dv_property_of(squad->world, squad->agent[lane], DV_RADIUS);
        sieve->count[lane] = 0;
    }
}

static void sift(dv_sieve *sieve, const dv_squad *squad, const dv_sieve_rule *rule) {
    begin(sieve, squad, rule);
    dv_vicinity vicinity;
    dv_visits visits;
    dv_crowd crowd = dv_crowd_of(squad->world, rule->kinds);
    dv_vicinity_begin(&vicinity, squad, NULL, crowd, rule->kinds, rule->radius);
    while (dv_next_visits(&vicinity, &visits))
        squad->world->kernels->sift(squad, &visits, sieve);
}

/// NULL when the squad has as many already, for other rules.
static const dv_sieve *sieve_for(dv_evaluation *e, const dv_sieve_rule *rule) {
    for (uint32_t i = 0; i < e->sieve_count; i++)
        if (is_same(&e->sieves[i].rule, rule))
            return &e->sieves[i];
    if (e->sieve_count == DV_MOST_SIEVES || !(rule->radius >= 0))
        return NULL;
    dv_sieve *sieve = &e->sieves[e->sieve_count++];
    sift(sieve, e->squad, rule);
    return sieve;
}

dv_neighborhood dv_sifted_neighbors(const dv_steering_context *context, const dv_sieve_rule *rule) {
    uint32_t lane = context->lane;
    const dv_sieve *sieve = context->evaluation ? sieve_for(context->evaluation, rule) : NULL;
    if (!sieve || sieve->count[lane] > DV_MOST_SIFTED)
        return dv_neighborhood_of(context->world, context->position, rule->radius, rule->kinds,
                                  rule->states, context->agent);
    return dv_neighborhood_among(context->world, context->position, rule->radius, rule->kinds,
                                 rule->states, context->agent, sieve->ranks[lane],
                                 sieve->count[lane]);
}
