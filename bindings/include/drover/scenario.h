// Scenarios: worlds whose agents are declared and scripted in Lua, in a folder with main.lua. This
// header has what a program needs to run them: stepping, settings, monitors, input, drawing,
// reloading, and snapshots. A scenario contains a dv_world, and all functions that read a dv_world
// work on it.
//
//     dv_scenario *scenario = dv_scenario_open("samples/caribou", NULL, &error);
//     for (int tick = 0; scenario && tick < 600; tick++)
//         if (dv_scenario_step(scenario, &error) != DV_OK)
//             break;
//     dv_scenario_close(scenario);
//
// Threads. Any thread may use a scenario and its world, but only one at a time, and no other thread
// may call while it steps. Different scenarios are independent: different threads may step them at
// the same time. Lua, `print`, `warn`, and `reader` run on the calling thread. With `threads` above
// 1 a world has threads of its own. They sleep between steps, never call the host, and end when the
// scenario is closed. Call dv_set_allocator and register behaviors, guards, and the like before
// opening the first scenario, on one thread.
//
// Signals. A timer of the thread that runs Lua stops scripts that run too long, with the signal
// SIGRTMIN + 5. Opening the first scenario installs its handler for good, with SA_RESTART, so
// system calls of the host continue; it also unblocks the signal on that thread. Do not block the
// signal or replace its handler, or scripts cannot be stopped. The library does not touch or block
// any other signal. In a signal handler, only dv_scenario_interrupt_after may be called. After a
// fork, the child may continue scenarios that have one thread. The library cannot be unloaded,
// because its handler may run at any time.
//
// Locale. LC_NUMERIC must be "C", as it is until a program calls setlocale, because numbers are
// parsed and formatted in it.
#ifndef DROVER_SCENARIO_H
#define DROVER_SCENARIO_H

#include <drover/drover.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct dv_scenario dv_scenario;

/// Reads a module instead of the file system, for replays and for scenarios embedded in a program.
/// Returns true with the source of `path` ("flock/boid.lua", relative to the scenario's folder),
/// which must stay valid until the next call, or false if there is no such module.
typedef bool dv_module_reader(void *context, const char *path, const char **source, size_t *size);

/// The path of the reader's module number `i`, or NULL past the last. A scenario whose modules come
/// from a reader has the mods whose mod.lua is among them.
typedef const char *dv_module_lister(void *context, uint32_t i);

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
    /// Warn about settings that the scenario doesn't have or whose value it rejects, and leave them
    /// out, instead of failing.
    bool skips_bad_settings;
    /// Bytes that scripts may use: Lua's own, and what dv_world_charged counts. 0: 256 MiB plus 1
    /// KiB for each living agent.
    size_t memory_cap;
    uint32_t most_agents; ///< as in dv_world_def
    bool check_only;      ///< load and verify only; do not run setup
    bool lists_changes;   ///< find out which definitions each mod changes
    bool shown;           ///< keep what scripts draw, for display
    bool explained;       ///< keep what the parts of states do, such as nodes of behavior trees
    bool watched;         ///< an error in `update` suspends it instead of failing the step
    /// Processor time in s that Lua may take in each tick, and again between two ticks. 0: 1 s if
    /// watched or on trial, else 10 s. A single callback may take 0.9 s of it. Loading may take 0.9
    /// s, too, even if the budget is less. Infinity: no limit, for callbacks and loading either.
    double budget;
    /// For replays, whose code kept its limits before: a callback may take all of the budget.
    bool replayed;
    /// Receives what scripts print, line by line. NULL: stdout.
    void (*print)(void *context, const char *line);
    void *print_context;
    /// Receives mistakes that do not stop a run, such as "main.lua:7: what", each one once. NULL:
    /// stderr.
    void (*warn)(void *context, const char *message);
    void *warn_context;
    /// Optional: asked about every 0.05 s while the engine works on a tick, on the thread that
    /// steps. Return false to stop the tick midway: dv_scenario_step then fails with
    /// DV_ERROR_STOPPED, see dv_world_step.
    bool (*may_go_on)(void *context);
    void *may_go_on_context;
    dv_module_reader *reader; ///< NULL: reads files. Used until the scenario is closed.
    dv_module_lister *lister; ///< NULL: only `mods` are enabled
    void *reader_context;
    /// Mods to enable: a folder if it has a slash, else a name in the scenario's folder `mods`.
    /// Used while the scenario is opened.
    const char *const *mods;
    uint32_t mod_count;
    /// Names of keys that the program uses itself, ended by NULL: a tool that has one is refused.
    /// NULL: none. Used until the scenario is closed.
    const char *const *reserved_keys;
} dv_scenario_options;

/// Options with one thread, and otherwise zero.
dv_scenario_options dv_scenario_options_default(void);

/// Load a folder with main.lua, or a .lua file, and run `setup`. `options` may be NULL for the
/// defaults. Returns NULL with a message that names file and line; dv_scenario_open_traceback then
/// has the traceback.
dv_scenario *dv_scenario_open(const char *path, const dv_scenario_options *options,
                              dv_error *error);
/// The Lua traceback of this thread's last dv_scenario_open that failed, or "".
const char *dv_scenario_open_traceback(void);
/// What else is wrong with the scenario of this thread's last dv_scenario_open that failed:
/// messages like its own, each with a newline, and "and N more" if there are too many; "" if there
/// is nothing. What only follows from another mistake is left out.
const char *dv_scenario_open_further(void);
/// Close a scenario and free it. NULL is fine.
void dv_scenario_close(dv_scenario *scenario);

/// Advance by one tick. Fails only when out of memory, or in an unwatched run if `update` fails or
/// a script is stopped for time. An agent whose script fails is suspended, and the message is
/// reported. Fails with DV_ERROR_STOPPED if the tick was stopped midway, by `may_go_on` or an
/// interrupt. The scenario then has to return to a snapshot, or to be closed.
dv_result dv_scenario_step(dv_scenario *scenario, dv_error *error);

/// Stop all Lua in this process `seconds` of real time from now, and ticks in which the engine
/// works on for 0.2 s more, until dv_scenario_forget_interrupt is called. The function that runs at
/// that moment is not blamed. Safe in a signal handler.
void dv_scenario_interrupt_after(double seconds);
/// Cancel dv_scenario_interrupt_after, and let Lua run again.
void dv_scenario_forget_interrupt(void);

/// A scenario's world, title, and folder. The title is valid until the next reload, the others
/// until the scenario is closed.
dv_world *dv_scenario_world(dv_scenario *scenario);
const char *dv_scenario_title(const dv_scenario *scenario);
const char *dv_scenario_folder(const dv_scenario *scenario);
const char *dv_scenario_traceback(const dv_scenario *scenario); ///< of the last error, or ""

/// What a scenario leaves to the viewer to show: each is shown unless it is false.
typedef struct dv_effects {
    bool events, spawns, removals; ///< incidents; see drover/explain.h
    bool leaders;                  ///< who leads a group
    bool mist;                     ///< that the world's visibility is finite
    bool shadows;                  ///< of agents and obstacles
} dv_effects;

/// The name of the theme of the scenario's ground: grass, snow, water, street, or floor. Valid
/// until the next reload.
const char *dv_scenario_theme(const dv_scenario *scenario);
/// From where a volume is shown at first, in degrees; see drover.view in scripts/REFERENCE.md. A
/// pitch of 90 is the plan, which is all there is of a plane.
typedef struct dv_first_view {
    double yaw, pitch;
} dv_first_view;

dv_first_view dv_scenario_first_view(const dv_scenario *scenario);
dv_effects dv_scenario_effects(const dv_scenario *scenario);
/// Whether to show the event of a name.
bool dv_scenario_shows_event(const dv_scenario *scenario, const char *name);

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

/// A plot of some monitors. Each monitor is in at least one plot: those that the scenario declares
/// come first, and each monitor that is in none of them has one of its own.
typedef struct dv_plot {
    const char *title;
    const char *unit;         ///< or ""
    const uint32_t *monitors; ///< their numbers, in the order of the legend
    uint32_t count;           ///< at least 1
} dv_plot;

/// The number of plots.
uint32_t dv_scenario_plot_count(const dv_scenario *scenario);
/// A plot, valid until the next reload.
const dv_plot *dv_scenario_plot(const dv_scenario *scenario, uint32_t plot);

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
    double x, y, dx, dy; ///< m; x and y as scripts give places
    int button;          ///< 1 left, 2 middle, 3 right
    dv_agent agent;      ///< under the mouse when it was pressed, or null
    const char *key;     ///< "a", "space", "left" …
    /// The name of the tool whose callback to call; NULL: the scenario's own.
    const char *tool;
} dv_input;

/// The names of the callbacks by type: "mousepressed" …
extern const char *const dv_input_names[DV_INPUT_COUNT];

/// Call the callback of the scenario or its tool. Call only between two steps. Errors go to the
/// banner.
void dv_scenario_input(dv_scenario *scenario, const dv_input *input);

// Tools: what the mouse does in the scenario's world, for people to choose from.

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

// Buttons that a scenario has among its settings

/// The number of buttons.
uint32_t dv_scenario_button_count(const dv_scenario *scenario);
/// A button's name, which is its title with the mod's name in front if a mod has it; its title;
/// and how many settings come before it.
const char *dv_scenario_button_name(const dv_scenario *scenario, uint32_t button);
const char *dv_scenario_button_title(const dv_scenario *scenario, uint32_t button);
uint32_t dv_scenario_button_place(const dv_scenario *scenario, uint32_t button);
/// Call the function of the button with a name. Call only between two steps. Fails if there is no
/// such button; errors of the function go to the banner.
dv_result dv_scenario_press(dv_scenario *scenario, const char *name, dv_error *error);

// Drawing, of scenarios opened as `shown`

/// Call the `draw` callbacks of the kinds, the scenario, and the tool with that name (NULL: none).
/// Call only between two steps. Errors go to the banner, and a callback that fails is not called
/// again until the next good reload.
void dv_scenario_draw(dv_scenario *scenario, const char *tool);
/// What was drawn with `world.draw` in the last tick, and in the last dv_scenario_draw. NULL if the
/// scenario is not shown. Valid until the next call.
const dv_sketch *dv_scenario_tick_sketch(const dv_scenario *scenario);
const dv_sketch *dv_scenario_drawn_sketch(const dv_scenario *scenario);

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
    bool for_good;     ///< an undo does not bring all of it back, as it does fields and links
} dv_moved;

#define DV_MOVED_TEXT 320
/// Write "12 agents migrated, 5 wolves removed", or "".
void dv_moved_text(const dv_moved *moved, char text[DV_MOVED_TEXT]);
/// The result of the last reload, undo, rewind, or load.
dv_moved dv_scenario_moved(const dv_scenario *scenario);

/// What a reload did.
typedef struct dv_reload_report {
    dv_reload_outcome outcome;
    uint32_t generation; ///< in force now
    uint32_t taken_back; ///< the generation that failed on trial
    bool is_undo;        ///< from kept sources, not from files
    bool is_further;     ///< of a draft, whose trial goes on
    dv_moved moved;
    uint32_t revived; ///< number of agents that were suspended and run again
    /// Mods that were switched, and paths of the files that differ: "mod winter on, wolf.lua and 2
    /// more".
    char changed[256];
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
/// Whether there is code from before the last reload.
bool dv_scenario_can_undo(const dv_scenario *scenario);

// Snapshots: dv_world_save and dv_world_take_snapshot take them; a scenario loads them by itself.

/// Load a snapshot that other code, or another run, may have made; existing handles become stale.
/// Names are matched as in a reload, and `migrate` is called. Warns of what scripts keep in
/// variables of modules, which no snapshot has. On failure, the world is unchanged. Call only
/// between two steps.
dv_result dv_scenario_load_snapshot(dv_scenario *scenario, const dv_snapshot *snapshot,
                                    dv_error *error);

// Errors of scripts

/// The text in the banner: the error of the last reload, or else the last script error since the
/// last good reload. NULL if there is none.
const char *dv_scenario_banner(const dv_scenario *scenario);
const char *dv_scenario_banner_line(const dv_scenario *scenario); ///< its source line, or ""
/// If the banner is about a refused reload, what else is wrong with that code, as
/// dv_scenario_open_further has it, and how many mistakes that are.
const char *dv_scenario_further(const dv_scenario *scenario);
uint32_t dv_scenario_further_count(const dv_scenario *scenario);

/// Why an agent's script last failed since the last good reload, such as "wolf.lua:7: …". NULL if
/// not known.
const char *dv_scenario_reason(const dv_scenario *scenario, dv_agent agent);

// Files

/// The number of the current code: 1 at the start, then a new one each time code is loaded or taken
/// back.
uint32_t dv_scenario_generation(const dv_scenario *scenario);
/// The number and the paths of the loaded modules, for watching their files.
uint32_t dv_scenario_module_count(const dv_scenario *scenario);
const char *dv_scenario_module_path(const dv_scenario *scenario, uint32_t module);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
