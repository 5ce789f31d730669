// Stepping a scenario, evaluating its monitors, and reading its parts.
#include "calls/calls.h"
#include "calls/engine_time.h"
#include "calls/failures.h"
#include "calls/functions.h"
#include "calls/stops.h"
#include "classes/draw.h"
#include "classes/handles.h"
#include "modules/modules.h"
#include "reload/generation_data.h"
#include "reload/population.h"
#include "reload/trial.h"
#include "sandbox/sandbox.h"
#include "scenario.h"
#include "scenario_data.h"
#include "warnings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

dv_result dv_scenario_step(dv_scenario *scenario, dv_error *error) {
    if (scenario->trial_failed)
        dv_scenario_roll_back(scenario);
    dv_trials_pass_due(scenario);
    dv_forget_strokes(scenario);
    dv_begin_budget(scenario);
    dv_begin_planning(scenario);
    dv_result result = dv_step_watched(scenario, error);
    dv_begin_budget(scenario); // for queries and actions until the next tick
    dv_begin_planning(scenario);
    if (result == DV_ERROR_STOPPED) // what it noted never happened
        return result;
    dv_warn_of_lacking_speeds(scenario);
    dv_warn_of_bodies_inside(scenario);
    dv_warn_of_strained(scenario);
    dv_warn_of_lost(scenario);
    dv_warn_of_pile(scenario);
    if (result == DV_OK && !scenario->trial_failed)
        dv_population_check(scenario);
    if (result != DV_OK || !scenario->failed)
        return result;
    if (error)
        *error = scenario->failure;
    return DV_ERROR_SCRIPT;
}

dv_world *dv_scenario_world(dv_scenario *scenario) { return scenario->world; }

const char *dv_scenario_title(const dv_scenario *scenario) { return scenario->generation->title; }

const char *dv_scenario_theme(const dv_scenario *scenario) { return scenario->generation->theme; }

dv_first_view dv_scenario_first_view(const dv_scenario *scenario) {
    return scenario->generation->view;
}

dv_effects dv_scenario_effects(const dv_scenario *scenario) {
    return scenario->generation->effects;
}

bool dv_scenario_shows_event(const dv_scenario *scenario, const char *name) {
    const dv_generation *generation = scenario->generation;
    if (!generation->effects.events)
        return false;
    for (uint32_t i = 0; i < generation->quiet_event_count; i++)
        if (strcmp(generation->quiet_events[i], name) == 0)
            return false;
    return true;
}

const char *dv_scenario_folder(const dv_scenario *scenario) {
    return dv_modules_folder(scenario->modules);
}

const char *dv_scenario_traceback(const dv_scenario *scenario) { return scenario->traceback; }

uint32_t dv_scenario_monitor_count(const dv_scenario *scenario) {
    return scenario->generation->monitor_count;
}

const char *dv_scenario_monitor_name(const dv_scenario *scenario, uint32_t monitor) {
    return scenario->generation->monitors[monitor].name;
}

uint32_t dv_scenario_plot_count(const dv_scenario *scenario) {
    return scenario->generation->plot_count;
}

const dv_plot *dv_scenario_plot(const dv_scenario *scenario, uint32_t plot) {
    return &scenario->generation->plots[plot];
}

static void fail_monitor(dv_scenario *scenario, dv_monitor *monitor, const char *message) {
    char what[128];
    monitor->failed = dv_script_failed(scenario, message);
    snprintf(what, sizeof what, "monitor '%.80s'", monitor->name);
    if (monitor->failed)
        dv_note_off(scenario, what, message);
}

/// Report that a monitor did not return a number. The value is at the top of the stack.
static void refuse_monitor(dv_scenario *scenario, dv_monitor *monitor) {
    char place[128], message[DV_ERROR_CAPACITY];
    dv_place_of_function(scenario, monitor->function, place);
    snprintf(message, sizeof message, "%smonitors.%.80s: a number expected, got %s", place,
             monitor->name, dv_type_name(scenario->state, -1));
    scenario->traceback[0] = '\0';
    fail_monitor(scenario, monitor, message);
}

double dv_scenario_monitor(dv_scenario *scenario, uint32_t monitor) {
    dv_monitor *m = &scenario->generation->monitors[monitor];
    lua_State *L = scenario->state;
    dv_error error;
    if (m->failed || dv_is_stopped(scenario, m->function))
        return (double)NAN;
    dv_push_function(scenario, m->function);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->world_object);
    if (dv_call_function(scenario, m->function, 1, 1, DV_READING, &error) != DV_OK) {
        if (dv_note_stop(scenario, m->function, &error))
            fail_monitor(scenario, m, error.message);
        return (double)NAN;
    }
    bool is_number = lua_type(L, -1) == LUA_TNUMBER;
    double value = is_number ? lua_tonumber(L, -1) : (double)NAN;
    if (!is_number)
        refuse_monitor(scenario, m);
    lua_pop(L, 1);
    return value;
}

bool dv_scenario_has_failed(const dv_scenario *scenario) { return scenario->generation->failed; }

const char *dv_scenario_banner(const dv_scenario *scenario) {
    return *scenario->banner ? scenario->banner : NULL;
}

const char *dv_scenario_banner_line(const dv_scenario *scenario) { return scenario->banner_line; }

const char *dv_scenario_further(const dv_scenario *scenario) { return scenario->further; }

uint32_t dv_scenario_further_count(const dv_scenario *scenario) { return scenario->further_count; }

uint32_t dv_scenario_generation(const dv_scenario *scenario) {
    return dv_modules_generation(scenario->modules);
}

uint32_t dv_scenario_module_count(const dv_scenario *scenario) {
    return dv_modules_count(scenario->modules);
}

const char *dv_scenario_module_path(const dv_scenario *scenario, uint32_t module) {
    return dv_modules_path(scenario->modules, module);
}

bool dv_scenario_looked_for_data(const dv_scenario *scenario, const char *name) {
    return dv_modules_looked_for_data(scenario->modules, name);
}

char *dv_scenario_module_file(const dv_scenario *scenario, uint32_t module) {
    return dv_modules_file(scenario->modules, module);
}

dv_scenario_module dv_scenario_module_at(const dv_scenario *scenario, uint32_t module) {
    const dv_modules *modules = scenario->modules;
    dv_scenario_module m = {.path = dv_modules_path(modules, module),
                            .hash = dv_modules_hash(modules, module),
                            .is_library = dv_modules_is_library(modules, module),
                            .is_fresh = dv_modules_is_changed(modules, module)};
    m.source = dv_modules_source(modules, module, &m.size);
    return m;
}

// Measuring

size_t dv_scenario_lua_bytes(const dv_scenario *scenario) {
    return dv_sandbox_memory(scenario->sandbox);
}

void dv_scenario_collect(dv_scenario *scenario, bool stay_off) {
    lua_gc(scenario->state, LUA_GCCOLLECT);
    lua_gc(scenario->state, stay_off ? LUA_GCSTOP : LUA_GCRESTART);
}
