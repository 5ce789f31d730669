// Terrain in Lua: declared while modules load, applied by world:terrain and by regions.
#include "classes/access.h"
#include "classes/ground.h"
#include "classes/handles.h"
#include "classes/place.h"
#include "classes/vector.h"

#include "base/names.h"

// Declarations

/// Read what the record at the top is for some kinds. The list is kept on the stack, and its names
/// by the record.
static void read_kinds(lua_State *L, int record, dv_terrain_def *def) {
    lua_getfield(L, record, "kinds");
    int list = lua_gettop(L);
    def->kind_count = (uint32_t)lua_rawlen(L, list);
    dv_terrain_for *kinds = lua_newuserdatauv(L, (def->kind_count + 1) * sizeof *kinds, 0);
    for (uint32_t i = 0; i < def->kind_count; i++) {
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        int entry = lua_gettop(L);
        lua_getfield(L, entry, "kind");
        lua_getfield(L, entry, "weight");
        lua_getfield(L, entry, "speed");
        kinds[i] = (dv_terrain_for){lua_tostring(L, entry + 1), lua_tonumber(L, entry + 2),
                                    lua_tonumber(L, entry + 3)};
        lua_settop(L, entry - 1);
    }
    def->kinds = kinds;
}

void dv_add_terrain(lua_State *L, int record, dv_program *program) {
    dv_terrain_def def = dv_terrain_def_default();
    dv_error error;
    int top = lua_gettop(L);
    lua_getfield(L, record, "name");
    lua_getfield(L, record, "where");
    lua_getfield(L, record, "weight");
    lua_getfield(L, record, "speed");
    lua_getfield(L, record, "color");
    lua_getfield(L, record, "field");
    def.name = lua_tostring(L, top + 1);
    def.where = lua_tostring(L, top + 2);
    def.weight = lua_tonumber(L, top + 3);
    def.speed = lua_tonumber(L, top + 4);
    def.color = (uint32_t)lua_tointeger(L, top + 5);
    def.field = lua_tostring(L, top + 6);
    read_kinds(L, record, &def);
    dv_raise_if_failed(L, dv_program_add_terrain(program, &def, &error), &error);
    lua_settop(L, top);
}

// Terrain of the world

int32_t dv_check_terrain(lua_State *L, int index, const char *what) {
    const dv_program *program = dv_world_program(dv_readable_world(L));
    const char *names[DV_MAX_TERRAIN_TYPES];
    uint32_t count = dv_program_terrain_count(program);
    index = lua_absindex(L, index);
    if (luaL_testudata(L, index, "declared terrain"))
        lua_getiuservalue(L, index, 1);
    else
        lua_pushvalue(L, index);
    if (lua_type(L, -1) != LUA_TSTRING)
        luaL_error(L, "%s: a terrain's name expected, got %s", what, dv_type_name(L, index));
    const char *name = lua_tostring(L, -1);
    int32_t type = dv_program_terrain(program, name);
    for (uint32_t i = 0; i < count; i++)
        names[i] = dv_program_terrain_at(program, i)->name;
    if (type < 0)
        dv_raise_unknown(L, lua_pushfstring(L, "%s: no terrain", what), name,
                         dv_nearest_name(name, names, count));
    lua_pop(L, 1);
    return type;
}

void dv_push_terrain(lua_State *L, int32_t type) {
    if (type < 0)
        lua_pushnil(L);
    else
        lua_pushstring(
            L, dv_program_terrain_at(dv_world_program(dv_readable_world(L)), (uint32_t)type)->name);
}

/// world:terrain(name) → the region that applies it
int dv_world_terrain(lua_State *L) {
    dv_world *world = dv_writable_world(L);
    int32_t type = dv_check_terrain(L, 2, "terrain");
    dv_region made;
    dv_error error;
    dv_raise_if_failed(L, dv_terrain_create(world, (uint32_t)type, &made, &error), &error);
    dv_push_handle(L, made.bits);
    return 1;
}

/// world:terrain_at(agent), world:terrain_at(x, y, z) → name or nil
int dv_world_terrain_of(lua_State *L) {
    const dv_world *world = dv_readable_world(L);
    dv_vec3 place = lua_islightuserdata(L, 2) ? dv_agent_position(world, dv_check_agent(L, 2))
                                              : dv_check_place_from(L, 2, "terrain_at");
    dv_push_terrain(L, dv_world_terrain_at(world, place));
    return 1;
}
