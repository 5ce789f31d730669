// A walk over all that functions can reach; see reachable.h.
//
// `seen` maps what was met to whether functions other than `setup` can reach it. A table of which
// only some fields were looked into has "fields" there, and may still be met as a whole.
#include "reload/reachable.h"

#include "scenario_data.h"

#include <string.h>

/// Values looked at, those in tables included: scripts may load large data.
#define MAX_VALUES 100000

// Values

static bool has_metatable(lua_State *L, int index) {
    bool found = lua_getmetatable(L, index) != 0;
    lua_settop(L, lua_gettop(L) - found);
    return found;
}

/// Classes of the API have metatables; what a library's iterator keeps has none.
static bool is_kept_by_iterator(lua_State *L, int index) {
    return lua_type(L, index) == LUA_TTHREAD ||
           (lua_type(L, index) == LUA_TUSERDATA && !has_metatable(L, index));
}

bool dv_is_iterator(lua_State *L, int index) {
    bool found = false;
    for (int i = 1; lua_iscfunction(L, index) && !found && lua_getupvalue(L, index, i); i++) {
        found = is_kept_by_iterator(L, lua_gettop(L));
        lua_pop(L, 1);
    }
    return found;
}

bool dv_may_be_filled(lua_State *L, int index) {
    return lua_istable(L, index) ? !dv_sandbox_is_read_only(L, index)
                                 : is_kept_by_iterator(L, index) || dv_is_iterator(L, index);
}

bool dv_is_of_script(lua_State *L, int function, lua_Debug *about) {
    lua_pushvalue(L, function);
    lua_getinfo(L, ">S", about);
    return *about->source == '@' && strncmp(about->source, "@<drover>/", 10) != 0;
}

// What was met

/// Whether the key at the top, which is popped, is met for the first time.
static bool is_new(dv_reachable *w) {
    lua_State *L = w->L;
    lua_pushvalue(L, -1);
    bool is_known = lua_rawget(L, w->seen) == LUA_TBOOLEAN;
    lua_pop(L, 1);
    if (is_known) {
        lua_pop(L, 1);
    } else {
        lua_pushboolean(L, !w->is_of_setup);
        lua_rawset(L, w->seen);
    }
    return !is_known;
}

/// Look into the value at the top, which is popped, later.
static void add_value(dv_reachable *w) {
    lua_State *L = w->L;
    int type = lua_type(L, -1);
    bool holds_more =
        type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TUSERDATA || type == LUA_TTHREAD;
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

static bool pop_reached(const dv_reachable *w) {
    lua_State *L = w->L;
    lua_rawget(L, w->seen);
    bool is_reached = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return is_reached;
}

bool dv_was_reached_upvalue(const dv_reachable *walk, int function, int number) {
    lua_pushlightuserdata(walk->L, lua_upvalueid(walk->L, function, number));
    return pop_reached(walk);
}

bool dv_was_reached(const dv_reachable *walk, int index) {
    lua_pushvalue(walk->L, index);
    return pop_reached(walk);
}

// Fields

static bool is_named(const dv_variable *variable, const char *name) {
    return variable->length == strlen(name) && memcmp(variable->name, name, variable->length) == 0;
}

/// The function of a script that begins in a line; NULL if there are two.
static const dv_node *function_at(const dv_source_tree *tree, uint32_t line) {
    const dv_node *chunk = tree->syntax.chunk, *found = NULL;
    for (const dv_node *n = dv_node_after(chunk, chunk); n; n = dv_node_after(n, chunk)) {
        if (n->type != DV_NODE_FUNCTION || n->line != line)
            continue;
        if (found)
            return NULL;
        found = n;
    }
    return found;
}

/// Look into each field that a function names of the table at the top, which it has in a local.
/// Returns false if it uses the table in another way.
static bool add_fields(dv_reachable *w, const dv_source_tree *tree, const dv_node *function,
                       const char *name) {
    lua_State *L = w->L;
    int table = lua_gettop(L);
    for (const dv_variable *v = tree->syntax.variables; v; v = v->next) {
        if (!is_named(v, name) || dv_node_is_within(v->function, function))
            continue;
        for (const dv_node *use = v->uses; use; use = use->next_use) {
            const dv_node *key = use->parent->type == DV_NODE_INDEX && use->parent->first == use
                                     ? dv_node_key(use->parent)
                                     : NULL;
            if (!dv_node_is_within(use, function))
                continue;
            if (!key)
                return false;
            lua_pushlstring(L, key->text, key->length);
            lua_rawget(L, table);
            add_value(w);
        }
    }
    return true;
}

/// Look into what a function uses of the value of a local, at the top, which is popped.
static void add_used(dv_reachable *w, const lua_Debug *about, const char *name) {
    lua_State *L = w->L;
    const struct dv_module *module =
        w->trees && lua_istable(L, -1) && !has_metatable(L, -1)
            ? dv_current_module_at(w->trees->modules, about->source + 1)
            : NULL;
    const dv_source_tree *tree = module ? dv_tree_of(w->trees, module) : NULL;
    const dv_node *function = tree ? function_at(tree, (uint32_t)about->linedefined) : NULL;
    if (!function || !add_fields(w, tree, function, name)) {
        add_value(w);
        return;
    }
    lua_pushvalue(L, -1);
    if (!pop_reached(w) && !w->is_of_setup) {
        lua_pushliteral(L, "fields");
        lua_rawset(L, w->seen);
    } else {
        lua_pop(L, 1);
    }
}

// The walk

static void look_into_function(dv_reachable *w, int function) {
    lua_State *L = w->L;
    lua_Debug about;
    bool is_script = !lua_iscfunction(L, function) && dv_is_of_script(L, function, &about);
    const char *name;
    for (int i = 1; (name = lua_getupvalue(L, function, i)); i++) {
        bool is_global = strcmp(name, "_ENV") == 0 && dv_sandbox_is_read_only(L, lua_gettop(L));
        if (is_script) {
            lua_pushlightuserdata(L, lua_upvalueid(L, function, i));
            bool is_first = is_new(w);
            w->upvalue(w, function, i, name, is_first && !is_global);
        }
        if (is_script && !is_global)
            add_used(w, &about, name);
        else
            add_value(w);
    }
}

static void look_into_table(dv_reachable *w, int table) {
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

/// Look into the value at the top, and pop it with all that this left above it.
static void look_into(dv_reachable *w) {
    lua_State *L = w->L;
    int value = lua_gettop(L);
    if (w->value && !lua_isfunction(L, value))
        w->value(w, value);
    if (lua_isfunction(L, value))
        look_into_function(w, value);
    else if (lua_istable(L, value))
        look_into_table(w, value);
    else if (lua_isuserdata(L, value))
        for (int i = 1; lua_getiuservalue(L, value, i) != LUA_TNONE; i++)
            add_value(w);
    lua_settop(L, value - 1);
}

static void look_into_all(dv_reachable *w) {
    while (w->first < w->last) {
        lua_rawgeti(w->L, w->queue, ++w->first);
        look_into(w);
    }
}

static bool is_setup(const dv_generation *generation, lua_Integer function) {
    bool found = function == (lua_Integer)generation->setup;
    for (uint32_t i = 0; i < generation->mod_count && !found; i++)
        found = function == (lua_Integer)generation->mods[i].setup;
    return found;
}

static void add_functions(dv_reachable *w, const dv_generation *generation, int functions,
                          bool of_setup) {
    lua_Integer count = (lua_Integer)lua_rawlen(w->L, functions);
    for (lua_Integer i = 1; i <= count; i++)
        if (is_setup(generation, i) == of_setup) {
            lua_rawgeti(w->L, functions, i);
            add_value(w);
        }
}

void dv_reach(dv_reachable *walk, const dv_generation *generation, int functions, bool with_setup) {
    lua_State *L = walk->L;
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    lua_newtable(L);
    lua_newtable(L);
    walk->seen = lua_gettop(L) - 1;
    walk->queue = lua_gettop(L);
    add_functions(walk, generation, functions, false);
    // Functions of guards and custom behaviors.
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->callbacks);
    add_value(walk);
    look_into_all(walk);
    walk->is_of_setup = true;
    if (with_setup)
        add_functions(walk, generation, functions, true);
    look_into_all(walk);
    lua_settop(L, walk->seen - 1);
}
