// Editor types for a scenario's own kinds.
#ifndef DV_PLAYER_TYPES_H
#define DV_PLAYER_TYPES_H

#include "scenario.h"

/// Write .drover/types/drover.lua into the scenario's folder: the editor stub, with a class for
/// each of its kinds as the type of `self`. If there is no .luarc.json, also write one that points
/// to it.
dv_result dv_write_types(dv_scenario *scenario, dv_error *error);

#endif
