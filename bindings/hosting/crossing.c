// Sends questions to the scenario; see crossing.h.
#include "hosting/crossing.h"

#include "calls/calls.h"
#include "classes/handles.h"
#include "classes/vector.h"
#include "hosting/objects.h"
#include "sandbox/sandbox.h"
#include "scenario_data.h"

#include <stdio.h>

#define MAX_RESULTS 64
#define DEEPEST 16
#define COUNT(array) (sizeof(array) / sizeof *(array))

/// A question to the scenario, and its answer.
typedef struct request {
    dv_question operation;
    dv_hosted *hosted;
    lua_State *host;
    const void *vectors; ///< the host's metatable of vectors
    int count; ///< number of values at the bottom of the host's stack that cross, subject first
    const char *method;
    bool failed;
    bool is_method; ///< a read found a function
    char message[DV_ERROR_CAPACITY];
    int pins[MAX_RESULTS]; ///< for each result that stays in the scenario: its index in the pins
} request;

/// Copy a value between states if its type means the same in both. Otherwise returns false and
/// pushes nothing.
static bool push_plain(lua_State *L, lua_State *from, int index) {
    size_t size;
    const char *text;
    switch (lua_type(from, index)) {
    case LUA_TNIL:
        lua_pushnil(L);
        return true;
    case LUA_TBOOLEAN:
        lua_pushboolean(L, lua_toboolean(from, index));
        return true;
    case LUA_TNUMBER:
        if (lua_isinteger(from, index))
            lua_pushinteger(L, lua_tointeger(from, index));
        else
            lua_pushnumber(L, lua_tonumber(from, index));
        return true;
    case LUA_TSTRING:
        text = lua_tolstring(from, index, &size);
        lua_pushlstring(L, text, size);
        return true;
    default:
        return false;
    }
}

// Copying into the scenario. This code runs there, in a protected call. It only reads the host's
// stack, except for what iterating pushes.

static void push_in(lua_State *L, const request *r, int index, int depth);

#define TOO_DEEP "a table of the %s is nested too deeply for the scenario"

static const char *host_name(const request *r) {
    return r->hosted->bridge->is_program ? "program" : "test";
}

static void push_table(lua_State *L, const request *r, int index, int depth) {
    lua_State *host = r->host;
    if (depth == DEEPEST || !lua_checkstack(host, 4))
        luaL_error(L, TOO_DEEP, host_name(r));
    luaL_checkstack(L, 8, "too deeply nested for the scenario");
    lua_newtable(L);
    lua_pushnil(host);
    while (lua_next(host, index)) {
        int value = lua_gettop(host);
        push_in(L, r, value - 1, depth + 1);
        push_in(L, r, value, depth + 1);
        lua_rawset(L, -3);
        lua_pop(host, 1);
    }
}

/// Push a declaration of the host's modules as the scenario knows it: by name.
static bool push_declared(lua_State *L, const request *r, int index) {
    lua_State *host = r->host;
    static const char *const classes[] = {"kind",          "declared group", "declared surface",
                                          "declared flow", "declared field", "declared terrain",
                                          "declared link"};
    for (size_t i = 0; i < COUNT(classes) && !r->hosted->bridge->is_program; i++) {
        if (!luaL_testudata(host, index, classes[i]))
            continue;
        lua_getiuservalue(host, index, 1);
        lua_pushstring(L, lua_tostring(host, -1));
        lua_pop(host, 1);
        return true;
    }
    return false;
}

static void push_object(lua_State *L, const request *r, int index) {
    lua_State *host = r->host;
    dv_hosted *const *world = luaL_testudata(host, index, DV_HOSTED_CLASS);
    const dv_reference *ref = luaL_testudata(host, index, DV_REFERENCE_CLASS);
    const dv_hosted_handle *handle = luaL_testudata(host, index, DV_HANDLE_CLASS);
    const double *axes = dv_vector_axes(host, index, r->vectors);
    if (axes) {
        dv_push_vector(L, axes[0], axes[1], axes[2]);
    } else if (world && *world == r->hosted) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, r->hosted->scenario->world_object);
    } else if (ref && ref->hosted == r->hosted) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, r->hosted->pins);
        lua_rawgeti(L, -1, ref->pin);
        lua_remove(L, -2);
    } else if (handle && handle->hosted == r->hosted) {
        dv_push_handle(L, handle->bits);
    } else if (world || ref || handle) {
        luaL_error(L, "a value of one world cannot go into another");
    } else if (!push_declared(L, r, index)) {
        luaL_error(L, "%s of the %s cannot go into the scenario", dv_push_a_type(host, index),
                   host_name(r));
    }
}

static void push_in(lua_State *L, const request *r, int index, int depth) {
    if (push_plain(L, r->host, index))
        return;
    if (lua_islightuserdata(r->host, index) && !r->hosted->bridge->is_program)
        lua_pushlightuserdata(L, lua_touserdata(r->host, index));
    else if (lua_istable(r->host, index))
        push_table(L, r, index, depth);
    else
        push_object(L, r, index);
}

// In the scenario

static int perform_crossing(lua_State *L) {
    request *r = lua_touserdata(L, 1);
    lua_settop(L, 0);
    luaL_checkstack(L, r->count + LUA_MINSTACK, "too many arguments");
    for (int i = 1; i <= r->count; i++)
        push_in(L, r, i, 0);
    switch (r->operation) {
    case DV_ASK_GET:
        lua_gettable(L, 1);
        return 1;
    case DV_ASK_SET:
        lua_settable(L, 1);
        return 0;
    case DV_ASK_METHOD:
        lua_getfield(L, 1, r->method);
        lua_insert(L, 1);
        lua_call(L, r->count, LUA_MULTRET);
        return lua_gettop(L);
    case DV_ASK_CALL:
        lua_call(L, r->count - 1, LUA_MULTRET);
        return lua_gettop(L);
    case DV_ASK_LENGTH:
        lua_len(L, 1);
        return 1;
    case DV_ASK_TEXT:
        dv_sandbox_tostring(L, 1, NULL);
        return 1;
    case DV_ASK_PAIRS:
        lua_pushcfunction(L, dv_ordered_pairs);
        lua_insert(L, 1);
        lua_call(L, 1, 3);
        return 3;
    }
    return 0;
}

static bool stays_in_place(lua_State *L, int index, const void *vectors) {
    switch (lua_type(L, index)) {
    case LUA_TTABLE:
    case LUA_TFUNCTION:
    case LUA_TTHREAD:
        return true;
    case LUA_TUSERDATA:
        return !dv_vector_axes(L, index, vectors);
    default:
        return false;
    }
}

/// Pin the results that the host will refer to.
static void pin_results(lua_State *L, request *r, int first, int count) {
    const void *vectors = dv_vector_metatable(L);
    for (int i = 0; i < count; i++) {
        if (!stays_in_place(L, first + i, vectors))
            continue;
        if (r->operation == DV_ASK_GET && lua_isfunction(L, first + i)) {
            r->is_method = true;
            return;
        }
        r->hosted->pinned++;
        lua_rawgeti(L, LUA_REGISTRYINDEX, r->hosted->pins);
        lua_pushvalue(L, first + i);
        r->pins[i] = luaL_ref(L, -2);
        lua_pop(L, 1);
    }
}

/// Errors are returned unchanged. The host adds the line of the test in front.
static int answer_call(lua_State *L) {
    request *r = lua_touserdata(L, 1);
    lua_pushcfunction(L, perform_crossing);
    lua_pushvalue(L, 1);
    if (lua_pcall(L, 1, LUA_MULTRET, 0) != LUA_OK) {
        dv_sandbox_check(L);
        r->failed = true;
        snprintf(r->message, sizeof r->message, "%s",
                 lua_isstring(L, -1) ? lua_tostring(L, -1) : "the call failed");
        return 0;
    }
    int count = lua_gettop(L) - 1;
    if (count > MAX_RESULTS)
        return luaL_error(L, "more than %d results", MAX_RESULTS);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    pin_results(L, r, 2, count);
    return count;
}

// Back in the host

static void push_reference(lua_State *L, const request *r, lua_State *from, int index, int pin) {
    const dv_hosted *hosted = r->hosted;
    if (lua_type(from, index) == LUA_TUSERDATA) {
        lua_rawgeti(from, LUA_REGISTRYINDEX, hosted->scenario->world_object);
        bool is_world = lua_rawequal(from, -1, index);
        lua_pop(from, 1);
        if (is_world) {
            dv_bridge_push_box(L, hosted);
            return;
        }
    }
    dv_reference *ref = lua_newuserdatauv(L, sizeof *ref, 1);
    *ref = (dv_reference){r->hosted, pin};
    dv_bridge_push_box(L, r->hosted);
    lua_setiuservalue(L, -2, 1);
    luaL_setmetatable(L, DV_REFERENCE_CLASS);
}

static void push_out(lua_State *L, const request *r, lua_State *from, int index, int pin) {
    if (push_plain(L, from, index))
        return;
    if (lua_islightuserdata(from, index)) {
        dv_bridge_push_handle(L, r->hosted, dv_to_handle(from, index));
        return;
    }
    const double *axes = lua_type(from, index) == LUA_TUSERDATA
                             ? dv_vector_axes(from, index, dv_vector_metatable(from))
                             : NULL;
    if (axes)
        dv_push_vector(L, axes[0], axes[1], axes[2]);
    else
        push_reference(L, r, from, index, pin);
}

int dv_ask(lua_State *L, dv_hosted *hosted, dv_question what, const char *method, bool *is_method) {
    request r = {.operation = what,
                 .hosted = hosted,
                 .host = L,
                 .vectors = dv_vector_metatable(L),
                 .count = lua_gettop(L),
                 .method = method};
    dv_scenario *scenario = hosted->scenario;
    lua_State *there = scenario->state;
    dv_error error;
    int bottom = lua_gettop(there);
    luaL_checkstack(L, MAX_RESULTS + LUA_MINSTACK, NULL);
    lua_pushcfunction(there, answer_call);
    lua_pushlightuserdata(there, &r);
    dv_result result = dv_call(scenario, 1, LUA_MULTRET, DV_SETUP, scenario->call_seconds, &error);
    lua_settop(L, r.count);
    if (result != DV_OK)
        return luaL_error(L, "%s", error.message);
    if (r.failed)
        return luaL_error(L, "%s", r.message);
    int count = lua_gettop(there) - bottom;
    bool has_room = lua_checkstack(there, LUA_MINSTACK);
    *is_method = r.is_method;
    for (int i = 0; has_room && !r.is_method && i < count; i++)
        push_out(L, &r, there, bottom + 1 + i, r.pins[i]);
    lua_settop(there, bottom);
    return has_room ? count : luaL_error(L, "out of memory");
}
