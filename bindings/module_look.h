// What stands behind a module's name: a file of the scenario, a module of the engine, or nothing.
#ifndef DROVER_BINDINGS_MODULE_LOOK_H
#define DROVER_BINDINGS_MODULE_LOOK_H

#include "modules.h"

#define DV_LONGEST_MODULE_NAME 200

/// Where modules are looked for; strings of its own.
typedef struct dv_finder {
    char *folder;
    char *entry_file;
    char *entry_name;
    const dv_library_module *library;
    size_t library_count;
    dv_module_reader *reader;
    void *reader_context;
} dv_finder;

enum dv_found { FOUND_NOTHING, FOUND_FILE, FOUND_LIBRARY, FOUND_UNREADABLE };

/// What stands behind a name at one moment.
struct dv_look {
    char *name;
    enum dv_found found;
    uint64_t hash;
    char *path;
    char *source; ///< during an attempt
    size_t size;
    char problem[128]; ///< of FOUND_UNREADABLE
};

/// Find out what is behind `name` now. False, with nothing to clear, when memory is out.
bool dv_look_at(const dv_finder *finder, const char *name, struct dv_look *look);
void dv_clear_look(struct dv_look *look);

/// Letters, digits and _ in parts with dots between.
bool dv_is_module_name(const char *name);

/// The three texts one after another, to be freed; NULL when memory is out.
char *dv_join(const char *a, const char *b, const char *c);

#endif
