// drover.mouse and drover.none: userdata that scripts can pass around but not change.
#include "classes/markers.h"

#include "classes/class_names.h"
#include "classes/new_class.h"
#include "data/data.h"

int dv_refuse_change(lua_State *L) { return luaL_error(L, "this cannot be changed"); }

static bool is_marker(lua_State *L, int index, char which) {
    // Most values are handles or numbers, which need no lookup of a metatable.
    if (lua_type(L, index) != LUA_TUSERDATA)
        return false;
    const char *marker = luaL_testudata(L, index, DV_MARKER_CLASS);
    return marker && *marker == which;
}

bool dv_is_mouse(lua_State *L, int index) { return is_marker(L, index, 'm'); }

bool dv_is_none(lua_State *L, int index) { return is_marker(L, index, 'n'); }

static void add_marker(lua_State *L, const char *name) {
    char *marker = lua_newuserdatauv(L, 1, 0);
    *marker = *name;
    luaL_setmetatable(L, DV_MARKER_CLASS);
    lua_setfield(L, -2, name);
}

static int marker_tostring(lua_State *L) {
    lua_pushstring(L, dv_is_mouse(L, 1) ? "drover.mouse" : "drover.none");
    return 1;
}

void dv_open_markers(lua_State *L) {
    const luaL_Reg functions[] = {
        {"__newindex", dv_refuse_change}, {"__tostring", marker_tostring}, {NULL, NULL}};
    dv_new_class(L, DV_MARKER_CLASS, functions);
    add_marker(L, "mouse");
    add_marker(L, "none");
    lua_getfield(L, -1, "none");
    lua_setfield(L, LUA_REGISTRYINDEX, DV_DATA_NULL);
}
