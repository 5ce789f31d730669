// Runs the bodies of modules, and implements `require`, with which they load each other.
//
// Everything here runs within the protected call of one attempt, so it raises errors.
#include "modules/modules_private.h"

#include "base/alloc.h"
#include "base/result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int require_module(lua_State *L);

static _Noreturn void raise_memory(lua_State *L) {
    luaL_error(L, "out of memory");
    abort(); // luaL_error does not return
}

void dv_push_module_value(lua_State *L, const struct dv_module *module) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, module->value);
}

// Run the body of the innermost loading module and return its value.
static int run_body(lua_State *L) {
    dv_modules *modules = lua_touserdata(L, 1);
    struct dv_module *module = modules->loading->module;
    lua_newtable(L);
    module->declarations = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_pushlightuserdata(L, modules);
    lua_pushcclosure(L, require_module, 1);
    dv_sandbox_push_environment(L);
    dv_sandbox_load(L, module->source, module->size, module->path);
    lua_call(L, 0, 1);
    lua_pushvalue(L, -1);
    module->value = luaL_ref(L, LUA_REGISTRYINDEX);
    return 1;
}

/// Whether the current generation has a different source for a module, or none.
static bool is_changed(const dv_modules *modules, const struct dv_module *module) {
    const struct dv_module *before = dv_find_module(&modules->current, module->name);
    return !before || before->found != module->found || before->hash != module->hash;
}

/// Make the message at the top name the line at fault, and copy that line.
static void improve_message(lua_State *L, dv_modules *modules) {
    dv_error error;
    const char *given = lua_tostring(L, -1);
    snprintf(error.message, sizeof error.message, "%s", given);
    if (strcmp(error.message, given) == 0) { // otherwise it was cut
        dv_modules_improve_place(modules, &error);
        lua_pop(L, 1);
        lua_pushstring(L, error.message);
    }
    dv_keep_failure_line(modules, lua_tostring(L, -1));
}

// Load what `look` found, add it to the staged generation, and push its value.
static void load_module(lua_State *L, dv_modules *modules, const struct dv_module_look *look) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    struct dv_module *module = dv_create_module(L, look);
    if (!module)
        raise_memory(L);
    module->is_changed = is_changed(modules, module);
    struct dv_loading loading = {module, modules->loading};
    modules->loading = &loading;
    lua_pushcfunction(L, dv_sandbox_message_handler);
    lua_pushcfunction(L, run_body);
    lua_pushlightuserdata(L, modules);
    int status = lua_pcall(L, 1, 1, -3);
    lua_remove(L, -2);
    if (status != LUA_OK && lua_type(L, -1) == LUA_TSTRING)
        improve_message(L, modules);
    modules->loading = loading.outer;
    bool fine = status == LUA_OK && dv_add_module(&modules->staged, module);
    if (!fine)
        dv_free_module(L, module);
    if (status != LUA_OK)
        lua_error(L);
    if (!fine)
        raise_memory(L);
}

static void refuse_cycle(lua_State *L, const dv_modules *modules, const char *name) {
    bool found = false;
    for (const struct dv_loading *l = modules->loading; l; l = l->outer)
        found = found || strcmp(l->module->name, name) == 0;
    if (!found)
        return;
    lua_pushstring(L, name);
    const struct dv_loading *l = modules->loading;
    do {
        lua_pushfstring(L, "%s -> %s", l->module->name, lua_tostring(L, -1));
        lua_remove(L, -2);
    } while (strcmp(l->module->name, name) != 0 && (l = l->outer));
    luaL_error(L, "modules require each other: %s", lua_tostring(L, -1));
}

static void refuse_look(lua_State *L, const dv_modules *modules,
                        const struct dv_module_look *look) {
    if (look->found == FOUND_UNREADABLE)
        luaL_error(L, "cannot read %s: %s", look->path, look->problem);
    if (look->found != FOUND_NOTHING)
        return;
    if (strcmp(look->name, modules->finder.entry_name) == 0)
        luaL_error(L, "%s is gone", modules->finder.entry_file);
    dv_push_module_suggestion(L, modules, look->name);
    luaL_error(L, "require \"%s\": there is neither %s nor a library of that name%s", look->name,
               look->path, lua_tostring(L, -1));
}

// Load a module into the staged generation, unless it is there already, and push its value.
static void obtain_module(lua_State *L, dv_modules *modules, const struct dv_module_look *look) {
    const struct dv_module *module = dv_find_module(&modules->staged, look->name);
    if (module) {
        dv_push_module_value(L, module);
        return;
    }
    refuse_cycle(L, modules, look->name);
    refuse_look(L, modules, look);
    load_module(L, modules, look);
}

static bool push_provided(lua_State *L, const dv_modules *modules, const char *name) {
    for (uint32_t i = 0; i < modules->provided_count; i++)
        if (strcmp(modules->provided[i].name, name) == 0) {
            lua_rawgeti(L, LUA_REGISTRYINDEX, modules->provided[i].value);
            return true;
        }
    return false;
}

static void require_while_loading(lua_State *L, dv_modules *modules, const char *name) {
    struct dv_module_look *look = dv_look_once(&modules->finder, &modules->looks, name);
    if (!look)
        raise_memory(L);
    if (!dv_add_requirement(modules->loading->module, look))
        raise_memory(L);
    obtain_module(L, modules, look);
}

static int require_module(lua_State *L) {
    dv_modules *modules = lua_touserdata(L, lua_upvalueindex(1));
    size_t length;
    const char *name = luaL_checklstring(L, 1, &length);
    if (strlen(name) != length || !dv_is_module_name(name))
        return luaL_error(L,
                          "require \"%s\": a module's name is made of letters, digits and _, "
                          "with dots for folders",
                          name);
    if (push_provided(L, modules, name))
        return 1;
    if (modules->loading) {
        require_while_loading(L, modules, name);
    } else {
        const struct dv_module *module = dv_find_module(dv_visible_modules(modules), name);
        if (!module)
            return luaL_error(L,
                              "require \"%s\": modules load with the scenario; require it at "
                              "the top of a file",
                              name);
        dv_push_module_value(L, module);
    }
    if (lua_isnil(L, -1))
        lua_pushboolean(L, 1); // as in Lua, for a module that returns nothing
    return 1;
}

int dv_load_entry_module(lua_State *L) {
    dv_modules *modules = lua_touserdata(L, 1);
    struct dv_module_look *look =
        dv_look_once(&modules->finder, &modules->looks, modules->finder.entry_name);
    if (!look)
        raise_memory(L);
    obtain_module(L, modules, look);
    return 1;
}
