// Failures of scripts: which agents they suspend, what the banner shows, and when they end a trial.
#ifndef DROVER_BINDINGS_FAILURES_H
#define DROVER_BINDINGS_FAILURES_H

#include "reload/generation_data.h"

#include "drover/drover.h"

/// If a mod is at fault, suspend it and report the error. Returns false if none is. The mod at
/// fault is the one whose file the message names.
bool dv_mod_takes_blame(dv_scenario *scenario, const char *message);

/// The same for a failure that an agent is suspended for otherwise. Returns false also for an agent
/// of the mod's own kinds.
bool dv_mod_takes_blame_for(dv_scenario *scenario, dv_agent agent, const char *message);

/// End an unwatched run after a fatal error. If code is on trial, the run continues with the
/// previous code instead.
void dv_end_unwatched_run(dv_scenario *scenario, const dv_error *error);
/// Report that a script failed for an agent. Notes the reason, and names the agent and the error in
/// the banner unless other agents failed in the same way. Returns DV_SUSPEND, which is up to the
/// caller, or DV_STAY if a mod takes the blame.
int32_t dv_show_agent_error(dv_scenario *scenario, dv_agent agent, const dv_error *error);
/// Like dv_tell_error, for a script that failed and ran for no agent in particular. The newest
/// trial fails. If a mod is at fault, suspends it and returns false: everything else continues.
bool dv_script_failed(dv_scenario *scenario, const char *message);
/// Tell an error of a script that ran for no agent in particular: show it in the banner, and keep
/// it to be reported. An error that was told since the last good reload is not told again.
void dv_tell_error(dv_scenario *scenario, const char *message);
/// Note that something is off, such as "'update'", for an error or a stop with this message.
void dv_note_off(dv_scenario *scenario, const char *what, const char *message);
/// Show an error in the banner, with the source line that it names.
void dv_show_error(dv_scenario *scenario, const char *message);
/// Forget the further mistakes that dv_find_further found.
void dv_clear_further(dv_scenario *scenario);
void dv_clear_error(dv_scenario *scenario);
/// Whether an error in a script ends the newest trial. `agent` is null if it ran for no agent. An
/// agent that was already suspended before the reload may fail again without ending the trial.
bool dv_ends_trial(const dv_scenario *scenario, dv_agent agent);

#endif
