// Internals of dv_modules, shared by modules.c and its parts.
//
// How data flows: module_finder.c finds the scenario, module_look.c looks up names, module_graph.c
// tells whether anything changed, module_load.c runs everything into the staged generation, then
// mod_load.c the mods, and modules.c swaps that in.
#ifndef DROVER_BINDINGS_MODULES_PRIVATE_H
#define DROVER_BINDINGS_MODULES_PRIVATE_H

#include "modules/module_graph.h"
#include "modules/module_kept_out.h"
#include "modules/modules.h"

/// The modules whose bodies are running, innermost first. Each entry is in the stack frame that
/// runs the body.
struct dv_loading {
    struct dv_module *module;
    struct dv_loading *outer;
};

/// What `require` returns that is not a module: the API itself.
struct dv_provided {
    char *name;
    int value;
};

/// Why an attempt failed.
struct dv_failure {
    bool failed;
    dv_error error;
    char place[DV_ERROR_CAPACITY]; ///< such as "caribou.lua:12:"; `line` is the text of that line
    char line[256];
    uint32_t column; ///< 0: not known
};

enum dv_staging {
    STAGED_CHANGES, ///< loaded because something differs from the current generation
    STAGED_FURTHER, ///< likewise, but the current one is not kept: see dv_modules_stage_further
    STAGED_AFRESH,  ///< loaded again from the sources of the current generation
    STAGED_FORMER   ///< not loaded: it was current before
};

struct dv_modules {
    dv_sandbox *sandbox;
    dv_finder finder;
    dv_mod_list mods;
    bool is_forced; ///< load at the next attempt although no file differs: mods do

    struct dv_provided *provided;
    uint32_t provided_count, provided_capacity;

    struct dv_module_list current, staged;
    /// While something is being staged: the generation that it follows, whose data files of `setup`
    /// it keeps.
    const struct dv_module_list *followed;
    enum dv_staging staging;        // how `staged` was made
    struct dv_module_list *formers; // oldest first; has room for one more if something is staged
    uint32_t former_count, former_capacity;
    struct dv_module_list previous; // the last one let go: sources without values
    uint32_t last_number;

    struct dv_looks looks; // of the last attempt to load the files
    struct dv_loading *loading;

    struct dv_failure failure; // of the last attempt to load the files

    struct dv_module_list broken; // that failed, while mistakes are listed
};

/// The staged generation if there is one, else the current one.
const struct dv_module_list *dv_visible_modules(const dv_modules *modules);

/// A C function: loads the entry module of the dv_modules that it is given, and everything it
/// requires, into the staged generation, and returns the entry module's value.
int dv_load_entry_module(lua_State *L);

_Noreturn void dv_raise_no_memory(lua_State *L);

/// What dv_look_once finds of a module. Raises an error if there is no memory.
struct dv_module_look *dv_look_or_raise(lua_State *L, dv_modules *modules, const char *name);

/// Whether a generation has a mod.
bool dv_has_mod(const struct dv_module_list *generation, const char *name, size_t length);
/// Get the next mod whose mod.lua a reader lists. `i` begins as 0. False: there are no more.
bool dv_next_listed_mod(const dv_modules *modules, uint32_t *i, const char **name, size_t *length);
/// Whether a reader lists a mod that the current generation does not have.
bool dv_has_new_mod(const dv_modules *modules);
/// Enable the mods that people had enabled when the current generation was loaded, and no others.
void dv_take_choices(dv_modules *modules);
/// Note in a generation which mods people had enabled when the sources in `kept` were loaded.
void dv_keep_choices(struct dv_module_list *generation, const struct dv_module_list *kept);

/// Load a module into the staged generation, unless it is there already, and push its value.
void dv_obtain_module(lua_State *L, dv_modules *modules, const char *name);

/// Call the function below the topmost `arguments` values like lua_pcall, as if it were in the body
/// of a module. Returns false on failure; the message then names the line at fault.
bool dv_run_as(lua_State *L, dv_modules *modules, struct dv_module *module, int arguments,
               int results);

/// Make the data files that `setup` has read, in the generation before, part of the staged one.
/// Those whose file is gone, or which no script names any more, are left out: `setup` may no longer
/// read them. Raises an error if one can't be used.
void dv_keep_data_of_setup(lua_State *L, dv_modules *modules);

/// Load the mods of the scenario whose entry module's value is at the top, and replace it by the
/// scenario that they make of it.
void dv_load_mods(lua_State *L, dv_modules *modules);

/// Push the name of the mod that a module is part of; nil for a module of the scenario.
void dv_push_mod_of(lua_State *L, const char *module);

/// Push the value that a module returned.
void dv_push_module_value(lua_State *L, const struct dv_module *module);

/// Copy the line that a failure names while the sources still exist.
void dv_keep_failure_line(dv_modules *modules, const char *message);

/// Push "; did you mean X?" or "".
void dv_push_module_suggestion(lua_State *L, const dv_modules *modules, const char *name);

#endif
