// The table library. Its sort is stable, so there is only one possible result. Loops whose length a
// script chooses end when the script is stopped.
#include "sandbox/sandbox_private.h"

#include <lualib.h>
#include <stdint.h>

static lua_Integer check_list(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    return luaL_len(L, 1);
}

static lua_Integer after_end(lua_State *L, lua_Integer length) {
    if (length == LUA_MAXINTEGER)
        luaL_error(L, "the list is too long");
    return length + 1;
}

// Do t[to] = t[from] for the table at 1.
static void copy_item(lua_State *L, lua_Integer from, lua_Integer to) {
    dv_sandbox_check(L);
    lua_geti(L, 1, from);
    lua_seti(L, 1, to);
}

static int table_insert(lua_State *L) {
    lua_Integer end = after_end(L, check_list(L));
    if (lua_gettop(L) == 2) {
        lua_seti(L, 1, end);
        return 0;
    }
    if (lua_gettop(L) != 3)
        return luaL_error(L, "wrong number of arguments to 'insert'");
    lua_Integer position = luaL_checkinteger(L, 2);
    luaL_argcheck(L, position >= 1 && position <= end, 2, "position out of bounds");
    for (lua_Integer i = end; i > position; i--)
        copy_item(L, i - 1, i);
    lua_seti(L, 1, position);
    return 0;
}

static int table_remove(lua_State *L) {
    lua_Integer length = check_list(L);
    lua_Integer position = luaL_optinteger(L, 2, length);
    if (!lua_isnoneornil(L, 2)) {
        bool at_end = position == length || (length < LUA_MAXINTEGER && position == length + 1);
        luaL_argcheck(L, at_end || (position >= 1 && position <= length), 2,
                      "position out of bounds");
    }
    lua_geti(L, 1, position);
    for (; position < length; position++)
        copy_item(L, position + 1, position);
    lua_pushnil(L);
    lua_seti(L, 1, position);
    return 1;
}

static int table_move(lua_State *L) {
    lua_Integer first = luaL_checkinteger(L, 2);
    lua_Integer last = luaL_checkinteger(L, 3);
    lua_Integer to = luaL_checkinteger(L, 4);
    int target = lua_isnoneornil(L, 5) ? 1 : 5;
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checktype(L, target, LUA_TTABLE);
    if (last >= first) {
        luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3,
                      "too many elements to move");
        lua_Integer count = last - first + 1;
        luaL_argcheck(L, to <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
        bool apart = to > last || to <= first || (target == 5 && !lua_rawequal(L, 1, 5));
        for (lua_Integer i = 0; i < count; i++) {
            lua_Integer k = apart ? i : count - 1 - i;
            dv_sandbox_check(L);
            lua_geti(L, 1, first + k);
            lua_seti(L, target, to + k);
        }
    }
    lua_pushvalue(L, target);
    return 1;
}

static int table_concat(lua_State *L) {
    lua_Integer length = check_list(L);
    size_t separator_length;
    const char *separator = luaL_optlstring(L, 2, "", &separator_length);
    lua_Integer first = luaL_optinteger(L, 3, 1);
    lua_Integer last = luaL_optinteger(L, 4, length);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (lua_Integer i = first; i <= last; i++) {
        dv_sandbox_check(L);
        lua_geti(L, 1, i);
        if (!lua_isstring(L, -1))
            return luaL_error(L, "invalid value (a %s) at index %I in table for 'concat'",
                              luaL_typename(L, -1), (LUAI_UACINT)i);
        luaL_addvalue(&buffer);
        if (i == last)
            break; // i + 1 could overflow
        luaL_addlstring(&buffer, separator, separator_length);
    }
    luaL_pushresult(&buffer);
    return 1;
}

// Sorting

// The sort does not move values, but indices into the list of values at VALUES. That is cheap, and
// leaves the table unchanged if the comparison raises.
enum { TABLE = 1, COMPARISON = 2, VALUES = 3 };

static bool is_less(lua_State *L, uint32_t a, uint32_t b) {
    dv_sandbox_check(L);
    bool compares = !lua_isnil(L, COMPARISON);
    if (compares)
        lua_pushvalue(L, COMPARISON);
    lua_rawgeti(L, VALUES, a);
    lua_rawgeti(L, VALUES, b);
    bool less;
    if (compares) {
        lua_call(L, 2, 1);
        less = lua_toboolean(L, -1);
        lua_pop(L, 1);
    } else {
        less = lua_compare(L, -2, -1, LUA_OPLT);
        lua_pop(L, 2);
    }
    return less;
}

// Merge two sorted runs [first, middle) and [middle, end) of `from` into `to`. Equal values from
// the left run come first.
static void merge_runs(lua_State *L, const uint32_t *from, uint32_t *to, uint32_t first,
                       uint32_t middle, uint32_t end) {
    uint32_t left = first, right = middle;
    bool in_order = middle >= end || !is_less(L, from[middle], from[middle - 1]);
    for (uint32_t i = first; i < end; i++) {
        bool take_right =
            !in_order && right < end && (left >= middle || is_less(L, from[right], from[left]));
        if (take_right)
            to[i] = from[right++];
        else
            to[i] = in_order ? from[i] : from[left++];
    }
}

// Returns whichever of the two buffers holds the result.
static const uint32_t *merge_sort(lua_State *L, uint32_t *from, uint32_t *to, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        from[i] = i + 1;
    for (uint64_t width = 1; width < count; width *= 2) {
        for (uint64_t first = 0; first < count; first += 2 * width) {
            uint64_t middle = first + width < count ? first + width : count;
            uint64_t end = middle + width < count ? middle + width : count;
            merge_runs(L, from, to, (uint32_t)first, (uint32_t)middle, (uint32_t)end);
        }
        uint32_t *swapped = from;
        from = to;
        to = swapped;
    }
    return from;
}

static int table_sort(lua_State *L) {
    lua_Integer length = check_list(L);
    luaL_argcheck(L, length < INT32_MAX, 1, "array too big");
    if (!lua_isnoneornil(L, COMPARISON))
        luaL_checktype(L, COMPARISON, LUA_TFUNCTION);
    lua_settop(L, 2);
    if (length < 2)
        return 0;
    uint32_t count = (uint32_t)length;
    lua_createtable(L, (int)count, 0);
    for (uint32_t i = 1; i <= count; i++) {
        dv_sandbox_check(L);
        lua_geti(L, TABLE, i);
        lua_rawseti(L, VALUES, i);
    }
    uint32_t *places = lua_newuserdatauv(L, 2 * (size_t)count * sizeof *places, 0);
    const uint32_t *sorted = merge_sort(L, places, places + count, count);
    for (uint32_t i = 1; i <= count; i++) {
        dv_sandbox_check(L);
        lua_rawgeti(L, VALUES, sorted[i - 1]);
        lua_seti(L, TABLE, i);
    }
    return 0;
}

void dv_push_table_library(lua_State *L) {
    static const char *const stock[] = {"pack", "unpack", NULL};
    static const luaL_Reg ours[] = {{"concat", table_concat}, {"insert", table_insert},
                                    {"move", table_move},     {"remove", table_remove},
                                    {"sort", table_sort},     {NULL, NULL}};
    lua_pushcfunction(L, luaopen_table);
    lua_call(L, 0, 1);
    dv_pick_fields(L, stock);
    luaL_setfuncs(L, ours, 0);
}
