// Functions with the names of Lua's, as LuaJIT or a game with another Lua has them. A library that
// calls one of these has called another Lua than its own.
#include <stdlib.h>

void luaL_setfuncs(void);
void lua_newstate(void);
void lua_newuserdatauv(void);
void lua_pcallk(void);
void lua_settop(void);

void luaL_setfuncs(void) { abort(); }
void lua_newstate(void) { abort(); }
void lua_newuserdatauv(void) { abort(); }
void lua_pcallk(void) { abort(); }
void lua_settop(void) { abort(); }
