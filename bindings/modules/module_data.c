// The data files of a scenario: pictures, tables, and plans that are modules of a generation, so
// that they are reloaded, undone, and replayed with the scripts. Their source is the file as it is.
//
// What `setup` reads joins the generation that it runs under, and a reload, which does not run it
// again, looks for the same files. What `setup` uses takes effect only at a restart, wherever it
// was read.
#include "modules/modules_private.h"
#include "modules/source_trees.h"

#include "data/data.h"
#include "data/data_format.h"

#include "base/alloc.h"
#include "base/names.h"
#include "pictures/png_check.h"
#include "pictures/png_read.h"

#include <drover/program.h>

#include <limits.h>
#include <stdio.h>
#include <string.h>

/// Push the name of the data file at a path.
static const char *push_name(lua_State *L, const char *path) {
    return lua_pushfstring(L, "%s%s", strchr(path, '/') ? "" : "./", path);
}

/// Make a module of the data file that was found. Raises an error if there is no memory.
static struct dv_module *make_data(lua_State *L, const dv_modules *modules,
                                   const struct dv_module_look *look) {
    const struct dv_module *before = dv_find_module(&modules->current, look->name);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    lua_newtable(L);
    int declarations = luaL_ref(L, LUA_REGISTRYINDEX);
    struct dv_module *module = dv_create_module(L, look);
    if (!module) {
        luaL_unref(L, LUA_REGISTRYINDEX, declarations);
        dv_raise_no_memory(L);
    }
    module->is_changed = !before || before->hash != module->hash;
    module->declarations = declarations;
    return module;
}

/// Free a data file that no generation could take.
static void refuse_data(lua_State *L, struct dv_module *module) {
    dv_free_module(L, module);
    dv_raise_no_memory(L);
}

/// Add a data file to the staged generation.
static void add_data(lua_State *L, dv_modules *modules, const struct dv_module_look *look) {
    struct dv_module *module = make_data(L, modules, look);
    if (!dv_add_module(&modules->staged, module))
        refuse_data(L, module);
}

/// What is wrong with the form of a path.
static const char *refuse_form(lua_State *L, const char *path, bool is_picture) {
    dv_data_format format = dv_data_format_of(path);
    bool is_path = dv_is_data_path(path);
    if (is_picture && (!is_path || format != DV_DATA_PNG))
        return lua_pushfstring(L,
                               "'%s': a picture is a file in the scenario's folder, such as "
                               "'sprites/rider.png'",
                               path);
    if (format == DV_DATA_NONE)
        return lua_pushfstring(L, "'%s': a data file ends in " DV_DATA_ENDINGS, path);
    if (!is_path)
        return lua_pushfstring(L,
                               "'%s': a data file is in the scenario's folder, such as "
                               "'maps/plan.wkt'",
                               path);
    return NULL;
}

/// Why a path can't be that of a data file, or of a picture.
static const char *refuse_path(lua_State *L, const dv_modules *modules, const char *path,
                               bool is_picture) {
    const char *mod, *rest;
    size_t length;
    const char *refused = refuse_form(L, path, is_picture);
    if (refused)
        return refused;
    rest = dv_after_mod(path, &mod, &length);
    if (rest && !dv_find_mod(&modules->mods, mod, length))
        return lua_pushfstring(L, "'%s': there is no such mod", path);
    return NULL;
}

static bool is_data_file(const void *context, const char *name) {
    (void)context;
    return dv_data_format_of(name) != DV_DATA_NONE;
}

/// Push " (plan.wkt?)": the data file beside a missing one that has the nearest name; or "".
static const char *push_nearest(lua_State *L, const dv_modules *modules, const char *path) {
    char *file = modules->finder.reader ? NULL : dv_file_of_module(&modules->finder, path);
    char *name = file ? strrchr(file, '/') : NULL;
    uint32_t count = 0;
    if (name)
        *name = '\0';
    char **names = name ? dv_list_folder(file, is_data_file, NULL, &count) : NULL;
    const char *nearest =
        name ? dv_nearest_name(name + 1, (const char *const *)names, count) : NULL;
    char text[NAME_MAX + 4] = "";                  // C frees the names before Lua may raise
    if (nearest && strcmp(nearest, name + 1) != 0) // a link to nothing has the very name
        snprintf(text, sizeof text, " (%s?)", nearest);
    dv_free_names(names, count);
    dv_free(file);
    return lua_pushstring(L, text);
}

/// What is wrong with what was found, as any file of its format.
static const char *refuse_look(lua_State *L, const dv_modules *modules,
                               const struct dv_module_look *look) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    if (look->found == FOUND_UNREADABLE)
        return lua_pushfstring(L, "cannot read %s: %s", look->path, look->problem);
    if (look->found != FOUND_FILE)
        return lua_pushfstring(L, "there is no %s%s", look->path,
                               push_nearest(L, modules, look->path));
    if (dv_data_format_of(look->path) != DV_DATA_PNG)
        return dv_data_push(L, look->path, look->source, look->size);
    const char *problem = dv_png_problem((const unsigned char *)look->source, look->size);
    return problem ? lua_pushfstring(L, "%s: %s", look->path, problem) : NULL;
}

/// What is wrong with the pixels in a PNG file whose parts are right. The bytes that the current
/// generation has were decoded before.
static const char *refuse_pixels(lua_State *L, const dv_modules *modules,
                                 const struct dv_module_look *look) {
    const struct dv_module *before = dv_find_module(&modules->current, look->name);
    if (before && before->hash == look->hash)
        return NULL;
    int width, height;
    uint64_t refused = dv_refused_allocations();
    unsigned char *pixels =
        dv_png_read((const unsigned char *)look->source, look->size, 4, &width, &height);
    if (!pixels && dv_refused_allocations() != refused)
        dv_raise_no_memory(L);
    dv_free(pixels);
    return pixels ? NULL : lua_pushfstring(L, "%s: the file is damaged", look->path);
}

/// Take a data file while a module loads. `check` says what else may be wrong with a picture.
static const char *take_while_loading(lua_State *L, dv_modules *modules, const char *name,
                                      const char *(*check)(const unsigned char *png, size_t size)) {
    const struct dv_module_look *look = dv_look_or_raise(L, modules, name);
    if (!dv_add_requirement(modules->loading->module, look))
        dv_raise_no_memory(L);
    const char *refused = refuse_look(L, modules, look);
    const char *problem =
        refused || !check ? NULL : check((const unsigned char *)look->source, look->size);
    if (problem)
        refused = lua_pushfstring(L, "%s: %s", look->path, problem);
    else if (!refused && check)
        refused = refuse_pixels(L, modules, look);
    if (!refused && !dv_find_module(&modules->staged, name))
        add_data(L, modules, look);
    return refused;
}

const char *dv_modules_take_picture(lua_State *L, dv_modules *modules, const char *path) {
    const char *refused = refuse_path(L, modules, path, true);
    if (!modules->loading)
        return "a picture is read while a module loads";
    return refused ? refused
                   : take_while_loading(L, modules, push_name(L, path), dv_picture_problem);
}

// Data files of setup

static void note_use(struct dv_module *module, uint64_t hash) {
    module->is_in_setup = true;
    module->hash_in_setup = hash;
}

/// Note in a data file where `setup` has read it. False when out of memory.
static bool note_setup(struct dv_module *module, const char *where) {
    module->is_of_setup = true;
    module->read_at = where ? dv_copy_string(where) : NULL;
    return !where || module->read_at;
}

/// Look up a data file, and note it with what the last attempt to load looked up, so that a change
/// of the file is noticed.
static struct dv_module_look *look_in_setup(lua_State *L, dv_modules *modules, const char *name) {
    struct dv_looks *looks = &modules->looks;
    if (!dv_reserve((void **)&looks->items, &looks->capacity, looks->count + 1,
                    sizeof *looks->items) ||
        !dv_look_at(&modules->finder, name, &looks->items[looks->count]))
        dv_raise_no_memory(L);
    return &looks->items[looks->count++];
}

/// Make a data file part of the generation whose `setup` runs.
static const char *read_in_setup(lua_State *L, dv_modules *modules, const char *name,
                                 const char *where) {
    struct dv_module *known = dv_find_module(&modules->current, name);
    if (known) {
        note_use(known, known->hash);
        return NULL;
    }
    struct dv_module_look *look = look_in_setup(L, modules, name);
    const char *refused = refuse_look(L, modules, look);
    if (refused) {
        dv_clear_look(look);
        modules->looks.count--;
        return refused;
    }
    struct dv_module *module = make_data(L, modules, look);
    note_use(module, module->hash);
    if (!note_setup(module, where) || !dv_add_before_entry(&modules->current, module))
        refuse_data(L, module);
    dv_free(look->source);
    look->source = NULL;
    return NULL;
}

const char *dv_modules_read_data(lua_State *L, dv_modules *modules, const char *path,
                                 const char *where, bool is_picture) {
    const char *refused = refuse_path(L, modules, path, is_picture);
    if (refused)
        return refused;
    const char *name = push_name(L, path);
    return modules->loading ? take_while_loading(L, modules, name, NULL)
                            : read_in_setup(L, modules, name, where);
}

void dv_modules_note_setup_uses(dv_modules *modules, uint64_t hash) {
    for (uint32_t i = 0; i < modules->current.count; i++) {
        struct dv_module *module = modules->current.modules[i];
        if (module->hash == hash && dv_is_data_name(module->name))
            note_use(module, hash);
    }
}

/// Whether a data file belongs to a mod that the staged generation does not have.
static bool is_of_missing_mod(const dv_modules *modules, const struct dv_module *data) {
    const char *mod;
    size_t length;
    return dv_after_mod(data->name, &mod, &length) && !dv_has_mod(&modules->staged, mod, length);
}

/// Whether a script of a generation has the path of a data file as a string.
static bool is_named(lua_State *L, const dv_modules *modules,
                     const struct dv_module_list *generation, const char *path) {
    dv_source_trees trees = {.modules = modules};
    bool found = false;
    for (uint32_t i = 0; i < generation->count && !found; i++) {
        const struct dv_module *module = generation->modules[i];
        const dv_source_tree *tree = module->found == FOUND_FILE && !dv_is_data_name(module->name)
                                         ? dv_tree_of(&trees, module)
                                         : NULL;
        const dv_node *root = tree ? tree->syntax.chunk : NULL;
        for (const dv_node *n = root; n && !found; n = dv_node_after(n, root))
            found = n->type == DV_NODE_STRING && dv_node_is(n, path);
    }
    bool is_short = trees.short_of_memory;
    dv_free_trees(&trees);
    if (is_short)
        dv_raise_no_memory(L);
    return found;
}

static bool has_changed_scripts(const struct dv_module_list *generation) {
    for (uint32_t i = 0; i < generation->count; i++)
        if (generation->modules[i]->is_changed && !dv_is_data_name(generation->modules[i]->name))
            return true;
    return false;
}

/// Whether the scripts named a data file and don't any more. Where they put its path together from
/// parts, they never did.
static bool is_no_longer_named(lua_State *L, const dv_modules *modules, const char *path) {
    return is_named(L, modules, modules->followed, path) &&
           !is_named(L, modules, &modules->staged, path);
}

/// Make a data file that `setup` has read part of the staged generation, as its file is now.
static void keep_data(lua_State *L, dv_modules *modules, const struct dv_module *before,
                      const char *where) {
    const struct dv_module_look *look = dv_look_or_raise(L, modules, before->name);
    if (look->found == FOUND_NOTHING)
        return;
    const char *refused = refuse_look(L, modules, look);
    if (!refused && dv_data_format_of(before->path) == DV_DATA_PNG)
        refused = refuse_pixels(L, modules, look);
    if (refused) {
        lua_pushfstring(L, "%s%s%s", where ? where : "", where ? ": " : "", refused);
        dv_keep_failure_line(modules, lua_tostring(L, -1));
        lua_error(L);
    }
    struct dv_module *module = make_data(L, modules, look);
    if (!note_setup(module, where) || !dv_add_before_entry(&modules->staged, module))
        refuse_data(L, module);
}

void dv_keep_data_of_setup(lua_State *L, dv_modules *modules) {
    bool may_have_moved = has_changed_scripts(&modules->staged);
    int top = lua_gettop(L);
    for (uint32_t i = 0; i < modules->followed->count; i++) {
        const struct dv_module *before = modules->followed->modules[i];
        if (before->is_of_setup && !dv_find_module(&modules->staged, before->name) &&
            !is_of_missing_mod(modules, before) &&
            !(may_have_moved && is_no_longer_named(L, modules, before->path)))
            keep_data(L, modules, before, may_have_moved ? NULL : before->read_at);
        struct dv_module *after = dv_find_module(&modules->staged, before->name);
        if (before->is_in_setup && after)
            note_use(after, before->hash_in_setup);
        lua_settop(L, top);
    }
}

bool dv_modules_waits_for_setup(const dv_modules *modules, uint32_t i) {
    const struct dv_module *module = dv_visible_modules(modules)->modules[i];
    return module->is_in_setup && module->is_changed && module->hash != module->hash_in_setup;
}

// Reading

const unsigned char *dv_modules_data(const dv_modules *modules, const char **path, size_t *size) {
    const struct dv_module_list *list = dv_visible_modules(modules);
    for (uint32_t i = 0; i < list->count; i++) {
        const struct dv_module *module = list->modules[i];
        if (!dv_is_data_name(module->name) || strcmp(module->path, *path) != 0)
            continue;
        *path = module->path;
        *size = module->size;
        return (const unsigned char *)module->source;
    }
    return NULL;
}

bool dv_modules_looked_for_data(const dv_modules *modules, const char *name) {
    for (uint32_t i = 0; i < modules->looks.count; i++) {
        const struct dv_module_look *look = &modules->looks.items[i];
        if (dv_is_data_name(look->name) && strcmp(strrchr(look->name, '/') + 1, name) == 0)
            return true;
    }
    return false;
}

bool dv_modules_is_data(const dv_modules *modules, uint32_t i) {
    return dv_is_data_name(dv_visible_modules(modules)->modules[i]->name);
}
