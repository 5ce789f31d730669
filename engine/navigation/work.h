// The cost of a plan, counted in cells of its map: cells laid out, drawn, expanded by the wave, or
// visited while straightening, once per barrier examined there. So whether a plan is too expensive
// depends on the world, not on the speed of the machine.
#ifndef DV_NAVIGATION_WORK_H
#define DV_NAVIGATION_WORK_H

#include "drover/navigation.h"
#include "navigation/planned.h"

/// Cells between two calls of `cancel`: a few milliseconds of work.
#define DV_CELLS_A_QUESTION 100000u

typedef struct dv_plan_work {
    uint64_t left;  ///< cells
    uint64_t begun; ///< `left` at the beginning
    bool (*cancel)(void *context);
    void *context;
    uint64_t asked; ///< `left` when `cancel` was last called
    bool exceeded, canceled;
} dv_plan_work;

/// Take `cells` from the work; false when fewer are left, or the plan is canceled.
static inline bool dv_plan_take(dv_plan_work *work, uint64_t cells) {
    work->exceeded = work->exceeded || cells > work->left;
    if (work->exceeded || work->canceled)
        return false;
    work->left -= cells;
    if (work->asked - work->left < DV_CELLS_A_QUESTION)
        return true;
    work->asked = work->left;
    dv_note_plan_cells(work->begun - work->left);
    work->canceled = work->cancel && work->cancel(work->context);
    return !work->canceled;
}

#endif
