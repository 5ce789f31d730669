// Where the modules of a scenario come from.
#ifndef DROVER_BINDINGS_MODULES_DEF_H
#define DROVER_BINDINGS_MODULES_DEF_H

#include "sandbox/sandbox.h"
#include <drover/scenario.h>

/// The largest size of a source file in bytes.
#define DV_MODULE_SOURCE_LIMIT ((size_t)16 << 20)

/// A module that comes with the engine. The scenario's own modules take precedence. The texts must
/// outlive the dv_modules.
typedef struct dv_library_module {
    const char *name;
    const char *source;
    size_t size;
} dv_library_module;

typedef struct dv_modules_def {
    dv_sandbox *sandbox;
    const char *scenario; ///< a folder with main.lua, or a .lua file
    const char *entry;    ///< file in that folder to begin with; NULL: the scenario's own entry
    const dv_library_module *library;
    size_t library_count;
    dv_module_reader *reader; ///< NULL: reads files
    dv_module_lister *lister;
    void *reader_context;
    /// Enabled mods: folders if they have a slash, else names in the scenario's mods/.
    const char *const *mods;
    uint32_t mod_count;
} dv_modules_def;

#endif
