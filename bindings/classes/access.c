// Finds the mod whose code calls, and raises the errors that scripts get.
#include "classes/access.h"
#include "modules/module_path.h"
#include "sandbox/sandbox.h"

#include "base/names.h"

#include <string.h>

void dv_push_calling_mod(lua_State *L) {
    lua_Debug caller;
    const char *mod;
    size_t length;
    if (lua_getstack(L, 1, &caller) && lua_getinfo(L, "S", &caller) && *caller.source == '@' &&
        dv_after_mod(caller.source + 1, &mod, &length))
        lua_pushlstring(L, mod, length);
    else
        lua_pushnil(L);
}

// How much of a name goes into a message. Without this limit, every part of the message would copy
// a name of a hundred megabytes.
#define LONGEST_NAME 300

static const char *push_cut_name(lua_State *L, const char *name) {
    size_t length = strnlen(name, LONGEST_NAME + 1);
    if (length <= LONGEST_NAME)
        return lua_pushstring(L, name);
    lua_pushlstring(L, name, LONGEST_NAME);
    return lua_pushfstring(L, "%s...", lua_tostring(L, -1));
}

int dv_raise_no_world(lua_State *L) {
    return luaL_error(L, "there is no world while modules load: use it in setup or a callback");
}

int dv_raise_only_reading(lua_State *L) {
    return luaL_error(L,
                      "guards, monitors, elections, custom behaviors and draw may read the world "
                      "but not change it");
}

void dv_raise_failure(lua_State *L, const dv_error *error) { luaL_error(L, "%s", error->message); }

int dv_raise_unnamed(lua_State *L, const char *what, const char *const *names, size_t count) {
    luaL_Buffer written;
    luaL_buffinit(L, &written);
    for (size_t i = 0; i < count; i++) {
        luaL_addstring(&written, i ? ", " : "");
        luaL_addstring(&written, names[i]);
        luaL_addstring(&written, " = ");
    }
    luaL_pushresult(&written);
    return luaL_error(L, "%s [1]: it is written { %s}", what, lua_tostring(L, -1));
}

int dv_raise_unknown(lua_State *L, const char *what, const char *name, const char *nearest) {
    name = push_cut_name(L, name);
    if (nearest)
        return luaL_error(L, "%s '%s' (%s?)", what, name, nearest);
    return luaL_error(L, "%s '%s'", what, name);
}

int dv_raise_unlisted(lua_State *L, const char *what, const char *name, const char *const *names,
                      size_t count) {
    char instead[768];
    dv_write_suggestion(name, names, count, instead, sizeof instead);
    name = push_cut_name(L, name);
    return luaL_error(L, "%s '%s'%s", what, name, instead);
}

int dv_raise_unknown_color(lua_State *L, const char *what, const char *name) {
    const char *names[128];
    size_t count = 0;
    while (count < dv_color_count && count < 127) {
        names[count] = dv_color_names[count];
        count++;
    }
    names[count++] = "\"#rrggbb\"";
    return dv_raise_unlisted(L, what, name, names, count);
}

void dv_check_keys(lua_State *L, int index, const char *what, const char *const *names,
                   size_t count) {
    luaL_checktype(L, index, LUA_TTABLE);
    dv_sandbox_resolve_proxy(L, index);
    lua_pushnil(L);
    while (lua_next(L, index)) {
        lua_pop(L, 1);
        if (lua_isinteger(L, -1) && lua_tointeger(L, -1) == 1)
            dv_raise_unnamed(L, what, names, count);
        const char *given = luaL_tolstring(L, -1, NULL);
        bool known = false;
        for (size_t i = 0; i < count; i++)
            known = known || strcmp(names[i], given) == 0;
        if (!known)
            dv_raise_unlisted(L, what, given, names, count);
        lua_pop(L, 1);
    }
}

int dv_raise_placed(lua_State *L, const dv_error *error) {
    lua_pushstring(L, error->message);
    return lua_error(L);
}
