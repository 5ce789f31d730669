// Writing memory to a snapshot, with shared references and cycles: the order is that of pairs, so
// that what is equal is written, and hashed, alike.
#include "memory_private.h"
#include "memory_tables.h"

#include "base/alloc.h"
#include "base/hash.h"

#include <math.h>
#include <string.h>

// Few keys that are integers and strings, as nearly all memory has, are put in order right here.
#define FEW_KEYS 32

/// Keys of a table as Lua gives them, all of them strings, and their order. Those of the next agent
/// of a kind are the same strings in the same places, as a rule.
typedef struct shape {
    const void *keys[FEW_KEYS]; ///< alive as long as what is written
    uint8_t order[FEW_KEYS];
    int count;
} shape;

#define SHAPES 8

typedef struct writing {
    lua_State *L;
    dv_stream *stream;
    dv_table_set tables; ///< those written so far
    const void *vectors; ///< their metatable
    shape shapes[SHAPES];
    unsigned next_shape;
    size_t used; ///< of `bytes`, which the stream does not have yet
    unsigned char bytes[4096];
} writing;

static void write_value(writing *w, int index, const dv_place *at, int depth);

// Bytes

static void flush(writing *w) {
    dv_write_bytes(w->stream, w->bytes, w->used);
    w->used = 0;
}

static void put_bytes(writing *w, const void *bytes, size_t count) {
    if (count > sizeof w->bytes - w->used) {
        flush(w);
        if (count > sizeof w->bytes) {
            dv_write_bytes(w->stream, bytes, count);
            return;
        }
    }
    memcpy(w->bytes + w->used, bytes, count);
    w->used += count;
}

static void put_tag(writing *w, enum dv_memory_tag tag) {
    const unsigned char byte = (unsigned char)tag;
    put_bytes(w, &byte, 1);
}

static void put_u64(writing *w, uint64_t value) {
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(value >> 8 * i);
    put_bytes(w, bytes, sizeof bytes);
}

static void put_u32(writing *w, uint32_t value) {
    unsigned char bytes[4];
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(value >> 8 * i);
    put_bytes(w, bytes, sizeof bytes);
}

static void put_f64(writing *w, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u64(w, bits);
}

// Tables

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

/// Push the keys and values of a table by turns; how many, or −1, with nothing pushed, when they
/// are many or a key is of another kind. `are_strings`: all keys are.
static int push_few_entries(lua_State *L, int table, bool *are_strings) {
    int top = lua_gettop(L), count = 0;
    luaL_checkstack(L, 2 * FEW_KEYS + 8, "data too deep");
    *are_strings = true;
    lua_pushnil(L);
    while (lua_next(L, table)) {
        int key = top + 2 * count + 1;
        bool is_string = lua_type(L, key) == LUA_TSTRING;
        if (count == FEW_KEYS || !(is_string || lua_isinteger(L, key))) {
            lua_settop(L, top);
            return -1;
        }
        *are_strings = *are_strings && is_string;
        count++;
        lua_pushvalue(L, key);
    }
    return count;
}

static bool has_shape(lua_State *L, int first, int count, const shape *known) {
    if (known->count != count)
        return false;
    for (int i = 0; i < count; i++)
        if (lua_topointer(L, first + 2 * i) != known->keys[i])
            return false;
    return true;
}

static void sort_keys(lua_State *L, int first, int count, uint8_t order[FEW_KEYS]) {
    for (int key = 0; key < count; key++) {
        int i = key;
        for (; i > 0 && compare_keys(L, first + 2 * order[i - 1], first + 2 * key) > 0; i--)
            order[i] = order[i - 1];
        order[i] = (uint8_t)key;
    }
}

/// The order of so many keys, from a place on the stack on, every other one.
static const uint8_t *order_of_strings(writing *w, int first, int count) {
    for (unsigned i = 0; i < SHAPES; i++) {
        const shape *known = &w->shapes[(w->next_shape - 1 - i) % SHAPES];
        if (has_shape(w->L, first, count, known))
            return known->order;
    }
    shape *fresh = &w->shapes[w->next_shape++ % SHAPES];
    fresh->count = count;
    for (int i = 0; i < count; i++)
        fresh->keys[i] = lua_topointer(w->L, first + 2 * i);
    sort_keys(w->L, first, count, fresh->order);
    return fresh->order;
}

static bool write_few_entries(writing *w, int table, const dv_place *at, int depth) {
    lua_State *L = w->L;
    uint8_t order[FEW_KEYS];
    bool are_strings;
    int first = lua_gettop(L) + 1;
    int count = push_few_entries(L, table, &are_strings);
    if (count > 0 && are_strings)
        memcpy(order, order_of_strings(w, first, count), (size_t)count);
    else if (count > 0)
        sort_keys(L, first, count, order);
    for (int i = 0; i < count; i++) {
        int key = first + 2 * order[i];
        const dv_place below = {.above = at, .key = key};
        write_value(w, key, &below, depth);
        write_value(w, key + 1, &below, depth);
    }
    lua_settop(L, first - 1);
    return count >= 0;
}

/// Of several keys that cannot be kept the same one is named in every run.
static void check_keys(lua_State *L, int table, const dv_place *at) {
    int worst = LUA_TNONE, top = lua_gettop(L);
    lua_pushnil(L); // it
    lua_pushnil(L);
    while (lua_next(L, table)) {
        lua_pop(L, 1);
        if (dv_is_memory_key(L, top + 2) || lua_type(L, top + 2) <= worst)
            continue;
        worst = lua_type(L, top + 2);
        lua_copy(L, top + 2, top + 1);
    }
    if (worst == LUA_TNUMBER)
        dv_refuse_data(L, at, "a %s cannot be a key here", "number with a fraction");
    if (worst != LUA_TNONE)
        dv_refuse_data(L, at, "a %s cannot be a key here", dv_type_name(L, top + 1));
    lua_settop(L, top);
}

static void write_many_entries(writing *w, int table, const dv_place *at, int depth) {
    lua_State *L = w->L;
    check_keys(L, table, at);
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
        const dv_place below = {.above = at, .key = key};
        write_value(w, key, &below, depth);
        write_value(w, key + 1, &below, depth);
        lua_settop(L, loop + 2);
    }
    lua_settop(L, loop - 1);
}

#define TEXT_OF(number) #number
#define TEXT_OF_VALUE(number) TEXT_OF(number)
#define DEEPEST TEXT_OF_VALUE(DV_DEEPEST_MEMORY)

/// Behind its tag.
static void write_entries(writing *w, int index, const dv_place *at, int depth) {
    if (lua_getmetatable(w->L, index))
        dv_refuse_value(w->L, at, index);
    put_tag(w, DV_TAG_TABLE);
    if (!write_few_entries(w, index, at, depth + 1))
        write_many_entries(w, index, at, depth + 1);
    put_tag(w, DV_TAG_NIL);
}

static void write_table(writing *w, int index, const dv_place *at, int depth) {
    lua_State *L = w->L;
    if (depth == DV_DEEPEST_MEMORY)
        dv_refuse_data(L, at, "more than %s tables inside each other", DEEPEST);
    luaL_checkstack(L, 16, "data too deep");
    uint32_t number = dv_table_set_add(&w->tables, lua_topointer(L, index));
    if (number != UINT32_MAX) {
        put_tag(w, DV_TAG_SHARED);
        put_u32(w, number);
        return;
    }
    write_entries(w, index, at, depth);
}

static void write_vector(writing *w, const double axes[3]) {
    put_tag(w, DV_TAG_VECTOR);
    for (int axis = 0; axis < 3; axis++)
        put_f64(w, axes[axis]);
}

static void write_number(writing *w, int index) {
    if (lua_isinteger(w->L, index)) {
        put_tag(w, DV_TAG_INTEGER);
        put_u64(w, (uint64_t)lua_tointeger(w->L, index));
        return;
    }
    double number = lua_tonumber(w->L, index);
    put_tag(w, DV_TAG_FLOAT);
    put_f64(w, isnan(number) ? (double)NAN : number);
}

static void write_value(writing *w, int index, const dv_place *at, int depth) {
    lua_State *L = w->L;
    index = lua_absindex(L, index);
    size_t length;
    const char *string;
    const double *axes;
    switch (lua_type(L, index)) {
    case LUA_TNIL:
        put_tag(w, DV_TAG_NIL);
        return;
    case LUA_TBOOLEAN:
        put_tag(w, lua_toboolean(L, index) ? DV_TAG_TRUE : DV_TAG_FALSE);
        return;
    case LUA_TNUMBER:
        write_number(w, index);
        return;
    case LUA_TSTRING:
        string = lua_tolstring(L, index, &length);
        put_tag(w, DV_TAG_STRING);
        put_u64(w, length);
        put_bytes(w, string, length);
        return;
    case LUA_TLIGHTUSERDATA:
        put_tag(w, DV_TAG_HANDLE);
        put_u64(w, dv_to_handle(L, index) & ~DV_WORLD_BITS);
        return;
    case LUA_TTABLE:
        write_table(w, index, at, depth);
        return;
    case LUA_TUSERDATA:
        axes = dv_vector_axes(L, index, w->vectors);
        if (axes) {
            write_vector(w, axes);
            return;
        }
        break;
    default:
        break;
    }
    dv_refuse_value(L, at, index);
}

/// Agents' memories lie all over Lua's heap: have one fetched that comes soon.
static void foresee(lua_State *L, int memories, lua_Integer place) {
    if (lua_rawgeti(L, memories, place) == LUA_TTABLE) {
        const char *table = lua_topointer(L, -1);
        __builtin_prefetch(table);
        __builtin_prefetch(table + 64);
        __builtin_prefetch(table + 128);
    }
    lua_pop(L, 1);
}

static void write_agents(writing *w, const dv_scenario *scenario) {
    lua_State *L = w->L;
    const dv_world *world = scenario->world;
    int memories = lua_gettop(L) + 1, labels = memories + 1;
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->memory);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->labels);
    for (uint32_t i = 0; i < dv_world_agent_limit(world); i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (!agent.bits)
            continue;
        foresee(L, memories, (lua_Integer)i + 5);
        const dv_place at = {.agent = agent, .table = labels + 1};
        if (lua_rawgeti(L, memories, (lua_Integer)i + 1) == LUA_TTABLE) {
            // No script has the table itself, so nothing else refers to it.
            dv_table_set_pass(&w->tables);
            write_entries(w, at.table, &at, 0);
        } else {
            write_value(w, at.table, &at, 0);
        }
        lua_rawgeti(L, labels, (lua_Integer)i + 1);
        write_value(w, labels + 2, &at, 0);
        lua_settop(L, labels);
    }
    lua_settop(L, memories - 1);
}

/// The names a kind or group type declares, so that who loads can tell a field that was emptied
/// from one that is new.
static void write_names(writing *w, const char *type, int names, uint32_t number) {
    lua_State *L = w->L;
    const dv_place at = {.name = type};
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
    put_tag(w, DV_TAG_NIL);
    lua_settop(L, keys - 2);
}

static void write_all_names(writing *w, const dv_scenario *scenario) {
    const dv_generation *generation = scenario->generation;
    const dv_program *program = dv_world_program(scenario->world);
    for (uint32_t i = 0; i < dv_program_kind_count(program); i++)
        write_names(w, dv_program_kind_name(program, i), generation->names, i);
    put_tag(w, DV_TAG_NIL);
    for (uint32_t i = 0; i < dv_program_group_type_count(program); i++)
        write_names(w, dv_program_group_type_name(program, i), generation->group_names, i);
    put_tag(w, DV_TAG_NIL);
}

static void write_world(writing *w, const dv_scenario *scenario) {
    lua_State *L = w->L;
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->world_memory);
    const dv_place at = {.name = "world.memory", .table = lua_gettop(L)};
    write_value(w, at.table, &at, 0);
    lua_pop(L, 1);
}

static void write_groups(writing *w, const dv_scenario *scenario) {
    lua_State *L = w->L;
    const dv_world *world = scenario->world;
    for (uint32_t i = 0; i < dv_world_group_limit(world); i++) {
        dv_group group = dv_world_group_at(world, i);
        if (!group.bits)
            continue;
        uint32_t type = dv_group_type(world, group);
        lua_pushstring(L, dv_program_group_type_name(dv_world_program(world), type));
        dv_push_group_memory(L, scenario, i);
        const dv_place at = {.name = lua_tostring(L, -2), .table = lua_gettop(L)};
        write_value(w, at.table, &at, 0);
        lua_pop(L, 2);
    }
}

static void begin(writing *w, lua_State *L, dv_stream *stream) {
    luaL_checkstack(L, LUA_MINSTACK, "data too deep");
    w->L = L;
    w->stream = stream;
    w->next_shape = 0;
    w->used = 0;
    w->vectors = dv_vector_metatable(L);
    for (unsigned i = 0; i < SHAPES; i++)
        w->shapes[i].count = 0;
    dv_table_set_begin(&w->tables, L);
}

static void write_all(lua_State *L, dv_stream *stream) {
    const dv_scenario *scenario = dv_scenario_of(L);
    int top = lua_gettop(L);
    writing w;
    begin(&w, L, stream);
    dv_table_set_reuse(&w.tables);
    write_all_names(&w, scenario);
    write_world(&w, scenario);
    write_groups(&w, scenario);
    write_agents(&w, scenario);
    flush(&w);
    dv_table_set_keep(&w.tables);
    lua_settop(L, top);
}

static void write_one(lua_State *L, int index, const dv_place *at, int depth, dv_stream *stream) {
    int top = lua_gettop(L);
    index = lua_absindex(L, index);
    writing w;
    begin(&w, L, stream);
    write_value(&w, index, at, depth);
    flush(&w);
    lua_settop(L, top);
}

void dv_write_data(lua_State *L, int index, int room, dv_stream *stream) {
    write_one(L, index, &(dv_place){.name = "value"}, -room, stream);
}

static void drop_bytes(dv_stream *stream, const void *bytes, size_t count) {
    (void)stream, (void)bytes, (void)count;
}

void dv_refuse_as_written(lua_State *L, int index, const dv_place *at, int depth) {
    dv_stream nowhere = {.write = drop_bytes};
    write_one(L, index, at, depth, &nowhere);
}

void dv_refuse_all_as_written(lua_State *L) {
    dv_stream nowhere = {.write = drop_bytes};
    write_all(L, &nowhere);
}

static void hash_bytes(dv_stream *stream, const void *bytes, size_t count) {
    dv_hash_add(stream->context, bytes, count);
}

uint64_t dv_hash_of_data(lua_State *L, int index) {
    dv_hash hash;
    dv_hash_begin(&hash);
    dv_stream stream = {.write = hash_bytes, .context = &hash};
    write_one(L, index, &(dv_place){.name = "value"}, 1, &stream);
    return dv_hash_end(&hash);
}

static int save_all(lua_State *L) {
    write_all(L, lua_touserdata(L, 1));
    return 0;
}

dv_result dv_memory_save(void *context, dv_world *world, dv_stream *stream, dv_error *error) {
    (void)world;
    dv_scenario *scenario = context;
    lua_pushcfunction(scenario->state, save_all);
    lua_pushlightuserdata(scenario->state, stream);
    return dv_call(scenario, 1, 0, DV_READING, (double)INFINITY, error);
}

static int write_dropped(lua_State *L) {
    write_one(L, 2, &(dv_place){.name = "value"}, 1, lua_touserdata(L, 1));
    return 0;
}

static void keep_bytes(dv_stream *stream, const void *bytes, size_t count) {
    dv_kept_bytes *kept = stream->context;
    // A string that many tables refer to is written as often: what Lua holds bounds nothing here.
    if (count > DV_MOST_DROPPED - kept->size) {
        kept->is_too_much = true;
        return;
    }
    if (!dv_reserve((void **)&kept->bytes, &kept->capacity, kept->size + (uint32_t)count, 1)) {
        stream->result = DV_ERROR_MEMORY;
        return;
    }
    memcpy(kept->bytes + kept->size, bytes, count);
    kept->size += (uint32_t)count;
}

void dv_drop_data(lua_State *L, int index, dv_dropped dropped, uint64_t handle) {
    dv_scenario *scenario = dv_scenario_of(L);
    dv_kept_bytes *kept = &scenario->dropped_data;
    dv_stream stream = {.write = keep_bytes, .context = kept};
    kept->size = 0;
    kept->is_too_much = false;
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    index = lua_absindex(L, index);
    lua_pushcfunction(L, write_dropped);
    lua_pushlightuserdata(L, &stream);
    lua_pushvalue(L, index);
    int status = lua_pcall(L, 2, 0, 0);
    if (status == LUA_ERRMEM)
        lua_error(L);
    if (status != LUA_OK)
        lua_pop(L, 1);
    bool is_kept = status == LUA_OK && !kept->is_too_much;
    if (stream.result != DV_OK ||
        (is_kept && !dv_world_drop(scenario->world, dropped, handle, kept->bytes, kept->size)))
        luaL_error(L, "out of memory");
}
