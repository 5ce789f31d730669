// One run of a scenario: the open scenario with its options, recorders and watcher. The headless
// loop and the window drive it alike, so both give the same hashes and the same files:
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
// Invariant: `world` is the scenario's, and stands between two ticks whenever no dv_run_ function
// is at work. Once `result` is not DV_OK the run is over and `error` says why; it is printed once.
#ifndef DV_PLAYER_RUN_H
#define DV_PLAYER_RUN_H

#include "player/history/acts.h"
#include "player/history/history.h"
#include "player/options/options.h"
#include "player/terminal/console.h"
#include "player/watch/watch.h"
#include "record/held_text.h"
#include "record/report.h"
#include "record/text_file.h"
#include "record/trace.h"
#include "scenario.h"

/// What Lua was stopped in.
typedef enum dv_stopped_act { DV_STOPPED_TICK, DV_STOPPED_ACT, DV_STOPPED_READING } dv_stopped_act;

/// A world that goes on under the code from before the last save; see ghost.h.
typedef struct dv_ghost {
    bool is_on;               ///< each accepted save begins one
    dv_scenario *scenario;    ///< NULL: no ghost is running
    uint32_t generation;      ///< of the reload that the ghost does not have
    uint64_t since;           ///< the tick of that reload
    bool has_diverged;        ///< and the worlds are no longer compared
    uint64_t diverged_tick;   ///< the first tick after which the worlds differed
    dv_difference difference; ///< the run's value first, then the ghost's
} dv_ghost;

/// The trials of a run's reloads: what was done and put out since, to be done again or dropped.
typedef struct dv_run_trials {
    struct dv_run_trial *items; ///< oldest first, as the scenario's
    uint32_t count, capacity;
    uint64_t done;        ///< the number of the first act to be done again
    uint64_t until;       ///< the tick to catch up with
    dv_held_text printed; ///< lines for stdout
    dv_held_text shown;   ///< those of them that scripts printed
    uint64_t over;        ///< trials that are over; the oldest here is the one after these
} dv_run_trials;

typedef struct dv_run {
    const dv_options *options;
    dv_scenario *scenario;
    dv_world *world; ///< of `scenario`; another after dv_run_restart

    // To be read and set freely between ticks.
    bool paused;   ///< dv_run_due gives nothing; dv_run_tick still does one tick
    double speed;  ///< times real time; INFINITY: as fast as it can
    bool watching; ///< whether dv_run_poll looks at the files
    /// s that dv_run_poll and dv_run_tick take for ticks that a rollback took back, each time they
    /// are called; INFINITY: as many as they need.
    double patience;

    // To be read.
    dv_reload_report reload;           ///< the last that was not DV_RELOAD_UNCHANGED
    uint32_t reload_count;             ///< how many there were of these; 0: `reload` is empty
    char no_reload[DV_ERROR_CAPACITY]; ///< why the last that was asked for by hand was none
    double reload_latency;   ///< s from the save until it was in force; NaN when asked for by hand
    double reload_shown;     ///< s from the save until a window showed it; NaN: none did yet
    double reload_time;      ///< dv_now() when it was taken, for showing it a while
    uint32_t rollback_count; ///< reloads that failed on trial
    uint64_t rolled_back_to; ///< the world's tick after the last of these
    dv_trial_end trial_end;  ///< of the trial that passed last
    uint64_t swapped_tick;   ///< the world's when code was last taken over; DV_NO_LIMIT: never
    dv_console console;      ///< what scripts printed last
    dv_ghost ghost;          ///< what would have been without the last save
    uint32_t rewind_count;   ///< how many times the world was taken back by dv_run_rewind
    uint64_t first_tick;     ///< the world's tick at the start of the run
    uint64_t last_tick;      ///< where the run ends; DV_NO_LIMIT: nowhere
    dv_result result;        ///< not DV_OK: the run failed
    dv_error error;          ///< why

    // Of the files of the run alone; see run_private.h.
    double owed;                  ///< ticks due, the fraction kept between frames
    bool stopped;                 ///< by dv_run_stop
    uint64_t hashed_tick;         ///< of the last hash line; DV_NO_LIMIT: none yet
    char told[DV_ERROR_CAPACITY]; ///< the script error printed last
    char monitors_told[512];      ///< those without a column in the report, a zero behind each
    bool warned;                  ///< of a mistake with which the run went on
    bool told_unfinished;         ///< that a save takes long
    double *values;               ///< a row of the report
    bool is_amid_tick;            ///< the world stepped, and nothing of that was put out yet
    dv_run_trials trials;
    dv_history history; ///< see dv_run_keep_history
    dv_snapshot room;   ///< memory for the next moment
    size_t room_touched;
    /// Where a rewind led, until the run goes on from there; without code: it did. No snapshot: the
    /// history has a moment of it.
    dv_moment arrival;
    dv_kept_acts acts_since; ///< done there
    uint64_t furthest;       ///< the tick that the run had reached before
    struct dv_visit *visit;  ///< a rewind on its way; NULL: none is
    struct dv_logged_hashes {
        uint64_t first, *values; ///< by tick, from the first
        uint32_t count, capacity;
    } logged; ///< the hashes in the log
    dv_watch *watch;
    struct dv_control *control; ///< NULL: nobody commands from outside
    dv_trace *trace;
    dv_report *report;
    dv_text_file *log;
    bool log_is_cut; ///< the log had to end before the run
} dv_run;

/// Open the scenario, load the snapshot asked for, start recorders and watcher. `options` must
/// outlive the run. On failure nothing is left open, and the message is in `error`, a traceback in
/// dv_scenario_open_traceback.
dv_result dv_run_open(dv_run *run, const dv_options *options, dv_error *error);

/// Take over saved files, if watching and they changed. True when a reload was taken or refused;
/// `reload` then tells, and it was printed to stderr. dv_run_tick does it too.
bool dv_run_poll(dv_run *run);

/// Whether ticks and acts that a rollback took back are still to be done again. Until then
/// dv_run_due gives nothing, and acts must wait.
bool dv_run_is_behind(const dv_run *run);

/// Reload now, whether watching or not.
dv_reload_outcome dv_run_reload(dv_run *run);

/// The same with what was refused, rolled back or undone before.
dv_reload_outcome dv_run_reload_again(dv_run *run);

/// Take back the last reload, or undo that. DV_RELOAD_UNCHANGED, and said so, when there is none.
dv_reload_outcome dv_run_undo(dv_run *run);

/// End all trials now: the code in force stays, and what was held back goes out. For who is about
/// to take the world elsewhere.
void dv_run_pass_trials(dv_run *run);

/// Do it to a scenario that is no run's, or not to be logged.
dv_result dv_act_do(dv_scenario *scenario, const dv_act *act, dv_error *error);
/// Do it to a scenario beside the run that it was done to, whose agents have the same ids: who is
/// gone there is nobody. Fails likewise.
dv_result dv_act_do_beside(dv_scenario *beside, const dv_act *act, dv_error *error);
/// Do it to the run, and log it. Fails only for a setting or attribute that cannot be so.
dv_result dv_run_act(dv_run *run, const dv_act *act, dv_error *error);
void dv_run_input(dv_run *run, const dv_input *input);
/// Where the mouse is in the world; NULL: away. Nothing when it is there already.
void dv_run_place_mouse(dv_run *run, const dv_vec3 *point);
dv_result dv_run_set(dv_run *run, const char *name, const char *value, dv_error *error);
/// Give an agent another degree of an attribute of its kind's model, 0 to 1.
dv_result dv_run_set_attribute(dv_run *run, dv_agent agent, const char *name, double number,
                               dv_error *error);

/// Keep moments to go back to, the first of them now, within options->history. Until then there are
/// none.
void dv_run_keep_history(dv_run *run);
void dv_run_end_history(dv_run *run);

/// Go back so many simulated seconds, to the first moment at most. The tick is computed from the
/// moment before it, with the code and the acts of then. The code in force stays, trials end, and
/// all modules are loaded afresh: what follows is what a fresh run would make of a snapshot of that
/// tick. Under other code than that of then, suspended agents are revived. `last_tick` stays. Where
/// a tick cannot be computed again it is the moment before it, with a warning. Fails when nothing
/// is kept, and then changes nothing.
dv_result dv_run_rewind(dv_run *run, double seconds, dv_error *error);
/// The same, to a tick; forward too, to what was, until the run goes on: with the next tick, or a
/// save that is taken over. What was done at the tick that is left did not happen.
dv_result dv_run_rewind_to(dv_run *run, uint64_t tick, dv_error *error);
/// The last tick that a rewind can lead to: later than the world's after another rewind.
uint64_t dv_run_last_reached(const dv_run *run);
/// The tick that is so many simulated seconds before this one, or before that which a rewind is on
/// its way to.
uint64_t dv_run_ticks_ago(const dv_run *run, double seconds);

// The same, while something else is done: until a rewind is over the run neither ticks nor reloads.

/// Begin to go to a tick, or turn to another one.
dv_result dv_run_begin_rewind(dv_run *run, uint64_t tick, dv_error *error);
/// Begin to go back so many simulated seconds, likewise.
dv_result dv_run_begin_rewind_by(dv_run *run, double seconds, dv_error *error);
/// Go on for so many seconds of real time, if one is on its way.
dv_result dv_run_go_on_rewinding(dv_run *run, double seconds, dv_error *error);
/// Go on until it is over.
dv_result dv_run_finish_rewind(dv_run *run, dv_error *error);
void dv_run_cancel_rewind(dv_run *run);
/// Whether one is on its way: which tick it has computed, and where it goes.
bool dv_run_rewinding(const dv_run *run, uint64_t *at, uint64_t *to);

/// Do one tick and all that belongs around it: reload, step, hash line, rows, and headless the
/// frame.
dv_result dv_run_tick(dv_run *run);

/// How many ticks are due after `elapsed` seconds of real time, at most `most`; what `most` cuts
/// off is dropped, so a slow model slows down instead of falling behind. At speed INFINITY always
/// `most`: keep it small and look at the clock. 0 when paused or over.
uint32_t dv_run_due(dv_run *run, double elapsed, uint32_t most);

/// How far real time stands between the last tick and the next, in [0, 1), for interpolated
/// drawing.
double dv_run_fraction(const dv_run *run);

/// Ticks reached, the world finished, a signal came, or failed.
bool dv_run_over(const dv_run *run);

/// End the run after this tick, as when the window is closed.
void dv_run_stop(dv_run *run);

/// Begin again at tick 0 with the settings as they are now. On failure the old world stays.
dv_result dv_run_restart(dv_run *run, dv_error *error);

/// Finish: the screenshot (headless; the window writes options->screenshot and options->frames
/// itself), the snapshot, the hash line; close files. Prints what went wrong to stderr. Returns the
/// exit status: 0, or 1 when the run failed or was interrupted, or agents are suspended.
int dv_run_close(dv_run *run);

/// End the run for a reason, which is printed; the first is the one told.
void dv_run_fail(dv_run *run, dv_result result, const dv_error *error);

/// From now on the first SIGINT or SIGTERM ends a run after the tick at hand, whose Lua is stopped
/// when that takes more than a second; the second kills.
void dv_run_heed_signals(void);
/// Whether such a signal came.
bool dv_run_interrupted(void);

/// Tick without a window until the run is over; returns 0.
int dv_run_headless(dv_run *run);

/// Open a run, have it driven by dv_run_headless or dv_window_run, and close it. Prints what went
/// wrong. Returns the exit status, 2 when the options do not fit the scenario.
int dv_run_whole(const dv_options *options, int (*drive)(dv_run *run));

/// How a setting's value reads on the command line: in `text`, or an option's name, as it is.
const char *dv_setting_text(const dv_setting_def *setting, double value, char text[DV_NUMBER_TEXT]);

#define DV_HASH_LINE 80

/// The line with the state hash. Fails as dv_world_hash does.
dv_result dv_hash_line(dv_world *world, char line[DV_HASH_LINE], dv_error *error);

/// Print an error and the traceback that belongs to it, which may be "", to stderr. `scenario` is
/// the path of the scenario that failed, or NULL; see messages.h.
void dv_run_print_error(const char *scenario, const char *message, const char *traceback);

/// Print a mistake with which a run goes on to stderr.
void dv_run_print_warning(const char *scenario, const char *message);

/// Print the banner's script error with its traceback, unless it was printed last.
void dv_run_print_script_error(dv_run *run);

/// "3 of 5 changed functions have run".
#define DV_COVERAGE_TEXT 64
void dv_coverage_text(dv_coverage coverage, char text[DV_COVERAGE_TEXT]);

#endif
