// The utf8 library: Lua's own functions, called for parts of long texts so that a stop takes
// effect.
#include "sandbox/sandbox_private.h"

#include <lualib.h>

#define PART ((lua_Integer)1 << 16)
// No character has more bytes than this.
#define LONGEST_CHARACTER 8

static bool is_continuation(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

// Convert a position that may count back from the end to one from 1; 0 if it is before the text.
static lua_Integer from_start(lua_Integer position, lua_Integer length) {
    if (position >= 0)
        return position;
    return -position > length ? 0 : length + position + 1;
}

// The last position of a part that begins at `first`. The next part then begins at a character,
// unless there are more continuation bytes than a character can have.
static lua_Integer part_end(const char *text, lua_Integer first, lua_Integer last) {
    if (last - first < PART)
        return last;
    lua_Integer end = first + PART;
    for (int i = 0; i < LONGEST_CHARACTER && end < last && is_continuation(text[end]); i++)
        end++;
    return end;
}

static int utf8_len(lua_State *L) {
    size_t size;
    const char *text = luaL_checklstring(L, 1, &size);
    lua_Integer length = (lua_Integer)size, count = 0;
    lua_Integer first = from_start(luaL_optinteger(L, 2, 1), length);
    lua_Integer last = from_start(luaL_optinteger(L, 3, -1), length);
    luaL_argcheck(L, first >= 1 && first <= length + 1, 2, "initial position out of bounds");
    luaL_argcheck(L, last <= length, 3, "final position out of bounds");
    lua_settop(L, 4);
    while (first <= last) {
        lua_Integer end = part_end(text, first, last);
        dv_sandbox_check(L);
        lua_pushvalue(L, lua_upvalueindex(1));
        lua_pushvalue(L, 1);
        lua_pushinteger(L, first);
        lua_pushinteger(L, end);
        lua_pushvalue(L, 4);
        lua_call(L, 4, 2);
        if (!lua_toboolean(L, -2))
            return 2; // nil, and the position of the first invalid byte
        count += lua_tointeger(L, -2);
        lua_pop(L, 2);
        first = end + 1;
    }
    lua_pushinteger(L, count);
    return 1;
}

// An iteration over the bytes of a text, by offset.
struct bytes {
    lua_State *L;
    const char *text;
    lua_Integer length, at;
};

static bool is_inside_character(const struct bytes *bytes) {
    if (bytes->at % PART == 0)
        dv_sandbox_check(bytes->L);
    return bytes->at < bytes->length && is_continuation(bytes->text[bytes->at]);
}

static void to_next(struct bytes *bytes) {
    do
        bytes->at++;
    while (is_inside_character(bytes));
}

static void to_previous(struct bytes *bytes) {
    do
        bytes->at--;
    while (bytes->at > 0 && is_inside_character(bytes));
}

static int utf8_offset(lua_State *L) {
    size_t size;
    const char *text = luaL_checklstring(L, 1, &size);
    struct bytes bytes = {L, text, (lua_Integer)size, 0};
    lua_Integer n = luaL_checkinteger(L, 2);
    lua_Integer start = luaL_optinteger(L, 3, n > 0 ? 1 : bytes.length + 1);
    bytes.at = from_start(start, bytes.length) - 1;
    luaL_argcheck(L, bytes.at >= 0 && bytes.at <= bytes.length, 3, "position out of bounds");
    if (n == 0) {
        while (bytes.at > 0 && is_inside_character(&bytes))
            bytes.at--;
        lua_pushinteger(L, bytes.at + 1);
        return 1;
    }
    if (is_inside_character(&bytes))
        return luaL_error(L, "initial position is a continuation byte");
    for (; n < 0 && bytes.at > 0; n++)
        to_previous(&bytes);
    for (; n > 1 && bytes.at < bytes.length; n--)
        to_next(&bytes);
    if (n == 0 || n == 1)
        lua_pushinteger(L, bytes.at + 1);
    else
        luaL_pushfail(L);
    return 1;
}

// Calls Lua's iterator at the beginning of the next character.
static int next_code(lua_State *L) {
    size_t size;
    const char *text = luaL_checklstring(L, 1, &size);
    struct bytes bytes = {L, text, (lua_Integer)size, lua_tointeger(L, 2)};
    while (bytes.at > 0 && is_inside_character(&bytes))
        bytes.at++;
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, 1);
    lua_pushinteger(L, bytes.at);
    lua_call(L, 2, 2);
    return 2;
}

static int utf8_codes(lua_State *L) {
    lua_settop(L, 2);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, 2, 3);
    lua_pushvalue(L, -3);
    lua_pushcclosure(L, next_code, 1);
    lua_replace(L, -4);
    return 3;
}

void dv_push_utf8_library(lua_State *L) {
    lua_pushcfunction(L, luaopen_utf8);
    lua_call(L, 0, 1);
    dv_wrap_function(L, "codes", utf8_codes);
    dv_wrap_function(L, "len", utf8_len);
    dv_wrap_function(L, "offset", utf8_offset);
}
