// Modules, what they require, and the generations that hold them.
//
// Invariant: in a generation what a module requires stands before it. Generations share nothing: a
// module belongs to one of them and goes with it, as does every value its body made.
#ifndef DROVER_BINDINGS_MODULE_GRAPH_H
#define DROVER_BINDINGS_MODULE_GRAPH_H

#include "modules/module_look.h"

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
    bool is_changed; ///< the generation before had another source of it, or none
};

/// A generation.
struct dv_module_list {
    uint32_t number; ///< 0: there is none
    struct dv_module **modules;
    uint32_t count, capacity;
};

/// A module of what was found, held by no generation yet; NULL when memory is out.
struct dv_module *dv_create_module(lua_State *L, const struct dv_module_look *look);
void dv_free_module(lua_State *L, struct dv_module *module);

/// NULL when the generation does not hold it.
struct dv_module *dv_find_module(const struct dv_module_list *generation, const char *name);

/// False when memory is out, as below.
bool dv_add_module(struct dv_module_list *generation, struct dv_module *module);

/// Note that `module` asked for what `look` found.
bool dv_add_requirement(struct dv_module *module, const struct dv_module_look *look);

/// Look at all that a generation rests on, found or missing: whether any of it is other than it
/// was loaded from.
bool dv_compare_generation(const struct dv_module_list *generation, const dv_finder *finder,
                           struct dv_looks *looks, bool *differs);

/// Let go of what the modules gave: only their sources stay.
void dv_release_values(lua_State *L, struct dv_module_list *generation);

/// Empty a generation and free its modules.
void dv_free_modules(lua_State *L, struct dv_module_list *generation);

#endif
