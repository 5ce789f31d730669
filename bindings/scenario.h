// An open scenario: a world, the Lua that decides for its agents, and reloading. The player, the
// tests, and embedding programs all use this interface.
#ifndef DROVER_BINDINGS_SCENARIO_H
#define DROVER_BINDINGS_SCENARIO_H

#include "modules/module_reader.h"

#include "record/difference.h"

#include <drover/drover.h>

typedef struct dv_scenario dv_scenario;

/// A value for a setting.
typedef struct dv_setting_choice {
    const char *name;
    const char *value; ///< as typed: "12", "true", "spring"
} dv_setting_choice;

/// How to open a scenario.
typedef struct dv_scenario_options {
    const uint64_t *seed; ///< NULL: the scenario's own
    int threads;
    uint32_t vector_bits; ///< as in dv_world_def
    const dv_setting_choice *settings;
    uint32_t setting_count;
    size_t memory_cap; ///< bytes that Lua may use; 0: 256 MiB plus 1 KiB for each living agent
    bool check_only;   ///< load and verify only; do not run setup
    bool shown;        ///< what scripts draw is shown to someone
    bool watched;      ///< an error in `update` suspends it instead of failing the step
    /// Processor time in s that Lua may take in each tick, and again between two ticks. 0: 1 s if
    /// watched or on trial, else 10 s. A single callback may take 0.9 s of it. Infinity: no limit,
    /// for callbacks either.
    double budget;
    bool
        replayed; ///< repeats a run that met its limits: a callback may take the whole budget, 10 s
    /// Receives what scripts print, line by line. NULL: stdout.
    void (*print)(void *context, const char *line);
    void *print_context;
    /// Receives mistakes that do not stop a run, such as "main.lua:7: what", each one once. NULL:
    /// stderr.
    void (*warn)(void *context, const char *message);
    void *warn_context;
    dv_module_reader *reader; ///< NULL: reads files. Used until the scenario is closed.
    void *reader_context;
} dv_scenario_options;

/// Options with one thread, and otherwise zero.
dv_scenario_options dv_scenario_options_default(void);

/// Load a folder with main.lua, or a .lua file, and run `setup`. Returns NULL on failure, with a
/// message that names file and line; dv_scenario_open_traceback then has the traceback.
dv_scenario *dv_scenario_open(const char *path, const dv_scenario_options *options,
                              dv_error *error);
/// The Lua traceback of this thread's last dv_scenario_open that failed, or "".
const char *dv_scenario_open_traceback(void);
/// Close a scenario and free all its memory. NULL is allowed.
void dv_scenario_close(dv_scenario *scenario);

/// Advance by one tick. Fails only when out of memory, or in an unwatched run if `update` fails or
/// a script is stopped for time. An agent whose script fails is suspended, and the message is
/// reported.
dv_result dv_scenario_step(dv_scenario *scenario, dv_error *error);

// Stops for time. They depend on the machine, so a replay cannot compute them again.

/// Whether Lua was stopped for time, or by an interrupt, since the last call of this function.
bool dv_scenario_take_stop(dv_scenario *scenario);

/// What is not called again until the next good save. Snapshots do not contain this.
typedef struct dv_stops {
    uint32_t *functions; ///< by number; the same sources give the same numbers
    char (*places)[128]; ///< where functions without a number are defined
    uint32_t function_count, place_count;
    bool update_suspended;
} dv_stops;
/// List what is stopped. Free the list with dv_stops_free.
dv_result dv_scenario_list_stops(const dv_scenario *scenario, dv_stops *stops, dv_error *error);
void dv_stops_free(dv_stops *stops);

/// Go on from a snapshot and a list of stops. Like dv_scenario_return_to: what follows depends only
/// on these and the sources. Fails with DV_ERROR_FORMAT if a function in the list does not exist.
dv_result dv_scenario_go_on_from(dv_scenario *scenario, const dv_snapshot *snapshot,
                                 const dv_stops *stops, dv_error *error);

/// Stop all Lua in this process `seconds` of real time from now, until dv_scenario_forget_interrupt
/// is called. The function that runs at that moment is not blamed. Safe in a signal handler.
void dv_scenario_interrupt_after(double seconds);
void dv_scenario_forget_interrupt(void);

/// While `hold` is set, call no functions of scripts: a replay skips what was stopped, for example.
void dv_scenario_hold_lua(dv_scenario *scenario, bool hold);

/// A scenario's world, title, and folder. The title is valid until the next reload, the others
/// until the scenario is closed.
dv_world *dv_scenario_world(dv_scenario *scenario);
const char *dv_scenario_title(const dv_scenario *scenario);
const char *dv_scenario_folder(const dv_scenario *scenario);
const char *dv_scenario_traceback(const dv_scenario *scenario); ///< of the last error, or ""

/// Set a setting to a value as typed ("0.5", "true", the name of an option). Checks the value and
/// calls the `setting` callback.
dv_result dv_scenario_set(dv_scenario *scenario, const char *name, const char *value,
                          dv_error *error);

/// The number and the names of the scenario's monitors.
uint32_t dv_scenario_monitor_count(const dv_scenario *scenario);
const char *dv_scenario_monitor_name(const dv_scenario *scenario, uint32_t monitor);
/// Evaluate a monitor. Returns NaN if its function failed or returned no number, and from then on;
/// the banner says why.
double dv_scenario_monitor(dv_scenario *scenario, uint32_t monitor);

/// Whether a function of the current code failed, apart from those called for an agent: a monitor,
/// an election, a callback of the scenario or of a tool, or anything that draws.
bool dv_scenario_has_failed(const dv_scenario *scenario);

// Input

typedef enum dv_input_type {
    DV_MOUSE_PRESSED,
    DV_MOUSE_RELEASED,
    DV_MOUSE_MOVED,
    DV_WHEEL_MOVED,
    DV_KEY_PRESSED,
    DV_KEY_RELEASED,
    DV_INPUT_COUNT
} dv_input_type;

/// A user's action: at (x, y) in meters, moved by (dx, dy) in meters or wheel steps.
typedef struct dv_input {
    dv_input_type type;
    double x, y, dx, dy;
    int button;      ///< 1 left, 2 middle, 3 right
    dv_agent agent;  ///< under the mouse when it was pressed, or null
    const char *key; ///< "a", "space", "left" …
    /// The name of the tool whose callback to call; NULL: the scenario's own.
    const char *tool;
} dv_input;

/// The names of the callbacks by type: "mousepressed" …
extern const char *const dv_input_names[DV_INPUT_COUNT];

/// Call the callback of the scenario or its tool. Call only between two steps. Errors go to the
/// banner.
void dv_scenario_input(dv_scenario *scenario, const dv_input *input);

// Tools: what the mouse does in the scenario's world. Users choose one.

/// The number of tools.
uint32_t dv_scenario_tool_count(const dv_scenario *scenario);
/// The index of the tool with a name; −1 if there is none.
int32_t dv_scenario_tool_named(const dv_scenario *scenario, const char *name);
/// A tool's name in scripts, and its title for users.
const char *dv_scenario_tool_name(const dv_scenario *scenario, uint32_t tool);
const char *dv_scenario_tool_title(const dv_scenario *scenario, uint32_t tool);
/// The name of the key that selects the tool, or "".
const char *dv_scenario_tool_key(const dv_scenario *scenario, uint32_t tool);
/// Whether the tool has a callback for a type of input.
bool dv_scenario_tool_takes(const dv_scenario *scenario, uint32_t tool, dv_input_type type);

// Drawing, for scenarios opened as `shown`

/// Call the `draw` callbacks of the kinds, the scenario, and the tool with that name (NULL: none).
/// Call only between two steps. Errors go to the banner, and a callback that fails is not called
/// again until the next good reload.
void dv_scenario_draw(dv_scenario *scenario, const char *tool);
/// What was drawn with `world.draw` in the last tick, and in the last dv_scenario_draw. NULL if the
/// scenario is not shown. Valid until the next call.
const dv_sketch *dv_scenario_tick_sketch(const dv_scenario *scenario);
const dv_sketch *dv_scenario_drawn_sketch(const dv_scenario *scenario);

// Measuring

/// Bytes that Lua holds, including garbage not collected yet.
size_t dv_scenario_lua_bytes(const dv_scenario *scenario);
/// Collect all garbage; then turn the collector off, or back on.
void dv_scenario_collect(dv_scenario *scenario, bool stay_off);

// Reloading

typedef enum dv_reload_outcome {
    DV_RELOAD_UNCHANGED, ///< no loaded file has new content
    DV_RELOAD_MENDED,    ///< the files are back to what runs, so a refused save is repaired
    DV_RELOAD_SWAPPED,   ///< the new code runs from the next tick on
    DV_RELOAD_REFUSED,   ///< the old code keeps running; `message` says why
    /// A reload failed on trial, and code and world are back to what they were before it; `message`
    /// has the error.
    DV_RELOAD_ROLLED_BACK
} dv_reload_outcome;

/// What new code no longer has although agents or the world used it.
typedef struct dv_moved {
    uint32_t migrated; ///< number of agents whose state is gone
    char removed[256]; ///< "5 wolves removed, 1 flow 'wind' removed", or ""
} dv_moved;

#define DV_MOVED_TEXT 320
/// Write "12 agents migrated, 5 wolves removed", or "".
void dv_moved_text(const dv_moved *moved, char text[DV_MOVED_TEXT]);
/// The result of the last reload, undo, rewind, or load.
dv_moved dv_scenario_moved(const dv_scenario *scenario);

/// What a reload did.
typedef struct dv_reload_report {
    dv_reload_outcome outcome;
    uint32_t generation; ///< the number of the code that runs now
    uint32_t taken_back; ///< the generation that failed on trial
    bool is_undo;        ///< from kept sources, not from files
    dv_moved moved;
    uint32_t revived;   ///< number of agents that were suspended and run again
    char changed[256];  ///< paths of the files that differ: "wolf.lua, deer.lua and 2 more"
    char modules[256];  ///< all modules of the scenario, which were loaded again; cut the same way
    char stays[768];    ///< values of users or the world that stay although their code changed
    char kept_out[256]; ///< files whose content was undone, so that reloads ignore it
    char defaults[512]; ///< of memory that changed: "deer.fear: 3 agents keep the old value, …"
    /// Functions of the definitions that changed: "deer.step, deer grazing.enter and 2 more".
    char functions[256];
    /// One bit per kind and state: agents in it act differently from now on.
    uint64_t otherwise[DV_MAX_KINDS][DV_MAX_STATES / 64];
    char message[DV_ERROR_CAPACITY];
    char line[256];  ///< the source line of the error, or ""
    uint32_t column; ///< its column in the source, in bytes from 1; 0: not known
} dv_reload_report;

/// Whether a reload changed how agents of a kind act in a state.
static inline bool dv_reload_changed(const dv_reload_report *report, uint32_t kind,
                                     uint32_t state) {
    return report->otherwise[kind][state / 64] >> (state % 64) & 1;
}

/// Check the loaded files, and load again what changed, except for what was undone. Call only
/// between two steps.
dv_reload_report dv_scenario_reload(dv_scenario *scenario);
/// Load everything that differs from the running code, even if it was refused, rolled back, or
/// undone before.
dv_reload_report dv_scenario_reload_again(dv_scenario *scenario);

/// Go back to the code before the last reload, from its sources at that time. Otherwise this is a
/// reload like any other: the world continues as it is, and a second undo redoes. Files are not
/// read; their content takes effect when they change next, or with dv_scenario_reload_again.
/// Returns DV_RELOAD_UNCHANGED with a message if there is nothing to undo.
dv_reload_report dv_scenario_undo(dv_scenario *scenario);

// Trials. Reloaded code has to run for DV_TRIAL_TICKS without an error, and longer if a function
// that the reload changed has not been called yet. A reload during a trial begins a trial of its
// own. A failure ends the newest one.

#define DV_TRIAL_TICKS 60
/// A trial lasts at most this long, even if some functions have not run.
#define DV_TRIAL_MOST_TICKS 600
/// One more reload than this ends the oldest trial.
#define DV_MOST_TRIALS 16

/// How many functions a reload changed, and how many of those have been called since. This counts
/// functions of the definitions, guards, custom behaviors, and parts (nodes of trees, options,
/// layers, schemas, monitors), except for `setup`, `init`, and `migrate`. A function that only
/// moved within its file has not changed, and neither has one whose helpers changed.
typedef struct dv_coverage {
    uint32_t changed, run;
} dv_coverage;

/// The trials in progress, oldest first: their number, the least number of ticks that one has left
/// (0 if it only waits for changed functions), and its coverage.
uint32_t dv_scenario_trial_count(const dv_scenario *scenario);
uint64_t dv_scenario_trial_ticks_left(const dv_scenario *scenario, uint32_t trial);
dv_coverage dv_scenario_trial_coverage(const dv_scenario *scenario, uint32_t trial);

/// How a trial ended without failing.
typedef struct dv_trial_end {
    uint32_t generation; ///< the code that was on trial
    uint64_t ticks;
    dv_coverage coverage;
} dv_trial_end;
/// Take the oldest end that was not taken yet. Returns false if there is none. Only the last
/// DV_MOST_TRIALS are kept.
bool dv_scenario_take_trial_end(dv_scenario *scenario, dv_trial_end *end);

/// The number of trials that ended without failing since the scenario was opened. A step begins by
/// ending those whose time is up.
uint64_t dv_scenario_trials_passed(const dv_scenario *scenario);
/// End the oldest trial, if there is one. Its code stays.
void dv_scenario_pass_trial(dv_scenario *scenario);

/// Whether a script failed on trial, so that everything since its reload has to be taken back. The
/// banner has the error. The next step, reload, or undo begins by rolling back.
bool dv_scenario_trial_failed(const dv_scenario *scenario);
/// Restore code and world to what they were before the last reload, bit for bit, and return
/// DV_RELOAD_ROLLED_BACK. This includes the locals of modules, since no code that ran since then
/// can reach them. Queries between two ticks again see what was sensed in the last tick before the
/// reload. If rolling back fails, for example when out of memory, returns DV_RELOAD_REFUSED: the
/// code stays, still on trial, and the agent that failed is suspended. Returns DV_RELOAD_UNCHANGED
/// if there is no trial.
dv_reload_report dv_scenario_roll_back(dv_scenario *scenario);

/// The world before the reload with which the newest trial began; NULL if there is no trial. Valid
/// until the next reload, step, or end of a trial.
const dv_snapshot *dv_scenario_before_reload(const dv_scenario *scenario);

// Snapshots of large worlds without a pause

/// Pack a share of the agents' memory for a snapshot that is due in `ticks` more ticks. Call it
/// between each of the ticks before the snapshot. The snapshot's content stays the same; taking it
/// is faster if most agents' memory does not change in between.
void dv_scenario_pack_ahead(dv_scenario *scenario, uint32_t ticks);
/// Discard what was packed, after the snapshot was taken or canceled.
void dv_scenario_end_packing(dv_scenario *scenario);

// Going back

/// Take the world back to one of its own snapshots; handles from that time become valid again. The
/// current code stays, but all of it is loaded again, so that what follows depends only on the
/// snapshot and the sources. Trials pass. On failure, world and code are unchanged. Call only
/// between two steps.
dv_result dv_scenario_return_to(dv_scenario *scenario, const dv_snapshot *snapshot,
                                dv_error *error);

/// Load a snapshot that other code, or another run, may have made; existing handles become stale.
/// Names are matched as in a reload, and `migrate` is called. On failure, the world is unchanged.
/// Call only between two steps.
dv_result dv_scenario_load_snapshot(dv_scenario *scenario, const dv_snapshot *snapshot,
                                    dv_error *error);

/// Whether there is code from before the last reload.
bool dv_scenario_can_undo(const dv_scenario *scenario);

/// Open the scenario a second time, with the current code or with that from before the last reload,
/// in order to load a snapshot into it: `setup` is not run. Its prints are dropped. Close it with
/// dv_scenario_close. Returns NULL with a message on failure, also if there was no reload.
dv_scenario *dv_scenario_open_beside(dv_scenario *scenario, bool before_reload, dv_error *error);
/// The same with sources from `reader`, beginning with the module `entry`, such as "main.lua". This
/// code met its time limits once, so a callback may take the whole budget now.
dv_scenario *dv_scenario_open_past(dv_scenario *scenario, const char *entry,
                                   dv_module_reader *reader, void *reader_context, dv_error *error);

/// Open a second scenario with the world and the code from before the last reload, which must still
/// be on trial. It goes on as the run would have without the reload, except that locals of modules
/// start over. Its prints are dropped. Close it with dv_scenario_close. Returns NULL with a message
/// on failure.
dv_scenario *dv_scenario_open_former(dv_scenario *scenario, dv_error *error);
/// Find the first difference between a scenario and one that dv_scenario_open_former opened: agents
/// first, by id, with their memory in order of names. Fails when out of memory, or if scripts keep
/// a value that cannot be remembered.
dv_result dv_scenario_differs(dv_scenario *scenario, dv_scenario *other, dv_difference *found,
                              bool *is_found, dv_error *error);

/// Report that the world cannot be hashed or saved because of a value that scripts keep in it. That
/// counts as an error of `update`: it fails a trial, or goes to the banner of a watched run.
/// Returns false, and notes nothing, if the error should end the run instead.
bool dv_scenario_blame(dv_scenario *scenario, const dv_error *error);

/// The text in the banner: the error of the last reload, or else the last script error since the
/// last good reload. NULL if there is none.
const char *dv_scenario_banner(const dv_scenario *scenario);
const char *dv_scenario_banner_line(const dv_scenario *scenario); ///< its source line, or ""

/// Why an agent's script last failed since the last good reload, such as "wolf.lua:7: …". NULL if
/// not known.
const char *dv_scenario_reason(const dv_scenario *scenario, dv_agent agent);

/// A way in which agents fail. Each one is reported once, in order of arrival.
typedef struct dv_told_reason {
    uint32_t number;     ///< counted from 1 since the last good reload
    const char *message; ///< names the first agent that failed this way, as in the banner
    const char *line;    ///< its source line, or ""
    const char *traceback;
} dv_told_reason;
/// Take the next one that was not taken yet; valid until a script runs. Returns false if there is
/// none.
bool dv_scenario_take_reason(dv_scenario *scenario, dv_told_reason *reason);

/// The number of the current code: 1 at the start, then a new one each time code is loaded or taken
/// back.
uint32_t dv_scenario_generation(const dv_scenario *scenario);
/// The number and the paths of the loaded modules, for watching their files.
uint32_t dv_scenario_module_count(const dv_scenario *scenario);
const char *dv_scenario_module_path(const dv_scenario *scenario, uint32_t module);

/// A module as it was loaded. The last one is the scenario's entry.
typedef struct dv_scenario_module {
    const char *path;   ///< "flock/boid.lua", or "<drover>/…" if it comes with Drover
    const char *source; ///< a zero follows it
    size_t size;
    uint64_t hash;
    bool is_library; ///< it comes with Drover
    bool is_fresh;   ///< the last reload changed its source, or added it
} dv_scenario_module;
/// Valid until the next reload.
dv_scenario_module dv_scenario_module_at(const dv_scenario *scenario, uint32_t module);

// Looking inside

/// Call `each` for every memory field of a kind, in order of names, with the type of its default as
/// editors write it: "number", "drover.vector"; "any" if the default does not tell.
void dv_scenario_memory_types(dv_scenario *scenario, uint32_t kind,
                              void (*each)(void *context, const char *name, const char *type),
                              void *context);

/// Call `each` for every slot and memory field of an agent, in order of names, with its value as
/// text.
void dv_scenario_describe(dv_scenario *scenario, dv_agent agent,
                          void (*each)(void *context, const char *name, const char *value),
                          void *context);

#endif
