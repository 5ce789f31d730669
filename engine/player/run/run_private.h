// What the files of a run share: run_open.c opens, begins again and closes it, run_reload.c takes
// over what was saved, run_trial.c takes it back, run_rewind.c goes back to earlier moments,
// run_tell.c prints what people are to know, run_acts.c hands on what people do, run_hash.c hashes
// the world, run_tick.c does the ticks between and the end.
#ifndef DV_PLAYER_RUN_PRIVATE_H
#define DV_PLAYER_RUN_PRIVATE_H

#include "player/run/run.h"
#include "player/terminal/messages.h"

#include <limits.h>

// Telling

/// What became of the last reload: "accepted", "refused" or "rolled back".
const char *dv_run_reload_outcome(const dv_run *run);
/// The line that tells of the last reload, beginning with its outcome.
void dv_run_reload_text(const dv_run *run, char text[DV_MESSAGE_CAPACITY]);
/// Print it with what belongs to it.
void dv_run_tell_reload(dv_run *run);
/// Print what became of the ghost, which "began", "diverged" or "ended".
void dv_run_tell_ghost(dv_run *run, const char *outcome, const char *text);
/// Print, once for each save, which script has been written for more than a second.
void dv_run_tell_unfinished(dv_run *run);
/// Print of trials that passed how many of the changed functions have run.
void dv_run_tell_trial_ends(dv_run *run);
/// "rewind: 12 agents migrated", of what was just done with the world; nothing when none did.
void dv_run_tell_moved(const dv_run *run, const char *what);

// Trials

/// Hold back what is put out from now on: a reload may be taken. False, and nothing is held, when
/// memory is short.
bool dv_run_hold(dv_run *run);
/// It was taken, and is on trial.
void dv_run_begin_trial(dv_run *run);
/// It was not: what its modules printed while they loaded is undone; all else goes out.
void dv_run_do_not_hold(dv_run *run);
/// Let go what trials held back that are over.
void dv_run_let_go(dv_run *run);
/// If a script failed on trial, be where the trial began; true when the world went back.
bool dv_run_take_back(dv_run *run);
/// If a script failed on trial, take the reload back and do again what was done since.
void dv_run_settle(dv_run *run);
/// The same as far as the run's patience reaches, a tick or an act at least; false when there is
/// more to do.
bool dv_run_catch_up(dv_run *run);
void dv_run_free_trials(dv_run *run);

/// Keep an act that was done, if it may have to be done again.
void dv_run_keep_act(dv_run *run, const dv_act *act);
/// Do an act, be it for the first time or again.
dv_result dv_run_perform(dv_run *run, const dv_act *act, dv_error *error);

/// Put a line on stdout, or hold it back.
void dv_run_print_line(dv_run *run, const char *line);
/// The same with what a script printed. What is held back is shown at once, as "trial| …" on
/// stderr, and once more as "undone| …" when it is dropped.
void dv_run_print_script_line(dv_run *run, const char *line);
/// Where the frame of a tick is written, by another name while it is held back; false when that is
/// too long.
bool dv_run_frame_path(const dv_run *run, uint64_t tick, bool is_held, char path[PATH_MAX]);
/// A tick without what comes before it. One in which a script failed on trial is not put out yet.
void dv_run_tick_alone(dv_run *run);
/// Put out what the tick gave, if that was not done yet.
void dv_run_end_tick(dv_run *run);

/// Hash the world and print the line.
dv_result dv_run_print_hash(dv_run *run, dv_error *error);
/// Hash the world for the log, if there is one.
dv_result dv_run_log_hash(dv_run *run, dv_error *error);
/// Fails when the world holds what cannot be remembered.
dv_result dv_run_check_world(const dv_run *run, dv_error *error);
/// The world cannot be hashed or kept. That fails code on trial; watched, a run goes on with the
/// message in the banner, and its log ends; else the run fails.
void dv_run_blame(dv_run *run, dv_result result, const dv_error *error);
/// If Lua was stopped for time, print why and log it.
void dv_run_note_stop(dv_run *run, dv_stopped_act during);

/// Keep this moment, just after a tick, if one is due.
void dv_run_keep_moment(dv_run *run);
/// Keep this moment: it cannot be computed from the one before it.
void dv_run_keep_boundary(dv_run *run);
/// Keep the moments before and after a save that was just taken over, and its code.
void dv_run_keep_swap(dv_run *run);
/// The run goes on from where the last rewind led, if it has not yet: what was later did not
/// happen.
void dv_run_leave_rewind(dv_run *run);
/// Memory is short: say so, and keep no moments any more.
void dv_run_lose_history(dv_run *run);
/// Whether the log has this hash of a tick.
bool dv_run_has_logged(const dv_run *run, uint64_t tick, uint64_t hash);

/// Close whatever is open. What files could not be written fails the run.
void dv_run_close_all(dv_run *run);

/// Watch the folders of all modules there are now, if watching.
void dv_run_watch_modules(dv_run *run);

/// Of the environment; 0: not given.
dv_result dv_run_read_vector_bits(uint32_t *bits, dv_error *error);

/// The tick to pause at is here: from now on the speed is the one that was asked for.
void dv_run_arrive(dv_run *run);

#endif
