// pcall, xpcall, and the coroutine library. They act like Lua's own, but keep track of the running
// thread, and pass a stop for time on instead of catching it.
#include "sandbox/sandbox_private.h"

#include <lualib.h>

// pcall, xpcall

static int finish_protected_call(lua_State *L, int status, lua_KContext below) {
    if (status == LUA_OK || status == LUA_YIELD)
        return lua_gettop(L) - (int)below;
    dv_sandbox_check(L);
    lua_pushboolean(L, 0);
    if (status == LUA_ERRMEM)
        dv_sandbox_push_memory_message(L);
    else
        lua_pushvalue(L, -2);
    return 2;
}

static int protected_call(lua_State *L) {
    luaL_checkany(L, 1);
    lua_pushboolean(L, 1);
    lua_insert(L, 1);
    int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish_protected_call);
    return finish_protected_call(L, status, 0);
}

// After an error in a hook, Lua runs handlers with hooks off, so nothing could stop them.
static int call_handler(lua_State *L) {
    if (dv_sandbox_of(L)->stopping)
        return 1;
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

static int protected_call_with_handler(lua_State *L) {
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, call_handler, 1);
    lua_replace(L, 2);
    int arguments = lua_gettop(L) - 2;
    lua_pushboolean(L, 1);
    lua_pushvalue(L, 1);
    lua_rotate(L, 3, 2); // function, handler, true, function, arguments…
    int status = lua_pcallk(L, arguments, LUA_MULTRET, 2, 2, finish_protected_call);
    return finish_protected_call(L, status, 2);
}

bool dv_is_protected_call(lua_CFunction function) {
    return function == protected_call || function == protected_call_with_handler;
}

void dv_add_protected_calls(lua_State *L) {
    lua_pushcfunction(L, protected_call);
    lua_setfield(L, -2, "pcall");
    lua_pushcfunction(L, protected_call_with_handler);
    lua_setfield(L, -2, "xpcall");
}

// Coroutines

// Lua 5.4.4 restarts its count of C calls in each nested close, so only a few are allowed.
#define MAX_NESTED_CLOSES 16

static lua_State *check_coroutine(lua_State *L) {
    lua_State *coroutine = lua_tothread(L, 1);
    luaL_argexpected(L, coroutine, 1, "coroutine");
    return coroutine;
}

// Resume with the topmost `arguments` values of L. Leaves the results, or the error, at the top of
// L.
static int resume_coroutine(lua_State *L, lua_State *coroutine, int arguments, int *results) {
    if (!lua_checkstack(coroutine, arguments)) {
        lua_pushliteral(L, "too many arguments to resume");
        return LUA_ERRRUN;
    }
    dv_sandbox *sandbox = dv_sandbox_of(L);
    lua_xmove(L, coroutine, arguments);
    sandbox->running = coroutine;
    int status = lua_resume(coroutine, L, arguments, results);
    sandbox->running = L;
    dv_sandbox_check(L);
    if (status == LUA_ERRMEM) {
        lua_pop(coroutine, 1); // Lua's own message; there is no room for another one next to it
        dv_sandbox_push_memory_message(L);
    } else if (status != LUA_OK && status != LUA_YIELD)
        lua_xmove(coroutine, L, 1);
    else if (lua_checkstack(L, *results + 1))
        lua_xmove(coroutine, L, *results);
    else {
        lua_pop(coroutine, *results);
        lua_pushliteral(L, "too many results to resume");
        return LUA_ERRRUN;
    }
    return status;
}

static int coroutine_resume(lua_State *L) {
    lua_State *coroutine = check_coroutine(L);
    int results = 0;
    int status = resume_coroutine(L, coroutine, lua_gettop(L) - 1, &results);
    bool fine = status == LUA_OK || status == LUA_YIELD;
    lua_pushboolean(L, fine);
    lua_insert(L, fine ? -results - 1 : -2);
    return fine ? results + 1 : 2;
}

// Run the pending __close of a coroutine that has ended or is suspended. An error is left on the
// coroutine's stack.
static int close_coroutine(lua_State *L, lua_State *coroutine) {
    dv_sandbox *sandbox = dv_sandbox_of(L);
    if (sandbox->closes >= MAX_NESTED_CLOSES)
        luaL_error(L, "too many coroutines close each other");
    sandbox->closes++;
    sandbox->running = coroutine;
    int status = lua_resetthread(coroutine);
    sandbox->running = L;
    sandbox->closes--;
    dv_sandbox_check(L);
    return status;
}

static int call_wrapped(lua_State *L) {
    lua_State *coroutine = lua_tothread(L, lua_upvalueindex(1));
    int results = 0;
    int status = resume_coroutine(L, coroutine, lua_gettop(L), &results);
    if (status == LUA_OK || status == LUA_YIELD)
        return results;
    if (lua_type(L, -1) == LUA_TSTRING)
        dv_sandbox_keep_traceback(dv_sandbox_of(L), coroutine, lua_tostring(L, -1));
    int state = lua_status(coroutine);
    if (state != LUA_OK && state != LUA_YIELD) { // it had started, and failed
        lua_pushvalue(L, -1);
        lua_xmove(L, coroutine, 1); // from there, closing passes the error to __close
        status = close_coroutine(L, coroutine);
        if (status != LUA_ERRMEM)
            lua_xmove(coroutine, L, 1);
    }
    if (status == LUA_ERRMEM)
        dv_sandbox_push_memory_message(L);
    return lua_error(L);
}

static int coroutine_wrap(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_State *coroutine = lua_newthread(L);
    lua_pushvalue(L, 1);
    lua_xmove(L, coroutine, 1);
    lua_pushcclosure(L, call_wrapped, 1);
    return 1;
}

static const char *status_name(lua_State *L, lua_State *coroutine) {
    if (coroutine == L)
        return "running";
    lua_Debug frame;
    switch (lua_status(coroutine)) {
    case LUA_YIELD:
        return "suspended";
    case LUA_OK:
        if (lua_getstack(coroutine, 0, &frame))
            return "normal";
        return lua_gettop(coroutine) == 0 ? "dead" : "suspended";
    default:
        return "dead";
    }
}

static int coroutine_status(lua_State *L) {
    lua_pushstring(L, status_name(L, check_coroutine(L)));
    return 1;
}

static int coroutine_close(lua_State *L) {
    lua_State *coroutine = check_coroutine(L);
    const char *status = status_name(L, coroutine);
    if (status[0] == 'r' || status[0] == 'n')
        return luaL_error(L, "cannot close a %s coroutine", status);
    int failed = close_coroutine(L, coroutine);
    lua_pushboolean(L, failed == LUA_OK);
    if (failed == LUA_OK)
        return 1;
    lua_xmove(coroutine, L, 1);
    return 2;
}

void dv_push_coroutine_library(lua_State *L) {
    static const char *const stock[] = {"create", "isyieldable", "running", "yield", NULL};
    static const luaL_Reg ours[] = {{"close", coroutine_close},
                                    {"resume", coroutine_resume},
                                    {"status", coroutine_status},
                                    {"wrap", coroutine_wrap},
                                    {NULL, NULL}};
    lua_pushcfunction(L, luaopen_coroutine);
    lua_call(L, 0, 1);
    dv_pick_fields(L, stock);
    luaL_setfuncs(L, ours, 0);
}
