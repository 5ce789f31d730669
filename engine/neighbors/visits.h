// Which records to hold against a squad.
#ifndef DV_NEIGHBORS_VISITS_H
#define DV_NEIGHBORS_VISITS_H

#include "neighbors/neighborhood.h"

#define DV_MOST_ABREAST 2 ///< squads in one pass
#define DV_MOST_VISITS 32

/// Runs of records that a pass goes through at once.
typedef struct dv_visits {
    const uint32_t *list; ///< as of dv_runs
    bool folds;           ///< likewise
    uint32_t count;
    dv_run runs[DV_MOST_VISITS];
} dv_visits;

/// Visit a list of ranks as one run; the list is not copied.
static inline void dv_visit_list(dv_visits *visits, const uint32_t *ranks, uint32_t count,
                                 bool folds) {
    visits->list = ranks;
    visits->folds = folds;
    visits->count = 1;
    visits->runs[0] = (dv_run){.first = 0, .end = count};
}

/// Where a squad looks: rows of cells, or lists where few are asked for.
struct dv_vicinity {
    const dv_squad *squad, *beside; ///< whose it is; NULL: no second one
    float radius;                   ///< m, a little more than asked for
    const dv_grid *grid;            ///< NULL: lists
    const uint32_t *list;           ///< as of dv_runs
    dv_runs lists;                  ///< still to be visited
    // Of the grid, once it was begun with.
    bool has_begun;
    dv_cells columns, rows, layers; ///< that the squad may reach
    uint32_t row, layer;            ///< the next of these
    bool folds;                     ///< as of dv_runs
};
typedef struct dv_vicinity dv_vicinity;

/// Begin with all records of some kinds within `radius` of any agent of a squad, or of two squads
/// when `beside` is not NULL; `crowd` is that of the kinds.
void dv_vicinity_begin(dv_vicinity *vicinity, const dv_squad *squad, const dv_squad *beside,
                       dv_crowd crowd, dv_kind_set kinds, float radius);
/// Take the next of them together, in the order of the records or lists; false at the end.
bool dv_next_visits(dv_vicinity *vicinity, dv_visits *visits);

#endif
