// The worlds that a bridge opened for its host; see bridge.h.
//
// The host is a Lua state: Drover's own state that runs a test, or the state of a program. In a
// program's state, handles are full userdata, worlds are garbage-collected like other values, and
// nothing global is changed.
#ifndef DROVER_BINDINGS_HOSTING_HOSTED_WORLD_H
#define DROVER_BINDINGS_HOSTING_HOSTED_WORLD_H

#include "scenario_data.h"
#include "tools.h"

#define DV_HOSTED_CLASS "drover.world"
#define DV_REFERENCE_CLASS "drover.table"
#define DV_HANDLE_CLASS "drover.handle" ///< in the states of programs

/// A source to use in place of a file of the scenario.
typedef struct dv_edit {
    char *path, *source;
    size_t size;
} dv_edit;

/// A world that the host opened; `scenario` is NULL once it is closed. It stays allocated while the
/// host may still refer to it: for a test until the bridge is freed, for a program inside its
/// object, which everything that refers to the world keeps alive.
typedef struct dv_hosted {
    struct dv_bridge *bridge;
    dv_scenario *scenario;
    uint32_t pinned; ///< number of pins since the last collection
    int pins;        ///< reference in the scenario's registry: the values that the host refers to
    int box;         ///< in a test, reference in its registry: the host's object for this world
    dv_tools tools;  ///< selected by keys, as in the window
    dv_setting_choice *settings;
    uint32_t setting_count;
    char **mods;
    uint32_t mod_count;
    dv_edit *edits;
    uint32_t edit_count;
    char *path;           ///< the scenario's path, for messages and commands
    size_t folder_length; ///< length of the folder's part of `path`
    char *file;           ///< the file read last for the scenario, if there are edits
    bool is_touched; ///< the host changed the world in a way that the seed alone does not repeat
} dv_hosted;

/// The object of a handle in a program's state. Equal handles are the same object.
typedef struct dv_hosted_handle {
    uint64_t bits;
    dv_hosted *hosted;
} dv_hosted_handle;

typedef struct dv_bridge {
    lua_State *host;
    bool is_program; ///< the host is a program's state, not Drover's own state for a test
    dv_hosted **worlds;
    uint32_t count, capacity;
    dv_hosted *last; ///< the world that was opened or stepped last; NULL: none
} dv_bridge;

#endif
