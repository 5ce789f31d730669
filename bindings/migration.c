// What code does with a world that other code left: `migrate` for agents whose state is gone. A
// reload, an undo, going back, loading, comparing and replaying all come through here.
#include "name_list.h"
#include "script.h"

#include "base/result.h"

#include <stdio.h>
#include <string.h>

typedef struct migrate_call {
    const dv_migrant *migrant;
    dv_function function;
    int32_t state; ///< what it chose, or −1
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
    if (call->state >= 0)
        return 0;
    const char *nearest = dv_program_nearest_state(program, kind, name);
    lua_pushfstring(L, "%smigrate returned '%s', which is no state%s%s%s", place, name,
                    nearest ? " (" : "", nearest ? nearest : "", nearest ? "?)" : "");
    return lua_error(L);
}

static void migrate(dv_scenario *scenario, const dv_migrant *m) {
    dv_world *world = scenario->world;
    if (!dv_agent_alive(world, m->agent))
        return;
    uint32_t kind = dv_agent_kind(world, m->agent);
    migrate_call call = {m, scenario->generation->kinds[kind].migrate, -1};
    dv_error error;
    if (call.function && !dv_is_stopped(scenario, call.function)) {
        lua_pushcfunction(scenario->state, run_migrate);
        lua_pushlightuserdata(scenario->state, &call);
        if (dv_call_function(scenario, call.function, 1, 0, DV_SETUP, &error) != DV_OK) {
            if (dv_note_stop(scenario, call.function, &error)) {
                dv_show_agent_error(scenario, m->agent, &error);
                dv_agent_suspend(world, m->agent);
            }
            return;
        }
    }
    uint32_t state = call.state >= 0 ? (uint32_t)call.state : dv_agent_state(world, m->agent);
    dv_agent_place_in_state(world, m->agent, state);
}

/// "wolf" is counted as "2 wolves".
static void write_plural(char *text, size_t capacity, const char *name) {
    size_t length = strlen(name);
    char last = length > 0 ? name[length - 1] : ' ', before = length > 1 ? name[length - 2] : ' ';
    bool hisses = strchr("sxz", last) || (last == 'h' && strchr("cs", before));
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
    dv_moved moved = {.migrated = migration->count};
    dv_name_list removed = {.text = moved.removed, .size = sizeof moved.removed};
    for (uint32_t i = 0; i < migration->removed_count; i++)
        add_removed(&removed, &migration->removed[i]);
    dv_list_end(&removed);
    dv_error error;
    if (dv_fill_memory(scenario, &error) != DV_OK)
        dv_script_failed(scenario, error.message);
    // One that fails on trial takes all of it back.
    for (uint32_t i = 0; i < migration->count && !scenario->trial_failed; i++)
        migrate(scenario, &migration->migrants[i]);
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

dv_result dv_scenario_load_snapshot(dv_scenario *scenario, const dv_snapshot *snapshot,
                                    dv_error *error) {
    dv_result result = dv_world_load_snapshot(scenario->world, snapshot, error);
    if (result != DV_OK)
        return result;
    dv_begin_budget(scenario);
    dv_begin_planning(scenario);
    dv_settle_migration(scenario);
    return DV_OK;
}
