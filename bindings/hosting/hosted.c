// Functions of the host for a world beyond the world's own methods: stepping it, sending it input,
// and reading what a report shows.
#include "classes/access.h"
#include "classes/classes.h"
#include "classes/handles.h"
#include "hosting/bridge.h"
#include "hosting/objects.h"
#include "sandbox/sandbox.h"
#include "scenario_data.h"

#include "base/names.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_TICKS 1000000000

// Steps

static int raise_at_tick(lua_State *L, const dv_hosted *hosted, const char *message) {
    return luaL_error(L, "tick %I: %s", (LUAI_UACINT)dv_world_tick(hosted->scenario->world),
                      message);
}

/// In a test, a failed script always fails the test. A program continues as a run does; the error
/// was already printed.
static void raise_failures(lua_State *L, const dv_hosted *hosted) {
    const dv_scenario *scenario = hosted->scenario;
    if (hosted->bridge->is_program)
        return;
    const char *banner = dv_scenario_banner(scenario);
    if (dv_scenario_has_failed(scenario) || dv_world_suspended_count(scenario->world) > 0 ||
        scenario->update_suspended)
        raise_at_tick(L, hosted, banner ? banner : "a script failed");
}

static void step_once(lua_State *L, dv_hosted *hosted) {
    dv_error error;
    if (!hosted->bridge->is_program)
        dv_sandbox_check(L);
    hosted->bridge->last = hosted;
    if (dv_scenario_step(hosted->scenario, &error) != DV_OK)
        raise_at_tick(L, hosted, error.message);
    raise_failures(L, hosted);
}

/// step(world, count, until) → whether `until` returned true after a tick, which ends the steps.
static int hosted_step(lua_State *L) {
    dv_hosted *hosted = dv_check_hosted(L, 1);
    lua_Integer count = luaL_optinteger(L, 2, 1);
    if (count < 0 || count > MAX_TICKS)
        return luaL_error(L, "step: %I is not a number of ticks from 0 to %d", (LUAI_UACINT)count,
                          MAX_TICKS);
    lua_settop(L, 3);
    if (!lua_isnil(L, 3) && lua_type(L, 3) != LUA_TFUNCTION)
        return luaL_error(L, "step: until: a function expected, got %s", dv_type_name(L, 3));
    for (; count > 0 && !dv_world_finished(hosted->scenario->world); count--) {
        step_once(L, hosted);
        if (lua_isnil(L, 3))
            continue;
        lua_pushvalue(L, 3);
        lua_pushvalue(L, 1);
        lua_call(L, 1, 1);
        dv_check_hosted(L, 1); // the function may have closed the world
        if (lua_toboolean(L, -1))
            break;
        lua_settop(L, 3);
    }
    lua_pushboolean(L, lua_gettop(L) > 3);
    return 1;
}

// Input

/// The agent under the mouse: the nearest one whose body contains the point. This uses current
/// positions; the world's own queries use those at the start of the tick.
static dv_agent agent_at(const dv_world *world, double x, double y) {
    const dv_vec3 mouse = dv_world_locate(world, (dv_place){x, y, 0});
    dv_agent found = {0};
    double nearest = INFINITY;
    for (uint32_t i = 0; i < dv_world_agent_limit(world); i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (!agent.bits)
            continue;
        dv_vec3 offset = dv_world_offset(world, mouse, dv_agent_position(world, agent));
        double apart = hypot((double)offset.x, (double)offset.y);
        if (apart > dv_agent_property(world, agent, DV_RADIUS) || apart >= nearest)
            continue;
        found = agent;
        nearest = apart;
    }
    return found;
}

static void read_place(lua_State *L, dv_world *world, dv_input *input) {
    dv_vec3 mouse;
    bool was_here = dv_world_mouse(world, &mouse);
    dv_place before = was_here ? dv_world_place(world, mouse) : (dv_place){0, 0, 0};
    input->x = luaL_checknumber(L, 3);
    input->y = luaL_checknumber(L, 4);
    if (!isfinite(input->x) || !isfinite(input->y))
        luaL_error(L, "input: x and y have to be finite");
    input->dx = was_here ? input->x - before.x : 0;
    input->dy = was_here ? input->y - before.y : 0;
}

static void read_button(lua_State *L, const dv_world *world, dv_input *input) {
    lua_Integer button = luaL_optinteger(L, 5, 1);
    if (button < 1 || button > 3)
        luaL_error(L, "input: button: 1 (left), 2 (middle) or 3 (right) expected, got %I",
                   (LUAI_UACINT)button);
    input->button = (int)button;
    const dv_hosted_handle *handle = dv_bridge_to_handle(L, 6);
    input->agent.bits = handle ? handle->bits : dv_to_handle(L, 6);
    if (!lua_isnoneornil(L, 6) && !dv_agent_alive(world, input->agent))
        luaL_error(L, "input: agent: a living agent of this world expected, got %s",
                   dv_type_name(L, 6));
    if (lua_isnoneornil(L, 6))
        input->agent = agent_at(world, input->x, input->y);
}

static void read_arguments(lua_State *L, dv_world *world, dv_input *input) {
    switch (input->type) {
    case DV_MOUSE_PRESSED:
    case DV_MOUSE_RELEASED:
        read_place(L, world, input);
        read_button(L, world, input);
        return;
    case DV_MOUSE_MOVED:
        read_place(L, world, input);
        input->dx = luaL_optnumber(L, 5, input->dx);
        input->dy = luaL_optnumber(L, 6, input->dy);
        return;
    case DV_WHEEL_MOVED:
        input->dx = luaL_checknumber(L, 3);
        input->dy = luaL_checknumber(L, 4);
        return;
    default:
        input->key = luaL_checkstring(L, 3);
    }
}

static void place_mouse(dv_world *world, const dv_input *input) {
    const dv_vec3 place = dv_world_locate(world, (dv_place){input->x, input->y, 0});
    if (input->type <= DV_MOUSE_MOVED)
        dv_world_set_mouse(world, &place);
}

/// As in the window, keys first select tools, and the selected tool gets the mouse.
static void do_input(dv_hosted *hosted, dv_input *input) {
    dv_scenario *scenario = hosted->scenario;
    if (input->type == DV_KEY_PRESSED && dv_tools_press_key(&hosted->tools, scenario, input->key))
        return;
    if (input->type == DV_KEY_RELEASED && dv_tools_release_key(&hosted->tools, input->key))
        return;
    place_mouse(scenario->world, input);
    input->tool = dv_tools_take(&hosted->tools, scenario, input);
    dv_scenario_input(scenario, input);
}

static void move_setting(lua_State *L, dv_hosted *hosted) {
    char text[64];
    dv_error error;
    const char *name = luaL_checkstring(L, 3), *value = text;
    if (lua_type(L, 4) == LUA_TNUMBER)
        snprintf(text, sizeof text, "%.17g", lua_tonumber(L, 4));
    else if (lua_isboolean(L, 4))
        value = lua_toboolean(L, 4) ? "true" : "false";
    else
        value = luaL_checkstring(L, 4);
    dv_result result = dv_scenario_set(hosted->scenario, name, value, &error);
    dv_raise_if_failed(L, result, &error);
}

static void press_button(lua_State *L, dv_hosted *hosted) {
    dv_error error;
    dv_result result = dv_scenario_press(hosted->scenario, luaL_checkstring(L, 3), &error);
    dv_raise_if_failed(L, result, &error);
}

/// input(world, event, …): simulate input between two ticks.
static int hosted_input(lua_State *L) {
    dv_hosted *hosted = dv_check_hosted(L, 1);
    const char *event = luaL_checkstring(L, 2), *names[DV_INPUT_COUNT + 2];
    dv_input done = {.type = DV_INPUT_COUNT};
    bool is_setting = strcmp(event, "setting") == 0;
    if (is_setting || strcmp(event, "press") == 0) {
        if (is_setting)
            move_setting(L, hosted);
        else
            press_button(L, hosted);
        hosted->is_touched = true;
        raise_failures(L, hosted);
        return 0;
    }
    for (int i = 0; i < DV_INPUT_COUNT; i++) {
        names[i] = dv_input_names[i];
        if (strcmp(event, names[i]) == 0)
            done.type = (dv_input_type)i;
    }
    names[DV_INPUT_COUNT] = "setting";
    names[DV_INPUT_COUNT + 1] = "press";
    if (done.type == DV_INPUT_COUNT)
        dv_raise_unlisted(L, "input: no event", event, names, DV_INPUT_COUNT + 2);
    read_arguments(L, hosted->scenario->world, &done);
    hosted->is_touched = true;
    do_input(hosted, &done);
    raise_failures(L, hosted);
    return 0;
}

// Queries

#define MAX_MONITORS 256

/// monitor(world, name) → its current value
static int hosted_monitor(lua_State *L) {
    dv_hosted *hosted = dv_check_hosted(L, 1);
    const char *name = luaL_checkstring(L, 2), *names[MAX_MONITORS];
    uint32_t count = dv_scenario_monitor_count(hosted->scenario);
    for (uint32_t i = 0; i < count; i++) {
        const char *known = dv_scenario_monitor_name(hosted->scenario, i);
        if (i < MAX_MONITORS)
            names[i] = known;
        if (strcmp(known, name) != 0)
            continue;
        double value = dv_scenario_monitor(hosted->scenario, i);
        raise_failures(L, hosted);
        lua_pushnumber(L, value);
        return 1;
    }
    return dv_raise_unlisted(L, "the scenario has no monitor", name, names,
                             count < MAX_MONITORS ? count : MAX_MONITORS);
}

static int hosted_hash(lua_State *L) {
    dv_hosted *hosted = dv_check_hosted(L, 1);
    uint64_t value;
    dv_error error;
    char text[17];
    dv_raise_if_failed(L, dv_world_hash(hosted->scenario->world, &value, &error), &error);
    snprintf(text, sizeof text, "%016" PRIx64, value);
    lua_pushstring(L, text);
    return 1;
}

static int close_hosted(lua_State *L) {
    dv_hosted_close(dv_check_hosted(L, 1));
    return 0;
}

static void get_finished(lua_State *L, const dv_world *world, uint64_t self) {
    (void)self;
    lua_pushstring(L, dv_world_finished(world)); // nil for NULL
}

static const dv_field_row fields[] = {
    {"finished", "string?", "the reason, once the scenario called `world:finish`", get_finished,
     NULL},
    {0},
};

static const dv_method_row methods[] = {
    {"step", hosted_step,
     "Step, until a function that is called after each tick returns true. Raises if a script "
     "fails. Stops early when the scenario finishes.\n"
     "@param ticks? integer 1 by default\n"
     "@param until_holds? fun(world: drover.test_world): boolean?\n"
     "@return boolean held"},
    {"input", hosted_input,
     "Simulate what people do, between two ticks: `mousepressed x y button agent`, "
     "`mousereleased`, "
     "`mousemoved x y dx dy`, `wheelmoved dx dy`, `keypressed key`, `keyreleased key`, `setting "
     "name value`, or `press title`, a button's. The mouse presses the agent under it unless one "
     "is given. Keys choose tools "
     "first.\n"
     "@param event "
     "\"mousepressed\"|\"mousereleased\"|\"mousemoved\"|\"wheelmoved\"|\"keypressed\"|"
     "\"keyreleased\"|\"setting\"|\"press\"\n"
     "@param ... any"},
    {"monitor", hosted_monitor,
     "The value of a monitor now.\n"
     "@param name string\n"
     "@return number"},
    {"hash", hosted_hash,
     "The state hash: equal for equal worlds.\n"
     "@return string"},
    {"close", close_hosted, "Close it now."},
    {0},
};

static const dv_method_row *const method_lists[] = {methods, NULL};

const dv_class dv_test_world_class = {
    .name = "test_world",
    .heading = "drover.test_world: drover.world",
    .doc = "A world in a test. It has everything that scripts can use on their world, and more. "
           "Tables of the scenario are read and assigned in place; tables of the test are copied "
           "into it.",
    .fields = fields,
    .methods = method_lists,
};
