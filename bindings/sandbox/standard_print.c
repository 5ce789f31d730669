// print: like Lua's, but shows the contents of a table, one level deep and up to a limit.
#include "sandbox/sandbox_private.h"
#include "syntax/syntax.h"

#include <stdio.h>
#include <string.h>

#define MAX_ENTRIES 20
#define LONGEST_STRING 40
#define MAX_SORTED 10000 ///< of a table with more entries, only the number is shown
#define LONGEST_LINE ((size_t)1 << 24)

/// Push a string in quotes as a script would write it. Long strings are cut.
static void push_quoted(lua_State *L, int index) {
    size_t length;
    const char *text = lua_tolstring(L, index, &length);
    size_t shown = length > LONGEST_STRING ? LONGEST_STRING : length;
    while (shown < length && ((unsigned char)text[shown] & 0xc0) == 0x80)
        shown--; // inside a multibyte character
    luaL_Buffer quoted;
    luaL_buffinit(L, &quoted);
    luaL_addchar(&quoted, '"');
    for (size_t i = 0; i < shown; i++) {
        if (text[i] == '"' || text[i] == '\\')
            luaL_addchar(&quoted, '\\');
        if (text[i] == '\n')
            luaL_addstring(&quoted, "\\n");
        else
            luaL_addchar(&quoted, text[i]);
    }
    luaL_addstring(&quoted, shown < length ? "...\"" : "\"");
    luaL_pushresult(&quoted);
}

static bool has_metafield(lua_State *L, int index, const char *name) {
    bool found = luaL_getmetafield(L, index, name) != LUA_TNIL;
    lua_pop(L, found ? 1 : 0);
    return found;
}

/// Push the text for a key or value within a table.
static void push_part(lua_State *L, int index) {
    index = lua_absindex(L, index);
    if (lua_type(L, index) == LUA_TSTRING) {
        push_quoted(L, index);
    } else if (lua_istable(L, index) && !has_metafield(L, index, "__tostring")) {
        lua_pushnil(L);
        bool is_empty = !lua_next(L, index);
        lua_settop(L, is_empty ? lua_gettop(L) : lua_gettop(L) - 2);
        lua_pushstring(L, is_empty ? "{}" : "{...}");
    } else {
        dv_sandbox_tostring(L, index, NULL);
    }
}

/// Count the entries of a table. Returns false if pairs has no order for one of the keys.
static bool count_entries(lua_State *L, int table, lua_Unsigned *count) {
    *count = 0;
    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
        int type = lua_type(L, -2);
        if (type != LUA_TSTRING && type != LUA_TBOOLEAN && type != LUA_TLIGHTUSERDATA &&
            !lua_isinteger(L, -2)) {
            lua_pop(L, 2);
            return false;
        }
        if (++*count % 4096 == 0)
            dv_sandbox_check(L);
    }
    return true;
}

/// Push "key = " for the key at an index; "" for the entry's own place in a list.
static void push_key(lua_State *L, int key, lua_Unsigned place) {
    size_t length;
    if (lua_isinteger(L, key) && (lua_Unsigned)lua_tointeger(L, key) == place) {
        lua_pushliteral(L, "");
        return;
    }
    const char *name = lua_type(L, key) == LUA_TSTRING ? lua_tolstring(L, key, &length) : NULL;
    if (name && length <= LONGEST_STRING && dv_syntax_is_name(name, length)) {
        lua_pushfstring(L, "%s = ", name);
        return;
    }
    push_part(L, key);
    lua_pushfstring(L, "[%s] = ", lua_tostring(L, -1));
    lua_remove(L, -2);
}

/// Push "{ 1, 2, x = 3 }" for the table at an index, in the order of pairs.
static void push_entries(lua_State *L, int table) {
    lua_pushcfunction(L, dv_ordered_keys);
    lua_pushvalue(L, table);
    lua_call(L, 1, 1);
    int keys = lua_gettop(L);
    lua_Unsigned count = lua_rawlen(L, keys);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    lua_pushstring(L, count > 0 ? "{ " : "{");
    for (lua_Unsigned i = 1; i <= count && i <= MAX_ENTRIES; i++) {
        lua_pushstring(L, i > 1 ? ", " : "");
        lua_rawgeti(L, keys, (lua_Integer)i);
        int key = lua_gettop(L);
        push_key(L, key, i);
        lua_pushvalue(L, key);
        lua_rawget(L, table);
        push_part(L, -1);
        lua_remove(L, key + 2);
        lua_remove(L, key);
        lua_concat(L, 4);
    }
    if (count > MAX_ENTRIES)
        lua_pushfstring(L, ", ... %I more }", (LUAI_UACINT)(count - MAX_ENTRIES));
    else
        lua_pushstring(L, count > 0 ? " }" : "}");
    lua_concat(L, 2);
    lua_remove(L, keys);
}

/// Push the table whose entries to show, which for a stand-in is the actual table. Returns false if
/// the value is not a table, or has its own way to be shown or iterated over.
static bool push_table(lua_State *L, int index) {
    if (!lua_istable(L, index) || has_metafield(L, index, "__tostring") ||
        has_metafield(L, index, "__name"))
        return false;
    lua_pushvalue(L, index);
    int shown = lua_gettop(L);
    dv_sandbox_resolve_proxy(L, shown);
    return !has_metafield(L, shown, "__pairs");
}

void dv_push_shown(lua_State *L, int index) {
    int top = lua_gettop(L);
    lua_Unsigned count;
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    if (!push_table(L, index) || !count_entries(L, top + 1, &count)) {
        lua_settop(L, top);
        dv_sandbox_tostring(L, index, NULL);
        return;
    }
    if (count > MAX_SORTED)
        lua_pushfstring(L, "{ %I entries }", (LUAI_UACINT)count);
    else
        push_entries(L, top + 1);
    lua_replace(L, top + 1);
    lua_settop(L, top + 1);
}

/// Print the string at the top.
static void print_line(lua_State *L) {
    size_t length;
    const char *text = lua_tolstring(L, -1, &length);
    dv_sandbox *sandbox = dv_sandbox_of(L);
    if (sandbox->print) {
        sandbox->print(sandbox->print_context, text, length);
        return;
    }
    fwrite(text, 1, length, stdout);
    fputc('\n', stdout);
}

/// Refuse a line that is too long to copy and write in one go.
static void check_line(lua_State *L, size_t length) {
    if (length > LONGEST_LINE)
        luaL_error(L, "print: a line of more than 16 MiB");
    dv_sandbox_check(L);
}

static int base_print(lua_State *L) {
    int count = lua_gettop(L);
    size_t length = 0;
    luaL_Buffer line;
    luaL_buffinit(L, &line);
    for (int i = 1; i <= count; i++) {
        if (i > 1)
            luaL_addchar(&line, '\t');
        dv_push_shown(L, i);
        length += lua_rawlen(L, -1) + 1;
        check_line(L, length);
        luaL_addvalue(&line);
    }
    luaL_pushresult(&line);
    print_line(L);
    return 0;
}

void dv_add_print(lua_State *L) {
    lua_pushcfunction(L, base_print);
    lua_setfield(L, -2, "print");
}
