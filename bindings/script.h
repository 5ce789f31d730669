// Shared by the files of the binding: the open scenario, and how Lua represents engine values.
//
// Agents, groups, obstacles, paths, flows, regions, and surfaces are light userdata that hold the
// bits of their handle. Behaviors, blends, guards, vectors, and settings are full userdata. The
// world is a single full userdata.
//
// Invariant: every script function belongs to a generation of the code. Agents refer to functions
// only by (kind, state), so a reload replaces all of them in one place.
#ifndef DROVER_BINDINGS_SCRIPT_H
#define DROVER_BINDINGS_SCRIPT_H

#include "memory/memory_packed.h"
#include "modules/modules.h"
#include "reasons.h"
#include "sandbox/sandbox.h"
#include "scenario.h"

#include "base/arena.h"
#include "drover/drover.h"

#define DV_BEHAVIOR_CLASS "behavior"
#define DV_GUARD_CLASS "guard"
#define DV_STRESS_CLASS "stress behavior"
#define DV_VECTOR_CLASS "drover.vector"
#define DV_SETTING_CLASS "setting"
#define DV_MARKER_CLASS "drover.marker"
#define DV_WORLD_CLASS "world"
/// Registry key of the functions of scripts/monitors.lua.
#define DV_MONITORS "drover.monitors"
#define DV_SETTINGS_CLASS "settings"

/// Sizes of two small caches that recognize behaviors and names by their address alone. An address
/// may be in either of two entries, an even one and the next, so two addresses that collide both
/// fit.
#define DV_KNOWN_BEHAVIORS 64
#define DV_KNOWN_NAMES 256

static inline size_t dv_place_by_address(const void *address, size_t count) {
    return (size_t)((uint64_t)(uintptr_t)address * UINT64_C(0x9e3779b97f4a7c15) >> 32) %
           (count / 2) * 2;
}

/// A cached meaning of a name on agents. Lua interns short strings, so their address identifies
/// them.
typedef struct dv_known_name {
    const void *string;   ///< an interned string, kept alive by the generation or by the registry;
                          ///< NULL: empty entry
    lua_CFunction method; ///< NULL: none
    uint32_t field;       ///< 0: none
    dv_kind_set memory;   ///< the kinds for which it is known to be the name of a memory field
} dv_known_name;

/// A function's index in the generation's list; 0: no function.
typedef uint32_t dv_function;

/// Load one file of a scenario's folder, such as "tests/herd.lua", and what it requires, in its own
/// Lua state without a world. Leaves what the file returns at the top of that state's stack. Close
/// the result like any other scenario. On failure, returns NULL and sets `error` and
/// dv_scenario_open_traceback.
dv_scenario *dv_scenario_open_module(const char *folder, const char *file,
                                     const dv_scenario_options *options, dv_error *error);

/// Identifies a function of a generation, to compare it with the next generation's.
typedef struct dv_function_code {
    const char *place;   ///< where it is defined: "kind deer, state grazing.step"
    uint64_t hash;       ///< of its bytecode
    uint32_t awaited_by; ///< generation whose trial waits for it to run; 0: none
} dv_function_code;

/// Identifies the function of a guard, custom behavior, or custom stress, which has no place in the
/// definitions.
typedef struct dv_callback_code {
    uint64_t order; ///< sequence number among all callbacks, from 1; 0: free entry
    uint64_t hash;
    uint32_t awaited_by;
    bool ran;
} dv_callback_code;

/// Identifies a part: a script function that the engine's own Lua calls, such as a node of a tree,
/// a condition of a schema, or a step of a kind with monitors.
typedef struct dv_part_code {
    uint64_t hash;
    uint32_t awaited_by;
    bool ran;
} dv_part_code;

typedef struct dv_state_code {
    dv_function enter, leave, step;
} dv_state_code;

typedef struct dv_kind_code {
    dv_function step, init, migrate, draw;
    bool remembers; ///< the kind declares memory
    const char *where;
    bool *warned_of_speed; ///< by state: a warning was already given
    dv_state_code *states;
    uint64_t *acts; ///< by state: what agents do there, see behavior.h
} dv_kind_code;

typedef struct dv_monitor {
    const char *name;
    dv_function function;
    bool failed;
} dv_monitor;

/// A tool: it receives the mouse input while it is selected.
typedef struct dv_tool {
    const char *name, *title;
    const char *key; ///< the key that selects it, or ""
    dv_function input[DV_INPUT_COUNT];
    dv_function draw;
} dv_tool;

typedef struct dv_default {
    const char *name;
    dv_setting_type type;
    double number;
    const char *option; ///< name of a choice's option: a reload may reorder them
} dv_default;

/// The declarations of a scenario that take effect only at a start. Immutable and
/// reference-counted: each generation has its own, and the scenario keeps the one that it was
/// started with.
typedef struct dv_start {
    uint32_t references;
    dv_arena memory;
    dv_world_def world;
    const char *setup; ///< source text of the function; "" if there is none
    dv_default *settings;
    uint32_t setting_count;
} dv_start;

/// A version of the code: a program and its Lua functions.
typedef struct dv_generation {
    dv_program *program;
    dv_arena memory;
    int functions; ///< registry reference of the list of functions
    int locals;    ///< registry reference: values of the modules' locals, see module_locals.c
    lua_Integer local_count;
    /// Registry references of lists. At 2 k + 1: the names of kind (or group type) k, each mapped
    /// to a slot's number or to true for memory. At 2 k + 2: the defaults of its memory. At
    /// dv_monitors_place(k): the names of its monitors, if it has any.
    int names, group_names;
    const void **kind_names; ///< by kind; interned strings that `names` keeps alive
    dv_known_name known_names[DV_KNOWN_NAMES];
    dv_kind_code *kinds;
    dv_function *elect; ///< by group type
    dv_function *field; ///< by flow type
    dv_function setup, update, setting, on_reload, draw;
    dv_function input[DV_INPUT_COUNT];
    uint32_t function_count;
    dv_function_code *code; ///< by function
    bool *ran;              ///< by function: called since this generation took effect
    /// Its callbacks have sequence numbers from callbacks_above + 1 to last_callback.
    uint64_t callbacks_above, last_callback;
    dv_part_code *parts; ///< in the order of their definitions
    uint32_t part_count;
    uint64_t parts_above; ///< number of parts that were defined before these
    bool *stopped;        ///< by function: stopped for taking too long, and not called again
    /// Places of stopped callbacks. Their numbers change with a reload, so places identify them.
    char (*stopped_places)[128];
    uint32_t stopped_place_count, stopped_place_capacity;
    bool failed;          ///< a function that runs for no agent in particular failed
    bool *moved_settings; ///< by setting: the reload had to change its value; NULL: none
    dv_monitor *monitors;
    uint32_t monitor_count;
    dv_tool *tools;
    uint32_t tool_count;
    const char *title;
    dv_world_def world;
    dv_start *start;
} dv_generation;

static inline int dv_monitors_place(uint32_t kind) { return -(DV_MAX_KINDS + (int)kind) - 1; }

/// The reason why Lua runs, which determines what scripts may do.
typedef enum dv_activity {
    DV_IDLE,
    DV_LOADING,   ///< loading modules: may build definitions, has no world
    DV_SETUP,     ///< setup, update, setting, step, …: may change the world
    DV_SWITCHING, ///< enter and leave: like DV_SETUP, but without `become`
    DV_READING    ///< guards, monitors, elections, draw: may not change anything
} dv_activity;

/// Strokes drawn by scripts, and the number of points that they use up.
typedef struct dv_script_sketch {
    dv_sketch *sketch; ///< NULL: drawings are not displayed
    uint32_t points;
} dv_script_sketch;

/// A reload on trial, with everything needed to take it back.
typedef struct dv_trial {
    uint64_t tick;             ///< the tick of the reload
    uint32_t number;           ///< number of the generation on trial
    dv_generation *generation; ///< the generation that ran before
    dv_snapshot world;
    dv_query_state *senses;
    dv_agent *suspended; ///< agents that were suspended before the reload, sorted by id
    uint32_t suspended_count;
    bool update_suspended, drew_too_much;
    int keys; ///< registry reference: a copy of the keys that were down
    /// Number of agents when the trial began, plus those that people have added since.
    uint32_t population;
    dv_reasons reasons;
} dv_trial;

#define DV_NOBODY (~0ull)

struct dv_scenario {
    dv_scenario_options options;
    dv_sandbox *sandbox;
    dv_modules *modules;
    lua_State *state;
    dv_world *world;
    const dv_world *restored; ///< world whose memory is being read from a snapshot, or NULL
    dv_generation *generation;
    dv_start *start; ///< the declarations that the run was started with
    dv_activity activity;
    uint64_t acting;         ///< handle of the living agent whose step is running, or DV_NOBODY
    int memory;              ///< registry reference: memory of agents, by index + 1
    int group_memory;        ///< registry reference: memory of groups, by index + 1
    int world_memory;        ///< registry reference
    int world_memory_object; ///< registry reference: the object through which scripts use it
    dv_kept_bytes dropped_data;
    dv_packed packed;  ///< memory of agents, packed before a snapshot needs it
    int fills;         ///< registry reference: see memory_fill.c
    dv_migrant *aside; ///< put-aside states that the last migration lost, sorted by agent id
    uint32_t interrupted_count, interrupted_capacity;
    int read_memory; ///< registry reference: contents of the snapshot that is being loaded
    int assigned;    ///< registry reference: where each table was assigned, as text; weak keys
    int warned;      ///< registry reference: the texts of warnings already given
    int labels;      ///< registry reference: labels of agents, by index + 1
    int callbacks;   ///< registry reference: functions of guards, steering, and stress, by number
    dv_callback_code *callback_code; ///< by the same number
    dv_part_code *loading_parts;     ///< parts defined by the modules that are loading
    uint64_t loaded_parts;           ///< number of parts defined before this load
    int parts; ///< registry reference: sequence number of each part, by function; weak keys
    uint32_t loading_part_count, loading_part_capacity;
    uint32_t callback_capacity;
    uint64_t callback_count;   ///< number of callbacks made so far
    uint64_t loaded_callbacks; ///< number of callbacks made before this load
    int guards;              ///< registry reference: guards that are being loaded, by number; weak
    int unused_guards;       ///< registry reference: by number, where each unused guard was built
    lua_Integer guard_count; ///< number of guards built so far
    lua_Integer loaded_guards;             ///< number of guards built before this load
    const void *behavior_class;            ///< metatable of behaviors and blends
    const void *known[DV_KNOWN_BEHAVIORS]; ///< cache of userdata of that class, by address
    int definitions;  ///< registry reference: the checks of scripts/definitions.lua
    int world_object; ///< registry reference
    int keys;         ///< registry reference: names of the keys that are down
    int draw_object;  ///< registry reference
    dv_script_sketch of_tick, of_callbacks;
    uint64_t drawn_tick; ///< the world's tick when `of_tick` was drawn
    bool draws;          ///< the callbacks for drawing are running
    bool drew_too_much;  ///< the error about too many points was already shown
    uint64_t load_draws;
    bool update_suspended;
    dv_trial *trials; ///< oldest first; the modules keep as many former generations
    uint32_t trial_count, trial_capacity;
    uint64_t trials_passed;
    dv_trial_end trial_ends[DV_MAX_TRIALS]; ///< not yet taken by the caller, oldest first
    uint32_t trial_end_count;
    dv_moved moved;      ///< result of the last migration
    bool trial_failed;   ///< the newest trial failed: nothing runs until it is rolled back
    uint64_t plan_cells; ///< cells that planning may still use, in this tick or before the next
    double call_seconds; ///< processor time that a callback or loading may take
    uint32_t stops;      ///< stops for time since the budget began
    bool lua_is_over;    ///< no function is called until the budget is renewed
    bool lua_is_held;    ///< see dv_scenario_hold_lua
    bool was_stopped;    ///< see dv_scenario_take_stop
    uint32_t noted_stops,
        blamed; ///< noted_stops: handled so far; blamed: function at fault for the last
    dv_error stop_error;
    bool failed; ///< the run cannot continue, for the reason in `failure`
    dv_error failure;
    char banner[DV_ERROR_CAPACITY];
    char banner_line[256];
    char traceback[4096];
    dv_reasons reasons; ///< why agents failed since the last good reload
};

/// The scenario that owns a Lua state.
static inline dv_scenario *dv_scenario_of(lua_State *L) {
    return dv_sandbox_owner(dv_sandbox_of(L));
}

/// The cached meaning of a name, or NULL. Names enter the cache when they are looked up.
static inline const dv_known_name *dv_known_name_at(lua_State *L, int index) {
    const dv_generation *generation = dv_scenario_of(L)->generation;
    const void *string = lua_topointer(L, index);
    if (!generation || !string)
        return NULL;
    const dv_known_name *known = generation->known_names;
    size_t place = dv_place_by_address(string, DV_KNOWN_NAMES);
    return known[place].string == string       ? &known[place]
           : known[place ^ 1].string == string ? &known[place ^ 1]
                                               : NULL;
}

/// Raise the error that there is no world here, or that scripts may only read it here.
int dv_raise_no_world(lua_State *L);
int dv_raise_only_reading(lua_State *L);

/// The world. Raises if there is none.
static inline dv_world *dv_readable_world(lua_State *L) {
    const dv_scenario *scenario = dv_scenario_of(L);
    if (!scenario->world || scenario->activity == DV_LOADING)
        dv_raise_no_world(L);
    return scenario->world;
}

/// The world, for writing. Raises if there is none or if it is read-only now.
static inline dv_world *dv_writable_world(lua_State *L) {
    dv_world *world = dv_readable_world(L);
    if (dv_scenario_of(L)->activity == DV_READING)
        dv_raise_only_reading(L);
    return world;
}

/// Raise the message of a failed call.
void dv_raise_failure(lua_State *L, const dv_error *error);
static inline void dv_raise_if_failed(lua_State *L, dv_result result, const dv_error *error) {
    if (result != DV_OK)
        dv_raise_failure(L, error);
}
/// Raise "what [1]: it is written { name = , name = }", for values given without names.
int dv_raise_unnamed(lua_State *L, const char *what, const char *const *names, size_t count);
/// Raise "what 'name' (nearest?)".
int dv_raise_unknown(lua_State *L, const char *what, const char *name, const char *nearest);
/// Raise the same about a name that is not in a list. If no name in it is similar, the message
/// lists them all.
int dv_raise_unlisted(lua_State *L, const char *what, const char *name, const char *const *names,
                      size_t count);
int dv_raise_unknown_color(lua_State *L, const char *what, const char *name);

// Handles

/// Create the metatable that all handles share.
void dv_open_handles(lua_State *L);
/// The type of a value as messages name it: its Lua type, or the class of a handle or engine
/// object.
const char *dv_type_name(lua_State *L, int index);
/// Push a handle, or nil for a null handle.
void dv_push_handle(lua_State *L, uint64_t bits);
/// The handle at an index; 0 if the value is not a handle.
uint64_t dv_to_handle(lua_State *L, int index);
/// The living agent, group, … at an index. Raises an error that names the argument otherwise.
dv_agent dv_check_any_agent(lua_State *L, int index);
static inline dv_agent dv_check_agent(lua_State *L, int index) {
    // This runs at every method call, and most calls are for the agent whose step is running.
    dv_agent agent = {(uint64_t)(uintptr_t)lua_touserdata(L, index)};
    return agent.bits == dv_scenario_of(L)->acting ? agent : dv_check_any_agent(L, index);
}
dv_group dv_check_group(lua_State *L, int index);
dv_obstacle dv_check_obstacle(lua_State *L, int index);
dv_path dv_check_path(lua_State *L, int index);
dv_flow dv_check_flow(lua_State *L, int index);
dv_region dv_check_region(lua_State *L, int index);

/// Get or set a field or method. The handle is at stack index 1, the key at 2, and the value at 3.
/// Getting returns 1 value. `known` is the cached meaning of the key, or NULL.
int dv_agent_index(lua_State *L, dv_agent agent, const dv_known_name *known);
int dv_agent_set_field(lua_State *L, dv_agent agent);
int dv_group_field(lua_State *L, dv_group group);
int dv_group_set_field(lua_State *L, dv_group group);
/// Push the table of agents' methods.
void dv_push_agent_methods(lua_State *L);
/// The name closest to `name` among those of all agents and of a kind.
const char *dv_nearest_agent_name(lua_State *L, uint32_t kind, const char *name);
/// Push the list of names that all agents have.
void dv_push_agent_names(lua_State *L);
/// Push the names that slots and memory of agents must not use. For groups, this is all names.
void dv_push_reserved_agent_names(lua_State *L);

/// Add the numbers of fields to the table of methods at the top, which resolves names.
void dv_add_agent_members(lua_State *L);
/// Push what the key at 2 means in a kind: a slot's number, true for memory, or nil.
void dv_push_kind_name(lua_State *L, uint32_t kind);

/// Terrain. Add a record of scripts/definitions.lua to a program; convert a name or reference to a
/// type's number; push the name of a type (-1: nil); `world:terrain(name)`; `world:terrain_at(…)`.
void dv_add_terrain(lua_State *L, int record, dv_program *program);
int32_t dv_check_terrain(lua_State *L, int index, const char *what);
void dv_push_terrain(lua_State *L, int32_t type);
int dv_world_terrain(lua_State *L);
int dv_world_terrain_of(lua_State *L);
/// `world:surface(name)`, and adding the surfaces that modules declared to a program. A height
/// surface without corners covers `bounds`. Raises if a surface cannot be made.
int dv_make_surface(lua_State *L);
void dv_add_surfaces(lua_State *L, const dv_modules *modules, dv_program *program,
                     const dv_bounds *bounds);

/// Push a value as readable text on one line: tables as { 1, 2, hunger = 3 }, long ones cut off.
void dv_push_short_text(lua_State *L, int index);
/// Push an agent's display name: "wolf#12".
void dv_push_agent_name(lua_State *L, const dv_world *world, dv_agent agent);

// Things

/// Methods of the world that create paths and regions.
int dv_world_path(lua_State *L);
int dv_world_plan_way(lua_State *L);
int dv_world_region(lua_State *L);
/// Read a shape from the table at an index, such as { sphere = { … } }. Messages begin with `what`.
/// Pushes values that own the points: `def` is valid while they stay on the stack.
void dv_check_shape(lua_State *L, int index, const char *what, dv_obstacle_def *def);
/// Like dv_check_shape, for an obstacle: also reads what it blocks.
void dv_check_obstacle_def(lua_State *L, int index, dv_obstacle_def *def);
/// Read a list of points into a userdata that is pushed.
dv_vec3 *dv_check_points(lua_State *L, int index, const char *name, uint32_t most, uint32_t *count);
/// Read a list of obstacles, some of which may have been removed, into a userdata that is pushed.
/// For nil, returns NULL and pushes nothing.
dv_obstacle *dv_check_obstacles(lua_State *L, int index, const char *name, uint32_t *count);
/// Raise "what 'key' (key?)" if the table at an index has a key that is not in `names`.
void dv_check_keys(lua_State *L, int index, const char *what, const char *const *names,
                   size_t count);

// Values

/// Create the class of vectors; push a vector.
void dv_open_vectors(lua_State *L);
void dv_push_vector(lua_State *L, double x, double y, double z);
/// Push the coordinate named "x", "y", or "z". For other names, returns false and pushes nothing.
bool dv_push_axis(lua_State *L, const char *name, dv_vec3 place);
#define DV_POINT_FORMS "{ x, y }, { x = , y = }" ///< in messages; a vector works, too
/// Read a vector, a list of two or three numbers, or a table of numbers named x, y, and perhaps z.
/// Returns false if the value is none of these.
bool dv_to_point(lua_State *L, int index, double point[3]);
/// The address of the metatable of vectors, to test many values quickly.
const void *dv_vector_metatable(lua_State *L);
/// The three components of a vector, which has this metatable; NULL for other values.
const double *dv_vector_axes(lua_State *L, int index, const void *metatable);
/// Like dv_to_point, but raises an error with the argument's name.
dv_vec3 dv_check_point(lua_State *L, int index, const char *name);
dv_vec3 dv_vector_of(const double point[3]);
/// Read a place: x, y, and optionally z as separate arguments from `index` on, or one point.
dv_vec3 dv_check_coordinates(lua_State *L, int index, const char *name);

// Warnings

/// Report a mistake that does not stop the run.
void dv_warn(const dv_scenario *scenario, const char *message);
/// Report it once per run for each text. Raises if out of memory.
void dv_warn_once(lua_State *L, const char *message);
#define DV_EMPTY_SLOT_TEXT 100
/// Explain an error such as "attempt to index a nil value (field 'food')". If the agent has a slot
/// food and it is empty, writes "; its slot 'food' is empty", otherwise "". Scripts run into this
/// even after a guard tested the slot: guards are tested before functions run, and in between
/// another agent may have removed what the slot held.
void dv_explain_empty_slot(const dv_world *world, dv_agent agent, const char *message,
                           char text[DV_EMPTY_SLOT_TEXT]);
/// Note that a loading module built the guard at the top. Returns its number; 0 if none is loading.
/// Then note that the guard is used.
lua_Integer dv_note_guard(lua_State *L);
void dv_note_guard_use(lua_State *L, lua_Integer number);
/// Attribute the guards and callbacks made from now on to the modules that are loading.
void dv_begin_loading(dv_scenario *scenario);
/// Warn about guards that modules built but that no definition or other guard uses and no script
/// can reach. Fails if out of memory.
dv_result dv_warn_of_unused_guards(dv_scenario *scenario, dv_error *error);
/// Warn about states whose speed comes from a number slot that was empty for some agent.
void dv_warn_of_lacking_speeds(dv_scenario *scenario);

/// The name of the setting that a value made by drover.setting refers to; NULL for other values.
const char *dv_to_setting(lua_State *L, int index);
bool dv_is_mouse(lua_State *L, int index);
bool dv_is_none(lua_State *L, int index);
void dv_open_values(lua_State *L); ///< add setting, mouse, and none to the table at the top

/// Convert a value in a definition. Raises an error that begins with `path` if the type is not
/// allowed. Strings still belong to Lua. A list of names is kept in a userdata that is pushed.
dv_value dv_to_value(lua_State *L, int index, const char *path);

/// Convert a slot's content to and from Lua. Raises an error with the slot's name.
void dv_push_slot(lua_State *L, dv_slot_type type, dv_slot_value value);
dv_slot_value dv_check_slot(lua_State *L, int index, const dv_slot_def *slot);

/// The kinds that a value names: nil for any kind, a name, a reference, or a list of these.
dv_kind_set dv_check_kinds(lua_State *L, int index, const dv_program *program);
uint32_t dv_check_kind(lua_State *L, int index, const dv_program *program);
/// Push the name of a kind given by name or reference. Raises for other values.
const char *dv_check_kind_name(lua_State *L, int index);

// Drawing

/// Push `world.draw`.
void dv_push_draw(lua_State *L);
/// Before a tick, or its first stroke: drop the strokes of earlier ticks.
void dv_forget_strokes(dv_scenario *scenario);
/// Drop all strokes, at any time.
void dv_drop_strokes(dv_scenario *scenario);

// Building

/// Add the engine's constructors to the `drover` table at the top of the stack.
void dv_open_steering(lua_State *L); ///< drover.steer and drover.blend
void dv_open_guards(lua_State *L);   ///< drover.when
void dv_open_stress(lua_State *L);   ///< drover.stress
void dv_open_definitions(lua_State *L);
/// Push one of the engine's own scripts as a function. Raises if there is none of that name.
void dv_push_own_script(lua_State *L, const char *name);
/// Make reading an unknown field of the table at the top raise "NAME has no 'field' (nearest?)".
void dv_forbid_unknown_members(lua_State *L, const char *name);
dv_steering *dv_to_steering(lua_State *L, int index); ///< NULL for other values
/// Find a behavior of a module in force by its identity; NULL if there is none.
dv_steering *dv_find_behavior(const dv_scenario *scenario, uint64_t identity);
dv_guard *dv_to_guard(lua_State *L, int index);
/// Like dv_to_guard, and mark the guard as used by a definition.
dv_guard *dv_use_guard(lua_State *L, int index);
dv_stress *dv_to_stress(lua_State *L, int index);
/// Raise an error that begins with `what` unless modules are loading.
void dv_check_building(lua_State *L, const char *what);
/// Push where the Lua function at a stack level is running: "caribou.lua:7".
const char *dv_push_where(lua_State *L, int level);

/// Create a generation from the declarations of the modules and the scenario definition at the top
/// of the stack, which is popped. On failure, returns NULL and sets `error`.
dv_generation *dv_generation_create(dv_scenario *scenario, dv_error *error);
void dv_generation_destroy(dv_scenario *scenario, dv_generation *generation);

// Restart

/// Store in a generation the declarations that only a start uses, from the scenario definition at
/// an index.
void dv_note_start(lua_State *L, int scenario, const dv_modules *modules,
                   dv_generation *generation);
void dv_start_release(dv_start *start);
/// Add to the report what this reload changed that takes effect only at a new start.
void dv_name_what_waits(const dv_scenario *scenario, const dv_generation *to,
                        dv_reload_report *report);

/// Add to the report what stays as it is although its code changed, and mark in `to` the settings
/// that cannot keep their values.
dv_result dv_name_what_stays(const dv_scenario *scenario, dv_generation *to,
                             dv_reload_report *report, dv_error *error);
/// After the swap: call `setting` for the settings that could not keep their values.
void dv_tell_moved_settings(dv_scenario *scenario);
/// Apply the settings that the scenario was opened with to the new world.
dv_result dv_choose_settings(dv_scenario *scenario, dv_error *error);
/// Call the scenario's `setting` for one setting. The banner shows any error.
void dv_call_setting(dv_scenario *scenario, uint32_t setting);

/// Add to the report which defaults of memory changed, and how many agents or groups keep the old
/// values.
dv_result dv_name_changed_defaults(dv_scenario *scenario, const dv_generation *to,
                                   dv_reload_report *report, dv_error *error);

/// Call `migrate` for the agents in the world's list of migrated agents, and clear the list. Stops
/// when one of them fails while code is on trial. Returns what was moved; dv_scenario_moved returns
/// it again later.
dv_moved dv_settle_migration(dv_scenario *scenario);

// Trials

/// Save the state before a reload. Then begin the trial, or clear it if the reload is refused.
dv_result dv_trial_prepare(dv_scenario *scenario, dv_trial *trial, dv_error *error);
void dv_trial_clear(dv_scenario *scenario, dv_trial *trial);
/// Begin the trial after the reload. `former` is the generation that ran before. Cannot fail.
void dv_trial_begin(dv_scenario *scenario, const dv_trial *trial, dv_generation *former);
/// Record the population once the reload is complete: its growth is measured from there.
void dv_trial_settle(dv_scenario *scenario);
/// After somebody changed the world by hand: agents that this added to the `before` agents are not
/// growth.
void dv_trials_count_act(dv_scenario *scenario, uint32_t before);
/// Fail the newest trial if the population of any trial has grown tenfold.
void dv_trials_check_population(dv_scenario *scenario);
/// End the trials whose time is over.
void dv_trials_pass_due(dv_scenario *scenario);
/// Whether an error in a script ends the newest trial. `agent` is null if it ran for no agent. An
/// agent that was already suspended before the reload may fail again without ending the trial.
bool dv_ends_trial(const dv_scenario *scenario, dv_agent agent);

// Memory

/// Create `world.memory` and the tables that the checks need.
void dv_open_world_memory(lua_State *L);
void dv_open_memory_check(lua_State *L);
/// Raise if memory contains a value that cannot be remembered: memory of one agent, which may have
/// been removed, or all memory.
void dv_check_agent_memory(lua_State *L, dv_agent agent);
void dv_check_all_memory(lua_State *L);
/// Pop a function. Returns the name of the callback that it implements, or NULL.
const char *dv_pop_callback_name(lua_State *L);
/// Raise an error with the path of the offending field unless the value at an index is data.
void dv_check_data(lua_State *L, int index, const char *path);
/// Give an agent or group its memory, filled with the defaults of its kind, if the kind declares
/// any.
void dv_begin_agent_memory(lua_State *L, const dv_scenario *scenario, dv_agent agent);
void dv_begin_group_memory(lua_State *L, const dv_scenario *scenario, dv_group group);
/// Prefetch the memory of an agent that will run soon, if it exists.
void dv_prefetch_agent_memory(lua_State *L, const dv_scenario *scenario, uint32_t agent);
/// Push the memory table of an agent or group, by index.
void dv_push_agent_memory(lua_State *L, const dv_scenario *scenario, uint32_t agent);
void dv_push_group_memory(lua_State *L, const dv_scenario *scenario, uint32_t group);
/// Implements __newindex: assign the value at index 3 to the field at index 2 of the memory at the
/// top.
int dv_assign_remembered(lua_State *L);
/// Push the memory of all agents and groups as the generation `to` declares it: fields that are new
/// in it get their defaults. dv_take_refreshed_memory pops this after the swap of the program and
/// cannot fail.
void dv_push_refreshed_memory(lua_State *L, const dv_scenario *scenario, const dv_generation *to);
void dv_take_refreshed_memory(lua_State *L, dv_scenario *scenario);
/// Add keys that nested defaults gained in the last swap to the tables in memory.
dv_result dv_fill_memory(dv_scenario *scenario, dv_error *error);
/// Call this before a script assigns to an agent's memory or label.
static inline void dv_touch_packed(dv_scenario *scenario, uint32_t agent) {
    if (agent < scenario->packed.limit)
        scenario->packed.marks[agent] |= DV_PACKED_TOUCHED;
}
/// Call this before a script gets a table out of an agent's memory.
void dv_note_table_access(lua_State *L, uint32_t agent);
/// Discard the packed memory because something other than a script changes memory.
void dv_forget_packed(dv_scenario *scenario);
void dv_free_packed(dv_scenario *scenario);
/// Save and load the memory of scripts. These are functions of a dv_host, where they are
/// documented.
dv_result dv_memory_save(void *context, const dv_world *world, dv_stream *stream, dv_error *error);
dv_result dv_memory_save_code(void *context, const dv_world *world, dv_stream *stream,
                              dv_error *error);
dv_result dv_memory_load(void *context, dv_world *world, dv_reader *reader, dv_reader *code,
                         dv_error *error);
void dv_memory_loaded(void *context, bool is_taken);

// Dispatch

/// The functions through which the engine calls the scenario.
dv_host dv_scenario_host(dv_scenario *scenario);
/// Push a function of the generation.
void dv_push_function(dv_scenario *scenario, dv_function function);
/// Like dv_sandbox_call, with an activity.
dv_result dv_call(dv_scenario *scenario, int arguments, int results, dv_activity activity,
                  double seconds, dv_error *error);
/// Like dv_call, and charge the time to a function of the generation or a DV_CALLBACK.
dv_result dv_call_function(dv_scenario *scenario, uint32_t function, int arguments, int results,
                           dv_activity activity, dv_error *error);
/// Whether a function must not be called: it was stopped for time, or no Lua runs now.
bool dv_is_stopped(const dv_scenario *scenario, dv_function function);
/// Write where a function is defined: "caribou.lua:28: ".
void dv_place_of_function(dv_scenario *scenario, dv_function function, char place[128]);
void dv_place_of_callback(dv_scenario *scenario, int32_t callback, char place[128]);
/// End an unwatched run after a fatal error. If code is on trial, the run continues with the
/// previous code instead.
void dv_end_unwatched_run(dv_scenario *scenario, const dv_error *error);
/// Report that a script failed for an agent, which the caller suspends. Notes the reason, and names
/// the agent and the error in the banner unless other agents failed in the same way. Returns
/// DV_SUSPEND.
int32_t dv_show_agent_error(dv_scenario *scenario, dv_agent agent, const dv_error *error);
/// Like dv_show_error, for a script that ran for no agent in particular. The newest trial fails.
void dv_script_failed(dv_scenario *scenario, const char *message);
/// Show an error in the banner, with the source line that it names.
void dv_show_error(dv_scenario *scenario, const char *message);
void dv_clear_error(dv_scenario *scenario);

// Stops for time

/// Flag in the number of a function: a callback of a guard or behavior, by its own number.
#define DV_CALLBACK 0x80000000u

/// Processor time in seconds that a callback, or loading, may take.
double dv_call_seconds_of(const dv_scenario_options *options);
/// Begin the budget of a tick, or of everything until the next tick.
void dv_begin_budget(dv_scenario *scenario);
/// Renew the number of cells that planning may use in a tick or between two ticks.
void dv_begin_planning(dv_scenario *scenario);
/// Remove the budget: a load is limited only by the time that one callback may take.
void dv_lift_budget(dv_scenario *scenario);
/// After a function failed, check whether it was stopped for time, and which function is at fault.
/// Returns false if this function is not at fault: it was cut short after others had used up the
/// time. May replace `error` with a better message.
bool dv_note_stop(dv_scenario *scenario, uint32_t function, dv_error *error);
/// Add a callback to those that are not called again. Returns false if out of memory.
bool dv_stop_place(dv_generation *generation, const char *place);
/// Like dv_scenario_list_stops, for a generation that may no longer be in force.
dv_result dv_list_stops(const dv_generation *generation, bool update_suspended, dv_stops *stops,
                        dv_error *error);
bool dv_is_place_stopped(const dv_generation *generation, const char *place);

/// Create the world's class and its object.
void dv_open_world(lua_State *L);
/// Push the value of a setting.
void dv_push_setting(lua_State *L, const dv_world *world, uint32_t setting);
/// Push the `drover` table.
void dv_push_drover(lua_State *L);

#endif
