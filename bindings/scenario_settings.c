// The settings of a scenario: chosen when it is opened, and changed while it runs.
#include "calls/calls.h"
#include "calls/failures.h"
#include "calls/stops.h"
#include "classes/world.h"
#include "reload/generation_data.h"
#include "reload/population.h"
#include "reload/restart.h"
#include "scenario_data.h"
#include "warnings.h"

#include "base/names.h"
#include "base/result.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const dv_setting_def *find_setting(const dv_scenario *scenario, const char *name,
                                          uint32_t *setting, dv_error *error) {
    const dv_program *program = scenario->generation->program;
    int32_t found = dv_program_setting_named(program, name);
    if (found < 0) {
        const char *nearest = dv_program_nearest_setting(program, name);
        dv_fail(error, DV_ERROR_NAME, "no setting '%s'%s%s%s", name, nearest ? " (" : "",
                nearest ? nearest : "", nearest ? "?)" : "");
        return NULL;
    }
    *setting = (uint32_t)found;
    return dv_program_setting(program, *setting);
}

static dv_result parse_number(const dv_setting_def *def, const char *text, double *value,
                              dv_error *error) {
    char *end;
    errno = 0;
    *value = strtod(text, &end);
    if (end == text || *end || errno == ERANGE || !isfinite(*value))
        return dv_fail(error, DV_ERROR_ARGUMENT, "setting '%s': '%s' is not a number", def->name,
                       text);
    return DV_OK;
}

static dv_result parse_setting(const dv_setting_def *def, const char *text, double *value,
                               dv_error *error) {
    if (def->type == DV_SLIDER)
        return parse_number(def, text, value, error);
    if (def->type == DV_TOGGLE) {
        *value = strcmp(text, "true") == 0;
        if (*value != 0 || strcmp(text, "false") == 0)
            return DV_OK;
        return dv_fail(error, DV_ERROR_ARGUMENT, "setting '%s': true or false expected, got '%s'",
                       def->name, text);
    }
    for (uint32_t i = 0; i < def->option_count; i++)
        if (strcmp(def->options[i], text) == 0) {
            *value = i;
            return DV_OK;
        }
    const char *nearest = dv_nearest_name(text, def->options, def->option_count);
    return dv_fail(error, DV_ERROR_NAME, "setting '%s' has no option '%s'%s%s%s", def->name, text,
                   nearest ? " (" : "", nearest ? nearest : "", nearest ? "?)" : "");
}

dv_result dv_scenario_choose(dv_scenario *scenario, const dv_setting_choice *choice,
                             dv_error *error) {
    uint32_t setting;
    double value;
    const dv_setting_def *def = find_setting(scenario, choice->name, &setting, error);
    if (!def)
        return DV_ERROR_NAME;
    dv_result result = parse_setting(def, choice->value, &value, error);
    return result == DV_OK ? dv_world_set_setting(scenario->world, setting, value, error) : result;
}

static void warn_of_choice(const dv_scenario *scenario, const dv_setting_choice *choice,
                           const dv_error *why) {
    char message[DV_ERROR_CAPACITY];
    snprintf(message, sizeof message, "%.700s: its value %.200s is left out", why->message,
             choice->value);
    dv_warn(scenario, message);
}

dv_result dv_choose_settings(dv_scenario *scenario, dv_error *error) {
    for (uint32_t i = 0; i < scenario->options.setting_count; i++) {
        const dv_setting_choice *choice = &scenario->options.settings[i];
        dv_result result = dv_scenario_choose(scenario, choice, error);
        if (result != DV_OK && !scenario->options.skips_bad_settings)
            return result;
        if (result != DV_OK)
            warn_of_choice(scenario, choice, error);
    }
    return DV_OK;
}

typedef struct setting_call {
    uint32_t setting;
} setting_call;

static int run_setting(lua_State *L) {
    dv_scenario *scenario = dv_scenario_of(L);
    const setting_call *call = lua_touserdata(L, 1);
    const dv_program *program = dv_world_program(scenario->world);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->functions);
    lua_rawgeti(L, -1, (lua_Integer)scenario->generation->setting);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->world_object);
    lua_pushstring(L, dv_program_setting(program, call->setting)->name);
    dv_push_setting(L, scenario->world, call->setting);
    lua_call(L, 3, 0);
    return 0;
}

void dv_call_setting(dv_scenario *scenario, uint32_t setting) {
    setting_call call = {setting};
    dv_function function = scenario->generation->setting;
    dv_error error;
    if (!function || dv_is_stopped(scenario, function))
        return;
    lua_pushcfunction(scenario->state, run_setting);
    lua_pushlightuserdata(scenario->state, &call);
    if (dv_call_function(scenario, function, 1, 0, DV_SETUP, &error) != DV_OK &&
        dv_note_stop(scenario, function, &error))
        dv_script_failed(scenario, error.message);
}

dv_result dv_scenario_set(dv_scenario *scenario, const char *name, const char *value,
                          dv_error *error) {
    uint32_t setting, before = dv_world_agent_count(scenario->world);
    double number;
    const dv_setting_def *def = find_setting(scenario, name, &setting, error);
    if (!def)
        return DV_ERROR_NAME;
    dv_result result = parse_setting(def, value, &number, error);
    if (result == DV_OK)
        result = dv_world_set_setting(scenario->world, setting, number, error);
    if (result != DV_OK)
        return result;
    dv_call_setting(scenario, setting);
    dv_population_count_act(scenario, before);
    return DV_OK;
}
