// How much planning this process has done, for progress displays.
#ifndef DV_NAVIGATION_PLANNED_H
#define DV_NAVIGATION_PLANNED_H

#include <stdint.h>

typedef struct dv_planned {
    uint64_t plans; ///< made so far, whether they found a way or not
    uint64_t cells; ///< looked at for the plan at work; 0: none is, or it is a small one
    uint64_t most;  ///< cells that the plan at work is likely to take at most; 0: not known
} dv_planned;

/// Callable from any thread. The numbers may be a moment old.
dv_planned dv_plans_so_far(void);

// For the planner.
void dv_note_plan_cells(uint64_t cells);
void dv_note_plan_size(uint64_t most);
void dv_note_plan_end(void);

#endif
