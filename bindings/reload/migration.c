// How new code adapts a world that other code left. `migrate` chooses a state for agents whose
// state no longer exists, be it the present state or one that a monitor interrupted. Reload, undo,
// rewind, load, comparison, and replay all come through here.
#include "reload/migration.h"

#include "calls/calls.h"
#include "calls/failures.h"
#include "calls/functions.h"
#include "calls/stops.h"
#include "classes/handles.h"
#include "memory/memory.h"
#include "memory/memory_private.h"
#include "reload/generation_data.h"
#include "scenario_data.h"

#include "base/name_list.h"
#include "base/result.h"

#include <stdio.h>
#include <string.h>

typedef struct migrate_call {
    const dv_migrant *migrant;
    /// an interrupted state, not the present one
    bool is_interrupted;
    dv_function function;
    int32_t state; ///< the chosen state, or −1
} migrate_call;

static int run_migrate(lua_State *L) {
    migrate_call *call = lua_touserdata(L, 1);
    dv_scenario *scenario = dv_scenario_of(L);
    const dv_program *program = dv_world_program(scenario->world);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->functions);
    lua_rawgeti(L, -1, (lua_Integer)call->function);
    dv_push_handle(L, call->migrant->agent.bits);
    lua_pushstring(L, call->migrant->state);
    lua_call(L, 2, 1);
    dv_check_agent_memory(L, call->migrant->agent);
    if (lua_isnil(L, -1) || !dv_agent_alive(scenario->world, call->migrant->agent))
        return 0;
    uint32_t kind = dv_agent_kind(scenario->world, call->migrant->agent);
    char place[128];
    dv_place_of_function(scenario, call->function, place);
    if (lua_type(L, -1) != LUA_TSTRING) {
        lua_pushfstring(L, "%smigrate returned a %s, not a state's name or nil", place,
                        dv_type_name(L, -1));
        return lua_error(L);
    }
    const char *name = lua_tostring(L, -1);
    call->state = dv_program_state(program, kind, name);
    if (call->state >= 0 && call->is_interrupted)
        dv_replace_interrupted(L, call->migrant, name);
    if (call->state >= 0)
        return 0;
    const char *nearest = dv_program_nearest_state(program, kind, name);
    lua_pushfstring(L, "%smigrate returned '%s', which is not a state%s%s%s", place, name,
                    nearest ? " (" : "", nearest ? nearest : "", nearest ? "?)" : "");
    return lua_error(L);
}

/// Returns false if `migrate` failed. If it was only cut short because other calls had used up the
/// time, it has chosen nothing.
static bool call_migrate(dv_scenario *scenario, migrate_call *call) {
    dv_world *world = scenario->world;
    dv_agent agent = call->migrant->agent;
    dv_error error;
    call->function = scenario->generation->kinds[dv_agent_kind(world, agent)].migrate;
    if (!call->function || dv_is_stopped(scenario, call->function))
        return true;
    lua_pushcfunction(scenario->state, run_migrate);
    lua_pushlightuserdata(scenario->state, call);
    if (dv_call_function(scenario, call->function, 1, 0, DV_SETUP, &error) == DV_OK)
        return true;
    if (!dv_note_stop(scenario, call->function, &error))
        return true;
    if (dv_show_agent_error(scenario, agent, &error) == DV_STAY)
        return true;
    dv_agent_suspend(world, agent);
    return false;
}

static void migrate_agent(dv_scenario *scenario, const dv_migrant *m) {
    dv_world *world = scenario->world;
    migrate_call call = {.migrant = m, .state = -1};
    if (!dv_agent_alive(world, m->agent) || !call_migrate(scenario, &call))
        return;
    uint32_t state = call.state >= 0 ? (uint32_t)call.state : dv_agent_state(world, m->agent);
    dv_agent_place_in_state(world, m->agent, state, m->state);
}

/// If `migrate` chooses nothing, the agent will resume the state that was interrupted before this
/// one.
static void migrate_interrupted(dv_scenario *scenario, const dv_migrant *m) {
    migrate_call call = {.migrant = m, .is_interrupted = true, .state = -1};
    if (dv_agent_alive(scenario->world, m->agent))
        call_migrate(scenario, &call);
}

/// Migrate agents in order of id, each with its present state before its interrupted ones. Stops
/// when a failure ends a trial, since that takes everything back. Returns how many agents lost a
/// state.
static uint32_t migrate_all(dv_scenario *scenario, const dv_migration *migration) {
    uint32_t count = 0, present = 0, aside = 0;
    while (present < migration->count || aside < scenario->interrupted_count) {
        uint64_t a = present < migration->count ? migration->migrants[present].agent.bits : 0;
        uint64_t b = aside < scenario->interrupted_count ? scenario->aside[aside].agent.bits : 0;
        uint64_t next = !b || (a && dv_handle_index(a) <= dv_handle_index(b)) ? a : b;
        if (next == a && !scenario->trial_failed)
            migrate_agent(scenario, &migration->migrants[present]);
        present += next == a;
        for (; aside < scenario->interrupted_count && scenario->aside[aside].agent.bits == next;
             aside++)
            if (!scenario->trial_failed)
                migrate_interrupted(scenario, &scenario->aside[aside]);
        count++;
    }
    return count;
}

/// Write the plural of a kind's name: "wolves" for "wolf".
static void write_plural(char *text, size_t capacity, const char *name) {
    size_t length = strlen(name);
    char last = length > 0 ? name[length - 1] : ' ', before = length > 1 ? name[length - 2] : ' ';
    bool hisses = strchr("sxz", last) || (last == 'h' && strchr("cs", before)) ||
                  (last == 'o' && !strchr("aeiou", before)); // as in heroes
    if (last == 'f' && before == 'l')
        snprintf(text, capacity, "%.*sves", (int)length - 1, name);
    else if (last == 'y' && !strchr("aeiou", before))
        snprintf(text, capacity, "%.*sies", (int)length - 1, name);
    else
        snprintf(text, capacity, "%s%s", name, hisses ? "es" : "s");
}

static void add_removed(dv_name_list *list, const dv_removed *removed) {
    const char *what = dv_family_name(removed->family);
    char many[128];
    write_plural(many, sizeof many, removed->name);
    if (removed->family == DV_FAMILY_KIND)
        dv_list_add(list, "%u %s removed", removed->count,
                    removed->count == 1 ? removed->name : many);
    else
        dv_list_add(list, "%u %s%s '%s' removed", removed->count, what,
                    removed->count == 1 ? "" : "s", removed->name);
}

dv_moved dv_settle_migration(dv_scenario *scenario) {
    const dv_migration *migration = dv_world_migration(scenario->world);
    dv_moved moved = {0};
    dv_name_list removed = {.text = moved.removed, .size = sizeof moved.removed};
    for (uint32_t i = 0; i < migration->removed_count; i++) {
        dv_family family = migration->removed[i].family;
        add_removed(&removed, &migration->removed[i]);
        moved.for_good |= family != DV_FAMILY_FIELD && family != DV_FAMILY_LINK;
    }
    dv_list_end(&removed);
    dv_error error;
    if (dv_fill_memory(scenario, &error) != DV_OK)
        dv_script_failed(scenario, error.message);
    moved.migrated = migrate_all(scenario, migration);
    scenario->interrupted_count = 0;
    dv_world_forget_migration(scenario->world);
    scenario->moved = moved;
    return moved;
}

dv_moved dv_scenario_moved(const dv_scenario *scenario) { return scenario->moved; }

void dv_moved_text(const dv_moved *moved, char text[DV_MOVED_TEXT]) {
    size_t used = 0;
    text[0] = '\0';
    if (moved->migrated > 0)
        used = (size_t)snprintf(text, DV_MOVED_TEXT, "%u agent%s migrated", moved->migrated,
                                moved->migrated == 1 ? "" : "s");
    if (*moved->removed)
        snprintf(text + used, DV_MOVED_TEXT - used, "%s%s", used ? ", " : "", moved->removed);
}

dv_result dv_load_outside(dv_scenario *scenario, const dv_snapshot *snapshot, dv_error *error) {
    scenario->tells_mods = true;
    dv_result result = dv_world_load_snapshot(scenario->world, snapshot, error);
    scenario->tells_mods = false;
    if (result == DV_OK)
        dv_begin_planning(scenario);
    return result;
}

dv_result dv_scenario_load_snapshot(dv_scenario *scenario, const dv_snapshot *snapshot,
                                    dv_error *error) {
    dv_result result = dv_load_outside(scenario, snapshot, error);
    if (result != DV_OK)
        return result;
    dv_begin_budget(scenario);
    dv_settle_migration(scenario);
    dv_scenario_warn_of_locals(scenario);
    return DV_OK;
}
