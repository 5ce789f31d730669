// The names in memory that two versions of the code have in common; see memory_difference.h.
#include "calls/calls.h"
#include "memory/memory_difference.h"
#include "memory/memory_private.h"
#include "reload/generation_data.h"
#include "scenario_data.h"

#include "base/alloc.h"
#include "base/result.h"

#include <math.h>

dv_result dv_query_side(dv_memories_compared *c, int side, lua_CFunction question,
                        dv_error *error) {
    dv_scenario *scenario = c->sides[side];
    c->side = side;
    lua_pushcfunction(scenario->state, question);
    lua_pushlightuserdata(scenario->state, c);
    return dv_call(scenario, 1, 0, DV_READING, (double)INFINITY, error);
}

static int defaults_reference(const dv_memories_compared *c) {
    const dv_generation *generation = c->sides[c->side]->generation;
    return c->of_groups ? generation->group_names : generation->names;
}

int dv_list_memory_names(lua_State *L) {
    dv_memories_compared *c = lua_touserdata(L, 1);
    dv_shared_names *list = c->listing;
    lua_pushcfunction(L, dv_ordered_keys);
    if (c->of_world)
        lua_rawgeti(L, LUA_REGISTRYINDEX, c->sides[c->side]->world_memory);
    else
        dv_push_memory_defaults(L, defaults_reference(c), c->type);
    lua_call(L, 1, 1);
    lua_Unsigned count = lua_rawlen(L, 2);
    for (lua_Unsigned i = 1; i <= count && !list->out_of_memory; i++) {
        if (lua_rawgeti(L, 2, (lua_Integer)i) != LUA_TSTRING) {
            lua_settop(L, 2);
            continue;
        }
        char *name = dv_copy_string(lua_tostring(L, 3));
        list->out_of_memory = !name || !dv_reserve((void **)&list->items, &list->capacity,
                                                   list->count + 1, sizeof *list->items);
        if (!list->out_of_memory)
            list->items[list->count++] = (dv_shared_name){.types = {c->type}, .name = name};
        else
            dv_free(name);
        lua_settop(L, 2);
    }
    return 0;
}

/// Keep only those names from c->owner on that the second code declares, too.
static int keep_shared(lua_State *L) {
    dv_memories_compared *c = lua_touserdata(L, 1);
    dv_shared_names *list = c->listing;
    int defaults = dv_push_memory_defaults(L, defaults_reference(c), c->type);
    uint32_t kept = c->owner;
    for (uint32_t i = c->owner; i < list->count; i++) {
        lua_pushstring(L, list->items[i].name);
        bool is_shared = lua_rawget(L, defaults) != LUA_TNIL;
        lua_settop(L, defaults);
        list->items[i].types[1] = c->type;
        if (is_shared)
            list->items[kept++] = list->items[i];
        else
            dv_free(list->items[i].name);
    }
    list->count = kept;
    return 0;
}

/// Add the names that a type of the second code shares with its counterpart in the first.
static dv_result share_names(dv_memories_compared *c, uint32_t type, dv_error *error) {
    const dv_world *world = c->sides[0]->world, *other = c->sides[1]->world;
    dv_family family = c->of_groups ? DV_FAMILY_GROUP : DV_FAMILY_KIND;
    int32_t counterpart = dv_world_counterpart(world, other, family, type);
    if (counterpart < 0)
        return DV_OK;
    uint32_t first = c->listing->count;
    c->type = (uint32_t)counterpart;
    dv_result result = dv_query_side(c, 0, dv_list_memory_names, error);
    if (result == DV_OK && c->listing->out_of_memory)
        result = dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    c->type = type;
    c->owner = first;
    return result == DV_OK ? dv_query_side(c, 1, keep_shared, error) : result;
}

dv_result dv_share_memory_names(dv_memories_compared *c, dv_error *error) {
    const dv_program *program = dv_world_program(c->sides[1]->world);
    uint32_t counts[2] = {dv_program_kind_count(program), dv_program_group_type_count(program)};
    dv_shared_names *lists[2] = {&c->kinds, &c->groups};
    dv_result result = DV_OK;
    for (int of_groups = 0; of_groups < 2; of_groups++) {
        c->of_groups = of_groups;
        c->listing = lists[of_groups];
        for (uint32_t i = 0; result == DV_OK && i < counts[of_groups]; i++)
            result = share_names(c, i, error);
    }
    return result;
}

void dv_free_memory_names(dv_shared_names *list) {
    for (uint32_t i = 0; i < list->count; i++)
        dv_free(list->items[i].name);
    dv_free(list->items);
}
