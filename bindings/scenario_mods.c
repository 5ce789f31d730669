// The mods of a scenario, for people who choose among them.
#include "modules/module_mods.h"
#include "scenario.h"

#include "base/alloc.h"

#include <libgen.h>
#include <string.h>

char **dv_scenario_list_mods(const char *scenario, uint32_t *count) {
    *count = 0;
    size_t length = strlen(scenario);
    bool is_file = length > 4 && strcmp(scenario + length - 4, ".lua") == 0;
    char *path = dv_copy_string(scenario);
    char **names = path ? dv_list_mods(is_file ? dirname(path) : path, count) : NULL;
    dv_free(path);
    return names;
}
