// Finds the first difference between the memories of two scenarios that were one and now run
// different code. Two Lua states share no values, so memories are compared by hashes of their
// written form: one hash for each agent and group, over the fields that both versions of the code
// declare.
#include "memory/memory_difference.h"

#include "memory/memory.h"
#include "memory/memory_private.h"
#include "scenario_data.h"
#include "values.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/result.h"
#include "record/text_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static size_t hash_count(const dv_memories_compared *c) {
    return (size_t)c->agent_limit + c->group_limit + 1;
}

// Hashes

static uint64_t mix_hash(uint64_t sum, uint64_t more) {
    const uint64_t both[2] = {sum, more};
    return dv_hash_bytes(both, sizeof both);
}

/// Values other than tables, which are nearly all, take a shortcut.
static uint64_t hash_of_value(lua_State *L, int index) {
    const int type = lua_type(L, index);
    uint64_t content;
    size_t length;
    if (type == LUA_TSTRING) {
        const char *text = lua_tolstring(L, index, &length);
        content = dv_hash_bytes(text, length);
    } else if (type == LUA_TNUMBER && lua_isinteger(L, index)) {
        content = (uint64_t)lua_tointeger(L, index);
    } else if (type == LUA_TNUMBER && !isnan(lua_tonumber(L, index))) {
        double number = lua_tonumber(L, index);
        memcpy(&content, &number, sizeof content);
        return mix_hash((uint64_t)LUA_TNONE, content); // differs from an integer with the same bits
    } else if (type == LUA_TNIL || type == LUA_TBOOLEAN) {
        content = (uint64_t)lua_toboolean(L, index);
    } else {
        return dv_hash_of_data(L, index);
    }
    return mix_hash((uint64_t)type, content);
}

/// Hash the value at the top and pop it.
static uint64_t hash_of_top(lua_State *L) {
    uint64_t hash = hash_of_value(L, -1);
    lua_pop(L, 1);
    return hash;
}

/// Push a field of the memory at an index, which may be nil.
static void push_field(lua_State *L, int memory, const char *name) {
    if (!lua_istable(L, memory)) {
        lua_pushnil(L);
        return;
    }
    lua_pushstring(L, name);
    lua_rawget(L, memory);
}

/// Hash the shared fields of the memory at the top and pop it.
static uint64_t hash_of_memory(lua_State *L, const dv_memories_compared *c,
                               const dv_shared_names *names, uint32_t type) {
    uint64_t hash = 0;
    int memory = lua_gettop(L);
    for (uint32_t i = 0; i < names->count; i++) {
        if (names->items[i].types[c->side] != type)
            continue;
        push_field(L, memory, names->items[i].name);
        hash = mix_hash(hash, hash_of_top(L));
    }
    lua_settop(L, memory - 1);
    return hash;
}

static void push_label(lua_State *L, const dv_scenario *scenario, uint32_t agent) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->labels);
    lua_rawgeti(L, -1, (lua_Integer)agent + 1);
    lua_remove(L, -2);
}

static int hash_all(lua_State *L) {
    dv_memories_compared *c = lua_touserdata(L, 1);
    const dv_scenario *scenario = c->sides[c->side];
    const dv_world *world = scenario->world;
    uint64_t *hashes = c->hashes[c->side];
    for (uint32_t i = 0; i < dv_world_agent_limit(world); i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (!agent.bits)
            continue;
        dv_push_agent_memory(L, scenario, i);
        hashes[i] = hash_of_memory(L, c, &c->kinds, dv_agent_kind(world, agent));
        push_label(L, scenario, i);
        hashes[i] = mix_hash(hashes[i], hash_of_top(L));
    }
    for (uint32_t i = 0; i < dv_world_group_limit(world); i++) {
        dv_group group = dv_world_group_at(world, i);
        if (!group.bits)
            continue;
        dv_push_group_memory(L, scenario, i);
        hashes[c->agent_limit + i] = hash_of_memory(L, c, &c->groups, dv_group_type(world, group));
    }
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->world_memory);
    hashes[c->agent_limit + c->group_limit] = hash_of_top(L);
    return 0;
}

// The first difference

/// Write the value in question to c->text, and its hash to the first place of the side's hashes.
static int describe_difference(lua_State *L) {
    dv_memories_compared *c = lua_touserdata(L, 1);
    const dv_scenario *scenario = c->sides[c->side];
    if (!c->field) {
        push_label(L, scenario, c->owner);
    } else {
        if (c->of_world)
            lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->world_memory);
        else if (c->of_groups)
            dv_push_group_memory(L, scenario, c->owner);
        else
            dv_push_agent_memory(L, scenario, c->owner);
        push_field(L, 2, c->field);
    }
    int value = lua_gettop(L);
    char number[DV_NUMBER_TEXT];
    if (lua_type(L, value) == LUA_TNUMBER && !lua_isinteger(L, value)) {
        dv_double_text(lua_tonumber(L, value), number);
        lua_pushstring(L, number);
    } else {
        dv_push_short_text(L, value);
    }
    snprintf(c->text, DV_DIFFERENCE_VALUE, "%s", lua_tostring(L, -1));
    lua_settop(L, value);
    c->hashes[c->side][0] = hash_of_top(L);
    return 0;
}

/// Whether a field of an owner differs, or an agent's label if `field` is NULL. Writes both values
/// as text to `found`. Overwrites the first hash of each side.
static dv_result look_at(dv_memories_compared *c, uint32_t owner, const char *field,
                         dv_difference *found, bool *is_found, dv_error *error) {
    dv_result result = DV_OK;
    c->owner = owner;
    c->field = field;
    for (int side = 0; result == DV_OK && side < 2; side++) {
        c->text = found->values[side];
        result = dv_query_side(c, side, describe_difference, error);
    }
    *is_found = result == DV_OK && c->hashes[0][0] != c->hashes[1][0];
    if (*is_found && strcmp(found->values[0], found->values[1]) == 0)
        found->values[0][0] = found->values[1][0] = '\0';
    return result;
}

/// Find the first field in which an owner's memories differ. Finds nothing if the owners are of
/// different kinds, since those share no names.
static dv_result find_field(dv_memories_compared *c, uint32_t owner, const uint32_t types[2],
                            dv_difference *found, bool *is_found, dv_error *error) {
    const dv_shared_names *names = c->of_groups ? &c->groups : &c->kinds;
    dv_result result = DV_OK;
    for (uint32_t i = 0; result == DV_OK && !*is_found && i < names->count; i++) {
        const dv_shared_name *item = &names->items[i];
        if (memcmp(item->types, types, sizeof item->types) != 0)
            continue;
        snprintf(found->field, sizeof found->field, "memory.%.120s", item->name);
        result = look_at(c, owner, item->name, found, is_found, error);
    }
    if (result == DV_OK && !*is_found && !c->of_groups) {
        snprintf(found->field, sizeof found->field, "label");
        result = look_at(c, owner, NULL, found, is_found, error);
    }
    return result;
}

static dv_result find_agent(dv_memories_compared *c, uint32_t limit, dv_difference *found,
                            bool *is_found, dv_error *error) {
    const dv_world *worlds[2] = {c->sides[0]->world, c->sides[1]->world};
    dv_result result = DV_OK;
    c->of_groups = false;
    for (uint32_t i = 0; result == DV_OK && !*is_found && i < limit; i++) {
        dv_agent agents[2] = {dv_world_agent_at(worlds[0], i), dv_world_agent_at(worlds[1], i)};
        if (!agents[0].bits || !agents[1].bits || c->hashes[0][i] == c->hashes[1][i])
            continue;
        const uint32_t types[2] = {dv_agent_kind(worlds[0], agents[0]),
                                   dv_agent_kind(worlds[1], agents[1])};
        *found = (dv_difference){.agent = i + 1};
        dv_agent_text(worlds[0], i, found->whose);
        result = find_field(c, i, types, found, is_found, error);
    }
    return result;
}

static dv_result find_group(dv_memories_compared *c, dv_difference *found, bool *is_found,
                            dv_error *error) {
    const dv_world *worlds[2] = {c->sides[0]->world, c->sides[1]->world};
    dv_result result = DV_OK;
    c->of_groups = true;
    for (uint32_t i = 0; result == DV_OK && !*is_found && i < c->group_limit; i++) {
        dv_group groups[2] = {dv_world_group_at(worlds[0], i), dv_world_group_at(worlds[1], i)};
        size_t place = (size_t)c->agent_limit + i;
        if (!groups[0].bits || !groups[1].bits || c->hashes[0][place] == c->hashes[1][place])
            continue;
        const uint32_t types[2] = {dv_group_type(worlds[0], groups[0]),
                                   dv_group_type(worlds[1], groups[1])};
        *found = (dv_difference){0};
        snprintf(found->whose, sizeof found->whose, "%.100s#%" PRIu32,
                 dv_program_group_type_name(dv_world_program(worlds[0]), types[0]), i + 1);
        result = find_field(c, i, types, found, is_found, error);
    }
    return result;
}

/// Find the first name in world.memory whose values differ, or else report world.memory as a whole.
/// Call only if it differs.
static dv_result find_world_field(dv_memories_compared *c, dv_difference *found, dv_error *error) {
    const dv_shared_names *names = &c->world;
    bool is_found = false;
    dv_result result = DV_OK;
    c->of_world = true;
    c->listing = &c->world;
    for (int side = 0; result == DV_OK && side < 2; side++)
        result = dv_query_side(c, side, dv_list_memory_names, error);
    for (uint32_t i = 0; result == DV_OK && !is_found && i < names->count; i++) {
        snprintf(found->field, sizeof found->field, "memory.%.120s", names->items[i].name);
        result = look_at(c, 0, names->items[i].name, found, &is_found, error);
    }
    if (result == DV_OK && !is_found)
        *found = (dv_difference){.field = "memory"};
    return result;
}

static uint32_t larger_of(uint32_t a, uint32_t b) { return a > b ? a : b; }

static dv_result begin_comparing(dv_memories_compared *c, dv_error *error) {
    const dv_world *world = c->sides[0]->world, *other = c->sides[1]->world;
    c->agent_limit = larger_of(dv_world_agent_limit(world), dv_world_agent_limit(other));
    c->group_limit = larger_of(dv_world_group_limit(world), dv_world_group_limit(other));
    dv_result result = dv_share_memory_names(c, error);
    for (int side = 0; result == DV_OK && side < 2; side++) {
        c->hashes[side] = dv_alloc(hash_count(c) * sizeof *c->hashes[side]);
        result = c->hashes[side] ? dv_query_side(c, side, hash_all, error)
                                 : dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    }
    return result;
}

/// Agents come first, whether they differ in memory or otherwise. Within one agent, memory comes
/// after the values that decisions are based on, and before everything that follows from it. Groups
/// and world.memory come last.
static dv_result find_first(dv_memories_compared *c, dv_difference *found, bool *is_found,
                            dv_error *error) {
    const dv_world *world = c->sides[0]->world, *other = c->sides[1]->world;
    size_t last = hash_count(c) - 1;
    dv_difference of_memory;
    *is_found = dv_world_agents_differ(world, other, found);
    bool remembers_other = false;
    uint32_t limit = *is_found ? found->agent - found->is_decided : c->agent_limit;
    dv_result result = find_agent(c, limit, &of_memory, &remembers_other, error);
    if (result == DV_OK && !*is_found && !remembers_other)
        result = find_group(c, &of_memory, &remembers_other, error);
    if (result == DV_OK && remembers_other) {
        *found = of_memory;
        *is_found = true;
    }
    if (result != DV_OK || *is_found)
        return result;
    if (c->hashes[0][last] == c->hashes[1][last]) {
        *is_found = dv_world_rest_differs(world, other, found);
        return DV_OK;
    }
    *found = (dv_difference){0};
    *is_found = true;
    return find_world_field(c, found, error);
}

dv_result dv_scenario_differs(dv_scenario *scenario, dv_scenario *other, dv_difference *found,
                              bool *is_found, dv_error *error) {
    dv_memories_compared c = {.sides = {scenario, other}};
    *is_found = false;
    dv_result result = begin_comparing(&c, error);
    if (result == DV_OK)
        result = find_first(&c, found, is_found, error);
    dv_free_memory_names(&c.kinds);
    dv_free_memory_names(&c.groups);
    dv_free_memory_names(&c.world);
    dv_free(c.hashes[0]);
    dv_free(c.hashes[1]);
    return result;
}
