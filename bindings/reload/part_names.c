// Finds the function of a part in the source: Lua knows only its lines, and several functions may
// stand there. Of these, it is the one with the same parameters and upvalues. If that leaves more
// than one, the function has a name only if they all have the same.
#include "reload/part_names.h"

#include "base/utf8.h"

#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

typedef struct sought {
    lua_State *L;
    int function; ///< stack index
    lua_Debug info;
    const dv_source_tree *tree;
} sought;

// Upvalues

static bool has_upvalue(const sought *s, const char *name, size_t length) {
    for (int i = 1; i <= s->info.nups; i++) {
        const char *upvalue = lua_getupvalue(s->L, s->function, i);
        bool is_it = strlen(upvalue) == length && memcmp(upvalue, name, length) == 0;
        lua_pop(s->L, 1);
        if (is_it)
            return true;
    }
    return false;
}

/// The name of the upvalue that a NAME in a function refers to; NULL: it is a variable of the
/// function, or of one in it.
static const char *upvalue_of(const dv_node *name, const dv_node *function, size_t *length) {
    static const char environment[] = "_ENV";
    const dv_variable *variable = name->variable;
    if (!variable) {
        *length = strlen(environment);
        return name->has_environment ? NULL : environment;
    }
    for (const dv_node *owner = variable->function; owner; owner = dv_node_function(owner))
        if (owner == function)
            return NULL;
    *length = variable->length;
    return variable->name;
}

static bool uses_upvalue(const dv_node *function, const char *upvalue) {
    size_t length;
    for (const dv_node *n = function; n; n = dv_node_after(n, function)) {
        const char *name = n->type == DV_NODE_NAME ? upvalue_of(n, function, &length) : NULL;
        if (name && strlen(upvalue) == length && memcmp(upvalue, name, length) == 0)
            return true;
    }
    return false;
}

static bool has_same_upvalues(const sought *s, const dv_node *function) {
    size_t length;
    for (const dv_node *n = function; n; n = dv_node_after(n, function)) {
        const char *name = n->type == DV_NODE_NAME ? upvalue_of(n, function, &length) : NULL;
        if (!name)
            continue;
        bool may_be_folded = n->variable && n->variable->is_const; // into a constant
        if (!may_be_folded && !has_upvalue(s, name, length))
            return false;
    }
    for (int i = 1; i <= s->info.nups; i++) {
        bool is_used = uses_upvalue(function, lua_getupvalue(s->L, s->function, i));
        lua_pop(s->L, 1);
        if (!is_used)
            return false;
    }
    return true;
}

// Finding

static uint32_t last_line(const sought *s, const dv_node *node) {
    uint32_t line = node->line;
    for (uint32_t i = node->start; i < node->end; i++)
        line += s->tree->module->source[i] == '\n';
    return line;
}

static int count_parameters(const dv_node *function) {
    int count = function->is_method;
    for (const dv_node *name = function->first->first; name; name = name->next)
        count++;
    return count;
}

static bool may_be(const sought *s, const dv_node *node) {
    return node->type == DV_NODE_FUNCTION && node != s->tree->syntax.chunk &&
           (int)node->line == s->info.linedefined &&
           (int)last_line(s, node) == s->info.lastlinedefined &&
           count_parameters(node) == s->info.nparams && node->is_vararg == s->info.isvararg &&
           has_same_upvalues(s, node);
}

// Naming

/// What an expression or variable is called by its last part; NULL for anything else.
static const dv_node *last_name(const dv_node *node) {
    if (node->type == DV_NODE_NAME)
        return node;
    return node->type == DV_NODE_INDEX ? dv_node_key(node) : NULL;
}

/// The name that a statement gives to a function: `local function NAME`, `function M.NAME`, `local
/// NAME = function`, and `M.NAME = function`; NULL if there is none.
static const dv_node *name_of(const dv_node *function) {
    const dv_node *in = function->parent, *statement = in->parent;
    if (in->type == DV_NODE_LOCAL_FUNCTION || in->type == DV_NODE_FUNCTION_SET)
        return last_name(in->first);
    bool is_value = in->type == DV_NODE_LIST && statement->last == in &&
                    (statement->type == DV_NODE_LOCAL || statement->type == DV_NODE_ASSIGNMENT);
    if (!is_value)
        return NULL;
    const dv_node *name = statement->first->first;
    for (const dv_node *value = in->first; name && value != function; value = value->next)
        name = name->next;
    return name ? last_name(name) : NULL;
}

/// Write the statements of a function that stands on one line, or what it returns.
static void write_body(const sought *s, const dv_node *function, char name[DV_PART_NAME]) {
    const dv_node *first = function->last->first, *last = function->last->last;
    if (first && first->type == DV_NODE_RETURN && first->first) {
        last = first->last;
        first = first->first;
    }
    if (!first || s->info.linedefined != s->info.lastlinedefined)
        return;
    snprintf(name, DV_PART_NAME, "%.*s", (int)(last->end - first->start),
             s->tree->module->source + first->start);
}

static void write_name(const sought *s, const dv_node *function, char name[DV_PART_NAME]) {
    const dv_node *given = name_of(function);
    name[0] = '\0';
    if (given)
        snprintf(name, DV_PART_NAME, "%.*s", (int)given->length, given->text);
    else
        write_body(s, function, name);
    dv_utf8_trim(name);
}

static void name_by_source(const sought *s, char name[DV_PART_NAME]) {
    const dv_node *chunk = s->tree->syntax.chunk;
    char other[DV_PART_NAME] = "";
    bool is_found = false;
    for (const dv_node *n = chunk; n; n = dv_node_after(n, chunk)) {
        if (!may_be(s, n))
            continue;
        write_name(s, n, is_found ? other : name);
        if (is_found && strcmp(other, name) != 0) {
            name[0] = '\0';
            return;
        }
        is_found = true;
    }
}

// Functions of the library

/// Write "TABLE.NAME" for the function at an index if it is in the table at the top.
static bool find_in_table(lua_State *L, int function, const char *table, char name[DV_PART_NAME]) {
    int top = lua_gettop(L);
    bool is_found = false;
    for (lua_pushnil(L); !is_found && lua_next(L, top); lua_settop(L, top + 1)) {
        is_found = lua_rawequal(L, function, -1) && lua_type(L, -2) == LUA_TSTRING;
        if (is_found)
            snprintf(name, DV_PART_NAME, "%s%s%s", table, *table ? "." : "", lua_tostring(L, -2));
    }
    lua_settop(L, top);
    return is_found;
}

static void name_by_library(lua_State *L, int function, char name[DV_PART_NAME]) {
    int top = lua_gettop(L);
    snprintf(name, DV_PART_NAME, "built-in function");
    lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    for (lua_pushnil(L); lua_next(L, top + 1); lua_pop(L, 1)) {
        const char *table = lua_tostring(L, -2);
        if (lua_istable(L, -1) &&
            find_in_table(L, function, strcmp(table, LUA_GNAME) == 0 ? "" : table, name))
            break;
    }
    lua_settop(L, top);
}

void dv_name_part_function(lua_State *L, dv_source_trees *trees, char name[DV_PART_NAME]) {
    sought s = {.L = L, .function = lua_gettop(L)};
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    lua_pushvalue(L, s.function);
    lua_getinfo(L, ">Su", &s.info);
    name[0] = '\0';
    if (*s.info.what == 'C') {
        name_by_library(L, s.function, name);
        return;
    }
    const char *path = s.info.source + 1;
    const struct dv_module *module = dv_module_at_path(trees->modules, path, strlen(path));
    s.tree = module ? dv_tree_of(trees, module) : NULL;
    if (s.tree)
        name_by_source(&s, name);
}
