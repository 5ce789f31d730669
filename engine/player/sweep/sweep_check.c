#include "player/sweep/sweep_check.h"

#include "base/alloc.h"
#include "base/names.h"
#include "base/result.h"
#include "player/options/scenario_path.h"
#include "player/run/command_table.h"
#include "player/run/run.h"

#include <inttypes.h>
#include <string.h>

static dv_result no_memory(dv_error *error) {
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

uint32_t dv_sweep_setting_room(const dv_sweep_plan *plan) {
    return plan->options->setting_count + plan->factor_count + 1;
}

dv_scenario_options dv_sweep_scenario_options(const dv_sweep_plan *plan, uint64_t run,
                                              dv_setting_choice *settings) {
    const dv_options *options = plan->options;
    dv_scenario_options choices = dv_scenario_options_default();
    choices.budget = options->budget;
    choices.memory_cap = (size_t)options->lua_memory << 20;
    choices.most_agents = (uint32_t)options->agents;
    choices.mods = options->mods;
    choices.mod_count = options->mod_count;
    choices.reserved_keys = dv_reserved_keys();
    choices.settings = settings;
    for (uint32_t i = 0; i < options->setting_count; i++)
        settings[choices.setting_count++] = options->settings[i];
    for (uint32_t i = 0; run > 0 && i < plan->factor_count; i++)
        settings[choices.setting_count++] = (dv_setting_choice){
            plan->factors[i].name, dv_sweep_value(plan, dv_sweep_combination(plan, run), i)};
    return choices;
}

// Values

/// What a setting has now, as a user would type it. NULL when out of memory.
static char *setting_text(dv_world *world, uint32_t setting) {
    char text[DV_NUMBER_TEXT];
    const dv_setting_def *def = dv_program_setting(dv_world_program(world), setting);
    return dv_copy_string(dv_setting_text(def, dv_world_setting(world, setting), text));
}

/// "design.csv, row 3, column speed", or "--vary speed".
static dv_result refuse_value(const dv_sweep_plan *plan, const dv_factor *factor, uint32_t value,
                              const dv_error *why, dv_error *error) {
    if (!plan->is_design)
        return dv_fail(error, DV_ERROR_ARGUMENT, "--vary %.200s: %.700s", factor->name,
                       why->message);
    return dv_fail(error, DV_ERROR_ARGUMENT, "%s, row %" PRIu32 ", column %.200s: %.700s",
                   plan->options->sweep.design, value + 1, factor->name, why->message);
}

static dv_result refuse_name(const dv_sweep_plan *plan, uint32_t factor, const dv_error *why,
                             dv_error *error) {
    if (!plan->is_design)
        return dv_fail(error, DV_ERROR_ARGUMENT, "--vary: %.900s", why->message);
    return dv_fail(error, DV_ERROR_ARGUMENT, "%s, column %" PRIu32 ": %.900s",
                   plan->options->sweep.design, factor + 1, why->message);
}

static dv_result check_value(dv_sweep_plan *plan, dv_scenario *scenario, dv_factor *factor,
                             uint32_t value, dv_error *error) {
    char **item = &factor->values.items[value];
    dv_error why;
    const dv_setting_choice choice = {factor->name, *item};
    if (dv_scenario_choose(scenario, &choice, &why) != DV_OK)
        return refuse_value(plan, factor, value, &why, error);
    char *text = setting_text(dv_scenario_world(scenario), factor->setting);
    if (!text)
        return no_memory(error);
    dv_free(*item);
    *item = text;
    return DV_OK;
}

static dv_result check_factor(dv_sweep_plan *plan, dv_scenario *scenario, uint32_t i,
                              dv_error *error) {
    const dv_program *program = dv_world_program(dv_scenario_world(scenario));
    dv_factor *factor = &plan->factors[i];
    int32_t setting = dv_program_setting_named(program, factor->name);
    if (setting < 0) {
        const char *nearest = dv_program_nearest_setting(program, factor->name);
        dv_error why;
        dv_fail(&why, DV_ERROR_ARGUMENT, "unknown setting '%s'%s%s%s", factor->name,
                nearest ? " (" : "", nearest ? nearest : "", nearest ? "?)" : "");
        return refuse_name(plan, i, &why, error);
    }
    factor->setting = (uint32_t)setting;
    for (uint32_t value = 0; value < factor->values.count; value++) {
        dv_result result = check_value(plan, scenario, factor, value, error);
        if (result != DV_OK)
            return result;
    }
    return DV_OK;
}

// What the scenario has

static dv_result note_settings(dv_sweep_plan *plan, dv_scenario *scenario, dv_error *error) {
    dv_world *world = dv_scenario_world(scenario);
    const dv_program *program = dv_world_program(world);
    uint32_t count = dv_program_setting_count(program);
    plan->settings = dv_alloc((count + 1) * sizeof *plan->settings);
    plan->fixed = dv_alloc((count + 1) * sizeof *plan->fixed);
    if (!plan->settings || !plan->fixed)
        return no_memory(error);
    plan->setting_count = count;
    for (uint32_t i = 0; i < count; i++) {
        plan->settings[i] = dv_copy_string(dv_program_setting(program, i)->name);
        plan->fixed[i] = setting_text(world, i);
        if (!plan->settings[i] || !plan->fixed[i])
            return no_memory(error);
    }
    return DV_OK;
}

static dv_result note_monitors(dv_sweep_plan *plan, const dv_scenario *scenario, dv_error *error) {
    uint32_t count = dv_scenario_monitor_count(scenario);
    plan->monitors = dv_alloc((count + 1) * sizeof *plan->monitors);
    if (!plan->monitors)
        return no_memory(error);
    plan->monitor_count = count;
    for (uint32_t i = 0; i < count; i++)
        if (!(plan->monitors[i] = dv_copy_string(dv_scenario_monitor_name(scenario, i))))
            return no_memory(error);
    return DV_OK;
}

static dv_result note_modules(dv_sweep_plan *plan, const dv_scenario *scenario, dv_error *error) {
    uint32_t count = dv_scenario_module_count(scenario);
    plan->modules = dv_alloc((count + 1) * sizeof *plan->modules);
    if (!plan->modules)
        return no_memory(error);
    for (uint32_t i = 0; i < count; i++) {
        dv_scenario_module module = dv_scenario_module_at(scenario, i);
        if (module.is_library)
            continue;
        dv_sweep_module *noted = &plan->modules[plan->module_count];
        *noted = (dv_sweep_module){dv_copy_string(module.path), module.hash};
        if (!noted->path)
            return no_memory(error);
        plan->module_count++;
    }
    return DV_OK;
}

static dv_result find_until(dv_sweep_plan *plan, dv_error *error) {
    if (!plan->options->sweep.until)
        return DV_OK;
    for (uint32_t i = 0; i < plan->monitor_count; i++)
        if (strcmp(plan->monitors[i], plan->until.monitor) == 0)
            plan->until_monitor = (int32_t)i;
    if (plan->until_monitor >= 0)
        return DV_OK;
    const char *nearest = dv_nearest_name(plan->until.monitor, (const char *const *)plan->monitors,
                                          plan->monitor_count);
    return dv_fail(error, DV_ERROR_ARGUMENT, "--until: unknown monitor '%s'%s%s%s",
                   plan->until.monitor, nearest ? " (" : "", nearest ? nearest : "",
                   nearest ? "?)" : "");
}

static dv_result choose_fixed(const dv_sweep_plan *plan, dv_scenario *scenario, dv_error *error) {
    for (uint32_t i = 0; i < plan->options->setting_count; i++) {
        dv_error why;
        if (dv_scenario_choose(scenario, &plan->options->settings[i], &why) != DV_OK)
            return dv_fail(error, DV_ERROR_ARGUMENT, "--set: %.900s", why.message);
    }
    return DV_OK;
}

static dv_result check_scenario(dv_sweep_plan *plan, dv_scenario *scenario, dv_error *error) {
    plan->seed =
        plan->options->has_seed ? plan->options->seed : dv_world_seed(dv_scenario_world(scenario));
    dv_result result = choose_fixed(plan, scenario, error);
    if (result == DV_OK)
        result = note_settings(plan, scenario, error);
    if (result == DV_OK)
        result = note_monitors(plan, scenario, error);
    if (result == DV_OK)
        result = note_modules(plan, scenario, error);
    if (result == DV_OK)
        result = find_until(plan, error);
    for (uint32_t i = 0; i < plan->factor_count && result == DV_OK; i++)
        result = check_factor(plan, scenario, i, error);
    return result;
}

typedef struct checked {
    const char *path;
    dv_scenario *scenario; ///< NULL while it is loading
} checked;

/// The runs repeat the warnings of loading.
static void warn_when_loaded(void *context, const char *message) {
    const checked *c = context;
    if (c->scenario)
        dv_run_print_warning(c->path, message);
}

dv_result dv_sweep_check(dv_sweep_plan *plan, dv_error *error) {
    dv_result result = dv_check_scenario_path(plan->options->scenario, error);
    if (result != DV_OK)
        return result;
    dv_setting_choice *settings = dv_alloc(dv_sweep_setting_room(plan) * sizeof *settings);
    if (!settings)
        return no_memory(error);
    dv_scenario_options choices = dv_sweep_scenario_options(plan, 0, settings);
    choices.setting_count = 0; // checked one by one, for messages that name the option
    choices.check_only = true;
    checked c = {.path = plan->options->scenario};
    choices.warn = warn_when_loaded;
    choices.warn_context = &c;
    c.scenario = dv_scenario_open(c.path, &choices, error);
    result = c.scenario ? check_scenario(plan, c.scenario, error) : DV_ERROR_SCRIPT;
    if (result == DV_OK)
        dv_scenario_warn_of_locals(c.scenario);
    dv_scenario_close(c.scenario);
    dv_free(settings);
    return result;
}
