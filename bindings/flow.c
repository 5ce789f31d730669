// Flows in Lua: made by world:flow of what drover.flow declared.
#include "script.h"

#include "base/math.h"
#include "base/names.h"

#include <string.h>

static const char *const field_names[] = {"name", "alive", "at", "set", "paint", "remove"};

static int unknown_field(lua_State *L) {
    const char *name = luaL_tolstring(L, 2, NULL);
    return dv_raise_unlisted(L, "a flow has no field", name, field_names,
                             sizeof field_names / sizeof *field_names);
}

int dv_flow_field(lua_State *L, dv_flow flow) {
    const dv_world *world = dv_readable_world(L);
    const char *name = luaL_checkstring(L, 2);
    if (strcmp(name, "alive") == 0) {
        lua_pushboolean(L, dv_flow_alive(world, flow));
        return 1;
    }
    dv_check_flow(L, 1);
    if (strcmp(name, "name") != 0)
        return unknown_field(L);
    lua_pushstring(L,
                   dv_program_flow_type_name(dv_world_program(world), dv_flow_type(world, flow)));
    return 1;
}

int dv_flow_set_field(lua_State *L, dv_flow flow) {
    (void)flow;
    const char *name = luaL_checkstring(L, 2);
    dv_writable_world(L);
    dv_check_flow(L, 1);
    for (size_t i = 0; i < sizeof field_names / sizeof *field_names; i++)
        if (strcmp(name, field_names[i]) == 0)
            return luaL_error(L, "%s: cannot be assigned", name);
    return unknown_field(L);
}

/// A place or velocity as one value, or as two numbers, three in a volume; `index` moves behind it.
static dv_vec3 take_vector(lua_State *L, int *index, const char *name) {
    if (lua_type(L, *index) != LUA_TNUMBER)
        return dv_check_point(L, (*index)++, name);
    bool volume = dv_world_space(dv_readable_world(L)) == DV_VOLUME;
    double axes[3] = {luaL_checknumber(L, *index), luaL_checknumber(L, *index + 1), 0};
    *index += 2;
    if (volume)
        axes[2] = luaL_checknumber(L, (*index)++);
    return dv_vector_of(axes);
}

/// flow:at(x, y) → vx, vy, vz
static int at(lua_State *L) {
    dv_flow flow = dv_check_flow(L, 1);
    dv_vec3 place = dv_check_coordinates(L, 2, "at");
    dv_vec3 velocity = dv_flow_at(dv_readable_world(L), flow, place);
    lua_pushnumber(L, (double)velocity.x);
    lua_pushnumber(L, (double)velocity.y);
    lua_pushnumber(L, (double)velocity.z);
    return 3;
}

/// flow:set(x, y, vx, vy)
static int set(lua_State *L) {
    dv_flow flow = dv_check_flow(L, 1);
    dv_world *world = dv_writable_world(L);
    int index = 2;
    dv_vec3 place = take_vector(L, &index, "set: place");
    dv_vec3 velocity = take_vector(L, &index, "set: velocity");
    dv_error error;
    dv_raise_if_failed(L, dv_flow_set(world, flow, place, velocity, &error), &error);
    return 0;
}

/// flow:paint(x, y, radius, vx, vy, strength)
static int paint(lua_State *L) {
    dv_flow flow = dv_check_flow(L, 1);
    dv_world *world = dv_writable_world(L);
    int index = 2;
    dv_vec3 place = take_vector(L, &index, "paint: place");
    double radius = luaL_checknumber(L, index++);
    dv_vec3 velocity = take_vector(L, &index, "paint: velocity");
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

void dv_push_flow_methods(lua_State *L) {
    static const luaL_Reg methods[] = {
        {"at", at}, {"set", set}, {"paint", paint}, {"remove", remove_flow}, {NULL, NULL}};
    luaL_newlib(L, methods);
}
