// Which mods of a scenario are enabled, and what a generation has of them.
//
// Invariant: between two attempts, a mod that is known is enabled if its mod.lua in the current
// generation is `is_chosen`. An undo brings back the choice of the generation that it brings back.
#include "modules/modules_private.h"

#include "base/result.h"

#include <stdio.h>
#include <string.h>

bool dv_has_mod(const struct dv_module_list *generation, const char *name, size_t length) {
    char module[DV_LONGEST_MOD_NAME + 16];
    snprintf(module, sizeof module, "mods.%.*s.mod", (int)length, name);
    return dv_find_module(generation, module);
}

bool dv_next_listed_mod(const dv_modules *modules, uint32_t *i, const char **name, size_t *length) {
    const dv_finder *finder = &modules->finder;
    const char *path;
    while (finder->lister && (path = finder->lister(finder->reader_context, (*i)++))) {
        const char *file = dv_after_mod(path, name, length);
        if (file && strcmp(file, "mod.lua") == 0)
            return true;
    }
    return false;
}

bool dv_has_new_mod(const dv_modules *modules) {
    const char *name;
    size_t length;
    for (uint32_t i = 0; dv_next_listed_mod(modules, &i, &name, &length);)
        if (!dv_has_mod(&modules->current, name, length))
            return true;
    return false;
}

void dv_take_choices(dv_modules *modules) {
    for (uint32_t i = 0; i < modules->mods.count; i++) {
        dv_mod *mod = &modules->mods.items[i];
        char module[DV_LONGEST_MOD_NAME + 16];
        snprintf(module, sizeof module, "mods.%s.mod", mod->name);
        const struct dv_module *found = dv_find_module(&modules->current, module);
        mod->is_enabled = found && found->is_chosen;
    }
}

void dv_keep_choices(struct dv_module_list *generation, const struct dv_module_list *kept) {
    for (uint32_t i = 0; i < generation->count; i++) {
        const struct dv_module *before = dv_find_module(kept, generation->modules[i]->name);
        generation->modules[i]->is_chosen = before && before->is_chosen;
    }
}

const dv_mod *dv_modules_mod(const dv_modules *modules, uint32_t i) {
    return i < modules->mods.count ? &modules->mods.items[i] : NULL;
}

bool dv_modules_has_mod(const dv_modules *modules, const char *name) {
    return dv_has_mod(dv_visible_modules(modules), name, strlen(name));
}

bool dv_modules_is_new_mod(const dv_modules *modules, const char *name) {
    return modules->staged.number && modules->current.number &&
           !dv_has_mod(&modules->current, name, strlen(name));
}

dv_result dv_modules_choose_mod(dv_modules *modules, const char *name, bool is_on,
                                dv_error *error) {
    const char *folder = modules->finder.reader ? NULL : modules->finder.folder;
    dv_mod *mod = dv_find_mod(&modules->mods, name, strlen(name));
    char suggestion[DV_SUGGESTED_MOD];
    if (!mod && !dv_offers_mod(modules->finder.folder, name)) {
        dv_suggest_mod(modules->finder.folder, name, suggestion);
        return dv_fail(error, DV_ERROR_NAME, "no mod '%s'%s", name, suggestion);
    }
    if (!mod)
        mod = dv_add_mod(&modules->mods, folder, name);
    if (!mod)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    if (dv_modules_has_mod(modules, name) == is_on)
        return dv_fail(error, DV_ERROR_NAME, "the mod '%s' is already %s", name,
                       is_on ? "on" : "off");
    if (!is_on && !mod->is_enabled)
        return dv_fail(error, DV_ERROR_NAME,
                       "the scenario lists the mod '%s' in `mods`: take it out there", name);
    mod->is_enabled = is_on;
    modules->is_forced = true;
    return DV_OK;
}

/// Call `each` for all that a module of the current generation declares.
static void each_declared(lua_State *L, const struct dv_module *module,
                          void (*each)(void *context, const char *family, const char *name),
                          void *context) {
    static const char *const families[] = {"kind",  "group",   "surface", "flow",
                                           "field", "terrain", "link"};
    int top = lua_gettop(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, module->declarations);
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        if (lua_getfield(L, top + 1, families[i]) == LUA_TTABLE)
            for (lua_pushnil(L); lua_next(L, top + 2); lua_pop(L, 1))
                each(context, families[i], lua_tostring(L, -2));
        lua_settop(L, top + 1);
    }
    lua_settop(L, top);
}

void dv_modules_each_dropped(lua_State *L, const dv_modules *modules,
                             void (*each)(void *context, const char *family, const char *name),
                             void *context) {
    const char *name;
    size_t length;
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    for (uint32_t i = 0; modules->staged.number && i < modules->current.count; i++) {
        const struct dv_module *module = modules->current.modules[i];
        if (dv_after_mod(module->name, &name, &length) &&
            !dv_has_mod(&modules->staged, name, length))
            each_declared(L, module, each, context);
    }
}
