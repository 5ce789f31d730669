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
static void load_rest(lua_State *L, dv_modules *modules, const struct dv_module *module);

_Noreturn void dv_raise_no_memory(lua_State *L) {
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
    dv_push_mod_of(L, module->name);
    lua_pushcclosure(L, require_module, 2);
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

bool dv_run_as(lua_State *L, dv_modules *modules, struct dv_module *module, int arguments,
               int results) {
    struct dv_loading loading = {module, modules->loading};
    int function = lua_gettop(L) - arguments;
    modules->loading = &loading;
    lua_pushcfunction(L, dv_sandbox_message_handler);
    lua_insert(L, function);
    bool fine = lua_pcall(L, arguments, results, function) == LUA_OK;
    lua_remove(L, function);
    if (!fine && lua_type(L, -1) == LUA_TSTRING)
        improve_message(L, modules);
    modules->loading = loading.outer;
    return fine;
}

// Load what `look` found, add it to the staged generation, and push its value.
static void load_module(lua_State *L, dv_modules *modules, const struct dv_module_look *look) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    struct dv_module *module = dv_create_module(L, look);
    if (!module)
        dv_raise_no_memory(L);
    module->is_changed = dv_mistakes_of(L) || is_changed(modules, module);
    const char *mod;
    size_t length;
    const dv_mod *known =
        dv_after_mod(module->name, &mod, &length) ? dv_find_mod(&modules->mods, mod, length) : NULL;
    module->is_chosen = known && known->is_enabled;
    lua_pushcfunction(L, run_body);
    lua_pushlightuserdata(L, modules);
    bool has_run = dv_run_as(L, modules, module, 1, 1);
    bool fine = has_run && dv_add_module(&modules->staged, module);
    if (!fine && dv_mistakes_of(L) && dv_add_module(&modules->broken, module))
        load_rest(L, modules, module);
    else if (!fine)
        dv_free_module(L, module);
    if (!has_run)
        lua_error(L);
    if (!fine)
        dv_raise_no_memory(L);
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
    const char *mod;
    size_t length;
    if (dv_after_mod(look->name, &mod, &length))
        luaL_error(L, "there is no %s", look->path);
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
    if (dv_find_module(&modules->broken, look->name)) {
        dv_push_placeholder(L);
        return;
    }
    refuse_cycle(L, modules, look->name);
    refuse_look(L, modules, look);
    load_module(L, modules, look);
}

struct dv_module_look *dv_look_or_raise(lua_State *L, dv_modules *modules, const char *name) {
    struct dv_module_look *look = dv_look_once(&modules->finder, &modules->looks, name);
    if (!look)
        dv_raise_no_memory(L);
    return look;
}

void dv_obtain_module(lua_State *L, dv_modules *modules, const char *name) {
    obtain_module(L, modules, dv_look_or_raise(L, modules, name));
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
    struct dv_module_look *look = dv_look_or_raise(L, modules, name);
    if (!dv_add_requirement(modules->loading->module, look))
        dv_raise_no_memory(L);
    obtain_module(L, modules, look);
}

/// Push the full name of the module that the code of a mod (NULL: of the scenario) requires as
/// `name`. "./own" is a module of the mod itself.
static const char *push_full_name(lua_State *L, const char *mod, const char *name, size_t length) {
    bool is_own = mod && strncmp(name, "./", 2) == 0;
    const char *mod_named, *rest = is_own ? name + 2 : name;
    size_t mod_length;
    if (strlen(name) != length || !dv_is_module_name(rest))
        luaL_error(L,
                   "require \"%s\": a module's name is made of letters, digits and _, "
                   "with dots for folders",
                   name);
    if (!is_own && (strcmp(name, "mods") == 0 || dv_after_mod(name, &mod_named, &mod_length)))
        luaL_error(L, "require \"%s\": mods/ is for mods; a mod requires its own modules as %s",
                   name, "\"./name\"");
    return is_own ? lua_pushfstring(L, "mods.%s.%s", mod, rest) : lua_pushstring(L, name);
}

/// If the code of a mod required a module of the scenario or of the library, replace its value at
/// the top by a view that cannot be written to: what a mod changes there, it would change for the
/// scenario and for other mods, and nothing would tell.
static void protect_from_mod(lua_State *L, const dv_modules *modules, const char *mod,
                             const char *name) {
    const char *of, *after;
    size_t length;
    const struct dv_module *module = dv_find_module(dv_visible_modules(modules), name);
    after = dv_after_mod(name, &of, &length);
    if (!mod || after || !module ||
        (module->found != FOUND_FILE && module->found != FOUND_LIBRARY) || !lua_istable(L, -1))
        return;
    int value = lua_gettop(L);
    const char *refusing = lua_pushfstring(L, "mod %s: module %s", mod, name);
    lua_pushvalue(L, value);
    dv_sandbox_push_view(L, refusing, "copy what you change, or change kinds with drover.extend");
    lua_replace(L, value);
    lua_settop(L, value);
}

/// While mistakes are listed, those in calls of our functions are to be noted one by one.
static void make_calls_gentle(lua_State *L, const dv_modules *modules, const char *name) {
    const struct dv_module *module = dv_find_module(&modules->staged, name);
    if (dv_mistakes_of(L) && (!module || module->found == FOUND_LIBRARY))
        dv_make_gentle(L);
}

static int require_named(lua_State *L) {
    dv_modules *modules = lua_touserdata(L, lua_upvalueindex(1));
    const char *mod = lua_tostring(L, lua_upvalueindex(2));
    size_t length;
    const char *given = luaL_checklstring(L, 1, &length);
    const char *name = push_full_name(L, mod, given, length);
    if (push_provided(L, modules, name)) {
        make_calls_gentle(L, modules, name);
        return 1;
    }
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
    make_calls_gentle(L, modules, name);
    protect_from_mod(L, modules, mod, name);
    return 1;
}

static int require_module(lua_State *L) {
    if (!dv_mistakes_of(L))
        return require_named(L);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_pushcclosure(L, require_named, 2);
    lua_insert(L, 1);
    dv_call_gently(L, lua_gettop(L) - 1, 1);
    return 1;
}

void dv_modules_push_require(lua_State *L, dv_modules *modules) {
    lua_pushlightuserdata(L, modules);
    dv_push_mod_of(L, modules->finder.entry_name);
    lua_pushcclosure(L, require_module, 2);
}

static int obtain_named(lua_State *L) {
    dv_obtain_module(L, lua_touserdata(L, 1), lua_tostring(L, 2));
    return 1;
}

static void obtain_gently(lua_State *L, dv_modules *modules, const char *name) {
    lua_pushcfunction(L, obtain_named);
    lua_pushlightuserdata(L, modules);
    lua_pushstring(L, name);
    dv_call_gently(L, 2, 1);
}

/// The name in the next `require "name"` of a source at or after `*at`; false: there is none.
static bool next_requirement(const struct dv_module *module, size_t *at,
                             char name[DV_LONGEST_MODULE_NAME + 1]) {
    static const char word[] = "require";
    const char *end = module->source + module->size;
    for (const char *c = module->source + *at; c < end; c++) {
        size_t rest = (size_t)(end - c), length = sizeof word - 1;
        if (rest > 1 && memcmp(c, "--", 2) == 0) {
            const char *line = memchr(c, '\n', rest);
            c = line ? line : end - 1;
        }
        if (rest <= length || memcmp(c, word, length) != 0)
            continue;
        c += length;
        while (c < end && (*c == ' ' || *c == '('))
            c++;
        const char *quote =
            c < end && (*c == '"' || *c == '\'') ? memchr(c + 1, *c, (size_t)(end - c - 1)) : NULL;
        if (!quote || quote - c > DV_LONGEST_MODULE_NAME)
            continue;
        snprintf(name, DV_LONGEST_MODULE_NAME + 1, "%.*s", (int)(quote - c - 1), c + 1);
        *at = (size_t)(quote - module->source);
        return true;
    }
    return false;
}

/// Load the files that a module would have required if it had not failed. Those that it had are
/// loaded already.
static void load_rest(lua_State *L, dv_modules *modules, const struct dv_module *module) {
    char name[DV_LONGEST_MODULE_NAME + 1];
    int top = lua_gettop(L);
    for (size_t at = 0; next_requirement(module, &at, name);)
        if (dv_is_module_name(name) && dv_look_or_raise(L, modules, name)->found == FOUND_FILE) {
            obtain_gently(L, modules, name);
            lua_settop(L, top);
        }
}

static int load_mods(lua_State *L) {
    dv_load_mods(L, lua_touserdata(L, 1));
    return 1;
}

int dv_load_entry_module(lua_State *L) {
    dv_modules *modules = lua_touserdata(L, 1);
    if (dv_mistakes_of(L)) {
        lua_pushcfunction(L, load_mods);
        lua_pushvalue(L, 1);
        obtain_gently(L, modules, modules->finder.entry_name);
        if (!dv_is_placeholder(L, -1))
            dv_call_gently(L, 2, 1);
        return 1;
    }
    dv_obtain_module(L, modules, modules->finder.entry_name);
    dv_load_mods(L, modules);
    dv_keep_data_of_setup(L, modules);
    return 1;
}
