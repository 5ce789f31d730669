// Methods of agents in Lua. agent_fields.c has the fields, agent_names.c has slots and memory.
#include "building.h"
#include "classes/access.h"
#include "classes/agent_fields.h"
#include "classes/agent_methods.h"
#include "classes/handles.h"
#include "classes/members.h"
#include "classes/notes.h"
#include "classes/place.h"
#include "classes/timers.h"
#include "classes/turn_into.h"
#include "classes/vector.h"
#include "scenario_data.h"
#include "values.h"

#include "base/math.h"

#include <math.h>

static int agent_apply(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_world *world = dv_writable_world(L);
    dv_steering *behavior = dv_to_steering(L, 2);
    dv_error error;
    if (!behavior || !dv_steering_is_behavior(behavior))
        return luaL_error(L, "apply: a behavior expected, got %s",
                          behavior ? "blend" : dv_type_name(L, 2));
    double weight = dv_number_or(L, 3, 1);
    dv_raise_if_failed(L, dv_agent_apply(world, agent, behavior, (float)weight, &error), &error);
    return 0;
}

static int agent_steer(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_world *world = dv_writable_world(L);
    const dv_program *program = dv_world_program(world);
    int32_t blend = -1;
    dv_error error;
    if (!lua_isnoneornil(L, 2)) {
        const char *name = luaL_checkstring(L, 2);
        uint32_t kind = dv_agent_kind(world, agent);
        blend = dv_program_blend(program, kind, name);
        if (blend < 0)
            return luaL_error(L, "steer: kind '%s' has no blend '%s' among its blends",
                              dv_program_kind_name(program, kind), name);
    }
    dv_raise_if_failed(L, dv_agent_choose_blend(world, agent, blend, &error), &error);
    return 0;
}

static int agent_become(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_world *world = dv_writable_world(L);
    const dv_program *program = dv_world_program(world);
    const char *name = luaL_checkstring(L, 2);
    uint32_t kind = dv_agent_kind(world, agent);
    int32_t state = dv_program_state(program, kind, name);
    dv_error error;
    if (dv_scenario_of(L)->activity == DV_SWITCHING)
        return luaL_error(L, "become: not allowed in enter and leave, which run during a switch");
    if (state < 0 || !*name)
        return dv_raise_unknown(L, "become: no state", name,
                                dv_program_nearest_state(program, kind, name));
    dv_raise_if_failed(L, dv_agent_become(world, agent, (uint32_t)state, &error), &error);
    dv_note_become(L, world, agent);
    return 0;
}

dv_vec3 dv_check_other_place(lua_State *L, const dv_world *world) {
    if (lua_islightuserdata(L, 2))
        return dv_agent_position(world, dv_check_agent(L, 2));
    return dv_check_place_from(L, 2, "argument 1");
}

static dv_vec3 offset_to_other(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    const dv_world *world = dv_readable_world(L);
    return dv_world_offset(world, dv_agent_position(world, agent), dv_check_other_place(L, world));
}

static int agent_distance(lua_State *L) {
    lua_pushnumber(L, dv_length_double(offset_to_other(L)));
    return 1;
}

static int agent_offset(lua_State *L) {
    dv_vec3 v = offset_to_other(L);
    lua_pushnumber(L, (double)v.x);
    lua_pushnumber(L, (double)v.y);
    lua_pushnumber(L, (double)v.z);
    return 3;
}

static int agent_bearing(lua_State *L) {
    dv_vec3 v = offset_to_other(L);
    dv_agent agent = dv_check_agent(L, 1);
    dv_vec3 forward = dv_agent_forward(dv_readable_world(L), agent);
    double along = (double)forward.x * v.x + (double)forward.y * v.y;
    double across = (double)forward.x * v.y - (double)forward.y * v.x;
    lua_pushnumber(L, dv_atan2(across, along));
    return 1;
}

/// Pushes coordinates in the agent's frame: forward, left, and up.
static int to_local(lua_State *L) {
    dv_vec3 v = offset_to_other(L);
    dv_vec3 local = dv_agent_to_local(dv_readable_world(L), dv_check_agent(L, 1), v);
    lua_pushnumber(L, (double)local.x);
    lua_pushnumber(L, (double)local.y);
    lua_pushnumber(L, (double)local.z);
    return 3;
}

static int to_world(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    const dv_world *world = dv_readable_world(L);
    dv_vec3 local = dv_check_point_from(L, 2, "argument 1");
    dv_push_coordinates(
        L, dv_add(dv_agent_position(world, agent), dv_agent_to_world(world, agent, local)));
    return 3;
}

static int agent_emit(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_world *world = dv_writable_world(L);
    dv_error error;
    const char *name = luaL_checkstring(L, 2);
    dv_event event = {.name = dv_event_name(name),
                      .source = agent,
                      .position = dv_agent_position(world, agent),
                      .radius = (float)luaL_checknumber(L, 3)};
    if (!lua_isnoneornil(L, 4))
        event.about = dv_check_agent(L, 4);
    dv_raise_if_failed(L, dv_world_emit(world, &event, &error), &error);
    dv_note_emit(L, world, agent, name);
    return 0;
}

static int agent_steering(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_world *world = dv_readable_world(L);
    dv_steering *asked = dv_to_steering(L, 2);
    dv_vec3 vector;
    dv_error error;
    if (!asked)
        return luaL_error(L, "steering: a behavior or blend expected, got %s", dv_type_name(L, 2));
    dv_raise_if_failed(L, dv_agent_evaluate(world, agent, asked, &vector, &error), &error);
    lua_pushnumber(L, (double)vector.x);
    lua_pushnumber(L, (double)vector.y);
    lua_pushnumber(L, (double)vector.z);
    return 3;
}

static int draw_random(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    lua_pushnumber(L, dv_agent_random(dv_writable_world(L), agent));
    return 1;
}

static int agent_halt(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_agent_halt(dv_writable_world(L), agent);
    return 0;
}

/// turn_in_place(angle, rate, "first" | "follow") → the angle turned now, whether that takes a
/// step; nil while a step is under way
static int agent_turn(lua_State *L) {
    static const char *const feet[] = {"", "first", "follow", NULL};
    dv_agent agent = dv_check_agent(L, 1);
    dv_world *world = dv_writable_world(L);
    dv_turn_def def = {.angle = luaL_checknumber(L, 2), .rate = luaL_optnumber(L, 3, DV_PI)};
    int foot = luaL_checkoption(L, 4, "", feet);
    def.begins = foot == 1;
    def.follows = foot == 2;
    if (!isfinite(def.angle))
        return luaL_error(L, "turn_in_place: %f is not a finite angle", def.angle);
    if (!(def.rate > 0))
        return luaL_error(L, "turn_in_place: rate: %f is not above 0 rad/s", def.rate);
    dv_turning done = dv_agent_turn(world, agent, &def);
    if (done.is_under_way) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushnumber(L, done.angle);
    lua_pushboolean(L, done.takes_step);
    return 2;
}

static int remove_agent(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_agent_remove(dv_writable_world(L), agent);
    return 0;
}

const dv_slot_def *dv_check_slot_name(lua_State *L, const dv_world *world, dv_agent agent,
                                      uint32_t *slot) {
    uint32_t kind = dv_agent_kind(world, agent);
    luaL_checkstring(L, 2);
    dv_push_kind_name(L, kind);
    if (!lua_isinteger(L, -1))
        luaL_error(L, "kind '%s' has no slot '%s'",
                   dv_program_kind_name(dv_world_program(world), kind), lua_tostring(L, 2));
    *slot = (uint32_t)lua_tointeger(L, -1);
    lua_pop(L, 1);
    return dv_program_slot(dv_world_program(world), kind, *slot);
}

static int set_slot(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_world *world = dv_writable_world(L);
    uint32_t slot;
    dv_error error;
    const dv_slot_def *def = dv_check_slot_name(L, world, agent, &slot);
    dv_slot_value value = {.is_set = true};
    bool is_place = def->type == DV_SLOT_POINT || def->type == DV_SLOT_VECTOR;
    if (def->type == DV_SLOT_POSE && lua_type(L, 3) == LUA_TNUMBER) {
        value.as.pose.position = dv_check_place_from(L, 3, def->name);
        value.as.pose.heading = (float)luaL_optnumber(L, 6, 0);
    } else if (is_place && lua_type(L, 3) == LUA_TNUMBER)
        value.as.point = def->type == DV_SLOT_POINT ? dv_check_place_from(L, 3, def->name)
                                                    : dv_check_point_from(L, 3, def->name);
    else
        value = dv_check_slot(L, 3, def);
    dv_raise_if_failed(L, dv_agent_set_slot(world, agent, slot, value, &error), &error);
    return 0;
}

static int get_slot(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    const dv_world *world = dv_readable_world(L);
    uint32_t slot;
    const dv_slot_def *def = dv_check_slot_name(L, world, agent, &slot);
    dv_slot_value value = dv_agent_slot(world, agent, slot);
    bool is_pose = def->type == DV_SLOT_POSE;
    bool is_place = is_pose || def->type == DV_SLOT_POINT || def->type == DV_SLOT_VECTOR;
    if (!is_place || !value.is_set) {
        dv_push_slot(L, def->type, value);
        return 1;
    }
    if (def->type == DV_SLOT_VECTOR) {
        lua_pushnumber(L, (double)value.as.point.x);
        lua_pushnumber(L, (double)value.as.point.y);
        lua_pushnumber(L, (double)value.as.point.z);
        return 3;
    }
    dv_push_coordinates(L, value.as.point); // a pose begins with its position
    if (is_pose)
        lua_pushnumber(L, (double)value.as.pose.heading);
    return is_pose ? 4 : 3;
}

static const dv_method_row acts[] = {
    {"apply", agent_apply,
     "Add a behavior, times a weight, to this tick's blend. In a step with `think`, it stays in "
     "effect until the next step.\n"
     "@param behavior drover.behavior one that was made while the module loaded\n"
     "@param weight? number 1 by default"},
    {"steer", agent_steer,
     "Steer by one of the kind's `blends` until the state changes. Without a name, go back to the "
     "state's own `steer`.\n"
     "@param name? string"},
    {"become", agent_become,
     "Switch to a state as soon as the callback returns. Another agent switches at its next turn. "
     "Not allowed in `enter` and `leave`.\n"
     "@param state drover.state_name"},
    {"turn_into", dv_turn_into,
     "Turn into an agent of another kind, when `become` would switch: as soon as the callback "
     "returns, or another agent at its next turn. It begins in the kind's initial state: `leave` "
     "and then that state's `enter` run, each with nil. Its handle, place, velocity, group, and "
     "label stay, and so do the slots and memory that both kinds have; what was assigned to its "
     "body and color does not. Not allowed in `enter` and `leave`.\n"
     "@param kind string|drover.declared_kind\n"
     "@param values? table<string, any> slots and memory of the new kind"},
    {"distance", agent_distance,
     "The distance to another agent or a place, center to center.\n"
     "@param other drover.any_agent|drover.point|number another agent, a place, or its x\n"
     "@param y? number\n"
     "@param z? number\n"
     "@return number distance m"},
    {"bearing", agent_bearing,
     "The direction of another agent or a place, relative to the agent's heading: positive to the "
     "left.\n"
     "@param other drover.any_agent|drover.point|number another agent, a place, or its x\n"
     "@param y? number\n"
     "@param z? number\n"
     "@return number bearing rad, from −π to π"},
    {"offset", agent_offset,
     "The vector from the agent to another agent or a place; in a world that wraps, the shortest "
     "one.\n"
     "@param other drover.any_agent|drover.point|number another agent, a place, or its x\n"
     "@param y? number\n"
     "@param z? number\n"
     "@return number dx, number dy, number dz"},
    {"to_local", to_local,
     "A place in the agent's own frame: how far ahead of it, to its left, and above it.\n"
     "@param other drover.any_agent|drover.point|number another agent, a place, or its x\n"
     "@param y? number\n"
     "@param z? number\n"
     "@return number ahead, number left, number up m"},
    {"to_world", to_world,
     "The place in the world that is this far ahead of the agent, to its left, and above it.\n"
     "@param ahead drover.point|number\n"
     "@param left? number\n"
     "@param up? number\n"
     "@return number x, number y, number z m"},
    {"emit", agent_emit,
     "Send an event to all agents within a radius. They hear it in the next tick, unless it is "
     "beyond their own hearing range.\n"
     "@param name drover.event_name\n"
     "@param radius number m\n"
     "@param about? drover.any_agent"},
    {"after", dv_agent_after,
     "Call a function under `timers` of the kind, `f(self, data)`, in the first tick that begins "
     "at least `seconds` from now, and never in the current one. Timers of one tick run in the "
     "order in which they were set, before `update`. When the agent is removed, its timers end; "
     "when it turns into another kind, only the timers that the new kind also has go on.\n"
     "@param seconds number of simulated time, 0 or more\n"
     "@param name string of the timer\n"
     "@param data? any what memory can keep; copied"},
    {"cancel", dv_agent_cancel,
     "Cancel all of the agent's waiting timers with that name.\n"
     "@param name string\n"
     "@return integer count how many there were"},
    {"steering", agent_steering,
     "Evaluate a behavior or blend for this agent, in the world as sensed at the start of the "
     "tick.\n"
     "@param steering drover.steering\n"
     "@return number sx, number sy, number sz m/s"},
    {"random", draw_random,
     "A random number, at least 0 and below 1, from the agent's own stream.\n"
     "@return number"},
    {"halt", agent_halt, "Stop at once."},
    {"turn_in_place", agent_turn,
     "Turn in place, as far toward an angle as one tick allows; on legs, by one foot, which takes "
     "a step. Call it again for the rest.\n"
     "@param angle number rad, to the left\n"
     "@param rate? number rad/s, π by default\n"
     "@param foot? \"first\"|\"follow\" on legs: start with the foot of that side; with angle 0, "
     "bring up the foot that is behind\n"
     "@return number? turned, boolean? takes_step nil while a step is under way"},
    {"remove", remove_agent,
     "Remove the agent from the world. `leave` does not run, and slots that held it read nil."},
    {"set", set_slot,
     "Assign a slot without creating garbage: `self:set(\"goal\", x, y)`. nil empties it.\n"
     "@param slot string\n"
     "@param value any a value of the slot's type, or x\n"
     "@param y? number\n"
     "@param z? number\n"
     "@param heading? number of a pose, rad"},
    {"get", get_slot,
     "Read a slot without creating garbage: x, y, z of a point or vector, plus the heading of a "
     "pose; for other types, its value.\n"
     "@param slot string\n"
     "@return any value_or_x, number? y, number? z, number? heading"},
    {0},
};

static const dv_method_row *const method_lists[] = {acts, dv_agent_ties, dv_agent_senses, NULL};

const dv_class dv_agent_class = {
    .name = "agent",
    .heading = "drover.any_agent: drover.own_properties",
    .doc = "A handle on an agent: equal by value, and usable as a table key. The slots and memory "
           "of its kind are fields too. Using the handle of a removed agent is an error, except "
           "for `alive`. If you assign a property of its body or senses, such as `mass` or "
           "`sight_range`, this agent keeps its own value until you set it to nil.",
    .fields = dv_agent_field_rows,
    .methods = method_lists,
};

void dv_push_agent_methods(lua_State *L) {
    dv_push_class_methods(L, &dv_agent_class);
    dv_add_agent_members(L);
}

static void push_names(lua_State *L, bool reserved_only) {
    dv_push_agent_field_names(L, reserved_only);
    dv_add_method_names(L, &dv_agent_class);
}

void dv_push_agent_names(lua_State *L) { push_names(L, false); }

void dv_push_reserved_agent_names(lua_State *L) { push_names(L, true); }
