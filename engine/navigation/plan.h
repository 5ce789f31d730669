// Planning a way without making a path of it.
#ifndef DV_NAVIGATION_PLAN_H
#define DV_NAVIGATION_PLAN_H

#include "navigation/way.h"

/// Like dv_world_plan, but return the points of the way, which the caller frees.
dv_result dv_plan_way(dv_world *world, const dv_plan_def *def, dv_way *way,
                      dv_plan_outcome *outcome, dv_error *error);

#endif
