// Making classes of userdata.
#include "classes/new_class.h"

void dv_new_class(lua_State *L, const char *name, const luaL_Reg *functions) {
    luaL_newmetatable(L, name);
    luaL_setfuncs(L, functions, 0);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
}

void dv_forbid_unknown(lua_State *L, lua_CFunction unknown) {
    lua_newtable(L);
    lua_pushcfunction(L, unknown);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
}
