// The mods of a scenario: folders with mod.lua and init.lua that change it from outside.
#ifndef DROVER_BINDINGS_MODULE_MODS_H
#define DROVER_BINDINGS_MODULE_MODS_H

#include "modules/module_path.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A mod that may be enabled.
typedef struct dv_mod {
    char *name;       ///< until mod.lua was read: the name of the folder
    char *folder;     ///< NULL: the source comes from a reader
    bool is_named;    ///< `name` is what mod.lua says
    bool is_enabled;  ///< by the user, and not only by the scenario's `mods`
    bool is_external; ///< given as a folder, not as a name in the scenario's mods/
} dv_mod;

/// Mods by the order in which they became known.
typedef struct dv_mod_list {
    dv_mod *items;
    uint32_t count, capacity;
} dv_mod_list;

/// Add a mod: a folder if `given` has a slash, else a name in the `mods` folder of `scenario`.
/// `scenario` is NULL if sources come from a reader. Returns NULL when out of memory.
dv_mod *dv_add_mod(dv_mod_list *mods, const char *scenario, const char *given);
void dv_free_mods(dv_mod_list *mods);

/// The mod with this name, or NULL.
dv_mod *dv_find_mod(const dv_mod_list *mods, const char *name, size_t length);

/// Whether the `mods` folder of a scenario's folder has a mod with this name.
bool dv_offers_mod(const char *scenario, const char *name);

/// The names in a folder that fit, sorted. Free them with dv_free_names. When out of memory, or if
/// there is no such folder, some are missing.
char **dv_list_folder(const char *path, bool (*fits)(const void *context, const char *name),
                      const void *context, uint32_t *count);
/// The same of the mods in the `mods` folder of a scenario's folder.
char **dv_list_mods(const char *scenario, uint32_t *count);
void dv_free_names(char **names, uint32_t count);

#define DV_SUGGESTED_MOD (DV_LONGEST_MOD_NAME + 8)
/// Write " (winter?)", the mod there with the nearest name, or "".
void dv_suggest_mod(const char *scenario, const char *name, char text[DV_SUGGESTED_MOD]);

#endif
