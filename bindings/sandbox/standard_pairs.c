// pairs and next, in the same order in every run: integers ascending, strings bytewise, false,
// true, then handles by type, index, and generation. Any other key raises.
//
// There are three ways to produce this order. A list needs no sorting. A small table is searched
// for the next key in each step, which makes no garbage. The keys of a large table are sorted
// first.
#include "sandbox/sandbox_private.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define SMALL_TABLE 8

enum key_class { KEY_INTEGER, KEY_STRING, KEY_BOOLEAN, KEY_HANDLE };

// What a key is ordered by. `text` belongs to Lua, so the key must stay reachable.
struct key {
    enum key_class class;
    uint64_t number; // integers with the sign bit flipped; the fields of handles in sort order
    const char *text;
    size_t length;
};

static uint64_t handle_order(uint64_t handle) {
    uint64_t index = handle & ((1u << DV_HANDLE_INDEX_BITS) - 1);
    handle >>= DV_HANDLE_INDEX_BITS;
    uint64_t generation = handle & ((1u << DV_HANDLE_GENERATION_BITS) - 1);
    handle >>= DV_HANDLE_GENERATION_BITS;
    uint64_t world = handle & ((1u << DV_HANDLE_WORLD_BITS) - 1);
    uint64_t type = handle >> DV_HANDLE_WORLD_BITS;
    uint64_t order = type << DV_HANDLE_INDEX_BITS | index;
    order = order << DV_HANDLE_GENERATION_BITS | generation;
    return order << DV_HANDLE_WORLD_BITS | world;
}

static struct key read_key(lua_State *L, int index, const char *function) {
    struct key key = {.class = KEY_INTEGER};
    int is_integer = 0;
    switch (lua_type(L, index)) {
    case LUA_TNUMBER:
        key.number = (uint64_t)lua_tointegerx(L, index, &is_integer) ^ (UINT64_C(1) << 63);
        if (!is_integer)
            luaL_error(L, "%s: a key of type float has no order", function);
        return key;
    case LUA_TSTRING:
        key.class = KEY_STRING;
        key.text = lua_tolstring(L, index, &key.length);
        return key;
    case LUA_TBOOLEAN:
        key.class = KEY_BOOLEAN;
        key.number = (uint64_t)lua_toboolean(L, index);
        return key;
    case LUA_TLIGHTUSERDATA:
        key.class = KEY_HANDLE;
        key.number = handle_order((uint64_t)(uintptr_t)lua_touserdata(L, index));
        return key;
    }
    const char *type = luaL_typename(L, index);
    if (luaL_getmetafield(L, index, "__name") == LUA_TSTRING)
        type = lua_tostring(L, -1);
    luaL_error(L, "%s: a key of type %s has no order", function, type);
    return key;
}

static int compare_keys(const struct key *a, const struct key *b) {
    if (a->class != b->class)
        return a->class < b->class ? -1 : 1;
    if (a->class != KEY_STRING)
        return (a->number > b->number) - (a->number < b->number);
    int order = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);
    return order ? order : (a->length > b->length) - (a->length < b->length);
}

// Push the least key of the table at 1 above `after` (NULL: the least of all) and its value, or
// nil.
static int push_least_above(lua_State *L, const struct key *after, const char *function) {
    struct key least = {.class = KEY_INTEGER};
    lua_settop(L, 2);
    lua_pushnil(L); // at 3, the least key so far
    lua_pushnil(L);
    while (lua_next(L, 1)) {
        dv_sandbox_check(L);
        lua_pop(L, 1);
        struct key key = read_key(L, 4, function);
        if (after && compare_keys(&key, after) <= 0)
            continue;
        if (!lua_isnil(L, 3) && compare_keys(&key, &least) > 0)
            continue;
        least = key;
        lua_pushvalue(L, 4);
        lua_replace(L, 3);
    }
    if (lua_isnil(L, 3))
        return 1;
    lua_pushvalue(L, 3);
    lua_rawget(L, 1);
    return 2;
}

// Shortcut: if the integer key at 2 is followed by the next integer, no key is between them.
static bool push_neighbor(lua_State *L) {
    int is_integer;
    lua_Integer i = lua_tointegerx(L, 2, &is_integer);
    if (!is_integer || lua_type(L, 2) != LUA_TNUMBER || i == LUA_MAXINTEGER)
        return false;
    lua_pushinteger(L, i + 1);
    if (lua_rawgeti(L, 1, i + 1) != LUA_TNIL)
        return true;
    lua_pop(L, 2);
    return false;
}

static int ordered_next(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
    dv_sandbox_resolve_proxy(L, 1);
    if (lua_isnil(L, 2))
        return push_least_above(L, NULL, "next");
    if (push_neighbor(L))
        return 2;
    struct key after = read_key(L, 2, "next");
    return push_least_above(L, &after, "next");
}

// Like ordered_next, for a table that was a list when the loop began.
static int list_next(lua_State *L) {
    lua_settop(L, 2);
    if (lua_isnil(L, 2)) {
        lua_pushinteger(L, 1);
        if (lua_rawgeti(L, 1, 1) != LUA_TNIL)
            return 2;
        lua_pop(L, 2);
    }
    return ordered_next(L);
}

// A loop over sorted keys. `order` has indices into the list of keys at upvalue 2.
struct sorted_keys {
    uint32_t count, next;
    uint32_t order[];
};

static int sorted_next(lua_State *L) {
    struct sorted_keys *keys = lua_touserdata(L, lua_upvalueindex(3));
    while (keys->next < keys->count) {
        dv_sandbox_check(L);
        lua_rawgeti(L, lua_upvalueindex(2), keys->order[keys->next++]);
        lua_pushvalue(L, -1);
        if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL)
            return 2;
        lua_pop(L, 2);
    }
    lua_pushnil(L);
    return 1;
}

struct sortable_key {
    struct key key;
    uint32_t place;
};

static int compare_sortable(const void *a, const void *b) {
    return compare_keys(&((const struct sortable_key *)a)->key,
                        &((const struct sortable_key *)b)->key);
}

// This many keys are sorted in one go. More are sorted in runs of this length, which are then
// merged.
#define SORTED_RUN 4096u

// Merge the sorted runs of `from` that begin at `first` and `middle` into `to`.
static void merge_runs(lua_State *L, const struct sortable_key *keys, const uint32_t *from,
                       uint32_t *to, uint32_t first, uint32_t middle, uint32_t end) {
    uint32_t left = first, right = middle;
    for (uint32_t i = first; i < end; i++) {
        if (i % SORTED_RUN == 0)
            dv_sandbox_check(L);
        bool takes_right =
            left == middle ||
            (right < end && compare_keys(&keys[from[right]].key, &keys[from[left]].key) < 0);
        to[i] = takes_right ? from[right++] : from[left++];
    }
}

// Sort keys and write their places to `order`. Long lists are merged from runs, so that a stop
// takes effect between runs.
static void sort_keys(lua_State *L, struct sortable_key *keys, uint32_t count, uint32_t *order) {
    for (uint32_t first = 0; first < count; first += SORTED_RUN) {
        uint32_t left = count - first;
        dv_sandbox_check(L);
        qsort(keys + first, left < SORTED_RUN ? left : SORTED_RUN, sizeof *keys, compare_sortable);
    }
    bool is_long = count > SORTED_RUN;
    uint32_t *from = order;
    uint32_t *to = is_long ? lua_newuserdatauv(L, count * sizeof *to, 0) : NULL;
    for (uint32_t i = 0; i < count; i++)
        from[i] = i;
    for (uint64_t width = SORTED_RUN; width < count; width *= 2) {
        for (uint64_t first = 0; first < count; first += 2 * width) {
            uint64_t middle = first + width < count ? first + width : count;
            uint64_t end = middle + width < count ? middle + width : count;
            merge_runs(L, keys, from, to, (uint32_t)first, (uint32_t)middle, (uint32_t)end);
        }
        uint32_t *merged = to;
        to = from;
        from = merged;
    }
    for (uint32_t i = 0; i < count; i++)
        order[i] = keys[from[i]].place;
    if (is_long)
        lua_pop(L, 1);
}

// Push a function that iterates over the `count` keys of the table at 1 in order.
static void push_sorted_next(lua_State *L, uint32_t count) {
    lua_pushvalue(L, 1);
    lua_createtable(L, count > INT_MAX ? 0 : (int)count, 0);
    int list = lua_gettop(L);
    struct sorted_keys *keys =
        lua_newuserdatauv(L, sizeof *keys + count * sizeof keys->order[0], 0);
    struct sortable_key *sortable = lua_newuserdatauv(L, count * sizeof *sortable, 0);
    keys->next = keys->count = 0;
    lua_pushnil(L);
    while (lua_next(L, 1)) {
        dv_sandbox_check(L);
        lua_pop(L, 1);
        struct sortable_key *next = &sortable[keys->count];
        next->key = read_key(L, -1, "pairs");
        next->place = ++keys->count;
        lua_pushvalue(L, -1);
        lua_rawseti(L, list, next->place);
    }
    sort_keys(L, sortable, keys->count, keys->order);
    lua_pop(L, 1);
    lua_pushcclosure(L, sorted_next, 3);
}

// Count the keys of the table at 1 and tell whether they are 1 to n. Raises on a key without an
// order.
static uint32_t count_keys(lua_State *L, bool *is_list) {
    lua_Unsigned count = 0, largest = 0;
    *is_list = true;
    lua_pushnil(L);
    while (lua_next(L, 1)) {
        dv_sandbox_check(L);
        lua_pop(L, 1);
        count++;
        if (lua_isinteger(L, -1)) {
            lua_Unsigned key = (lua_Unsigned)lua_tointeger(L, -1) - 1; // keys below 1 become huge
            largest = key > largest ? key : largest;
        } else {
            read_key(L, -1, "pairs");
            *is_list = false;
        }
    }
    if (count > UINT32_MAX)
        luaL_error(L, "pairs: too many keys");
    *is_list = *is_list && (count == 0 || largest == count - 1);
    return (uint32_t)count;
}

static int finish_pairs(lua_State *L, int status, lua_KContext context) {
    (void)L, (void)status, (void)context;
    return 3;
}

// Refuse a function or an object, such as an iterator over agents, and say how to use it instead.
static void refuse_iterator(lua_State *L, const char *function) {
    int type = lua_type(L, 1);
    if (type == LUA_TFUNCTION)
        luaL_error(L,
                   "%s: a table expected, got a function; use an iterator by itself, as in: for "
                   "agent in world:agents() do",
                   function);
    if (type == LUA_TLIGHTUSERDATA || type == LUA_TUSERDATA)
        luaL_error(L,
                   "%s: a table expected, got %s; iterate over what it holds as in: for agent in "
                   "group:members() do",
                   function, dv_sandbox_tostring(L, 1, NULL));
}

static int checked_ipairs(lua_State *L) {
    // An object with __pairs acts as a table: in a test, it is a table of the scenario's Lua state.
    bool is_table =
        lua_type(L, 1) == LUA_TUSERDATA && luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL;
    if (is_table)
        lua_pop(L, 1);
    else
        refuse_iterator(L, "ipairs");
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

int dv_ordered_pairs(lua_State *L) {
    luaL_checkany(L, 1);
    lua_settop(L, 1);
    if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
        lua_pushvalue(L, 1);
        lua_callk(L, 1, 3, 0, finish_pairs);
        return 3;
    }
    refuse_iterator(L, "pairs");
    luaL_checktype(L, 1, LUA_TTABLE);
    bool is_list;
    uint32_t count = count_keys(L, &is_list);
    if (is_list)
        lua_pushcfunction(L, list_next);
    else if (count <= SMALL_TABLE)
        lua_pushcfunction(L, ordered_next);
    else
        push_sorted_next(L, count);
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}

int dv_ordered_keys(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    lua_newtable(L);
    lua_pushcfunction(L, dv_ordered_pairs);
    lua_pushvalue(L, 1);
    lua_call(L, 1, 3);
    for (lua_Integer place = 1;; place++) {
        lua_pushvalue(L, 3);
        lua_pushvalue(L, 4);
        lua_pushvalue(L, 5);
        lua_call(L, 2, 1);
        if (lua_isnil(L, -1))
            break;
        lua_copy(L, -1, 5);
        lua_rawseti(L, 2, place);
    }
    lua_settop(L, 2);
    return 1;
}

void dv_add_ordered_pairs(lua_State *L) {
    lua_pushcfunction(L, dv_ordered_pairs);
    lua_setfield(L, -2, "pairs");
    dv_wrap_function(L, "ipairs", checked_ipairs);
    lua_pushcfunction(L, ordered_next);
    lua_setfield(L, -2, "next");
}
