// Verifies a scenario; see check.h.
#include "player/tools/check.h"

#include "player/options/scenario_path.h"
#include "player/options/subcommand.h"
#include "player/run/command_table.h"
#include "player/run/run.h"
#include "player/tools/types.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

typedef struct own_options {
    bool types; ///< write editor types for the scenario's kinds
} own_options;

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

dv_scenario *dv_load_to_check(const dv_options *options, bool lists_changes,
                              void (*warn)(void *context, const char *message), void *context) {
    dv_scenario_options choices = dv_scenario_options_default();
    choices.check_only = true;
    choices.lists_changes = lists_changes;
    choices.warn = warn;
    choices.warn_context = context;
    choices.budget = options->budget;
    choices.memory_cap = (size_t)options->lua_memory << 20;
    choices.most_agents = (uint32_t)options->agents;
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
        dv_run_print_load_error(options->scenario, error.message);
    return scenario;
}

static int run_ticks(const dv_options *options) {
    dv_options headless = *options;
    headless.headless = true;
    headless.is_strict = true;
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

static int check(const dv_options *options) {
    const own_options *own = options->own;
    warnings w = {.scenario = options->scenario};
    dv_scenario *scenario = dv_load_to_check(options, false, count_warning, &w);
    if (!scenario)
        return 1;
    dv_scenario_warn_of_locals(scenario);
    int status = w.given ? 1 : 0;
    const dv_program *program = dv_world_program(dv_scenario_world(scenario));
    if (status == 0 && (options->ticks != DV_NO_LIMIT || has_speed_slots(program)))
        status = run_ticks(options);
    if (own->types && !write_types(options, scenario))
        status = 1;
    if (status == 0)
        print_fine(options->scenario, scenario);
    dv_scenario_close(scenario);
    return status;
}

static const dv_option rows[] = {
    {DV_ROW_MOD},
    {DV_ROW_MODS},
    {DV_ROW_TICKS("also set it up, run N ticks, and draw after each")},
    {"types", NULL,
     "also write .drover/types/drover.lua next to it, with its kinds, groups, and settings, for "
     "editors with lua-language-server",
     dv_take_flag, DV_INTO_OWN(own_options, types)},
    {DV_ROW_BUDGET(DV_HELP_OF_BUDGET)},
    {DV_ROW_LUA_MEMORY(DV_HELP_OF_LUA_MEMORY)},
    {DV_ROW_AGENTS(DV_HELP_OF_AGENTS)},
};

const dv_subcommand dv_subcommand_check = {
    .name = "check",
    .takes = "SCENARIO",
    .title = "load a scenario and verify it",
    .help = "Load a scenario and verify every state, transition, slot, and parameter. In "
            "functions, verify globals and the names used on agents, groups, and the world, and "
            "find changes where scripts may only read. All mistakes are listed, up to 20, without "
            "those that only follow from others. Warnings count as errors. If a number slot is the "
            "speed of a state, run a tick to check that the slot is set.\n",
    DV_OPTIONS(rows),
    .notes = "Exit status: 0 fine; 1 something is wrong with the scenario; 2 bad usage.\n",
    .operand = offsetof(dv_options, scenario),
    .missing = DV_NO_SCENARIO,
    .own_size = sizeof(own_options),
    .run = check,
};
