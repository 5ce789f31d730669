#include "neighbors/sieve.h"

#include "neighbors/index.h"
#include "world/kernels.h"

void dv_sift_neighbors(dv_sieve *sieve, const dv_squad *squad, const dv_sieve_rule *rule) {
    dv_vicinity vicinity;
    dv_visits visits;
    sieve->rule = *rule;
    dv_seek_kinds(&sieve->sought, rule->kinds);
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        sieve->radius[lane] = dv_property_of(squad->world, squad->agent[lane], DV_RADIUS);
        sieve->count[lane] = 0;
    }
    dv_crowd crowd = dv_crowd_of(squad->world, rule->kinds);
    dv_vicinity_begin(&vicinity, squad, NULL, crowd, rule->kinds, rule->radius);
    while (dv_next_visits(&vicinity, &visits))
        squad->world->kernels->sift(squad, &visits, sieve);
}
