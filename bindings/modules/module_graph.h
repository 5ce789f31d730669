// Modules, what they require, and the generations that hold them.
//
// Invariant: in a generation, a module comes after the modules that it requires. Generations share
// nothing: a module, and every value that its body made, belongs to one generation and is freed
// with it.
#ifndef DROVER_BINDINGS_MODULE_GRAPH_H
#define DROVER_BINDINGS_MODULE_GRAPH_H

#include "modules/module_look.h"

/// What a module asked for, and what was found then.
struct dv_requirement {
    char *name;
    enum dv_found found;
    uint64_t hash;
};

struct dv_module {
    char *name;
    char *path;
    char *source;
    size_t size;
    uint64_t hash;
    enum dv_found found;
    int value, declarations; ///< references in the registry
    struct dv_requirement *requirements;
    uint32_t requirement_count, requirement_capacity;
    bool is_changed; ///< the generation before had a different source, or none
    bool is_chosen;  ///< of a mod.lua: people have enabled the mod, not only the scenario
    /// Of a data file that `setup` has used: what it was then.
    bool is_in_setup;
    uint64_t hash_in_setup;
    /// Of a data file that only `setup` has read: by which line. NULL: the line may have moved
    /// since.
    bool is_of_setup;
    char *read_at;
};

/// A generation.
struct dv_module_list {
    uint32_t number; ///< 0: no generation
    struct dv_module **modules;
    uint32_t count, capacity;
};

/// Create a module from what was found. No generation holds it yet. Returns NULL when out of
/// memory.
struct dv_module *dv_create_module(lua_State *L, const struct dv_module_look *look);
void dv_free_module(lua_State *L, struct dv_module *module);

/// Returns NULL if the generation does not hold the module.
struct dv_module *dv_find_module(const struct dv_module_list *generation, const char *name);

/// Append a module to a generation. Like the functions below, returns false when out of memory.
bool dv_add_module(struct dv_module_list *generation, struct dv_module *module);
/// Insert a module before the last one, which is the entry.
bool dv_add_before_entry(struct dv_module_list *generation, struct dv_module *module);

/// Note that `module` required what `look` found.
bool dv_add_requirement(struct dv_module *module, const struct dv_module_look *look);

/// Look up everything that a generation depends on, found or missing, and set `differs` if any of
/// it differs from what was loaded.
bool dv_compare_generation(const struct dv_module_list *generation, const dv_finder *finder,
                           struct dv_looks *looks, bool *differs);

/// Release the values of the modules. Only their sources stay.
void dv_release_values(lua_State *L, struct dv_module_list *generation);

/// Empty a generation and free its modules.
void dv_free_modules(lua_State *L, struct dv_module_list *generation);

#endif
