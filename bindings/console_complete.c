// Completing the name at the end of a line of the console.
//
// What is before the name is a chain of names and indices, such as `world.memory.herds[2].`. It is
// looked up without running code of scripts: fields of handles and of the world are read by the
// bindings, and fields of tables without metamethods.
#include "calls/calls.h"
#include "classes/class_names.h"
#include "classes/classes.h"
#include "classes/handles.h"
#include "console.h"
#include "sandbox/sandbox.h"
#include "scenario.h"
#include "scenario_data.h"
#include "syntax/syntax.h"

#include <ctype.h>
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#define MOST_LINKS 32

/// A part of the line: a name, or what is between brackets.
typedef struct link {
    const char *text;
    size_t length;
    bool is_index;
} link;

typedef struct completing {
    link links[MOST_LINKS]; ///< the last first
    uint32_t count;
    char separator; ///< before the name that is completed: '.', ':', or 0
    const char *name;
    dv_agent selected;
    void (*each)(void *context, const dv_completion *completion);
    void *context;
} completing;

// The line

/// The number of bytes of a long bracket such as "[==[" at a place; 0: there is none.
static size_t long_bracket(const char *text) {
    size_t level = *text == '[' ? strspn(text + 1, "=") : 0;
    return *text == '[' && text[level + 1] == '[' ? level + 2 : 0;
}

/// Where the string or comment ends that begins at a place; NULL: not in this line. The place
/// itself if none begins there.
static const char *after_text(const char *text) {
    size_t bracket = long_bracket(text);
    if (text[0] == '-' && text[1] == '-')
        return NULL; // a line has no code after a comment, except for long ones, which nobody types
    if (bracket > 0) {
        const char *end = text + bracket;
        while ((end = strchr(end, ']'))) {
            size_t level = strspn(end + 1, "=");
            if (level == bracket - 2 && end[level + 1] == ']')
                return end + level + 2;
            end++;
        }
        return NULL;
    }
    if (*text != '"' && *text != '\'')
        return text;
    const char *end = text + 1;
    while (*end && *end != *text)
        end += *end == '\\' && end[1] ? 2 : 1;
    return *end ? end + 1 : NULL;
}

/// Whether the end of a line is code, and not in a string or a comment.
static bool ends_in_code(const char *line) {
    while (line && *line) {
        const char *after = after_text(line);
        line = after == line ? line + 1 : after;
    }
    return line;
}

/// The name that ends at a place.
static const char *name_before(const char *line, const char *end) {
    while (end > line && dv_syntax_is_of_name(end[-1]))
        end--;
    return end;
}

/// The bracket that belongs to the one before a place; NULL: there is no number or string in it.
static const char *bracket_before(const char *line, const char *end) {
    const char *begin = end - 1, *inner = end - 1;
    if (begin > line && (begin[-1] == '"' || begin[-1] == '\'')) {
        char quote = *--begin;
        while (begin > line && begin[-1] != quote)
            begin--;
        if (begin > line)
            begin--;
        bool is_plain = !memchr(begin, '\\', (size_t)(inner - begin));
        return is_plain && begin > line && begin[-1] == '[' ? begin - 1 : NULL;
    }
    while (begin > line && isdigit((unsigned char)begin[-1]))
        begin--;
    return begin < inner && inner - begin < 16 && begin > line && begin[-1] == '[' ? begin - 1
                                                                                   : NULL;
}

/// Read the chain that ends at a place. False if there is anything else, such as a call.
static bool read_chain(completing *c, const char *line, const char *end) {
    while (c->count < MOST_LINKS) {
        bool is_index = end > line && end[-1] == ']';
        const char *begin = is_index ? bracket_before(line, end) : name_before(line, end);
        if (!begin || begin == end || (!is_index && isdigit((unsigned char)*begin)))
            return false;
        size_t length = (size_t)(end - begin);
        c->links[c->count++] =
            is_index ? (link){begin + 1, length - 2, true} : (link){begin, length, false};
        end = begin;
        bool is_dot = end > line && end[-1] == '.' && !(end - 1 > line && end[-2] == '.');
        if (is_index)
            continue;
        if (!is_dot)
            return end == line || end[-1] != ':';
        end--;
    }
    return false;
}

/// Find what is to be completed. False if nothing can be.
static bool read_line(completing *c, const char *line) {
    const char *end = line + strlen(line), *name = name_before(line, end);
    c->name = name;
    if (!ends_in_code(line) || isdigit((unsigned char)*name))
        return false;
    char before = name > line ? name[-1] : '\0', earlier = name - line > 1 ? name[-2] : '\0';
    bool is_field = before == '.' && earlier != '.', is_method = before == ':' && earlier != ':';
    if (!is_field && !is_method)
        return true;
    c->separator = before;
    return read_chain(c, line, name - 1);
}

// Looking up

/// Replace the value at the top by its field, whose key is pushed above it; nil where reading it
/// would run code of a script.
static void read_field(lua_State *L) {
    int of = lua_gettop(L) - 1;
    dv_sandbox_resolve_proxy(L, of);
    if (lua_istable(L, of))
        lua_rawget(L, of);
    else if (lua_isuserdata(L, of))
        lua_gettable(L, of);
    else
        lua_pushnil(L);
    lua_replace(L, of);
    lua_settop(L, of);
}

static void push_key(lua_State *L, const link *key) {
    char quote = *key->text;
    if (!key->is_index)
        lua_pushlstring(L, key->text, key->length);
    else if (quote == '"' || quote == '\'')
        lua_pushlstring(L, key->text + 1, key->length - 2);
    else
        lua_pushinteger(L, strtoll(key->text, NULL, 10));
}

/// Push the value of the chain. `scopes` is the index of the first of DV_CONSOLE_SCOPES tables.
static void push_chain(lua_State *L, const completing *c, int scopes) {
    const link *first = &c->links[c->count - 1];
    lua_pushnil(L);
    for (int i = 0; i < DV_CONSOLE_SCOPES && lua_isnil(L, -1); i++) {
        lua_pop(L, 1);
        lua_pushvalue(L, scopes + i);
        push_key(L, first);
        read_field(L);
    }
    for (uint32_t i = c->count - 1; i-- > 0 && !lua_isnil(L, -1);) {
        push_key(L, &c->links[i]);
        read_field(L);
    }
}

// Candidates: a table at `found`, from names to how they are called, or "".

static void add_name(lua_State *L, const completing *c, int found, const char *name,
                     const char *arguments) {
    if (strncmp(name, c->name, strlen(c->name)) != 0 || !dv_syntax_is_name(name, strlen(name)))
        return;
    lua_pushstring(L, arguments);
    lua_setfield(L, found, name);
}

/// Push the arguments of a method from its documentation: "(radius, kind?)".
static void push_arguments(lua_State *L, const char *doc) {
    static const char mark[] = "@param ";
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    luaL_addchar(&text, '(');
    bool is_first = true;
    for (const char *at = strstr(doc, mark); at; at = strstr(at, mark)) {
        at += sizeof mark - 1;
        if (!is_first)
            luaL_addstring(&text, ", ");
        luaL_addlstring(&text, at, strcspn(at, " \n"));
        is_first = false;
    }
    luaL_addchar(&text, ')');
    luaL_pushresult(&text);
}

static void add_class(lua_State *L, const completing *c, int found, const dv_class *class) {
    for (const dv_field_row *row = class->fields; c->separator == '.' && row && row->name; row++)
        add_name(L, c, found, row->name, "");
    for (const dv_method_row *const *list = class->methods; c->separator == ':' && *list; list++)
        for (const dv_method_row *row = *list; row->name; row++) {
            if (!row->doc) // an old name
                continue;
            push_arguments(L, row->doc);
            add_name(L, c, found, row->name, lua_tostring(L, -1));
            lua_pop(L, 1);
        }
}

/// Add the names in a table; after a colon, only those of functions.
static void add_keys(lua_State *L, const completing *c, int found, int table) {
    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
        bool is_function = lua_isfunction(L, -1);
        if (lua_type(L, -2) == LUA_TSTRING && (c->separator != ':' || is_function))
            add_name(L, c, found, lua_tostring(L, -2), is_function ? "()" : "");
    }
}

/// Add the slots and the memory of a kind or of a type of groups.
static void add_own_names(lua_State *L, const completing *c, int found, int names, uint32_t type) {
    int top = lua_gettop(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, names);
    lua_rawgeti(L, -1, 2 * (lua_Integer)type + 1);
    for (lua_pushnil(L); c->separator == '.' && lua_next(L, top + 2); lua_pop(L, 1))
        add_name(L, c, found, lua_tostring(L, -2), "");
    lua_settop(L, top);
}

static void add_handle(lua_State *L, const completing *c, int found, uint64_t bits) {
    const dv_scenario *scenario = dv_scenario_of(L);
    const dv_world *world = scenario->world;
    const dv_class *class = dv_class_of_handle(bits);
    if (class)
        add_class(L, c, found, class);
    if (class == &dv_agent_class && dv_agent_alive(world, (dv_agent){bits}))
        add_own_names(L, c, found, scenario->generation->names,
                      dv_agent_kind(world, (dv_agent){bits}));
    if (class == &dv_group_class && dv_group_alive(world, (dv_group){bits}))
        add_own_names(L, c, found, scenario->generation->group_names,
                      dv_group_type(world, (dv_group){bits}));
}

static void add_settings(lua_State *L, const completing *c, int found) {
    const dv_program *program = dv_world_program(dv_scenario_of(L)->world);
    for (uint32_t i = 0; c->separator == '.' && i < dv_program_setting_count(program); i++)
        add_name(L, c, found, dv_program_setting(program, i)->name, "");
}

/// Add the members of the value at an index.
static void add_members(lua_State *L, const completing *c, int found, int value) {
    dv_sandbox_resolve_proxy(L, value);
    if (lua_istable(L, value))
        add_keys(L, c, found, value);
    else if (lua_islightuserdata(L, value))
        add_handle(L, c, found, (uint64_t)(uintptr_t)lua_touserdata(L, value));
    else if (luaL_testudata(L, value, DV_WORLD_CLASS))
        add_class(L, c, found, &dv_world_class);
    else if (luaL_testudata(L, value, DV_VECTOR_CLASS))
        add_class(L, c, found, &dv_vector_class);
    else if (luaL_testudata(L, value, DV_SETTINGS_CLASS))
        add_settings(L, c, found);
}

static int complete(lua_State *L) {
    const completing *c = lua_touserdata(L, 1);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    lua_newtable(L);
    int found = lua_gettop(L), scopes = found + 1;
    dv_console_push_scopes(L, c->selected);
    if (c->count > 0) {
        push_chain(L, c, scopes);
        add_members(L, c, found, lua_gettop(L));
    }
    for (int i = 0; c->count == 0 && i < DV_CONSOLE_SCOPES; i++)
        add_members(L, c, found, scopes + i);
    lua_pushcfunction(L, dv_ordered_keys);
    lua_pushvalue(L, found);
    lua_call(L, 1, 1);
    int keys = lua_gettop(L);
    for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(L, keys); i++) {
        lua_rawgeti(L, keys, i);
        lua_getfield(L, found, lua_tostring(L, -1));
        c->each(c->context, &(dv_completion){lua_tostring(L, -2), lua_tostring(L, -1)});
        lua_settop(L, keys);
    }
    return 0;
}

const char *dv_scenario_complete(dv_scenario *scenario, const char *line, dv_agent selected,
                                 void (*each)(void *context, const dv_completion *completion),
                                 void *context) {
    completing c = {.selected = selected, .each = each, .context = context};
    if (read_line(&c, line)) {
        lua_pushcfunction(scenario->state, complete);
        lua_pushlightuserdata(scenario->state, &c);
        dv_call_quietly(scenario, 1, 0, DV_READING, scenario->call_seconds, NULL);
    }
    return c.name;
}
