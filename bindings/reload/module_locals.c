// Variables of modules that functions keep values in; see module_locals.h.
//
// What has changed: when a generation is loaded, the value of each local that its functions can
// reach is kept (`locals` is a list of function, number of the upvalue, value), and `contents` has
// a hash of what each table, coroutine, and iterator holds. A forward declaration holds later what
// it held then.
//
// The sources say what may change (local_changes.h). Only functions that can still be reached
// count, not those that ran while loading and are gone.
#include "reload/module_locals.h"

#include "calls/calls.h"
#include "reload/local_changes.h"
#include "reload/reachable.h"
#include "reload/value_hashes.h"
#include "warnings.h"

#include "base/hash.h"
#include "base/result.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// What values hold

static uint64_t hash_value(lua_State *L, int index) {
    int type = lua_type(L, index);
    uint64_t hash = dv_hash_plain(L, index);
    if (type == LUA_TNUMBER && isnan(lua_tonumber(L, index)))
        hash = 0; // NaN is as it was
    else if (type != LUA_TNUMBER && type != LUA_TSTRING && lua_topointer(L, index))
        hash = (uint64_t)(uintptr_t)lua_topointer(L, index);
    return dv_hash_join((uint64_t)type, hash);
}

static uint64_t hash_table(lua_State *L, int table) {
    uint64_t sum = 0;
    if (lua_getmetatable(L, table)) {
        sum = hash_value(L, lua_gettop(L));
        lua_pop(L, 1);
    }
    lua_pushnil(L);
    while (lua_next(L, table)) {
        int value = lua_gettop(L);
        sum += dv_hash_join(hash_value(L, value - 1), hash_value(L, value));
        lua_pop(L, 1);
    }
    return sum;
}

static uint64_t hash_coroutine(lua_State *coroutine) {
    lua_Debug frame = {.currentline = 0};
    if (lua_getstack(coroutine, 0, &frame))
        lua_getinfo(coroutine, "l", &frame);
    uint64_t hash = dv_hash_join((uint64_t)lua_status(coroutine), (uint64_t)frame.currentline);
    return dv_hash_join(hash, (uint64_t)lua_gettop(coroutine));
}

/// The hash of what the value at an index holds, not of what that leads to.
static uint64_t hash_contents(lua_State *L, int index) {
    if (lua_istable(L, index))
        return hash_table(L, index);
    if (lua_type(L, index) == LUA_TTHREAD)
        return hash_coroutine(lua_tothread(L, index));
    return dv_hash_bytes(lua_touserdata(L, index), lua_rawlen(L, index));
}

typedef struct watched {
    int locals, contents; ///< stack indices
    lua_Integer count;
} watched;

static void keep_local(dv_reachable *walk, int function, int number, const char *name,
                       bool is_first) {
    lua_State *L = walk->L;
    watched *to = walk->context;
    (void)name;
    if (!is_first)
        return;
    lua_Integer at = 3 * to->count++;
    lua_pushvalue(L, function);
    lua_rawseti(L, to->locals, at + 1);
    lua_pushinteger(L, number);
    lua_rawseti(L, to->locals, at + 2);
    lua_pushvalue(L, -1);
    lua_rawseti(L, to->locals, at + 3);
}

static void keep_contents(dv_reachable *walk, int index) {
    lua_State *L = walk->L;
    const watched *to = walk->context;
    if (!dv_may_be_filled(L, index))
        return;
    lua_pushvalue(L, index);
    lua_pushinteger(L, (lua_Integer)hash_contents(L, index));
    lua_rawset(L, to->contents);
}

void dv_watch_locals(lua_State *L, dv_generation *generation, int functions) {
    int top = lua_gettop(L);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    lua_newtable(L);
    lua_newtable(L);
    watched to = {.locals = top + 1, .contents = top + 2};
    dv_reachable walk = {.L = L, .context = &to, .upvalue = keep_local, .value = keep_contents};
    dv_reach(&walk, generation, functions, false);
    generation->local_count = to.count;
    generation->contents = luaL_ref(L, LUA_REGISTRYINDEX);
    generation->locals = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_settop(L, top);
}

// Warnings

/// A search for locals to warn of.
typedef struct telling {
    dv_source_trees trees;
    dv_local_changes changes; ///< that the sources show
    bool is_of_code;          ///< also tell what the sources show, not only what has changed
    int found; ///< stack index: messages, by "helper.lua:0000000003:count", which sorts them
    int shown; ///< stack index: "helper.lua:count" of what the sources show
} telling;

static void note_found(lua_State *L, const telling *t, const char *path, uint32_t line,
                       const char *type, const char *name) {
    char key[DV_ERROR_CAPACITY], message[DV_ERROR_CAPACITY];
    snprintf(key, sizeof key, "%.512s:%010" PRIu32 ":%.200s", path, line, name);
    snprintf(message, sizeof message,
             "%.512s:%" PRIu32 ": functions change %s '%.200s', which no snapshot has: it starts "
             "over on every reload, every rewind, and --load; keep it in the memory of agents, "
             "groups, or the world, or in a setting",
             path, line, type, name);
    lua_pushstring(L, message);
    lua_setfield(L, t->found, key);
}

static void note_shown(lua_State *L, const telling *t, const char *path, uint32_t line,
                       const char *type, const char *name) {
    lua_pushfstring(L, "%s:%s", path, name);
    lua_pushboolean(L, true);
    lua_rawset(L, t->shown);
    if (t->is_of_code)
        note_found(L, t, path, line, type, name);
}

/// Where a local that a function uses is declared: the last such declaration above the function,
/// if possible of one that inner functions assign.
static uint32_t line_of(dv_source_trees *trees, const char *path, const char *name,
                        uint32_t function_line) {
    uint32_t line = 0;
    bool is_assigned = false;
    const struct dv_module *module = dv_current_module_at(trees->modules, path);
    const dv_source_tree *tree = module ? dv_tree_of(trees, module) : NULL;
    for (const dv_variable *v = tree ? tree->syntax.variables : NULL; v; v = v->next)
        if (v->length == strlen(name) && memcmp(v->name, name, v->length) == 0 &&
            v->inner_writes >= is_assigned && v->declaration->line <= function_line) {
            is_assigned = v->inner_writes > 0;
            line = v->declaration->line;
        }
    return line ? line : function_line;
}

// What has changed

/// A search through what a local holds. These are stack indices.
typedef struct search {
    lua_State *L;
    int contents, seen, queue;
    lua_Integer first, last; ///< of the queue
} search;

/// Look into the value at the top, which is popped, later.
static void search_later(search *s) {
    lua_State *L = s->L;
    if (!dv_may_be_filled(L, lua_gettop(L))) {
        lua_pop(L, 1);
        return;
    }
    lua_pushvalue(L, -1);
    bool is_new = lua_rawget(L, s->seen) == LUA_TNIL;
    lua_pop(L, 1);
    if (!is_new) {
        lua_pop(L, 1);
        return;
    }
    lua_pushvalue(L, -1);
    lua_pushboolean(L, true);
    lua_rawset(L, s->seen);
    lua_rawseti(L, s->queue, ++s->last);
}

static void search_into(search *s, int value) {
    lua_State *L = s->L;
    if (lua_isfunction(L, value)) {
        for (int i = 1; lua_getupvalue(L, value, i); i++)
            search_later(s);
    } else if (lua_istable(L, value)) {
        if (lua_getmetatable(L, value))
            search_later(s);
        lua_pushnil(L);
        while (lua_next(L, value)) {
            search_later(s);
            lua_pushvalue(L, -1);
            search_later(s);
        }
    }
}

/// Whether the value at the top, which is popped, holds something else than when it was loaded.
/// What was not there then came with a change of what leads to it.
static bool contents_differ(search *s) {
    lua_State *L = s->L;
    bool differ = false;
    search_later(s);
    while (s->first < s->last) {
        lua_rawgeti(L, s->queue, ++s->first);
        int value = lua_gettop(L);
        lua_pushvalue(L, value);
        if (lua_rawget(L, s->contents) == LUA_TNUMBER)
            differ |= (uint64_t)lua_tointeger(L, -1) != hash_contents(L, value);
        search_into(s, value);
        lua_settop(L, value - 1);
    }
    return differ;
}

/// Whether the sources show that functions change a local.
static bool is_shown(lua_State *L, const telling *t, const char *path, const char *name) {
    lua_pushfstring(L, "%s:%s", path, name);
    bool is_known = lua_rawget(L, t->shown) != LUA_TNIL;
    lua_pop(L, 1);
    return is_known;
}

/// Find the locals that have changed among those that the sources show, or among the others.
/// Returns whether there are any.
static bool find_changed(search *s, telling *t, bool shown) {
    lua_State *L = s->L;
    const dv_generation *generation = dv_scenario_of(L)->generation;
    bool any = false;
    lua_rawgeti(L, LUA_REGISTRYINDEX, generation->locals);
    int locals = lua_gettop(L), function = locals + 1, now = locals + 2, then = locals + 3;
    for (lua_Integer i = 0; i < generation->local_count; i++) {
        lua_Debug about;
        lua_rawgeti(L, locals, 3 * i + 1);
        lua_rawgeti(L, locals, 3 * i + 2);
        int number = (int)lua_tointeger(L, -1);
        lua_pop(L, 1);
        const char *name = lua_getupvalue(L, function, number);
        lua_rawgeti(L, locals, 3 * i + 3);
        dv_is_of_script(L, function, &about);
        const char *path = about.source + 1;
        bool differs = hash_value(L, now) != hash_value(L, then);
        // What it holds is what it held when all was loaded.
        if (is_shown(L, t, path, name) == shown && (contents_differ(s) || differs)) {
            uint32_t line = line_of(&t->trees, path, name, (uint32_t)about.linedefined);
            note_found(L, t, path, line, "local", name);
            any = true;
        }
        lua_settop(L, locals);
    }
    lua_pop(L, 1);
    return any;
}

// What may change

static bool is_in(const dv_source_tree *tree, const lua_Debug *about) {
    return strcmp(tree->module->path, about->source + 1) == 0;
}

/// Whether a change takes place in a function around which its variable is declared.
static bool changes_upvalue(const dv_local_change *change, const lua_Debug *about) {
    for (const dv_node *f = dv_node_function(change->site); f; f = dv_node_function(f))
        if (f->line == (uint32_t)about->linedefined && dv_node_function(f))
            return !change->variable || !dv_node_is_within(change->variable->function, f);
    return false;
}

/// Push the method that the table at the top has under the name in a call, as far as tables lead to
/// it.
static void push_method(lua_State *L, const dv_node *key) {
    lua_pushvalue(L, -1);
    for (int i = 0; i < 8 && lua_istable(L, -1); i++) {
        lua_pushlstring(L, key->text, key->length);
        if (lua_rawget(L, -2) != LUA_TNIL)
            return;
        lua_pop(L, 1);
        if (luaL_getmetafield(L, -1, "__index") == LUA_TNIL)
            lua_pushnil(L);
    }
}

/// Whether a value is a function of a script: the one that a source has in a place.
static bool is_function(lua_State *L, int value, const dv_source_tree *tree,
                        const dv_node *function) {
    lua_Debug about;
    return lua_isfunction(L, value) && !lua_iscfunction(L, value) &&
           dv_is_of_script(L, value, &about) && is_in(tree, &about) &&
           function->line == (uint32_t)about.linedefined;
}

/// Whether a change takes place in the table at the top, by the method that it has.
static bool has_method(lua_State *L, const dv_local_change *change) {
    int top = lua_gettop(L);
    if (!change->method)
        return true;
    push_method(L, dv_node_key(change->site));
    bool is_it = is_function(L, lua_gettop(L), change->method_tree, change->method);
    lua_settop(L, top);
    return is_it;
}

/// Whether the value at an index is an iterator, or a table that has one.
static bool has_iterator(lua_State *L, int value) {
    bool found = dv_is_iterator(L, value);
    lua_pushnil(L);
    while (lua_istable(L, value) && lua_next(L, value)) {
        found |= dv_is_iterator(L, lua_gettop(L));
        lua_pop(L, 1);
    }
    lua_settop(L, value);
    return found;
}

static bool is_change_of(dv_reachable *walk, const dv_local_change *change, int value) {
    lua_State *L = walk->L;
    switch (change->type) {
    case DV_CHANGE_ASSIGNS:
        return true;
    case DV_CHANGE_CALLS:
        return has_iterator(L, value);
    default:
        return dv_may_be_filled(L, value) && has_method(L, change);
    }
}

/// Whether anything but `setup` can use what a function changes: the upvalue, or its value, at the
/// top.
static bool matters(const dv_reachable *walk, const dv_local_change *change, int function,
                    int number) {
    return !walk->is_of_setup || dv_was_reached_upvalue(walk, function, number) ||
           (change->type != DV_CHANGE_ASSIGNS && dv_was_reached(walk, lua_gettop(walk->L)));
}

/// Whether the table at the top has a metamethod that changes it.
static bool changes_itself(lua_State *L, const dv_local_changes *changes) {
    bool found = false;
    int top = lua_gettop(L);
    if (!lua_istable(L, top) || !lua_getmetatable(L, top))
        return false;
    lua_pushnil(L);
    while (lua_next(L, top + 1)) {
        for (uint32_t i = 0; i < changes->parameter_count; i++) {
            const dv_changed_parameter *p = &changes->parameters[i];
            found |= p->number == 0 && is_function(L, top + 3, p->tree, p->function);
        }
        lua_pop(L, 1);
    }
    lua_settop(L, top);
    return found;
}

static void look_for_changes(dv_reachable *walk, int function, int number, const char *name,
                             bool is_first) {
    lua_State *L = walk->L;
    telling *t = walk->context;
    lua_Debug about;
    dv_is_of_script(L, function, &about);
    const char *path = about.source + 1;
    bool is_environment = strcmp(name, "_ENV") == 0;
    if (is_first && changes_itself(L, &t->changes))
        note_shown(L, t, path, line_of(&t->trees, path, name, (uint32_t)about.linedefined), "local",
                   name);
    for (uint32_t i = 0; i < t->changes.count; i++) {
        const dv_local_change *change = &t->changes.items[i];
        const dv_variable *variable = change->variable;
        bool is_it = variable ? dv_node_is(change->name, name) : is_environment;
        if (!is_it || !is_in(change->tree, &about) || !changes_upvalue(change, &about))
            continue;
        if (!variable) {
            lua_pushlstring(L, change->name->text, change->name->length);
            note_shown(L, t, path, change->site->line, "global", lua_tostring(L, -1));
            lua_pop(L, 1);
        } else if (is_change_of(walk, change, lua_gettop(L)) &&
                   matters(walk, change, function, number)) {
            note_shown(L, t, path, variable->declaration->line, "local", name);
        }
    }
}

static void find_shown(lua_State *L, telling *t) {
    dv_reachable walk = {.L = L, .context = t, .upvalue = look_for_changes, .trees = &t->trees};
    const dv_generation *generation = dv_scenario_of(L)->generation;
    dv_find_local_changes(&t->changes);
    lua_rawgeti(L, LUA_REGISTRYINDEX, generation->functions);
    dv_reach(&walk, generation, lua_gettop(L), true);
    lua_pop(L, 1);
}

// Telling

/// Give each warning once, in the order of the sources. A local that has moved is the same.
static void warn_of_found(lua_State *L, const telling *t) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->warned);
    lua_pushcfunction(L, dv_ordered_keys);
    lua_pushvalue(L, t->found);
    lua_call(L, 1, 1);
    int warned = lua_gettop(L) - 1, keys = warned + 1;
    for (lua_Integer i = 1; lua_rawgeti(L, keys, i) != LUA_TNIL; i++) {
        const char *key = lua_tostring(L, -1), *name = strrchr(key, ':');
        lua_pushlstring(L, key, (size_t)(name - key) - 11);
        lua_pushstring(L, name);
        lua_concat(L, 2);
        lua_pushvalue(L, -1);
        bool is_new = lua_rawget(L, warned) == LUA_TNIL;
        lua_pop(L, 1);
        lua_pushboolean(L, true);
        lua_rawset(L, warned);
        lua_rawget(L, t->found);
        if (is_new)
            dv_warn(dv_scenario_of(L), lua_tostring(L, -1));
        lua_settop(L, keys);
    }
}

/// Find what has changed. Returns whether anything has. What several locals lead to is said to be
/// changed in those that the sources show.
static bool find_all_changed(lua_State *L, telling *t) {
    int top = lua_gettop(L);
    search s = {.L = L, .contents = top + 1, .seen = top + 2, .queue = top + 3};
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->generation->contents);
    lua_newtable(L);
    lua_newtable(L);
    bool any = find_changed(&s, t, true);
    any |= find_changed(&s, t, false);
    lua_settop(L, top);
    return any;
}

/// At stack index 1: what to tell, as light userdata.
static int tell_of_locals(lua_State *L) {
    telling *t = lua_touserdata(L, 1);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    lua_newtable(L);
    lua_newtable(L);
    t->found = 2;
    t->shown = 3;
    // The sources are read only if there is something to tell of.
    if (t->is_of_code || find_all_changed(L, t)) {
        lua_newtable(L);
        lua_replace(L, t->found);
        find_shown(L, t);
        find_all_changed(L, t);
        warn_of_found(L, t);
    }
    return 0;
}

static dv_result tell(dv_scenario *scenario, bool is_of_code, dv_error *error) {
    telling t = {.trees = {.modules = scenario->modules}, .is_of_code = is_of_code};
    t.changes.trees = &t.trees;
    lua_pushcfunction(scenario->state, tell_of_locals);
    lua_pushlightuserdata(scenario->state, &t);
    dv_result result = dv_call(scenario, 1, 0, DV_LOADING, (double)INFINITY, error);
    if (result == DV_OK && t.changes.short_of_memory)
        result = dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    dv_free_local_changes(&t.changes);
    dv_free_trees(&t.trees);
    return result;
}

dv_result dv_warn_of_locals(dv_scenario *scenario, dv_error *error) {
    return tell(scenario, false, error);
}

void dv_scenario_warn_of_locals(dv_scenario *scenario) {
    dv_error error;
    uint32_t generation = dv_modules_generation(scenario->modules);
    // A rewind loads the same sources again.
    if (tell(scenario, scenario->told_of_code != generation, &error) != DV_OK)
        dv_warn(scenario, error.message);
    scenario->told_of_code = generation;
}
