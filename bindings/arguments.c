// Reads the arguments of constructors: of behaviors, blends, guards, and stress behaviors.
#include "arguments.h"

#include "classes/handles.h"
#include "reload/coverage.h"
#include "sandbox/sandbox.h"
#include "scenario_data.h"
#include "values.h"

#include <string.h>

static bool is_setting(const dv_entry *entry, const char *name) {
    for (uint32_t i = 0; i < entry->parameter_count; i++)
        if (strcmp(entry->parameters[i].name, name) == 0)
            return entry->parameters[i].type == DV_PARAMETER_SETTING;
    return false;
}

static void add_argument(lua_State *L, dv_arguments *all, const dv_entry *entry, const char *name,
                         dv_value value, const char *path) {
    if (all->count == DV_MAX_ARGUMENTS)
        luaL_error(L, "%s: more than %d parameters", path, DV_MAX_ARGUMENTS);
    if (value.type == DV_VALUE_NAME && is_setting(entry, name))
        value = dv_value_name(dv_push_setting_name(L, value.as.name));
    all->list[all->count++] = (dv_argument){name, value};
}

static bool has_parameters_below(const dv_entry *entry, const char *name) {
    size_t length = strlen(name);
    for (uint32_t i = 0; i < entry->parameter_count; i++)
        if (strncmp(entry->parameters[i].name, name, length) == 0 &&
            entry->parameters[i].name[length] == '.')
            return true;
    return false;
}

/// Whether a key is an index of a list of that length.
bool dv_is_list_index(lua_State *L, int key, lua_Unsigned length) {
    return lua_isinteger(L, key) && (lua_Unsigned)lua_tointeger(L, key) - 1 < length;
}

/// Flatten a table of parameters: { separation = { radius = 2 } } becomes "separation.radius".
/// Names and lists created here stay on the stack until the constructor returns. Parameters are
/// read in order of their names, so that of several mistakes, every run reports the same one. For a
/// blend, the first `part_count` list entries are its parts, which are skipped.
void dv_read_table(lua_State *L, const dv_entry *entry, int table, const char *prefix,
                   lua_Unsigned part_count, dv_arguments *all, const char *path) {
    luaL_checkstack(L, LUA_MINSTACK, "too many parameters");
    dv_sandbox_resolve_proxy(L, table);
    lua_pushcfunction(L, dv_ordered_keys);
    lua_pushvalue(L, table);
    lua_call(L, 1, 1);
    int keys = lua_gettop(L);
    for (lua_Unsigned i = 1; i <= lua_rawlen(L, keys); i++) {
        luaL_checkstack(L, LUA_MINSTACK, "too many parameters");
        lua_rawgeti(L, keys, (lua_Integer)i);
        int key = lua_gettop(L), value = key + 1;
        if (dv_is_list_index(L, key, part_count)) {
            lua_pop(L, 1);
            continue;
        }
        lua_pushvalue(L, key);
        lua_rawget(L, table);
        if (lua_type(L, key) != LUA_TSTRING)
            luaL_error(L, "%s: parameters are given by name, found the key %s", path,
                       luaL_tolstring(L, key, NULL));
        const char *name = lua_pushfstring(L, "%s%s", prefix, lua_tostring(L, key));
        const char *full = lua_pushfstring(L, "%s: %s", path, name);
        if (lua_istable(L, value) && has_parameters_below(entry, name)) {
            const char *below = lua_pushfstring(L, "%s.", name);
            dv_read_table(L, entry, value, below, 0, all, path);
        } else {
            add_argument(L, all, entry, name, dv_to_value(L, value, full), path);
        }
    }
}

/// Whether the table at an index gives parameters by name, such as { who = "deer" }, and isn't a
/// list, such as { "deer", "elk" }.
static bool names_parameters(lua_State *L, int table, const dv_entry *entry) {
    for (uint32_t i = 0; i < entry->parameter_count; i++) {
        lua_pushstring(L, entry->parameters[i].name);
        bool is_given = lua_rawget(L, table) != LUA_TNIL;
        lua_pop(L, 1);
        if (is_given)
            return true;
    }
    return false;
}

/// Read positional parameters, where nil omits one, then a table of the others.
void dv_read_arguments(lua_State *L, const dv_entry *entry, int count, const char *path,
                       dv_arguments *all) {
    int position = 1;
    for (uint32_t i = 0; i < entry->positional && position <= count; i++, position++) {
        dv_parameter_type type = entry->parameters[i].type;
        dv_sandbox_resolve_proxy(L, position);
        bool may_be_list = type == DV_PARAMETER_KIND || type == DV_PARAMETER_WHO;
        bool is_rest = lua_istable(L, position) && position == count &&
                       (!may_be_list || names_parameters(L, position, entry));
        if (is_rest)
            break;
        if (lua_isnil(L, position))
            continue;
        luaL_checkstack(L, LUA_MINSTACK, "too many parameters");
        const char *full = lua_pushfstring(L, "%s: %s", path, entry->parameters[i].name);
        add_argument(L, all, entry, entry->parameters[i].name, dv_to_value(L, position, full),
                     path);
    }
    if (position > count || (position == count && lua_isnil(L, position)))
        return;
    if (!lua_istable(L, position) || position < count)
        luaL_error(L, "%s: a table of parameters expected, got %s", path,
                   dv_type_name(L, position));
    dv_read_table(L, entry, position, "", 0, all, path);
}

/// Guards and behaviors made from a Lua function have it as their only parameter.
bool dv_takes_function(const dv_entry *entry) {
    return entry->parameter_count == 1 && entry->parameters[0].type == DV_PARAMETER_CALLBACK;
}

void dv_read_function(lua_State *L, const dv_entry *entry, int *callback, const char *path,
                      dv_arguments *all) {
    if (!lua_isfunction(L, 1))
        luaL_error(L, "%s: a function expected, got %s", path, dv_type_name(L, 1));
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->callbacks);
    lua_pushvalue(L, 1);
    *callback = luaL_ref(L, -2);
    lua_pop(L, 1);
    dv_note_callback(L, 1, *callback);
    add_argument(L, all, entry, entry->parameters[0].name, dv_value_callback(*callback), path);
}

/// Accept steer.custom { f } for steer.custom(f).
void dv_unwrap_function(lua_State *L, const char *path) {
    if (!lua_istable(L, 1))
        return;
    lua_pushnil(L);
    while (lua_next(L, 1)) {
        lua_pop(L, 1);
        if (!lua_isinteger(L, -1) || lua_tointeger(L, -1) != 1)
            luaL_error(L, "%s: a function expected, found the key %s beside it", path,
                       luaL_tolstring(L, -1, NULL));
    }
    lua_rawgeti(L, 1, 1);
    lua_replace(L, 1);
}

void dv_forget_callback(lua_State *L, int callback) {
    if (callback == LUA_NOREF)
        return;
    dv_scenario *scenario = dv_scenario_of(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->callbacks);
    luaL_unref(L, -1, callback);
    if ((uint32_t)callback < scenario->callback_capacity)
        scenario->callback_code[callback].order = 0;
}
