// A scenario's modules as a whole: attempts to load or reload them, the swap, and access to them.
//
// An attempt to load first looks up everything that the current generation depends on
// (module_look.c, module_graph.c). If any of it changed, the bodies of all modules run, from the
// entry module down (module_load.c). An earlier version ran only the changed modules and those that
// require them. Old and new code then shared the tables of all other modules, and one saw what the
// other wrote there. What an attempt looked up (name, kind, content hash) is kept whether it
// succeeded or not, in order to detect the next change. An attempt with kept sources works the same
// way, with a generation in place of the files.
#include "modules/modules_private.h"

#include "base/alloc.h"
#include "base/result.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct dv_module_list before_current(const dv_modules *modules);

// Attempts

bool dv_modules_changed(const dv_modules *modules) {
    if (modules->is_forced || dv_has_new_mod(modules))
        return true;
    if (modules->failure.failed && modules->looks.count == 0)
        return true; // failed when out of memory: worth another attempt
    return dv_looks_changed(&modules->finder, &modules->looks);
}

bool dv_modules_keep_out_undone(dv_modules *modules) {
    struct dv_module_list undone = before_current(modules);
    return dv_keep_out_undone(&modules->finder, &undone, &modules->current);
}

void dv_modules_prune_kept_out(dv_modules *modules) {
    dv_prune_kept_out(&modules->finder, &modules->current);
}

void dv_modules_let_in(dv_modules *modules) { dv_clear_kept_out(&modules->finder); }

void dv_modules_try_again(dv_modules *modules) {
    modules->failure.failed = true;
    dv_clear_looks(&modules->looks);
}

static dv_result fail_attempt(dv_modules *modules, dv_result result) {
    struct dv_failure *failure = &modules->failure;
    dv_free_modules(dv_sandbox_state(modules->sandbox), &modules->staged);
    if (modules->current.number)
        dv_take_choices(modules);
    failure->failed = true;
    size_t place = strlen(failure->place);
    if (place == 0 || strncmp(failure->error.message, failure->place, place) != 0)
        failure->line[0] = failure->column = 0;
    if (result == DV_ERROR_MEMORY)
        dv_modules_try_again(modules);
    return result;
}

static dv_result run_entry(dv_modules *modules, double seconds) {
    bool is_same = modules->staging == STAGED_AFRESH;
    uint64_t refused = dv_refused_allocations();
    modules->staged.number = is_same ? modules->current.number : modules->last_number + 1;
    lua_State *L = dv_sandbox_state(modules->sandbox);
    lua_pushcfunction(L, dv_load_entry_module);
    lua_pushlightuserdata(L, modules);
    dv_result result = dv_sandbox_call(modules->sandbox, 1, 1, seconds, &modules->failure.error);
    if (result == DV_OK)
        return DV_OK;
    return fail_attempt(modules, dv_refused_allocations() > refused ? DV_ERROR_MEMORY : result);
}

/// Load and stage everything, or stage nothing if nothing differs.
static dv_result attempt_stage(dv_modules *modules, const struct dv_module_list *followed,
                               double seconds) {
    bool differs;
    modules->followed = followed;
    dv_clear_looks(&modules->looks);
    modules->failure = (struct dv_failure){0};
    if (!dv_reserve((void **)&modules->formers, &modules->former_capacity,
                    modules->former_count + 1, sizeof *modules->formers) ||
        !dv_compare_generation(&modules->current, &modules->finder, &modules->looks, &differs) ||
        !lua_checkstack(dv_sandbox_state(modules->sandbox), LUA_MINSTACK)) {
        dv_fail(&modules->failure.error, DV_ERROR_MEMORY, "out of memory");
        return fail_attempt(modules, DV_ERROR_MEMORY);
    }
    bool is_due = differs || modules->current.number == 0 || modules->staging == STAGED_AFRESH ||
                  modules->is_forced || dv_has_new_mod(modules);
    modules->is_forced = false;
    dv_result result = is_due ? run_entry(modules, seconds) : DV_OK;
    dv_free_look_sources(&modules->looks);
    return result;
}

static dv_result refuse_second_stage(dv_error *error) {
    return dv_fail(error, DV_ERROR_ARGUMENT,
                   "a staged generation is neither committed nor discarded");
}

static dv_result stage_files(dv_modules *modules, enum dv_staging staging, double seconds,
                             dv_error *error) {
    if (modules->staged.number)
        return refuse_second_stage(error);
    modules->staging = staging;
    dv_result result = DV_ERROR_SCRIPT;
    if (!modules->failure.failed || dv_modules_changed(modules))
        result = attempt_stage(modules, &modules->current, seconds);
    if (result != DV_OK)
        dv_fail(error, result, "%s", modules->failure.error.message);
    return result;
}

dv_result dv_modules_stage(dv_modules *modules, double seconds, dv_error *error) {
    return stage_files(modules, STAGED_CHANGES, seconds, error);
}

dv_result dv_modules_stage_further(dv_modules *modules, double seconds, dv_error *error) {
    return stage_files(modules, STAGED_FURTHER, seconds, error);
}

/// A dv_module_reader for the sources of a generation. The engine's modules are found in the
/// library as usual, so they are left out.
static bool read_kept(void *context, const char *path, const char **source, size_t *size) {
    const struct dv_module_list *kept = context;
    for (uint32_t i = 0; i < kept->count; i++) {
        const struct dv_module *module = kept->modules[i];
        if (module->found != FOUND_FILE || strcmp(module->path, path) != 0)
            continue;
        *source = module->source;
        *size = module->size;
        return true;
    }
    return false;
}

/// A dv_module_lister for the modules of a generation.
static const char *list_kept(void *context, uint32_t i) {
    const struct dv_module_list *kept = context;
    return i < kept->count ? kept->modules[i]->path : NULL;
}

/// Stage the sources of a generation. Leaves `looks` and `failure`, which are about the files,
/// unchanged.
static dv_result stage_kept(dv_modules *modules, struct dv_module_list *kept,
                            enum dv_staging staging, double seconds, dv_error *error) {
    if (modules->staged.number)
        return refuse_second_stage(error);
    dv_finder files = modules->finder;
    struct dv_looks looks = modules->looks;
    struct dv_failure failure = modules->failure;
    modules->finder.reader = read_kept;
    modules->finder.lister = list_kept;
    modules->finder.reader_context = kept;
    modules->looks = (struct dv_looks){0};
    modules->staging = staging;
    dv_result result = attempt_stage(modules, kept, seconds);
    if (result == DV_OK)
        dv_keep_choices(&modules->staged, kept);
    else
        dv_fail(error, result, "%s", modules->failure.error.message);
    dv_clear_looks(&modules->looks);
    dv_free(modules->looks.items);
    modules->finder = files;
    modules->looks = looks;
    modules->failure = failure;
    return result;
}

dv_result dv_modules_begin_list(dv_modules *modules, double seconds, dv_mistake_listener *listener,
                                dv_error *error) {
    if (modules->staged.number)
        return refuse_second_stage(error);
    struct dv_failure failure = modules->failure;
    struct dv_looks looks = modules->looks;
    modules->looks = (struct dv_looks){0};
    modules->followed = &modules->current;
    modules->staging = STAGED_CHANGES;
    modules->is_forced = false;
    dv_sandbox_list_mistakes(modules->sandbox, listener);
    dv_result result = run_entry(modules, seconds);
    if (result != DV_OK)
        dv_fail(error, result, "%s", modules->failure.error.message);
    // A file that only this attempt got to is worth another one once it is saved.
    dv_add_looks(&looks, &modules->looks);
    modules->looks = looks;
    modules->failure = failure;
    return result;
}

void dv_modules_end_list(dv_modules *modules) {
    dv_sandbox_list_mistakes(modules->sandbox, NULL);
    dv_free_modules(dv_sandbox_state(modules->sandbox), &modules->broken);
    dv_modules_discard(modules);
}

static struct dv_module_list before_current(const dv_modules *modules) {
    return modules->former_count ? modules->formers[modules->former_count - 1] : modules->previous;
}

bool dv_modules_can_undo(const dv_modules *modules) { return before_current(modules).number != 0; }

dv_result dv_modules_stage_undo(dv_modules *modules, double seconds, dv_error *error) {
    // A copy, because an attempt may reallocate `formers`.
    struct dv_module_list before = before_current(modules);
    if (before.number == 0)
        return dv_fail(error, DV_ERROR_ARGUMENT, "there is no reload to undo");
    return stage_kept(modules, &before, STAGED_CHANGES, seconds, error);
}

dv_result dv_modules_stage_all(dv_modules *modules, double seconds, dv_error *error) {
    return stage_kept(modules, &modules->current, STAGED_AFRESH, seconds, error);
}

void dv_modules_stage_former(dv_modules *modules) {
    modules->staging = STAGED_FORMER;
    modules->staged = modules->formers[--modules->former_count];
}

void dv_modules_commit(dv_modules *modules) {
    if (!modules->staged.number)
        return;
    if (modules->staging != STAGED_CHANGES)
        dv_free_modules(dv_sandbox_state(modules->sandbox), &modules->current);
    else if (modules->current.number)
        modules->formers[modules->former_count++] = modules->current;
    modules->current = modules->staged;
    // Numbers are never reused.
    if (modules->staging == STAGED_CHANGES || modules->staging == STAGED_FURTHER)
        modules->last_number = modules->current.number;
    memset(&modules->staged, 0, sizeof modules->staged);
    dv_take_choices(modules);
}

void dv_modules_discard(dv_modules *modules) {
    if (modules->staged.number && modules->staging == STAGED_FORMER) {
        modules->formers[modules->former_count++] = modules->staged;
        memset(&modules->staged, 0, sizeof modules->staged);
    }
    dv_free_modules(dv_sandbox_state(modules->sandbox), &modules->staged);
    dv_take_choices(modules);
}

void dv_modules_let_go(dv_modules *modules) {
    lua_State *L = dv_sandbox_state(modules->sandbox);
    if (modules->former_count == 0)
        return;
    dv_free_modules(L, &modules->previous);
    modules->previous = modules->formers[0];
    modules->former_count--;
    memmove(modules->formers, modules->formers + 1,
            modules->former_count * sizeof *modules->formers);
    dv_release_values(L, &modules->previous);
}

dv_result dv_modules_load(dv_modules *modules, double seconds, dv_error *error) {
    dv_result result = dv_modules_stage(modules, seconds, error);
    if (result == DV_OK)
        dv_modules_commit(modules);
    return result;
}

uint32_t dv_modules_generation(const dv_modules *modules) {
    return dv_visible_modules(modules)->number;
}

bool dv_modules_is_staged(const dv_modules *modules) { return modules->staged.number != 0; }

const char *dv_modules_failure(const dv_modules *modules) { return modules->failure.error.message; }

const char *dv_modules_failure_line(const dv_modules *modules) { return modules->failure.line; }

uint32_t dv_modules_failure_column(const dv_modules *modules) { return modules->failure.column; }

// Reading

const struct dv_module_list *dv_visible_modules(const dv_modules *modules) {
    return modules->staged.number ? &modules->staged : &modules->current;
}

const char *dv_modules_folder(const dv_modules *modules) { return modules->finder.folder; }

const char *dv_modules_scenario_name(const dv_modules *modules, char path[PATH_MAX]) {
    if (strcmp(modules->finder.entry_name, "main") != 0)
        return modules->finder.entry_name;
    const char *slash = realpath(modules->finder.folder, path) ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : modules->finder.folder;
}

char *dv_modules_file(const dv_modules *modules, uint32_t i) {
    return dv_file_of_module(&modules->finder, dv_modules_path(modules, i));
}

uint32_t dv_modules_count(const dv_modules *modules) { return dv_visible_modules(modules)->count; }

const char *dv_modules_name(const dv_modules *modules, uint32_t i) {
    return dv_visible_modules(modules)->modules[i]->name;
}

const char *dv_modules_path(const dv_modules *modules, uint32_t i) {
    return dv_visible_modules(modules)->modules[i]->path;
}

const char *dv_modules_source(const dv_modules *modules, uint32_t i, size_t *size) {
    const struct dv_module *module = dv_visible_modules(modules)->modules[i];
    if (size)
        *size = module->size;
    return module->source;
}

uint64_t dv_modules_hash(const dv_modules *modules, uint32_t i) {
    return dv_visible_modules(modules)->modules[i]->hash;
}

bool dv_modules_is_changed(const dv_modules *modules, uint32_t i) {
    return dv_visible_modules(modules)->modules[i]->is_changed;
}

bool dv_modules_is_library(const dv_modules *modules, uint32_t i) {
    return dv_visible_modules(modules)->modules[i]->found == FOUND_LIBRARY;
}

bool dv_modules_read_current(void *context, const char *path, const char **source, size_t *size) {
    dv_modules *modules = context;
    return read_kept(&modules->current, path, source, size);
}

bool dv_modules_read_before(void *context, const char *path, const char **source, size_t *size) {
    struct dv_module_list before = before_current(context);
    return read_kept(&before, path, source, size);
}

const char *dv_modules_list_before(void *context, uint32_t i) {
    struct dv_module_list before = before_current(context);
    return list_kept(&before, i);
}

const char *dv_modules_list_current(void *context, uint32_t i) {
    dv_modules *modules = context;
    return list_kept(&modules->current, i);
}

const char *dv_modules_loading(const dv_modules *modules) {
    return modules->loading ? modules->loading->module->name : NULL;
}

void dv_modules_push_loading_mod(lua_State *L, const dv_modules *modules) {
    if (modules->loading)
        dv_push_mod_of(L, modules->loading->module->name);
    else
        lua_pushnil(L);
}

void dv_modules_push_value(lua_State *L, const dv_modules *modules, uint32_t i) {
    dv_push_module_value(L, dv_visible_modules(modules)->modules[i]);
}

void dv_modules_push_declarations(lua_State *L, const dv_modules *modules, const char *name) {
    const struct dv_module *module = NULL;
    for (const struct dv_loading *l = modules->loading; l && !module; l = l->outer)
        if (strcmp(l->module->name, name) == 0)
            module = l->module;
    if (!module)
        module = dv_find_module(dv_visible_modules(modules), name);
    if (module)
        lua_rawgeti(L, LUA_REGISTRYINDEX, module->declarations);
    else
        lua_pushnil(L);
}

// Creating and destroying

static dv_result add_mods(dv_modules *modules, const dv_modules_def *def, dv_error *error) {
    const char *folder = def->reader ? NULL : modules->finder.folder;
    for (uint32_t i = 0; i < def->mod_count; i++) {
        const char *given = def->mods[i];
        if (!strchr(given, '/') && !dv_is_mod_name(given))
            return dv_fail(error, DV_ERROR_ARGUMENT,
                           "no mod '%s': a name of letters, digits and _ expected, or a folder",
                           given);
        if (!strchr(given, '/') && dv_find_mod(&modules->mods, given, strlen(given)))
            continue;
        dv_mod *mod = dv_add_mod(&modules->mods, folder, given);
        if (!mod)
            return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        mod->is_enabled = true;
    }
    return DV_OK;
}

dv_modules *dv_modules_create(const dv_modules_def *def, dv_error *error) {
    dv_modules *modules = dv_alloc(sizeof *modules);
    if (!modules) {
        dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    modules->sandbox = def->sandbox;
    modules->finder.mods = &modules->mods;
    if (dv_open_finder(&modules->finder, def, error) != DV_OK ||
        add_mods(modules, def, error) != DV_OK) {
        dv_modules_destroy(modules);
        return NULL;
    }
    return modules;
}

void dv_modules_destroy(dv_modules *modules) {
    if (!modules)
        return;
    lua_State *L = dv_sandbox_state(modules->sandbox);
    dv_free_modules(L, &modules->staged);
    dv_free_modules(L, &modules->current);
    dv_free_modules(L, &modules->previous);
    for (uint32_t i = 0; i < modules->former_count; i++)
        dv_free_modules(L, &modules->formers[i]);
    dv_free(modules->formers);
    for (uint32_t i = 0; i < modules->provided_count; i++) {
        luaL_unref(L, LUA_REGISTRYINDEX, modules->provided[i].value);
        dv_free(modules->provided[i].name);
    }
    dv_free(modules->provided);
    dv_clear_looks(&modules->looks);
    dv_free(modules->looks.items);
    dv_clear_kept_out(&modules->finder);
    dv_modules_drop_draft(modules);
    dv_close_finder(&modules->finder);
    dv_free_mods(&modules->mods);
    dv_free(modules);
}

static int make_reference(lua_State *L) {
    int *reference = lua_touserdata(L, 1);
    lua_settop(L, 2);
    *reference = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

dv_result dv_modules_provide(dv_modules *modules, const char *name, dv_error *error) {
    lua_State *L = dv_sandbox_state(modules->sandbox);
    int value = LUA_NOREF;
    char *copy = dv_copy_string(name);
    if (!copy || !dv_reserve((void **)&modules->provided, &modules->provided_capacity,
                             modules->provided_count + 1, sizeof *modules->provided)) {
        dv_free(copy);
        lua_pop(L, 1);
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    }
    lua_pushcfunction(L, make_reference);
    lua_pushlightuserdata(L, &value);
    lua_rotate(L, -3, 2);
    dv_result result = dv_sandbox_call(modules->sandbox, 2, 0, HUGE_VAL, error);
    if (result != DV_OK) {
        dv_free(copy);
        return result;
    }
    modules->provided[modules->provided_count++] = (struct dv_provided){copy, value};
    return DV_OK;
}
