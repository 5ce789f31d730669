#include "classes/notes.h"

#include "drover/explain.h"

#include <stdio.h>

#define PLACE_TEXT 128

/// "caribou.lua:95", or "" for a call from C.
static void place_of_caller(lua_State *L, char place[PLACE_TEXT]) {
    lua_Debug caller;
    place[0] = '\0';
    if (lua_getstack(L, 1, &caller) && lua_getinfo(L, "Sl", &caller) && caller.currentline > 0)
        snprintf(place, PLACE_TEXT, "%s:%d", caller.short_src, caller.currentline);
}

void dv_note_become(lua_State *L, dv_world *world, dv_agent agent) {
    char place[PLACE_TEXT];
    if (!dv_world_explains(world))
        return;
    place_of_caller(L, place);
    dv_agent_note_request(world, agent, place);
}

void dv_note_emit(lua_State *L, dv_world *world, dv_agent source, const char *name) {
    char place[PLACE_TEXT];
    if (!dv_world_explains(world))
        return;
    place_of_caller(L, place);
    dv_world_note_incident(world, DV_INCIDENT_EVENT, source, name, place);
}
