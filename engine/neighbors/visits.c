// Selects the records that a squad visits; see visits.h.
#include "neighbors/visits.h"

#include "neighbors/index.h"
#include "world/kernels.h"

void dv_vicinity_begin(dv_vicinity *v, const dv_squad *squad, const dv_squad *beside,
                       dv_crowd crowd, const dv_kind_set *kinds, float radius) {
    const dv_sensed *s = &squad->world->sensed;
    v->squad = squad;
    v->beside = beside;
    v->radius = radius * DV_RIM;
    v->has_begun = false;
    v->grid = dv_grid_of(s, crowd);
    v->list = dv_ranks_of(s, crowd);
    if (crowd == DV_CROWD_FEW)
        dv_runs_begin(&v->lists, squad->world, crowd, kinds, dv_vec(0, 0, 0), dv_vec(0, 0, 0),
                      radius);
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
