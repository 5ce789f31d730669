// An entry for each line of a log.
#ifndef DV_PLAYER_REPLAY_ENTRY_H
#define DV_PLAYER_REPLAY_ENTRY_H

#include "player/run/run.h"

typedef enum dv_replay_type {
    DV_REPLAY_NOTE,    ///< for people who read the log; not in the list
    DV_REPLAY_LOG,     ///< the first line; not in the list
    DV_REPLAY_END,     ///< not in the list
    DV_REPLAY_START,   ///< a new world begins
    DV_REPLAY_LOAD,    ///< a snapshot is loaded into it
    DV_REPLAY_HASH,    ///< the hash of the world after one more tick, or at the start
    DV_REPLAY_ACT,     ///< someone does something
    DV_REPLAY_RELOAD,  ///< new sources are swapped in
    DV_REPLAY_SOURCES, ///< of an undone swap: the new sources stay
    DV_REPLAY_KEY,     ///< an act that was undone by a rewind, but the state of the key stays
    DV_REPLAY_STOP,    ///< Lua was stopped for time: the world after that, instead of computing it
    DV_REPLAY_REWIND   ///< the world goes back to a tick, and all modules are reloaded
} dv_replay_type;

/// A module. Its source is NULL if it hasn't changed or comes with Drover.
typedef struct dv_replay_module {
    const char *path, *source;
    size_t size;
    uint64_t hash; ///< as logged
} dv_replay_module;

typedef struct dv_replay_modules {
    const dv_replay_module *items;
    uint32_t count;
} dv_replay_modules;

typedef struct dv_replay_start {
    const char *folder;
    uint64_t seed;
    uint64_t lua_memory; ///< MiB; 0: the default
    uint64_t agents;     ///< the most that may live at a time; 0: the default
    bool watched, set_up;
    const dv_setting_choice *settings;
    uint32_t setting_count;
    dv_replay_modules modules; ///< the last one is the entry file
} dv_replay_start;

typedef struct dv_replay_stop {
    dv_stop_cause during;
    dv_snapshot snapshot;
    dv_stops stops; ///< owned by the log: don't free
} dv_replay_stop;

typedef struct dv_replay_rewind {
    uint64_t to;
    dv_snapshot snapshot; ///< no bytes: the world that had that tick's hash
} dv_replay_rewind;

typedef struct dv_replay_entry {
    dv_replay_type type;
    bool is_cut; ///< Lua was stopped during this entry; the stop follows it
    uint32_t line;
    uint64_t tick;
    union {
        const dv_replay_start *start;
        const dv_snapshot *snapshot;
        const dv_replay_stop *stop;
        const dv_act *act; ///< also for DV_REPLAY_KEY; the handle of its agent, if any, has world 0
        uint64_t hash;
        dv_replay_rewind rewind;
        dv_replay_modules modules; ///< for RELOAD and SOURCES: all that are in force afterwards
        /// For DV_REPLAY_LOG, the version of Drover that wrote it; for DV_REPLAY_END, why the run
        /// failed.
        const char *text;
    };
} dv_replay_entry;

#endif
