// A generation: a version of the code, with its program and its Lua functions.
//
// Invariant: every script function belongs to a generation. Agents refer to functions only by
// (kind, state), so a reload replaces all of them in one place.
#ifndef DROVER_BINDINGS_GENERATION_DATA_H
#define DROVER_BINDINGS_GENERATION_DATA_H

#include "scenario.h"

#include "base/arena.h"
#include "drover/drover.h"

#include <lua.h>

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

/// Identifies a function of a generation, to compare it with the next generation's.
typedef struct dv_function_code {
    const char *place;   ///< where it is defined: "kind deer, state grazing.step"
    uint64_t hash;       ///< of its bytecode
    uint32_t awaited_by; ///< generation whose trial waits for it to run; 0: none
    uint32_t mod;        ///< number of the mod whose function it is, from 1; 0: the scenario's
    bool is_wrapper;     ///< a mod put it around or in place of another: see dv_push_wrapped
} dv_function_code;

/// Identifies the function of a guard, custom behavior, or custom stress, which has no place in the
/// definitions.
typedef struct dv_callback_code {
    uint64_t order; ///< sequence number among all callbacks, from 1; 0: free entry
    uint64_t hash;
    uint32_t awaited_by;
    uint32_t mod; ///< as in dv_function_code
    bool ran;
} dv_callback_code;

/// Identifies a part: a script function that the engine's own Lua calls, such as a node of a tree,
/// a condition of a schema, or a step of a kind with monitors.
typedef struct dv_part_code {
    uint64_t hash;
    uint32_t awaited_by;
    bool ran;
} dv_part_code;

/// A part of a state: a node of a tree, an option, a layer, or a schema. Strings are "" where
/// nothing is known.
typedef struct dv_state_part {
    uint32_t depth;
    const char *type, *name, *place;
} dv_state_part;

typedef struct dv_state_code {
    dv_function enter, leave, step;
    const char *family;         ///< as in dv_parts, if it has parts
    const dv_state_part *parts; ///< numbered from 1 in notes
    uint32_t part_count;
} dv_state_code;

typedef struct dv_timer_code {
    const char *name;
    dv_function function;
} dv_timer_code;

/// The functions under `timers` in a definition.
typedef struct dv_timer_list {
    dv_timer_code *items;
    uint32_t count;
} dv_timer_list;

typedef struct dv_kind_code {
    dv_function step, init, migrate, draw;
    dv_timer_list timers;
    bool remembers; ///< the kind declares memory
    const char *where;
    const char *declared_at;
    bool *warned_of_speed; ///< by state: a warning was already given
    bool warned_of_inside;
    bool warned_of_lost;
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

/// A button in the panel.
typedef struct dv_button {
    const char *name, *title;
    uint32_t place; ///< how many settings are above it
    dv_function press;
} dv_button;

/// A mod, and its functions.
typedef struct dv_mod_code {
    const char *name, *version;
    dv_function setup, update, draw, on_reload;
    /// The generation before, or the world of the snapshot that was loaded, did not have it: a
    /// reload runs `setup` instead of `on_reload`.
    bool is_new;
    bool is_suspended; ///< it failed: see calls/mods.h
} dv_mod_code;

/// A field of a definition that a mod changed.
typedef struct dv_mod_change {
    const char *path; ///< "wolf.states.running.enter"
    const char *mod;
} dv_mod_change;

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
    dv_place origin;
    const char *setup; ///< source text of the function; "" if there is none
    dv_default *settings;
    uint32_t setting_count;
} dv_start;

/// A version of the code: a program and its Lua functions.
typedef struct dv_generation {
    dv_program *program;
    dv_arena memory;
    int functions; ///< registry reference of the list of functions
    /// Registry references: values of the modules' locals, and hashes of what these lead to. See
    /// module_locals.c.
    int locals, contents;
    lua_Integer local_count;
    /// Registry references of lists. At 2 k + 1: the names of kind (or group type) k, each mapped
    /// to a slot's number or to true for memory. At 2 k + 2: the defaults of its memory. At
    /// dv_monitors_place(k): the names of its monitors, if it has any.
    int names, group_names;
    const void **kind_names; ///< by kind; interned strings that `names` keeps alive
    dv_known_name known_names[DV_KNOWN_NAMES];
    dv_kind_code *kinds;
    dv_function *elect;                     ///< by group type
    dv_function *field;                     ///< by flow type
    bool warned_of_link[DV_MAX_LINK_TYPES]; ///< by type: its springs are too strong for the tick
    dv_function setup, update, setting, on_reload, draw;
    dv_function input[DV_INPUT_COUNT];
    dv_timer_list timers; ///< of the scenario and its mods
    dv_mod_code *mods;    ///< in the order in which they apply
    uint32_t mod_count;
    dv_mod_change *changes; ///< by mods, in the order in which these apply
    uint32_t change_count;
    uint32_t function_count;
    dv_function_code *code; ///< by function
    bool *ran;              ///< by function: called since this generation took effect
    int suspended_mods;     ///< registry reference: by number of the mod, for wrappers to read
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
    dv_plot *plots;
    uint32_t plot_count;
    dv_tool *tools;
    uint32_t tool_count;
    dv_button *buttons;
    uint32_t button_count;
    const char *name, *title, *theme;
    dv_first_view view;
    dv_effects effects;
    const char **quiet_events; ///< names
    uint32_t quiet_event_count;
    dv_world_def world;
    dv_place origin; ///< that a world started with it would have
    dv_start *start;
} dv_generation;

static inline int dv_monitors_place(uint32_t kind) { return -(DV_MAX_KINDS + (int)kind) - 1; }

#endif
