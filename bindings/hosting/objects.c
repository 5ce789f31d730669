// The objects in a program's state that represent worlds and handles; see objects.h.
//
// Invariant: one table with weak values maps the bits of each handle, and the address of each
// world, to the program's object for it, so equal handles are the same object. Objects of handles
// and references keep the object of their world alive.
#include "hosting/objects.h"

#include "classes/handles.h"

/// The object of a program's world, which contains the dv_hosted. Like a test's object, it begins
/// with a pointer to the dv_hosted.
typedef struct box {
    dv_hosted *hosted;
    dv_hosted own;
} box;

/// Push the table of objects.
static void push_objects(lua_State *L, const dv_bridge *bridge) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, bridge);
    lua_getiuservalue(L, -1, 1);
    lua_remove(L, -2);
}

void dv_bridge_open_objects(lua_State *L, dv_bridge *bridge) {
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "v");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    lua_setiuservalue(L, -2, 1);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, bridge);
    luaL_newmetatable(L, DV_HANDLE_CLASS);
    lua_pop(L, 1);
}

dv_hosted *dv_bridge_new_world(lua_State *L, dv_bridge *bridge) {
    box *world = lua_newuserdatauv(L, sizeof *world, 0);
    *world = (box){.own = {.bridge = bridge, .pins = LUA_NOREF, .box = LUA_NOREF}};
    world->hosted = &world->own;
    luaL_setmetatable(L, DV_HOSTED_CLASS);
    push_objects(L, bridge);
    lua_pushvalue(L, -2);
    lua_rawsetp(L, -2, world->hosted);
    lua_pop(L, 1);
    return world->hosted;
}

void dv_bridge_push_box(lua_State *L, const dv_hosted *hosted) {
    if (!hosted->bridge->is_program) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, hosted->box);
        return;
    }
    push_objects(L, hosted->bridge);
    lua_rawgetp(L, -1, hosted);
    lua_remove(L, -2);
}

static void make_handle(lua_State *L, dv_hosted *hosted, uint64_t bits) {
    dv_hosted_handle *handle = lua_newuserdatauv(L, sizeof *handle, 1);
    *handle = (dv_hosted_handle){bits, hosted};
    dv_bridge_push_box(L, hosted);
    lua_setiuservalue(L, -2, 1);
    luaL_setmetatable(L, DV_HANDLE_CLASS);
}

void dv_bridge_push_handle(lua_State *L, dv_hosted *hosted, uint64_t bits) {
    if (!hosted->bridge->is_program) {
        dv_push_handle(L, bits);
        return;
    }
    push_objects(L, hosted->bridge);
    if (lua_rawgeti(L, -1, (lua_Integer)bits) == LUA_TNIL) {
        lua_pop(L, 1);
        make_handle(L, hosted, bits);
        lua_pushvalue(L, -1);
        lua_rawseti(L, -3, (lua_Integer)bits);
    }
    lua_remove(L, -2);
}

const dv_hosted_handle *dv_bridge_to_handle(lua_State *L, int index) {
    return luaL_testudata(L, index, DV_HANDLE_CLASS);
}
