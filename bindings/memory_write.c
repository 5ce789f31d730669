// Writing memory to a snapshot, with shared references and cycles: the order is that of pairs, so
// that what is equal is written, and hashed, alike.
#include "memory_private.h"

#include <math.h>

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
    dv_write_u8(w->stream, DV_TAG_NIL);
}

static void write_table(writing *w, int index, const char *path, int depth) {
    lua_State *L = w->L;
    if (depth == DV_DEEPEST_MEMORY)
        luaL_error(L, "%s: more than %d tables inside each other", path, DV_DEEPEST_MEMORY);
    luaL_checkstack(L, 16, "data too deep");
    lua_pushvalue(L, index);
    if (lua_rawget(L, w->numbers) != LUA_TNIL) {
        dv_write_u8(w->stream, DV_TAG_SHARED);
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
    dv_write_u8(w->stream, DV_TAG_TABLE);
    write_entries(w, index, path, depth + 1);
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

static void write_value(writing *w, int index, const char *path, int depth) {
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
    dv_push_memory_defaults(L, names, number);
    lua_call(L, 1, 1);
    int keys = lua_gettop(L);
    for (lua_Unsigned i = 1; i <= lua_rawlen(L, keys); i++) {
        lua_rawgeti(L, keys, (lua_Integer)i);
        write_value(w, keys + 1, type, 0);
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
