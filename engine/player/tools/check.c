// Verifies a scenario; see check.h.
#include "player/tools/check.h"

#include "player/options/scenario_path.h"
#include "player/run/command_table.h"
#include "player/run/run.h"
#include "player/tools/types.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/// How many states the script declares. The one of a kind without states has the name "".
static uint32_t count_states(const dv_program *program) {
    uint32_t count = 0;
    for (uint32_t kind = 0; kind < dv_program_kind_count(program); kind++)
        for (uint32_t state = 0; state < dv_program_state_count(program, kind); state++)
            count += *dv_program_state_name(program, kind, state) != '\0';
    return count;
}

static void print_counted(const char *before, uint32_t count, const char *what) {
    printf("%s%" PRIu32 " %s%s", before, count, what, count == 1 ? "" : "s");
}

static void print_fine(const char *path, dv_scenario *scenario) {
    const dv_program *program = dv_world_program(dv_scenario_world(scenario));
    printf("%s: fine", path);
    print_counted(" (", dv_program_kind_count(program), "kind");
    print_counted(", ", count_states(program), "state");
    print_counted(", ", dv_program_setting_count(program), "setting");
    printf(")\n");
}

typedef struct warnings {
    const char *scenario;
    bool given;
} warnings;

static void count_warning(void *context, const char *message) {
    warnings *w = context;
    w->given = true;
    dv_run_print_warning(w->scenario, message);
}

dv_scenario *dv_load_to_check(const dv_options *options,
                              void (*warn)(void *context, const char *message), void *context) {
    dv_scenario_options choices = dv_scenario_options_default();
    choices.check_only = true;
    choices.warn = warn;
    choices.warn_context = context;
    choices.budget = options->budget;
    choices.memory_cap = (size_t)options->lua_memory << 20;
    choices.mods = options->mods;
    choices.mod_count = options->mod_count;
    choices.reserved_keys = dv_reserved_keys();
    dv_error error;
    dv_result result = dv_check_scenario_path(options->scenario, &error);
    if (result != DV_OK) {
        dv_run_print_error(options->scenario, error.message, "");
        return NULL;
    }
    dv_scenario *scenario = dv_scenario_open(options->scenario, &choices, &error);
    if (!scenario)
        dv_run_print_error(options->scenario, error.message, dv_scenario_open_traceback());
    return scenario;
}

static int run_ticks(const dv_options *options) {
    dv_options headless = *options;
    headless.headless = true;
    headless.watch = false;
    headless.speed = INFINITY;
    if (headless.ticks == DV_NO_LIMIT)
        headless.ticks = 1;
    return dv_run_whole(&headless, dv_run_headless);
}

/// Whether a state's speed is a slot. Only a tick can show whether that slot is set.
static bool has_speed_slots(const dv_program *program) {
    for (uint32_t kind = 0; kind < dv_program_kind_count(program); kind++)
        for (uint32_t state = 0; state < dv_program_state_count(program, kind); state++)
            if (dv_program_speed_slot(program, kind, state))
                return true;
    return false;
}

static bool write_types(const dv_options *options, dv_scenario *scenario) {
    dv_error error;
    if (dv_write_types(scenario, &error) == DV_OK)
        return true;
    dv_run_print_error(options->scenario, error.message, "");
    return false;
}

int dv_check(const dv_options *options) {
    warnings w = {.scenario = options->scenario};
    dv_scenario *scenario = dv_load_to_check(options, count_warning, &w);
    if (!scenario)
        return 1;
    int status = w.given ? 1 : 0;
    const dv_program *program = dv_world_program(dv_scenario_world(scenario));
    if (status == 0 && (options->ticks != DV_NO_LIMIT || has_speed_slots(program)))
        status = run_ticks(options);
    if (options->types && !write_types(options, scenario))
        status = 1;
    if (status == 0)
        print_fine(options->scenario, scenario);
    dv_scenario_close(scenario);
    return status;
}
