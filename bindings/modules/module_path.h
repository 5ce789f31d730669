// Names and paths of modules.
//
// A mod's modules are named after it, whatever its folder is called: mods.winter.init is init.lua
// of the mod winter, and its path is mods/winter/init.lua. So a name or path says which mod it is
// part of. A scenario has no modules of its own in mods/.
#ifndef DROVER_BINDINGS_MODULE_PATH_H
#define DROVER_BINDINGS_MODULE_PATH_H

#include <stdbool.h>
#include <stddef.h>

#define DV_LONGEST_MODULE_NAME 200
#define DV_LONGEST_MOD_NAME 63

/// Whether a module's name consists of letters, digits, and _ in parts separated by dots.
bool dv_is_module_name(const char *name);

/// Whether a mod's name consists of letters, digits, and _, and does not begin with a digit.
bool dv_is_mod_name(const char *name);

/// Whether a path may be that of a data file, such as "sprites/rider.png": it has the ending of
/// one, and no part of it is hidden or leads out of the scenario's folder.
bool dv_is_data_path(const char *path);

/// Whether a module is a data file. Only the names of data files have a slash: they are paths, with
/// ./ before those without a folder.
bool dv_is_data_name(const char *name);

/// If a module's name or path begins with mods and a separator, set `name` and `length` to the name
/// of the mod, and return what comes after it and another separator; else NULL.
const char *dv_after_mod(const char *module, const char **name, size_t *length);

/// Concatenate three texts. Free the result with dv_free. Returns NULL when out of memory.
char *dv_join(const char *a, const char *b, const char *c);

#endif
