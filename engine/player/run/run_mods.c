#include "player/run/run_mods.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

static void add_mod(const dv_run *run, dv_listed_mods *mods, const char *name) {
    for (uint32_t i = 0; i < mods->count; i++)
        if (strcmp(mods->items[i].name, name) == 0)
            return;
    char *copy = dv_copy_string(name);
    if (!copy ||
        !dv_reserve((void **)&mods->items, &mods->capacity, mods->count + 1, sizeof *mods->items)) {
        dv_free(copy);
        return;
    }
    mods->items[mods->count++] =
        (dv_listed_mod){.name = copy,
                        .is_on = dv_scenario_has_mod(run->scenario, name),
                        .is_suspended = dv_scenario_mod_is_suspended(run->scenario, name)};
}

static int compare_mods(const void *a, const void *b) {
    return strcmp(((const dv_listed_mod *)a)->name, ((const dv_listed_mod *)b)->name);
}

void dv_run_list_mods(const dv_run *run, dv_listed_mods *mods) {
    const char *name;
    uint32_t count;
    dv_listed_mods_free(mods);
    for (uint32_t i = 0; (name = dv_scenario_known_mod(run->scenario, i)); i++)
        add_mod(run, mods, name);
    char **offered = dv_scenario_list_mods(run->options->scenario, &count);
    for (uint32_t i = 0; i < count; i++) {
        add_mod(run, mods, offered[i]);
        dv_free(offered[i]);
    }
    dv_free(offered);
    if (mods->count)
        qsort(mods->items, mods->count, sizeof *mods->items, compare_mods);
}

void dv_listed_mods_free(dv_listed_mods *mods) {
    for (uint32_t i = 0; i < mods->count; i++)
        dv_free(mods->items[i].name);
    dv_free(mods->items);
    *mods = (dv_listed_mods){0};
}
