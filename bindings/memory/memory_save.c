// Writes all memory into a snapshot: the declared names, then the memory of the world, of groups,
// and of agents with their labels. The bytes of agents that were packed ahead are copied.
#include "calls/calls.h"
#include "classes/access.h"
#include "memory/memory.h"
#include "memory/memory_packed.h"
#include "memory/memory_writing.h"
#include "reload/generation_data.h"
#include "scenario_data.h"

#include <math.h>

/// Prefetch the memory of an agent that is written soon: the tables are scattered over Lua's heap.
static void prefetch_memory(lua_State *L, int memories, lua_Integer place) {
    if (lua_rawgeti(L, memories, place) == LUA_TTABLE) {
        const char *table = lua_topointer(L, -1);
        __builtin_prefetch(table);
        __builtin_prefetch(table + 64);
        __builtin_prefetch(table + 128);
    }
    lua_pop(L, 1);
}

/// A run of packed agents whose bytes are adjacent.
typedef struct stretch {
    uint32_t offset, size;
} stretch;

static void put_stretch(dv_writing *w, const dv_packed *p, stretch *ready) {
    if (ready->size > 0)
        dv_put_bytes(w, p->bytes.bytes + ready->offset, ready->size);
    ready->size = 0;
}

static void put_packed(dv_writing *w, const dv_packed *p, stretch *ready,
                       const dv_packed_agent *agent) {
    if (agent->offset != ready->offset + ready->size) {
        put_stretch(w, p, ready);
        ready->offset = agent->offset;
    }
    ready->size += agent->size;
    w->tables.count += agent->tables;
}

static void write_agents(dv_writing *w, const dv_scenario *scenario) {
    lua_State *L = w->L;
    const dv_packed *packed = &scenario->packed;
    stretch ready = {0};
    const dv_world *world = scenario->world;
    int memories = lua_gettop(L) + 1, labels = memories + 1;
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->memory);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->labels);
    for (uint32_t i = 0; i < dv_world_agent_limit(world); i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (!agent.bits)
            continue;
        const dv_packed_agent *found = dv_packed_agent_of(packed, agent);
        if (found) {
            put_packed(w, packed, &ready, found);
            continue;
        }
        put_stretch(w, packed, &ready);
        prefetch_memory(L, memories, (lua_Integer)i + 5);
        lua_rawgeti(L, memories, (lua_Integer)i + 1);
        lua_rawgeti(L, labels, (lua_Integer)i + 1);
        dv_put_agent(w, labels + 1, agent);
        lua_settop(L, labels);
    }
    put_stretch(w, packed, &ready);
    lua_settop(L, memories - 1);
}

/// Write the names that a kind or group type declares. A reader needs them to tell a field that was
/// set to nil from a new one.
static void write_names(dv_writing *w, const char *type, int names, uint32_t number) {
    lua_State *L = w->L;
    const dv_value_path at = {.name = type};
    lua_pushstring(L, type);
    dv_put_value(w, lua_gettop(L), &at, 0);
    lua_pushcfunction(L, dv_ordered_keys);
    dv_push_memory_defaults(L, names, number);
    lua_call(L, 1, 1);
    int keys = lua_gettop(L);
    for (lua_Unsigned i = 1; i <= lua_rawlen(L, keys); i++) {
        lua_rawgeti(L, keys, (lua_Integer)i);
        dv_put_value(w, keys + 1, &at, 0);
        lua_pop(L, 1);
    }
    dv_put_tag(w, DV_TAG_NIL);
    lua_settop(L, keys - 2);
}

static void write_all_names(dv_writing *w, const dv_scenario *scenario) {
    const dv_generation *generation = scenario->generation;
    const dv_program *program = dv_world_program(scenario->world);
    for (uint32_t i = 0; i < dv_program_kind_count(program); i++)
        write_names(w, dv_program_kind_name(program, i), generation->names, i);
    dv_put_tag(w, DV_TAG_NIL);
    for (uint32_t i = 0; i < dv_program_group_type_count(program); i++)
        write_names(w, dv_program_group_type_name(program, i), generation->group_names, i);
    dv_put_tag(w, DV_TAG_NIL);
}

static void write_world(dv_writing *w, const dv_scenario *scenario) {
    lua_State *L = w->L;
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->world_memory);
    const dv_value_path at = {.name = "world.memory", .table = lua_gettop(L)};
    dv_put_value(w, at.table, &at, 0);
    lua_pop(L, 1);
}

static void write_groups(dv_writing *w, const dv_scenario *scenario) {
    lua_State *L = w->L;
    const dv_world *world = scenario->world;
    for (uint32_t i = 0; i < dv_world_group_limit(world); i++) {
        dv_group group = dv_world_group_at(world, i);
        if (!group.bits)
            continue;
        uint32_t type = dv_group_type(world, group);
        lua_pushstring(L, dv_program_group_type_name(dv_world_program(world), type));
        dv_push_group_memory(L, scenario, i);
        const dv_value_path at = {.name = lua_tostring(L, -2), .table = lua_gettop(L)};
        dv_put_value(w, at.table, &at, 0);
        lua_pop(L, 2);
    }
}

/// Write the values that wait for agents to turn into their kinds, if there are any.
static void write_turning(dv_writing *w, const dv_scenario *scenario) {
    lua_State *L = w->L;
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->turning);
    const dv_value_path at = {.name = "turn_into", .table = lua_gettop(L)};
    if (!dv_is_empty_table(L, at.table))
        dv_put_value(w, at.table, &at, 0);
    lua_pop(L, 1);
}

static void write_all(lua_State *L, dv_stream *stream) {
    const dv_scenario *scenario = dv_scenario_of(L);
    int top = lua_gettop(L);
    dv_writing w;
    dv_writing_begin(&w, L, stream);
    dv_table_set_reuse(&w.tables);
    write_all_names(&w, scenario);
    write_world(&w, scenario);
    write_groups(&w, scenario);
    write_agents(&w, scenario);
    write_turning(&w, scenario);
    dv_writing_flush(&w);
    dv_table_set_keep(&w.tables);
    lua_settop(L, top);
}

void dv_raise_any_write_error(lua_State *L) {
    dv_stream nowhere = {.write = dv_leave_bytes};
    write_all(L, &nowhere);
}

static int save_all(lua_State *L) {
    dv_find_shared_tables(L, dv_scenario_of(L));
    write_all(L, lua_touserdata(L, 1));
    return 0;
}

dv_result dv_memory_save(void *context, const dv_world *world, dv_stream *stream, dv_error *error) {
    (void)world;
    dv_scenario *scenario = context;
    lua_pushcfunction(scenario->state, save_all);
    lua_pushlightuserdata(scenario->state, stream);
    return dv_call(scenario, 1, 0, DV_READING, (double)INFINITY, error);
}
