// The agents' side of a tick: their steps, and the functions called when they are born, change
// state, or are removed.
#include "calls/dispatch.h"

#include "building.h"
#include "calls/callbacks.h"
#include "calls/calls.h"
#include "calls/engine_time.h"
#include "calls/failures.h"
#include "calls/functions.h"
#include "calls/timers.h"
#include "classes/handles.h"
#include "classes/turn_into.h"
#include "memory/memory.h"
#include "reload/generation_data.h"
#include "sandbox/sandbox.h"
#include "scenario_data.h"

#include "base/result.h"

// How many ids ahead to prefetch memory. Agents of one kind mostly have consecutive ids.
#define AHEAD 8

/// Pop what a callback returned, the name of a state or nil, and turn it into a decision.
static int32_t take_state(dv_scenario *scenario, dv_world *world, dv_agent agent,
                          dv_function function) {
    lua_State *L = scenario->state;
    if (lua_isnil(L, -1) || !dv_agent_alive(world, agent)) {
        lua_pop(L, 1);
        return DV_STAY;
    }
    const dv_program *program = dv_world_program(world);
    uint32_t kind = dv_agent_kind(world, agent);
    const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
    int32_t state = name && *name ? dv_program_state(program, kind, name) : -1;
    if (state < 0) {
        char place[128];
        dv_error error;
        dv_place_of_function(scenario, function, place);
        const char *nearest = name ? dv_program_nearest_state(program, kind, name) : NULL;
        if (name)
            dv_fail(&error, DV_ERROR_NAME, "%sreturned '%s', which is not a state%s%s%s", place,
                    name, nearest ? " (" : "", nearest ? nearest : "", nearest ? "?)" : "");
        else
            dv_fail(&error, DV_ERROR_NAME, "%sreturned a %s, not a state's name or nil", place,
                    dv_type_name(L, -1));
        scenario->traceback[0] = '\0';
        state = dv_show_agent_error(scenario, agent, &error);
    }
    lua_pop(L, 1);
    return state;
}

/// Call a function with an agent and the time since its last call. Returns its decision.
static int32_t call_for_state(dv_scenario *scenario, dv_world *world, dv_agent agent,
                              dv_function function, double dt) {
    dv_error error;
    lua_State *L = scenario->state;
    if (dv_must_not_call(scenario, function))
        return dv_decision_without_call(scenario, function);
    int top = lua_gettop(L);
    dv_sandbox_push_handler(scenario->sandbox);
    dv_push_function(scenario, function);
    lua_pushlightuserdata(L, (void *)(uintptr_t)agent.bits);
    lua_pushnumber(L, dt);
    dv_activity outer = dv_begin_activity(scenario, DV_SETUP);
    dv_running caller = dv_enter_function(scenario, function);
    scenario->acting = agent.bits;
    dv_result result =
        dv_sandbox_call_handled(scenario->sandbox, 2, 1, scenario->call_seconds, &error);
    scenario->acting = DV_NOBODY;
    dv_sandbox_enter(scenario->sandbox, caller);
    if (dv_end_activity(scenario, outer, result) == DV_OK) {
        int32_t state = lua_isnil(L, -1) ? DV_STAY : take_state(scenario, world, agent, function);
        lua_settop(L, top);
        return state;
    }
    return dv_fail_agent(scenario, agent, function, &error);
}

static int32_t call_choose(void *context, dv_world *world, dv_agent agent, int32_t callback) {
    return call_for_state(context, world, agent, (dv_function)callback, dv_world_dt(world));
}

static dv_function step_of(const dv_scenario *scenario, const dv_world *world, dv_agent agent,
                           int32_t state) {
    const dv_kind_code *code = &scenario->generation->kinds[dv_agent_kind(world, agent)];
    if (code->remembers)
        dv_prefetch_agent_memory(scenario->state, scenario, dv_handle_index(agent.bits) + AHEAD);
    return state < 0 ? code->step : code->states[state].step;
}

static int32_t call_step(void *context, dv_world *world, dv_agent agent, int32_t state, double dt) {
    return call_for_state(context, world, agent, step_of(context, world, agent, state), dt);
}

static void place_of_step(void *context, const dv_world *world, dv_agent agent, int32_t state,
                          char *place, size_t size) {
    char line[128];
    dv_line_of_function(context, step_of(context, world, agent, state), line);
    snprintf(place, size, "%s", line);
}

/// A series of steps that are called within one protected call.
typedef struct step_run {
    dv_turn turn;
    dv_function function;
    bool is_open;  ///< the turn has begun and not ended
    bool returned; ///< the step of this turn was called and returned
} step_run;

/// Call steps until one does more than stay in its state. Returns that step's result, or nothing if
/// it was not called.
static int run_steps(lua_State *L) {
    step_run *run = lua_touserdata(L, 1);
    dv_scenario *scenario = dv_scenario_of(L);
    dv_world *world = scenario->world;
    double dt = dv_world_dt(world);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->functions);
    while (dv_next_turn(world, &run->turn)) {
        run->function = step_of(scenario, world, run->turn.agent, run->turn.state);
        run->is_open = true;
        run->returned = false;
        if (dv_must_not_call(scenario, run->function))
            return 0;
        dv_sandbox_restart_call(L);
        dv_enter_function(scenario, run->function);
        scenario->acting = run->turn.agent.bits;
        lua_rawgeti(L, 2, (lua_Integer)run->function);
        lua_pushlightuserdata(L, (void *)(uintptr_t)run->turn.agent.bits);
        lua_pushnumber(L, dt);
        lua_call(L, 2, 1);
        scenario->acting = DV_NOBODY;
        run->returned = true;
        if (!lua_isnil(L, -1) || !dv_pass_turn(world))
            return 1;
        lua_pop(L, 1);
        run->is_open = false;
    }
    return 0;
}

/// The decision of the last step in a series, whose result is at the top.
static int32_t take_decision(dv_scenario *scenario, dv_world *world, const step_run *run) {
    if (!run->returned)
        return dv_decision_without_call(scenario, run->function);
    return lua_isnil(scenario->state, -1)
               ? DV_STAY
               : take_state(scenario, world, run->turn.agent, run->function);
}

static void call_steps(void *context, dv_world *world) {
    dv_scenario *scenario = context;
    lua_State *L = scenario->state;
    step_run run = {.is_open = false};
    dv_error error;
    int top = lua_gettop(L);
    dv_sandbox_push_handler(scenario->sandbox);
    lua_pushcfunction(L, run_steps);
    lua_pushlightuserdata(L, &run);
    dv_activity outer = dv_begin_activity(scenario, DV_SETUP);
    dv_result result =
        dv_sandbox_call_handled(scenario->sandbox, 1, 1, scenario->call_seconds, &error);
    scenario->acting = DV_NOBODY;
    dv_sandbox_enter(scenario->sandbox, (dv_running){0});
    if (dv_end_activity(scenario, outer, result) == DV_OK) {
        if (run.is_open)
            dv_end_turn(world, take_decision(scenario, world, &run));
        lua_settop(L, top);
        return;
    }
    // If the call failed before the first turn began, that turn's agent takes the blame.
    if (!run.is_open && !dv_next_turn(world, &run.turn))
        return;
    dv_end_turn(world, dv_fail_agent(scenario, run.turn.agent, run.function, &error));
}

static dv_steering *find_behavior(void *context, dv_world *world, uint64_t identity) {
    (void)world;
    return dv_find_behavior(context, identity);
}

int dv_refuse_result(lua_State *L, dv_function function, const char *name,
                     const char *instead_of_it) {
    char place[128];
    const char *given = dv_type_name(L, -1);
    if (lua_type(L, -1) == LUA_TSTRING)
        given = lua_pushfstring(L, "'%s'", lua_tostring(L, -1));
    dv_place_of_function(dv_scenario_of(L), function, place);
    lua_pushfstring(L, "%s%s returned %s, which nothing reads: %s", place, name, given,
                    instead_of_it);
    return lua_error(L);
}

typedef struct init_call {
    dv_function function;
    dv_agent agent;
} init_call;

static int run_init(lua_State *L) {
    const init_call *call = lua_touserdata(L, 1);
    dv_scenario *scenario = dv_scenario_of(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->functions);
    lua_rawgeti(L, -1, (lua_Integer)call->function);
    dv_push_handle(L, call->agent.bits);
    lua_call(L, 1, 1);
    dv_check_agent_memory(L, call->agent);
    if (!lua_isnil(L, -1) && dv_agent_alive(scenario->world, call->agent))
        dv_refuse_result(L, call->function, "init",
                         "agents begin in `initial`, or in the state passed to spawn");
    return 0;
}

static int32_t call_init(void *context, dv_world *world, dv_agent agent) {
    dv_scenario *scenario = context;
    dv_function function = scenario->generation->kinds[dv_agent_kind(world, agent)].init;
    init_call call = {function, agent};
    dv_error error;
    if (dv_must_not_call(scenario, function))
        return dv_decision_without_call(scenario, function);
    lua_pushcfunction(scenario->state, run_init);
    lua_pushlightuserdata(scenario->state, &call);
    if (dv_call_function(scenario, function, 1, 0, DV_SETUP, &error) == DV_OK)
        return DV_STAY;
    return dv_fail_agent(scenario, agent, function, &error);
}

/// A call of enter or leave. It goes through a C function because pushing the state's name may
/// raise, which must happen within a protected call.
typedef struct transition {
    const char *name; ///< the callback's: "enter" or "leave"
    dv_function function;
    dv_agent agent;
    int32_t other;
} transition;

static int run_transition(lua_State *L) {
    const transition *t = lua_touserdata(L, 1);
    dv_scenario *scenario = dv_scenario_of(L);
    dv_world *world = scenario->world;
    const dv_program *program = dv_world_program(world);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->functions);
    lua_rawgeti(L, -1, (lua_Integer)t->function);
    dv_push_handle(L, t->agent.bits);
    if (t->other < 0)
        lua_pushnil(L);
    else
        lua_pushstring(
            L, dv_program_state_name(program, dv_agent_kind(world, t->agent), (uint32_t)t->other));
    lua_call(L, 2, 1);
    if (!lua_isnil(L, -1) && dv_agent_alive(world, t->agent))
        dv_refuse_result(L, t->function, t->name,
                         "return a state from step or from a function in on");
    return 0;
}

static int32_t decide_transition(dv_scenario *scenario, transition t) {
    dv_error error;
    if (dv_must_not_call(scenario, t.function))
        return dv_decision_without_call(scenario, t.function);
    lua_pushcfunction(scenario->state, run_transition);
    lua_pushlightuserdata(scenario->state, &t);
    if (dv_call_function(scenario, t.function, 1, 0, DV_SWITCHING, &error) == DV_OK)
        return DV_STAY;
    return dv_fail_agent(scenario, t.agent, t.function, &error);
}

static const dv_state_code *code_of(dv_scenario *scenario, dv_world *world, dv_agent agent) {
    const dv_kind_code *code = &scenario->generation->kinds[dv_agent_kind(world, agent)];
    return &code->states[dv_agent_state(world, agent)];
}

static int32_t call_leave(void *context, dv_world *world, dv_agent agent, int32_t to) {
    transition t = {"leave", code_of(context, world, agent)->leave, agent, to};
    return decide_transition(context, t);
}

static int32_t call_enter(void *context, dv_world *world, dv_agent agent, int32_t from) {
    transition t = {"enter", code_of(context, world, agent)->enter, agent, from};
    return decide_transition(context, t);
}

static void forget_memory(lua_State *L, int reference, uint32_t id) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
    // Assigning nil to a field allocates nothing.
    lua_pushnil(L);
    lua_rawseti(L, -2, (lua_Integer)id);
    lua_pop(L, 1);
}

static void forget_agent(void *context, dv_world *world, dv_agent agent) {
    dv_scenario *scenario = context;
    (void)world;
    if (agent.bits == scenario->acting)
        scenario->acting = DV_NOBODY;
    forget_memory(scenario->state, scenario->memory, dv_agent_id(agent));
    forget_memory(scenario->state, scenario->labels, dv_agent_id(agent));
    forget_memory(scenario->state, scenario->turning, dv_agent_id(agent));
}

/// What scripts make in the world counts like what they make in Lua.
static dv_result charge(void *context, const dv_world *world, uint64_t bytes, dv_error *error) {
    const dv_scenario *scenario = context;
    (void)world;
    return dv_sandbox_take_outside(scenario->sandbox, bytes, error);
}

dv_host dv_scenario_host(dv_scenario *scenario) {
    return (dv_host){.context = scenario,
                     .may_go_on = dv_engine_may_go_on,
                     .update = dv_call_update,
                     .elect = dv_call_elect,
                     .test = dv_call_guard,
                     .flow = dv_call_flow,
                     .custom = dv_call_custom,
                     .stress = dv_call_stress,
                     .choose = call_choose,
                     .init = call_init,
                     .leave = call_leave,
                     .enter = call_enter,
                     .turned = dv_call_turned,
                     .timer = dv_call_timer,
                     .timer_state = dv_state_of_timer,
                     .step = call_step,
                     .steps = call_steps,
                     .step_place = place_of_step,
                     .behavior = find_behavior,
                     .removed = forget_agent,
                     .charge = charge,
                     .save = dv_memory_save,
                     .save_code = dv_memory_save_code,
                     .load = dv_memory_load,
                     .loaded = dv_memory_loaded};
}
