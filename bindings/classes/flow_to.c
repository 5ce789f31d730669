// Flows to goals in Lua: world:flow_to creates them.
#include "classes/access.h"
#include "classes/handles.h"
#include "classes/places.h"
#include "classes/vector.h"
#include "sandbox/sandbox.h"
#include "scenario_data.h"
#include "values.h"

static const char *const option_names[] = {"clearance", "resolution", "terrain", "kind", "density"};

/// Read a goal: an agent, a region, or a point. The engine checks whether it is gone.
static dv_flow_goal check_goal(lua_State *L, int index, const char *name) {
    uint64_t bits = dv_to_handle(L, index);
    dv_handle_type type = bits ? dv_handle_type_of(bits) : DV_HANDLE_NULL;
    if (type == DV_HANDLE_AGENT)
        return (dv_flow_goal){.agent = {bits}};
    if (type == DV_HANDLE_REGION)
        return (dv_flow_goal){.region = {bits}};
    double place[3];
    if (bits || !dv_to_point(L, index, place))
        luaL_error(L, "%s: a point, an agent, or a region expected, got %s", name,
                   dv_type_name(L, index));
    return (dv_flow_goal){.point = dv_check_point(L, index, name)};
}

/// Read one goal, or a list of them, which stays on the stack in a block of Lua's.
static void read_goals(lua_State *L, int index, dv_flow_to_def *def) {
    double place[3];
    bool is_list = lua_istable(L, index) && !dv_to_point(L, index, place);
    lua_Unsigned count = is_list ? lua_rawlen(L, index) : 1;
    if (count < 1 || count > DV_MAX_FLOW_GOALS)
        luaL_error(L, "flow_to: goals: a goal, or a list of 1 to %d goals expected",
                   DV_MAX_FLOW_GOALS);
    dv_flow_goal *all = lua_newuserdatauv(L, count * sizeof *all, 0);
    for (lua_Unsigned i = 0; i < count; i++) {
        char name[40];
        if (!is_list) {
            all[i] = check_goal(L, index, "flow_to: goals");
            continue;
        }
        snprintf(name, sizeof name, "flow_to: goals: goal %d", (int)i + 1);
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        all[i] = check_goal(L, lua_gettop(L), name);
        lua_pop(L, 1);
    }
    def->goals = all;
    def->goal_count = (uint32_t)count;
}

static float read_number(lua_State *L, int options, const char *name, float fallback) {
    int type = lua_getfield(L, options, name);
    if (type != LUA_TNIL && type != LUA_TNUMBER)
        luaL_error(L, "flow_to: %s: a number expected, got %s", name, dv_type_name(L, -1));
    float number = type == LUA_TNIL ? fallback : (float)lua_tonumber(L, -1);
    lua_pop(L, 1);
    return number;
}

static void read_options(lua_State *L, int options, const dv_world *world, dv_flow_to_def *def) {
    if (!lua_istable(L, options))
        luaL_error(L, "flow_to: a table of options expected, got %s", dv_type_name(L, options));
    dv_check_keys(L, options, "flow_to takes no", option_names,
                  sizeof option_names / sizeof *option_names);
    def->clearance = read_number(L, options, "clearance", def->clearance);
    def->resolution = read_number(L, options, "resolution", def->resolution);
    def->density = read_number(L, options, "density", def->density);
    int type = lua_getfield(L, options, "terrain");
    if (type != LUA_TNIL && type != LUA_TBOOLEAN)
        luaL_error(L, "flow_to: terrain: a boolean expected, got %s", dv_type_name(L, -1));
    def->counts_terrain = type == LUA_TNIL || lua_toboolean(L, -1);
    if (lua_getfield(L, options, "kind") != LUA_TNIL)
        def->kind = (int32_t)dv_check_kind(L, lua_gettop(L), dv_world_program(world));
    lua_pop(L, 2);
}

static bool is_canceled(void *context) { return dv_sandbox_is_stopping(context); }

/// world:flow_to(goals, { clearance, resolution, terrain, kind, density }) → flow, or nil and a
/// reason
int dv_world_flow_to_goals(lua_State *L) {
    dv_world *world = dv_writable_world(L);
    dv_flow_to_def def = dv_flow_to_def_default();
    dv_flow_outcome outcome;
    dv_flow flow;
    dv_error error;
    lua_settop(L, 3);
    if (!lua_isnil(L, 3))
        read_options(L, 3, world, &def);
    read_goals(L, 2, &def);
    dv_scenario *scenario = dv_scenario_of(L);
    def.cells = &scenario->plan_cells; // shared with plans
    def.cancel = is_canceled;
    def.cancel_context = L;
    dv_sandbox_pause(L);
    dv_result result = dv_world_flow_to(world, &def, &flow, &outcome, &error);
    dv_sandbox_resume(L);
    dv_sandbox_check(L);
    if (result != DV_OK && scenario->plan_cells == 0)
        return luaL_error(L, "flow_to: more than 10⁹ cells");
    dv_raise_if_failed(L, result, &error);
    dv_push_handle(L, flow.bits);
    if (outcome == DV_FLOW_LEADS)
        return 1;
    lua_pushstring(L, dv_flow_reason(outcome));
    return 2;
}
