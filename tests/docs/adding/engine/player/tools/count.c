// The command `drover count`: how many agents a scenario begins with.
#include "base/result.h"
#include "player/options/scenario_path.h"
#include "player/options/subcommand.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct own_options {
    const char *kind; ///< only these; NULL: all
} own_options;

static int complain(const dv_error *error) {
    fprintf(stderr, "drover: %s\n", error->message);
    return 1;
}

static void print_kinds(const dv_world *world, const char *only) {
    const dv_program *program = dv_world_program(world);
    for (uint32_t kind = 0; kind < dv_program_kind_count(program); kind++) {
        const char *name = dv_program_kind_name(program, kind);
        uint32_t count = 0;
        for (uint32_t i = 0; i < dv_world_agent_count(world); i++)
            count += dv_agent_kind(world, dv_world_agent_at(world, i)) == kind;
        if (!only || strcmp(only, name) == 0)
            printf("%s %" PRIu32 "\n", name, count);
    }
}

static int count(const dv_options *options) {
    const own_options *own = options->own;
    dv_scenario_options choices = dv_scenario_options_default();
    dv_error error;
    choices.seed = options->has_seed ? &options->seed : NULL;
    if (dv_check_scenario_path(options->scenario, &error) != DV_OK)
        return complain(&error);
    dv_scenario *scenario = dv_scenario_open(options->scenario, &choices, &error);
    if (!scenario)
        return complain(&error);
    print_kinds(dv_scenario_world(scenario), own->kind);
    dv_scenario_close(scenario);
    return 0;
}

static const dv_option rows[] = {
    {DV_ROW_SEED("the seed of all random numbers, instead of the scenario's")},
    {"kind", "NAME", "count only this kind", dv_take_text, DV_INTO_OWN(own_options, kind)},
};

const dv_subcommand dv_subcommand_count = {
    .name = "count",
    .takes = "SCENARIO",
    .title = "count the agents that a scenario begins with",
    .help = "Count the agents of each kind that a scenario begins with.\n",
    DV_OPTIONS(rows),
    .notes = "Exit status: 0 fine; 1 something is wrong with the scenario; 2 bad usage.\n",
    .operand = offsetof(dv_options, scenario),
    .missing = DV_NO_SCENARIO,
    .own_size = sizeof(own_options),
    .run = count,
};
