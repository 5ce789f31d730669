// What agents, groups, and the world remember in Lua. It is data only: no functions. Memories are
// kept in tables by index and begin as copies of defaults. memory_check.c checks what scripts put
// into them; memory_write.c and memory_read.c take them into snapshots and back.
#include "memory/memory.h"

#include "classes/markers.h"
#include "memory/memory_private.h"
#include "reload/generation_data.h"
#include "sandbox/sandbox.h"
#include "scenario_data.h"

#include <string.h>

// Copying

void dv_push_copy(lua_State *L, int index, int copies) {
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
        dv_sandbox_check(L);
        lua_pushvalue(L, value - 1);
        dv_push_copy(L, value, copies);
        lua_rawset(L, copy);
        lua_settop(L, value - 1);
    }
}

// Keeping

/// The owner of a memory that is being built, used to find what an earlier reload dropped from it.
typedef struct owner {
    const dv_world *world;
    dv_dropped_part part;
    uint64_t handle;
    bool gains; ///< nested defaults of its kind have new keys
    int fills;  ///< stack index of the list of fills
} owner;

/// Push the value that was dropped under the name at the top. Returns false and pushes nothing if
/// there is none.
static bool push_dropped(lua_State *L, const owner *of) {
    size_t size;
    const dv_dropped dropped = {of->part, 0, lua_tostring(L, -1)};
    const dv_world *world = dv_scenario_of(L)->world;
    const void *bytes = dv_world_dropped(world, dropped, of->handle, &size);
    if (bytes)
        dv_read_dropped(L, of->world, bytes, size);
    return bytes;
}

/// Copy defaults into the memory at stack index `memory`, except for names in the table at `known`
/// (0: no exceptions). A value that was dropped under that name comes back in place of the default,
/// if `of` is not NULL. Tables that defaults share are shared in the copies, too.
static void add_defaults(lua_State *L, int defaults, int known, int memory, const owner *of) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    lua_newtable(L);
    int copies = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, defaults)) {
        int value = lua_gettop(L);
        lua_pushvalue(L, value - 1);
        bool is_new = !known || lua_rawget(L, known) == LUA_TNIL;
        lua_pushvalue(L, value - 1);
        if (is_new && of && push_dropped(L, of)) {
            lua_rawset(L, memory);
        } else if (is_new && !dv_is_none(L, value)) {
            dv_push_copy(L, value, copies);
            lua_rawset(L, memory);
        }
        lua_settop(L, value - 1);
    }
    lua_settop(L, copies - 1);
}

/// Push a memory with the defaults at place 2 * type + 2 of the generation's list of names. Pushes
/// nil if there are none, so that agents without memory cost nothing.
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
        add_defaults(L, memory + 2, 0, memory, NULL);
    }
    lua_settop(L, memory);
}

void dv_begin_agent_memory(lua_State *L, const dv_scenario *scenario, dv_agent agent) {
    dv_touch_packed(dv_scenario_of(L), dv_handle_index(agent.bits));
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

void dv_prefetch_agent_memory(lua_State *L, const dv_scenario *scenario, uint32_t agent) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->memory);
    lua_rawgeti(L, -1, (lua_Integer)agent + 1);
    const char *table = lua_topointer(L, -1);
    lua_pop(L, 2);
    if (!table)
        return;
    // Lua usually allocates its fields right behind the table.
    __builtin_prefetch(table);
    __builtin_prefetch(table + 64);
    __builtin_prefetch(table + 128);
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

bool dv_is_empty_table(lua_State *L, int table) {
    lua_pushnil(L);
    if (!lua_next(L, table))
        return true;
    lua_pop(L, 2);
    return false;
}

/// Keep the values of fields whose names are not in the new defaults, in case they come back.
static void drop_fields(lua_State *L, int old_defaults, int defaults, int memory, const owner *of) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    int top = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, old_defaults)) {
        lua_settop(L, top + 1);
        lua_pushvalue(L, top + 1);
        if (lua_rawget(L, defaults) == LUA_TNIL) {
            lua_pushnil(L);
            if (lua_istable(L, memory)) {
                lua_pushvalue(L, top + 1);
                lua_rawget(L, memory);
            }
            dv_drop_data(L, lua_gettop(L), (dv_dropped){of->part, 0, lua_tostring(L, top + 1)},
                         of->handle);
        }
        lua_settop(L, top + 1);
    }
}

/// Replace the memory at the top by what it becomes under new defaults. New names get their
/// default, or the value they had when a reload dropped them. Names that are gone are dropped.
/// Fields that were set to nil stay nil. If anything changes, the memory becomes a new table.
static void refresh_memory(lua_State *L, int old_defaults, int defaults, const owner *of) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    int memory = lua_gettop(L);
    if (of->gains)
        dv_note_fills(L, of->fills, old_defaults, defaults, memory);
    bool same =
        has_all_names(L, old_defaults, defaults) && has_all_names(L, defaults, old_defaults);
    if (same && (lua_istable(L, memory) || dv_is_empty_table(L, defaults)))
        return;
    lua_newtable(L);
    add_defaults(L, defaults, old_defaults, memory + 1, of);
    drop_fields(L, old_defaults, defaults, memory, of);
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

int dv_push_memory_defaults(lua_State *L, int names, uint32_t type) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, names);
    lua_rawgeti(L, -1, 2 * (lua_Integer)type + 2);
    lua_remove(L, -2);
    return lua_gettop(L);
}

/// Whether nested defaults gain keys, by old and new kind or group type. 0: not known yet, 1: no,
/// 2: yes.
typedef struct gaining {
    uint32_t new_count; ///< of the new types
    uint8_t types[];
} gaining;

/// Push an empty table of what gains.
static gaining *push_gaining(lua_State *L, uint32_t old_count, uint32_t new_count) {
    size_t count = (size_t)old_count * new_count;
    gaining *g = lua_newuserdatauv(L, sizeof *g + count, 0);
    g->new_count = new_count;
    memset(g->types, 0, count);
    return g;
}

static bool does_gain(lua_State *L, gaining *g, uint32_t old, uint32_t new, int old_defaults,
                      int defaults) {
    uint8_t *gains = &g->types[(size_t)old * g->new_count + new];
    if (!*gains)
        *gains = dv_memory_gains(L, old_defaults, defaults) ? 2 : 1;
    return *gains == 2;
}

/// Push a list of the agents' refreshed memories; that of index i is at i + 1.
static void refresh_agents(lua_State *L, const dv_memory_source *from, const dv_generation *to,
                           int fills) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    const dv_program *program = dv_world_program(from->world);
    gaining *g =
        push_gaining(L, dv_program_kind_count(program), dv_program_kind_count(to->program));
    int first = lua_gettop(L);
    lua_newtable(L);
    int moves = lua_gettop(L); // of monitors, by old kind and new
    lua_newtable(L);
    int result = lua_gettop(L);
    for (uint32_t i = 0; i < dv_world_agent_limit(from->world); i++) {
        dv_agent agent = dv_world_agent_at(from->world, i);
        if (!agent.bits)
            continue;
        uint32_t old = dv_agent_kind(from->world, agent);
        int32_t kept = dv_agent_kind_after(from->world, to->program, agent);
        if (kept < 0)
            continue; // the agent will be removed, or the swap refused
        lua_rawgeti(L, from->names, 2 * (lua_Integer)old + 2);
        int defaults = dv_push_memory_defaults(L, to->names, (uint32_t)kept);
        lua_rawgeti(L, from->agents, (lua_Integer)i + 1);
        bool has_more = does_gain(L, g, old, (uint32_t)kept, defaults - 1, defaults);
        const owner of = {from->world, DV_DROPPED_MEMORY, agent.bits, has_more, fills};
        refresh_memory(L, defaults - 1, defaults, &of);
        lua_pushvalue(L, -1);
        lua_rawseti(L, result, (lua_Integer)i + 1);
        lua_Integer pair = (lua_Integer)old * DV_MAX_KINDS + kept + 1;
        if (lua_rawgeti(L, moves, pair) == LUA_TNIL) {
            lua_pop(L, 1);
            dv_push_monitor_move(L, from, to, old, (uint32_t)kept);
            lua_pushvalue(L, -1);
            lua_rawseti(L, moves, pair);
        }
        dv_note_monitor_move(L, fills, lua_gettop(L) - 1, lua_gettop(L), agent);
        lua_settop(L, result);
    }
    lua_remove(L, moves);
    lua_remove(L, first);
}

static void refresh_groups(lua_State *L, const dv_memory_source *from, const dv_generation *to,
                           int fills) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    const dv_program *program = dv_world_program(from->world);
    gaining *g = push_gaining(L, dv_program_group_type_count(program),
                              dv_program_group_type_count(to->program));
    int first = lua_gettop(L);
    lua_newtable(L);
    int result = lua_gettop(L);
    for (uint32_t i = 0; i < dv_world_group_limit(from->world); i++) {
        dv_group group = dv_world_group_at(from->world, i);
        if (!group.bits)
            continue;
        uint32_t old = dv_group_type(from->world, group);
        int32_t kept = dv_group_type_after(from->world, to->program, group);
        if (kept < 0)
            continue;
        lua_rawgeti(L, from->group_names, 2 * (lua_Integer)old + 2);
        int defaults = dv_push_memory_defaults(L, to->group_names, (uint32_t)kept);
        lua_rawgeti(L, from->groups, (lua_Integer)i + 1);
        bool has_more = does_gain(L, g, old, (uint32_t)kept, defaults - 1, defaults);
        const owner of = {from->world, DV_DROPPED_GROUP_MEMORY, group.bits, has_more, fills};
        refresh_memory(L, defaults - 1, defaults, &of);
        lua_rawseti(L, result, (lua_Integer)i + 1);
        lua_settop(L, result);
    }
    lua_remove(L, first);
}

void dv_push_all_refreshed(lua_State *L, const dv_memory_source *from, const dv_generation *to) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    lua_newtable(L);
    int fills = lua_gettop(L);
    dv_scenario_of(L)->interrupted_count = 0;
    lua_pushvalue(L, fills);
    lua_rawseti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->fills);
    refresh_agents(L, from, to, fills);
    refresh_groups(L, from, to, fills);
    lua_remove(L, fills);
}

void dv_push_refreshed_memory(lua_State *L, const dv_scenario *scenario, const dv_generation *to) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    int top = lua_gettop(L);
    const dv_memory_source from = {scenario->world, top + 1, top + 2, top + 3, top + 4};
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->names);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->group_names);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->memory);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->group_memory);
    dv_push_all_refreshed(L, &from, to);
}

void dv_take_refreshed_memory(lua_State *L, dv_scenario *scenario) {
    dv_forget_packed(scenario);
    // Both references exist already, so nothing is allocated.
    lua_rawseti(L, LUA_REGISTRYINDEX, scenario->group_memory);
    lua_rawseti(L, LUA_REGISTRYINDEX, scenario->memory);
}
