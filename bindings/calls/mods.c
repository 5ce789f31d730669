// Failures of mods; see mods.h.
#include "calls/mods.h"

#include "calls/failures.h"
#include "calls/functions.h"
#include "modules/module_path.h"
#include "scenario_data.h"

#include <stdio.h>
#include <string.h>

static uint32_t find_mod(const dv_generation *generation, const char *name, size_t length) {
    for (uint32_t i = 0; i < generation->mod_count; i++)
        if (strlen(generation->mods[i].name) == length &&
            memcmp(generation->mods[i].name, name, length) == 0)
            return i + 1;
    return 0;
}

uint32_t dv_mod_of_place(const dv_generation *generation, const char *place) {
    const char *name;
    size_t length;
    return dv_after_mod(place, &name, &length) ? find_mod(generation, name, length) : 0;
}

/// Tell the wrappers of scripts/definitions/edits.lua that a mod is suspended.
static void pass_by(dv_scenario *scenario, uint32_t mod) {
    lua_State *L = scenario->state;
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->suspended_mods);
    lua_pushboolean(L, true);
    lua_rawseti(L, -2, (lua_Integer)mod);
    lua_pop(L, 1);
}

void dv_suspend_mod(dv_scenario *scenario, uint32_t mod) {
    dv_generation *generation = scenario->generation;
    if (mod == 0)
        return;
    generation->mods[mod - 1].is_suspended = generation->failed = true;
    for (dv_function function = 1; function <= generation->function_count; function++)
        if (generation->code[function].mod == mod && !generation->code[function].is_wrapper)
            generation->stopped[function] = true;
    pass_by(scenario, mod);
}

/// Whether the failure of a mod ends the newest trial: the mod was not suspended before it.
static bool ends_trial(const dv_scenario *scenario, const char *name) {
    if (scenario->trial_count == 0)
        return false;
    const dv_generation *former = scenario->trials[scenario->trial_count - 1].generation;
    return !dv_is_suspended_mod(former, find_mod(former, name, strlen(name)));
}

bool dv_mod_takes_blame(dv_scenario *scenario, const char *message) {
    uint32_t mod = dv_mod_of_place(scenario->generation, message);
    if (mod == 0)
        return false;
    const char *name = scenario->generation->mods[mod - 1].name;
    char text[DV_ERROR_CAPACITY];
    dv_suspend_mod(scenario, mod);
    if (ends_trial(scenario, name)) {
        dv_show_error(scenario, message);
        scenario->trial_failed = true;
        return true;
    }
    snprintf(text, sizeof text, "%.800s; the mod '%.80s' is suspended until the next save", message,
             name);
    dv_show_error(scenario, text);
    return true;
}

bool dv_mod_takes_blame_for(dv_scenario *scenario, dv_agent agent, const char *message) {
    const dv_generation *generation = scenario->generation;
    uint32_t mod = dv_mod_of_place(generation, message);
    if (mod == 0 || !dv_agent_alive(scenario->world, agent))
        return dv_mod_takes_blame(scenario, message);
    const char *declared = generation->kinds[dv_agent_kind(scenario->world, agent)].declared_at;
    return dv_mod_of_place(generation, declared) != mod && dv_mod_takes_blame(scenario, message);
}

bool dv_push_wrapped(lua_State *L) {
    enum { FUNCTION = 1, BEFORE = 4 };
    lua_Debug info;
    lua_pushvalue(L, -1);
    lua_getinfo(L, ">S", &info);
    if (strcmp(info.short_src, "<drover>/edits.lua") != 0 || !lua_getupvalue(L, -1, FUNCTION))
        return false;
    if (lua_getupvalue(L, -2, BEFORE))
        return true;
    lua_pop(L, 1);
    return false;
}
