// Looks up a module's name: finds a file of the scenario, a module of the engine, or nothing.
#ifndef DROVER_BINDINGS_MODULE_LOOK_H
#define DROVER_BINDINGS_MODULE_LOOK_H

#include "modules/module_mods.h"
#include "modules/module_path.h"
#include "modules/modules_def.h"

/// What a name leads to: nothing, a file, a module of the library, or a file that cannot be read.
enum dv_found { FOUND_NOTHING, FOUND_FILE, FOUND_LIBRARY, FOUND_UNREADABLE };

/// A file that is ignored as long as its content has this hash; see module_kept_out.h.
struct dv_kept_out {
    char *name;
    enum dv_found found; ///< what the file was
    uint64_t hash;
    char *source; ///< the source to use instead
    size_t size;
    uint64_t source_hash;
};

struct dv_kept_out_list {
    struct dv_kept_out *items;
    uint32_t count, capacity;
};

/// Where to look for modules. Owns its strings.
typedef struct dv_finder {
    char *folder;
    char *entry_file;
    char *entry_name;
    const dv_library_module *library;
    size_t library_count;
    dv_module_reader *reader;
    dv_module_lister *lister;
    void *reader_context;
    const dv_mod_list *mods;
    struct dv_kept_out_list kept_out; ///< only for files; unused with a reader
    /// Likewise: a draft of a module, used instead of its file until that is saved. No name: there
    /// is none.
    struct dv_kept_out draft;
} dv_finder;

/// Fails with a message if there is no such scenario. Close the finder even then.
dv_result dv_open_finder(dv_finder *finder, const dv_modules_def *def, dv_error *error);
void dv_close_finder(dv_finder *finder);

/// What a name led to at one moment.
struct dv_module_look {
    char *name;
    enum dv_found found;
    uint64_t hash;
    char *path;
    char *source; ///< only there during an attempt to load
    size_t size;
    char problem[128]; ///< for FOUND_UNREADABLE
};

/// Look up `name` now. Returns false when out of memory, and then there is nothing to clear.
bool dv_look_at(const dv_finder *finder, const char *name, struct dv_module_look *look);
/// Look up what the file itself has, even if it is kept out or has a draft.
bool dv_look_at_file(const dv_finder *finder, const char *name, struct dv_module_look *look);
void dv_clear_look(struct dv_module_look *look);

/// What an attempt to load found for each name that it looked up.
struct dv_looks {
    struct dv_module_look *items;
    uint32_t count, capacity;
};

/// What `name` leads to. Looks it up only if these looks do not have it yet. Valid until the next
/// call. Returns NULL when out of memory.
struct dv_module_look *dv_look_once(const dv_finder *finder, struct dv_looks *looks,
                                    const char *name);

/// Whether any of the names leads to something else now.
bool dv_looks_changed(const dv_finder *finder, const struct dv_looks *looks);

/// Move those looks from `more` whose names `looks` does not have, without their sources, and free
/// the others. When out of memory, some are left out.
void dv_add_looks(struct dv_looks *looks, struct dv_looks *more);

/// Free the sources, or everything, in a list of looks.
void dv_free_look_sources(struct dv_looks *looks);
void dv_clear_looks(struct dv_looks *looks);

/// The file of the module with this path. Free the result with dv_free. NULL when out of memory.
char *dv_file_of_module(const dv_finder *finder, const char *path);

#endif
