// A search for a way within one window; see windows.h. If the wave through the free cells does not
// arrive, or only by a detour, another goes through narrow places.
#ifndef DV_NAVIGATION_SEARCH_H
#define DV_NAVIGATION_SEARCH_H

#include "navigation/prices.h"
#include "navigation/shared.h"
#include "navigation/way.h"
#include "navigation/windows.h"

/// A way being planned.
typedef struct dv_planning {
    const dv_plan_def *def;
    dv_vec3 from, goal; ///< inside the bounds where the world wraps
    dv_windows windows; ///< of the boundary
    dv_barriers all;
    double lowest_price;
    // Of the window that is searched.
    dv_window window;
    dv_vec3 to; ///< the image of the goal
    dv_barriers barriers;
    double cost;       ///< of the way, in meters of plain ground
    bool may_lead_out; ///< there is no way, but there may be one in a larger window
    dv_pricing pricing;
    dv_shared_wave *shared; ///< with other plans to the same goal
    dv_joints start;
    dv_way way;
    dv_plan_work work;
} dv_planning;

/// Search the window, whose part of the state is set, and whose ends are free. Sets `way` and
/// `cost` if there is one, else `may_lead_out`.
dv_result dv_plan_search(dv_world *world, dv_planning *planning, dv_plan_outcome *outcome,
                         dv_error *error);
/// The error after an allocation failed, or the work ran out, or was canceled.
dv_result dv_plan_short_of_memory(const dv_planning *planning, dv_error *error);

#endif
