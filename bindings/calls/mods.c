// Mods as owners of functions; see mods.h.
#include "calls/mods.h"

#include "modules/module_path.h"
#include "scenario_data.h"

#include <string.h>

uint32_t dv_mod_named(const dv_generation *generation, const char *name, size_t length) {
    for (uint32_t i = 0; i < generation->mod_count; i++)
        if (strlen(generation->mods[i].name) == length &&
            memcmp(generation->mods[i].name, name, length) == 0)
            return i + 1;
    return 0;
}

uint32_t dv_mod_of_place(const dv_generation *generation, const char *place) {
    const char *name;
    size_t length;
    return dv_after_mod(place, &name, &length) ? dv_mod_named(generation, name, length) : 0;
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

bool dv_get_source(lua_State *L, lua_Debug *info) {
    int top = lua_gettop(L);
    bool is_wrapper = dv_push_wrapped(L);
    lua_pushvalue(L, is_wrapper ? -2 : -1);
    lua_getinfo(L, ">S", info);
    lua_settop(L, top);
    return is_wrapper;
}
