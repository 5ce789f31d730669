// One run of a scenario: the open scenario with its options, recorders, and watcher. The headless
// loop and the window drive it the same way, so both give the same hashes and the same files:
//
//     dv_run run;
//     dv_run_open(&run, &options, &error);
//     while (!dv_run_over(&run)) {              // a frame
//         dv_run_poll(&run);                    // reload what was saved, also while paused
//         uint32_t due = dv_run_due(&run, seconds_since_last_frame, most_ticks_a_frame);
//         while (due-- && !dv_run_over(&run))
//             dv_run_tick(&run);
//         … draw …
//     }
//     int status = dv_run_close(&run);
//
// Invariant: `world` belongs to `scenario`. Outside of dv_run_ functions it is always between two
// ticks. Once `result` isn't DV_OK, the run is over and `error` says why; it is printed once.
#ifndef DV_PLAYER_RUN_H
#define DV_PLAYER_RUN_H

#include "player/history/acts.h"
#include "player/history/apart.h"
#include "player/history/history.h"
#include "player/history/timeline.h"
#include "player/options/options.h"
#include "player/run/beside.h"
#include "player/run/expressions.h"
#include "player/terminal/console.h"
#include "player/watch/watch.h"
#include "record/held_text.h"
#include "record/report.h"
#include "record/text_file.h"
#include "record/trace.h"
#include "scenario.h"

/// What Lua was doing when it was stopped: a tick, an act, or reading the world, for example to
/// draw.
typedef enum dv_stop_cause { DV_STOP_IN_TICK, DV_STOP_IN_ACT, DV_STOP_IN_READING } dv_stop_cause;

/// A second world that continues under the code from before the last save; see ghost.h.
typedef struct dv_ghost {
    bool is_on;               ///< each accepted save starts one
    char ended[160];          ///< why the last one ended; "": none has, or another has begun
    dv_beside beside;         ///< closed: no ghost is running
    uint32_t generation;      ///< of the reload that the ghost doesn't have
    uint64_t since;           ///< the tick of that reload
    bool has_diverged;        ///< from then on, the worlds are no longer compared
    uint64_t diverged_tick;   ///< the first tick after which the worlds differed
    dv_difference difference; ///< the run's value first, then the ghost's
    dv_apart apart;           ///< of the run's world and the ghost's, when it was last measured
    dv_apart_record record;   ///< since `since`
} dv_ghost;

/// A number of a script that is being changed; see live_number.h.
typedef struct dv_live_number {
    char *path;     ///< of its module; NULL: none is being changed
    uint32_t place; ///< in dv_scenario_numbers
    double wanted;  ///< the value
    bool is_due;    ///< the code in force does not have that value yet
    bool has_draft; ///< the code in force has another value than the file
    double applied; ///< when it was reloaded last, in s of dv_now
} dv_live_number;

typedef struct dv_run_reloads {
    dv_reload_report last;           ///< the last one whose outcome wasn't DV_RELOAD_UNCHANGED
    uint32_t count;                  ///< how many of those there were; 0: `last` is empty
    char nothing[DV_ERROR_CAPACITY]; ///< why the last reload requested by hand changed nothing
    const char *cause;               ///< of the last one: "Save", "Undo", or "Switch"
    double latency;        ///< s from the save until the code was in force; NaN without a save
    double shown;          ///< s from the save until a window showed it; NaN: not shown yet
    double time;           ///< dv_now() at that reload, so that a window can show it for a while
    uint64_t swapped_tick; ///< the world's tick at the last swap of code; DV_NO_LIMIT: none yet
} dv_run_reloads;

/// The trials of a run's reloads, and the output held back since they began. When a reload fails,
/// its output is dropped and the acts since then are redone.
typedef struct dv_run_trials {
    struct dv_run_trial *items; ///< oldest first, as in the scenario
    uint32_t count, capacity;
    uint64_t done;           ///< the number of the first act to redo
    uint64_t until;          ///< the tick to catch up with after a rollback
    dv_held_text printed;    ///< lines for stdout
    dv_held_text shown;      ///< the lines of `printed` that scripts printed
    uint64_t over;           ///< trials that have ended; items[0] is number `over` + 1
    dv_trial_end end;        ///< of the last trial that passed
    uint32_t rollback_count; ///< reloads that failed during their trials
    uint64_t rolled_back_to; ///< the world's tick after the last of those
} dv_run_trials;

/// While no code is on trial, a watched run reports once that a tick took long, or that a
/// population grew tenfold within a second, and offers to go back.
typedef struct dv_note {
    char text[96];       ///< the last one; empty: none yet
    double time;         ///< dv_now() at that time
    double began;        ///< dv_now() when this tick began
    bool is_slow;        ///< the last tick took long
    uint64_t since;      ///< growth counts from this tick
    uint32_t population; ///< at that time, plus those that were added between ticks
    uint64_t last_tick;  ///< the last tick that ended
    uint32_t count;      ///< agents at its end
} dv_note;

/// Memory for the next moment's snapshot, of which the first `touched` bytes have been written to.
typedef struct dv_moment_room {
    dv_snapshot snapshot;
    size_t touched;
} dv_moment_room;

/// Where the last rewind arrived, and what lies ahead of that in the history.
typedef struct dv_run_past {
    /// Once the run continues from there, `code` is NULL. The snapshot is empty if the history
    /// already has one of this moment.
    dv_moment arrival;
    bool is_repeatable;  ///< the code is the same, and `hash` and the mouse are known
    uint64_t hash;       ///< of the world right after the arrival
    bool mouse_was_here; ///< at the arrival, and where it was
    dv_vec3 mouse;
    uint64_t next_act;                      ///< the number of the first act after the world's tick
    bool repeats;                           ///< this tick repeats one of the past
    dv_kept_acts acts_since;                ///< acts since the arrival
    uint64_t furthest;                      ///< the tick that the run had reached before the rewind
    struct dv_recomputation *recomputation; ///< a rewind in progress; NULL: none
} dv_run_past;

/// What was printed, so that it is not printed again.
typedef struct dv_run_told {
    char error[DV_ERROR_CAPACITY]; ///< the last one of a script
    bool a_warning;
    bool of_unfinished; ///< that a save is taking long
} dv_run_told;

typedef struct dv_run_log {
    dv_text_file *file;
    bool is_cut; ///< it ended before the run, because the world had no hash
    struct dv_logged_hashes {
        uint64_t first, *values; ///< by tick, from `first` on
        uint32_t count, capacity;
    } hashes; ///< that it has
} dv_run_log;

/// --record and --report.
typedef struct dv_run_rows {
    dv_trace *trace;
    struct dv_run_columns *columns; ///< of `trace`, as chosen; NULL: there is no trace
    dv_report *report;
    double *values; ///< a row of the report
    /// Columns already reported as missing from the report: NUL-terminated names, then "".
    char told_columns[512];
} dv_run_rows;

/// Where commands come from.
typedef struct dv_run_commands {
    struct dv_control *socket;              ///< NULL: no control socket
    struct dv_commands *input;              ///< standard input; NULL: none are read
    const struct dv_command_window *window; ///< obeys commands that need one; NULL: no window
    bool has_stopped;                       ///< for a command that still waits
    uint32_t awaited; ///< how often somebody wanted an end of the tick that runs
} dv_run_commands;

typedef struct dv_run_pictures {
    struct dv_headless_pictures *without_window; ///< what draws then; NULL: nothing is drawn
    int film_output; ///< what standard output was, for a film; 0: it still is
} dv_run_pictures;

typedef struct dv_run {
    const dv_options *options;
    dv_scenario *scenario;
    dv_world *world; ///< of `scenario`; dv_run_restart replaces it

    // Callers may read and set these between ticks.
    bool paused;   ///< dv_run_due returns 0; dv_run_tick still does one tick
    double speed;  ///< times real time; INFINITY: as fast as possible
    bool watching; ///< whether dv_run_poll looks at the files
    /// s of real time that one call of dv_run_poll or dv_run_tick may spend on redoing ticks after
    /// a rollback; INFINITY: no limit.
    double patience;

    // Callers may read these.
    dv_run_reloads reloads;
    dv_run_trials trials;
    dv_console console; ///< the latest lines that scripts printed
    dv_note note;
    dv_expressions expressions; ///< whose values are watched
    dv_ghost ghost;             ///< the world without the last save
    struct dv_what_if *what_if; ///< the futures with and without a change; NULL: off
    dv_timeline timeline;       ///< see dv_run_keep_timeline
    uint32_t rewind_count;  ///< how many times dv_run_rewind or one of its variants moved the world
    uint32_t restart_count; ///< how many times dv_run_restart succeeded
    uint64_t first_tick;    ///< the world's tick at the start of the run
    uint64_t last_tick;     ///< where the run ends; DV_NO_LIMIT: open
    dv_result result;       ///< not DV_OK: the run failed
    dv_error error;         ///< why the run failed

    // Only for the files of the run; see run_private.h.
    double owed;          ///< ticks due; the fraction is carried over to the next frame
    bool stopped;         ///< dv_run_stop was called
    uint64_t hashed_tick; ///< the tick of the last hash line; DV_NO_LIMIT: none yet
    bool is_amid_tick;    ///< the world has stepped, but the tick's output isn't published yet
    dv_live_number number;
    dv_history history; ///< see dv_run_keep_history
    dv_moment_room room;
    dv_run_past past;
    dv_run_told told;
    dv_run_log log;
    dv_run_rows rows;
    dv_run_commands commands;
    dv_run_pictures pictures;
    dv_watch *watch;
    double watch_again; ///< when to try again to watch, by dv_now; 0: it has not failed
    dv_agent selected;  ///< see dv_run_selected
} dv_run;

/// Open the scenario, load the snapshot given by the options, and start recorders and watcher.
/// `options` must outlive the run. On failure nothing stays open, `error` has the message, and
/// dv_scenario_open_traceback has the traceback.
dv_result dv_run_open(dv_run *run, const dv_options *options, dv_error *error);

/// If watching, reload files that were saved. True if `reloads.last` changed; it has then been
/// printed to stderr. Redoes ticks after a rollback first, within `patience`. dv_run_tick calls
/// this too.
bool dv_run_poll(dv_run *run);

/// Whether ticks or acts still have to be redone after a rollback. Until that is done, dv_run_due
/// returns 0 and acts have to wait.
bool dv_run_is_behind(const dv_run *run);

/// Reload now, even when not watching.
dv_reload_outcome dv_run_reload(dv_run *run);

/// Reload now, including what was refused, rolled back, or undone before.
dv_reload_outcome dv_run_reload_again(dv_run *run);

/// Undo the last reload; if that was an undo, redo. DV_RELOAD_UNCHANGED, with the reason in
/// `reloads.nothing`, if there is nothing to undo.
dv_reload_outcome dv_run_undo(dv_run *run);

/// Reload with the draft of a module; see dv_scenario_try_draft. Only the first one of a drag is
/// reported.
dv_reload_outcome dv_run_try_draft(dv_run *run, const char *path, const char *source, size_t size);

/// Switch a mod on or off, which is a reload. DV_RELOAD_UNCHANGED, with the reason in
/// `reloads.nothing`, if there is no such mod, or it is so already.
dv_reload_outcome dv_run_switch_mod(dv_run *run, const char *mod, bool is_on);

/// End all trials now: the code in force stays, and the output held back is released. Call this
/// before moving the world to another tick.
void dv_run_pass_trials(dv_run *run);

/// Apply an act to the run and log it. Fails like dv_act_do.
dv_result dv_run_act(dv_run *run, const dv_act *act, dv_error *error);
/// Apply mouse or keyboard input to the run.
void dv_run_input(dv_run *run, const dv_input *input);
/// Tell the run where the mouse is in the world, or NULL if it is elsewhere. Does nothing if that
/// hasn't changed.
void dv_run_place_mouse(dv_run *run, const dv_vec3 *point);
/// Change a setting. `value` is text, as on the command line.
dv_result dv_run_set(dv_run *run, const char *name, const char *value, dv_error *error);
/// Press a button of the scenario.
dv_result dv_run_press(dv_run *run, const char *name, dv_error *error);
/// Run a line of the console; see dv_scenario_console, which has its result.
dv_result dv_run_lua(dv_run *run, const char *code, dv_agent selected, dv_error *error);
/// Set an agent's attribute, which the model of its kind must have, to `number`, from 0 to 1.
dv_result dv_run_set_attribute(dv_run *run, dv_agent agent, const char *name, double number,
                               dv_error *error);

/// Start to keep moments to go back to, at most options->history MiB of them. The first is taken
/// now.
void dv_run_keep_history(dv_run *run);
/// Drop all moments and keep no more.
void dv_run_end_history(dv_run *run);

/// Start to record the run over simulated time, from now on; again with each restart. The record
/// follows rewinds: what comes after the world's tick stays until the run continues from there, and
/// is dropped then. Without memory the run continues without a record, with one message.
void dv_run_keep_timeline(dv_run *run);
/// Set a bookmark at the world's tick in the record, or remove the one that is there. True if there
/// is one now.
bool dv_run_toggle_bookmark(dv_run *run);
/// Read the present values for the record, also between two samples.
void dv_run_read_timeline(dv_run *run);

/// Go back by `seconds` of simulated time, but not beyond the first moment. The tick is computed
/// from the moment before it, with the code and the acts of that time. The code in force stays,
/// trials end, and all modules are reloaded, so the run continues exactly as a new run would from a
/// snapshot of that tick. If the code differs from the code of that time, suspended agents are
/// revived. `last_tick` stays. If a tick can't be computed again, the run goes to the moment before
/// it, with a warning. Fails without changing anything if no moment is kept.
dv_result dv_run_rewind(dv_run *run, double seconds, dv_error *error);
/// Go to a tick. This can also go forward again to ticks that existed before the last rewind, until
/// the run continues with the next tick or an accepted save. Acts done after the last tick are
/// lost.
dv_result dv_run_rewind_to(dv_run *run, uint64_t tick, dv_error *error);
/// The last tick that a rewind can reach. After a rewind, it is later than the world's tick.
uint64_t dv_run_last_reached(const dv_run *run);
/// The tick `seconds` of simulated time before this one, or before the target of a rewind in
/// progress.
uint64_t dv_run_ticks_ago(const dv_run *run, double seconds);

// Rewinding step by step, so that the caller can draw meanwhile. Until the rewind is over, the run
// neither ticks nor reloads.

/// Begin to go to a tick, or change the target of a rewind in progress.
dv_result dv_run_begin_rewind(dv_run *run, uint64_t tick, dv_error *error);
/// Begin to go back by `seconds` of simulated time, or change the target of a rewind in progress.
dv_result dv_run_begin_rewind_by(dv_run *run, double seconds, dv_error *error);
/// Continue a rewind in progress for about `seconds` of real time.
dv_result dv_run_go_on_rewinding(dv_run *run, double seconds, dv_error *error);
/// Continue a rewind in progress until it is over or the user interrupts it.
dv_result dv_run_finish_rewind(dv_run *run, dv_error *error);
/// Give up a rewind in progress. The world stays where it is.
void dv_run_cancel_rewind(dv_run *run);
/// Whether a rewind is in progress; if so, `at` is the tick it has computed, and `to` its target.
bool dv_run_rewinding(const dv_run *run, uint64_t *at, uint64_t *to);

/// The agent of --select, from when it is first seen; null before.
dv_agent dv_run_selected(dv_run *run);

/// Do one tick with everything that goes with it: reload, step, hash line, rows, and, when
/// headless, the frame.
dv_result dv_run_tick(dv_run *run);

/// Do one tick, like dv_run_tick. After a rewind, the record keeps what comes later as long as
/// nobody changes the world or the code: the tick is then done as it was, with the same acts. The
/// mouse does not count as a change, nor does input that has no effect.
dv_result dv_run_step(dv_run *run);

/// How many ticks are due after `elapsed` seconds of real time, but at most `most`. Ticks beyond
/// `most` are dropped, so a slow model slows down instead of falling behind. At speed INFINITY this
/// is always `most`: keep it small and watch the clock. 0 when paused or over.
uint32_t dv_run_due(dv_run *run, double elapsed, uint32_t most);

/// How far real time has advanced from the last tick to the next, in [0, 1), for drawing between
/// ticks.
double dv_run_fraction(const dv_run *run);

/// Whether the run has reached its last tick, finished, been stopped or interrupted, or failed.
bool dv_run_over(const dv_run *run);
/// Whether it failed, was stopped, or was interrupted, so that no command counts any more.
bool dv_run_ended(const dv_run *run);

/// End the run after this tick, for example because its window was closed.
void dv_run_stop(dv_run *run);

/// Start again at tick 0 with the current settings. On failure the old world stays.
dv_result dv_run_restart(dv_run *run, dv_error *error);

/// Finish the run: write the screenshot (when headless; the window writes options->screenshot and
/// options->frames itself), the snapshot, and the hash line, and close all files. Errors go to
/// stderr. Returns the exit status: 0, or 1 if the run failed or was interrupted, or if agents are
/// suspended.
int dv_run_close(dv_run *run);

/// End the run with an error and print it. Only the first error counts.
void dv_run_fail(dv_run *run, dv_result result, const dv_error *error);

/// From now on, the first SIGINT or SIGTERM ends a run after its current tick, and stops Lua that
/// runs for more than another second; a second signal kills the program.
void dv_run_heed_signals(void);
/// Whether SIGINT or SIGTERM arrived.
bool dv_run_interrupted(void);

/// Run without a window until the run is over; returns 0.
int dv_run_headless(dv_run *run);

/// Open a run, let `drive` (dv_run_headless or dv_window_run) do its ticks, and close it. Errors go
/// to stderr. Returns the exit status: 2 if the options don't fit the scenario.
int dv_run_whole(const dv_options *options, int (*drive)(dv_run *run));

/// Read the vector width from DROVER_VECTOR_BITS; 0 if it isn't set.
dv_result dv_run_read_vector_bits(uint32_t *bits, dv_error *error);

#define DV_HASH_LINE 80

/// The line with the state hash. Fails like dv_world_hash.
dv_result dv_hash_line(dv_world *world, char line[DV_HASH_LINE], dv_error *error);

/// Print an error and its traceback, which may be "", to stderr. `scenario` is the path of the
/// scenario that failed, or NULL; see messages.h.
void dv_run_print_error(const char *scenario, const char *message, const char *traceback);
/// Print why a scenario could not be opened, and whatever else is wrong with its scripts.
void dv_run_print_load_error(const char *scenario, const char *message);

/// Print a warning to stderr: a mistake that doesn't end the run.
void dv_run_print_warning(const char *scenario, const char *message);

/// Print the script error in the banner with its traceback, unless it was printed last.
void dv_run_print_script_error(dv_run *run);

/// "3 of 5 changed functions have run".
#define DV_COVERAGE_TEXT 64
void dv_coverage_text(dv_coverage coverage, char text[DV_COVERAGE_TEXT]);

#endif
