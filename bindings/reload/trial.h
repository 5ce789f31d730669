// Trials of reloads; see the README.
#ifndef DROVER_BINDINGS_TRIAL_H
#define DROVER_BINDINGS_TRIAL_H

#include "reload/generation_data.h"
#include "scenario_data.h"

#include "drover/drover.h"

/// Save the state before a reload. Then begin the trial, or clear it if the reload is refused.
dv_result dv_trial_prepare(dv_scenario *scenario, dv_trial *trial, dv_error *error);
void dv_trial_clear(dv_scenario *scenario, dv_trial *trial);
/// Begin the trial after the reload. `former` is the generation that ran before. Cannot fail.
void dv_trial_begin(dv_scenario *scenario, const dv_trial *trial, dv_generation *former);
/// Whether the newest trial is that of the draft, so that further changes of the draft belong to
/// it.
bool dv_trial_can_go_on(const dv_scenario *scenario);
/// Let the newest trial go on with the staged generation, from now on. Cannot fail.
void dv_trial_go_on(dv_scenario *scenario);
/// End the trials whose time is over.
void dv_trials_pass_due(dv_scenario *scenario);

#endif
