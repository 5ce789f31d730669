// Expressions whose values people watch.
//
// Invariant: reading one changes nothing. The world refuses to be written meanwhile. The code is a
// single expression without functions, its globals are the console's and the part of the library
// that only reads, and a hook refuses every call of a script's function, of the rest of the
// library, or of what draws, also those that metatables make.
#include "calls/calls.h"
#include "calls/stops.h"
#include "console.h"
#include "expression_library.h"
#include "sandbox/sandbox.h"
#include "scenario.h"
#include "scenario_data.h"
#include "syntax/syntax.h"

#include "base/alloc.h"
#include "base/result.h"
#include "base/utf8.h"

#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

static const char chunk[] = "=expression", position[] = "expression:1: ";

/// Expressions take their time from a budget that few mods come to, so that scripts keep theirs.
static const dv_running running = {0, DV_MAX_BUDGETS - 1};

typedef struct reading {
    const char *code;
    dv_agent selected;
    dv_expression_value *value;
} reading;

// The environment

/// Upvalues: the console's own names, the globals set in it or nil, and the library.
static int read_global(lua_State *L) {
    for (int i = 1; i <= DV_CONSOLE_SCOPES; i++) {
        if (!lua_istable(L, lua_upvalueindex(i)))
            continue;
        lua_pushvalue(L, 2);
        if (lua_rawget(L, lua_upvalueindex(i)) != LUA_TNIL)
            return 1;
        lua_pop(L, 1);
    }
    const char *name = luaL_checkstring(L, 2);
    if (strcmp(name, "selected") != 0)
        return luaL_error(L, "unknown global '%s'", name);
    lua_pushnil(L); // none is selected
    return 1;
}

static void push_environment(lua_State *L, dv_agent selected) {
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    int own = lua_gettop(L) + 1;
    dv_console_push_names(L, selected);
    lua_pushnil(L);
    lua_setfield(L, own, "drover");
    dv_push_expression_library(L);
    lua_pushcclosure(L, read_global, DV_CONSOLE_SCOPES);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
}

static void refuse_call(lua_State *L, const char *what) {
    // Lua's own position would be that of the function called.
    lua_pushfstring(L, "%s%s", position, what);
    lua_error(L);
}

/// Runs at every call.
static void check_call(lua_State *L, lua_Debug *frame) {
    int top = lua_gettop(L);
    lua_getinfo(L, "Sf", frame);
    bool is_own = strcmp(frame->source, chunk) == 0, is_script = strcmp(frame->what, "C") != 0;
    // What coroutine.wrap makes would run scripts on a thread that has no hook.
    bool is_coroutine = !is_script && lua_getupvalue(L, top + 1, 1) && lua_isthread(L, -1);
    if ((is_script && !is_own) || is_coroutine)
        refuse_call(L, "an expression can't call functions of scripts");
    lua_settop(L, top + 1);
    const char *refused = dv_push_refused_name(L);
    if (refused)
        refuse_call(L,
                    lua_pushfstring(L, "an expression only reads, so it can't call '%s'", refused));
    lua_settop(L, top);
}

// Checking

/// Check a global of an expression. Raises why it can't have that, or a field of it.
static void check_name(lua_State *L, const dv_node *name) {
    const dv_node *index = name->parent;
    const dv_node *key =
        index->type == DV_NODE_INDEX && index->first == name ? dv_node_key(index) : NULL;
    int top = lua_gettop(L);
    if (!dv_sandbox_has_global(L, name->text, name->length) && !dv_node_is(name, "drover"))
        return;
    const char *text = lua_pushlstring(L, name->text, name->length);
    if (!dv_expression_has_global(text))
        luaL_error(L, "an expression only reads, so it has no '%s'", text);
    dv_push_expression_library(L);
    if (key && lua_getfield(L, -1, text) == LUA_TTABLE) {
        lua_pushlstring(L, key->text, key->length);
        lua_gettable(L, -2);
    }
    lua_settop(L, top);
}

static int check_tree(lua_State *L) {
    const dv_syntax *tree = lua_touserdata(L, 1);
    const dv_node *block = tree->chunk->last, *statement = block->first;
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    bool is_one = statement && statement == block->last && statement->type == DV_NODE_RETURN &&
                  statement->first && statement->first == statement->last;
    if (!is_one)
        return luaL_error(L, "this is not a single expression");
    for (dv_node *n = dv_node_after(tree->chunk, tree->chunk); n;
         n = dv_node_after(n, tree->chunk)) {
        if (n->type == DV_NODE_FUNCTION)
            return luaL_error(L, "an expression can't have functions in it");
        if (n->type == DV_NODE_NAME)
            check_name(L, n);
    }
    return 0;
}

/// The code as a chunk, which the caller frees; NULL without memory.
static char *chunk_of(const char *code) {
    size_t size = strlen(code) + sizeof "return ";
    char *source = dv_alloc(size);
    if (source)
        snprintf(source, size, "return %s", code);
    return source;
}

dv_result dv_scenario_check_expression(dv_scenario *scenario, const char *code, dv_error *error) {
    dv_syntax tree;
    dv_error why;
    char *source = chunk_of(code);
    if (!source)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    dv_result result = dv_syntax_parse(&tree, source, strlen(source), &why);
    if (result == DV_ERROR_SCRIPT)
        dv_fail(error, result, "this is not an expression: %s", why.message);
    else if (result != DV_OK)
        dv_fail(error, result, "%s", why.message);
    if (result == DV_OK) {
        lua_pushcfunction(scenario->state, check_tree);
        lua_pushlightuserdata(scenario->state, &tree);
        result = dv_call_quietly(scenario, 1, 0, DV_READING, scenario->call_seconds, error);
    }
    dv_syntax_free(&tree);
    dv_free(source);
    return result;
}

// Reading

/// Write a text, cut to the room there is.
static void write_text(dv_expression_value *value, const char *text) {
    snprintf(value->text, sizeof value->text, "%.*s", (int)sizeof value->text - 1, text);
    dv_utf8_trim(value->text);
}

static int read_value(lua_State *L) {
    const reading *r = lua_touserdata(L, 1);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    const char *source = lua_pushfstring(L, "return %s", r->code);
    if (luaL_loadbufferx(L, source, strlen(source), chunk, "t") != LUA_OK)
        lua_error(L);
    push_environment(L, r->selected);
    lua_setupvalue(L, -2, 1);
    lua_sethook(L, check_call, LUA_MASKCALL, 0);
    lua_call(L, 0, 1);
    dv_console_push_text(L, lua_gettop(L));
    write_text(r->value, lua_tostring(L, -1));
    return 0;
}

/// Nothing of a script is at fault: neither the run's log nor its messages tell of a stop.
static void note_stop(dv_scenario *scenario, dv_error *failure) {
    bool was_stopped = scenario->was_stopped;
    scenario->console_runs = true;
    dv_note_stop(scenario, 0, failure);
    scenario->console_runs = false;
    scenario->was_stopped = was_stopped;
}

void dv_scenario_read_expression(dv_scenario *scenario, const char *code, dv_agent selected,
                                 dv_expression_value *value) {
    reading r = {.code = code, .selected = selected, .value = value};
    dv_error failure;
    if (dv_is_stopped(scenario, 0))
        return;
    dv_running before = dv_sandbox_enter(scenario->sandbox, running);
    lua_pushcfunction(scenario->state, read_value);
    lua_pushlightuserdata(scenario->state, &r);
    dv_result result =
        dv_call_quietly(scenario, 1, 0, DV_READING, scenario->call_seconds, &failure);
    lua_sethook(scenario->state, NULL, 0, 0);
    dv_sandbox_enter(scenario->sandbox, before);
    value->has_failed = result != DV_OK;
    value->was_stopped = false;
    if (result == DV_OK)
        return;
    dv_stop stop = dv_sandbox_stopped(scenario->sandbox);
    value->was_stopped = stop == DV_STOP_CALL || stop == DV_STOP_BUDGET;
    note_stop(scenario, &failure);
    bool is_placed = strncmp(failure.message, position, strlen(position)) == 0;
    write_text(value, failure.message + (is_placed ? strlen(position) : 0));
}
