// A world in the hands of Lua code that runs in another state, its host: a test.
#ifndef DROVER_BINDINGS_TESTING_BRIDGE_H
#define DROVER_BINDINGS_TESTING_BRIDGE_H

#include "script.h"
#include "tools.h"

#define DV_HOSTED_CLASS "test world"
#define DV_REFERENCE_CLASS "table of the scenario"

/// A source that stands in for a file of the scenario.
typedef struct dv_edit {
    char *path, *source;
    size_t size;
} dv_edit;

/// A world that the host opened. Stays allocated until the bridge is closed, because the host may
/// still hold on to it; `scenario` is NULL once it is closed.
typedef struct dv_hosted {
    struct dv_bridge *bridge;
    dv_scenario *scenario;
    uint32_t pinned; ///< since the last collection
    int pins;        ///< reference in the scenario's registry: what the host refers to
    int box;         ///< reference in the host's registry: the host's object for this world
    dv_tools tools;  ///< chosen by keys, as in the window
    dv_setting_choice *settings;
    uint32_t setting_count;
    dv_edit *edits;
    uint32_t edit_count;
    char *path;           ///< of the scenario, for messages and commands
    size_t folder_length; ///< how much of it is the folder
    char *file;           ///< as read last for the scenario, when there are edits
    bool is_touched; ///< the host did something to the world that the seed alone does not repeat
} dv_hosted;

typedef struct dv_bridge {
    lua_State *host;
    dv_hosted **worlds;
    uint32_t count, capacity;
    dv_hosted *last; ///< opened or stepped last; NULL: none
} dv_bridge;

/// Open the classes in the host's state, where handles then belong to hosted worlds. Raises.
void dv_bridge_open(lua_State *L, dv_bridge *bridge);
/// Close all worlds; references to them raise from then on.
void dv_bridge_close_worlds(dv_bridge *bridge);
void dv_bridge_free(dv_bridge *bridge);

/// Make room for one more world, closed as yet, owned by the bridge; NULL when memory is out.
dv_hosted *dv_bridge_add(dv_bridge *bridge);
/// The scenario of `hosted` is open: make its object and push it. Raises.
void dv_bridge_push_world(lua_State *L, dv_hosted *hosted);
void dv_hosted_close(dv_hosted *hosted);
/// The world at an index, which has to be open; raises otherwise.
dv_hosted *dv_check_hosted(lua_State *L, int index);

/// Methods that the host's object for a world has beside those of the world itself.
extern const luaL_Reg dv_hosted_methods[];
/// Push a field that only the host's object has; false: there is none.
bool dv_push_hosted_field(lua_State *L, dv_hosted *hosted, const char *name);

/// Replace a reference at an index by a copy of what it refers to; other values stay. Raises.
int dv_bridge_copy(lua_State *L);

#endif
