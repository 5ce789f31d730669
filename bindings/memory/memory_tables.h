// A set of Lua tables, numbered in the order in which they are met. A hash table by address with
// open addressing. Addresses differ from run to run, so results may depend only on the numbers.
// Small sets allocate nothing from Lua.
#ifndef DROVER_BINDINGS_MEMORY_TABLES_H
#define DROVER_BINDINGS_MEMORY_TABLES_H

#include <lauxlib.h>
#include <lua.h>
#include <stdint.h>

#define DV_FIRST_TABLES 16u

typedef struct dv_numbered_table {
    const void *table; ///< NULL: the entry is free
    uint32_t number;
    uint32_t turn; ///< see memory_packed.h; unused in a set
} dv_numbered_table;

typedef struct dv_table_set {
    lua_State *L;
    int block; ///< stack index of the userdata that holds `places`, once they outgrow `first`
    dv_numbered_table *places;
    uint32_t capacity; ///< a power of two, at least twice `held`
    uint32_t count;    ///< how many numbers were given out
    uint32_t held;     ///< number of tables in `places`
    dv_numbered_table first[DV_FIRST_TABLES];
} dv_table_set;

/// The entry of a table among `capacity` entries, a power of two, some of them free: where the
/// table is, or the free entry where it belongs.
static inline dv_numbered_table *dv_place_of_table(dv_numbered_table *places, uint32_t capacity,
                                                   const void *table) {
    uint64_t spread = (uint64_t)(uintptr_t)table * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t i = (uint32_t)(spread >> 32) & (capacity - 1);
    while (places[i].table && places[i].table != table)
        i = (i + 1) & (capacity - 1);
    return &places[i];
}

/// Make a set empty. Pushes one value, which must stay on the stack as long as the set is in use.
void dv_table_set_begin(dv_table_set *set, lua_State *L);
/// Give an empty set the memory that dv_table_set_keep kept, so that writing a large world again
/// and again leaves no garbage.
void dv_table_set_reuse(dv_table_set *set);
/// Keep the memory of a set that is no longer in use for dv_table_set_reuse.
void dv_table_set_keep(const dv_table_set *set);
/// The number of a table in the set. If the table is new, adds it with the next number and returns
/// UINT32_MAX.
uint32_t dv_table_set_add(dv_table_set *set, const void *table);
/// Use up a number for a table that is met only once, without adding the table.
static inline void dv_table_set_pass(dv_table_set *set) { set->count++; }

#endif
