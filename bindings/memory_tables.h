// A set of Lua tables, numbered in the order in which they are met: open addressing by address.
// What follows from it depends on the numbers alone. Small sets take no memory of Lua's.
#ifndef DROVER_BINDINGS_MEMORY_TABLES_H
#define DROVER_BINDINGS_MEMORY_TABLES_H

#include <lauxlib.h>
#include <lua.h>

#include <stdint.h>

#define DV_FIRST_TABLES 16u

typedef struct dv_numbered_table {
    const void *table; ///< NULL: free
    uint32_t number;
    uint32_t turn; ///< see memory_packed.h
} dv_numbered_table;

typedef struct dv_table_set {
    lua_State *L;
    int block; ///< place of the userdata that holds `places`, once they are more than `first`
    dv_numbered_table *places;
    uint32_t capacity; ///< a power of two, at least twice `held`
    uint32_t count;    ///< numbers given
    uint32_t held;     ///< tables in `places`
    dv_numbered_table first[DV_FIRST_TABLES];
} dv_table_set;

/// The place of a table among `capacity` of them, a power of two of which some are free: where it
/// is or would be.
static inline dv_numbered_table *dv_place_of_table(dv_numbered_table *places, uint32_t capacity,
                                                   const void *table) {
    uint64_t spread = (uint64_t)(uintptr_t)table * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t i = (uint32_t)(spread >> 32) & (capacity - 1);
    while (places[i].table && places[i].table != table)
        i = (i + 1) & (capacity - 1);
    return &places[i];
}

/// Empty a set. Pushes one value, which stays on the stack as long as the set is used.
void dv_table_set_begin(dv_table_set *set, lua_State *L);
/// Give an empty set the memory that dv_table_set_keep kept, so that writing a large world again
/// and again leaves no garbage.
void dv_table_set_reuse(dv_table_set *set);
/// Keep the memory of a set that is not used any more.
void dv_table_set_keep(const dv_table_set *set);
/// The number of a table that is in the set; UINT32_MAX for one that was not, and then it is.
uint32_t dv_table_set_add(dv_table_set *set, const void *table);
/// Give a table that will not be met again its number.
static inline void dv_table_set_pass(dv_table_set *set) { set->count++; }

#endif
