// The method of the world for links; those of agents are dv_agent_ties in classes.h.
#ifndef DROVER_BINDINGS_CLASSES_LINKS_H
#define DROVER_BINDINGS_CLASSES_LINKS_H

#include <lua.h>

int dv_world_links(lua_State *L);

#endif
