// The worlds that a bridge has opened for its host; see bridge.h.
#ifndef DROVER_BINDINGS_TESTING_HOSTED_WORLD_H
#define DROVER_BINDINGS_TESTING_HOSTED_WORLD_H

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

#endif
