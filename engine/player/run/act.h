// Does what people do, in any scenario.
#ifndef DV_PLAYER_ACT_H
#define DV_PLAYER_ACT_H

#include "player/history/acts.h"
#include "scenario.h"

/// Apply an act to a scenario. Fails only if a setting or attribute doesn't exist or rejects the
/// value.
dv_result dv_act_do(dv_scenario *scenario, const dv_act *act, dv_error *error);

#endif
