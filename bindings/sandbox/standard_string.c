// The string library. string_search.c has the functions that search, string_format.c the one that
// formats. This file has the others that could run long, written so that a stop takes effect.
#include "sandbox/sandbox_private.h"

#include <lualib.h>
#include <stdint.h>
#include <string.h>

// The number of bytes written between two checks for a stop.
#define PART ((size_t)1 << 18)

// lower, upper, reverse

typedef void make_part(char *to, const char *from, size_t count);

static void make_lower(char *to, const char *from, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] = (char)(from[i] >= 'A' && from[i] <= 'Z' ? from[i] + ('a' - 'A') : from[i]);
}

static void make_upper(char *to, const char *from, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] = (char)(from[i] >= 'a' && from[i] <= 'z' ? from[i] - ('a' - 'A') : from[i]);
}

static int map_text(lua_State *L, make_part *make) {
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    luaL_Buffer buffer;
    char *made = luaL_buffinitsize(L, &buffer, length);
    for (size_t done = 0; done < length; done += PART) {
        dv_sandbox_check(L);
        make(made + done, text + done, length - done < PART ? length - done : PART);
    }
    luaL_pushresultsize(&buffer, length);
    return 1;
}

static int string_lower(lua_State *L) { return map_text(L, make_lower); }

static int string_upper(lua_State *L) { return map_text(L, make_upper); }

static int string_reverse(lua_State *L) {
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    luaL_Buffer buffer;
    char *made = luaL_buffinitsize(L, &buffer, length);
    for (size_t i = 0; i < length; i++) {
        if (i % PART == 0)
            dv_sandbox_check(L);
        made[i] = text[length - 1 - i];
    }
    luaL_pushresultsize(&buffer, length);
    return 1;
}

// rep

// Copy `count` bytes. The areas must not overlap.
static char *copy_bytes(lua_State *L, char *to, const char *from, size_t count) {
    for (size_t done = 0; done < count; done += PART) {
        dv_sandbox_check(L);
        memcpy(to + done, from + done, count - done < PART ? count - done : PART);
    }
    return to + count;
}

static int string_rep(lua_State *L) {
    size_t length, separator_length;
    const char *text = luaL_checklstring(L, 1, &length);
    lua_Integer count = luaL_checkinteger(L, 2);
    const char *separator = luaL_optlstring(L, 3, "", &separator_length);
    size_t period = length + separator_length;
    if (count <= 0 || period == 0) {
        lua_pushliteral(L, "");
        return 1;
    }
    if (period < length || (lua_Unsigned)count > SIZE_MAX / 2 / period)
        return luaL_error(L, "resulting string too large");
    size_t total = (size_t)count * period - separator_length;
    luaL_Buffer buffer;
    char *made = luaL_buffinitsize(L, &buffer, total);
    char *end = copy_bytes(L, made, text, length);
    if (count > 1)
        end = copy_bytes(L, end, separator, separator_length);
    // What has been written so far is whole periods. Append it to itself in growing parts.
    for (size_t left; (left = total - (size_t)(end - made)) > 0;) {
        size_t part = (size_t)(end - made);
        if (part > PART)
            part = period > PART ? period : PART / period * period;
        end = copy_bytes(L, end, made, part < left ? part : left);
    }
    luaL_pushresultsize(&buffer, total);
    return 1;
}

// pack, unpack, packsize

#define LONGEST_PACK_FORMAT ((size_t)1 << 16)
#define LARGEST_PACK_FIELDS ((size_t)1 << 24)

// Refuse long formats and large fixed-size fields, which Lua processes byte by byte without a
// pause.
static void check_pack_format(lua_State *L, const char *function) {
    size_t length, fields = 0;
    const char *format = luaL_checklstring(L, 1, &length);
    if (length > LONGEST_PACK_FORMAT)
        luaL_error(L, "string.%s: the format is longer than 64 KiB", function);
    for (const char *p = format; (p = strchr(p, 'c'));) {
        size_t size = 0;
        for (p++; *p >= '0' && *p <= '9' && size <= LARGEST_PACK_FIELDS; p++)
            size = size * 10 + (size_t)(*p - '0');
        fields += size;
        if (fields > LARGEST_PACK_FIELDS)
            luaL_error(L, "string.%s: fields of more than 16 MiB", function);
    }
}

// Limit the strings to pack: Lua copies them whole, and some of them again whenever its buffer
// grows.
static void check_packed_strings(lua_State *L) {
    size_t total = 0;
    for (int i = 2, count = lua_gettop(L); i <= count; i++)
        total += lua_type(L, i) == LUA_TSTRING ? lua_rawlen(L, i) : 0;
    if (total > LARGEST_PACK_FIELDS)
        luaL_error(L, "string.pack: strings of more than 16 MiB");
}

static int string_pack(lua_State *L) {
    check_pack_format(L, "pack");
    check_packed_strings(L);
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

static int string_packsize(lua_State *L) {
    check_pack_format(L, "packsize");
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

static int string_unpack(lua_State *L) {
    check_pack_format(L, "unpack");
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

// The whole library

void dv_push_string_library(lua_State *L) {
    // Lua's stack limits byte and char.
    static const char *const stock[] = {"byte",     "char", "format", "len", "pack",
                                        "packsize", "sub",  "unpack", NULL};
    static const luaL_Reg ours[] = {{"lower", string_lower},
                                    {"rep", string_rep},
                                    {"reverse", string_reverse},
                                    {"upper", string_upper},
                                    {NULL, NULL}};
    lua_pushcfunction(L, luaopen_string);
    lua_call(L, 0, 1);
    dv_pick_fields(L, stock);
    luaL_setfuncs(L, ours, 0);
    dv_add_string_search(L);
    dv_wrap_function(L, "format", dv_string_format);
    dv_wrap_function(L, "pack", string_pack);
    dv_wrap_function(L, "packsize", string_packsize);
    dv_wrap_function(L, "unpack", string_unpack);
    // String methods are looked up in this table, which no script can reach.
    lua_pushliteral(L, "");
    lua_getmetatable(L, -1);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 2);
}
