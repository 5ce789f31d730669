// What a plan costs, counted in cells of its map: laid out, drawn, expanded by the wave, or looked
// at while a way is straightened, once for each barrier that is looked at with it. So whether a
// plan is too much depends on the world, and not on how fast the machine is.
#ifndef DV_NAVIGATION_WORK_H
#define DV_NAVIGATION_WORK_H

#include "drover/navigation.h"
#include "navigation/planned.h"

/// Cells between two questions whether to go on: some milliseconds.
#define DV_CELLS_A_QUESTION 100000u

typedef struct dv_plan_work {
    uint64_t left;  ///< cells
    uint64_t begun; ///< `left` at the beginning
    bool (*cancel)(void *context);
    void *context;
    uint64_t asked; ///< `left` when it was asked last whether to go on
    bool exceeded, canceled;
} dv_plan_work;

/// Take so many cells; false when there are not as many left, or the plan is given up.
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
