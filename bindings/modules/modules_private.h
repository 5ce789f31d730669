// The inside of dv_modules, for modules.c and the files it is made of.
//
// The way of the data: module_finder.c finds the scenario, module_look.c what stands behind a name,
// module_graph.c whether any of it changed, module_load.c runs it all into the staged generation,
// and modules.c swaps that in.
#ifndef DROVER_BINDINGS_MODULES_PRIVATE_H
#define DROVER_BINDINGS_MODULES_PRIVATE_H

#include "modules/module_graph.h"
#include "modules/module_kept_out.h"
#include "modules/modules.h"

/// The modules whose bodies run now, innermost first; each in the frame that runs it.
struct dv_loading {
    struct dv_module *module;
    struct dv_loading *outer;
};

/// What `require` returns without a module: the API itself.
struct dv_provided {
    char *name;
    int value;
};

/// How an attempt went wrong.
struct dv_failure {
    bool failed;
    dv_error error;
    char place[DV_ERROR_CAPACITY]; ///< "caribou.lua:12:", which `line` is the text of
    char line[256];
    uint32_t column; ///< 0: not known
};

enum dv_staging {
    STAGED_CHANGES, ///< loaded, as it differs from the current generation
    STAGED_AFRESH,  ///< loaded from the sources of the current generation
    STAGED_FORMER   ///< not loaded: it was current before
};

struct dv_modules {
    dv_sandbox *sandbox;
    dv_finder finder;

    struct dv_provided *provided;
    uint32_t provided_count, provided_capacity;

    struct dv_module_list current, staged;
    enum dv_staging staging;        // how `staged` came to be
    struct dv_module_list *formers; // kept, oldest first, with room for one more when one is staged
    uint32_t former_count, former_capacity;
    struct dv_module_list previous; // let go last: sources without values
    uint32_t last_number;

    struct dv_looks looks; // of the last attempt at the files
    struct dv_loading *loading;

    struct dv_failure failure; // of the last attempt at the files
};

/// The staged generation, else the current one.
const struct dv_module_list *dv_visible_modules(const dv_modules *modules);

/// A C function: load the entry module of the dv_modules it is given, with all that it requires,
/// into the staged generation, and return its value.
int dv_load_entry_module(lua_State *L);

void dv_push_module_value(lua_State *L, const struct dv_module *module);

/// Keep the line a failure names while the sources are still here.
void dv_keep_failure_line(dv_modules *modules, const char *message);

/// Push "; did you mean X?" or "".
void dv_push_module_suggestion(lua_State *L, const dv_modules *modules, const char *name);

#endif
