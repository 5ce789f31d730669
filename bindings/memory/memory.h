// What agents, groups, and the world remember for scripts.
#ifndef DROVER_BINDINGS_MEMORY_MEMORY_H
#define DROVER_BINDINGS_MEMORY_MEMORY_H

#include "reload/generation_data.h"
#include "scenario_data.h"

#include "drover/drover.h"

#include <lua.h>

/// Create `world.memory` and the tables that the checks need.
void dv_open_world_memory(lua_State *L);
void dv_open_memory_check(lua_State *L);
/// Raise if memory contains a value that cannot be remembered: memory of one agent, which may have
/// been removed, or all memory.
void dv_check_agent_memory(lua_State *L, dv_agent agent);
void dv_check_all_memory(lua_State *L);
/// Raise an error with the path of the offending field unless the value at an index is data.
void dv_check_data(lua_State *L, int index, const char *path);
/// The same for an argument of the C function that runs: the message also names the caller's line.
void dv_check_argument_data(lua_State *L, int index, const char *path);
/// Write the value at an index as the data of a timer. The bytes are valid until the next call.
const dv_kept_bytes *dv_write_timer_data(lua_State *L, int index);
/// Push what was written. Raises when a snapshot had it damaged.
void dv_push_timer_data(lua_State *L, const dv_world *world, const dv_timer *timer);
/// Raise if the data of a timer is damaged.
void dv_check_timer_data(lua_State *L, const dv_world *world);
/// Give an agent or group its memory, filled with the defaults of its kind, if the kind declares
/// any.
void dv_begin_agent_memory(lua_State *L, const dv_scenario *scenario, dv_agent agent);
void dv_begin_group_memory(lua_State *L, const dv_scenario *scenario, dv_group group);
/// Give an agent that turned from the kind `from` the memory of its new kind: fields that both
/// kinds declare keep their values.
void dv_turn_memory(lua_State *L, const dv_scenario *scenario, dv_agent agent, uint32_t from);
/// Prefetch the memory of an agent that will run soon, if it exists.
void dv_prefetch_agent_memory(lua_State *L, const dv_scenario *scenario, uint32_t agent);
/// Push the memory table of an agent or group, by index.
void dv_push_agent_memory(lua_State *L, const dv_scenario *scenario, uint32_t agent);
void dv_push_group_memory(lua_State *L, const dv_scenario *scenario, uint32_t group);
/// Implements __newindex: assign the value at index 3 to the field at index 2 of the memory at the
/// top.
int dv_assign_remembered(lua_State *L);
/// Push the memory of all agents and groups as the generation `to` declares it: fields that are new
/// in it get their defaults. dv_take_refreshed_memory pops this after the swap of the program and
/// cannot fail.
void dv_push_refreshed_memory(lua_State *L, const dv_scenario *scenario, const dv_generation *to);
void dv_take_refreshed_memory(lua_State *L, dv_scenario *scenario);
/// Add keys that nested defaults gained in the last swap to the tables in memory.
dv_result dv_fill_memory(dv_scenario *scenario, dv_error *error);
/// Call this before an agent's memory or label changes, except for an assignment by a script.
static inline void dv_touch_packed(dv_scenario *scenario, uint32_t agent) {
    if (agent < scenario->packed.limit)
        scenario->packed.marks[agent] |= DV_PACKED_TOUCHED;
}
/// Call this before a script assigns the value at index 3 to the field at index 2 of an agent's
/// memory.
void dv_note_memory_assignment(lua_State *L, uint32_t agent);
/// Call this before a script gets a table out of an agent's memory.
void dv_note_table_access(lua_State *L, uint32_t agent);
/// Call this before a snapshot uses packed memory: mark packed agents that have a table of an agent
/// that the snapshot has to write as shared. If that fails, nothing is packed anymore.
void dv_find_shared_tables(lua_State *L, dv_scenario *scenario);
/// Discard the packed memory because something other than a script changes memory.
void dv_forget_packed(dv_scenario *scenario);
void dv_free_packed(dv_scenario *scenario);
/// Save and load the memory of scripts. These are functions of a dv_host, where they are
/// documented.
dv_result dv_memory_save(void *context, const dv_world *world, dv_stream *stream, dv_error *error);
dv_result dv_memory_save_code(void *context, const dv_world *world, dv_stream *stream,
                              dv_error *error);
dv_result dv_memory_load(void *context, dv_world *world, dv_reader *reader, dv_reader *code,
                         dv_error *error);
void dv_memory_loaded(void *context, bool is_taken);

#endif
