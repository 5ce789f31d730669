// A scenario that is open: a world, the Lua that decides for its agents, and their reloading. What
// the player, the tests and embedding programs drive.
#ifndef DROVER_BINDINGS_SCENARIO_H
#define DROVER_BINDINGS_SCENARIO_H

#include "modules/module_reader.h"

#include "record/difference.h"

#include <drover/drover.h>

typedef struct dv_scenario dv_scenario;

typedef struct dv_setting_choice {
    const char *name;
    const char *value; ///< as typed: "12", "true", "spring"
} dv_setting_choice;

typedef struct dv_scenario_options {
    const uint64_t *seed; ///< NULL: the scenario's
    int threads;
    uint32_t vector_bits; ///< as in dv_world_def
    const dv_setting_choice *settings;
    uint32_t setting_count;
    size_t memory_cap; ///< bytes Lua may use; 0: 256 MiB and 1 KiB for each living agent
    bool check_only;   ///< load and verify, do not run setup
    bool shown;        ///< somebody will look at what scripts draw
    bool watched;      ///< an error in `update` suspends it instead of failing the step
    /// s of processor time that Lua may take in a tick, and between two; 0: 1 where watched or on
    /// trial, else 10. A callback alone may take 0.9 of them. Infinity: any, also for a callback.
    double budget;
    bool
        replayed; ///< what was within its time once: a callback may take all of the budget, of 10 s
    /// Lines of print, warnings and errors. NULL: stdout.
    void (*print)(void *context, const char *line);
    void *print_context;
    /// Mistakes with which a run goes on, "main.lua:7: what": each once. NULL: stderr.
    void (*warn)(void *context, const char *message);
    void *warn_context;
    dv_module_reader *reader; ///< NULL: files. As long as the scenario is open.
    void *reader_context;
} dv_scenario_options;

dv_scenario_options dv_scenario_options_default(void);

/// Load a folder with main.lua, or a .lua file, and run `setup`. NULL with one message that names
/// file and line; dv_scenario_open_traceback then gives where it happened.
dv_scenario *dv_scenario_open(const char *path, const dv_scenario_options *options,
                              dv_error *error);
/// The Lua traceback of the last dv_scenario_open of this thread that failed, or "".
const char *dv_scenario_open_traceback(void);
void dv_scenario_close(dv_scenario *scenario);

/// One tick. Fails only when `update` fails unwatched, a script is stopped for time unwatched, or
/// memory is short; an agent whose script fails is suspended and the message logged.
dv_result dv_scenario_step(dv_scenario *scenario, dv_error *error);

// Stops for time: what comes of them cannot be computed again.

/// Whether Lua was stopped for time, or by an interrupt, since this was last asked.
bool dv_scenario_take_stop(dv_scenario *scenario);

/// What is not called again until the next good save, beside what a snapshot holds.
typedef struct dv_stops {
    uint32_t *functions; ///< by number: the same sources give the same
    char (*places)[128]; ///< of functions that have none: where they are defined
    uint32_t function_count, place_count;
    bool update_suspended;
} dv_stops;
/// List it, to be freed.
dv_result dv_scenario_list_stops(const dv_scenario *scenario, dv_stops *stops, dv_error *error);
void dv_stops_free(dv_stops *stops);

/// Go on from a snapshot and a list of stops: as dv_scenario_return_to, so that what follows
/// depends on these and the sources alone. DV_ERROR_FORMAT when there is no such function.
dv_result dv_scenario_go_on_from(dv_scenario *scenario, const dv_snapshot *snapshot,
                                 const dv_stops *stops, dv_error *error);

/// Stop all Lua of the process `seconds` of real time from now on, and until that is forgotten.
/// What was at work then is not to blame for it. Safe in a signal handler.
void dv_scenario_interrupt_after(double seconds);
void dv_scenario_forget_interrupt(void);

/// Call no function of scripts until told otherwise: what was stopped is not done again.
void dv_scenario_hold_lua(dv_scenario *scenario, bool hold);

dv_world *dv_scenario_world(dv_scenario *scenario);
const char *dv_scenario_title(const dv_scenario *scenario);
const char *dv_scenario_folder(const dv_scenario *scenario);
const char *dv_scenario_traceback(const dv_scenario *scenario); ///< of the last error, or ""

/// A setting as typed ("0.5", "true", an option's name), with its checks and the `setting`
/// callback.
dv_result dv_scenario_set(dv_scenario *scenario, const char *name, const char *value,
                          dv_error *error);

uint32_t dv_scenario_monitor_count(const dv_scenario *scenario);
const char *dv_scenario_monitor_name(const dv_scenario *scenario, uint32_t monitor);
/// NaN when the monitor's function failed or returned no number, once it has; the banner says why.
double dv_scenario_monitor(dv_scenario *scenario, uint32_t monitor);

/// Whether a function of the code in force failed that is not called for an agent: a monitor, an
/// election, a callback of the scenario or of a tool, or anything that draws.
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

/// What somebody did: at (x, y) in meters, moved by (dx, dy) in meters or wheel steps.
typedef struct dv_input {
    dv_input_type type;
    double x, y, dx, dy;
    int button;      ///< 1 left, 2 middle, 3 right
    dv_agent agent;  ///< under the mouse when it was pressed, or null
    const char *key; ///< "a", "space", "left" …
    /// The name of the tool that is meant, or NULL: the scenario's own callback.
    const char *tool;
} dv_input;

/// Names of the scenario's callbacks, by type: "mousepressed" …
extern const char *const dv_input_names[DV_INPUT_COUNT];

/// Call the callback of the scenario or its tool. Between two steps only. What fails goes to the
/// banner.
void dv_scenario_input(dv_scenario *scenario, const dv_input *input);

// Tools: what the mouse does in the scenario's world, for people to choose from.

uint32_t dv_scenario_tool_count(const dv_scenario *scenario);
/// The tool of that name; −1 when there is none.
int32_t dv_scenario_tool_named(const dv_scenario *scenario, const char *name);
const char *dv_scenario_tool_name(const dv_scenario *scenario, uint32_t tool);
const char *dv_scenario_tool_title(const dv_scenario *scenario, uint32_t tool);
/// The name of the key that chooses it, or "".
const char *dv_scenario_tool_key(const dv_scenario *scenario, uint32_t tool);
/// Whether it has a callback for such input.
bool dv_scenario_tool_takes(const dv_scenario *scenario, uint32_t tool, dv_input_type type);

// Drawing, of scenarios opened as `shown`

/// Call the `draw` callbacks of kinds, scenario and the tool of that name (NULL: none). Between two
/// steps only. What fails goes to the banner, and is not called again until the next good reload.
void dv_scenario_draw(dv_scenario *scenario, const char *tool);
/// What was drawn with `world.draw` in the last tick, and in the last dv_scenario_draw; NULL when
/// the scenario is not shown. Valid until the next call.
const dv_sketch *dv_scenario_tick_sketch(const dv_scenario *scenario);
const dv_sketch *dv_scenario_drawn_sketch(const dv_scenario *scenario);

// Measuring

/// Bytes that Lua holds, with what the collector has not come to yet.
size_t dv_scenario_lua_bytes(const dv_scenario *scenario);
/// Collect all that no script can reach any more; then leave the collector off, or on again.
void dv_scenario_collect(dv_scenario *scenario, bool stay_off);

// Reloading

typedef enum dv_reload_outcome {
    DV_RELOAD_UNCHANGED, ///< no loaded file has new content
    DV_RELOAD_MENDED,    ///< what was refused is again as it runs
    DV_RELOAD_SWAPPED,   ///< the new code is in force from the next tick on
    DV_RELOAD_REFUSED,   ///< the old code stays; `message` says why
    /// Code and world are as they were before a reload that failed on trial; `message` says how.
    DV_RELOAD_ROLLED_BACK
} dv_reload_outcome;

/// What code could not find under the name it had in other code.
typedef struct dv_moved {
    uint32_t migrated; ///< agents whose state is gone
    char removed[256]; ///< "5 wolves removed, 1 flow 'wind' removed", or ""
} dv_moved;

#define DV_MOVED_TEXT 320
/// "12 agents migrated, 5 wolves removed", or "".
void dv_moved_text(const dv_moved *moved, char text[DV_MOVED_TEXT]);
/// Of the last reload, undo, return to a snapshot or load.
dv_moved dv_scenario_moved(const dv_scenario *scenario);

typedef struct dv_reload_report {
    dv_reload_outcome outcome;
    uint32_t generation; ///< in force now
    uint32_t taken_back; ///< the generation that failed on trial
    bool is_undo;        ///< of kept sources, not of files
    dv_moved moved;
    uint32_t revived;   ///< agents that were suspended
    char changed[256];  ///< paths of the files that differ: "wolf.lua, deer.lua and 2 more"
    char modules[256];  ///< the scenario's modules, all loaded afresh, in a list cut alike
    char stays[768];    ///< what people or the world have, and keep, though its code changed
    char kept_out[256]; ///< files whose content was undone, and is passed over
    char defaults[512]; ///< of memory that changed: "deer.fear: 3 agents keep the old value, …"
    /// Functions of the definitions that are others: "deer.step, deer grazing.enter and 2 more".
    char functions[256];
    /// By kind and state, bit by bit, those in which agents act otherwise from now on.
    uint64_t otherwise[DV_MAX_KINDS][DV_MAX_STATES / 64];
    char message[DV_ERROR_CAPACITY];
    char line[256];  ///< the source line of the error, or ""
    uint32_t column; ///< in that line, in bytes from 1; 0: not known
} dv_reload_report;

/// Whether agents of a kind in a state act otherwise since a reload.
static inline bool dv_reload_changed(const dv_reload_report *report, uint32_t kind,
                                     uint32_t state) {
    return report->otherwise[kind][state / 64] >> (state % 64) & 1;
}

/// Look at the loaded files and take over what changed, but for what was undone. Between two steps
/// only.
dv_reload_report dv_scenario_reload(dv_scenario *scenario);
/// Take over all that differs from what runs, though it was refused, rolled back or undone before.
dv_reload_report dv_scenario_reload_again(dv_scenario *scenario);

/// Take over the code of before the last reload, from its sources as they were then: in all else a
/// reload like any other, so the world goes on as it is, and a second undo redoes. Files are not
/// looked at; what they hold is taken when they change next or dv_scenario_reload_again is
/// called. DV_RELOAD_UNCHANGED with a message when
/// there is nothing to undo.
dv_reload_report dv_scenario_undo(dv_scenario *scenario);

// Trials: code that was taken over has to run for so many ticks without an error, and longer where
// a function that the reload changed was not called yet. Reloads in that time begin trials of their
// own, and what fails is the newest.

#define DV_TRIAL_TICKS 60
/// So many at most, whatever has not run.
#define DV_TRIAL_MOST_TICKS 600
/// One more reload, and the oldest trial is over.
#define DV_MOST_TRIALS 16

/// Functions of the definitions, of guards, of custom behaviors and of parts (nodes of trees,
/// options, layers, schemas, monitors) that a reload changed, `setup`, `init` and `migrate` aside,
/// and how many of them have been called since. One that moved in its file did not change, nor did
/// one whose helpers did.
typedef struct dv_coverage {
    uint32_t changed, run;
} dv_coverage;

/// Trials at work, the oldest first, and how many ticks one has yet to go at least: 0 when it only
/// waits for changed functions.
uint32_t dv_scenario_trial_count(const dv_scenario *scenario);
uint64_t dv_scenario_trial_ticks_left(const dv_scenario *scenario, uint32_t trial);
dv_coverage dv_scenario_trial_coverage(const dv_scenario *scenario, uint32_t trial);

/// How a trial passed.
typedef struct dv_trial_end {
    uint32_t generation; ///< that was on trial
    uint64_t ticks;
    dv_coverage coverage;
} dv_trial_end;
/// Take the oldest end that was not taken yet; false when there is none. Of many the last are kept.
bool dv_scenario_take_trial_end(dv_scenario *scenario, dv_trial_end *end);

/// How many trials are over that did not fail, since the scenario was opened. A step begins by
/// ending those whose time is up.
uint64_t dv_scenario_trials_passed(const dv_scenario *scenario);
/// End the oldest trial, if there is one: its code stays.
void dv_scenario_pass_trial(dv_scenario *scenario);

/// Whether a script failed on trial: what happened since its reload is to be taken back. The
/// banner says how. A step, a reload or an undo would begin with that.
bool dv_scenario_trial_failed(const dv_scenario *scenario);
/// Let code and world be as they were before the last reload, to the bit; DV_RELOAD_ROLLED_BACK.
/// That holds for the locals of its modules too: nothing that runs since then can reach them.
/// Who asks between two ticks gets the answers of then: what was sensed in the last tick.
/// When that cannot be done, as when memory is short, it is refused: the code stays, still on
/// trial, and who failed is suspended. DV_RELOAD_UNCHANGED when no trial is at work.
dv_reload_report dv_scenario_roll_back(dv_scenario *scenario);

/// The world as it was when the newest trial began, before the reload; NULL when none is at work.
/// Valid until the next reload, step or end of a trial.
const dv_snapshot *dv_scenario_before_reload(const dv_scenario *scenario);

// Snapshots of a large world without a pause

/// Pack a share of the agents' memory for a snapshot that is due in `ticks` more ticks. Call it
/// between each of the ticks before the snapshot. The snapshot's content stays the same; taking it
/// is faster if most agents' memory does not change in between.
void dv_scenario_pack_ahead(dv_scenario *scenario, uint32_t ticks);
/// Discard what was packed, after the snapshot was taken or canceled.
void dv_scenario_end_packing(dv_scenario *scenario);

// Going back

/// Take the world back to a snapshot that was taken of it: handles of then are good again. The code
/// in force stays, all of it loaded afresh, so that what follows depends on the snapshot and the
/// sources alone. Trials pass. When it fails world and code are as before. Between two steps only.
dv_result dv_scenario_return_to(dv_scenario *scenario, const dv_snapshot *snapshot,
                                dv_error *error);

/// Load a snapshot that other code, or another run, may have made: handles of before are stale.
/// Names are found again as by a reload, and `migrate` is called. When it fails the world is as
/// before. Between two steps only.
dv_result dv_scenario_load_snapshot(dv_scenario *scenario, const dv_snapshot *snapshot,
                                    dv_error *error);

/// Is there code before the last reload?
bool dv_scenario_can_undo(const dv_scenario *scenario);

/// Open the scenario once more beside it: the code in force, or that of before the last reload, for
/// a snapshot to be loaded: `setup` is not run. What is printed there nobody hears. Closed like any
/// other. NULL with a message, also when there was no reload.
dv_scenario *dv_scenario_open_beside(dv_scenario *scenario, bool before_reload, dv_error *error);
/// The same with sources that `reader` gives, which begin with the module `entry`, "main.lua". What
/// runs there was within its time once, and may take longer now.
dv_scenario *dv_scenario_open_past(dv_scenario *scenario, const char *entry,
                                   dv_module_reader *reader, void *reader_context, dv_error *error);

/// Open a second scenario with the world and the code from before the last reload, which must still
/// be on trial. It goes on as the run would have without the reload, except that locals of modules
/// start over. Its prints are dropped. Close it with dv_scenario_close. NULL with a message on
/// failure.
dv_scenario *dv_scenario_open_former(dv_scenario *scenario, dv_error *error);
/// Find the first difference between a scenario and one that dv_scenario_open_former opened: agents
/// first, by id, with their memory in order of names. Fails when out of memory, or if scripts keep
/// a value that cannot be remembered.
dv_result dv_scenario_differs(dv_scenario *scenario, dv_scenario *other, dv_difference *found,
                              bool *is_found, dv_error *error);

/// The world cannot be hashed or kept, for what scripts keep in it. It counts as an error of
/// `update`: it fails code on trial, and stands in the banner of a run that is watched. False,
/// and nothing is noted, where it is to end the run.
bool dv_scenario_blame(dv_scenario *scenario, const dv_error *error);

/// What stands in the banner: the error of the last reload, else the last script error since the
/// last good reload; NULL when all is well.
const char *dv_scenario_banner(const dv_scenario *scenario);
const char *dv_scenario_banner_line(const dv_scenario *scenario); ///< its source line, or ""

/// Why an agent's script failed last, since the last good reload: "wolf.lua:7: …"; NULL when that
/// is not known.
const char *dv_scenario_reason(const dv_scenario *scenario, dv_agent agent);

/// How agents fail, each way once, in the order in which they came.
typedef struct dv_told_reason {
    uint32_t number;     ///< since the last good reload, from 1
    const char *message; ///< with the agent it befell first, as in the banner
    const char *line;    ///< its source line, or ""
    const char *traceback;
} dv_told_reason;
/// Take the next that was not taken yet; good until a script runs. False when there is none.
bool dv_scenario_take_reason(dv_scenario *scenario, dv_told_reason *reason);

/// Number of the code in force: 1 at the start, another each time it was loaded or taken back.
uint32_t dv_scenario_generation(const dv_scenario *scenario);
/// Paths of the loaded modules, and of the folders they can come from, for watching.
uint32_t dv_scenario_module_count(const dv_scenario *scenario);
const char *dv_scenario_module_path(const dv_scenario *scenario, uint32_t module);

/// A module as it was loaded. The last one is where the scenario begins.
typedef struct dv_scenario_module {
    const char *path;   ///< "flock/boid.lua", "<drover>/…" when it comes with Drover
    const char *source; ///< a zero follows
    size_t size;
    uint64_t hash;
    bool is_library; ///< it comes with Drover
    bool is_fresh;   ///< another source than before the last reload, or none was there
} dv_scenario_module;
/// Valid until the next reload.
dv_scenario_module dv_scenario_module_at(const dv_scenario *scenario, uint32_t module);

// Looking inside

/// Call `each` for every memory field of a kind, in order of names, with the type of its default as
/// editors write it: "number", "drover.vector", "any" where the default says nothing.
void dv_scenario_memory_types(dv_scenario *scenario, uint32_t kind,
                              void (*each)(void *context, const char *name, const char *type),
                              void *context);

/// Call `each` for every slot and memory field of an agent, in order of names, with its value as
/// text.
void dv_scenario_describe(dv_scenario *scenario, dv_agent agent,
                          void (*each)(void *context, const char *name, const char *value),
                          void *context);

#endif
