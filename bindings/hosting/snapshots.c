// Writes the worlds of programs to files, and reads them back.
#include "hosting/bridge.h"

static int push_result(lua_State *L, dv_result result, const dv_error *error) {
    if (result == DV_OK) {
        lua_pushboolean(L, 1);
        return 1;
    }
    luaL_pushfail(L);
    lua_pushstring(L, error->message);
    return 2;
}

/// save(world, path) → true, or nil and a message
static int hosted_save(lua_State *L) {
    const dv_hosted *hosted = dv_check_hosted(L, 1);
    dv_error error;
    dv_scenario_warn_of_locals(hosted->scenario);
    dv_result result = dv_world_save(hosted->scenario->world, luaL_checkstring(L, 2), &error);
    return push_result(L, result, &error);
}

/// load(world, path) → the same. Invalidates all earlier handles.
static int hosted_load(lua_State *L) {
    const dv_hosted *hosted = dv_check_hosted(L, 1);
    dv_snapshot snapshot = {0};
    dv_error error;
    dv_result result = dv_snapshot_read(luaL_checkstring(L, 2), &snapshot, &error);
    if (result == DV_OK)
        result = dv_scenario_load_snapshot(hosted->scenario, &snapshot, &error);
    dv_snapshot_free(&snapshot);
    return push_result(L, result, &error);
}

const luaL_Reg dv_program_methods[] = {{"save", hosted_save}, {"load", hosted_load}, {NULL, NULL}};
