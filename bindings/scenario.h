// What the player and the tests do with an open scenario beside what drover/scenario.h offers to
// programs: stops, trials, going back, looking inside.
#ifndef DROVER_BINDINGS_SCENARIO_H
#define DROVER_BINDINGS_SCENARIO_H

#include "modules/mod_description.h"
#include "record/cell.h"
#include "record/difference.h"

#include <drover/scenario.h>

#include <limits.h>

// Stops for time: what comes of them cannot be computed again.

/// Whether Lua was stopped for time, or by an interrupt, since the last call of this function.
bool dv_scenario_take_stop(dv_scenario *scenario);

/// What is not called again until the next good save. Snapshots do not contain this.
typedef struct dv_stops {
    uint32_t *functions; ///< by number; the same sources give the same numbers
    char (*places)[128]; ///< where functions without a number are defined
    uint32_t *mods;      ///< suspended mods by number, from 1
    uint32_t function_count, place_count, mod_count;
    bool update_suspended;
} dv_stops;
/// List what is stopped. Free the list with dv_stops_free.
dv_result dv_scenario_list_stops(const dv_scenario *scenario, dv_stops *stops, dv_error *error);
void dv_stops_free(dv_stops *stops);

/// Go on from a snapshot and a list of stops. Like dv_scenario_return_to: what follows depends only
/// on these and the sources. Fails with DV_ERROR_FORMAT if a function in the list does not exist.
dv_result dv_scenario_go_on_from(dv_scenario *scenario, const dv_snapshot *snapshot,
                                 const dv_stops *stops, dv_error *error);

/// While `hold` is set, call no functions of scripts: a replay skips what was stopped, for example.
void dv_scenario_hold_lua(dv_scenario *scenario, bool hold);

// Measuring

/// Bytes that Lua holds, including garbage not collected yet.
size_t dv_scenario_lua_bytes(const dv_scenario *scenario);
/// Collect all garbage; then turn the collector off, or back on.
void dv_scenario_collect(dv_scenario *scenario, bool stay_off);

// Reloading

/// Whether a reload changed how agents of a kind act in a state.
static inline bool dv_reload_changed(const dv_reload_report *report, uint32_t kind,
                                     uint32_t state) {
    return report->otherwise[kind][state / 64] >> (state % 64) & 1;
}

// Trials: code that was taken over has to run for so many ticks without an error, and longer where
// a function that the reload changed was not called yet. Reloads in that time begin trials of their
// own, and what fails is the newest.

#define DV_TRIAL_TICKS 60
/// A trial lasts at most this long, even if some functions have not run.
#define DV_TRIAL_MOST_TICKS 600
/// A trial fails if a population grows by this factor. One below DV_LEAST_POPULATION counts as that
/// many, since a handful of agents may well multiply.
#define DV_MAX_GROWTH 10
#define DV_LEAST_POPULATION 10u
/// The processor time (s) that the engine took in the last tick, without what Lua took.
double dv_scenario_engine_seconds(const dv_scenario *scenario);
/// One more reload than this ends the oldest trial.
#define DV_MAX_TRIALS 16

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
    uint32_t generation; ///< that was on trial
    uint64_t ticks;
    dv_coverage coverage;
} dv_trial_end;
/// Take the oldest end that was not taken yet. Returns false if there is none. Only the last
/// DV_MAX_TRIALS are kept.
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

// Drafts: the source of a module, used instead of its file before it is written there, while a
// person drags a number, for example. A draft ends when the file is saved by others.

/// Run a module with another source, as a reload. All drafts of one module, up to
/// dv_scenario_drop_draft, are one reload: the trial goes on with the last of them, and an undo
/// takes all of them back. Refuses if the module is not a file of the scenario, or if the file
/// differs from the code that runs.
dv_reload_report dv_scenario_try_draft(dv_scenario *scenario, const char *path, const char *source,
                                       size_t size);
/// Write the draft to its file, if there is one. Fails if that cannot be written, or was saved by
/// others since the draft began; the file then stays as it is.
dv_result dv_scenario_save_draft(dv_scenario *scenario, dv_error *error);
/// End the draft. Its code stays in force until the next reload.
void dv_scenario_drop_draft(dv_scenario *scenario);

// Numbers in scripts

/// A number that a script has written in a definition: a parameter of a behavior, blend, guard, or
/// body, or the value of a local of the file.
typedef struct dv_script_number {
    uint32_t line, column;   ///< from 1
    size_t start, end;       ///< bytes in the source
    double value;            ///< as written; an angle in radians in degrees
    double minimum, maximum; ///< may be infinite
    double written;          ///< what stands in the source for a `value` of 1: 1, or a degree
    bool is_whole;           ///< written without a fraction, and perhaps meant that way
    char part[48];           ///< what it belongs to: "grazing", "sees_hunter", "body", or ""
    char name[64];           ///< "flee radius", "max_speed"
    const char *unit;        ///< "m", or ""
} dv_script_number;

/// List the numbers of a module's source, in source order. Free the list with dv_free. Fails when
/// out of memory.
dv_result dv_scenario_numbers(const dv_scenario *scenario, uint32_t module,
                              dv_script_number **numbers, uint32_t *count, dv_error *error);

// Snapshots of a large world without a pause

/// Pack a share of the agents' memory for a snapshot that is due in `ticks` more ticks. Call it
/// between each of the ticks before the snapshot. The snapshot's content stays the same; taking it
/// is faster if most agents' memory does not change in between.
void dv_scenario_pack_ahead(dv_scenario *scenario, uint32_t ticks);
/// Discard what was packed, after the snapshot was taken or canceled.
void dv_scenario_end_packing(dv_scenario *scenario);

/// Warn of variables of modules that functions change, each once in the life of the scenario: no
/// snapshot has them, so that what is loaded from one, or rewound to, may go on differently. It
/// tells those that the sources of the code in force show, and those that hold something else than
/// when it was loaded. Call it before a snapshot is written; loading one and going back do so.
void dv_scenario_warn_of_locals(dv_scenario *scenario);

// Going back

/// Take the world back to one of its own snapshots; handles from that time become valid again. The
/// current code stays, but all of it is loaded again, so that what follows depends only on the
/// snapshot and the sources. Trials pass. On failure, world and code are unchanged. Call only
/// between two steps.
dv_result dv_scenario_return_to(dv_scenario *scenario, const dv_snapshot *snapshot,
                                dv_error *error);

/// Open the scenario a second time, with the current code or with that from before the last reload,
/// in order to load a snapshot into it: `setup` is not run. Its prints are dropped. Close it with
/// dv_scenario_close. Returns NULL with a message on failure, also if there was no reload.
dv_scenario *dv_scenario_open_beside(dv_scenario *scenario, bool before_reload, dv_error *error);
/// Load a snapshot as if a reload had just brought this scenario's code into that world: suspended
/// agents run again, `migrate` and `on_reload` are called, and `setup` of mods that the world did
/// not have. There is no trial; errors of these functions go to the banner. On failure, the world
/// is unchanged. Call only between two steps.
dv_result dv_scenario_take_over(dv_scenario *scenario, const dv_snapshot *snapshot,
                                dv_error *error);
/// Where the sources of modules come from, other than files.
typedef struct dv_module_source {
    dv_module_reader *reader;
    dv_module_lister *lister;
    void *context;
} dv_module_source;

/// The same with other sources, beginning with the module `entry`, such as "main.lua". This
/// code met its time limits once, so a callback may take the whole budget now.
dv_scenario *dv_scenario_open_past(dv_scenario *scenario, const char *entry,
                                   const dv_module_source *source, dv_error *error);

/// Take over from another scenario what snapshots lack of the last tick: what agents sensed, how
/// they steered, why they changed their states, and what scripts drew. The other one computed the
/// ticks from `first` to the world's tick again, perhaps under other code. What memory runs out for
/// stays unknown.
void dv_scenario_take_last_tick(dv_scenario *scenario, dv_scenario *from, uint64_t first);

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

/// A way in which scripts fail. Each one is reported once, in order of arrival.
typedef struct dv_reported_reason {
    uint32_t number;     ///< counted from 1 since the last good reload
    const char *message; ///< names the first agent that failed this way, if one did
    uint64_t tick;       ///< of the world, when it failed first
    const char *line;    ///< its source line, or ""
    const char *traceback;
} dv_reported_reason;
/// Take the next one that was not taken yet; valid until a script runs. Returns false if there is
/// none.
bool dv_scenario_take_reason(dv_scenario *scenario, dv_reported_reason *reason);
/// The one `back` before the newest; false if that came before the last good reload or rewind.
bool dv_scenario_recent_reason(const dv_scenario *scenario, uint32_t back,
                               dv_reported_reason *reason);

/// Something that is off until the next accepted save: a function that failed or took too much time
/// and is not called any more, a suspended mod, or the agents that were suspended for one reason.
typedef struct dv_off {
    const char *what; ///< "'update'", or NULL: agents
    uint32_t agents;
    uint64_t since;  ///< the world's tick
    const char *why; ///< the message; NULL: `since` and this are not known
} dv_off;
/// List what is off, in order of time, functions first. Writes at most `capacity` entries, and
/// returns how many there are. Texts are valid until a script runs.
uint32_t dv_scenario_list_off(const dv_scenario *scenario, dv_off *offs, uint32_t capacity);
#define DV_OFF_TEXT (DV_ERROR_CAPACITY + 256)
/// "'update' has been off since tick 412, until the next accepted save: main.lua:33: …"
void dv_off_text(const dv_off *off, char text[DV_OFF_TEXT]);

/// A module as it was loaded: a script, or a data file. The last one is the scenario's entry.
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
/// Give a setting a value as opening the scenario with it would: `setting` is not called.
dv_result dv_scenario_choose(dv_scenario *scenario, const dv_setting_choice *choice,
                             dv_error *error);
/// Whether the last attempt to load it looked for a data file of this name.
bool dv_scenario_looked_for_data(const dv_scenario *scenario, const char *name);
/// What mods call a scenario: its `name`, or else that of its folder or, if it is a file other than
/// main.lua, of the file without its ending. "" if it has none and comes from a log.
const char *dv_scenario_short_name(const dv_scenario *scenario);
/// Enable or disable a mod during play, as a reload: on trial, with undo. What a disabled mod had
/// declared is removed from the world. A mod that is not there yet is looked for in the scenario's
/// folder `mods`.
dv_reload_report dv_scenario_switch_mod(dv_scenario *scenario, const char *name, bool is_on);
/// The name of a mod that was enabled at some time, or NULL past the last; and whether a mod is in
/// force.
const char *dv_scenario_known_mod(const dv_scenario *scenario, uint32_t i);
bool dv_scenario_has_mod(const dv_scenario *scenario, const char *name);
/// The name of the i-th mod in force, in the order in which they apply, or NULL past the last; and
/// its version, "" if it has none.
const char *dv_scenario_mod(const dv_scenario *scenario, uint32_t i, const char **version);
/// Whether a function of a mod failed, so that none of them is called until the next good save.
bool dv_scenario_mod_is_suspended(const dv_scenario *scenario, const char *name);
/// Describe a mod that is known, or in the scenario's folder `mods`. Fails with the mistake in its
/// mod.lua.
dv_result dv_scenario_describe_mod(dv_scenario *scenario, const char *name,
                                   dv_mod_description *description, dv_error *error);
/// The path of the i-th definition that a mod changed, such as "wolf.states.running.enter", or NULL
/// past the last; and the mod. Of several changes of one, the last wins. There are none without
/// `lists_changes`.
const char *dv_scenario_mod_change(const dv_scenario *scenario, uint32_t i, const char **mod);
/// The mod number `i` that people have enabled, as dv_scenario_options has it, or NULL past the
/// last.
const char *dv_scenario_chosen_mod(const dv_scenario *scenario, uint32_t i);
/// The names of the mods in the folder `mods` of a scenario, which is a folder or a file, sorted.
/// Free the list and each name with dv_free. When out of memory, some are missing.
char **dv_scenario_list_mods(const char *scenario, uint32_t *count);
/// The file of a module. Free the result with dv_free. NULL when out of memory.
char *dv_scenario_module_file(const dv_scenario *scenario, uint32_t module);

// The console

/// Run a line of Lua in the world, between two steps. An expression returns its value. `world` is
/// the world, `agent(number)` finds an agent, and `selected` is the selected one, or nil. Globals
/// that the line sets are kept in world.memory.console. A line that fails keeps what it did before,
/// and neither suspends anything nor fails a trial. Fails only if the line is not Lua, so that it
/// did nothing.
dv_result dv_scenario_console(dv_scenario *scenario, const char *code, dv_agent selected,
                              dv_error *error);
/// The values that the last line returned, as text, or why it failed.
const char *dv_scenario_console_text(const dv_scenario *scenario, bool *has_failed);

/// The value of an expression as text, or why it has none.
typedef struct dv_expression_value {
    char text[400];
    bool has_failed;
    bool was_stopped; ///< it took too long, so that reading it again is no use
} dv_expression_value;
/// Whether code is a single expression that only reads: it has no functions in it, and of the
/// library it has only what changes nothing. Says otherwise why it isn't.
dv_result dv_scenario_check_expression(dv_scenario *scenario, const char *code, dv_error *error);
/// Read the value of such an expression, which has the names of a line of the console. Nothing
/// changes by this, whatever the code is: what would write, draw, take a random number, print, or
/// run code of scripts makes it fail. While no Lua may run, the value stays as it is.
void dv_scenario_read_expression(dv_scenario *scenario, const char *code, dv_agent selected,
                                 dv_expression_value *value);

/// A way to complete a name: "count" and "(kinds?, filter?)". `arguments` is "" for what isn't a
/// function, and "()" where they are unknown.
typedef struct dv_completion {
    const char *name, *arguments;
} dv_completion;
/// Call `each`, in order, for every way to complete the name at the end of a line of the console,
/// such as "selected.sp" or "world:". Only names and fields are looked up, and no code of scripts
/// runs, so that a call before the name is not completed. Returns that name, which is in the line.
const char *dv_scenario_complete(dv_scenario *scenario, const char *line, dv_agent selected,
                                 void (*each)(void *context, const dv_completion *completion),
                                 void *context);

// Looking inside

/// Where a kind is declared: "wolf.lua:75".
const char *dv_scenario_kind_place(const dv_scenario *scenario, uint32_t kind);

/// Call `each` for every memory field of a kind, in order of names, with the type of its default as
/// editors write it: "number", "drover.vector"; "any" if the default does not tell.
void dv_scenario_memory_types(dv_scenario *scenario, uint32_t kind,
                              void (*each)(void *context, const char *name, const char *type),
                              void *context);
/// The same for a kind of groups.
void dv_scenario_group_memory_types(dv_scenario *scenario, uint32_t type,
                                    void (*each)(void *context, const char *name, const char *type),
                                    void *context);

/// A number in the memory of an agent. False if that field is no number, or there is none.
bool dv_scenario_memory_number(const dv_scenario *scenario, dv_agent agent, const char *name,
                               double *number);

/// Find a place in the memory of agents, such as "hunger", "plan.step", or "steps.2", to read it
/// often. It stays valid until the scenario is closed. Fails when out of memory.
dv_result dv_scenario_find_memory(dv_scenario *scenario, const char *path, int *place,
                                  dv_error *error);
/// Read what an agent has there: a number, a boolean, a string, the id of a living agent, or
/// nothing (DV_CELL_EMPTY). A vector has the fields x, y, and z. Returns the type of any other
/// value, such as "table", and otherwise NULL. Allocates nothing. A text is valid until a script
/// runs.
const char *dv_scenario_read_memory(const dv_scenario *scenario, int place, dv_agent agent,
                                    dv_cell *cell);

/// The label of an agent; NULL if it has none or is gone. Valid until the next call of a script.
const char *dv_scenario_label(const dv_scenario *scenario, dv_agent agent);
/// Call `each` for every agent that has a label, in order of ids.
void dv_scenario_labels(const dv_scenario *scenario,
                        void (*each)(void *context, dv_agent agent, const char *label),
                        void *context);
/// The index of the first label in the sketch of the last dv_scenario_draw. From there on, it has
/// nothing else.
uint32_t dv_scenario_first_label(const dv_scenario *scenario);

// Parts of states: nodes of behavior trees, options of utility choice, layers of subsumption,
// schemas, and goals and actions of plans. What they do is kept in scenarios that are opened as
// `explained`.

/// What became of a part in its agent's last step.
typedef enum dv_part_outcome {
    DV_PART_NOT_RUN,
    DV_PART_RUNNING, ///< of options and layers: it has the turn
    DV_PART_DONE,
    DV_PART_FAILED,
    DV_PART_PASSED_OVER, ///< it was asked, and does not want to act or is not chosen
    DV_PART_INHIBITED,   ///< a layer above acts
    DV_PART_BROKEN       ///< its function, or that of a part in it, raised an error
} dv_part_outcome;

/// "running", "done", …
const char *dv_part_outcome_name(dv_part_outcome outcome);

/// A part. The strings are valid until the next step, reload, or load.
typedef struct dv_part_row {
    uint32_t depth;
    const char *type; ///< "selector", "layer 1", "chasing"; "": an option
    /// Its own, that of its function, or what is in a function on one line, and what steers it:
    /// "flee", "self.prisoner", "chase: obstacle_avoidance, pursuit"; "": none is known.
    const char *name;
    const char *place; ///< "officer.lua:51"
    dv_part_outcome outcome;
    const char *note; ///< why, or which phase it is in; "": nothing is known
    double score;     ///< of options, with the bonus of the one that had the turn, and the urgency
                      ///< or priority of goals; else NaN
} dv_part_row;

typedef struct dv_parts {
    const char *family; ///< "tree", "utility", "subsumption", "schema", or "goap"
    bool has_run;       ///< false: since it entered the state, or since a reload or load
    uint64_t tick;      ///< of its last step
} dv_parts;

/// List the parts of an agent's state, those around others first. Writes at most `capacity` of
/// them, and returns how many there are: none for other states, agents that are gone, and
/// scenarios that keep nothing.
uint32_t dv_scenario_list_parts(const dv_scenario *scenario, dv_agent agent, dv_parts *parts,
                                dv_part_row *rows, uint32_t capacity);

/// Take over what the parts did in another scenario, which ran the same code up to the same world.
void dv_scenario_take_part_notes(dv_scenario *scenario, dv_scenario *from);

/// What the parts of states did up to now, which snapshots lack.
typedef struct dv_part_notes dv_part_notes;
/// Copy it, and add the bytes that the copy takes to `*bytes`. NULL if there is nothing to keep or
/// no memory for it.
dv_part_notes *dv_scenario_keep_part_notes(const dv_scenario *scenario, size_t *bytes);
/// Restore a copy, which may be NULL, in a scenario that is at the tick of that time with the same
/// code. What memory runs out for stays unknown.
void dv_scenario_restore_part_notes(dv_scenario *scenario, const dv_part_notes *kept);
/// Free a copy. NULL is fine.
void dv_part_notes_destroy(dv_part_notes *kept);

typedef enum dv_entry_type {
    DV_ENTRY_NUMBER,  ///< finite
    DV_ENTRY_BOOLEAN, ///< `number` is 1 or 0
    DV_ENTRY_TEXT,    ///< a string that is `text`, in one printable line
    DV_ENTRY_TABLE,   ///< `count` entries; `is_cycle`: one that contains itself
    DV_ENTRY_OTHER,   ///< for example an agent
    DV_ENTRY_MORE     ///< no value: stands for the last `count` entries of a long table
} dv_entry_type;

/// A slot, a memory field, or an entry of a table in the memory. The strings are valid until the
/// callback returns.
typedef struct dv_value_entry {
    uint32_t depth; ///< 0: a slot or a field; n: in a table at depth n − 1, the last one before
    const char *name;
    const char *path; ///< from the agent or group, as in Lua: "plan.steps[2].x"; "": has none
    dv_entry_type type;
    const char *text; ///< to show; of a table, how many entries it has
    double number;
    uint32_t count;
    bool is_cycle;
} dv_value_entry;

/// Entries of one table that a walk passes at most, and how deep it goes.
#define DV_MOST_ENTRIES 48u
#define DV_MOST_DEPTH 12u
/// A string with as many bytes is no DV_ENTRY_TEXT.
#define DV_LONGEST_TYPED 200u

/// Walk through the slots and the memory of an agent, in order of names. The entries of a table
/// follow if `each` returns true for it and it is no cycle.
void dv_scenario_browse(dv_scenario *scenario, dv_agent agent,
                        bool (*each)(void *context, const dv_value_entry *entry), void *context);
/// The same for a group.
void dv_scenario_browse_group(dv_scenario *scenario, dv_group group,
                              bool (*each)(void *context, const dv_value_entry *entry),
                              void *context);

/// Call `each` for every slot and memory field of an agent, in order of names, with its value as
/// text.
void dv_scenario_describe(dv_scenario *scenario, dv_agent agent,
                          void (*each)(void *context, const char *name, const char *value),
                          void *context);
/// The same for a group.
void dv_scenario_describe_group(dv_scenario *scenario, dv_group group,
                                void (*each)(void *context, const char *name, const char *value),
                                void *context);

#endif
