// The command `drover mods`: the mods of a scenario, and what those that are enabled change.
#include "player/options/subcommand.h"

#include "base/alloc.h"
#include "player/run/run.h"
#include "player/tools/check.h"

#include <stdio.h>
#include <string.h>

/// Print a mod. False if its mod.lua has a mistake.
static bool print_mod(const dv_options *options, dv_scenario *scenario, const char *name) {
    dv_mod_description d;
    dv_error error;
    if (dv_scenario_describe_mod(scenario, name, &d, &error) != DV_OK) {
        dv_run_print_error(options->scenario, error.message, "");
        return false;
    }
    printf("%-3s  %s", dv_scenario_has_mod(scenario, name) ? "on" : "off", name);
    if (*d.version)
        printf(" %s", d.version);
    if (strcmp(d.title, name) != 0)
        printf("  %s", d.title);
    printf(*d.description ? ": %s\n" : "%s\n", d.description);
    return true;
}

/// Whether a later change is of the same field.
static bool is_overridden(const dv_scenario *scenario, uint32_t change) {
    const char *mod, *other, *path = dv_scenario_mod_change(scenario, change, &mod);
    for (uint32_t i = change + 1; (other = dv_scenario_mod_change(scenario, i, &mod)); i++)
        if (strcmp(path, other) == 0)
            return true;
    return false;
}

/// Print the field of a change, and all mods that changed it, the last one first.
static void print_field(const dv_scenario *scenario, uint32_t change) {
    const char *mod, *path = dv_scenario_mod_change(scenario, change, &mod);
    printf("  %-40s  %s", path, mod);
    bool is_first = true;
    for (uint32_t i = change; i-- > 0;) {
        if (strcmp(dv_scenario_mod_change(scenario, i, &mod), path) != 0)
            continue;
        printf(is_first ? "; before it %s" : ", %s", mod);
        is_first = false;
    }
    printf("\n");
}

static void print_changes(const dv_scenario *scenario) {
    const char *mod;
    if (!dv_scenario_mod_change(scenario, 0, &mod))
        return;
    printf("\nchanged, and the mod that did it last:\n");
    for (uint32_t i = 0; dv_scenario_mod_change(scenario, i, &mod); i++)
        if (!is_overridden(scenario, i))
            print_field(scenario, i);
}

static int list_mods(const dv_options *options) {
    uint32_t count = 0;
    const char *name;
    bool fine = true, has_any = false;
    dv_scenario *scenario = dv_load_to_check(options, true, NULL, NULL);
    if (!scenario)
        return 1;
    char **offered = dv_scenario_list_mods(options->scenario, &count);
    // Those from other folders come first.
    for (uint32_t i = 0; (name = dv_scenario_known_mod(scenario, i)); i++) {
        bool is_offered = false;
        for (uint32_t k = 0; k < count; k++)
            is_offered = is_offered || strcmp(offered[k], name) == 0;
        has_any = has_any || !is_offered;
        fine = (is_offered || print_mod(options, scenario, name)) && fine;
    }
    for (uint32_t i = 0; i < count; i++) {
        fine = print_mod(options, scenario, offered[i]) && fine;
        dv_free(offered[i]);
    }
    dv_free(offered);
    if (!has_any && count == 0)
        printf("%s has no mods\n", options->scenario);
    print_changes(scenario);
    dv_scenario_close(scenario);
    return fine ? 0 : 1;
}

static const dv_option rows[] = {{DV_ROW_MOD}, {DV_ROW_MODS}};

const dv_subcommand dv_subcommand_mods = {
    .name = "mods",
    .takes = "SCENARIO",
    .title = "list a scenario's mods, and what they change",
    .help =
        "List the mods in the scenario's folder mods, and those given. For mods that are on, list "
        "the definitions that differ from those without the mod, and the mod whose change counts, "
        "the last one.\n"
        "\n"
        "A mod that assigns what was there already has changed nothing. What a mod adds or "
        "removes, such as a kind, a state, or a setting, is one line, and so is a list whose "
        "length differs, and a behavior or blend. A function has changed if a mod wraps it, "
        "defines it elsewhere, or changes a value that it uses.\n",
    DV_OPTIONS(rows),
    .notes = "Exit status: 0 fine; 1 something is wrong with the scenario or a mod; 2 bad usage.\n",
    .operand = offsetof(dv_options, scenario),
    .missing = DV_NO_SCENARIO,
    .run = list_mods,
};
