// The pictures of a scenario: PNG files that are modules of a generation, so that they are
// reloaded, undone, and replayed with the scripts. Their source is the file as it is.
#include "modules/modules_private.h"

#include <drover/program.h>

#include <string.h>

/// Push the name of the picture at a path.
static const char *push_name(lua_State *L, const char *path) {
    return lua_pushfstring(L, "%s%s", strchr(path, '/') ? "" : "./", path);
}

/// Add a picture to the staged generation.
static void add_picture(lua_State *L, dv_modules *modules, const struct dv_module_look *look) {
    const struct dv_module *before = dv_find_module(&modules->current, look->name);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    lua_newtable(L);
    struct dv_module *module = dv_create_module(L, look);
    if (module && dv_add_module(&modules->staged, module)) {
        module->is_changed = !before || before->hash != module->hash;
        module->declarations = luaL_ref(L, LUA_REGISTRYINDEX);
        return;
    }
    if (module)
        dv_free_module(L, module);
    dv_raise_no_memory(L);
}

/// Why a path can't be that of a picture.
static const char *refuse_path(lua_State *L, const dv_modules *modules, const char *path) {
    const char *mod, *rest;
    size_t length;
    if (!dv_is_picture_path(path))
        return lua_pushfstring(L,
                               "'%s': a picture is a file in the scenario's folder, such as "
                               "'sprites/rider.png'",
                               path);
    rest = dv_after_mod(path, &mod, &length);
    if (rest && !dv_find_mod(&modules->mods, mod, length))
        return lua_pushfstring(L, "'%s': there is no such mod", path);
    return NULL;
}

const char *dv_modules_take_picture(lua_State *L, dv_modules *modules, const char *path) {
    const char *refused = refuse_path(L, modules, path);
    if (!modules->loading)
        return "a picture is read while a module loads";
    if (refused)
        return refused;
    const char *name = push_name(L, path);
    const struct dv_module_look *look = dv_look_or_raise(L, modules, name);
    if (!dv_add_requirement(modules->loading->module, look))
        dv_raise_no_memory(L);
    if (look->found == FOUND_UNREADABLE)
        return lua_pushfstring(L, "cannot read %s: %s", path, look->problem);
    if (look->found != FOUND_FILE)
        return lua_pushfstring(L, "there is no %s", path);
    const char *problem = dv_picture_problem((const unsigned char *)look->source, look->size);
    if (problem)
        return lua_pushfstring(L, "%s: %s", path, problem);
    if (!dv_find_module(&modules->staged, name))
        add_picture(L, modules, look);
    return NULL;
}

const unsigned char *dv_modules_picture(const dv_modules *modules, const char **path,
                                        size_t *size) {
    const struct dv_module_list *list = dv_visible_modules(modules);
    for (uint32_t i = 0; i < list->count; i++) {
        const struct dv_module *module = list->modules[i];
        if (!dv_is_picture_name(module->name) || strcmp(module->path, *path) != 0)
            continue;
        *path = module->path;
        *size = module->size;
        return (const unsigned char *)module->source;
    }
    return NULL;
}

bool dv_modules_looked_for_picture(const dv_modules *modules, const char *name) {
    for (uint32_t i = 0; i < modules->looks.count; i++) {
        const struct dv_module_look *look = &modules->looks.items[i];
        if (dv_is_picture_name(look->name) && strcmp(strrchr(look->name, '/') + 1, name) == 0)
            return true;
    }
    return false;
}

bool dv_modules_is_picture(const dv_modules *modules, uint32_t i) {
    return dv_is_picture_name(dv_visible_modules(modules)->modules[i]->name);
}
