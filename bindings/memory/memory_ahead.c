// Packing the memory of agents between snapshots; memory_packed.h explains why that is
// safe. Packing never changes what a snapshot holds: if anything fails here, the snapshot is
// written as if nothing had been packed.
#include "classes/vector.h"
#include "memory/memory.h"
#include "memory/memory_packed.h"
#include "memory/memory_writing.h"
#include "sandbox/sandbox.h"
#include "scenario_data.h"

#include "base/alloc.h"

#include <math.h>
#include <string.h>

#define FIRST_TABLES 4096u
// Room for tables and bytes that packing begins with, for each agent.
#define FIRST_TABLES_EACH 4u
#define FIRST_BYTES_EACH 256u
// When packing did not pay off, this many snapshots are written without it.
#define REST 30
// Scripts may touch all agents in the course of a longer round, and still few in each tick.
#define SHORT_ROUND 4u
// A cycle with fewer ticks is too short for its rounds.
#define FEWEST_TICKS 12
// Turns are numbered with 32 bits. Starting over takes a cycle in which all agents are packed.
#define MAX_TURNS (UINT32_MAX / 2)

// Tables

static bool grow_tables(dv_packed *p) {
    uint32_t capacity = 2 * p->table_capacity;
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

/// The entry of a table, empty if the table is new; NULL when out of memory.
static dv_numbered_table *entry_of(dv_packed *p, const void *table) {
    if (p->table_count >= p->table_capacity / 2 && !grow_tables(p)) {
        p->failed = true;
        return NULL;
    }
    return dv_place_of_table(p->tables, p->table_capacity, table);
}

static void mark_shared(dv_packed *p, uint32_t owner) {
    if (owner < p->limit)
        p->marks[owner] |= DV_PACKED_SHARED;
}

/// Whether an entry is from the last time that its owner's tables were entered. Otherwise the owner
/// no longer has that table, which may be a new one at the same address.
static bool is_current(const dv_packed *p, const dv_numbered_table *entry) {
    if (entry->number == DV_PACKED_OUTSIDE)
        return entry->turn == p->search;
    return entry->turn == p->agents[entry->number].turn;
}

bool dv_packed_own(dv_packed *p, const void *table, uint32_t agent) {
    dv_numbered_table *entry = entry_of(p, table);
    if (!entry)
        return false;
    if (entry->table && is_current(p, entry)) {
        mark_shared(p, agent);
        mark_shared(p, entry->number);
        return false;
    }
    p->table_count += !entry->table;
    *entry = (dv_numbered_table){table, agent, p->turn};
    return true;
}

bool dv_packed_meet_outside(dv_packed *p, const void *table) {
    dv_numbered_table *entry = entry_of(p, table);
    if (!entry)
        return false;
    if (entry->table && is_current(p, entry)) {
        mark_shared(p, entry->number);
        return false;
    }
    p->table_count += !entry->table;
    p->outside++;
    *entry = (dv_numbered_table){table, DV_PACKED_OUTSIDE, p->search};
    return true;
}

// Scripts that get an agent's tables

/// Enter all tables inside the one at an index. Returns false if a value there is not data: through
/// a function, for example, Lua can reach anything.
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

static void begin_turn(dv_packed *p, uint32_t agent) {
    p->marks[agent] |= DV_PACKED_MET;
    p->agents[agent].turn = ++p->turn;
}

/// Enter the tables of an agent, unless that was done in this round. Returns false on failure.
static bool enter_agent(lua_State *L, dv_scenario *scenario, uint32_t agent) {
    dv_packed *p = &scenario->packed;
    if (p->marks[agent] & DV_PACKED_MET)
        return true;
    begin_turn(p, agent);
    int top = lua_gettop(L);
    // This must not raise: the result of a script must not depend on packing.
    if (!lua_checkstack(L, 4))
        return false;
    dv_push_agent_memory(L, scenario, agent);
    bool is_data = !lua_istable(L, top + 1) || enter_tables(L, p, top + 1, agent, 0);
    lua_settop(L, top);
    return is_data;
}

static void give_up(dv_scenario *scenario) {
    dv_forget_packed(scenario);
    scenario->packed.rest = REST;
}

void dv_note_table_access(lua_State *L, uint32_t agent) {
    dv_scenario *scenario = dv_scenario_of(L);
    scenario->packed.marks[agent] |= DV_PACKED_TOUCHED;
    if (!enter_agent(L, scenario, agent))
        give_up(scenario);
}

// Agents that the snapshot writes

/// Enter a table of an agent that is not packed. A packed agent that owned it is marked as shared.
/// Returns false if the agent's walk met the table before. Also false when out of memory, with
/// p->failed set.
static bool take_over(dv_packed *p, const void *table, uint32_t agent) {
    dv_numbered_table *entry = entry_of(p, table);
    if (!entry)
        return false;
    if (entry->table && is_current(p, entry)) {
        if (entry->number == agent)
            return false;
        mark_shared(p, entry->number);
    }
    p->table_count += !entry->table;
    *entry = (dv_numbered_table){table, agent, p->turn};
    return true;
}

/// Take over all tables inside the one at an index. Returns false on failure.
static bool take_over_tables(lua_State *L, dv_packed *p, int index, uint32_t agent, int depth) {
    if (depth > DV_DEEPEST_MEMORY || !lua_checkstack(L, 8))
        return false;
    lua_pushnil(L);
    while (lua_next(L, index)) {
        int value = lua_gettop(L);
        if (lua_istable(L, value) && take_over(p, lua_topointer(L, value), agent) &&
            !take_over_tables(L, p, value, agent, depth + 1))
            return false;
        lua_settop(L, value - 1);
    }
    return !p->failed;
}

void dv_find_shared_tables(lua_State *L, dv_scenario *scenario) {
    dv_packed *p = &scenario->packed;
    int top = lua_gettop(L);
    bool is_fine = lua_checkstack(L, 4);
    for (uint32_t i = 0; is_fine && dv_packed_is_ready(p) && i < p->limit; i++) {
        dv_agent agent = dv_world_agent_at(scenario->world, i);
        if (!agent.bits || dv_packed_agent_of(p, agent))
            continue;
        begin_turn(p, i);
        dv_push_agent_memory(L, scenario, i);
        is_fine = !lua_istable(L, top + 1) || take_over_tables(L, p, top + 1, i, 0);
        lua_settop(L, top);
    }
    if (!is_fine)
        dv_forget_packed(scenario);
}

// Packing

void dv_forget_packed(dv_scenario *scenario) {
    dv_packed *p = &scenario->packed;
    p->limit = p->cycle = p->rounds = 0;
}

void dv_free_packed(dv_scenario *scenario) {
    dv_packed *p = &scenario->packed;
    dv_free(p->marks);
    dv_free(p->agents);
    dv_free(p->bytes.bytes);
    dv_free(p->spare.bytes);
    dv_free(p->tables);
    dv_free(p->layouts);
    *p = (dv_packed){0};
}

static int search_outside(lua_State *L) {
    dv_packed *p = &dv_scenario_of(L)->packed;
    p->vectors = dv_vector_metatable(L);
    p->search = ++p->turn;
    p->outside = 0;
    lua_pushboolean(L, dv_packed_search_outside(L, p));
    return 1;
}

/// Call a C function with a number. Returns false if it failed. The error is dropped, since
/// snapshots work without packing.
static bool call_quietly(dv_scenario *scenario, lua_CFunction function, uint32_t number) {
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

/// Make a buffer empty, with room for `capacity` bytes. Growing it later would copy all of it
/// within one tick; pages that are never written cost nothing.
static bool empty_buffer(dv_kept_bytes *buffer, uint32_t capacity) {
    buffer->size = 0;
    buffer->most = UINT32_MAX;
    buffer->is_too_much = false;
    if (buffer->capacity >= capacity)
        return true;
    dv_free(buffer->bytes);
    buffer->bytes = dv_alloc_untouched(capacity);
    buffer->capacity = buffer->bytes ? capacity : 0;
    return buffer->bytes;
}

/// `bytes`, but no more than a buffer can hold.
static uint32_t capacity_of(uint64_t bytes) {
    return bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
}

/// Forget all tables, with room for those of this many agents.
static bool empty_tables(dv_packed *p, uint32_t agents) {
    uint32_t capacity = FIRST_TABLES;
    while (capacity / FIRST_TABLES_EACH < agents)
        capacity *= 2;
    p->table_count = 0;
    if (p->table_capacity >= capacity) {
        memset(p->tables, 0, p->table_capacity * sizeof *p->tables);
        return true;
    }
    dv_free(p->tables);
    p->tables = dv_alloc(capacity * sizeof *p->tables);
    p->table_capacity = p->tables ? capacity : 0;
    return p->tables;
}

static bool start_over(dv_packed *p, uint32_t agents) {
    p->limit = p->turn = p->spare.size = 0;
    p->failed = false;
    dv_packed_forget_layouts(p);
    return empty_tables(p, agents) &&
           empty_buffer(&p->bytes, capacity_of((uint64_t)agents * FIRST_BYTES_EACH));
}

/// Begin to move the bytes of all agents into an empty buffer, since less than half of the old one
/// is in use. The first round moves each agent's bytes in its turn.
static bool begin_moving(dv_packed *p, uint32_t used) {
    if (!empty_buffer(&p->spare, capacity_of(4 * (uint64_t)used)))
        return false;
    dv_kept_bytes from = p->bytes;
    p->bytes = p->spare;
    p->spare = from;
    for (uint32_t i = 0; i < p->limit; i++)
        p->marks[i] |= DV_PACKED_UNMOVED;
    return true;
}

static void move_bytes(dv_packed *p, uint32_t i, dv_stream *stream) {
    dv_packed_agent *agent = &p->agents[i];
    uint32_t offset = p->bytes.size;
    dv_write_bytes(stream, p->spare.bytes + agent->offset, agent->size);
    agent->offset = offset;
    p->marks[i] &= (uint8_t)~DV_PACKED_UNMOVED;
}

/// Give marks to agents that were born since the last cycle, and have shared agents looked at
/// again: they may no longer be shared.
static bool begin_cycle(dv_scenario *scenario, uint32_t ticks) {
    dv_packed *p = &scenario->packed;
    uint32_t limit = dv_world_agent_limit(scenario->world), size = 0, tables = 0;
    for (uint32_t i = 0; i < p->limit; i++) {
        size += p->agents[i].size;
        tables += p->agents[i].tables;
        if (p->marks[i] & DV_PACKED_SHARED)
            p->marks[i] = (p->marks[i] & DV_PACKED_UNMOVED) | DV_PACKED_TOUCHED;
    }
    bool is_worn = p->turn > MAX_TURNS || p->table_count / 4 > tables + p->outside;
    if ((p->limit == 0 || p->limit > limit || is_worn) && !start_over(p, limit))
        return false;
    bool is_moving = p->spare.size > 0;
    if (!is_moving && p->bytes.size / 2 > size && !begin_moving(p, size))
        return false;
    if (!dv_reserve((void **)&p->marks, &p->mark_capacity, limit, sizeof *p->marks) ||
        !dv_reserve((void **)&p->agents, &p->agent_capacity, limit, sizeof *p->agents))
        return false;
    memset(p->marks + p->limit, 0, (limit - p->limit) * sizeof *p->marks);
    memset(p->agents + p->limit, 0, (limit - p->limit) * sizeof *p->agents);
    p->limit = limit;
    if (p->layout_count > DV_MAX_LAYOUTS / 2)
        dv_packed_forget_layouts(p); // most may be of former agents
    p->cycle = ticks;
    p->rounds = p->due = 0;
    return true;
}

static void pack_agent(dv_writing *w, dv_agent agent) {
    dv_packed *p = w->packed;
    uint32_t i = w->owner, offset = p->bytes.size, tables = w->tables.count;
    lua_State *L = w->L;
    dv_packed_layout layout = {.count = 0};
    int top = lua_gettop(L);
    begin_turn(p, i);
    w->layout = &layout;
    w->begin = offset;
    lua_rawgeti(L, top - 1, (lua_Integer)i + 1);
    lua_rawgeti(L, top, (lua_Integer)i + 1);
    dv_put_agent(w, top + 1, agent);
    lua_settop(L, top);
    dv_writing_flush(w);
    // If it shares a table, it is marked by now and these bytes are not used.
    uint32_t size = p->bytes.size - offset;
    p->marks[i] &= (uint8_t)~DV_PACKED_UNMOVED;
    p->agents[i] = (dv_packed_agent){.agent = agent.bits,
                                     .layout = dv_packed_keep_layout(p, &layout),
                                     .offset = offset,
                                     .size = size,
                                     .tables = w->tables.count - tables,
                                     .turn = p->agents[i].turn};
}

/// Give this many of the agents that are due their turns. An untouched agent is packed; the tables
/// of a touched one are entered.
static int pack_turns(lua_State *L) {
    dv_scenario *scenario = dv_scenario_of(L);
    dv_packed *p = &scenario->packed;
    dv_stream stream = {.write = dv_keep_bytes, .context = &p->bytes};
    dv_writing w;
    dv_writing_begin(&w, L, &stream);
    w.packed = p;
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->memory);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->labels);
    for (lua_Integer turns = lua_tointeger(L, 1); turns > 0; p->next++) {
        uint32_t i = p->next;
        if (!(p->marks[i] & (DV_PACKED_DUE | DV_PACKED_UNMOVED)))
            continue;
        turns--;
        p->due--;
        if (p->marks[i] & DV_PACKED_UNMOVED)
            move_bytes(p, i, &stream);
        dv_agent agent = dv_world_agent_at(scenario->world, i);
        bool is_due = p->marks[i] & DV_PACKED_DUE;
        p->marks[i] &= (uint8_t)~DV_PACKED_DUE;
        w.owner = i;
        if (!agent.bits || !is_due)
            continue;
        if (!(p->marks[i] & DV_PACKED_TOUCHED))
            pack_agent(&w, agent);
        else if (!enter_agent(L, scenario, i))
            p->failed = true;
    }
    lua_pushboolean(L, stream.result == DV_OK && !p->bytes.is_too_much);
    return 1;
}

/// Mark and count the agents that have to be packed as due. Returns how many scripts have touched
/// or share.
static uint32_t note_due(dv_scenario *scenario) {
    dv_packed *p = &scenario->packed;
    uint32_t left = 0;
    p->due = 0;
    for (uint32_t i = 0; i < p->limit; i++) {
        dv_agent agent = dv_world_agent_at(scenario->world, i);
        if (!agent.bits)
            p->agents[i] = (dv_packed_agent){0};
        // A cycle that was cut short leaves agents due.
        bool is_touched = p->marks[i] & (DV_PACKED_TOUCHED | DV_PACKED_DUE) ||
                          (agent.bits && p->agents[i].agent != agent.bits);
        left += is_touched || p->marks[i] & DV_PACKED_SHARED;
        if (is_touched)
            p->marks[i] = (p->marks[i] & (DV_PACKED_SHARED | DV_PACKED_UNMOVED)) | DV_PACKED_DUE;
        else
            p->marks[i] &= (uint8_t)~DV_PACKED_DUE;
        p->due += (p->marks[i] & (DV_PACKED_DUE | DV_PACKED_UNMOVED)) != 0;
    }
    return left;
}

/// The number of ticks of the round that has begun.
static uint32_t round_length(const dv_packed *p) {
    return (p->cycle >> (p->rounds - 1)) - dv_packed_round_end(p);
}

/// Returns false if packing does not pay off: in a short round, scripts have touched more than half
/// of all agents.
static bool begin_round(dv_scenario *scenario) {
    dv_packed *p = &scenario->packed;
    if (p->due > 0 || !call_quietly(scenario, search_outside, 0))
        return false;
    uint32_t left = note_due(scenario);
    if (p->rounds > 0 && round_length(p) <= SHORT_ROUND && left > p->limit / 2)
        return false;
    if (p->rounds > 0)
        p->spare.size = 0; // the first round has moved all bytes
    p->rounds++;
    p->next = 0;
    return true;
}

/// Give turns to this tick's share of agents.
static bool pack_share(dv_scenario *scenario, uint32_t ticks) {
    dv_packed *p = &scenario->packed;
    while (p->rounds == 0 || ticks <= dv_packed_round_end(p))
        if (!begin_round(scenario))
            return false;
    uint32_t left = ticks - dv_packed_round_end(p);
    return call_quietly(scenario, pack_turns, (p->due + left - 1) / left);
}

void dv_scenario_pack_ahead(dv_scenario *scenario, uint32_t ticks) {
    dv_packed *p = &scenario->packed;
    bool begins = p->cycle == 0;
    if (begins && (p->rest > 0 || ticks < FEWEST_TICKS))
        return;
    if ((!begins || begin_cycle(scenario, ticks)) && pack_share(scenario, ticks))
        return;
    give_up(scenario);
}

void dv_scenario_end_packing(dv_scenario *scenario) {
    dv_packed *p = &scenario->packed;
    if (p->limit == 0 && p->rest > 0)
        p->rest--;
    p->cycle = p->rounds = 0;
}
