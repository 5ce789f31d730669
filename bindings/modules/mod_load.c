// Loads the mods of a scenario after its own modules, and combines them with it.
//
// First every mod's mod.lua is loaded, which says what the mod is and needs. From these, the rules
// in scripts/definitions/mods.lua find the order. In this order, each mod's init.lua is loaded, and
// then what it adds and extends is applied, so that a mod sees what the ones before it did.
//
// Everything here runs within the protected call of one attempt, so it raises errors.
#include "modules/modules_private.h"

#include "base/alloc.h"
#include "base/names.h"

#include <stdio.h>
#include <string.h>

void dv_push_mod_of(lua_State *L, const char *module) {
    const char *name;
    size_t length;
    if (dv_after_mod(module, &name, &length))
        lua_pushlstring(L, name, length);
    else
        lua_pushnil(L);
}

/// Push a function of scripts/definitions/mods.lua.
static void push_rule(lua_State *L, const char *name) {
    lua_getfield(L, LUA_REGISTRYINDEX, DV_MOD_RULES);
    lua_getfield(L, -1, name);
    lua_remove(L, -2);
}

// Names

/// A C function: returns the `name` in the mod.lua whose look it is given.
static int read_name(lua_State *L) {
    const struct dv_module_look *look = lua_touserdata(L, 1);
    lua_pushnil(L);
    dv_sandbox_push_environment(L);
    dv_sandbox_load(L, look->source, look->size, look->path);
    lua_call(L, 0, 1);
    if (lua_istable(L, -1))
        lua_getfield(L, -1, "name");
    return 1;
}

/// If a mod is known only by its folder, name it as its mod.lua does. If that fails, loading
/// mod.lua fails for the same reason, and says why.
static void name_mod(lua_State *L, dv_modules *modules, dv_mod *mod) {
    struct dv_module_look look;
    int top = lua_gettop(L);
    if (mod->is_named)
        return;
    if (!dv_look_at(&modules->finder, lua_pushfstring(L, "mods.%s.mod", mod->name), &look))
        dv_raise_no_memory(L);
    lua_pushcfunction(L, read_name);
    lua_pushlightuserdata(L, &look);
    bool is_read = look.found == FOUND_FILE && lua_pcall(L, 1, 1, 0) == LUA_OK &&
                   lua_type(L, -1) == LUA_TSTRING && dv_is_mod_name(lua_tostring(L, -1));
    dv_clear_look(&look);
    char *name = is_read ? dv_copy_string(lua_tostring(L, -1)) : NULL;
    if (is_read && !name)
        dv_raise_no_memory(L);
    if (name) {
        dv_free(mod->name);
        mod->name = name;
        mod->is_named = true;
    }
    lua_settop(L, top);
}

static void refuse_same_name(lua_State *L, const dv_modules *modules) {
    for (uint32_t i = 0; i < modules->mods.count; i++)
        for (uint32_t k = 0; k < i; k++) {
            const dv_mod *a = &modules->mods.items[k], *b = &modules->mods.items[i];
            if (strcmp(a->name, b->name) == 0)
                luaL_error(L, "two mods are called '%s': %s and %s", a->name, a->folder, b->folder);
        }
}

// Which mods

/// Add to `names` at the top the mods that the value of the entry module at `base` lists itself.
static void take_listed(lua_State *L, dv_modules *modules, int base) {
    int names = lua_gettop(L);
    push_rule(L, "listed");
    lua_pushvalue(L, base);
    lua_call(L, 1, 1);
    lua_Unsigned count = lua_rawlen(L, -1);
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i);
        const char *name = lua_tostring(L, -1);
        const char *folder = modules->finder.reader ? NULL : modules->finder.folder;
        if (!dv_find_mod(&modules->mods, name, strlen(name)) &&
            !dv_add_mod(&modules->mods, folder, name))
            dv_raise_no_memory(L);
        lua_pushboolean(L, true);
        lua_setfield(L, names, name);
        lua_settop(L, names + 1);
    }
    lua_settop(L, names);
}

/// Add to `names` at the top the mods whose mod.lua is among the modules that a reader lists.
/// False: it lists none.
static bool take_from_reader(lua_State *L, dv_modules *modules) {
    const char *name;
    size_t length;
    for (uint32_t i = 0; dv_next_listed_mod(modules, &i, &name, &length);) {
        lua_pushlstring(L, name, length);
        if (!dv_find_mod(&modules->mods, name, length) &&
            !dv_add_mod(&modules->mods, NULL, lua_tostring(L, -1)))
            dv_raise_no_memory(L);
        lua_pushboolean(L, true);
        lua_rawset(L, -3);
    }
    return modules->finder.lister;
}

/// Push a table with the names of the mods to load as keys.
static void push_wanted(lua_State *L, dv_modules *modules, int base) {
    lua_newtable(L);
    take_listed(L, modules, base);
    bool is_listed = take_from_reader(L, modules);
    for (uint32_t i = 0; i < modules->mods.count && !is_listed; i++) {
        dv_mod *mod = &modules->mods.items[i];
        name_mod(L, modules, mod);
        if (!mod->is_enabled)
            continue;
        lua_pushboolean(L, true);
        lua_setfield(L, -2, mod->name);
    }
    refuse_same_name(L, modules);
}

static void refuse_missing(lua_State *L, dv_modules *modules, const dv_mod *mod) {
    const char *name = lua_pushfstring(L, "mods.%s.mod", mod->name);
    bool is_missing = dv_look_or_raise(L, modules, name)->found == FOUND_NOTHING;
    if (is_missing && mod->is_external)
        luaL_error(L, "%s is no mod: it has no 'mod.lua'", mod->folder);
    if (is_missing) {
        char suggestion[DV_SUGGESTED_MOD];
        dv_suggest_mod(modules->finder.folder, mod->name, suggestion);
        luaL_error(L, "no mod '%s'%s: there is no mods/%s/mod.lua", mod->name, suggestion,
                   mod->name);
    }
}

/// Push a list of { name, value of mod.lua } of the mods to load.
static void push_manifests(lua_State *L, dv_modules *modules, int base) {
    push_wanted(L, modules, base);
    int wanted = lua_gettop(L);
    lua_newtable(L);
    for (uint32_t i = 0; i < modules->mods.count; i++) {
        const dv_mod *mod = &modules->mods.items[i];
        if (lua_getfield(L, wanted, mod->name) != LUA_TNIL) {
            refuse_missing(L, modules, mod);
            lua_settop(L, wanted + 2);
            lua_createtable(L, 2, 0);
            lua_pushstring(L, mod->name);
            lua_rawseti(L, -2, 1);
            dv_obtain_module(L, modules, lua_pushfstring(L, "mods.%s.mod", mod->name));
            lua_rawseti(L, -3, 2);
            lua_settop(L, wanted + 3);
            lua_rawseti(L, wanted + 1, (lua_Integer)lua_rawlen(L, wanted + 1) + 1);
        }
        lua_settop(L, wanted + 1);
    }
    lua_remove(L, wanted);
}

// Applying

/// Load a mod's init.lua, and apply what it declares.
static void apply_mod(lua_State *L, dv_modules *modules, const char *name) {
    int top = lua_gettop(L);
    const char *module_name = lua_pushfstring(L, "mods.%s.init", name);
    push_rule(L, "apply");
    lua_pushstring(L, name);
    dv_obtain_module(L, modules, module_name);
    struct dv_module *module = dv_find_module(&modules->staged, module_name);
    if (!dv_run_as(L, modules, module, 2, 0))
        lua_error(L);
    lua_settop(L, top);
}

/// Restore the order of a generation, in which the entry module is the last one.
static void put_entry_last(lua_State *L, struct dv_module_list *generation, const char *entry) {
    uint32_t i = 0;
    while (i < generation->count && strcmp(generation->modules[i]->name, entry) != 0)
        i++;
    if (i == generation->count)
        luaL_error(L, "%s was not loaded", entry);
    struct dv_module *module = generation->modules[i];
    memmove(generation->modules + i, generation->modules + i + 1,
            (generation->count - i - 1) * sizeof *generation->modules);
    generation->modules[generation->count - 1] = module;
}

void dv_load_mods(lua_State *L, dv_modules *modules) {
    int base = lua_gettop(L);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    if (lua_getfield(L, LUA_REGISTRYINDEX, DV_MOD_RULES) == LUA_TNIL) {
        lua_settop(L, base); // modules without a scenario
        return;
    }
    lua_pop(L, 1);
    push_manifests(L, modules, base);
    if (lua_rawlen(L, -1) == 0) {
        lua_settop(L, base);
        return;
    }
    struct dv_module *entry = dv_find_module(&modules->staged, modules->finder.entry_name);
    push_rule(L, "begin");
    lua_pushvalue(L, base);
    lua_pushvalue(L, -3);
    if (!dv_run_as(L, modules, entry, 2, 1))
        lua_error(L);
    lua_Unsigned count = lua_rawlen(L, -1);
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i);
        apply_mod(L, modules, lua_tostring(L, -1));
        lua_pop(L, 1);
    }
    push_rule(L, "finish");
    lua_call(L, 0, 1);
    put_entry_last(L, &modules->staged, modules->finder.entry_name);
    lua_replace(L, base);
    lua_settop(L, base);
}
