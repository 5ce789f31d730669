// The inside of memory, for memory.c and the files that write it to snapshots and read it back.
#ifndef DROVER_BINDINGS_MEMORY_PRIVATE_H
#define DROVER_BINDINGS_MEMORY_PRIVATE_H

#include "script.h"

/// The bits of a handle that name its world; a snapshot leaves them out.
#define DV_WORLD_BITS (((1ull << DV_HANDLE_WORLD_BITS) - 1) << 46)
/// So many tables inside each other can be remembered.
#define DV_DEEPEST_MEMORY 100

/// One byte before each value.
enum dv_memory_tag {
    DV_TAG_NIL,
    DV_TAG_FALSE,
    DV_TAG_TRUE,
    DV_TAG_INTEGER,
    DV_TAG_FLOAT,
    DV_TAG_STRING,
    DV_TAG_HANDLE,
    DV_TAG_VECTOR,
    DV_TAG_TABLE, ///< its entries, ended by DV_TAG_NIL; numbered as first mentioned
    DV_TAG_SHARED ///< the number of a table written before
};

/// Where a value is, put into words only when it is refused.
typedef struct dv_place {
    const struct dv_place *above; ///< NULL: a whole memory, or a value by itself
    int key;                      ///< place on the stack; of what is above
    // Of a whole memory.
    const char *name; ///< NULL: an agent's
    dv_agent agent;
    int table; ///< its place on the stack; 0: a value by itself
} dv_place;

/// Raise "path: …", with who last assigned the field that the place is in. `format` takes `what`.
void dv_refuse_data(lua_State *L, const dv_place *at, const char *format, const char *what);
/// Raise that the value at an index, which is none of the kinds that can be, cannot be remembered.
void dv_refuse_value(lua_State *L, const dv_place *at, int index);

bool dv_is_empty_table(lua_State *L, int table);
bool dv_is_memory_key(lua_State *L, int index);
/// Whether a value can be remembered, `depth` tables deep; false too where only the writer can
/// tell. Takes time linear in its size.
bool dv_holds_data(lua_State *L, int index, int depth);
/// Raise as writing the value at an index, or all that is remembered, would.
void dv_refuse_as_written(lua_State *L, int index, const dv_place *at, int depth);
void dv_refuse_all_as_written(lua_State *L);
/// Equal for data that is written alike.
uint64_t dv_hash_of_data(lua_State *L, int index);

/// Write the value at an index by itself. `room` more tables than usual may be inside each other.
void dv_write_data(lua_State *L, int index, int room, dv_stream *stream);
/// Push what was written so; raises when it is damaged. Handles become those of the world.
void dv_read_data(lua_State *L, const dv_world *world, int room, dv_reader *reader);

/// Give lists like a generation's `names` and `group_names`, which only hold the names that a
/// snapshot's code declared, all that it declared. Raises when that is damaged.
void dv_read_code(lua_State *L, dv_world *world, dv_reader *reader, int names, int group_names);

/// Keep the value at an index beside the scenario's world, as dropped of a handle. One that cannot
/// be remembered, or takes more than DV_MOST_DROPPED, is lost. Raises when memory is short.
void dv_drop_data(lua_State *L, int index, dv_dropped dropped, uint64_t handle);
/// Push what was kept so; handles in it become those of the world.
void dv_read_dropped(lua_State *L, const dv_world *world, const void *bytes, size_t size);

/// Push a copy of the value at an index. The table at `copies` holds those of tables copied so far.
void dv_push_copy(lua_State *L, int index, int copies);

/// Whether a field that is a table in both defaults has more keys in the new ones.
bool dv_memory_gains(lua_State *L, int old_defaults, int defaults);
/// Note in a list the keys that fields of a memory gain, and lack.
void dv_note_fills(lua_State *L, int list, int old_defaults, int defaults, int memory);

/// Let `world.memory` be the table at an index. Allocates nothing.
void dv_replace_world_memory(lua_State *L, int table);

/// Memory of a world under the code before: places on the stack.
typedef struct dv_memory_source {
    const dv_world *world;  ///< not swapped yet
    int names, group_names; ///< lists as a generation's: at 2 k + 2 the fields of kind k
    int agents, groups;     ///< memories by index + 1
} dv_memory_source;

/// Push what agents, and groups, will remember under other code: fields that are new get their
/// defaults.
void dv_push_all_refreshed(lua_State *L, const dv_memory_source *from, const dv_generation *to);

/// Note in a list of fills that a table gets a key with a value, both at places on the stack. A key
/// that is a table stands for a move of monitors, and the value for the agent.
void dv_note_fill(lua_State *L, int list, int table, int key, int value);

/// Push how the monitors of an old kind move to those of a new one; false where nothing moves.
void dv_push_monitor_move(lua_State *L, const dv_memory_source *from, const dv_generation *to,
                          uint32_t old, uint32_t new);
/// Note in a list of fills that what the monitors of an agent's memory remember moves, as the value
/// at `move` says.
void dv_note_monitor_move(lua_State *L, int list, int memory, int move, dv_agent agent);
/// Move it, and list states put aside that are gone in `scenario->aside`.
void dv_move_monitors(lua_State *L, int memory, int move, uint64_t agent);
/// Let the agent go to another state where it would have taken up one that is gone.
void dv_replace_aside(lua_State *L, const dv_migrant *gone, const char *state);

/// Push the defaults of a kind or group type, and return its place.
int dv_push_memory_defaults(lua_State *L, int names, uint32_t type);

#endif
