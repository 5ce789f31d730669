// What editors know of a scenario's own kinds.
#ifndef DV_PLAYER_TYPES_H
#define DV_PLAYER_TYPES_H

#include "scenario.h"

/// Write .drover/types/drover.lua into the scenario's folder: the editor stub, in which `self` is
/// an agent of one of its kinds. A .luarc.json that leads there is written where there is none.
dv_result dv_write_types(dv_scenario *scenario, dv_error *error);

#endif
