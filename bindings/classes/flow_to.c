// Flows to goals in Lua: world:flow_to creates them.
#include "classes/access.h"
#include "classes/handles.h"
#include "classes/place.h"
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
    if (bits || !dv_to_point(L, index, place)) {
        dv_refuse_point_fault(L, index, name);
        luaL_error(L, "%s: a point, an agent, or a region expected, got %s", name,
                   dv_type_name(L, index));
    }
    return (dv_flow_goal){.point = dv_locate(L, place)};
}

/// Read one goal, or a list of them, which stays on the stack in a block of Lua's.
static void read_goals(lua_State *L, int index, dv_flow_to_def *def) {
    double place[3];
    bool is_list = lua_istable(L, index) && !dv_to_point(L, index, place);
    if (is_list)
        dv_refuse_point_fault(L, index, "flow_to: goals");
    dv_sandbox_resolve_proxy(L, index);
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

static void read_options(lua_State *L, int options, const dv_world *world, dv_flow_to_def *def) {
    if (!lua_istable(L, options))
        luaL_error(L, "flow_to: a table of options expected, got %s", dv_type_name(L, options));
    dv_check_keys(L, options, "flow_to takes no", option_names,
                  sizeof option_names / sizeof *option_names);
    def->clearance = dv_check_plan_number(L, options, "flow_to", "clearance", def->clearance);
    def->resolution = dv_check_plan_number(L, options, "flow_to", "resolution", def->resolution);
    def->density = dv_check_plan_number(L, options, "flow_to", "density", def->density);
    def->counts_terrain = dv_check_plan_terrain(L, options, "flow_to", world, &def->kind);
}

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
    def.cells = dv_plan_cells(L); // shared with plans
    def.cancel = dv_is_plan_canceled;
    def.cancel_context = L;
    dv_sandbox_pause(L);
    dv_result result = dv_world_flow_to(world, &def, &flow, &outcome, &error);
    dv_check_plan_end(L, "flow_to", result, &error);
    dv_push_handle(L, flow.bits);
    if (outcome == DV_FLOW_LEADS)
        return 1;
    lua_pushstring(L, dv_flow_reason(outcome));
    return 2;
}
