// Reads memory from a snapshot. All of it is read and checked before any of it takes effect. Fields
// that the code has since declared differently are treated as in a reload.
#include "calls/calls.h"
#include "classes/vector.h"
#include "memory/memory.h"
#include "memory/memory_private.h"
#include "scenario_data.h"

#include <math.h>

typedef struct reading {
    lua_State *L;
    dv_reader *reader;
    int tables; ///< stack index of the list of tables: table n is at n + 1
    uint32_t count;
    uint64_t world; ///< the bits of handles that name the world that is reading
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

void dv_read_data(lua_State *L, const dv_world *world, int room, dv_reader *reader) {
    reading r = {.L = L, .reader = reader, .world = (uint64_t)dv_world_id(world) << 46};
    luaL_checkstack(L, LUA_MINSTACK, "data too deep");
    lua_newtable(L);
    r.tables = lua_gettop(L);
    read_value(&r, -room);
    lua_remove(L, r.tables);
}

void dv_read_dropped(lua_State *L, const dv_world *world, const void *bytes, size_t size) {
    dv_reader reader = {.bytes = bytes, .size = size};
    dv_read_data(L, world, 0, &reader);
}

/// Stack indices while reading: the new world.memory, labels, and values for turns; the memories as
/// the snapshot has them, which will be refreshed; what the snapshot's code declared.
enum {
    NEW_WORLD = 2,
    NEW_LABELS,
    NEW_TURNING,
    OLD_AGENTS,
    OLD_GROUPS,
    NAMES,
    GROUP_NAMES,
    LAST_PLACE = GROUP_NAMES
};

/// Read the names that each kind or group type declared into a list like a generation's.
static void read_names(reading *r, const dv_program *program, int list,
                       int32_t (*find)(const dv_program *program, const char *name)) {
    lua_State *L = r->L;
    for (read_value(r, 0); lua_type(L, -1) == LUA_TSTRING; read_value(r, 0)) {
        int32_t number = find(program, lua_tostring(L, -1));
        lua_newtable(L);
        for (read_value(r, 0); lua_type(L, -1) == LUA_TSTRING; read_value(r, 0)) {
            lua_pushboolean(L, 1);
            lua_rawset(L, -3);
        }
        if (!lua_isnil(L, -1) || number < 0)
            luaL_error(L, "the snapshot is damaged");
        lua_pop(L, 1);
        lua_rawseti(L, list, 2 * (lua_Integer)number + 2);
        lua_pop(L, 1);
    }
    if (!lua_isnil(L, -1))
        luaL_error(L, "the snapshot is damaged");
    lua_pop(L, 1);
}

/// Read a memory into a list at `place`. The list at `names` must know its kind or type.
static void read_memory(reading *r, lua_Integer place, int list, int names, uint32_t type) {
    lua_State *L = r->L;
    bool is_known = lua_rawgeti(L, names, 2 * (lua_Integer)type + 2) == LUA_TTABLE;
    read_value(r, 0);
    if (!is_known || (!lua_istable(L, -1) && !lua_isnil(L, -1)))
        luaL_error(L, "the snapshot is damaged");
    lua_rawseti(L, list, place);
    lua_pop(L, 1);
}

typedef struct source {
    dv_world *world; ///< the world that is being read
    dv_reader *reader, *code;
} source;

static void read_groups(reading *r, const dv_world *world) {
    for (uint32_t i = 0; i < dv_world_group_limit(world); i++) {
        dv_group group = dv_world_group_at(world, i);
        if (group.bits)
            read_memory(r, (lua_Integer)i + 1, OLD_GROUPS, GROUP_NAMES,
                        dv_group_type(world, group));
    }
}

static void read_agents(reading *r, const dv_world *world) {
    lua_State *L = r->L;
    for (uint32_t i = 0; i < dv_world_agent_limit(world); i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (!agent.bits)
            continue;
        read_memory(r, (lua_Integer)i + 1, OLD_AGENTS, NAMES, dv_agent_kind(world, agent));
        read_value(r, 0);
        if (!lua_isnil(L, -1) && lua_type(L, -1) != LUA_TSTRING)
            luaL_error(L, "the snapshot is damaged");
        lua_rawseti(L, NEW_LABELS, (lua_Integer)i + 1);
    }
}

/// Read the values that wait for agents to turn into their kinds.
static void read_turning(reading *r, const dv_world *world) {
    lua_State *L = r->L;
    read_value(r, 0);
    if (!lua_istable(L, -1))
        luaL_error(L, "the snapshot is damaged");
    lua_replace(L, NEW_TURNING);
    lua_pushnil(L);
    while (lua_next(L, NEW_TURNING)) {
        lua_Integer id = lua_isinteger(L, -2) ? lua_tointeger(L, -2) : 0;
        bool is_agent = id > 0 && id <= (lua_Integer)dv_world_agent_limit(world) &&
                        dv_world_agent_at(world, (uint32_t)id - 1).bits;
        if (!is_agent || !lua_istable(L, -1))
            luaL_error(L, "the snapshot is damaged");
        lua_pop(L, 1);
    }
}

static int read_all(lua_State *L) {
    const dv_scenario *scenario = dv_scenario_of(L);
    const source *from = lua_touserdata(L, 1);
    const dv_program *program = dv_world_program(from->world);
    uint64_t id = (uint64_t)dv_world_id(from->world) << 46;
    reading r = {.L = L, .reader = from->reader, .world = id};
    luaL_checkstack(L, LUA_MINSTACK, "data too deep");
    for (int place = NEW_WORLD; place <= LAST_PLACE; place++)
        lua_newtable(L);
    lua_newtable(L);
    r.tables = lua_gettop(L);
    read_names(&r, program, NAMES, dv_program_kind);
    read_names(&r, program, GROUP_NAMES, dv_program_group_type);
    read_value(&r, 0);
    if (!lua_istable(L, -1))
        luaL_error(L, "the snapshot is damaged");
    lua_replace(L, NEW_WORLD);
    read_groups(&r, from->world);
    read_agents(&r, from->world);
    dv_check_timer_data(L, from->world);
    if (r.reader->position < r.reader->size)
        read_turning(&r, from->world);
    if (r.reader->damaged || r.reader->position != r.reader->size)
        luaL_error(L, "the snapshot is damaged");
    if (from->code)
        dv_read_code(L, from->world, from->code, NAMES, GROUP_NAMES);
    const dv_memory_source old = {from->world, NAMES, GROUP_NAMES, OLD_AGENTS, OLD_GROUPS};
    dv_push_all_refreshed(L, &old, scenario->generation);
    int groups = lua_gettop(L);
    lua_createtable(L, 5, 0);
    const int parts[] = {NEW_WORLD, NEW_LABELS, NEW_TURNING, groups - 1, groups};
    for (int i = 0; i < 5; i++) {
        lua_pushvalue(L, parts[i]);
        lua_rawseti(L, -2, i + 1);
    }
    lua_rawseti(L, LUA_REGISTRYINDEX, scenario->read_memory);
    return 0;
}

dv_result dv_memory_load(void *context, dv_world *world, dv_reader *reader, dv_reader *code,
                         dv_error *error) {
    dv_scenario *scenario = context;
    source from = {world, reader, code};
    lua_pushcfunction(scenario->state, read_all);
    lua_pushlightuserdata(scenario->state, &from);
    scenario->restored = world;
    dv_result result = dv_call(scenario, 1, 0, DV_READING, (double)INFINITY, error);
    scenario->restored = NULL;
    return result;
}

void dv_memory_loaded(void *context, bool is_taken) {
    dv_scenario *scenario = context;
    lua_State *L = scenario->state;
    dv_forget_packed(scenario);
    if (is_taken)
        dv_forget_part_notes(&scenario->notes);
    const int references[] = {scenario->labels, scenario->turning, scenario->memory,
                              scenario->group_memory};
    // All references exist already, so nothing is allocated.
    if (is_taken && lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->read_memory) == LUA_TTABLE) {
        lua_rawgeti(L, -1, 1);
        dv_replace_world_memory(L, lua_gettop(L));
        lua_pop(L, 1);
        for (int i = 0; i < 4; i++) {
            lua_rawgeti(L, -1, i + 2);
            lua_rawseti(L, LUA_REGISTRYINDEX, references[i]);
        }
    }
    if (is_taken)
        lua_pop(L, 1);
    lua_pushboolean(L, false);
    lua_rawseti(L, LUA_REGISTRYINDEX, scenario->read_memory);
}
