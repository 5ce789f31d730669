// What the files of the binding share: the open scenario, and how engine values stand in Lua.
//
// Agents, groups, obstacles and surfaces are light userdata holding the bits of their handle.
// Behaviors, blends, guards, vectors and settings are full userdata. The world is one full
// userdata.
//
// Invariant: everything with a function in it belongs to a generation of the code; agents are led
// to it by (kind, state) alone, so a reload replaces it at one place.
#ifndef DROVER_BINDINGS_SCRIPT_H
#define DROVER_BINDINGS_SCRIPT_H

#include "memory_packed.h"
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
/// In the registry: the functions of scripts/monitors.lua.
#define DV_MONITORS "drover.monitors"
#define DV_SETTINGS_CLASS "settings"

/// So many behaviors, and names, are told from other values by their address alone. Two places are
/// open to each address, an even one and the next: any two addresses have room beside each other.
#define DV_KNOWN_BEHAVIORS 64
#define DV_KNOWN_NAMES 256

static inline size_t dv_place_by_address(const void *address, size_t count) {
    return (size_t)((uint64_t)(uintptr_t)address * UINT64_C(0x9e3779b97f4a7c15) >> 32) %
           (count / 2) * 2;
}

/// What a name means where agents are indexed by it. Lua has a short string only once.
typedef struct dv_known_name {
    const void *string;   ///< Lua's own, kept by the generation or for good; NULL: an empty place
    lua_CFunction method; ///< NULL: none
    uint32_t field;       ///< 0: none
    dv_kind_set memory;   ///< those of the kinds asked so far whose agents remember it
} dv_known_name;

/// Functions are numbers: places in the generation's list. 0: none.
typedef uint32_t dv_function;

/// Load one file of a scenario's folder, "tests/herd.lua", with what it requires, in a Lua state of
/// its own that has no world. What the file returns is at the top of the state's stack. Closed like
/// any other scenario. NULL with a message, and dv_scenario_open_traceback.
dv_scenario *dv_scenario_open_module(const char *folder, const char *file,
                                     const dv_scenario_options *options, dv_error *error);

/// What tells a function from that of another generation.
typedef struct dv_function_code {
    const char *place;   ///< in the definitions: "kind deer, state grazing.step"
    uint64_t hash;       ///< of its bytecode
    uint32_t awaited_by; ///< the generation on whose trial it has to run, or 0
} dv_function_code;

/// The same of a function that a guard, a behavior or a stress was made of. It has no place in the
/// definitions.
typedef struct dv_callback_code {
    uint64_t order; ///< of all that were made, from 1; 0: the number is free
    uint64_t hash;
    uint32_t awaited_by;
    bool ran;
} dv_callback_code;

/// The same of a part: a script's function that the engine's own Lua calls, such as a node of a
/// tree, a condition of a schema, or a step of a kind with monitors.
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
    bool remembers; ///< it declares memory
    const char *where;
    bool *warned_of_speed; ///< by state
    dv_state_code *states;
    uint64_t *acts; ///< by state: how agents act there, see behavior.h
} dv_kind_code;

typedef struct dv_monitor {
    const char *name;
    dv_function function;
    bool failed;
} dv_monitor;

/// What the mouse does when it is chosen.
typedef struct dv_tool {
    const char *name, *title;
    const char *key; ///< that chooses it, or ""
    dv_function input[DV_INPUT_COUNT];
    dv_function draw;
} dv_tool;

typedef struct dv_default {
    const char *name;
    dv_setting_type type;
    double number;
    const char *option; ///< of a choice, whose options may be in another order later
} dv_default;

/// What a scenario declares that takes effect at a start only. Immutable and counted: generations
/// have their own, and the scenario holds on to the one that it was started with.
typedef struct dv_start {
    uint32_t references;
    dv_arena memory;
    dv_world_def world;
    const char *setup; ///< the lines it is written on; "" without one
    dv_default *settings;
    uint32_t setting_count;
} dv_start;

/// The code in force: a program and the Lua functions beside it.
typedef struct dv_generation {
    dv_program *program;
    dv_arena memory;
    int functions; ///< registry reference of the list of functions
    int locals;    ///< registry reference: what locals of its modules held, see module_locals.c
    lua_Integer local_count;
    /// Registry references of lists: at 2 k + 1 the names of kind (or group type) k, each with a
    /// slot's number or true for memory; at 2 k + 2 the defaults of its memory; at
    /// dv_monitors_place(k) the names of its monitors, where it has any.
    int names, group_names;
    const void **kind_names; ///< Lua's own strings, kept among `names`
    dv_known_name known_names[DV_KNOWN_NAMES];
    dv_kind_code *kinds;
    dv_function *elect; ///< by group type
    dv_function *field; ///< by flow type
    dv_function setup, update, setting, on_reload, draw;
    dv_function input[DV_INPUT_COUNT];
    uint32_t function_count;
    dv_function_code *code; ///< by function
    bool *ran;              ///< by function: called since it came into force
    /// Orders of its callbacks: above the first, up to the last.
    uint64_t callbacks_above, last_callback;
    dv_part_code *parts; ///< in the order in which they were defined
    uint32_t part_count;
    uint64_t parts_above; ///< parts that were defined before them
    bool *stopped;        ///< by function: it did not return in time and is not called again
    /// The same of callbacks: where they are defined, as they have no number that lasts.
    char (*stopped_places)[128];
    uint32_t stopped_place_count, stopped_place_capacity;
    bool failed;          ///< a function that is not called for an agent did
    bool *moved_settings; ///< by setting: its value had to change with the reload; or NULL
    dv_monitor *monitors;
    uint32_t monitor_count;
    dv_tool *tools;
    uint32_t tool_count;
    const char *title;
    dv_world_def world;
    dv_start *start;
} dv_generation;

static inline int dv_monitors_place(uint32_t kind) { return -(DV_MAX_KINDS + (int)kind) - 1; }

/// What Lua is running for, and so what it may do.
typedef enum dv_activity {
    DV_IDLE,
    DV_LOADING,   ///< modules: may build, has no world
    DV_SETUP,     ///< or update, setting, step …: may do anything with the world
    DV_SWITCHING, ///< enter and leave: as setup, but no `become`
    DV_READING    ///< guards, monitors, elections, draw: may not write
} dv_activity;

/// What scripts drew, and how many points of the most there may be it has.
typedef struct dv_script_sketch {
    dv_sketch *sketch; ///< NULL: nobody looks
    uint32_t points;
} dv_script_sketch;

/// A reload that may yet fail, and what was before it.
typedef struct dv_trial {
    uint64_t tick;             ///< when it was taken
    uint32_t number;           ///< of the generation on trial
    dv_generation *generation; ///< the code before
    dv_snapshot world;
    dv_senses *senses;
    dv_agent *suspended; ///< in order of ids
    uint32_t suspended_count;
    bool update_suspended, drew_too_much;
    int keys; ///< registry reference: a copy
    /// Agents when it began, and those that were added since by what people do.
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
    const dv_world *restored; ///< while its memory is read from a snapshot
    dv_generation *generation;
    dv_start *start; ///< what the run was started with
    dv_activity activity;
    uint64_t acting;         ///< the living agent whose step runs, or DV_NOBODY
    int memory;              ///< registry reference: by index + 1 the memory of an agent
    int group_memory;        ///< registry reference: by index + 1 that of a group
    int world_memory;        ///< registry reference
    int world_memory_object; ///< registry reference: what scripts have of it
    dv_kept_bytes dropped_data;
    dv_packed packed;  ///< memory of agents, ahead of a snapshot
    int fills;         ///< registry reference: see memory_fill.c
    dv_migrant *aside; ///< states put aside that the last migration lost, in order of ids
    uint32_t aside_count, aside_capacity;
    int read_memory; ///< registry reference: what a snapshot being loaded holds
    int assigned;    ///< registry reference: who assigned a table, by table; weak
    int warned;      ///< registry reference: what was warned of, by its text
    int labels;      ///< registry reference: by index + 1 an agent's own label
    int callbacks;   ///< registry reference: functions of guards, steering and stress, by number
    dv_callback_code *callback_code; ///< by that number
    dv_part_code *loading_parts;     ///< parts of what loads now
    uint64_t loaded_parts;           ///< parts defined before what loads now
    int parts; ///< registry reference: the order of each part, by function; weak keys
    uint32_t loading_part_count, loading_part_capacity;
    uint32_t callback_capacity;
    uint64_t callback_count;    ///< made so far
    uint64_t loaded_callbacks;  ///< before what loads now
    int guards;                 ///< registry reference: by number, weakly, guards being loaded
    int unused_guards;          ///< registry reference: by number, where those were built
    lua_Integer guard_count;    ///< so far
    lua_Integer loaded_guards;  ///< before what loads now
    const void *behavior_class; ///< the metatable of behaviors and blends
    const void *known[DV_KNOWN_BEHAVIORS]; ///< userdata of that class, by address
    int definitions;  ///< registry reference: the checks of scripts/definitions.lua
    int world_object; ///< registry reference
    int keys;         ///< registry reference: names of the keys that are down
    int draw_object;  ///< registry reference
    dv_script_sketch of_tick, of_callbacks;
    uint64_t drawn_tick; ///< the world's when `of_tick` was drawn
    bool draws;          ///< the callbacks for drawing are at work
    bool drew_too_much;  ///< and was told so
    uint64_t load_draws;
    bool update_suspended;
    dv_trial *trials; ///< oldest first; as many former generations do the modules keep
    uint32_t trial_count, trial_capacity;
    uint64_t trials_passed;
    dv_trial_end trial_ends[DV_MOST_TRIALS]; ///< not asked for yet, oldest first
    uint32_t trial_end_count;
    dv_moved moved;      ///< in the last migration
    bool trial_failed;   ///< the newest: nothing runs until it is rolled back
    uint64_t plan_cells; ///< that planning may take yet, in this tick or before the next
    double call_seconds; ///< processor time a callback, or loading, may take
    uint32_t stops;      ///< for time, since the budget began
    bool lua_is_over;    ///< nothing is called until the budget is full again
    bool lua_is_held;    ///< see dv_scenario_hold_lua
    bool was_stopped;    ///< see dv_scenario_take_stop
    uint32_t noted_stops,
        blamed; ///< stops of the sandbox that were noted; whom the last is put down to
    dv_error stop_error;
    bool failed; ///< the run cannot go on: `failure` says why
    dv_error failure;
    char banner[DV_ERROR_CAPACITY];
    char banner_line[256];
    char traceback[4096];
    dv_reasons reasons; ///< of agents that failed since the last good reload
};

/// The scenario a Lua state belongs to.
static inline dv_scenario *dv_scenario_of(lua_State *L) {
    return dv_sandbox_owner(dv_sandbox_of(L));
}

/// What is known of a name; NULL where nothing is. Names are learnt as they are met.
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

int dv_raise_no_world(lua_State *L);
int dv_raise_only_reading(lua_State *L);

/// Raise unless there is a world.
static inline dv_world *dv_readable_world(lua_State *L) {
    const dv_scenario *scenario = dv_scenario_of(L);
    if (!scenario->world || scenario->activity == DV_LOADING)
        dv_raise_no_world(L);
    return scenario->world;
}

/// Raise unless there is a world that may be written now.
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
/// Raise "what [1]: it is written { name = , name = }", for what was given without names.
int dv_raise_unnamed(lua_State *L, const char *what, const char *const *names, size_t count);
/// Raise "what 'name' (nearest?)".
int dv_raise_unknown(lua_State *L, const char *what, const char *name, const char *nearest);
/// The same about a name that is none of these, all of which are listed when no one is near.
int dv_raise_unlisted(lua_State *L, const char *what, const char *name, const char *const *names,
                      size_t count);
int dv_raise_unknown_color(lua_State *L, const char *what, const char *name);

// Handles

void dv_open_handles(lua_State *L);
/// What a value is, as messages say it: its type, or the class of a handle or of what the engine
/// made.
const char *dv_type_name(lua_State *L, int index);
/// Push a handle, or nil for null.
void dv_push_handle(lua_State *L, uint64_t bits);
/// The handle at an index; 0 when the value is none.
uint64_t dv_to_handle(lua_State *L, int index);
/// A living agent, group or obstacle; raises otherwise, naming the argument.
dv_agent dv_check_any_agent(lua_State *L, int index);
static inline dv_agent dv_check_agent(lua_State *L, int index) {
    // Asked at every call of a method, mostly of whose step it is.
    dv_agent agent = {(uint64_t)(uintptr_t)lua_touserdata(L, index)};
    return agent.bits == dv_scenario_of(L)->acting ? agent : dv_check_any_agent(L, index);
}
dv_group dv_check_group(lua_State *L, int index);
dv_obstacle dv_check_obstacle(lua_State *L, int index);
dv_path dv_check_path(lua_State *L, int index);
dv_flow dv_check_flow(lua_State *L, int index);
dv_region dv_check_region(lua_State *L, int index);

/// Fields and methods of each class: called with the handle at 1 and the key at 2 (and the value
/// at 3). Indexing returns 1 value.
/// `known` is what is known of the key, or NULL.
int dv_agent_index(lua_State *L, dv_agent agent, const dv_known_name *known);
int dv_agent_set_field(lua_State *L, dv_agent agent);
int dv_group_field(lua_State *L, dv_group group);
int dv_group_set_field(lua_State *L, dv_group group);
/// Tables of methods, pushed.
void dv_push_agent_methods(lua_State *L);
/// The nearest of an agent's (or a kind's) names.
const char *dv_nearest_agent_name(lua_State *L, uint32_t kind, const char *name);
/// Push the list of the names that all agents have.
void dv_push_agent_names(lua_State *L);
/// Those that slots and memory must not take; of a group all of its names are.
void dv_push_reserved_agent_names(lua_State *L);

/// Put the numbers of fields into the table of methods at the top, where names are looked up.
void dv_add_agent_members(lua_State *L);
/// Push what a kind's names say of the key at 2: a slot's number, true for memory, or nil.
void dv_push_kind_name(lua_State *L, uint32_t kind);

/// Terrain: a record of scripts/definitions.lua put into a program; the number of the type that a
/// name or reference gives, and back (-1: nil); `world:terrain(name)`, `world:terrain_at(…)`.
void dv_add_terrain(lua_State *L, int record, dv_program *program);
int32_t dv_check_terrain(lua_State *L, int index, const char *what);
void dv_push_terrain(lua_State *L, int32_t type);
int dv_world_terrain(lua_State *L);
int dv_world_terrain_of(lua_State *L);
/// `world:surface(name)`, and the declared surfaces of the modules, put into a program; the heights
/// of those that give no corners cover the bounds. Raises when one cannot be made.
int dv_make_surface(lua_State *L);
void dv_add_surfaces(lua_State *L, const dv_modules *modules, dv_program *program,
                     const dv_bounds *bounds);

/// Push a value as people read it, on one line: tables as { 1, 2, hunger = 3 }, cut when long.
void dv_push_short_text(lua_State *L, int index);
/// An agent as people read it: "wolf#12".
void dv_push_agent_name(lua_State *L, const dv_world *world, dv_agent agent);

// Things

/// Methods of the world that make paths and regions.
int dv_world_path(lua_State *L);
int dv_world_plan_way(lua_State *L);
int dv_world_region(lua_State *L);
/// Read the table at an index, { sphere = { … } } or another shape; `what` begins the messages.
/// Points stay valid while what is pushed here stays on the stack.
void dv_check_shape(lua_State *L, int index, const char *what, dv_obstacle_def *def);
/// The same of an obstacle, with what it blocks.
void dv_check_obstacle_def(lua_State *L, int index, dv_obstacle_def *def);
/// Read a list of points into a userdata, pushed.
dv_vec3 *dv_check_points(lua_State *L, int index, const char *name, uint32_t most, uint32_t *count);
/// Read a list of obstacles, which may be gone, into a userdata, pushed; NULL for nil, and nothing
/// is pushed.
dv_obstacle *dv_check_obstacles(lua_State *L, int index, const char *name, uint32_t *count);
/// Raise when the table at an index has a key that is not among the names: "what 'key' (key?)".
void dv_check_keys(lua_State *L, int index, const char *what, const char *const *names,
                   size_t count);

// Values

void dv_open_vectors(lua_State *L);
void dv_push_vector(lua_State *L, double x, double y, double z);
/// Push the coordinate that "x", "y" or "z" names; false, with nothing pushed, for other names.
bool dv_push_axis(lua_State *L, const char *name, dv_vec3 place);
#define DV_POINT_FORMS "{ x, y }, { x = , y = }" ///< beside vectors, for messages
/// A vector, a list of two or three numbers or a table of numbers named x, y and perhaps z; false
/// when the value is none of these.
bool dv_to_point(lua_State *L, int index, double point[3]);
/// The metatable of vectors by its address, to ask of many values whether they are some.
const void *dv_vector_metatable(lua_State *L);
/// The three components of a value that has this metatable; NULL: it is no vector.
const double *dv_vector_axes(lua_State *L, int index, const void *metatable);
/// As dv_to_point, raising with the argument's name.
dv_vec3 dv_check_point(lua_State *L, int index, const char *name);
dv_vec3 dv_vector_of(const double point[3]);
/// x, y and optionally z as three arguments from `index` on, or one point.
dv_vec3 dv_check_coordinates(lua_State *L, int index, const char *name);

// Warnings

/// Say a mistake with which the run goes on.
void dv_warn(const dv_scenario *scenario, const char *message);
/// The same, once in a run for each text. Raises when out of memory.
void dv_warn_once(lua_State *L, const char *message);
#define DV_EMPTY_SLOT_TEXT 100
/// For an error such as "attempt to index a nil value (field 'food')" of an agent whose slot food
/// is empty: "; its slot 'food' is empty", else "". Guards are tested before functions run, so
/// another agent may have removed what the slot held in the same tick.
void dv_explain_empty_slot(const dv_world *world, dv_agent agent, const char *message,
                           char text[DV_EMPTY_SLOT_TEXT]);
/// Note the guard at the top, built by a module that loads; its number, or 0. Then that it is used.
lua_Integer dv_note_guard(lua_State *L);
void dv_note_guard_use(lua_State *L, lua_Integer number);
/// Guards and callbacks made from here on belong to what loads now.
void dv_begin_loading(dv_scenario *scenario);
/// Warn of guards that the modules built, and neither a definition, another guard nor anything that
/// scripts can reach has. Fails when memory is short.
dv_result dv_warn_of_unused_guards(dv_scenario *scenario, dv_error *error);
/// Warn of states whose speed is a number slot that an agent in them did not have set.
void dv_warn_of_lacking_speeds(dv_scenario *scenario);

/// A setting referred to, as drover.setting gives it; NULL when the value is none.
const char *dv_to_setting(lua_State *L, int index);
bool dv_is_mouse(lua_State *L, int index);
bool dv_is_none(lua_State *L, int index);
void dv_open_values(lua_State *L); ///< setting, mouse, none into the table at the top

/// A value of a definition. Raises, beginning with `path`, when the type cannot be one. Strings
/// stay Lua's; lists of names are kept in a userdata pushed on the stack.
dv_value dv_to_value(lua_State *L, int index, const char *path);

/// A slot's content in Lua and back; raises with the slot's name.
void dv_push_slot(lua_State *L, dv_slot_type type, dv_slot_value value);
dv_slot_value dv_check_slot(lua_State *L, int index, const dv_slot_def *slot);

/// The kinds named by a value: nil for any, a name, a reference or a list.
dv_kind_set dv_check_kinds(lua_State *L, int index, const dv_program *program);
uint32_t dv_check_kind(lua_State *L, int index, const dv_program *program);
/// Push the name of a kind given by name or reference; raises otherwise.
const char *dv_check_kind_name(lua_State *L, int index);

// Drawing

/// Push `world.draw`.
void dv_push_draw(lua_State *L);
/// Before a tick, or the first stroke of one: forget what was drawn in the ticks before.
void dv_forget_strokes(dv_scenario *scenario);
/// Forget what was drawn, whenever.
void dv_drop_strokes(dv_scenario *scenario);

// Building

/// Fill the `drover` table at the top of the stack.
void dv_open_steering(lua_State *L); ///< steer and blend
void dv_open_guards(lua_State *L);   ///< when
void dv_open_stress(lua_State *L);   ///< stress
void dv_open_definitions(lua_State *L);
/// Push the engine's script of that name as a function; raises when there is none.
void dv_push_own_script(lua_State *L, const char *name);
/// Let reading an unknown field of the table at the top raise "NAME has no 'field' (nearest?)".
void dv_forbid_unknown_members(lua_State *L, const char *name);
dv_steering *dv_to_steering(lua_State *L, int index); ///< NULL when the value is none
/// A behavior that a module in force made, by its identity; NULL when there is none such.
dv_steering *dv_find_behavior(const dv_scenario *scenario, uint64_t identity);
dv_guard *dv_to_guard(lua_State *L, int index);
/// As dv_to_guard, of one that is a definition's from now on.
dv_guard *dv_use_guard(lua_State *L, int index);
dv_stress *dv_to_stress(lua_State *L, int index);
/// Raise when nothing may be built now: "what: build it while the module loads".
void dv_check_building(lua_State *L, const char *what);
/// "caribou.lua:7" of the Lua function at `level`, pushed.
const char *dv_push_where(lua_State *L, int level);

/// Make a generation of the declarations of the modules and the scenario definition at the top of
/// the stack, which is popped. NULL with a message.
dv_generation *dv_generation_create(dv_scenario *scenario, dv_error *error);
void dv_generation_destroy(dv_scenario *scenario, dv_generation *generation);

// Restart

/// Note in a generation what a start takes from the scenario definition at an index.
void dv_note_start(lua_State *L, int scenario, const dv_modules *modules,
                   dv_generation *generation);
void dv_start_release(dv_start *start);
/// Say in the report's message what changed with this reload and only a new start can take over.
void dv_name_what_waits(const dv_scenario *scenario, const dv_generation *to,
                        dv_reload_report *report);

/// Say in the report what stays as it is though the code for it changed, and note in `to` which
/// settings cannot keep their values.
dv_result dv_name_what_stays(const dv_scenario *scenario, dv_generation *to,
                             dv_reload_report *report, dv_error *error);
/// After the swap: call `setting` for those that could not.
void dv_tell_moved_settings(dv_scenario *scenario);
/// Give the new world the settings that the scenario was opened with.
dv_result dv_choose_settings(dv_scenario *scenario, dv_error *error);
/// Call the scenario's `setting` for one of them. What fails goes to the banner.
void dv_call_setting(dv_scenario *scenario, uint32_t setting);

/// Say in the report which defaults of memory are others now, and how many keep what they have.
dv_result dv_name_changed_defaults(dv_scenario *scenario, const dv_generation *to,
                                   dv_reload_report *report, dv_error *error);

/// Call `migrate` for the agents that the world's migration lists, and forget it; until one fails
/// on trial. Gives what was moved, which dv_scenario_moved repeats.
dv_moved dv_settle_migration(dv_scenario *scenario);

// Trials

/// Note what there is before a reload; to be begun, or cleared when the reload is refused.
dv_result dv_trial_prepare(dv_scenario *scenario, dv_trial *trial, dv_error *error);
void dv_trial_clear(dv_scenario *scenario, dv_trial *trial);
/// The reload took place: `former` ran before. Cannot fail.
void dv_trial_begin(dv_scenario *scenario, const dv_trial *trial, dv_generation *former);
/// Note who is there once all of the reload is done: that is what the population grows from.
void dv_trial_settle(dv_scenario *scenario);
/// What somebody did is done, and there were so many agents before: those it added are no growth.
void dv_trials_count_act(dv_scenario *scenario, uint32_t before);
/// Fail when the population of any trial has grown tenfold.
void dv_trials_check_population(dv_scenario *scenario);
/// End trials that ran their time.
void dv_trials_pass_due(dv_scenario *scenario);
/// Whether an error of an agent's script, null for nobody's, ends the newest trial. Who stood
/// suspended before the reload is no worse off when it fails again.
bool dv_ends_trial(const dv_scenario *scenario, dv_agent agent);

// Memory

/// Make `world.memory`, and what the checks need.
void dv_open_world_memory(lua_State *L);
void dv_open_memory_check(lua_State *L);
/// Raise when memory of an agent, which may be gone, or of anybody holds what cannot be remembered.
void dv_check_agent_memory(lua_State *L, dv_agent agent);
void dv_check_all_memory(lua_State *L);
/// Pop a function; the name of the callback that it is, or NULL.
const char *dv_pop_callback_name(lua_State *L);
/// Raise unless the value at an index is data: with the path of the offending field.
void dv_check_data(lua_State *L, int index, const char *path);
/// Give an agent or group its memory with the defaults of its kind; nothing when it declares none.
void dv_begin_agent_memory(lua_State *L, const dv_scenario *scenario, dv_agent agent);
void dv_begin_group_memory(lua_State *L, const dv_scenario *scenario, dv_group group);
/// Have the memory of an agent that will run soon fetched, if there is such an agent.
void dv_foresee_agent_memory(lua_State *L, const dv_scenario *scenario, uint32_t agent);
/// Push the memory table.
void dv_push_agent_memory(lua_State *L, const dv_scenario *scenario, uint32_t agent);
void dv_push_group_memory(lua_State *L, const dv_scenario *scenario, uint32_t group);
/// Put the value at place 3 under the name at place 2 into the memory at the top, for __newindex.
int dv_assign_remembered(lua_State *L);
/// Push what agents and groups will remember under other code: fields that the old code did not
/// declare get their defaults. Taking it, after the swap of the program, pops it and cannot fail.
void dv_push_refreshed_memory(lua_State *L, const dv_scenario *scenario, const dv_generation *to);
void dv_take_refreshed_memory(lua_State *L, dv_scenario *scenario);
/// Give tables in memory the keys that nested defaults gained by the last swap.
dv_result dv_fill_memory(dv_scenario *scenario, dv_error *error);
/// Before a script assigns to an agent's memory, or its label.
static inline void dv_touch_packed(dv_scenario *scenario, uint32_t agent) {
    if (agent < scenario->packed.limit)
        scenario->packed.marks[agent] |= DV_PACKED_TOUCHED;
}
/// Before a script gets a table out of an agent's memory.
void dv_hand_out(lua_State *L, uint32_t agent);
/// Discard what was packed ahead, because memory changes in another way than by scripts.
void dv_forget_packed(dv_scenario *scenario);
void dv_free_packed(dv_scenario *scenario);
dv_result dv_memory_save(void *context, const dv_world *world, dv_stream *stream, dv_error *error);
dv_result dv_memory_save_code(void *context, const dv_world *world, dv_stream *stream,
                              dv_error *error);
dv_result dv_memory_load(void *context, dv_world *world, dv_reader *reader, dv_reader *code,
                         dv_error *error);
void dv_memory_loaded(void *context, bool is_taken);

// Dispatch

dv_host dv_scenario_host(dv_scenario *scenario);
/// Push a function of the generation.
void dv_push_function(dv_scenario *scenario, dv_function function);
/// Call as dv_sandbox_call does, as an activity.
dv_result dv_call(dv_scenario *scenario, int arguments, int results, dv_activity activity,
                  double seconds, dv_error *error);
/// As dv_call, of a function of the generation or a DV_CALLBACK: the time it takes is put down to
/// it.
dv_result dv_call_function(dv_scenario *scenario, uint32_t function, int arguments, int results,
                           dv_activity activity, dv_error *error);
/// Whether a function is not to be called: it was stopped for time, or nothing is.
bool dv_is_stopped(const dv_scenario *scenario, dv_function function);
/// "caribou.lua:28: ", where a function of the generation is defined.
void dv_place_of_function(dv_scenario *scenario, dv_function function, char place[128]);
void dv_place_of_callback(dv_scenario *scenario, int32_t callback, char place[128]);
/// An error that nobody gets over ends a run that nobody watches. Code on trial gives way to what
/// ran before.
void dv_end_unwatched_run(dv_scenario *scenario, const dv_error *error);
/// A script failed for an agent, which the caller suspends: name both in the banner, unless others
/// failed in the same way, and note the reason. Gives DV_SUSPEND.
int32_t dv_show_agent_error(dv_scenario *scenario, dv_agent agent, const dv_error *error);
/// A script failed for nobody in particular: as dv_show_error, and the newest trial fails.
void dv_script_failed(dv_scenario *scenario, const char *message);
/// Put an error in the banner, with the source line it names.
void dv_show_error(dv_scenario *scenario, const char *message);
void dv_clear_error(dv_scenario *scenario);

// Stops for time

/// Beside the numbers of functions: a function of a guard or behavior, by its number as a callback.
#define DV_CALLBACK 0x80000000u

/// Processor time (s) a callback, or loading, may take.
double dv_call_seconds_of(const dv_scenario_options *options);
/// Begin the budget of a tick, or of what comes until the next one.
void dv_begin_budget(dv_scenario *scenario);
/// Let planning take as many cells as it may in a tick, or between two.
void dv_begin_planning(dv_scenario *scenario);
/// Let what is loaded have the time of a callback, without a budget.
void dv_lift_budget(dv_scenario *scenario);
/// After a call of a function that failed: see whether it was stopped, and who is to blame. False
/// when it was only cut short, as others had used up the time; it has not failed then. `error` may
/// be put better.
bool dv_note_stop(dv_scenario *scenario, uint32_t function, dv_error *error);
/// Callbacks that are not called again; false when memory is short.
bool dv_stop_place(dv_generation *generation, const char *place);
/// As dv_scenario_list_stops, of code that may be in force no more.
dv_result dv_list_stops(const dv_generation *generation, bool update_suspended, dv_stops *stops,
                        dv_error *error);
bool dv_is_place_stopped(const dv_generation *generation, const char *place);

/// Open the world's class, and push the `drover` table.
void dv_open_world(lua_State *L);
void dv_push_setting(lua_State *L, const dv_world *world, uint32_t setting);
void dv_push_drover(lua_State *L);

#endif
