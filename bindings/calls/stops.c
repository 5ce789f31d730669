// What happens when functions are stopped for time. The function at fault is not called again until
// the next good save. In an unwatched run, the run ends; on trial, the reload is taken back.
#include "calls/stops.h"

#include "calls/failures.h"
#include "calls/functions.h"
#include "calls/mods.h"
#include "reload/generation_data.h"
#include "sandbox/sandbox.h"
#include "scenario_data.h"

#include "base/alloc.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define CALL_SECONDS 0.9
#define WATCHED_BUDGET 1.0
#define UNWATCHED_BUDGET 10.0
/// The limit of a call that may take any time. It is not infinite because that would turn off
/// interrupts, too; only the engine's own calls do that.
#define ANY_SECONDS 1e12
/// After the first stop in a tick, the rest of it gets one fresh budget. After this many, no more
/// Lua runs in the tick.
#define MAX_STOPS 2

// Budgets

double dv_call_seconds_of(const dv_scenario_options *options) {
    if (isinf(options->budget))
        return ANY_SECONDS;
    double budget = options->budget > 0 ? options->budget : UNWATCHED_BUDGET;
    return options->replayed ? budget : fmin(CALL_SECONDS, budget);
}

double dv_load_seconds_of(const dv_scenario_options *options) {
    return fmax(CALL_SECONDS, dv_call_seconds_of(options));
}

static double budget_of(const dv_scenario *scenario) {
    if (scenario->options.budget > 0)
        return scenario->options.budget;
    bool is_watched = scenario->options.watched || scenario->trial_count > 0;
    return is_watched && !scenario->options.replayed ? WATCHED_BUDGET : UNWATCHED_BUDGET;
}

void dv_begin_budget(dv_scenario *scenario) {
    dv_sandbox_begin_budget(scenario->sandbox, budget_of(scenario));
    scenario->stops = 0;
    scenario->lua_is_over = false;
}

#define MAX_PLAN_CELLS UINT64_C(200000000)

void dv_begin_planning(dv_scenario *scenario) { scenario->plan_cells = MAX_PLAN_CELLS; }

void dv_lift_budget(dv_scenario *scenario) {
    dv_sandbox_begin_budget(scenario->sandbox, (double)INFINITY);
}

// Names

#define NAME 300

static bool name_state_function(const dv_scenario *scenario, uint32_t kind, dv_function function,
                                char name[NAME]) {
    const dv_program *program = scenario->generation->program;
    for (uint32_t state = 0; state < dv_program_state_count(program, kind); state++) {
        const dv_state_code *code = &scenario->generation->kinds[kind].states[state];
        const char *role = function == code->step    ? "step"
                           : function == code->enter ? "enter"
                           : function == code->leave ? "leave"
                                                     : NULL;
        if (!role)
            continue;
        const char *state_name = dv_program_state_name(program, kind, state);
        snprintf(name, NAME, "'%s' of %.80s%s%.80s%s", role, dv_program_kind_name(program, kind),
                 *state_name ? " in state '" : "", state_name, *state_name ? "'" : "");
        return true;
    }
    return false;
}

static bool name_timer(const dv_timer_list *timers, dv_function function, char name[NAME]) {
    for (uint32_t i = 0; i < timers->count; i++)
        if (timers->items[i].function == function) {
            snprintf(name, NAME, "timer '%.80s'", timers->items[i].name);
            return true;
        }
    return false;
}

static bool name_kind_function(const dv_scenario *scenario, dv_function function, char name[NAME]) {
    const dv_program *program = scenario->generation->program;
    for (uint32_t kind = 0; kind < dv_program_kind_count(program); kind++) {
        const dv_kind_code *code = &scenario->generation->kinds[kind];
        const char *role = function == code->step      ? "step"
                           : function == code->init    ? "init"
                           : function == code->migrate ? "migrate"
                           : function == code->draw    ? "draw"
                                                       : NULL;
        if (role)
            snprintf(name, NAME, "'%s' of %.80s", role, dv_program_kind_name(program, kind));
        if (name_timer(&code->timers, function, name)) {
            size_t length = strlen(name);
            snprintf(name + length, NAME - length, " of %.80s",
                     dv_program_kind_name(program, kind));
            return true;
        }
        if (role || name_state_function(scenario, kind, function, name))
            return true;
    }
    return false;
}

static bool name_declared_function(const dv_generation *generation, dv_function function,
                                   char name[NAME]) {
    const dv_program *program = generation->program;
    for (uint32_t type = 0; type < dv_program_group_type_count(program); type++)
        if (generation->elect[type] == function) {
            snprintf(name, NAME, "'elect' of %.80s", dv_program_group_type_name(program, type));
            return true;
        }
    for (uint32_t type = 0; type < dv_program_flow_type_count(program); type++)
        if (generation->field[type] == function) {
            snprintf(name, NAME, "'field' of flow '%.80s'",
                     dv_program_flow_type_name(program, type));
            return true;
        }
    for (uint32_t i = 0; i < generation->monitor_count; i++)
        if (generation->monitors[i].function == function) {
            snprintf(name, NAME, "monitor '%.80s'", generation->monitors[i].name);
            return true;
        }
    return name_timer(&generation->timers, function, name);
}

static bool name_mod_function(const dv_generation *generation, dv_function function,
                              char name[NAME]) {
    for (uint32_t i = 0; i < generation->mod_count; i++) {
        const dv_mod_code *mod = &generation->mods[i];
        const char *role = function == mod->setup       ? "setup"
                           : function == mod->update    ? "update"
                           : function == mod->draw      ? "draw"
                           : function == mod->on_reload ? "on_reload"
                                                        : NULL;
        if (role)
            snprintf(name, NAME, "'%s' of the mod '%.80s'", role, mod->name);
        if (role)
            return true;
    }
    return false;
}

static bool name_tool_function(const dv_generation *generation, dv_function function,
                               char name[NAME]) {
    for (uint32_t i = 0; i < generation->tool_count; i++) {
        const dv_tool *tool = &generation->tools[i];
        const char *role = tool->draw == function ? "draw" : NULL;
        for (int type = 0; type < DV_INPUT_COUNT; type++)
            role = tool->input[type] == function ? dv_input_names[type] : role;
        if (role)
            snprintf(name, NAME, "'%s' of tool '%.80s'", role, tool->name);
        if (role)
            return true;
    }
    return false;
}

static bool name_button_function(const dv_generation *generation, dv_function function,
                                 char name[NAME]) {
    for (uint32_t i = 0; i < generation->button_count; i++)
        if (generation->buttons[i].press == function) {
            snprintf(name, NAME, "the button '%.80s'", generation->buttons[i].name);
            return true;
        }
    return false;
}

static bool name_scenario_function(const dv_generation *generation, dv_function function,
                                   char name[NAME]) {
    const char *role = function == generation->update      ? "update"
                       : function == generation->setup     ? "setup"
                       : function == generation->setting   ? "setting"
                       : function == generation->on_reload ? "on_reload"
                       : function == generation->draw      ? "draw"
                                                           : NULL;
    for (int type = 0; type < DV_INPUT_COUNT; type++)
        role = generation->input[type] == function ? dv_input_names[type] : role;
    if (role)
        snprintf(name, NAME, "'%s'", role);
    return role;
}

/// False if others may have the same name: it is then told with its place.
static bool name_function(const dv_scenario *scenario, uint32_t function, char name[NAME]) {
    const dv_generation *generation = scenario->generation;
    snprintf(name, NAME, "%s",
             function & DV_CALLBACK ? "a function of when.lua, steer.custom or stress.custom"
                                    : "the function of a guard");
    return !(function & DV_CALLBACK) && (name_kind_function(scenario, function, name) ||
                                         name_scenario_function(generation, function, name) ||
                                         name_declared_function(generation, function, name) ||
                                         name_mod_function(generation, function, name) ||
                                         name_tool_function(generation, function, name) ||
                                         name_button_function(generation, function, name));
}

static void find_place(dv_scenario *scenario, uint32_t function, char place[128]) {
    if (function & DV_CALLBACK)
        dv_place_of_callback(scenario, (int32_t)(function & ~DV_CALLBACK), place);
    else
        dv_place_of_function(scenario, function, place);
}

// Stopped functions

bool dv_is_place_stopped(const dv_generation *generation, const char *place) {
    for (uint32_t i = 0; i < generation->stopped_place_count; i++)
        if (strcmp(generation->stopped_places[i], place) == 0)
            return true;
    return false;
}

bool dv_stop_place(dv_generation *generation, const char *place) {
    if (dv_is_place_stopped(generation, place))
        return true;
    if (!dv_reserve((void **)&generation->stopped_places, &generation->stopped_place_capacity,
                    generation->stopped_place_count + 1, sizeof *generation->stopped_places))
        return false;
    snprintf(generation->stopped_places[generation->stopped_place_count++],
             sizeof *generation->stopped_places, "%s", place);
    return true;
}

void dv_stop_function(dv_scenario *scenario, uint32_t function, const char *why) {
    char place[128], name[NAME], what[NAME + 128];
    scenario->generation->failed = true;
    find_place(scenario, function, place);
    bool is_own_name = name_function(scenario, function, name);
    snprintf(what, sizeof what, "%s%s", is_own_name ? "" : place, name);
    // A callback has no number that lasts, so it is stopped by its place. If out of memory, it is
    // called and stopped again.
    if (function & DV_CALLBACK && !dv_stop_place(scenario->generation, place))
        return;
    if (!(function & DV_CALLBACK))
        scenario->generation->stopped[function] = true;
    dv_note_off(scenario, what, why);
}

/// Say which function used most of the budget, and what follows from that.
static void explain_stop(dv_scenario *scenario, uint32_t function, double seconds,
                         dv_error *error) {
    char place[128], name[NAME];
    if (!function)
        return;
    find_place(scenario, function, place);
    name_function(scenario, function, name);
    bool is_last = scenario->stops + 1 == MAX_STOPS;
    bool is_of_mod = dv_mod_of_place(scenario->generation, place) > 0;
    const char *then = scenario->trial_count > 0    ? ""
                       : !scenario->options.watched ? "; the run ends"
                       : is_of_mod                  ? ""
                       : is_last ? "; it is not called again until the next save, and no more Lua "
                                   "runs in this tick"
                                 : "; it is not called again until the next save";
    snprintf(error->message, sizeof error->message,
             "%s%s used %.2g of the %g s that Lua may take in a tick (--budget)%s", place, name,
             seconds, budget_of(scenario), then);
}

/// Decide, when a stop is first noted, what it means for the rest of the tick and for the run.
static void take_stop(dv_scenario *scenario, dv_stop stop, dv_error *error) {
    double seconds;
    scenario->was_stopped = true;
    if (stop == DV_STOP_INTERRUPT) {
        scenario->lua_is_over = true;
        return;
    }
    if (stop == DV_STOP_BUDGET) {
        scenario->blamed = dv_sandbox_busiest(scenario->sandbox, &seconds);
        explain_stop(scenario, scenario->blamed, seconds, error);
    }
    // A mod has a budget of its own, and is suspended as a whole.
    bool is_of_mod = dv_mod_of_place(scenario->generation, error->message) > 0;
    if (!is_of_mod)
        scenario->stops++;
    if (!is_of_mod && scenario->blamed)
        dv_stop_function(scenario, scenario->blamed, error->message);
    scenario->lua_is_over = scenario->stops >= MAX_STOPS;
    dv_sandbox_begin_budget(scenario->sandbox, budget_of(scenario));
    if (scenario->trial_count > 0)
        dv_script_failed(scenario, error->message);
}

/// A line of the console was stopped. Nothing is at fault that could run again.
static void note_stop_of_console(dv_scenario *scenario, dv_stop stop) {
    scenario->noted_stops = dv_sandbox_stop_count(scenario->sandbox);
    scenario->was_stopped = true;
    if (stop == DV_STOP_INTERRUPT)
        scenario->lua_is_over = true;
    else
        dv_sandbox_begin_budget(scenario->sandbox, budget_of(scenario));
}

bool dv_note_stop(dv_scenario *scenario, uint32_t function, dv_error *error) {
    dv_stop stop = dv_sandbox_stopped(scenario->sandbox);
    uint32_t count = dv_sandbox_stop_count(scenario->sandbox);
    if (stop == DV_STOP_NONE)
        return true;
    if (scenario->console_runs) {
        note_stop_of_console(scenario, stop);
        return false;
    }
    // When nested calls fail together, the inner one is noted first, and the outer ones get its
    // error.
    bool is_new = scenario->noted_stops != count;
    if (is_new) {
        scenario->noted_stops = count;
        scenario->blamed = 0;
        take_stop(scenario, stop, error);
        scenario->stop_error = *error;
    }
    *error = scenario->stop_error;
    if (scenario->trial_failed && is_new && stop != DV_STOP_INTERRUPT)
        scenario->slow = (dv_slow_code){.is_met = true,
                                        .function = scenario->blamed ? scenario->blamed : function};
    if (stop != DV_STOP_INTERRUPT)
        dv_end_unwatched_run(scenario, error);
    if (stop != DV_STOP_INTERRUPT && dv_mod_takes_blame(scenario, error->message))
        return false;
    if (stop == DV_STOP_CALL && function)
        dv_stop_function(scenario, function, error->message);
    bool is_at_fault = stop == DV_STOP_CALL || (function && function == scenario->blamed);
    if (!is_at_fault && stop == DV_STOP_BUDGET)
        dv_tell_error(scenario, error->message);
    return is_at_fault;
}

bool dv_scenario_take_stop(dv_scenario *scenario) {
    bool was_stopped = scenario->was_stopped;
    scenario->was_stopped = false;
    return was_stopped;
}
