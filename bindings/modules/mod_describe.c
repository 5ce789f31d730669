// Reads the mod.lua of a mod that need not be enabled.
#include "modules/modules_private.h"

#include "base/result.h"

#include <stdio.h>
#include <string.h>

typedef struct describing {
    dv_modules *modules;
    const char *name;
    struct dv_module_look look;
    dv_mod_description *description;
} describing;

static void take_text(lua_State *L, int index, char *text, size_t size) {
    snprintf(text, size, "%s", lua_tostring(L, index));
}

/// A C function: runs the mod.lua that `describing` has, and keeps what it says.
static int describe(lua_State *L) {
    describing *d = lua_touserdata(L, 1);
    lua_getfield(L, LUA_REGISTRYINDEX, DV_MOD_RULES);
    lua_getfield(L, -1, "describe");
    lua_pushstring(L, d->name);
    lua_pushnil(L);
    dv_sandbox_push_environment(L);
    dv_sandbox_load(L, d->look.source, d->look.size, d->look.path);
    lua_call(L, 0, 1);
    lua_call(L, 2, 3);
    take_text(L, -3, d->description->title, sizeof d->description->title);
    take_text(L, -2, d->description->description, sizeof d->description->description);
    take_text(L, -1, d->description->version, sizeof d->description->version);
    return 0;
}

dv_result dv_modules_describe_mod(dv_modules *modules, const char *name, double seconds,
                                  dv_mod_description *description, dv_error *error) {
    lua_State *L = dv_sandbox_state(modules->sandbox);
    describing d = {.modules = modules, .name = name, .description = description};
    char module[DV_LONGEST_MOD_NAME + 16];
    *description = (dv_mod_description){0};
    if (!dv_is_mod_name(name))
        return dv_fail(error, DV_ERROR_NAME, "no mod '%s'", name);
    const char *folder = modules->finder.reader ? NULL : modules->finder.folder;
    snprintf(module, sizeof module, "mods.%s.mod", name);
    if ((!dv_find_mod(&modules->mods, name, strlen(name)) &&
         !dv_add_mod(&modules->mods, folder, name)) ||
        !dv_look_at(&modules->finder, module, &d.look))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    dv_result result = DV_ERROR_NAME;
    if (d.look.found == FOUND_FILE) {
        lua_pushcfunction(L, describe);
        lua_pushlightuserdata(L, &d);
        result = dv_sandbox_call(modules->sandbox, 1, 0, seconds, error);
    } else {
        dv_fail(error, result, "cannot read %s: %s", d.look.path,
                *d.look.problem ? d.look.problem : "there is none");
    }
    dv_clear_look(&d.look);
    return result;
}
