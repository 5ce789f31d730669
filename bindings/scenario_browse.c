// Walks through agents' slots and memory for users; see dv_scenario_browse.
#include "calls/calls.h"
#include "classes/class_names.h"
#include "classes/handles.h"
#include "memory/memory.h"
#include "scenario.h"
#include "scenario_data.h"
#include "syntax/syntax.h"
#include "values.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define LONGEST_PATH 512

typedef struct walk {
    uint64_t handle; ///< of an agent or a group
    uint32_t type;   ///< its kind, or its type of groups
    int names;       ///< registry reference of the fields of all kinds, or of all group types
    bool (*each)(void *context, const dv_value_entry *entry);
    void *context;
    const void *tables[DV_MOST_DEPTH]; ///< around the present entry, the outermost first
} walk;

// Paths

/// Add a character to a string in Lua. False if there is no room.
static bool add_quoted(char path[LONGEST_PATH], size_t *used, unsigned char c) {
    const char *format = c == '"' || c == '\\' ? "\\%c" : c < ' ' || c == 0x7f ? "\\%03d" : "%c";
    *used += (size_t)snprintf(path + *used, LONGEST_PATH - *used, format, c);
    return *used + 3 < LONGEST_PATH;
}

/// The path of the entry of a table whose key is at an index; "" if it can't be written.
static void join_path(lua_State *L, int key, const char *table, char path[LONGEST_PATH]) {
    int length = -1;
    bool has_room = true;
    path[0] = '\0';
    if (!*table)
        return;
    if (lua_isinteger(L, key)) {
        length =
            snprintf(path, LONGEST_PATH, "%s[%" PRId64 "]", table, (int64_t)lua_tointeger(L, key));
    } else if (lua_type(L, key) == LUA_TSTRING) {
        size_t size, used;
        const char *text = lua_tolstring(L, key, &size);
        if (dv_syntax_is_name(text, size)) {
            length = snprintf(path, LONGEST_PATH, "%s.%s", table, text);
        } else if (strlen(table) + 8 < LONGEST_PATH) {
            used = (size_t)snprintf(path, LONGEST_PATH, "%s[\"", table);
            for (size_t i = 0; i < size && has_room; i++)
                has_room = add_quoted(path, &used, (unsigned char)text[i]);
            length = has_room ? (int)used + snprintf(path + used, LONGEST_PATH - used, "\"]") : -1;
        }
    }
    if (length < 0 || length >= LONGEST_PATH)
        path[0] = '\0';
}

// Entries

/// Whether a string is a line that can be typed.
static bool is_line(lua_State *L, int value) {
    size_t size;
    const char *text = lua_tolstring(L, value, &size);
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
            return false;
    return size < DV_LONGEST_TYPED;
}

static uint32_t count_entries(lua_State *L, int table) {
    uint32_t count = 0;
    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1))
        count++;
    return count;
}

static bool is_around(const walk *w, uint32_t depth, const void *table) {
    bool is_found = false;
    for (uint32_t i = 0; i < depth; i++)
        is_found |= w->tables[i] == table;
    return is_found;
}

/// Describe the value at the top of the stack, and push its text.
static void fill_entry(lua_State *L, const walk *w, dv_value_entry *entry) {
    int value = lua_gettop(L);
    entry->type = DV_ENTRY_OTHER;
    if (lua_type(L, value) == LUA_TNUMBER && isfinite(lua_tonumber(L, value))) {
        entry->type = DV_ENTRY_NUMBER;
        entry->number = lua_tonumber(L, value);
    } else if (lua_isboolean(L, value)) {
        entry->type = DV_ENTRY_BOOLEAN;
        entry->number = lua_toboolean(L, value);
    } else if (lua_type(L, value) == LUA_TSTRING && is_line(L, value)) {
        entry->type = DV_ENTRY_TEXT;
    } else if (lua_istable(L, value)) {
        entry->type = DV_ENTRY_TABLE;
        entry->count = count_entries(L, value);
        entry->is_cycle = is_around(w, entry->depth, lua_topointer(L, value));
    }
    dv_push_short_text(L, value);
    entry->text = lua_tostring(L, -1);
}

static void pass_entry(lua_State *L, walk *w, const dv_value_entry *entry);

/// Pass on the entries of the table at an index.
static void pass_entries(lua_State *L, walk *w, int table, const dv_value_entry *of) {
    luaL_checkstack(L, LUA_MINSTACK, "data too deep");
    lua_pushcfunction(L, dv_ordered_keys);
    lua_pushvalue(L, table);
    lua_call(L, 1, 1);
    int keys = lua_gettop(L);
    uint32_t count = (uint32_t)lua_rawlen(L, keys);
    uint32_t shown = count > DV_MOST_ENTRIES ? DV_MOST_ENTRIES : count;
    w->tables[of->depth] = lua_topointer(L, table);
    for (uint32_t i = 1; i <= shown; i++) {
        char path[LONGEST_PATH];
        dv_value_entry entry = {.depth = of->depth + 1, .path = path};
        lua_rawgeti(L, keys, i);
        join_path(L, keys + 1, of->path, path);
        dv_push_short_text(L, keys + 1);
        entry.name = lua_tostring(L, -1);
        lua_pushvalue(L, keys + 1);
        lua_rawget(L, table);
        pass_entry(L, w, &entry);
        lua_settop(L, keys);
    }
    if (count > shown)
        w->each(w->context, &(dv_value_entry){.depth = of->depth + 1,
                                              .name = "",
                                              .path = "",
                                              .text = "",
                                              .type = DV_ENTRY_MORE,
                                              .count = count - shown});
    lua_settop(L, keys - 1);
}

/// Pass on an entry whose value is at the top of the stack, and those of its table.
static void pass_entry(lua_State *L, walk *w, const dv_value_entry *named) {
    dv_value_entry entry = *named;
    int value = lua_gettop(L);
    fill_entry(L, w, &entry);
    bool is_open = w->each(w->context, &entry);
    if (is_open && entry.type == DV_ENTRY_TABLE && !entry.is_cycle &&
        entry.depth + 1 < DV_MOST_DEPTH)
        pass_entries(L, w, value, &entry);
    lua_settop(L, value);
}

static int walk_memory(lua_State *L) {
    walk *w = lua_touserdata(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, w->names);
    lua_pushcfunction(L, dv_ordered_keys);
    lua_rawgeti(L, -2, 2 * (lua_Integer)w->type + 1);
    lua_call(L, 1, 1);
    int keys = lua_gettop(L);
    lua_Unsigned count = lua_rawlen(L, keys);
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_rawgeti(L, keys, (lua_Integer)i);
        const char *name = lua_tostring(L, -1);
        dv_push_handle(L, w->handle);
        lua_pushvalue(L, -2);
        lua_gettable(L, -2);
        pass_entry(L, w, &(dv_value_entry){.name = name, .path = name});
        lua_settop(L, keys);
    }
    return 0;
}

static void call_walk(dv_scenario *scenario, walk *w) {
    lua_pushcfunction(scenario->state, walk_memory);
    lua_pushlightuserdata(scenario->state, w);
    dv_call_quietly(scenario, 1, 0, DV_READING, scenario->call_seconds, NULL);
}

void dv_scenario_browse(dv_scenario *scenario, dv_agent agent,
                        bool (*each)(void *context, const dv_value_entry *entry), void *context) {
    walk w = {.handle = agent.bits, .each = each, .context = context};
    if (!dv_agent_alive(scenario->world, agent))
        return;
    w.type = dv_agent_kind(scenario->world, agent);
    w.names = scenario->generation->names;
    call_walk(scenario, &w);
}

void dv_scenario_browse_group(dv_scenario *scenario, dv_group group,
                              bool (*each)(void *context, const dv_value_entry *entry),
                              void *context) {
    walk w = {.handle = group.bits, .each = each, .context = context};
    if (!dv_group_alive(scenario->world, group))
        return;
    w.type = dv_group_type(scenario->world, group);
    w.names = scenario->generation->group_names;
    call_walk(scenario, &w);
}

// Without the entries of tables

typedef struct listing {
    void (*each)(void *context, const char *name, const char *value);
    void *context;
} listing;

static bool list_entry(void *context, const dv_value_entry *entry) {
    const listing *l = context;
    l->each(l->context, entry->name, entry->text);
    return false;
}

void dv_scenario_describe(dv_scenario *scenario, dv_agent agent,
                          void (*each)(void *context, const char *name, const char *value),
                          void *context) {
    listing l = {each, context};
    dv_scenario_browse(scenario, agent, list_entry, &l);
}

void dv_scenario_describe_group(dv_scenario *scenario, dv_group group,
                                void (*each)(void *context, const char *name, const char *value),
                                void *context) {
    listing l = {each, context};
    dv_scenario_browse_group(scenario, group, list_entry, &l);
}

// Drawing calls this for every agent, outside of any protected call: nothing here allocates.
bool dv_scenario_memory_number(const dv_scenario *scenario, dv_agent agent, const char *name,
                               double *number) {
    lua_State *L = scenario->state;
    int top = lua_gettop(L);
    bool found = false;
    if (!dv_agent_alive(scenario->world, agent) || !lua_checkstack(L, 4))
        return false;
    dv_push_agent_memory(L, scenario, dv_handle_index(agent.bits));
    if (lua_istable(L, -1)) {
        lua_pushnil(L);
        while (!found && lua_next(L, -2)) {
            found = lua_type(L, -2) == LUA_TSTRING && lua_type(L, -1) == LUA_TNUMBER &&
                    strcmp(lua_tostring(L, -2), name) == 0;
            if (found)
                *number = lua_tonumber(L, -1);
            lua_pop(L, 1);
        }
    }
    lua_settop(L, top);
    return found;
}
