// What stands behind a module's name: a file of the scenario, a module of the engine, or nothing.
#ifndef DROVER_BINDINGS_MODULE_LOOK_H
#define DROVER_BINDINGS_MODULE_LOOK_H

#include "modules/modules_def.h"

#define DV_LONGEST_MODULE_NAME 200

enum dv_found { FOUND_NOTHING, FOUND_FILE, FOUND_LIBRARY, FOUND_UNREADABLE };

/// A file that is passed over while it holds what it did; see module_kept_out.h.
struct dv_kept_out {
    char *name;
    enum dv_found found; ///< of the file
    uint64_t hash;
    char *source; ///< what stands in its place
    size_t size;
    uint64_t source_hash;
};

struct dv_kept_out_list {
    struct dv_kept_out *items;
    uint32_t count, capacity;
};

/// Where modules are looked for; strings of its own.
typedef struct dv_finder {
    char *folder;
    char *entry_file;
    char *entry_name;
    const dv_library_module *library;
    size_t library_count;
    dv_module_reader *reader;
    void *reader_context;
    struct dv_kept_out_list kept_out; ///< of files; a reader knows of none
} dv_finder;

/// Fails with one message when there is no such scenario. To be closed even then.
dv_result dv_open_finder(dv_finder *finder, const dv_modules_def *def, dv_error *error);
void dv_close_finder(dv_finder *finder);

/// What stands behind a name at one moment.
struct dv_module_look {
    char *name;
    enum dv_found found;
    uint64_t hash;
    char *path;
    char *source; ///< during an attempt
    size_t size;
    char problem[128]; ///< of FOUND_UNREADABLE
};

/// Find out what is behind `name` now. False, with nothing to clear, when memory is out.
bool dv_look_at(const dv_finder *finder, const char *name, struct dv_module_look *look);
void dv_clear_look(struct dv_module_look *look);

/// What an attempt to load found behind each name it asked for.
struct dv_looks {
    struct dv_module_look *items;
    uint32_t count, capacity;
};

/// What is behind `name`, looking when these looks do not have it yet; good until the next call.
/// NULL when memory is out.
struct dv_module_look *dv_look_once(const dv_finder *finder, struct dv_looks *looks,
                                    const char *name);

/// Is behind any of the names something else now?
bool dv_looks_changed(const dv_finder *finder, const struct dv_looks *looks);

void dv_free_look_sources(struct dv_looks *looks);
void dv_clear_looks(struct dv_looks *looks);

/// Letters, digits and _ in parts with dots between.
bool dv_is_module_name(const char *name);

/// The three texts one after another, to be freed; NULL when memory is out.
char *dv_join(const char *a, const char *b, const char *c);

#endif
