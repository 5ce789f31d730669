// Listing all mistakes of scripts that fail to load; see mistakes.h.
#include "sandbox/mistakes.h"

#include "sandbox/sandbox_private.h"

#include "base/names.h"

#include <string.h>

#define DEEPEST 4
#define MAX_NAMES 256

void dv_sandbox_list_mistakes(dv_sandbox *sandbox, dv_mistake_listener *listener) {
    sandbox->listener = listener;
}

dv_mistake_listener *dv_mistakes_of(lua_State *L) {
    dv_mistake_listener *listener = dv_sandbox_of(L)->listener;
    lua_Debug frame;
    for (int level = 0; listener && lua_getstack(L, level, &frame); level++) {
        lua_getinfo(L, "f", &frame);
        if (dv_is_protected_call(lua_tocfunction(L, -1)))
            listener = NULL;
        lua_pop(L, 1);
    }
    return listener;
}

void dv_note_mistake(dv_mistake_listener *listener, const char *message) {
    if (strstr(message, DV_PLACEHOLDER) || strncmp(message, "<drover>/", 9) == 0)
        return;
    listener->noted++;
    listener->note(listener->context, message);
}

// Placeholders

static int same(lua_State *L) {
    dv_push_placeholder(L);
    return 1;
}

/// A list of placeholders would have no end.
static int field(lua_State *L) {
    if (lua_type(L, 2) != LUA_TSTRING)
        return 0;
    return same(L);
}

static int nothing(lua_State *L) {
    (void)L;
    return 0;
}

static int no(lua_State *L) {
    lua_pushboolean(L, false);
    return 1;
}

static int empty(lua_State *L) {
    lua_pushinteger(L, 0);
    return 1;
}

static int no_pairs(lua_State *L) {
    lua_pushcfunction(L, nothing);
    return 1;
}

static void push_class(lua_State *L) {
    static const char *const operators[] = {
        "__add",  "__sub", "__mul",  "__div", "__mod", "__pow",  "__unm",    "__idiv",
        "__band", "__bor", "__bxor", "__shl", "__shr", "__bnot", "__concat", "__call"};
    static const luaL_Reg others[] = {
        {"__index", field}, {"__newindex", nothing}, {"__lt", no}, {"__le", no},
        {"__len", empty},   {"__pairs", no_pairs},   {NULL, NULL}};
    if (!luaL_newmetatable(L, DV_PLACEHOLDER))
        return;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        lua_pushcfunction(L, same);
        lua_setfield(L, -2, operators[i]);
    }
    luaL_setfuncs(L, others, 0);
    lua_pushboolean(L, false);
    lua_setfield(L, -2, "__metatable");
}

void dv_push_placeholder(lua_State *L) {
    luaL_checkstack(L, 4, NULL);
    lua_newuserdatauv(L, 0, 0);
    push_class(L);
    lua_setmetatable(L, -2);
}

bool dv_is_placeholder(lua_State *L, int index) {
    return luaL_testudata(L, index, DV_PLACEHOLDER) != NULL;
}

// Calls

static bool call(lua_State *L, int arguments, int results, bool is_own) {
    dv_mistake_listener *listener = dv_mistakes_of(L);
    int base = lua_gettop(L) - arguments;
    bool is_known = false;
    uint32_t noted = listener ? listener->noted : 0;
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    if (!listener) {
        lua_call(L, arguments, results);
        return true;
    }
    for (int i = 1; i <= arguments && !is_known; i++)
        is_known = dv_is_placeholder(L, base + i);
    lua_pushcfunction(L, dv_sandbox_message_handler);
    lua_insert(L, base);
    int status = lua_pcall(L, arguments, results, base);
    lua_remove(L, base);
    if (status == LUA_OK)
        return true;
    dv_sandbox_check(L);
    if (status == LUA_ERRMEM)
        lua_error(L);
    is_known = is_known || (is_own && listener->noted > noted);
    if (!is_known && lua_type(L, -1) == LUA_TSTRING)
        dv_note_mistake(listener, lua_tostring(L, -1));
    lua_settop(L, base - 1);
    dv_push_placeholder(L);
    return false;
}

/// Note that names may be missing if a call failed, which is about a module or a definition.
static bool note_loss(lua_State *L, bool fine) {
    dv_mistake_listener *listener = fine ? NULL : dv_mistakes_of(L);
    if (listener)
        listener->has_lost = true;
    return fine;
}

bool dv_call_gently(lua_State *L, int arguments, int results) {
    return note_loss(L, call(L, arguments, results, false));
}

bool dv_check_gently(lua_State *L, int arguments, int results) {
    return call(L, arguments, results, true);
}

/// Calls its first upvalue. The second one says whether that defines something.
static int call_gently(lua_State *L) {
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    bool fine = dv_check_gently(L, lua_gettop(L) - 1, LUA_MULTRET);
    if (lua_toboolean(L, lua_upvalueindex(2)))
        note_loss(L, fine);
    return lua_gettop(L);
}

// Tables

static int read_field(lua_State *L) {
    lua_gettable(L, 1);
    return 1;
}

/// The __index of a gentle table: (table, key), with the table that it is made of as its upvalue,
/// and whether its functions define something.
static int unknown_field(lua_State *L) {
    const char *names[MAX_NAMES];
    size_t count = 0;
    lua_settop(L, 2);
    lua_pushcfunction(L, read_field);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, 2);
    if (dv_check_gently(L, 2, 1) || lua_type(L, 2) != LUA_TSTRING)
        return 1;
    for (lua_pushnil(L); count < MAX_NAMES && lua_next(L, 1); lua_pop(L, 1))
        if (lua_type(L, -2) == LUA_TSTRING)
            names[count++] = lua_tostring(L, -2); // the table keeps it
    const char *nearest = dv_nearest_name(lua_tostring(L, 2), names, count);
    lua_settop(L, 3);
    if (nearest)
        lua_getfield(L, 1, nearest);
    else if (lua_toboolean(L, lua_upvalueindex(2)))
        note_loss(L, false);
    return 1;
}

static void make_gentle(lua_State *L, int depth) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    if (lua_isfunction(L, -1)) {
        lua_pushboolean(L, depth <= 1);
        lua_pushcclosure(L, call_gently, 2);
        return;
    }
    if (!lua_istable(L, -1) || depth > DEEPEST)
        return;
    int table = lua_gettop(L);
    lua_newtable(L);
    lua_pushvalue(L, table);
    dv_sandbox_resolve_proxy(L, -1);
    for (lua_pushnil(L); lua_next(L, table + 2);) {
        make_gentle(L, depth + 1);
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, table + 1);
    }
    lua_settop(L, table + 1);
    lua_createtable(L, 0, 1);
    lua_pushvalue(L, table);
    lua_pushboolean(L, depth == 0);
    lua_pushcclosure(L, unknown_field, 2);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_remove(L, table);
}

void dv_make_gentle(lua_State *L) { make_gentle(L, 0); }
