// Selects the records that a squad visits; see visits.h.
#include "neighbors/visits.h"

#include "neighbors/index.h"
#include "world/kernels.h"

static void extend(const dv_vectors *places, dv_vec3 *low, dv_vec3 *high) {
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        dv_vec3 place = dv_vec(places->x[lane], places->y[lane], places->z[lane]);
        *low = dv_vec(dv_smaller(low->x, place.x), dv_smaller(low->y, place.y),
                      dv_smaller(low->z, place.z));
        *high = dv_vec(dv_larger(high->x, place.x), dv_larger(high->y, place.y),
                       dv_larger(high->z, place.z));
    }
}

/// Of a grid with blocks, the runs near the box around the squads.
static void begin_blocks(dv_vicinity *v, dv_crowd crowd, const dv_kind_set *kinds, float radius) {
    const dv_vectors *p = &v->squad->position;
    dv_vec3 low = dv_vec(p->x[0], p->y[0], p->z[0]), high = low;
    extend(p, &low, &high);
    if (v->beside)
        extend(&v->beside->position, &low, &high);
    dv_runs_begin(&v->lists, v->squad->world, crowd, kinds, low, high, radius);
}

void dv_vicinity_begin(dv_vicinity *v, const dv_squad *squad, const dv_squad *beside,
                       dv_crowd crowd, const dv_kind_set *kinds, float radius) {
    const dv_sensed *s = &squad->world->sensed;
    v->squad = squad;
    v->beside = beside;
    v->radius = radius * DV_RIM;
    v->has_begun = false;
    v->grid = dv_grid_of(s, crowd);
    v->list = dv_ranks_of(s, crowd);
    if (v->grid && v->grid->has_blocks) {
        begin_blocks(v, crowd, kinds, radius);
        v->grid = NULL;
    } else if (crowd == DV_CROWD_FEW) {
        dv_runs_begin(&v->lists, squad->world, crowd, kinds, dv_vec(0, 0, 0), dv_vec(0, 0, 0),
                      radius);
    }
}

static void visit_lists(dv_vicinity *v, dv_visits *visits) {
    visits->list = v->list;
    visits->folds = v->lists.folds;
    while (visits->count < DV_MAX_VISITS && dv_next_run(&v->lists))
        if (v->lists.run.first < v->lists.run.end)
            visits->runs[visits->count++] = v->lists.run;
}

bool dv_next_visits(dv_vicinity *v, dv_visits *visits) {
    visits->count = 0;
    if (!v->grid)
        visit_lists(v, visits);
    else if (!v->has_begun || v->layer < v->layers.count)
        v->squad->world->kernels->visit_rows(v, visits);
    return visits->count > 0;
}
