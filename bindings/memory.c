// What agents, groups and the world remember in Lua: data only. Kept in tables by index, copied
// from defaults, and written to snapshots with shared references and cycles.
#include "script.h"

#include "base/result.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WORLD_BITS (((1ull << DV_HANDLE_WORLD_BITS) - 1) << 46)
#define DEEPEST 100

// Checking

/// Raise a message as it is: the path in it says more than the line of the check.
static void refuse(lua_State *L, const char *format, const char *path, const char *what) {
    lua_pushfstring(L, format, path, what);
    lua_error(L);
}

/// Raise at what is no data. `seen` is the place of a table of those visited.
static void check_data(lua_State *L, int index, const char *path, int seen, int depth) {
    index = lua_absindex(L, index);
    switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TBOOLEAN:
    case LUA_TNUMBER:
    case LUA_TSTRING:
    case LUA_TLIGHTUSERDATA:
        return;
    case LUA_TUSERDATA:
        // As a whole value drover.none is nothing; inside a table it would be something.
        if (luaL_testudata(L, index, DV_VECTOR_CLASS) || (depth == 0 && dv_is_none(L, index)))
            return;
        break;
    case LUA_TTABLE:
        break;
    default:
        refuse(L,
               "%s: a %s cannot be remembered: numbers, strings, booleans, vectors, handles "
               "and tables of these can",
               path, dv_type_name(L, index));
    }
    if (!lua_istable(L, index))
        refuse(L, "%s: a %s cannot be remembered: keep its name instead", path,
               dv_type_name(L, index));
    if (depth == DEEPEST)
        luaL_error(L, "%s: more than %d tables inside each other", path, DEEPEST);
    luaL_checkstack(L, 10, "data too deep");
    lua_pushvalue(L, index);
    if (lua_rawget(L, seen) != LUA_TNIL) {
        lua_pop(L, 1);
        return;
    }
    lua_pop(L, 1);
    if (lua_getmetatable(L, index))
        refuse(L, "%s: a %s cannot be remembered", path, "table with a metatable");
    lua_pushvalue(L, index);
    lua_pushboolean(L, 1);
    lua_rawset(L, seen);
    lua_pushnil(L);
    while (lua_next(L, index)) {
        int value = lua_gettop(L), key = value - 1;
        if (lua_type(L, key) == LUA_TUSERDATA || lua_type(L, key) == LUA_TTABLE ||
            lua_type(L, key) == LUA_TFUNCTION || lua_type(L, key) == LUA_TTHREAD)
            refuse(L, "%s: a %s cannot be a key here", path, dv_type_name(L, key));
        if (lua_type(L, key) == LUA_TNUMBER && !lua_isinteger(L, key))
            refuse(L, "%s: a %s cannot be a key here", path, "number with a fraction");
        const char *name = luaL_tolstring(L, key, NULL);
        const char *below = lua_pushfstring(L, "%s.%s", path, name);
        check_data(L, value, below, seen, depth + 1);
        lua_settop(L, key);
    }
}

void dv_check_data(lua_State *L, int index, const char *path) {
    index = lua_absindex(L, index);
    if (!lua_istable(L, index)) {
        check_data(L, index, path, 0, 0);
        return;
    }
    lua_newtable(L);
    check_data(L, index, path, lua_gettop(L), 0);
    lua_pop(L, 1);
}

// Copying

static void push_copy(lua_State *L, int index, int copies) {
    index = lua_absindex(L, index);
    if (!lua_istable(L, index)) {
        lua_pushvalue(L, index);
        return;
    }
    luaL_checkstack(L, 10, "data too deep");
    lua_pushvalue(L, index);
    if (lua_rawget(L, copies) != LUA_TNIL)
        return;
    lua_pop(L, 1);
    lua_newtable(L);
    int copy = lua_gettop(L);
    lua_pushvalue(L, index);
    lua_pushvalue(L, copy);
    lua_rawset(L, copies);
    lua_pushnil(L);
    while (lua_next(L, index)) {
        int value = lua_gettop(L);
        lua_pushvalue(L, value - 1);
        push_copy(L, value, copies);
        lua_rawset(L, copy);
        lua_settop(L, value - 1);
    }
}

// Keeping

/// Put copies of those defaults into the memory at the top of the stack that it does not have.
/// `defaults` is the place of the kind's defaults; names in the table at `known` are left as they
/// are, 0: none are. What the defaults share the copies share as well.
static void add_defaults(lua_State *L, int defaults, int known, int memory) {
    lua_newtable(L);
    int copies = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, defaults)) {
        int value = lua_gettop(L);
        lua_pushvalue(L, value - 1);
        bool is_new = !known || lua_rawget(L, known) == LUA_TNIL;
        if (is_new && !dv_is_none(L, value)) {
            lua_pushvalue(L, value - 1);
            push_copy(L, value, copies);
            lua_rawset(L, memory);
        }
        lua_settop(L, value - 1);
    }
    lua_settop(L, copies - 1);
}

/// Push a memory with the defaults at place 2 * type + 2 of the generation's list of names; nil
/// when there are none, so that who remembers nothing costs nothing.
static void push_fresh(lua_State *L, int names, uint32_t type) {
    lua_pushnil(L);
    int memory = lua_gettop(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, names);
    lua_rawgeti(L, -1, 2 * (lua_Integer)type + 2);
    lua_pushnil(L);
    if (lua_next(L, memory + 2)) {
        lua_settop(L, memory + 2);
        lua_newtable(L);
        lua_replace(L, memory);
        add_defaults(L, memory + 2, 0, memory);
    }
    lua_settop(L, memory);
}

void dv_begin_agent_memory(lua_State *L, const dv_scenario *scenario, dv_agent agent) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->memory);
    push_fresh(L, scenario->generation->names, dv_agent_kind(scenario->world, agent));
    lua_rawseti(L, -2, dv_agent_id(agent));
    lua_pop(L, 1);
}

void dv_begin_group_memory(lua_State *L, const dv_scenario *scenario, dv_group group) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->group_memory);
    push_fresh(L, scenario->generation->group_names, dv_group_type(scenario->world, group));
    lua_rawseti(L, -2, (lua_Integer)dv_handle_index(group.bits) + 1);
    lua_pop(L, 1);
}

void dv_push_agent_memory(lua_State *L, const dv_scenario *scenario, uint32_t agent) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->memory);
    lua_rawgeti(L, -1, (lua_Integer)agent + 1);
    lua_remove(L, -2);
}

void dv_push_group_memory(lua_State *L, const dv_scenario *scenario, uint32_t group) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->group_memory);
    lua_rawgeti(L, -1, (lua_Integer)group + 1);
    lua_remove(L, -2);
}

static bool has_all_names(lua_State *L, int table, int of) {
    lua_pushnil(L);
    while (lua_next(L, of)) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        bool known = lua_rawget(L, table) != LUA_TNIL;
        lua_pop(L, 1);
        if (!known) {
            lua_pop(L, 1);
            return false;
        }
    }
    return true;
}

static bool is_empty(lua_State *L, int table) {
    lua_pushnil(L);
    if (!lua_next(L, table))
        return true;
    lua_pop(L, 2);
    return false;
}

/// What becomes of the memory at the top under other defaults: names that are new take theirs,
/// names that are gone go, what was emptied stays so. A table that changes is a new one.
static void refresh(lua_State *L, int old_defaults, int defaults) {
    int memory = lua_gettop(L);
    bool same =
        has_all_names(L, old_defaults, defaults) && has_all_names(L, defaults, old_defaults);
    if (same && (lua_istable(L, memory) || is_empty(L, defaults)))
        return;
    lua_newtable(L);
    add_defaults(L, defaults, old_defaults, memory + 1);
    if (lua_istable(L, memory)) {
        lua_pushnil(L);
        while (lua_next(L, memory)) {
            lua_pushvalue(L, -2);
            bool stays = lua_rawget(L, defaults) != LUA_TNIL;
            lua_pop(L, 1);
            lua_pushvalue(L, -2);
            lua_insert(L, -2);
            if (stays)
                lua_rawset(L, memory + 1);
            else
                lua_pop(L, 2);
        }
    }
    lua_replace(L, memory);
}

/// Push the defaults of a kind or group type.
static int push_defaults(lua_State *L, int names, uint32_t type) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, names);
    lua_rawgeti(L, -1, 2 * (lua_Integer)type + 2);
    lua_remove(L, -2);
    return lua_gettop(L);
}

static void refresh_agents(lua_State *L, const dv_scenario *scenario, const dv_generation *to,
                           int result) {
    const dv_world *world = scenario->world;
    const dv_generation *from = scenario->generation;
    for (uint32_t i = 0; i < dv_world_agent_limit(world); i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (!agent.bits)
            continue;
        uint32_t old = dv_agent_kind(world, agent);
        int32_t kept = dv_program_kind(to->program, dv_program_kind_name(from->program, old));
        if (kept < 0)
            continue; // the world will not have it
        int old_defaults = push_defaults(L, from->names, old);
        int defaults = push_defaults(L, to->names, (uint32_t)kept);
        dv_push_agent_memory(L, scenario, i);
        refresh(L, old_defaults, defaults);
        lua_rawseti(L, result, (lua_Integer)i + 1);
        lua_settop(L, result);
    }
}

static void refresh_groups(lua_State *L, const dv_scenario *scenario, const dv_generation *to,
                           int result) {
    const dv_world *world = scenario->world;
    const dv_generation *from = scenario->generation;
    for (uint32_t i = 0; i < dv_world_group_limit(world); i++) {
        uint32_t old = dv_group_type(world, dv_world_group_at(world, i));
        int32_t kept =
            dv_program_group_type(to->program, dv_program_group_type_name(from->program, old));
        if (kept < 0)
            continue;
        int old_defaults = push_defaults(L, from->group_names, old);
        int defaults = push_defaults(L, to->group_names, (uint32_t)kept);
        dv_push_group_memory(L, scenario, i);
        refresh(L, old_defaults, defaults);
        lua_rawseti(L, result, (lua_Integer)i + 1);
        lua_settop(L, result);
    }
}

void dv_push_refreshed_memory(lua_State *L, const dv_scenario *scenario, const dv_generation *to) {
    lua_newtable(L);
    refresh_agents(L, scenario, to, lua_gettop(L));
    lua_newtable(L);
    refresh_groups(L, scenario, to, lua_gettop(L));
}

void dv_take_refreshed_memory(lua_State *L, const dv_scenario *scenario) {
    // Both references are there already, so nothing is allocated.
    lua_rawseti(L, LUA_REGISTRYINDEX, scenario->group_memory);
    lua_rawseti(L, LUA_REGISTRYINDEX, scenario->memory);
}

// Writing

// One byte before each value.
enum tag {
    TAG_NIL,
    TAG_FALSE,
    TAG_TRUE,
    TAG_INTEGER,
    TAG_FLOAT,
    TAG_STRING,
    TAG_HANDLE,
    TAG_VECTOR,
    TAG_TABLE, ///< its entries, ended by TAG_NIL; numbered in the order of their first mention
    TAG_SHARED ///< the number of a table written before
};

typedef struct writing {
    lua_State *L;
    dv_stream *stream;
    int numbers; ///< place of the table of numbers of tables
    uint32_t count;
} writing;

static void write_value(writing *w, int index, const char *path, int depth);

static void write_entries(writing *w, int table, const char *path, int depth) {
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
        const char *name = luaL_tolstring(L, key, NULL);
        const char *below = lua_pushfstring(L, "%s.%s", path, name);
        write_value(w, key, below, depth);
        write_value(w, key + 1, below, depth);
        lua_settop(L, loop + 2);
    }
    lua_settop(L, loop - 1);
    dv_write_u8(w->stream, TAG_NIL);
}

static void write_table(writing *w, int index, const char *path, int depth) {
    lua_State *L = w->L;
    if (depth == DEEPEST)
        luaL_error(L, "%s: more than %d tables inside each other", path, DEEPEST);
    luaL_checkstack(L, 16, "data too deep");
    lua_pushvalue(L, index);
    if (lua_rawget(L, w->numbers) != LUA_TNIL) {
        dv_write_u8(w->stream, TAG_SHARED);
        dv_write_u32(w->stream, (uint32_t)lua_tointeger(L, -1));
        lua_pop(L, 1);
        return;
    }
    lua_pop(L, 1);
    if (lua_getmetatable(L, index))
        luaL_error(L, "%s: a table with a metatable cannot be remembered", path);
    lua_pushvalue(L, index);
    lua_pushinteger(L, w->count++);
    lua_rawset(L, w->numbers);
    dv_write_u8(w->stream, TAG_TABLE);
    write_entries(w, index, path, depth + 1);
}

static void write_vector(writing *w, int index) {
    double axes[3];
    dv_to_point(w->L, index, axes);
    dv_write_u8(w->stream, TAG_VECTOR);
    for (int axis = 0; axis < 3; axis++)
        dv_write_f64(w->stream, axes[axis]);
}

static void write_number(writing *w, int index) {
    if (lua_isinteger(w->L, index)) {
        dv_write_u8(w->stream, TAG_INTEGER);
        dv_write_u64(w->stream, (uint64_t)lua_tointeger(w->L, index));
        return;
    }
    double number = lua_tonumber(w->L, index);
    dv_write_u8(w->stream, TAG_FLOAT);
    dv_write_f64(w->stream, isnan(number) ? (double)NAN : number);
}

static void write_value(writing *w, int index, const char *path, int depth) {
    lua_State *L = w->L;
    index = lua_absindex(L, index);
    size_t length;
    const char *string;
    switch (lua_type(L, index)) {
    case LUA_TNIL:
        dv_write_u8(w->stream, TAG_NIL);
        return;
    case LUA_TBOOLEAN:
        dv_write_u8(w->stream, lua_toboolean(L, index) ? TAG_TRUE : TAG_FALSE);
        return;
    case LUA_TNUMBER:
        write_number(w, index);
        return;
    case LUA_TSTRING:
        string = lua_tolstring(L, index, &length);
        dv_write_u8(w->stream, TAG_STRING);
        dv_write_string(w->stream, string, length);
        return;
    case LUA_TLIGHTUSERDATA:
        dv_write_u8(w->stream, TAG_HANDLE);
        dv_write_u64(w->stream, dv_to_handle(L, index) & ~WORLD_BITS);
        return;
    case LUA_TTABLE:
        write_table(w, index, path, depth);
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
    luaL_error(L, "%s: a %s cannot be remembered", path, dv_type_name(L, index));
}

static void write_agents(writing *w, const dv_scenario *scenario) {
    lua_State *L = w->L;
    const dv_world *world = scenario->world;
    for (uint32_t i = 0; i < dv_world_agent_limit(world); i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (!agent.bits)
            continue;
        dv_push_agent_name(L, world, agent);
        const char *name = lua_tostring(L, -1);
        dv_push_agent_memory(L, scenario, i);
        write_value(w, lua_gettop(L), name, 0);
        lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->labels);
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        write_value(w, lua_gettop(L), name, 0);
        lua_pop(L, 4);
    }
}

/// The names a kind or group type declares, so that who loads can tell a field that was emptied
/// from one that is new.
static void write_names(writing *w, const char *type, int names, uint32_t number) {
    lua_State *L = w->L;
    lua_pushstring(L, type);
    write_value(w, lua_gettop(L), type, 0);
    lua_pushcfunction(L, dv_ordered_keys);
    push_defaults(L, names, number);
    lua_call(L, 1, 1);
    int keys = lua_gettop(L);
    for (lua_Unsigned i = 1; i <= lua_rawlen(L, keys); i++) {
        lua_rawgeti(L, keys, (lua_Integer)i);
        write_value(w, keys + 1, type, 0);
        lua_pop(L, 1);
    }
    dv_write_u8(w->stream, TAG_NIL);
    lua_settop(L, keys - 2);
}

static void write_all_names(writing *w, const dv_scenario *scenario) {
    const dv_generation *generation = scenario->generation;
    const dv_program *program = dv_world_program(scenario->world);
    for (uint32_t i = 0; i < dv_program_kind_count(program); i++)
        write_names(w, dv_program_kind_name(program, i), generation->names, i);
    dv_write_u8(w->stream, TAG_NIL);
    for (uint32_t i = 0; i < dv_program_group_type_count(program); i++)
        write_names(w, dv_program_group_type_name(program, i), generation->group_names, i);
    dv_write_u8(w->stream, TAG_NIL);
}

static int write_all(lua_State *L) {
    dv_scenario *scenario = dv_scenario_of(L);
    writing w = {.L = L, .stream = lua_touserdata(L, 1)};
    lua_newtable(L);
    w.numbers = lua_gettop(L);
    write_all_names(&w, scenario);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->world_memory);
    write_value(&w, lua_gettop(L), "world.memory", 0);
    lua_pop(L, 1);
    for (uint32_t i = 0; i < dv_world_group_limit(scenario->world); i++) {
        dv_push_group_memory(L, scenario, i);
        write_value(&w, lua_gettop(L), "group", 0);
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
    dv_error message;
    dv_result result = dv_call(scenario, 1, 0, DV_READING, (double)INFINITY, &message);
    if (result != DV_OK && error)
        *error = message;
    else if (result != DV_OK) // a hash of what can be hashed: it must not pass for one of all
        dv_show_error(scenario, message.message);
    return result;
}

// Reading

typedef struct reading {
    lua_State *L;
    dv_reader *reader;
    int tables; ///< place of the list of tables, by number + 1
    uint32_t count;
    uint64_t world; ///< bits of the world that reads
} reading;

static void read_value(reading *r, int depth);

static void read_table(reading *r, int depth) {
    lua_State *L = r->L;
    if (depth == DEEPEST)
        luaL_error(L, "the snapshot is damaged");
    luaL_checkstack(L, 10, "data too deep");
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawseti(L, r->tables, ++r->count);
    for (;;) {
        read_value(r, depth + 1);
        if (lua_isnil(L, -1))
            break;
        read_value(r, depth + 1);
        bool is_key = lua_isstring(L, -2) || lua_isboolean(L, -2) || lua_islightuserdata(L, -2);
        if (!is_key || (lua_type(L, -2) == LUA_TNUMBER && !lua_isinteger(L, -2)))
            luaL_error(L, "the snapshot is damaged");
        lua_rawset(L, -3);
    }
    lua_pop(L, 1);
}

static void read_vector(reading *r) {
    double axes[3];
    for (int axis = 0; axis < 3; axis++)
        axes[axis] = dv_read_f64(r->reader);
    dv_push_vector(r->L, axes[0], axes[1], axes[2]);
}

static void read_string(reading *r) {
    size_t length;
    const char *string = dv_read_string(r->reader, &length);
    lua_pushlstring(r->L, string, length);
}

static void read_value(reading *r, int depth) {
    lua_State *L = r->L;
    uint8_t tag = dv_read_u8(r->reader);
    uint64_t bits;
    if (r->reader->damaged)
        luaL_error(L, "the snapshot is damaged");
    switch (tag) {
    case TAG_NIL:
        lua_pushnil(L);
        break;
    case TAG_FALSE:
    case TAG_TRUE:
        lua_pushboolean(L, tag == TAG_TRUE);
        break;
    case TAG_INTEGER:
        lua_pushinteger(L, (lua_Integer)dv_read_u64(r->reader));
        break;
    case TAG_FLOAT:
        lua_pushnumber(L, dv_read_f64(r->reader));
        break;
    case TAG_STRING:
        read_string(r);
        break;
    case TAG_HANDLE:
        bits = dv_read_u64(r->reader) & ~WORLD_BITS;
        lua_pushlightuserdata(L, (void *)(uintptr_t)(bits | r->world));
        break;
    case TAG_VECTOR:
        read_vector(r);
        break;
    case TAG_TABLE:
        read_table(r, depth);
        break;
    case TAG_SHARED:
        if (lua_rawgeti(L, r->tables, (lua_Integer)dv_read_u32(r->reader) + 1) != LUA_TTABLE)
            luaL_error(L, "the snapshot is damaged");
        break;
    default:
        luaL_error(L, "the snapshot is damaged");
    }
}

/// Memory in the making: the tables that take the place of the scenario's, in this order.
enum { NEW_WORLD = 2, NEW_GROUPS, NEW_AGENTS, NEW_LABELS };

/// Push a table: by kind or group type, the names it declared when the snapshot was made.
static int read_names(reading *r) {
    lua_State *L = r->L;
    lua_newtable(L);
    int all = lua_gettop(L);
    for (read_value(r, 0); lua_type(L, -1) == LUA_TSTRING; read_value(r, 0)) {
        lua_newtable(L);
        for (read_value(r, 0); lua_type(L, -1) == LUA_TSTRING; read_value(r, 0)) {
            lua_pushboolean(L, 1);
            lua_rawset(L, -3);
        }
        if (!lua_isnil(L, -1))
            luaL_error(L, "the snapshot is damaged");
        lua_pop(L, 1);
        lua_rawset(L, all);
    }
    if (!lua_isnil(L, -1))
        luaL_error(L, "the snapshot is damaged");
    lua_settop(L, all);
    return all;
}

/// Read a memory into a list. `names` is the place of those read, by type; `defaults` those of the
/// type, in the code that goes on.
static void read_memory(reading *r, lua_Integer place, int list, int names, const char *type,
                        int defaults) {
    lua_State *L = r->L;
    lua_getfield(L, names, type);
    if (!lua_istable(L, -1))
        luaL_error(L, "the snapshot is damaged");
    read_value(r, 0);
    if (!lua_istable(L, -1) && !lua_isnil(L, -1))
        luaL_error(L, "the snapshot is damaged");
    refresh(L, lua_gettop(L) - 1, defaults);
    lua_rawseti(L, list, place);
    lua_pop(L, 1);
}

static void install(lua_State *L, int reference, int table) {
    lua_pushvalue(L, table);
    lua_rawseti(L, LUA_REGISTRYINDEX, reference);
}

typedef struct source {
    dv_world *world; ///< the one being read
    dv_reader *reader;
} source;

static void read_groups(reading *r, const dv_scenario *scenario, const dv_world *world, int names) {
    lua_State *L = r->L;
    for (uint32_t i = 0; i < dv_world_group_limit(world); i++) {
        uint32_t type = dv_group_type(world, dv_world_group_at(world, i));
        int defaults = push_defaults(L, scenario->generation->group_names, type);
        read_memory(r, (lua_Integer)i + 1, NEW_GROUPS, names,
                    dv_program_group_type_name(dv_world_program(world), type), defaults);
        lua_settop(L, defaults - 1);
    }
}

static void read_agents(reading *r, const dv_scenario *scenario, const dv_world *world, int names) {
    lua_State *L = r->L;
    for (uint32_t i = 0; i < dv_world_agent_limit(world); i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (!agent.bits)
            continue;
        uint32_t kind = dv_agent_kind(world, agent);
        int defaults = push_defaults(L, scenario->generation->names, kind);
        read_memory(r, (lua_Integer)i + 1, NEW_AGENTS, names,
                    dv_program_kind_name(dv_world_program(world), kind), defaults);
        read_value(r, 0);
        if (!lua_isnil(L, -1) && lua_type(L, -1) != LUA_TSTRING)
            luaL_error(L, "the snapshot is damaged");
        lua_rawseti(L, NEW_LABELS, (lua_Integer)i + 1);
        lua_settop(L, defaults - 1);
    }
}

static int read_all(lua_State *L) {
    dv_scenario *scenario = dv_scenario_of(L);
    const source *from = lua_touserdata(L, 1);
    uint64_t id = (uint64_t)dv_world_id(from->world) << 46;
    reading r = {.L = L, .reader = from->reader, .world = id};
    for (int place = NEW_WORLD; place <= NEW_LABELS; place++)
        lua_newtable(L);
    lua_newtable(L);
    r.tables = lua_gettop(L);
    int names = read_names(&r);
    int group_names = read_names(&r);
    read_value(&r, 0);
    if (!lua_istable(L, -1))
        luaL_error(L, "the snapshot is damaged");
    lua_replace(L, NEW_WORLD);
    read_groups(&r, scenario, from->world, group_names);
    read_agents(&r, scenario, from->world, names);
    if (r.reader->damaged || r.reader->position != r.reader->size)
        luaL_error(L, "the snapshot is damaged");
    install(L, scenario->world_memory, NEW_WORLD);
    install(L, scenario->group_memory, NEW_GROUPS);
    install(L, scenario->memory, NEW_AGENTS);
    install(L, scenario->labels, NEW_LABELS);
    return 0;
}

dv_result dv_memory_load(void *context, dv_world *world, dv_reader *reader, dv_error *error) {
    dv_scenario *scenario = context;
    source from = {world, reader};
    lua_pushcfunction(scenario->state, read_all);
    lua_pushlightuserdata(scenario->state, &from);
    return dv_call(scenario, 1, 0, DV_READING, (double)INFINITY, error);
}
