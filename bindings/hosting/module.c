// Implements `require "drover"` for a program's own Lua 5.4: it opens scenarios, and steps,
// queries, and changes their worlds. Each scenario runs in a Lua state of Drover's. The program's
// state gets three classes in its registry and this table, and is not changed otherwise.
//
//     local drover <const> = require "drover"
//     local world <close> = assert(drover.open("samples/caribou", { seed = 7 }))
//     world:step(600)
//     print(world:hash(), world:count("caribou"))
#include "classes/access.h"
#include "classes/vector.h"
#include "hosting/bridge.h"
#include "hosting/objects.h"

#include <drover/scenario.h>
#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define MAX_SETTINGS 1024

/// The arguments of drover.open.
typedef struct opening {
    const char *path;
    uint64_t seed;
    bool has_seed;
    lua_Integer threads;
    dv_setting_choice *settings; ///< in a userdata on the stack, like their strings
    uint32_t setting_count;
    const char **mods; ///< likewise
    uint32_t mod_count;
} opening;

static lua_Integer take_integer(lua_State *L, int index, const char *name, lua_Integer least,
                                lua_Integer most) {
    int is_integer;
    lua_Integer value = lua_tointegerx(L, index, &is_integer);
    if (lua_type(L, index) != LUA_TNUMBER || !is_integer || value < least || value > most)
        luaL_error(L, "open: %s: a whole number from %I to %I expected, got %s", name,
                   (LUAI_UACINT)least, (LUAI_UACINT)most, luaL_tolstring(L, index, NULL));
    return value;
}

/// Push a setting's value as a user would type it.
static const char *push_setting(lua_State *L, int index, const char *name) {
    char text[64];
    switch (lua_type(L, index)) {
    case LUA_TNUMBER:
        snprintf(text, sizeof text, "%.17g", lua_tonumber(L, index));
        return lua_pushstring(L, text);
    case LUA_TBOOLEAN:
        return lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false");
    case LUA_TSTRING:
        lua_pushvalue(L, index);
        return lua_tostring(L, -1);
    default:
        luaL_error(L, "open: settings.%s: a number, a string or a boolean expected, got %s", name,
                   luaL_typename(L, index));
        return NULL;
    }
}

/// Read the settings. The list and a table that keeps the strings alive stay on the stack.
static void take_settings(lua_State *L, int index, opening *o) {
    if (!lua_istable(L, index))
        luaL_error(L, "open: settings: a table expected, got %s", luaL_typename(L, index));
    o->settings = lua_newuserdatauv(L, MAX_SETTINGS * sizeof *o->settings, 0);
    lua_newtable(L);
    int kept = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, index)) {
        if (lua_type(L, -2) != LUA_TSTRING || o->setting_count == MAX_SETTINGS)
            luaL_error(L, "open: settings: { name = value } expected");
        const char *name = lua_tostring(L, -2), *value = push_setting(L, lua_gettop(L), name);
        o->settings[o->setting_count++] = (dv_setting_choice){name, value};
        lua_rawseti(L, kept, (lua_Integer)o->setting_count);
        lua_pop(L, 1);
    }
}

/// Read the list of mods, which stays on the stack and keeps the strings alive.
static void take_mods(lua_State *L, int index, opening *o) {
    if (!lua_istable(L, index))
        luaL_error(L, "open: mods: a list of names or folders expected, got %s",
                   luaL_typename(L, index));
    lua_Unsigned count = lua_rawlen(L, index);
    o->mods = lua_newuserdatauv(L, (count + 1) * sizeof *o->mods, 0);
    for (lua_Unsigned i = 1; i <= count; i++) {
        if (lua_rawgeti(L, index, (lua_Integer)i) != LUA_TSTRING)
            luaL_error(L, "open: mods[%d]: a name or a folder expected, got %s", (int)i,
                       luaL_typename(L, -1));
        o->mods[o->mod_count++] = lua_tostring(L, -1); // the list keeps it
        lua_pop(L, 1);
    }
}

static void take_options(lua_State *L, int index, opening *o) {
    luaL_checktype(L, index, LUA_TTABLE);
    static const char *const names[] = {"seed", "settings", "threads", "mods"};
    dv_check_keys(L, index, "open: no option", names, COUNT(names));
    if (lua_getfield(L, index, "seed") != LUA_TNIL) {
        o->seed = (uint64_t)take_integer(L, -1, "seed", 0, LUA_MAXINTEGER);
        o->has_seed = true;
    }
    if (lua_getfield(L, index, "threads") != LUA_TNIL)
        o->threads = take_integer(L, -1, "threads", 1, DV_MAX_THREADS);
    if (lua_getfield(L, index, "settings") != LUA_TNIL)
        take_settings(L, lua_gettop(L), o);
    if (lua_getfield(L, index, "mods") != LUA_TNIL)
        take_mods(L, lua_gettop(L), o);
}

/// open(path, { seed, settings, threads, mods }) → a world, or nil and a message
static int open_scenario(lua_State *L) {
    dv_bridge *bridge = lua_touserdata(L, lua_upvalueindex(1));
    opening o = {.path = luaL_checkstring(L, 1), .threads = 1};
    dv_error error;
    lua_settop(L, 2);
    if (!lua_isnil(L, 2))
        take_options(L, 2, &o);
    dv_hosted *hosted = dv_bridge_new_world(L, bridge);
    dv_scenario_options options = dv_scenario_options_default();
    options.seed = o.has_seed ? &o.seed : NULL;
    options.threads = (int)o.threads;
    options.settings = o.settings;
    options.setting_count = o.setting_count;
    options.mods = o.mods;
    options.mod_count = o.mod_count;
    hosted->scenario = dv_scenario_open(o.path, &options, &error);
    if (!hosted->scenario) {
        luaL_pushfail(L);
        lua_pushstring(L, error.message);
        return 2;
    }
    dv_bridge_prepare_world(L, hosted);
    return 1;
}

static int close_bridge(lua_State *L) {
    dv_bridge_free(lua_touserdata(L, 1));
    return 0;
}

/// Push the bridge of this state. Its registry keeps the bridge alive.
static dv_bridge *push_bridge(lua_State *L) {
    dv_bridge *bridge = lua_newuserdatauv(L, sizeof *bridge, 1);
    *bridge = (dv_bridge){.is_program = true};
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, close_bridge);
    lua_setfield(L, -2, "__gc");
    lua_setmetatable(L, -2);
    return bridge;
}

LUAMOD_API __attribute__((visibility("default"))) int luaopen_drover(lua_State *L);

int luaopen_drover(lua_State *L) {
    luaL_checkversion(L);
    lua_settop(L, 0);
    dv_bridge *bridge = push_bridge(L);
    dv_bridge_open(L, bridge);
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    bridge->host = lua_tothread(L, -1);
    lua_pop(L, 1);
    lua_newtable(L);
    dv_open_vectors(L); // vec
    lua_pushvalue(L, 1);
    lua_pushcclosure(L, open_scenario, 1);
    lua_setfield(L, -2, "open");
    lua_pushstring(L, dv_version());
    lua_setfield(L, -2, "version");
    return 1;
}
