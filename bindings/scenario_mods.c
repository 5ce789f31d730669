// The mods of a scenario, for people who choose among them.
#include "calls/mods.h"
#include "modules/module_mods.h"
#include "modules/modules.h"
#include "reload/generation_data.h"
#include "scenario.h"
#include "scenario_data.h"

#include "base/alloc.h"

#include <libgen.h>
#include <string.h>

const char *dv_scenario_short_name(const dv_scenario *scenario) {
    return scenario->generation->name;
}

const char *dv_scenario_known_mod(const dv_scenario *scenario, uint32_t i) {
    const dv_mod *mod = dv_modules_mod(scenario->modules, i);
    return mod ? mod->name : NULL;
}

bool dv_scenario_has_mod(const dv_scenario *scenario, const char *name) {
    return dv_modules_has_mod(scenario->modules, name);
}

const char *dv_scenario_mod(const dv_scenario *scenario, uint32_t i, const char **version) {
    const dv_generation *generation = scenario->generation;
    if (i >= generation->mod_count)
        return NULL;
    *version = generation->mods[i].version;
    return generation->mods[i].name;
}

bool dv_scenario_mod_is_suspended(const dv_scenario *scenario, const char *name) {
    const dv_generation *generation = scenario->generation;
    return dv_is_suspended_mod(generation, dv_mod_named(generation, name, strlen(name)));
}

const char *dv_scenario_chosen_mod(const dv_scenario *scenario, uint32_t i) {
    const dv_mod *mod;
    for (uint32_t k = 0; (mod = dv_modules_mod(scenario->modules, k)); k++)
        if (mod->is_enabled && i-- == 0)
            return mod->is_external ? mod->folder : mod->name;
    return NULL;
}

char **dv_scenario_list_mods(const char *scenario, uint32_t *count) {
    *count = 0;
    size_t length = strlen(scenario);
    bool is_file = length > 4 && strcmp(scenario + length - 4, ".lua") == 0;
    char *path = dv_copy_string(scenario);
    char **names = path ? dv_list_mods(is_file ? dirname(path) : path, count) : NULL;
    dv_free(path);
    return names;
}

dv_result dv_scenario_describe_mod(dv_scenario *scenario, const char *name,
                                   dv_mod_description *description, dv_error *error) {
    return dv_modules_describe_mod(scenario->modules, name, scenario->load_seconds, description,
                                   error);
}

const char *dv_scenario_mod_change(const dv_scenario *scenario, uint32_t i, const char **mod) {
    const dv_generation *generation = scenario->generation;
    if (i >= generation->change_count)
        return NULL;
    *mod = generation->changes[i].mod;
    return generation->changes[i].path;
}
