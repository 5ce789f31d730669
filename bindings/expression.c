// Expressions whose values people watch.
//
// Invariant: reading one changes nothing. The world refuses to be written meanwhile. The code is a
// single expression without functions, its globals are the console's and the part of the library
// that only reads, and a hook refuses every call of a script's function or of the rest of the
// library, also those that metatables make.
#include "calls/calls.h"
#include "calls/stops.h"
#include "console.h"
#include "sandbox/sandbox.h"
#include "scenario.h"
#include "scenario_data.h"
#include "syntax/syntax.h"

#include "base/alloc.h"
#include "base/result.h"
#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

static const char chunk[] = "=expression", position[] = "expression:1: ";

/// Expressions take their time from a budget that few mods come to, so that scripts keep theirs.
static const dv_running running = {0, DV_MAX_BUDGETS - 1};

/// The key in the registry of the functions that must not be called, with their names.
static const char refused_key;

typedef struct reading {
    const char *code;
    dv_agent selected;
    dv_expression_value *value;
} reading;

// The library

static bool is_listed(const char *name, const char *const *list) {
    while (*list && strcmp(*list, name) != 0)
        list++;
    return *list;
}

/// Whether a name of the library, or of a table in it, only reads. `table` is NULL for a global.
static bool only_reads(const char *table, const char *name) {
    static const char *const globals[] = {"ipairs",   "math",   "next",   "pairs", "rawequal",
                                          "rawlen",   "select", "string", "table", "tonumber",
                                          "tostring", "type",   "utf8",   NULL};
    static const char *const of_tables[] = {"concat", "pack", "unpack", NULL};
    static const char *const not_of_math[] = {"random", "randomseed", NULL};
    if (!table)
        return is_listed(name, globals);
    if (strcmp(table, "table") == 0)
        return is_listed(name, of_tables);
    if (strcmp(table, "math") == 0)
        return !is_listed(name, not_of_math);
    return is_listed(table, globals);
}

/// Raise unless a table of the library has a field. Upvalue: the table's name.
static int refuse_field(lua_State *L) {
    return luaL_error(L, "an expression only reads, so it has no '%s.%s'",
                      lua_tostring(L, lua_upvalueindex(1)), dv_sandbox_tostring(L, 2, NULL));
}

/// Put the function at the top, which belongs to a name, into a table, or else into `refused`. Pops
/// it.
static void sort_function(lua_State *L, const char *table, const char *name, int to, int refused) {
    if (to && only_reads(table, name)) {
        lua_setfield(L, to, name);
        return;
    }
    lua_pushfstring(L, "%s%s%s", table ? table : "", table ? "." : "", name);
    lua_rawset(L, refused);
}

/// Copy what only reads of a table of the library, into a new one that is pushed.
static void sort_table(lua_State *L, const char *name, int from, int refused) {
    lua_newtable(L);
    int to = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, from); lua_settop(L, to + 1)) {
        const char *field = lua_tostring(L, to + 1);
        if (lua_isfunction(L, -1))
            sort_function(L, name, field, to, refused);
        else if (only_reads(name, field))
            lua_setfield(L, to, field);
    }
    lua_createtable(L, 0, 1);
    lua_pushstring(L, name);
    lua_pushcclosure(L, refuse_field, 1);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, to);
}

/// Push the part of a library that only reads. `name` is NULL for all of it.
static void sort_library(lua_State *L, int from, int refused) {
    lua_newtable(L);
    int to = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, from); lua_settop(L, to + 1)) {
        const char *name = lua_tostring(L, to + 1);
        dv_sandbox_resolve_proxy(L, to + 2);
        if (lua_isfunction(L, to + 2))
            sort_function(L, NULL, name, to, refused);
        else if (lua_istable(L, to + 2))
            sort_table(L, name, to + 2, refused);
        if (lua_gettop(L) == to + 3 && only_reads(NULL, name))
            lua_setfield(L, to, name);
    }
}

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

/// Push the environment, and put the functions that must not be called into the registry.
static void push_environment(lua_State *L, dv_agent selected) {
    lua_newtable(L);
    int refused = lua_gettop(L), own = refused + 1, library = refused + DV_CONSOLE_SCOPES;
    dv_console_push_scopes(L, selected);
    dv_sandbox_resolve_proxy(L, library);
    lua_getfield(L, own, "drover");
    dv_sandbox_resolve_proxy(L, -1);
    sort_library(L, lua_gettop(L), refused);
    lua_settop(L, library);
    lua_pushnil(L);
    lua_setfield(L, own, "drover");
    sort_library(L, library, refused);
    lua_replace(L, library);
    lua_pushcclosure(L, read_global, DV_CONSOLE_SCOPES);
    lua_newtable(L);
    lua_newtable(L);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_pushvalue(L, refused);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &refused_key);
    lua_replace(L, refused);
    lua_settop(L, refused);
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
    lua_rawgetp(L, LUA_REGISTRYINDEX, &refused_key);
    lua_pushvalue(L, top + 1);
    if (lua_rawget(L, -2) != LUA_TNIL)
        refuse_call(L, lua_pushfstring(L, "an expression only reads, so it can't call '%s'",
                                       lua_tostring(L, -1)));
    lua_settop(L, top);
}

// Checking

static dv_result refuse_name(const dv_node *name, const dv_node *index, dv_error *error) {
    char text[64], field[64] = "";
    const dv_node *key = index ? dv_node_key(index) : NULL;
    snprintf(text, sizeof text, "%.*s", (int)name->length, name->text);
    if (key)
        snprintf(field, sizeof field, "%.*s", (int)key->length, key->text);
    return dv_fail(error, DV_ERROR_SCRIPT, "an expression only reads, so it has no '%s%s%s'", text,
                   key ? "." : "", field);
}

typedef struct checking {
    const dv_syntax *tree;
    dv_result result;
    dv_error *error;
} checking;

/// Check a global of an expression. `L` knows the library.
static dv_result check_name(lua_State *L, const dv_node *name, dv_error *error) {
    char text[64], field[64];
    snprintf(text, sizeof text, "%.*s", (int)name->length, name->text);
    bool is_of_library =
        dv_sandbox_has_global(L, name->text, name->length) || dv_node_is(name, "drover");
    if (!is_of_library)
        return DV_OK;
    if (!only_reads(NULL, text))
        return refuse_name(name, NULL, error);
    const dv_node *index = name->parent;
    const dv_node *key =
        index->type == DV_NODE_INDEX && index->first == name ? dv_node_key(index) : NULL;
    if (!key)
        return DV_OK;
    snprintf(field, sizeof field, "%.*s", (int)key->length, key->text);
    return only_reads(text, field) ? DV_OK : refuse_name(name, index, error);
}

static dv_result check_tree(lua_State *L, const dv_syntax *tree, dv_error *error) {
    const dv_node *block = tree->chunk->last, *statement = block->first;
    bool is_one = statement && statement == block->last && statement->type == DV_NODE_RETURN &&
                  statement->first && statement->first == statement->last;
    if (!is_one)
        return dv_fail(error, DV_ERROR_SCRIPT, "this is not a single expression");
    for (dv_node *n = dv_node_after(tree->chunk, tree->chunk); n;
         n = dv_node_after(n, tree->chunk)) {
        if (n->type == DV_NODE_FUNCTION)
            return dv_fail(error, DV_ERROR_SCRIPT, "an expression can't have functions in it");
        dv_result result = n->type == DV_NODE_NAME ? check_name(L, n, error) : DV_OK;
        if (result != DV_OK)
            return result;
    }
    return DV_OK;
}

static int check(lua_State *L) {
    checking *c = lua_touserdata(L, 1);
    c->result = check_tree(L, c->tree, c->error);
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
    checking c = {.tree = &tree, .error = error};
    char *source = chunk_of(code);
    if (!source)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    dv_result result = dv_syntax_parse(&tree, source, strlen(source), &why);
    if (result == DV_ERROR_SCRIPT)
        dv_fail(error, result, "this is not an expression: %s", why.message);
    else if (result != DV_OK)
        dv_fail(error, result, "%s", why.message);
    if (result == DV_OK) {
        lua_pushcfunction(scenario->state, check);
        lua_pushlightuserdata(scenario->state, &c);
        result = dv_call(scenario, 1, 0, DV_READING, scenario->call_seconds, error);
        result = result == DV_OK ? c.result : result;
    }
    dv_syntax_free(&tree);
    dv_free(source);
    return result;
}

// Reading

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
    snprintf(r->value->text, sizeof r->value->text, "%s", lua_tostring(L, -1));
    dv_utf8_trim(r->value->text);
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
    dv_activity outer = dv_begin_activity(scenario, DV_READING);
    dv_running before = dv_sandbox_enter(scenario->sandbox, running);
    lua_pushcfunction(scenario->state, read_value);
    lua_pushlightuserdata(scenario->state, &r);
    dv_result result = dv_sandbox_call(scenario->sandbox, 1, 0, scenario->call_seconds, &failure);
    lua_sethook(scenario->state, NULL, 0, 0);
    dv_sandbox_enter(scenario->sandbox, before);
    scenario->activity = outer; // without dv_end_activity: the traceback of scripts stays
    value->has_failed = result != DV_OK;
    value->was_stopped = false;
    if (result == DV_OK)
        return;
    dv_stop stop = dv_sandbox_stopped(scenario->sandbox);
    value->was_stopped = stop == DV_STOP_CALL || stop == DV_STOP_BUDGET;
    note_stop(scenario, &failure);
    bool is_placed = strncmp(failure.message, position, strlen(position)) == 0;
    snprintf(value->text, sizeof value->text, "%.*s", (int)sizeof value->text - 1,
             failure.message + (is_placed ? strlen(position) : 0));
    dv_utf8_trim(value->text);
}
