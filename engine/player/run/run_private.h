// What the files of a run share. run_open.c opens, restarts, and closes a run; run_reload.c reloads
// saved files; run_trial.c rolls reloads back; run_rewind.c goes back to earlier moments;
// run_report.c prints messages; run_rows.c
// writes --record and --report; run_pictures.c draws without a window; run_acts.c passes on what
// people do; run_hash.c hashes the world; run_timeline.c records samples; run_tick.c does the ticks
// and ends the run.
#ifndef DV_PLAYER_RUN_PRIVATE_H
#define DV_PLAYER_RUN_PRIVATE_H

#include "player/run/run.h"
#include "player/terminal/messages.h"

#include <limits.h>

// Messages

/// The outcome of the last reload: "accepted", "refused", or "rolled back".
const char *dv_run_reload_outcome(const dv_run *run);
/// The message about the last reload, which begins with its outcome.
void dv_run_reload_text(const dv_run *run, char text[DV_MESSAGE_CAPACITY]);
/// Print that message with its details, and send it to the clients.
void dv_run_report_reload(dv_run *run);
/// Print a message about the ghost. `outcome` is "began", "diverged", or "ended".
void dv_run_report_ghost(dv_run *run, const char *outcome, const char *text);
/// Once for each save, print which script has been in the middle of a save for over a second.
void dv_run_report_unfinished(dv_run *run);
/// For trials that have passed, print how many of the changed functions have run.
void dv_run_report_trial_ends(dv_run *run);
/// Print "rewind: 12 agents migrated" if agents migrated or were removed; `what` is "rewind" or the
/// file that was loaded.
void dv_run_report_migrated(const dv_run *run, const char *what);

// Trials

/// Call before a reload, which may print: hold back all output from now on. If memory is short,
/// returns false and holds nothing.
bool dv_run_hold(dv_run *run);
/// Call after dv_run_hold if the reload was accepted: its trial begins.
void dv_run_begin_trial(dv_run *run);
/// Call after dv_run_hold if it wasn't: drop what its modules printed while loading, and stop
/// holding back the rest.
void dv_run_do_not_hold(dv_run *run);
/// Instead of dv_run_begin_trial, if the reload belongs to the newest trial: hold back its output
/// with that.
void dv_run_join_trial(dv_run *run);
/// Release the output of trials that have passed.
void dv_run_release_trials(dv_run *run);
/// If a script failed on trial, roll back to where the trial began. True if the world went back.
bool dv_run_roll_back(dv_run *run);
/// If a script failed on trial, roll back, and redo all ticks and acts since.
void dv_run_roll_back_and_redo(dv_run *run);
/// Like dv_run_roll_back_and_redo, but only within the run's `patience`, and at least one tick or
/// act. False if there is more to redo.
bool dv_run_catch_up(dv_run *run);
/// Free all trials and the output that they still hold.
void dv_run_free_trials(dv_run *run);

/// Keep an act that was just applied, in case it has to be redone.
void dv_run_keep_act(dv_run *run, const dv_act *act);
/// Apply an act to the run, its log, and its ghost; also used to redo it.
dv_result dv_run_perform(dv_run *run, const dv_act *act, dv_error *error);

/// Print a line to stdout, or hold it back during a trial.
void dv_run_print_line(dv_run *run, const char *line);
/// Print a line from a script to stdout. During a trial it is held back, but appears at once on
/// stderr as "trial| …", and again as "undone| …" if it is dropped.
void dv_run_print_script_line(dv_run *run, const char *line);
/// The path of a tick's frame; while the frame is held back, it has another name. False if the path
/// is too long.
bool dv_run_frame_path(const dv_run *run, uint64_t tick, bool is_held, char path[PATH_MAX]);
/// Do a tick without polling or catching up first. If a script fails on trial, the tick's output is
/// not published yet.
void dv_run_tick_alone(dv_run *run);
/// Call before and after a tick, for the run's note.
void dv_run_begin_note(dv_run *run);
void dv_run_end_note(dv_run *run);
/// Whether a tick that takes long may go on: nobody wants to pause or end the run, or not long
/// enough. `context` is the run.
bool dv_run_may_go_on(void *context);
/// Publish the tick's output, unless that has been done.
void dv_run_end_tick(dv_run *run);

/// Open the files of --record and --report. Their columns are those that there are at the start.
dv_result dv_run_open_rows(dv_run *run, dv_error *error);
/// Write the row of the report for the tick at which the run begins.
dv_result dv_run_write_first_row(dv_run *run, dv_error *error);
/// Write the rows of a tick.
dv_result dv_run_write_rows(dv_run *run, dv_error *error);
/// After a reload, print which monitors and settings have no column in the report, each once.
void dv_run_tell_missing_columns(dv_run *run);

/// Hash the world and print the line.
dv_result dv_run_print_hash(dv_run *run, dv_error *error);
/// Hash the world for the log, if there is one.
dv_result dv_run_log_hash(dv_run *run, dv_error *error);
/// Fails if scripts keep a value in the world that can't be hashed or saved.
dv_result dv_run_check_world(const dv_run *run, dv_error *error);
/// Call when the world can't be hashed or saved because of what scripts keep in it. Code on trial
/// fails. A watched run continues with the message in the banner, but its log ends. Any other run
/// fails.
void dv_run_blame(dv_run *run, dv_result result, const dv_error *error);
/// If Lua was stopped for time, print and log why.
void dv_run_note_stop(dv_run *run, dv_stop_cause during);

/// Call before a tick: drop from the record what comes after the world's tick.
void dv_run_cut_timeline(dv_run *run);
/// Call after a tick: add to the record if that is due.
void dv_run_take_timeline(dv_run *run);
/// Mark the last reload in the record.
void dv_run_mark_reload(dv_run *run);
/// Mark an error of a script in the record.
void dv_run_mark_error(dv_run *run, const char *message);

/// Take a snapshot of the current world, with the code in force, which must be kept. On failure the
/// moment has no snapshot. Free it with dv_history_drop.
dv_result dv_run_fill_moment(dv_run *run, dv_moment *moment, dv_error *error);
/// Keep this moment, right after a tick, if one is due.
void dv_run_keep_moment(dv_run *run);
/// Keep this moment as a boundary: it can't be computed from the moment before it.
void dv_run_keep_boundary(dv_run *run);
/// Call after a save was swapped in: keep the moments right before and after it, and its code.
void dv_run_keep_swap(dv_run *run);
/// The same for a draft that went on, but without the moment before: the trial's snapshot is of an
/// earlier tick.
void dv_run_keep_further(dv_run *run);
/// Continue from where the last rewind arrived, if that hasn't been done: drop everything later.
void dv_run_leave_rewind(dv_run *run);
/// Whether the next tick is known from before the rewind, and nothing has changed since.
bool dv_run_repeats_past(dv_run *run);
/// Call before such a tick, and after it.
void dv_run_redo_past(dv_run *run);
void dv_run_follow_past(dv_run *run);
/// Memory ran out: print that, and stop keeping moments.
void dv_run_lose_history(dv_run *run);
/// Whether the log has this hash for this tick.
bool dv_run_has_logged(const dv_run *run, uint64_t tick, uint64_t hash);

/// Close whatever is open. If a file can't be written, the run fails.
void dv_run_close_all(dv_run *run);

/// If watching, watch the folders of all current modules.
void dv_run_watch_modules(dv_run *run);

/// Call at options->pause_at: pause, and go back to the requested speed.
void dv_run_arrive(dv_run *run);

#endif
