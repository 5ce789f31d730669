// Reports defaults of memory that a reload changed. Living agents and groups keep their values.
#include "calls/calls.h"
#include "classes/markers.h"
#include "memory/memory_private.h"
#include "reload/generation_data.h"
#include "reload/restart.h"
#include "scenario_data.h"

#include "base/name_list.h"

#include <math.h>

static bool is_same(lua_State *L, int a, int b) {
    if (dv_is_none(L, a) || dv_is_none(L, b))
        return dv_is_none(L, a) && dv_is_none(L, b);
    return dv_hash_of_data(L, a) == dv_hash_of_data(L, b);
}

/// What the protected call compares with, and where it reports.
typedef struct comparison {
    const dv_generation *to;
    dv_name_list *list;
} comparison;

/// Report the fields whose defaults differ between the two tables at the top, the newer one last,
/// and pop both.
static void compare_fields(lua_State *L, const comparison *c, const char *of, uint32_t count,
                           const char *whom) {
    int after = lua_gettop(L), before = after - 1;
    lua_pushcfunction(L, dv_ordered_keys);
    lua_pushvalue(L, after);
    lua_call(L, 1, 1);
    int keys = lua_gettop(L);
    for (lua_Unsigned i = 1; i <= lua_rawlen(L, keys); i++) {
        lua_rawgeti(L, keys, (lua_Integer)i);
        const char *name = lua_tostring(L, -1);
        lua_pushvalue(L, -1);
        lua_rawget(L, before);
        lua_pushvalue(L, -2);
        lua_rawget(L, after);
        if (!lua_isnil(L, -2) && !is_same(L, keys + 2, keys + 3))
            dv_list_add(c->list, "%.80s.%.80s: %u %s%s keep%s the old value", of, name, count, whom,
                        count == 1 ? "" : "s", count == 1 ? "s" : "");
        lua_settop(L, keys);
    }
    lua_settop(L, before - 1);
}

static void compare_kinds(lua_State *L, const dv_scenario *scenario, const comparison *c) {
    const dv_generation *from = scenario->generation;
    for (uint32_t i = 0; i < dv_program_kind_count(from->program); i++) {
        const char *name = dv_program_kind_name(from->program, i);
        int32_t kept = dv_world_after(scenario->world, c->to->program, DV_FAMILY_KIND, name);
        uint32_t count = dv_world_count(scenario->world, dv_one_kind(i), -1);
        if (kept < 0 || count == 0)
            continue;
        dv_push_memory_defaults(L, from->names, i);
        dv_push_memory_defaults(L, c->to->names, (uint32_t)kept);
        compare_fields(L, c, name, count, "agent");
    }
}

static uint32_t count_groups(const dv_world *world, uint32_t type) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < dv_world_group_limit(world); i++)
        count += dv_group_alive(world, dv_world_group_at(world, i)) &&
                 dv_group_type(world, dv_world_group_at(world, i)) == type;
    return count;
}

static void compare_groups(lua_State *L, const dv_scenario *scenario, const comparison *c) {
    const dv_generation *from = scenario->generation;
    for (uint32_t i = 0; i < dv_program_group_type_count(from->program); i++) {
        const char *name = dv_program_group_type_name(from->program, i);
        int32_t kept = dv_world_after(scenario->world, c->to->program, DV_FAMILY_GROUP, name);
        uint32_t count = count_groups(scenario->world, i);
        if (kept < 0 || count == 0)
            continue;
        dv_push_memory_defaults(L, from->group_names, i);
        dv_push_memory_defaults(L, c->to->group_names, (uint32_t)kept);
        compare_fields(L, c, name, count, "group");
    }
}

static int compare_defaults(lua_State *L) {
    const comparison *c = lua_touserdata(L, 1);
    compare_kinds(L, dv_scenario_of(L), c);
    compare_groups(L, dv_scenario_of(L), c);
    return 0;
}

dv_result dv_name_changed_defaults(dv_scenario *scenario, const dv_generation *to,
                                   dv_reload_report *report, dv_error *error) {
    dv_name_list list = {.text = report->defaults, .size = sizeof report->defaults};
    comparison c = {to, &list};
    lua_pushcfunction(scenario->state, compare_defaults);
    lua_pushlightuserdata(scenario->state, &c);
    dv_result result = dv_call(scenario, 1, 0, DV_READING, (double)INFINITY, error);
    dv_list_end(&list);
    return result;
}
