// Flows in Lua: world:flow creates one from what drover.flow declared, world:flow_to one that leads
// to goals (flow_to.c).
#include "classes/access.h"
#include "classes/classes.h"
#include "classes/handles.h"
#include "classes/place.h"
#include "classes/vector.h"

#include "base/math.h"
#include "base/names.h"

static void get_name(lua_State *L, const dv_world *world, uint64_t self) {
    if (dv_flow_type(world, (dv_flow){self}) == UINT32_MAX)
        lua_pushnil(L);
    else
        lua_pushstring(L, dv_program_flow_type_name(dv_world_program(world),
                                                    dv_flow_type(world, (dv_flow){self})));
}

static void get_alive(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushboolean(L, dv_flow_alive(world, (dv_flow){self}));
}

static void get_still(lua_State *L, const dv_world *world, uint64_t self) {
    dv_flow_outcome outcome = dv_flow_outcome_of(world, (dv_flow){self});
    lua_pushstring(L, outcome == DV_FLOW_LEADS ? NULL : dv_flow_reason(outcome));
}

/// Read a place or velocity: one value, or two numbers (three in a volume). Advances `index` past
/// it.
static void take_axes(lua_State *L, int *index, const char *name, double axes[3]) {
    if (lua_type(L, *index) != LUA_TNUMBER) {
        dv_check_axes(L, (*index)++, name, axes);
        return;
    }
    bool volume = dv_world_space(dv_readable_world(L)) == DV_VOLUME;
    axes[0] = luaL_checknumber(L, *index);
    axes[1] = luaL_checknumber(L, *index + 1);
    axes[2] = 0;
    *index += 2;
    if (volume)
        axes[2] = luaL_checknumber(L, (*index)++);
}

static dv_vec3 take_place(lua_State *L, int *index, const char *name) {
    double axes[3];
    take_axes(L, index, name, axes);
    return dv_locate(L, axes);
}

static dv_vec3 take_velocity(lua_State *L, int *index, const char *name) {
    double axes[3];
    take_axes(L, index, name, axes);
    return dv_vector_of(axes);
}

/// flow:at(x, y) → vx, vy, vz
static int flow_at(lua_State *L) {
    dv_flow flow = dv_check_flow(L, 1);
    dv_vec3 place = dv_check_place_from(L, 2, "at");
    dv_vec3 velocity = dv_flow_at(dv_readable_world(L), flow, place);
    lua_pushnumber(L, (double)velocity.x);
    lua_pushnumber(L, (double)velocity.y);
    lua_pushnumber(L, (double)velocity.z);
    return 3;
}

/// flow:set(x, y, vx, vy)
static int flow_set(lua_State *L) {
    dv_flow flow = dv_check_flow(L, 1);
    dv_world *world = dv_writable_world(L);
    int index = 2;
    dv_vec3 place = take_place(L, &index, "set: place");
    dv_vec3 velocity = take_velocity(L, &index, "set: velocity");
    dv_error error;
    dv_raise_if_failed(L, dv_flow_set(world, flow, place, velocity, &error), &error);
    return 0;
}

/// flow:paint(x, y, radius, vx, vy, strength)
static int flow_paint(lua_State *L) {
    dv_flow flow = dv_check_flow(L, 1);
    dv_world *world = dv_writable_world(L);
    int index = 2;
    dv_vec3 place = take_place(L, &index, "paint: place");
    double radius = luaL_checknumber(L, index++);
    dv_vec3 velocity = take_velocity(L, &index, "paint: velocity");
    double strength = luaL_optnumber(L, index, 1);
    dv_error error;
    dv_raise_if_failed(L, dv_flow_paint(world, flow, place, radius, velocity, strength, &error),
                       &error);
    return 0;
}

static int remove_flow(lua_State *L) {
    dv_flow_remove(dv_writable_world(L), dv_check_flow(L, 1));
    return 0;
}

static void check_self(lua_State *L) { dv_check_flow(L, 1); }

static const dv_field_row fields[] = {
    {"name", "string?", "that it was declared with; nil if `world:flow_to` made it", get_name,
     NULL},
    {"alive", "boolean", "false once it was removed", get_alive, NULL},
    {"still", "string?",
     "why a flow of `world:flow_to` could not be renewed, or leads to no goal: \"the goals are "
     "gone\"; nil as long as it does",
     get_still, NULL},
    {0},
};

static const dv_method_row methods[] = {
    {"at", flow_at,
     "The velocity at a place, interpolated between cells.\n"
     "@param x drover.point|number\n"
     "@param y? number\n"
     "@param z? number\n"
     "@return number vx, number vy, number vz m/s"},
    {"set", flow_set,
     "Set the velocity of the cell at a place: `flow:set(x, y, vx, vy)`; in a volume also z and "
     "vz, or two vectors.\n"
     "@param place drover.point|number\n"
     "@param velocity drover.point|number\n"
     "@param ... number"},
    {"paint", flow_paint,
     "Blend a velocity into all cells within a radius: `flow:paint(x, y, radius, vx, vy, "
     "strength)`, or with vectors. In the middle, a strength of 1 replaces what was there; at a "
     "distance d, the strength is multiplied by 1 − (d / radius)².\n"
     "@param place drover.point|number\n"
     "@param radius number m\n"
     "@param velocity drover.point|number\n"
     "@param ... number"},
    {"remove", remove_flow, "Remove it from the world."},
    {0},
};

static const dv_method_row *const method_lists[] = {methods, NULL};

const dv_class dv_flow_class = {
    .name = "flow",
    .heading = "drover.flow",
    .doc = "A flow field made by `world:flow`: a velocity for each cell of a grid. Or one made by "
           "`world:flow_to`: a direction, which cannot be set or painted.",
    .called = "a flow",
    .check = check_self,
    .fields = fields,
    .methods = method_lists,
};
