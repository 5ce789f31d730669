// Selects the records to compare with a squad.
#ifndef DV_NEIGHBORS_VISITS_H
#define DV_NEIGHBORS_VISITS_H

#include "neighbors/neighborhood.h"

#define DV_MAX_ABREAST 2 ///< squads in one pass
#define DV_MAX_VISITS 32

/// A batch of runs of records.
typedef struct dv_visits {
    const uint32_t *list; ///< as in dv_runs
    bool folds;           ///< as in dv_runs
    uint32_t count;
    dv_run runs[DV_MAX_VISITS];
} dv_visits;

/// Visit a list of ranks as one run; the list is not copied.
static inline void dv_visit_list(dv_visits *visits, const uint32_t *ranks, uint32_t count,
                                 bool folds) {
    visits->list = ranks;
    visits->folds = folds;
    visits->count = 1;
    visits->runs[0] = (dv_run){.first = 0, .end = count};
}

/// An iteration over the vicinity of a squad: rows of cells, or lists for kinds with few agents.
struct dv_vicinity {
    const dv_squad *squad, *beside; ///< `beside` is NULL if there is no second squad
    float radius;                   ///< m, slightly larger than requested
    const dv_grid *grid;            ///< NULL: lists
    const uint32_t *list;           ///< as in dv_runs
    dv_runs lists;                  ///< the rest of the lists
    // For the grid, after the first batch.
    bool has_begun;
    dv_cells columns, rows, layers; ///< cells that the squad may reach
    uint32_t row, layer;            ///< the next ones
    bool folds;                     ///< as in dv_runs
};
typedef struct dv_vicinity dv_vicinity;

/// Begin to visit all records of some kinds within `radius` (m) of any agent of a squad, or of two
/// squads if `beside` is not NULL. `crowd` is dv_crowd_of the kinds.
void dv_vicinity_begin(dv_vicinity *vicinity, const dv_squad *squad, const dv_squad *beside,
                       dv_crowd crowd, const dv_kind_set *kinds, float radius);
/// Get the next batch, in the order of the records or lists; false at the end.
bool dv_next_visits(dv_vicinity *vicinity, dv_visits *visits);

#endif
