// Writes single memories and values: see memory_writing.h. memory_save.c puts all memory together.
#include "classes/access.h"
#include "classes/handles.h"
#include "classes/vector.h"
#include "memory/memory_packed.h"
#include "memory/memory_writing.h"
#include "scenario_data.h"

#include "base/alloc.h"
#include "base/hash.h"

#include <math.h>
#include <string.h>

// Bytes

void dv_writing_flush(dv_writing *w) {
    dv_write_bytes(w->stream, w->bytes, w->used);
    w->used = 0;
}

void dv_put_bytes(dv_writing *w, const void *bytes, size_t count) {
    if (count > sizeof w->bytes - w->used) {
        dv_writing_flush(w);
        if (count > sizeof w->bytes) {
            dv_write_bytes(w->stream, bytes, count);
            return;
        }
    }
    memcpy(w->bytes + w->used, bytes, count);
    w->used += count;
}

void dv_put_tag(dv_writing *w, enum dv_memory_tag tag) {
    const unsigned char byte = (unsigned char)tag;
    dv_put_bytes(w, &byte, 1);
}

static void put_u64(dv_writing *w, uint64_t value) {
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(value >> 8 * i);
    dv_put_bytes(w, bytes, sizeof bytes);
}

static void put_u32(dv_writing *w, uint32_t value) {
    unsigned char bytes[4];
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(value >> 8 * i);
    dv_put_bytes(w, bytes, sizeof bytes);
}

static void put_f64(dv_writing *w, double value) {
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

/// Push the keys and values of a table in turn. Returns how many entries, or −1, with nothing
/// pushed, if there are more than DV_FEW_KEYS or a key is neither an integer nor a string. Sets
/// `are_strings` if all keys are strings.
static int push_few_entries(lua_State *L, int table, bool *are_strings) {
    int top = lua_gettop(L), count = 0;
    luaL_checkstack(L, 2 * DV_FEW_KEYS + 8, "data too deep");
    *are_strings = true;
    lua_pushnil(L);
    while (lua_next(L, table)) {
        int key = top + 2 * count + 1;
        bool is_string = lua_type(L, key) == LUA_TSTRING;
        if (count == DV_FEW_KEYS || !(is_string || lua_isinteger(L, key))) {
            lua_settop(L, top);
            return -1;
        }
        *are_strings = *are_strings && is_string;
        count++;
        lua_pushvalue(L, key);
    }
    return count;
}

static bool has_keys(lua_State *L, int first, int count, const dv_key_order *known) {
    if (known->count != count)
        return false;
    for (int i = 0; i < count; i++)
        if (lua_topointer(L, first + 2 * i) != known->keys[i])
            return false;
    return true;
}

static void sort_keys(lua_State *L, int first, int count, uint8_t order[DV_FEW_KEYS]) {
    for (int key = 0; key < count; key++) {
        int i = key;
        for (; i > 0 && compare_keys(L, first + 2 * order[i - 1], first + 2 * key) > 0; i--)
            order[i] = order[i - 1];
        order[i] = (uint8_t)key;
    }
}

/// The sorted order of `count` string keys, which are at every other stack index from `first` on.
static const uint8_t *order_of_strings(dv_writing *w, int first, int count) {
    for (unsigned i = 0; i < DV_KNOWN_ORDERS; i++) {
        const dv_key_order *known = &w->orders[(w->next_order - 1 - i) % DV_KNOWN_ORDERS];
        if (has_keys(w->L, first, count, known))
            return known->order;
    }
    dv_key_order *fresh = &w->orders[w->next_order++ % DV_KNOWN_ORDERS];
    fresh->count = count;
    for (int i = 0; i < count; i++)
        fresh->keys[i] = lua_topointer(w->L, first + 2 * i);
    sort_keys(w->L, first, count, fresh->order);
    return fresh->order;
}

/// Enter a field of an agent's memory, whose value is written next, in the agent's layout.
static void note_field(dv_writing *w, int key) {
    dv_packed_layout *layout = w->layout;
    int type = lua_type(w->L, key + 1);
    if (type == LUA_TSTRING || type == LUA_TTABLE || layout->count == DV_LAYOUT_FIELDS)
        return;
    layout->keys[layout->count] = lua_topointer(w->L, key);
    layout->offsets[layout->count++] = w->packed->bytes.size + (uint32_t)w->used - w->begin;
}

static bool write_few_entries(dv_writing *w, int table, const dv_value_path *at, int depth) {
    lua_State *L = w->L;
    uint8_t order[DV_FEW_KEYS];
    bool are_strings;
    int first = lua_gettop(L) + 1;
    int count = push_few_entries(L, table, &are_strings);
    if (count > 0 && are_strings)
        memcpy(order, order_of_strings(w, first, count), (size_t)count);
    else if (count > 0)
        sort_keys(L, first, count, order);
    for (int i = 0; i < count; i++) {
        int key = first + 2 * order[i];
        const dv_value_path below = {.above = at, .key = key};
        dv_put_value(w, key, &below, depth);
        if (w->packed && depth == 1)
            note_field(w, key);
        dv_put_value(w, key + 1, &below, depth);
    }
    lua_settop(L, first - 1);
    return count >= 0;
}

/// Raise if a key cannot be remembered. Picks the worst by type, so every run names the same one.
static void check_keys(lua_State *L, int table, const dv_value_path *at) {
    int worst = LUA_TNONE, top = lua_gettop(L);
    lua_pushnil(L); // the worst key so far
    lua_pushnil(L);
    while (lua_next(L, table)) {
        lua_pop(L, 1);
        if (dv_is_memory_key(L, top + 2) || lua_type(L, top + 2) <= worst)
            continue;
        worst = lua_type(L, top + 2);
        lua_copy(L, top + 2, top + 1);
    }
    if (worst == LUA_TNUMBER)
        dv_refuse_data(L, at, "%s cannot be a key here", "a number with a fraction");
    if (worst != LUA_TNONE)
        dv_refuse_data(L, at, "%s cannot be a key here", dv_push_a_type(L, top + 1));
    lua_settop(L, top);
}

static void write_many_entries(dv_writing *w, int table, const dv_value_path *at, int depth) {
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
        const dv_value_path below = {.above = at, .key = key};
        dv_put_value(w, key, &below, depth);
        dv_put_value(w, key + 1, &below, depth);
        lua_settop(L, loop + 2);
    }
    lua_settop(L, loop - 1);
}

#define TEXT_OF(number) #number
#define TEXT_OF_VALUE(number) TEXT_OF(number)
#define DEEPEST TEXT_OF_VALUE(DV_DEEPEST_MEMORY)

/// Write a table, tag first. Raises if it has a metatable.
static void write_entries(dv_writing *w, int index, const dv_value_path *at, int depth) {
    if (lua_getmetatable(w->L, index))
        dv_refuse_value(w->L, at, index);
    dv_put_tag(w, DV_TAG_TABLE);
    if (!write_few_entries(w, index, at, depth + 1))
        write_many_entries(w, index, at, depth + 1);
    dv_put_tag(w, DV_TAG_NIL);
}

static void write_table(dv_writing *w, int index, const dv_value_path *at, int depth) {
    lua_State *L = w->L;
    if (depth == DV_DEEPEST_MEMORY)
        dv_refuse_data(L, at, "more than %s tables inside each other", DEEPEST);
    luaL_checkstack(L, 16, "data too deep");
    if (w->packed) {
        // A table that is shared makes the agent's bytes unusable, so their content does not
        // matter.
        if (!dv_packed_own(w->packed, lua_topointer(L, index), w->owner))
            return;
        dv_table_set_pass(&w->tables);
        write_entries(w, index, at, depth);
        return;
    }
    uint32_t number = dv_table_set_add(&w->tables, lua_topointer(L, index));
    if (number != UINT32_MAX) {
        dv_put_tag(w, DV_TAG_SHARED);
        put_u32(w, number);
        return;
    }
    write_entries(w, index, at, depth);
}

static void write_vector(dv_writing *w, const double axes[3]) {
    dv_put_tag(w, DV_TAG_VECTOR);
    for (int axis = 0; axis < 3; axis++)
        put_f64(w, axes[axis]);
}

static void write_number(dv_writing *w, int index) {
    if (lua_isinteger(w->L, index)) {
        dv_put_tag(w, DV_TAG_INTEGER);
        put_u64(w, (uint64_t)lua_tointeger(w->L, index));
        return;
    }
    double number = lua_tonumber(w->L, index);
    dv_put_tag(w, DV_TAG_FLOAT);
    put_f64(w, isnan(number) ? (double)NAN : number);
}

void dv_put_value(dv_writing *w, int index, const dv_value_path *at, int depth) {
    lua_State *L = w->L;
    index = lua_absindex(L, index);
    size_t length;
    const char *string;
    const double *axes;
    switch (lua_type(L, index)) {
    case LUA_TNIL:
        dv_put_tag(w, DV_TAG_NIL);
        return;
    case LUA_TBOOLEAN:
        dv_put_tag(w, lua_toboolean(L, index) ? DV_TAG_TRUE : DV_TAG_FALSE);
        return;
    case LUA_TNUMBER:
        write_number(w, index);
        return;
    case LUA_TSTRING:
        string = lua_tolstring(L, index, &length);
        dv_put_tag(w, DV_TAG_STRING);
        put_u64(w, length);
        dv_put_bytes(w, string, length);
        return;
    case LUA_TLIGHTUSERDATA:
        dv_put_tag(w, DV_TAG_HANDLE);
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

void dv_put_agent(dv_writing *w, int index, dv_agent agent) {
    const dv_value_path at = {.agent = agent, .table = index};
    if (lua_istable(w->L, index)) {
        // Scripts never get the memory table itself, so nothing else refers to it.
        dv_table_set_pass(&w->tables);
        write_entries(w, index, &at, 0);
    } else {
        dv_put_value(w, index, &at, 0);
    }
    dv_put_value(w, index + 1, &at, 0);
}

void dv_writing_begin(dv_writing *w, lua_State *L, dv_stream *stream) {
    luaL_checkstack(L, LUA_MINSTACK, "data too deep");
    w->L = L;
    w->stream = stream;
    w->packed = NULL;
    w->next_order = 0;
    w->used = 0;
    w->vectors = dv_vector_metatable(L);
    for (unsigned i = 0; i < DV_KNOWN_ORDERS; i++)
        w->orders[i].count = 0;
    dv_table_set_begin(&w->tables, L);
}

static void write_one(lua_State *L, int index, const dv_value_path *at, int depth,
                      dv_stream *stream) {
    int top = lua_gettop(L);
    index = lua_absindex(L, index);
    dv_writing w;
    dv_writing_begin(&w, L, stream);
    dv_put_value(&w, index, at, depth);
    dv_writing_flush(&w);
    lua_settop(L, top);
}

void dv_write_data(lua_State *L, int index, int room, dv_stream *stream) {
    write_one(L, index, &(dv_value_path){.name = "value"}, -room, stream);
}

void dv_leave_bytes(dv_stream *stream, const void *bytes, size_t count) {
    (void)stream, (void)bytes, (void)count;
}

void dv_raise_write_error(lua_State *L, int index, const dv_value_path *at, int depth) {
    dv_stream nowhere = {.write = dv_leave_bytes};
    write_one(L, index, at, depth, &nowhere);
}

static void hash_bytes(dv_stream *stream, const void *bytes, size_t count) {
    dv_hash_add(stream->context, bytes, count);
}

uint64_t dv_hash_of_data(lua_State *L, int index) {
    dv_hash hash;
    dv_hash_begin(&hash);
    dv_stream stream = {.write = hash_bytes, .context = &hash};
    write_one(L, index, &(dv_value_path){.name = "value"}, 1, &stream);
    return dv_hash_end(&hash);
}

static int write_dropped(lua_State *L) {
    write_one(L, 2, &(dv_value_path){.name = "value"}, 1, lua_touserdata(L, 1));
    return 0;
}

void dv_keep_bytes(dv_stream *stream, const void *bytes, size_t count) {
    dv_kept_bytes *kept = stream->context;
    // A string is written once for each reference to it, so the size of Lua's heap is no bound
    // here.
    if (count > kept->most - kept->size) {
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
    dv_kept_bytes *kept = &scenario->written_data;
    dv_stream stream = {.write = dv_keep_bytes, .context = kept};
    kept->size = 0;
    kept->most = DV_MAX_DROPPED;
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
