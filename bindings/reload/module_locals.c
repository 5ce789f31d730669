// Local variables of modules that scripts keep values in.
//
// When a generation is loaded, all that its functions can reach is walked, and for each local of a
// script that a function has as an upvalue the value is kept: `locals` is a list of function,
// number of the upvalue, value. What holds another value when the next generation takes over was
// assigned by what ran meanwhile. What was only assigned while loading, such as a forward
// declaration, holds the same. The syntax alone would not tell these apart.
#include "reload/module_locals.h"

#include "calls/calls.h"
#include "modules/modules.h"
#include "modules/source_trees.h"
#include "reload/generation_data.h"
#include "scenario_data.h"
#include "warnings.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// Values looked at, those in tables included: scripts may load large data.
#define MAX_VALUES 100000

/// A walk over values, breadth first. `seen` has what was met as keys, and cells of locals by their
/// address; `queue` what is still to be looked into.
typedef struct walk {
    lua_State *L;
    int seen, queue, locals;
    lua_Integer first, last; ///< of the queue
    lua_Integer local_count;
    uint32_t values;
} walk;

/// Whether the key at the top, which is popped, is met for the first time.
static bool is_new(walk *w) {
    lua_State *L = w->L;
    lua_pushvalue(L, -1);
    bool is_known = lua_rawget(L, w->seen) != LUA_TNIL;
    lua_pop(L, 1);
    if (is_known) {
        lua_pop(L, 1);
    } else {
        lua_pushboolean(L, true);
        lua_rawset(L, w->seen);
    }
    return !is_known;
}

/// Look into the value at the top, which is popped, later.
static void add_value(walk *w) {
    lua_State *L = w->L;
    int type = lua_type(L, -1);
    bool holds_more = type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TUSERDATA;
    if (!holds_more || ++w->values > MAX_VALUES) {
        lua_pop(L, 1);
        return;
    }
    lua_pushvalue(L, -1);
    if (is_new(w))
        lua_rawseti(L, w->queue, ++w->last);
    else
        lua_pop(L, 1);
}

static bool is_of_script(lua_State *L, int function) {
    lua_Debug about;
    lua_pushvalue(L, function);
    lua_getinfo(L, ">S", &about);
    return *about.source == '@' && strncmp(about.source, "@<drover>/", 10) != 0;
}

/// Keep what a local holds: the value at the top, which stays.
static void keep_local(walk *w, int function, int upvalue) {
    lua_State *L = w->L;
    lua_pushlightuserdata(L, lua_upvalueid(L, function, upvalue));
    if (!is_new(w))
        return;
    lua_Integer at = 3 * w->local_count++;
    lua_pushvalue(L, function);
    lua_rawseti(L, w->locals, at + 1);
    lua_pushinteger(L, upvalue);
    lua_rawseti(L, w->locals, at + 2);
    lua_pushvalue(L, -1);
    lua_rawseti(L, w->locals, at + 3);
}

static void look_into_function(walk *w, int function) {
    lua_State *L = w->L;
    bool is_script = !lua_iscfunction(L, function) && is_of_script(L, function);
    const char *name;
    for (int i = 1; (name = lua_getupvalue(L, function, i)); i++) {
        if (is_script && strcmp(name, "_ENV") != 0)
            keep_local(w, function, i);
        add_value(w);
    }
}

static void look_into_table(walk *w, int table) {
    lua_State *L = w->L;
    if (lua_getmetatable(L, table))
        add_value(w);
    lua_pushnil(L);
    while (lua_next(L, table)) {
        if (++w->values > MAX_VALUES)
            return;
        add_value(w);
        lua_pushvalue(L, -1);
        add_value(w);
    }
}

static void look_into_userdata(walk *w, int userdata) {
    for (int i = 1; lua_getiuservalue(w->L, userdata, i) != LUA_TNONE; i++)
        add_value(w);
}

/// Look into the value at the top, and pop it with all that this left above it.
static void look_into(walk *w) {
    int value = lua_gettop(w->L);
    if (lua_isfunction(w->L, value))
        look_into_function(w, value);
    else if (lua_istable(w->L, value))
        look_into_table(w, value);
    else
        look_into_userdata(w, value);
    lua_settop(w->L, value - 1);
}

void dv_watch_locals(lua_State *L, dv_generation *generation, int functions) {
    const dv_scenario *scenario = dv_scenario_of(L);
    int top = lua_gettop(L);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    for (int i = 0; i < 3; i++)
        lua_newtable(L);
    walk w = {.L = L, .seen = top + 1, .queue = top + 2, .locals = top + 3};
    lua_pushvalue(L, functions);
    add_value(&w);
    // Functions of guards and custom behaviors.
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->callbacks);
    add_value(&w);
    for (uint32_t i = 0; i < dv_modules_count(scenario->modules); i++) {
        dv_modules_push_value(L, scenario->modules, i);
        add_value(&w);
    }
    while (w.first < w.last) {
        lua_rawgeti(L, w.queue, ++w.first);
        look_into(&w);
    }
    lua_settop(L, w.locals);
    generation->local_count = w.local_count;
    generation->locals = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_settop(L, top);
}

// Warning

/// Where a local that a function uses is declared: the last such declaration above the function, of
/// one that inner functions assign.
static uint32_t line_of(dv_source_trees *trees, const struct dv_module *module, const char *name,
                        uint32_t function_line) {
    uint32_t line = 0;
    const dv_source_tree *tree = module ? dv_tree_of(trees, module) : NULL;
    for (const dv_variable *v = tree ? tree->syntax.variables : NULL; v; v = v->next)
        if (v->length == strlen(name) && memcmp(v->name, name, v->length) == 0 &&
            v->inner_writes > 0 && v->declaration->line <= function_line)
            line = v->declaration->line;
    return line ? line : function_line;
}

/// Warn unless that was done before; `warned` is the index of the table that knows.
static void warn_of_local(lua_State *L, dv_source_trees *trees, int function, const char *name,
                          int warned) {
    char message[DV_ERROR_CAPACITY];
    lua_Debug about;
    lua_pushvalue(L, function);
    lua_getinfo(L, ">S", &about);
    const char *path = about.source + 1;
    lua_pushfstring(L, "%s:%s", path, name);
    lua_pushvalue(L, -1);
    bool is_known = lua_rawget(L, warned) != LUA_TNIL;
    lua_pop(L, 1);
    if (is_known) {
        lua_pop(L, 1);
        return;
    }
    lua_pushboolean(L, true);
    lua_rawset(L, warned);
    const struct dv_module *module = dv_current_module_at(trees->modules, path);
    snprintf(message, sizeof message,
             "%.512s:%" PRIu32 ": local '%.200s' starts over on every save; keep it in memory",
             path, line_of(trees, module, name, (uint32_t)about.linedefined), name);
    dv_warn(dv_scenario_of(L), message);
}

/// Whether the values at two indices differ. NaN is as it was.
static bool values_differ(lua_State *L, int a, int b) {
    bool are_nan = lua_type(L, a) == LUA_TNUMBER && lua_type(L, b) == LUA_TNUMBER &&
                   isnan(lua_tonumber(L, a)) && isnan(lua_tonumber(L, b));
    return !are_nan && !lua_rawequal(L, a, b);
}

static int check_locals(lua_State *L) {
    dv_source_trees *trees = lua_touserdata(L, 1);
    const dv_scenario *scenario = dv_scenario_of(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->locals);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->warned);
    for (lua_Integer i = 0; i < scenario->generation->local_count; i++) {
        lua_rawgeti(L, 2, 3 * i + 1);
        lua_rawgeti(L, 2, 3 * i + 2);
        const char *name = lua_getupvalue(L, 4, (int)lua_tointeger(L, 5));
        lua_rawgeti(L, 2, 3 * i + 3);
        if (values_differ(L, 6, 7))
            warn_of_local(L, trees, 4, name, 3);
        lua_settop(L, 3);
    }
    return 0;
}

dv_result dv_warn_of_locals(dv_scenario *scenario, dv_error *error) {
    dv_source_trees trees = {.modules = scenario->modules};
    lua_pushcfunction(scenario->state, check_locals);
    lua_pushlightuserdata(scenario->state, &trees);
    dv_result result = dv_call(scenario, 1, 0, DV_LOADING, (double)INFINITY, error);
    dv_free_trees(&trees);
    return result;
}
