#include "player/options/mods.h"

#include "base/alloc.h"
#include "base/result.h"

#include <stdio.h>
#include <string.h>

/// Add `length` bytes of a folder or name, after `before`.
static bool add(dv_options *options, const char *before, const char *given, size_t length) {
    size_t size = strlen(before) + length + 1;
    char *copy = dv_alloc(size);
    if (!copy || !dv_reserve((void **)&options->mods, &options->mod_capacity,
                             options->mod_count + 1, sizeof *options->mods)) {
        dv_free(copy);
        return false;
    }
    snprintf(copy, size, "%s%.*s", before, (int)length, given);
    options->mods[options->mod_count++] = copy;
    return true;
}

bool dv_options_add_mod(dv_options *options, const char *folder) {
    // Names without a slash are in the scenario's folder of mods.
    return add(options, strchr(folder, '/') ? "" : "./", folder, strlen(folder));
}

static bool add_all(dv_options *options) {
    uint32_t count;
    char **names = dv_scenario_list_mods(options->scenario, &count);
    bool fine = true;
    for (uint32_t i = 0; i < count; i++) {
        fine = fine && add(options, "", names[i], strlen(names[i]));
        dv_free(names[i]);
    }
    dv_free(names);
    return fine;
}

dv_result dv_options_select_mods(dv_options *options, const char *selection, dv_error *error) {
    bool fine = true;
    if (strcmp(selection, "none") == 0)
        return DV_OK;
    if (strcmp(selection, "all") == 0) {
        fine = add_all(options);
        return fine ? DV_OK : dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    }
    for (const char *name = selection; fine && *name;) {
        size_t length = strcspn(name, ",");
        if (length == 0 || (name[length] == ',' && !name[length + 1]) || memchr(name, '/', length))
            return dv_fail(error, DV_ERROR_ARGUMENT,
                           "--mods takes all, none, or names of mods with commas between them, "
                           "not '%s'; a folder is --mod",
                           selection);
        fine = add(options, "", name, length);
        name += length + (name[length] == ',');
    }
    return fine ? DV_OK : dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

void dv_options_free_mods(dv_options *options) {
    for (uint32_t i = 0; i < options->mod_count; i++)
        dv_free((void *)(uintptr_t)options->mods[i]);
    dv_free(options->mods);
    options->mods = NULL;
    options->mod_count = options->mod_capacity = 0;
}
