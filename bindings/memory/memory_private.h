// Internals of memory, shared by memory.c and the files that write memory to snapshots and read it
// back.
#ifndef DROVER_BINDINGS_MEMORY_PRIVATE_H
#define DROVER_BINDINGS_MEMORY_PRIVATE_H

#include "reload/generation_data.h"
#include "scenario_data.h"

/// The bits of a handle that name its world; a snapshot leaves them out.
#define DV_WORLD_BITS (((1ull << DV_HANDLE_WORLD_BITS) - 1) << 46)
/// The deepest nesting of tables that can be remembered.
#define DV_DEEPEST_MEMORY 100

/// The byte before each value in the data.
enum dv_memory_tag {
    DV_TAG_NIL,
    DV_TAG_FALSE,
    DV_TAG_TRUE,
    DV_TAG_INTEGER,
    DV_TAG_FLOAT,
    DV_TAG_STRING,
    DV_TAG_HANDLE,
    DV_TAG_VECTOR,
    DV_TAG_TABLE, ///< followed by its keys and values and a DV_TAG_NIL; tables are numbered in
                  ///< order of appearance
    DV_TAG_SHARED ///< followed by the number of a table written before
};

/// Where a value is. Only turned into words when the value is refused.
typedef struct dv_value_path {
    const struct dv_value_path *above; ///< the table that holds it; NULL: a whole memory, or a
                                       ///< single value
    int key;                           ///< stack index of the value's key in `above`
    // If `above` is NULL:
    const char *name; ///< its name in messages; NULL: it is the memory of `agent`
    dv_agent agent;
    int table; ///< stack index of the memory; 0: a single value
} dv_value_path;

/// Raise "path: …", followed by which script line last assigned the field. `format` has one %s, for
/// `what`.
void dv_refuse_data(lua_State *L, const dv_value_path *at, const char *format, const char *what);
/// Raise that the value at an index has a type that cannot be remembered.
void dv_refuse_value(lua_State *L, const dv_value_path *at, int index);

/// Whether a table at an index is empty; and whether memory can have the value there as a key.
bool dv_is_empty_table(lua_State *L, int table);
bool dv_is_memory_key(lua_State *L, int index);
/// Whether the value at an index, `depth` tables deep, can be remembered. May return false for data
/// with shared tables that is fine: only the writer can tell then. Takes time linear in its size.
bool dv_holds_data(lua_State *L, int index, int depth);
/// Write the value at an index, or all memory, to nowhere, so that it raises what writing would
/// raise.
void dv_raise_write_error(lua_State *L, int index, const dv_value_path *at, int depth);
void dv_raise_any_write_error(lua_State *L);
/// A hash of the value at an index. Data with the same written form has the same hash.
uint64_t dv_hash_of_data(lua_State *L, int index);

/// Write the value at an index by itself. Its nesting may exceed DV_DEEPEST_MEMORY by `room`.
void dv_write_data(lua_State *L, int index, int room, dv_stream *stream);
/// Push a value that dv_write_data wrote. Raises when the data is damaged. Handles in it become
/// handles of `world`.
void dv_read_data(lua_State *L, const dv_world *world, int room, dv_reader *reader);

/// Complete what a snapshot's code declared: nested defaults and the names of monitors go into the
/// lists at stack indices `names` and `group_names`, which so far have only the names of fields;
/// the options of choices go into the world. Raises when the section is damaged.
void dv_read_code(lua_State *L, dv_world *world, dv_reader *reader, int names, int group_names);

/// Keep the value at an index, which a reload drops from memory, in the scenario's world. A value
/// that cannot be remembered or takes more than DV_MAX_DROPPED bytes is lost. Raises when out of
/// memory.
void dv_drop_data(lua_State *L, int index, dv_dropped dropped, uint64_t handle);
/// Push a value that dv_drop_data kept. Handles in it become handles of `world`.
void dv_read_dropped(lua_State *L, const dv_world *world, const void *bytes, size_t size);

/// Push a deep copy of the value at an index. The table at `copies` maps each table copied so far
/// to its copy.
void dv_push_copy(lua_State *L, int index, int copies);

/// Whether some field that is a table in both defaults has keys in `defaults` that `old_defaults`
/// lacks.
bool dv_memory_gains(lua_State *L, int old_defaults, int defaults);
/// Add to a list of fills the keys that such fields gain and that `memory` lacks.
void dv_note_fills(lua_State *L, int list, int old_defaults, int defaults, int memory);

/// Make the table at an index the contents of `world.memory`. Allocates nothing.
void dv_replace_world_memory(lua_State *L, int table);

/// All memory of a world under the code before a reload, as stack indices.
typedef struct dv_memory_source {
    const dv_world *world;  ///< still runs the old code
    int names, group_names; ///< like a generation's lists: the fields of kind k are at 2 k + 2
    int agents, groups;     ///< lists of memories; that of index i is at i + 1
} dv_memory_source;

/// Push two lists: what agents and what groups will remember under the code `to`. New fields get
/// their defaults.
void dv_push_all_refreshed(lua_State *L, const dv_memory_source *from, const dv_generation *to);

/// Add to a list of fills that a table gets a key with a value; all three are stack indices. If the
/// key is itself a table, the entry is a move of monitors instead, and the value is the agent.
void dv_note_fill(lua_State *L, int list, int table, int key, int value);

/// Push how the memory of monitors moves from an old kind to a new one (memory_monitors.c has the
/// layout), or false if nothing changes.
void dv_push_monitor_move(lua_State *L, const dv_memory_source *from, const dv_generation *to,
                          uint32_t old, uint32_t new);
/// Add to a list of fills that the monitors in an agent's memory move as the value at `move` says.
void dv_note_monitor_move(lua_State *L, int list, int memory, int move, dv_agent agent);
/// Carry out such a move, and add interrupted states that no longer exist to `scenario->aside`.
void dv_move_monitors(lua_State *L, int memory, int move, uint64_t agent);
/// Make an agent's monitors resume `state` in place of the interrupted state in `gone`, which no
/// longer exists.
void dv_replace_interrupted(lua_State *L, const dv_migrant *gone, const char *state);

/// Push the defaults of a kind or group type, and return their stack index.
int dv_push_memory_defaults(lua_State *L, int names, uint32_t type);

#endif
