#include "memory/memory_tables.h"

#include <stdbool.h>
#include <string.h>

static dv_numbered_table *find_table(const dv_table_set *set, const void *table) {
    return dv_place_of_table(set->places, set->capacity, table);
}

void dv_table_set_begin(dv_table_set *set, lua_State *L) {
    lua_pushnil(L);
    set->L = L;
    set->block = lua_gettop(L);
    set->places = set->first;
    set->capacity = DV_FIRST_TABLES;
    set->count = set->held = 0;
    memset(set->first, 0, sizeof set->first);
}

// Its address is the registry key of the block that is kept.
static const char kept_block;

void dv_table_set_reuse(dv_table_set *set) {
    if (lua_rawgetp(set->L, LUA_REGISTRYINDEX, &kept_block) != LUA_TUSERDATA) {
        lua_pop(set->L, 1);
        return;
    }
    set->places = lua_touserdata(set->L, -1);
    set->capacity = (uint32_t)(lua_rawlen(set->L, -1) / sizeof *set->places);
    memset(set->places, 0, set->capacity * sizeof *set->places);
    lua_replace(set->L, set->block);
}

void dv_table_set_keep(const dv_table_set *set) {
    bool is_worth_it = set->places != set->first && set->held > set->capacity / 16;
    if (is_worth_it)
        lua_pushvalue(set->L, set->block);
    else
        lua_pushnil(set->L);
    lua_rawsetp(set->L, LUA_REGISTRYINDEX, &kept_block);
}

static void grow_set(dv_table_set *set) {
    const dv_numbered_table *old = set->places;
    uint32_t old_capacity = set->capacity;
    luaL_checkstack(set->L, 1, "data too deep");
    set->capacity *= 2;
    set->places = lua_newuserdatauv(set->L, set->capacity * sizeof *set->places, 0);
    memset(set->places, 0, set->capacity * sizeof *set->places);
    for (uint32_t i = 0; i < old_capacity; i++)
        if (old[i].table)
            *find_table(set, old[i].table) = old[i];
    lua_replace(set->L, set->block);
}

uint32_t dv_table_set_add(dv_table_set *set, const void *table) {
    dv_numbered_table *found = find_table(set, table);
    if (found->table)
        return found->number;
    *found = (dv_numbered_table){.table = table, .number = set->count++};
    if (++set->held > set->capacity / 2)
        grow_set(set);
    return UINT32_MAX;
}
