// Checks a sweep against its scenario, before anything is run or written.
#ifndef DV_PLAYER_SWEEP_CHECK_H
#define DV_PLAYER_SWEEP_CHECK_H

#include "player/sweep/sweep_plan.h"

/// Load the scenario without setting it up. Check every setting and value of the plan and the
/// monitor of --until, and note what the scenario has. Values then read as the scenario would write
/// them: "1.50" is 1.5. DV_ERROR_ARGUMENT with a message that names the option, or the row and the
/// column; DV_ERROR_SCRIPT if the scenario does not load.
dv_result dv_sweep_check(dv_sweep_plan *plan, dv_error *error);

/// The options to open the scenario with. `settings` has room for dv_sweep_setting_room entries,
/// which then hold the settings of the run; with run 0, only those of --set.
dv_scenario_options dv_sweep_scenario_options(const dv_sweep_plan *plan, uint64_t run,
                                              dv_setting_choice *settings);
uint32_t dv_sweep_setting_room(const dv_sweep_plan *plan);

#endif
