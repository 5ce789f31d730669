// How much planning this process has done, for progress displays.
#ifndef DV_NAVIGATION_PLANNED_H
#define DV_NAVIGATION_PLANNED_H

#include <stdint.h>

typedef struct dv_planned {
    uint64_t plans; ///< made so far, whether they found a way or not
    uint64_t cells; ///< visited by the current plan; 0 if there is none or it is small
    uint64_t most;  ///< the most cells that the current plan is likely to visit; 0: not known
} dv_planned;

/// Callable from any thread. The numbers may be slightly out of date.
dv_planned dv_plans_so_far(void);

// Called by the planner.
void dv_note_plan_cells(uint64_t cells);
void dv_note_plan_size(uint64_t most);
void dv_note_plan_end(void);

#endif
