#include "memory_tables.h"

#include <string.h>

static dv_numbered_table *find(const dv_table_set *set, const void *table) {
    uint64_t spread = (uint64_t)(uintptr_t)table * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t i = (uint32_t)(spread >> 32) & (set->capacity - 1);
    while (set->places[i].table && set->places[i].table != table)
        i = (i + 1) & (set->capacity - 1);
    return &set->places[i];
}

void dv_table_set_begin(dv_table_set *set, lua_State *L) {
    lua_pushnil(L);
    set->L = L;
    set->block = lua_gettop(L);
    set->places = set->first;
    set->capacity = DV_FIRST_TABLES;
    set->count = 0;
    memset(set->first, 0, sizeof set->first);
}

static void grow(dv_table_set *set) {
    const dv_numbered_table *old = set->places;
    uint32_t old_capacity = set->capacity;
    luaL_checkstack(set->L, 1, "data too deep");
    set->capacity *= 2;
    set->places = lua_newuserdatauv(set->L, set->capacity * sizeof *set->places, 0);
    memset(set->places, 0, set->capacity * sizeof *set->places);
    for (uint32_t i = 0; i < old_capacity; i++)
        if (old[i].table)
            *find(set, old[i].table) = old[i];
    lua_replace(set->L, set->block);
}

uint32_t dv_table_set_add(dv_table_set *set, const void *table) {
    dv_numbered_table *found = find(set, table);
    if (found->table)
        return found->number;
    *found = (dv_numbered_table){table, set->count++};
    if (set->count > set->capacity / 2)
        grow(set);
    return UINT32_MAX;
}
