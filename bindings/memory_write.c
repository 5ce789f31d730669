// Writing memory to a snapshot, with shared references and cycles: the order is that of pairs, so
// that what is equal is written, and hashed, alike.
#include "memory_private.h"

#include <math.h>
#include <string.h>

#define FIRST_ROOM 64u

/// The tables written so far, numbered as they came: open addressing by address. What is written
/// depends on the numbers alone.
typedef struct numbered {
    const void *table; ///< NULL: free
    uint32_t number;
} numbered;

typedef struct writing {
    lua_State *L;
    dv_stream *stream;
    int block; ///< place of the userdata that holds `tables`
    numbered *tables;
    uint32_t capacity; ///< a power of two, at least twice `count`
    uint32_t count;
} writing;

static numbered *find_table(const writing *w, const void *table) {
    uint64_t spread = (uint64_t)(uintptr_t)table * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t i = (uint32_t)(spread >> 32) & (w->capacity - 1);
    while (w->tables[i].table && w->tables[i].table != table)
        i = (i + 1) & (w->capacity - 1);
    return &w->tables[i];
}

static void make_room(writing *w, uint32_t capacity) {
    const numbered *old = w->tables;
    uint32_t old_capacity = w->capacity;
    w->tables = lua_newuserdatauv(w->L, capacity * sizeof *w->tables, 0);
    memset(w->tables, 0, capacity * sizeof *w->tables);
    w->capacity = capacity;
    for (uint32_t i = 0; i < old_capacity; i++)
        if (old[i].table)
            *find_table(w, old[i].table) = old[i];
    lua_replace(w->L, w->block);
}

/// Whether the table was written before, and as which; else it gets the next number.
static bool was_written(writing *w, const void *table, uint32_t *number) {
    numbered *found = find_table(w, table);
    if (!found->table) {
        *found = (numbered){table, w->count++};
        if (w->count > w->capacity / 2)
            make_room(w, w->capacity * 2);
        return false;
    }
    *number = found->number;
    return true;
}

/// Where a value is, put into words only when it is refused.
typedef struct place {
    const struct place *above; ///< NULL: a whole memory
    int key;                   ///< place on the stack; of what is above
    const char *name;          ///< of a whole memory; NULL: an agent's
    dv_agent agent;
} place;

/// Push the path of a place, "a#2.bag.list.1". It takes the same room on the stack however deep the
/// place is.
static const char *push_path(lua_State *L, const place *at) {
    const place *chain[DV_DEEPEST_MEMORY + 1];
    int length = 0;
    luaL_checkstack(L, LUA_MINSTACK, "data too deep");
    for (; at->above; at = at->above)
        chain[length++] = at;
    if (at->name)
        lua_pushstring(L, at->name);
    else
        dv_push_agent_name(L, dv_scenario_of(L)->world, at->agent);
    int name = lua_gettop(L);
    luaL_Buffer path;
    luaL_buffinit(L, &path);
    lua_pushvalue(L, name);
    luaL_addvalue(&path);
    while (length-- > 0) {
        luaL_addchar(&path, '.');
        luaL_tolstring(L, chain[length]->key, NULL);
        luaL_addvalue(&path);
    }
    luaL_pushresult(&path);
    return lua_tostring(L, -1);
}

static void write_value(writing *w, int index, const place *at, int depth);

// Few keys that are integers and strings, as nearly all memory has, are put in order right here.
#define FEW_KEYS 32

static int compare_keys(lua_State *L, int a, int b) {
    bool a_is_text = lua_type(L, a) == LUA_TSTRING, b_is_text = lua_type(L, b) == LUA_TSTRING;
    if (a_is_text != b_is_text)
        return a_is_text ? 1 : -1;
    if (!a_is_text) {
        lua_Integer first = lua_tointeger(L, a), second = lua_tointeger(L, b);
        return (first > second) - (first < second);
    }
    size_t length, other_length;
    const char *text = lua_tolstring(L, a, &length), *other = lua_tolstring(L, b, &other_length);
    int order = memcmp(text, other, length < other_length ? length : other_length);
    return order ? order : (length > other_length) - (length < other_length);
}

/// Push the keys of a table and put their places in order; −1, with nothing pushed, when they are
/// many or of another kind.
static int push_few_keys(lua_State *L, int table, int order[FEW_KEYS]) {
    int top = lua_gettop(L), count = 0;
    luaL_checkstack(L, FEW_KEYS + 8, "data too deep");
    lua_pushnil(L);
    while (lua_next(L, table)) {
        int key = lua_gettop(L) - 1;
        if (count == FEW_KEYS || !(lua_type(L, key) == LUA_TSTRING || lua_isinteger(L, key))) {
            lua_settop(L, top);
            return -1;
        }
        int i = count++;
        for (; i > 0 && compare_keys(L, order[i - 1], key) > 0; i--)
            order[i] = order[i - 1];
        order[i] = key;
        lua_pop(L, 1);
        lua_pushvalue(L, key);
    }
    return count;
}

static bool write_few_entries(writing *w, int table, const place *at, int depth) {
    lua_State *L = w->L;
    int order[FEW_KEYS], top = lua_gettop(L);
    int count = push_few_keys(L, table, order);
    for (int i = 0; i < count; i++) {
        const place below = {.above = at, .key = order[i]};
        write_value(w, order[i], &below, depth);
        lua_pushvalue(L, order[i]);
        lua_rawget(L, table);
        write_value(w, lua_gettop(L), &below, depth);
        lua_pop(L, 1);
    }
    lua_settop(L, top);
    return count >= 0;
}

static void write_many_entries(writing *w, int table, const place *at, int depth) {
    lua_State *L = w->L;
    lua_pushcfunction(L, dv_ordered_pairs);
    lua_pushvalue(L, table);
    lua_call(L, 1, 3);
    int loop = lua_gettop(L) - 2;
    for (;;) {
        lua_pushvalue(L, loop);
        lua_pushvalue(L, loop + 1);
        lua_pushvalue(L, loop + 2);
        lua_call(L, 2, 2);
        if (lua_isnil(L, -2))
            break;
        int key = lua_gettop(L) - 1;
        lua_pushvalue(L, key);
        lua_replace(L, loop + 2);
        const place below = {.above = at, .key = key};
        write_value(w, key, &below, depth);
        write_value(w, key + 1, &below, depth);
        lua_settop(L, loop + 2);
    }
    lua_settop(L, loop - 1);
}

static void write_table(writing *w, int index, const place *at, int depth) {
    lua_State *L = w->L;
    if (depth == DV_DEEPEST_MEMORY)
        luaL_error(L, "%s: more than %d tables inside each other", push_path(L, at),
                   DV_DEEPEST_MEMORY);
    luaL_checkstack(L, 16, "data too deep");
    uint32_t number;
    if (was_written(w, lua_topointer(L, index), &number)) {
        dv_write_u8(w->stream, DV_TAG_SHARED);
        dv_write_u32(w->stream, number);
        return;
    }
    if (lua_getmetatable(L, index))
        luaL_error(L, "%s: a table with a metatable cannot be remembered", push_path(L, at));
    dv_write_u8(w->stream, DV_TAG_TABLE);
    if (!write_few_entries(w, index, at, depth + 1))
        write_many_entries(w, index, at, depth + 1);
    dv_write_u8(w->stream, DV_TAG_NIL);
}

static void write_vector(writing *w, int index) {
    double axes[3];
    dv_to_point(w->L, index, axes);
    dv_write_u8(w->stream, DV_TAG_VECTOR);
    for (int axis = 0; axis < 3; axis++)
        dv_write_f64(w->stream, axes[axis]);
}

static void write_number(writing *w, int index) {
    if (lua_isinteger(w->L, index)) {
        dv_write_u8(w->stream, DV_TAG_INTEGER);
        dv_write_u64(w->stream, (uint64_t)lua_tointeger(w->L, index));
        return;
    }
    double number = lua_tonumber(w->L, index);
    dv_write_u8(w->stream, DV_TAG_FLOAT);
    dv_write_f64(w->stream, isnan(number) ? (double)NAN : number);
}

static void write_value(writing *w, int index, const place *at, int depth) {
    lua_State *L = w->L;
    index = lua_absindex(L, index);
    size_t length;
    const char *string;
    switch (lua_type(L, index)) {
    case LUA_TNIL:
        dv_write_u8(w->stream, DV_TAG_NIL);
        return;
    case LUA_TBOOLEAN:
        dv_write_u8(w->stream, lua_toboolean(L, index) ? DV_TAG_TRUE : DV_TAG_FALSE);
        return;
    case LUA_TNUMBER:
        write_number(w, index);
        return;
    case LUA_TSTRING:
        string = lua_tolstring(L, index, &length);
        dv_write_u8(w->stream, DV_TAG_STRING);
        dv_write_string(w->stream, string, length);
        return;
    case LUA_TLIGHTUSERDATA:
        dv_write_u8(w->stream, DV_TAG_HANDLE);
        dv_write_u64(w->stream, dv_to_handle(L, index) & ~DV_WORLD_BITS);
        return;
    case LUA_TTABLE:
        write_table(w, index, at, depth);
        return;
    case LUA_TUSERDATA:
        if (luaL_testudata(L, index, DV_VECTOR_CLASS)) {
            write_vector(w, index);
            return;
        }
        break;
    default:
        break;
    }
    luaL_error(L, "%s: a %s cannot be remembered", push_path(L, at), dv_type_name(L, index));
}

static void write_agents(writing *w, const dv_scenario *scenario) {
    lua_State *L = w->L;
    const dv_world *world = scenario->world;
    for (uint32_t i = 0; i < dv_world_agent_limit(world); i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (!agent.bits)
            continue;
        const place at = {.agent = agent};
        dv_push_agent_memory(L, scenario, i);
        write_value(w, lua_gettop(L), &at, 0);
        lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->labels);
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        write_value(w, lua_gettop(L), &at, 0);
        lua_pop(L, 3);
    }
}

/// The names a kind or group type declares, so that who loads can tell a field that was emptied
/// from one that is new.
static void write_names(writing *w, const char *type, int names, uint32_t number) {
    lua_State *L = w->L;
    const place at = {.name = type};
    lua_pushstring(L, type);
    write_value(w, lua_gettop(L), &at, 0);
    lua_pushcfunction(L, dv_ordered_keys);
    dv_push_memory_defaults(L, names, number);
    lua_call(L, 1, 1);
    int keys = lua_gettop(L);
    for (lua_Unsigned i = 1; i <= lua_rawlen(L, keys); i++) {
        lua_rawgeti(L, keys, (lua_Integer)i);
        write_value(w, keys + 1, &at, 0);
        lua_pop(L, 1);
    }
    dv_write_u8(w->stream, DV_TAG_NIL);
    lua_settop(L, keys - 2);
}

static void write_all_names(writing *w, const dv_scenario *scenario) {
    const dv_generation *generation = scenario->generation;
    const dv_program *program = dv_world_program(scenario->world);
    for (uint32_t i = 0; i < dv_program_kind_count(program); i++)
        write_names(w, dv_program_kind_name(program, i), generation->names, i);
    dv_write_u8(w->stream, DV_TAG_NIL);
    for (uint32_t i = 0; i < dv_program_group_type_count(program); i++)
        write_names(w, dv_program_group_type_name(program, i), generation->group_names, i);
    dv_write_u8(w->stream, DV_TAG_NIL);
}

static int write_all(lua_State *L) {
    dv_scenario *scenario = dv_scenario_of(L);
    writing w = {.L = L, .stream = lua_touserdata(L, 1)};
    lua_pushnil(L);
    w.block = lua_gettop(L);
    make_room(&w, FIRST_ROOM);
    write_all_names(&w, scenario);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->world_memory);
    write_value(&w, lua_gettop(L), &(place){.name = "world.memory"}, 0);
    lua_pop(L, 1);
    for (uint32_t i = 0; i < dv_world_group_limit(scenario->world); i++) {
        dv_push_group_memory(L, scenario, i);
        write_value(&w, lua_gettop(L), &(place){.name = "group"}, 0);
        lua_pop(L, 1);
    }
    write_agents(&w, scenario);
    return 0;
}

dv_result dv_memory_save(void *context, dv_world *world, dv_stream *stream, dv_error *error) {
    (void)world;
    dv_scenario *scenario = context;
    lua_pushcfunction(scenario->state, write_all);
    lua_pushlightuserdata(scenario->state, stream);
    return dv_call(scenario, 1, 0, DV_READING, (double)INFINITY, error);
}
