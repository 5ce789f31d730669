// The worlds that a bridge has opened for its host; see bridge.h.
#ifndef DROVER_BINDINGS_TESTING_HOSTED_WORLD_H
#define DROVER_BINDINGS_TESTING_HOSTED_WORLD_H

#include "script.h"
#include "tools.h"

#define DV_HOSTED_CLASS "test world"
#define DV_REFERENCE_CLASS "table of the scenario"

/// A source to use in place of a file of the scenario.
typedef struct dv_edit {
    char *path, *source;
    size_t size;
} dv_edit;

/// A world that the host opened. It stays allocated until the bridge is freed, because the host may
/// still refer to it. `scenario` is NULL once it is closed.
typedef struct dv_hosted {
    struct dv_bridge *bridge;
    dv_scenario *scenario;
    uint32_t pinned; ///< number of pins since the last collection
    int pins;        ///< reference in the scenario's registry: the values that the host refers to
    int box;         ///< reference in the host's registry: the host's object for this world
    dv_tools tools;  ///< selected by keys, as in the window
    dv_setting_choice *settings;
    uint32_t setting_count;
    dv_edit *edits;
    uint32_t edit_count;
    char *path;           ///< the scenario's path, for messages and commands
    size_t folder_length; ///< length of the folder's part of `path`
    char *file;           ///< the file read last for the scenario, if there are edits
    bool is_touched; ///< the host changed the world in a way that the seed alone does not repeat
} dv_hosted;

typedef struct dv_bridge {
    lua_State *host;
    dv_hosted **worlds;
    uint32_t count, capacity;
    dv_hosted *last; ///< the world that was opened or stepped last; NULL: none
} dv_bridge;

#endif
