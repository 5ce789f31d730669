// Reading memory from a snapshot. All of it is read and checked before any of it counts; fields
// that the code declares otherwise by now are treated as by a reload.
#include "memory_private.h"

#include <math.h>

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
    if (depth == DV_DEEPEST_MEMORY)
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
    case DV_TAG_NIL:
        lua_pushnil(L);
        break;
    case DV_TAG_FALSE:
    case DV_TAG_TRUE:
        lua_pushboolean(L, tag == DV_TAG_TRUE);
        break;
    case DV_TAG_INTEGER:
        lua_pushinteger(L, (lua_Integer)dv_read_u64(r->reader));
        break;
    case DV_TAG_FLOAT:
        lua_pushnumber(L, dv_read_f64(r->reader));
        break;
    case DV_TAG_STRING:
        read_string(r);
        break;
    case DV_TAG_HANDLE:
        bits = dv_read_u64(r->reader) & ~DV_WORLD_BITS;
        lua_pushlightuserdata(L, (void *)(uintptr_t)(bits | r->world));
        break;
    case DV_TAG_VECTOR:
        read_vector(r);
        break;
    case DV_TAG_TABLE:
        read_table(r, depth);
        break;
    case DV_TAG_SHARED:
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
    dv_refresh_memory(L, lua_gettop(L) - 1, defaults);
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
        int defaults = dv_push_memory_defaults(L, scenario->generation->group_names, type);
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
        int defaults = dv_push_memory_defaults(L, scenario->generation->names, kind);
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
    dv_replace_world_memory(L, NEW_WORLD);
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
    scenario->restored = world;
    dv_result result = dv_call(scenario, 1, 0, DV_READING, (double)INFINITY, error);
    scenario->restored = NULL;
    return result;
}
