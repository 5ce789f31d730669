// An open scenario: its Lua state, its world, and everything that the bindings keep for it.
#ifndef DROVER_BINDINGS_SCENARIO_DATA_H
#define DROVER_BINDINGS_SCENARIO_DATA_H

#include "calls/reasons.h"
#include "memory/memory_packed.h"
#include "modules/modules.h"
#include "part_notes.h"
#include "reload/generation_data.h"
#include "sandbox/sandbox.h"
#include "scenario.h"

#include "drover/drover.h"

#include <lua.h>

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

#define DV_FURTHER_TEXT 8192

/// A reload on trial, with everything needed to take it back.
typedef struct dv_trial {
    uint64_t tick;             ///< the tick of the reload
    uint64_t changed;          ///< the tick of the last change: later if a draft went on
    uint32_t number;           ///< number of the generation on trial
    dv_generation *generation; ///< the generation that ran before
    dv_snapshot world;
    dv_query_state *query_state;
    dv_agent *suspended; ///< agents that were suspended before the reload, sorted by id
    uint32_t suspended_count;
    bool update_suspended, drew_too_much;
    int keys; ///< registry reference: a copy of the keys that were down
    /// Number of agents when the trial began, plus those that people have added since.
    uint32_t population;
    double engine_seconds; ///< that the tick before the reload took the engine
    dv_reasons reasons;
} dv_trial;

/// What a trial failed for if it took too much time. See reload/slow_code.h.
typedef struct dv_slow_code {
    bool is_met;       ///< the newest trial has failed for its time
    uint32_t function; ///< the one at fault, in the code that runs now; 0: the engine's work
    bool is_known, is_callback;
    uint64_t number; ///< of what it does
    char place[256]; ///< of the function in the definitions; empty: another function, or all code
} dv_slow_code;

#define DV_NOBODY (~0ull)

struct dv_scenario {
    dv_scenario_options options;
    dv_sandbox *sandbox;
    dv_modules *modules;
    lua_State *state;
    dv_world *world;
    dv_place origin; ///< of the world, known before it is made
    /// Around the geometries that the modules have read while they loaded.
    dv_place map_low, map_high;
    bool has_map;
    const dv_world *restored; ///< world whose memory is being read from a snapshot, or NULL
    dv_generation *generation;
    dv_start *start; ///< the declarations that the run was started with
    dv_activity activity;
    uint64_t acting;            ///< handle of the living agent whose step is running, or DV_NOBODY
    int memory;                 ///< registry reference: memory of agents, by index + 1
    int group_memory;           ///< registry reference: memory of groups, by index + 1
    int world_memory;           ///< registry reference
    int world_memory_object;    ///< registry reference: the object through which scripts use it
    dv_kept_bytes written_data; ///< buffer for data that goes into the world as bytes
    dv_packed packed;           ///< memory of agents, packed before a snapshot needs it
    int fills;                  ///< registry reference: see memory_fill.c
    dv_migrant *aside; ///< put-aside states that the last migration lost, sorted by agent id
    uint32_t interrupted_count, interrupted_capacity;
    int read_memory; ///< registry reference: contents of the snapshot that is being loaded
    int assigned;    ///< registry reference: where each table was assigned, as text; weak keys
    int warned;      ///< registry reference: the texts of warnings already given
    bool warned_of_pile;
    uint32_t told_of_code; ///< number of the generation whose sources were searched for locals
    int labels;            ///< registry reference: labels of agents, by index + 1
    int turning;   ///< registry reference: values for agents that turn into a kind, by index + 1
    int callbacks; ///< registry reference: functions of guards, steering, and stress, by number
    dv_callback_code *callback_code; ///< by the same number
    dv_part_code *loading_parts;     ///< parts defined by the modules that are loading
    uint64_t loaded_parts;           ///< number of parts defined before this load
    int parts; ///< registry reference: sequence number of each part, by function; weak keys
    uint32_t loading_part_count, loading_part_capacity;
    uint32_t callback_capacity;
    uint64_t callback_count;   ///< number of callbacks made so far
    uint64_t loaded_callbacks; ///< number of callbacks made before this load
    int images; ///< registry reference: images that scripts have, by the hash of the file; weak
    int guards; ///< registry reference: guards that are being loaded, by number; weak
    int unused_guards;         ///< registry reference: by number, where each unused guard was built
    lua_Integer guard_count;   ///< number of guards built so far
    lua_Integer loaded_guards; ///< number of guards built before this load
    const void *behavior_class;            ///< metatable of behaviors and blends
    const void *known[DV_KNOWN_BEHAVIORS]; ///< cache of userdata of that class, by address
    int definitions;  ///< registry reference: the checks of scripts/definitions.lua
    int world_object; ///< registry reference
    int keys;         ///< registry reference: names of the keys that are down
    int draw_object;  ///< registry reference
    dv_script_sketch of_tick, of_callbacks;
    uint32_t first_label; ///< index in `of_callbacks` of the labels, which are the last strokes
    uint64_t drawn_tick;  ///< the world's tick when `of_tick` was drawn
    bool draws;           ///< the callbacks for drawing are running
    bool drew_too_much;   ///< the error about too many points was already shown
    uint64_t load_draws, load_built; ///< random numbers drawn, and constructors called, by a load
    bool update_suspended;
    bool tells_mods;  ///< a snapshot from outside is being loaded: compare its mods with ours
    dv_trial *trials; ///< oldest first; the modules keep as many former generations
    uint32_t trial_count, trial_capacity;
    uint64_t trials_passed;
    dv_trial_end trial_ends[DV_MAX_TRIALS]; ///< not yet taken by the caller, oldest first
    uint32_t trial_end_count;
    dv_moved moved; ///< result of the last migration
    /// The generation that the draft brought last, whose trial waits for the end of the draft; 0:
    /// there is no draft.
    uint32_t draft_generation;
    bool trial_failed;   ///< the newest trial failed: nothing runs until it is rolled back
    uint64_t plan_cells; ///< cells that planning may still use, in this tick or before the next
    /// Periods of processor time that the engine has worked in this tick, and those of them after
    /// an interrupt. See calls/engine_time.c.
    volatile uint32_t engine_periods, interrupted_periods;
    uint32_t answered_period; ///< when the last question was answered
    uint32_t program_asked;   ///< when the program was asked last
    dv_slow_code slow;        ///< what the newest trial failed for
    bool trial_is_slow;       ///< the last question ended the trial
    double call_seconds;      ///< processor time that a callback may take
    double load_seconds;      ///< processor time that loading all modules may take
    uint32_t stops;           ///< stops for time since the budget began
    bool lua_is_over;         ///< no function is called until the budget is renewed
    bool lua_is_held;         ///< see dv_scenario_hold_lua
    bool is_setting_up;       ///< the `setup` of the scenario, or of a mod, runs
    bool was_stopped;         ///< see dv_scenario_take_stop
    uint32_t noted_stops,
        blamed; ///< noted_stops: handled so far; blamed: function at fault for the last
    dv_error stop_error;
    bool failed; ///< the run cannot continue, for the reason in `failure`
    dv_error failure;
    char banner[DV_ERROR_CAPACITY];
    char banner_line[256];
    char traceback[4096];
    char further[DV_FURTHER_TEXT]; ///< see dv_scenario_further
    uint32_t further_count;
    bool console_runs;       ///< a line of the console runs
    bool console_failed;     ///< the last line failed
    char console_text[4096]; ///< what it returned, or why it failed
    dv_reasons reasons;      ///< why agents failed since the last good reload
    dv_part_notes notes;     ///< what parts of states did
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

/// Load one file of a scenario's folder, such as "tests/herd.lua", and what it requires, in its own
/// Lua state without a world. Leaves what the file returns at the top of that state's stack. Close
/// the result like any other scenario. On failure, returns NULL and sets `error` and
/// dv_scenario_open_traceback.
dv_scenario *dv_scenario_open_module(const char *folder, const char *file,
                                     const dv_scenario_options *options, dv_error *error);

#endif
