// Reads places in the memory of agents for rows, which need them of many agents in every tick.
#include "calls/calls.h"
#include "classes/handles.h"
#include "classes/vector.h"
#include "memory/memory.h"
#include "scenario.h"
#include "scenario_data.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// A place is a list of keys in the registry; at VECTORS, it has the address of the metatable of
// vectors. Reading makes no new strings, so that it allocates nothing and may run outside of a
// protected call.
#define VECTORS 0

/// Push a key: "step", or the whole number that "2" stands for.
static void push_key(lua_State *L, const char *name, size_t size) {
    char *end;
    errno = 0;
    long long number = strtoll(name, &end, 10);
    bool is_number = size > 0 && strspn(name, "0123456789") >= size && errno == 0;
    if (is_number && end == name + size)
        lua_pushinteger(L, number);
    else
        lua_pushlstring(L, name, size);
}

typedef struct finding {
    const char *path;
    int place;
} finding;

static int find_memory(lua_State *L) {
    finding *f = lua_touserdata(L, 1);
    lua_newtable(L);
    lua_pushlightuserdata(L, (void *)(uintptr_t)dv_vector_metatable(L));
    lua_rawseti(L, -2, VECTORS);
    lua_Integer keys = 0;
    for (const char *name = f->path;; name++) {
        size_t size = strcspn(name, ".");
        push_key(L, name, size);
        lua_rawseti(L, -2, ++keys);
        name += size;
        if (!*name)
            break;
    }
    f->place = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

dv_result dv_scenario_find_memory(dv_scenario *scenario, const char *path, int *place,
                                  dv_error *error) {
    finding f = {.path = path};
    lua_pushcfunction(scenario->state, find_memory);
    lua_pushlightuserdata(scenario->state, &f);
    dv_result result = dv_call_quietly(scenario, 1, 0, DV_READING, scenario->load_seconds, error);
    *place = f.place;
    return result;
}

/// Replace the vector at the top by the component that the key names, or nothing.
static void push_axis(lua_State *L, int key, const double *axes) {
    const char *name = lua_type(L, key) == LUA_TSTRING ? lua_tostring(L, key) : "";
    bool is_axis = name[0] >= 'x' && name[0] <= 'z' && !name[1];
    double axis = is_axis ? axes[name[0] - 'x'] : 0;
    if (is_axis)
        lua_pushnumber(L, axis);
    else
        lua_pushnil(L);
}

/// Replace the value at the top by its field.
static void step_into(lua_State *L, int keys, lua_Integer key, const void *vectors) {
    int value = lua_gettop(L);
    lua_rawgeti(L, keys, key);
    const double *axes =
        lua_type(L, value) == LUA_TUSERDATA ? dv_vector_axes(L, value, vectors) : NULL;
    if (lua_istable(L, value))
        lua_rawget(L, value);
    else if (axes)
        push_axis(L, value + 1, axes);
    else
        lua_pushnil(L);
    lua_replace(L, value);
    lua_settop(L, value);
}

static const char *read_handle(lua_State *L, const dv_world *world, dv_cell *cell) {
    uint64_t bits = dv_to_handle(L, -1);
    if (dv_handle_type_of(bits) != DV_HANDLE_AGENT)
        return dv_type_name(L, -1);
    if (dv_agent_alive(world, (dv_agent){bits}))
        *cell = (dv_cell){.type = DV_CELL_INTEGER, .integer = dv_agent_id((dv_agent){bits})};
    return NULL;
}

/// Read the value at the top. Returns its type if it is no value of a row.
static const char *read_value(lua_State *L, const dv_world *world, const void *vectors,
                              dv_cell *cell) {
    size_t size;
    switch (lua_type(L, -1)) {
    case LUA_TNIL:
        return NULL;
    case LUA_TNUMBER:
        if (lua_isinteger(L, -1))
            *cell = (dv_cell){.type = DV_CELL_INTEGER, .integer = lua_tointeger(L, -1)};
        else
            *cell = (dv_cell){.type = DV_CELL_DOUBLE, .number = lua_tonumber(L, -1)};
        return NULL;
    case LUA_TBOOLEAN:
        *cell = (dv_cell){.type = DV_CELL_TRUTH, .truth = lua_toboolean(L, -1)};
        return NULL;
    case LUA_TSTRING: {
        const char *text = lua_tolstring(L, -1, &size);
        *cell = (dv_cell){.type = DV_CELL_TEXT, .text = text, .size = size};
        return NULL;
    }
    case LUA_TLIGHTUSERDATA:
        return read_handle(L, world, cell);
    default:
        return lua_type(L, -1) == LUA_TUSERDATA && dv_vector_axes(L, -1, vectors)
                   ? "vector"
                   : lua_typename(L, lua_type(L, -1));
    }
}

const char *dv_scenario_read_memory(const dv_scenario *scenario, int place, dv_agent agent,
                                    dv_cell *cell) {
    lua_State *L = scenario->state;
    int top = lua_gettop(L), keys = top + 1;
    *cell = (dv_cell){.type = DV_CELL_EMPTY};
    if (!dv_agent_alive(scenario->world, agent) || !lua_checkstack(L, 6))
        return NULL;
    lua_rawgeti(L, LUA_REGISTRYINDEX, place);
    lua_rawgeti(L, keys, VECTORS);
    const void *vectors = lua_touserdata(L, -1);
    lua_pop(L, 1);
    lua_Integer count = (lua_Integer)lua_rawlen(L, keys);
    dv_push_agent_memory(L, scenario, dv_handle_index(agent.bits));
    for (lua_Integer i = 1; i <= count; i++)
        step_into(L, keys, i, vectors);
    const char *type = read_value(L, scenario->world, vectors, cell);
    lua_settop(L, top);
    return type;
}
