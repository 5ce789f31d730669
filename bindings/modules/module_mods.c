#include "modules/module_mods.h"

#include "base/alloc.h"
#include "base/names.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The last part of a folder's path, if it can be the name of a mod, else "unnamed".
static char *copy_last_part(const char *folder) {
    char *path = dv_copy_string(folder);
    for (size_t length = path ? strlen(path) : 0; length > 1 && path[length - 1] == '/';)
        path[--length] = 0;
    const char *slash = path ? strrchr(path, '/') : NULL;
    const char *last = slash ? slash + 1 : path;
    char *name = path ? dv_copy_string(dv_is_mod_name(last) ? last : "unnamed") : NULL;
    dv_free(path);
    return name;
}

static void free_mod(dv_mod *mod) {
    dv_free(mod->name);
    dv_free(mod->folder);
}

dv_mod *dv_add_mod(dv_mod_list *mods, const char *scenario, const char *given) {
    bool is_folder = strchr(given, '/');
    if (!dv_reserve((void **)&mods->items, &mods->capacity, mods->count + 1, sizeof *mods->items))
        return NULL;
    dv_mod mod = {.is_named = !is_folder, .is_external = is_folder};
    mod.name = is_folder ? copy_last_part(given) : dv_copy_string(given);
    if (is_folder)
        mod.folder = dv_copy_string(given);
    else if (scenario)
        mod.folder = dv_join(scenario, "/mods/", given);
    if (!mod.name || (!mod.folder && (is_folder || scenario))) {
        free_mod(&mod);
        return NULL;
    }
    mods->items[mods->count] = mod;
    return &mods->items[mods->count++];
}

void dv_free_mods(dv_mod_list *mods) {
    for (uint32_t i = 0; i < mods->count; i++)
        free_mod(&mods->items[i]);
    dv_free(mods->items);
    memset(mods, 0, sizeof *mods);
}

dv_mod *dv_find_mod(const dv_mod_list *mods, const char *name, size_t length) {
    for (uint32_t i = 0; i < mods->count; i++)
        if (strlen(mods->items[i].name) == length && memcmp(mods->items[i].name, name, length) == 0)
            return &mods->items[i];
    return NULL;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool dv_offers_mod(const char *scenario, const char *name) {
    char file[PATH_MAX];
    int length = snprintf(file, sizeof file, "%s/mods/%s/mod.lua", scenario, name);
    return dv_is_mod_name(name) && length >= 0 && (size_t)length < sizeof file &&
           access(file, F_OK) == 0;
}

char **dv_list_folder(const char *path, bool (*fits)(const void *context, const char *name),
                      const void *context, uint32_t *count) {
    char **names = NULL;
    uint32_t capacity = 0;
    DIR *folder = opendir(path);
    *count = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        char *name = fits(context, entry->d_name) ? dv_copy_string(entry->d_name) : NULL;
        if (name && dv_reserve((void **)&names, &capacity, *count + 1, sizeof *names))
            names[(*count)++] = name;
        else
            dv_free(name);
    }
    if (folder)
        closedir(folder);
    if (*count)
        qsort(names, *count, sizeof *names, compare_names);
    return names;
}

static bool is_offered(const void *scenario, const char *name) {
    return dv_offers_mod(scenario, name);
}

char **dv_list_mods(const char *scenario, uint32_t *count) {
    char *path = dv_join(scenario, "/mods", "");
    *count = 0;
    char **names = path ? dv_list_folder(path, is_offered, scenario, count) : NULL;
    dv_free(path);
    return names;
}

void dv_free_names(char **names, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        dv_free(names[i]);
    dv_free(names);
}

void dv_suggest_mod(const char *scenario, const char *name, char text[DV_SUGGESTED_MOD]) {
    uint32_t count;
    char **names = dv_list_mods(scenario, &count);
    const char *nearest = dv_nearest_name(name, (const char *const *)names, count);
    *text = '\0';
    if (nearest)
        snprintf(text, DV_SUGGESTED_MOD, " (%s?)", nearest);
    dv_free_names(names, count);
}
