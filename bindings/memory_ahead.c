// Packing the memory of agents a few ticks before a snapshot; memory_packed.h explains why that is
// safe. Packing never changes what a snapshot holds: if anything fails here, the snapshot is
// written as if nothing had been packed.
#include "memory_packed.h"
#include "memory_writing.h"

#include "base/alloc.h"

#include <math.h>
#include <string.h>

#define FIRST_TABLES 4096u
// After packing did not pay, this many snapshots are written without it.
#define REST 30
// The search outside of agents takes the first of the ticks before a snapshot.
#define FEWEST_TICKS 3

// Tables

static bool grow(dv_packed *p) {
    uint32_t capacity = p->table_capacity ? 2 * p->table_capacity : FIRST_TABLES;
    dv_numbered_table *larger = dv_alloc(capacity * sizeof *larger);
    if (!larger)
        return false;
    for (uint32_t i = 0; i < p->table_capacity; i++)
        if (p->tables[i].table)
            *dv_place_of_table(larger, capacity, p->tables[i].table) = p->tables[i];
    dv_free(p->tables);
    p->tables = larger;
    p->table_capacity = capacity;
    return true;
}

uint32_t dv_packed_enter(dv_packed *p, const void *table, uint32_t owner) {
    bool has_room = p->table_count < p->table_capacity / 2 || grow(p);
    if (!has_room) {
        p->failed = true;
        return DV_PACKED_OUTSIDE;
    }
    dv_numbered_table *place = dv_place_of_table(p->tables, p->table_capacity, table);
    if (place->table)
        return place->number;
    *place = (dv_numbered_table){table, owner};
    p->table_count++;
    return DV_PACKED_NOBODY;
}

bool dv_packed_own(dv_packed *p, const void *table, uint32_t agent) {
    uint32_t owner = dv_packed_enter(p, table, agent);
    if (owner == DV_PACKED_NOBODY)
        return true;
    p->marks[agent] |= DV_PACKED_TOUCHED;
    if (owner < p->limit)
        p->marks[owner] |= DV_PACKED_TOUCHED;
    return false;
}

// Handing out

/// Enter the tables inside the one at an index. False if a value there is not data: through a
/// function, for example, Lua can reach anything.
static bool enter_tables(lua_State *L, dv_packed *p, int index, uint32_t agent, int depth) {
    if (depth > DV_DEEPEST_MEMORY || !lua_checkstack(L, 8) || lua_getmetatable(L, index))
        return false;
    lua_pushnil(L);
    while (lua_next(L, index)) {
        int value = lua_gettop(L), type = lua_type(L, value);
        if (!dv_is_memory_key(L, value - 1) || type == LUA_TFUNCTION || type == LUA_TTHREAD ||
            (type == LUA_TUSERDATA && !dv_vector_axes(L, value, p->vectors)))
            return false;
        if (type == LUA_TTABLE && dv_packed_own(p, lua_topointer(L, value), agent) &&
            !enter_tables(L, p, value, agent, depth + 1))
            return false;
        lua_settop(L, value - 1);
    }
    return !p->failed;
}

/// Enter the tables of an agent, unless they already are. False on failure.
static bool enter_agent(lua_State *L, dv_scenario *scenario, uint32_t agent) {
    dv_packed *p = &scenario->packed;
    bool is_met = p->marks[agent] & DV_PACKED_MET;
    p->marks[agent] |= DV_PACKED_MET;
    if (is_met)
        return true;
    int top = lua_gettop(L);
    // This must not raise: the result of a script must not depend on packing.
    if (!lua_checkstack(L, 4))
        return false;
    dv_push_agent_memory(L, scenario, agent);
    bool is_data = !lua_istable(L, top + 1) || enter_tables(L, p, top + 1, agent, 0);
    lua_settop(L, top);
    return is_data;
}

void dv_hand_out(lua_State *L, uint32_t agent) {
    dv_scenario *scenario = dv_scenario_of(L);
    scenario->packed.marks[agent] |= DV_PACKED_TOUCHED;
    if (!enter_agent(L, scenario, agent))
        dv_forget_packed(scenario);
}

// Packing

void dv_forget_packed(dv_scenario *scenario) { scenario->packed.limit = 0; }

void dv_free_packed(dv_scenario *scenario) {
    dv_packed *p = &scenario->packed;
    dv_free(p->marks);
    dv_free(p->agents);
    dv_free(p->bytes.bytes);
    dv_free(p->tables);
    *p = (dv_packed){0};
}

static int search_outside(lua_State *L) {
    dv_packed *p = &dv_scenario_of(L)->packed;
    p->vectors = dv_vector_metatable(L);
    lua_pushboolean(L, dv_packed_search_outside(L, p));
    return 1;
}

/// Call a C function with a number. False if it failed; the error is dropped, since the snapshot
/// can do without.
static bool call_quietly(dv_scenario *scenario, lua_CFunction function, lua_Integer number) {
    lua_State *L = scenario->state;
    dv_error error;
    if (!lua_checkstack(L, LUA_MINSTACK))
        return false;
    lua_pushcfunction(L, function);
    lua_pushinteger(L, number);
    // dv_call would store the traceback as if a script had failed.
    if (dv_sandbox_call(scenario->sandbox, 1, 1, (double)INFINITY, &error) != DV_OK)
        return false;
    bool is_fine = lua_toboolean(L, -1) && !scenario->packed.failed;
    lua_pop(L, 1);
    return is_fine;
}

static bool begin(dv_scenario *scenario) {
    dv_packed *p = &scenario->packed;
    uint32_t limit = dv_world_agent_limit(scenario->world);
    if (!dv_reserve((void **)&p->marks, &p->mark_capacity, limit, sizeof *p->marks) ||
        !dv_reserve((void **)&p->agents, &p->agent_capacity, limit, sizeof *p->agents) ||
        (p->table_capacity == 0 && !grow(p)))
        return false;
    memset(p->marks, 0, limit * sizeof *p->marks);
    memset(p->tables, 0, p->table_capacity * sizeof *p->tables);
    p->table_count = p->next = p->bytes.size = 0;
    p->bytes.most = UINT32_MAX;
    p->failed = p->bytes.is_too_much = false;
    if (!call_quietly(scenario, search_outside, 0))
        return false;
    p->limit = limit;
    return true;
}

static void pack_agent(dv_writing *w, dv_agent agent) {
    dv_packed *p = w->packed;
    uint32_t i = w->owner, offset = p->bytes.size, tables = w->tables.count;
    lua_State *L = w->L;
    int top = lua_gettop(L);
    p->marks[i] |= DV_PACKED_MET;
    lua_rawgeti(L, top - 1, (lua_Integer)i + 1);
    lua_rawgeti(L, top, (lua_Integer)i + 1);
    dv_put_agent(w, top + 1, agent);
    lua_settop(L, top);
    dv_writing_flush(w);
    // If it shares a table it is marked as touched by now, and these bytes are not used.
    uint32_t size = p->bytes.size - offset;
    p->agents[i] = (dv_packed_agent){agent.bits, offset, size, w->tables.count - tables};
}

/// Pack the agents below an index.
static int pack(lua_State *L) {
    dv_scenario *scenario = dv_scenario_of(L);
    dv_packed *p = &scenario->packed;
    uint32_t end = (uint32_t)lua_tointeger(L, 1);
    dv_stream stream = {.write = dv_keep_bytes, .context = &p->bytes};
    dv_writing w;
    dv_writing_begin(&w, L, &stream);
    w.packed = p;
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->memory);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->labels);
    for (; p->next < end; p->next++) {
        dv_agent agent = dv_world_agent_at(scenario->world, p->next);
        p->agents[p->next] = (dv_packed_agent){0};
        w.owner = p->next;
        if (!agent.bits)
            continue;
        if (!(p->marks[p->next] & DV_PACKED_TOUCHED))
            pack_agent(&w, agent);
        else if (!enter_agent(L, scenario, p->next))
            p->failed = true;
    }
    lua_pushboolean(L, stream.result == DV_OK && !p->bytes.is_too_much);
    return 1;
}

/// Whether more than half of the agents were touched, so that packing them was wasted work.
static bool was_in_vain(const dv_packed *p) {
    uint32_t touched = 0;
    for (uint32_t i = 0; i < p->next && i < p->limit; i++)
        touched += p->marks[i] & DV_PACKED_TOUCHED;
    return touched > p->next / 2;
}

void dv_scenario_pack_ahead(dv_scenario *scenario, uint32_t ticks) {
    dv_packed *p = &scenario->packed;
    if (p->limit == 0) {
        if (p->rest == 0 && ticks >= FEWEST_TICKS && !begin(scenario))
            p->rest = REST;
        return;
    }
    uint32_t left = p->limit - p->next;
    uint32_t end = ticks > 0 ? p->next + (left + ticks - 1) / ticks : p->next;
    if (!call_quietly(scenario, pack, end))
        dv_forget_packed(scenario);
}

void dv_scenario_end_packing(dv_scenario *scenario) {
    dv_packed *p = &scenario->packed;
    if (p->limit > 0 && was_in_vain(p))
        p->rest = REST;
    else if (p->rest > 0)
        p->rest--;
    dv_forget_packed(scenario);
}
