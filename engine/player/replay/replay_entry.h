// What a log says happened, an entry for each line.
#ifndef DV_PLAYER_REPLAY_ENTRY_H
#define DV_PLAYER_REPLAY_ENTRY_H

#include "player/run/run.h"

typedef enum dv_replay_type {
    DV_REPLAY_NOTE,    ///< for people to read; not in the list
    DV_REPLAY_LOG,     ///< the first line; not in the list
    DV_REPLAY_END,     ///< not in the list
    DV_REPLAY_START,   ///< a new world
    DV_REPLAY_LOAD,    ///< a snapshot into it
    DV_REPLAY_HASH,    ///< the world after one more tick, or at the start
    DV_REPLAY_ACT,     ///< somebody does something
    DV_REPLAY_RELOAD,  ///< other sources, taken over
    DV_REPLAY_SOURCES, ///< other sources, whose taking over was taken back
    DV_REPLAY_KEY,     ///< an act that was taken back, but the key stays as it is
    DV_REPLAY_STOP,    ///< the world after Lua was stopped for time, instead of computing it
    DV_REPLAY_REWIND   ///< from where the world went on: all modules are loaded afresh
} dv_replay_type;

/// A module's source; NULL: as it was before, or Drover's own.
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
    uint64_t lua_memory; ///< MiB; 0: what it is without the option
    bool watched, set_up;
    const dv_setting_choice *settings;
    uint32_t setting_count;
    dv_replay_modules modules; ///< the last is where the scenario begins
} dv_replay_start;

typedef struct dv_replay_stop {
    dv_stopped_act during;
    dv_snapshot snapshot;
    dv_stops stops; ///< not to be freed
} dv_replay_stop;

typedef struct dv_replay_rewind {
    uint64_t to;
    dv_snapshot snapshot; ///< no bytes: the world is as it was at that tick
} dv_replay_rewind;

typedef struct dv_replay_entry {
    dv_replay_type type;
    bool is_cut; ///< a stop follows that came in the midst of it
    uint32_t line;
    uint64_t tick;
    union {
        const dv_replay_start *start;
        const dv_snapshot *snapshot;
        const dv_replay_stop *stop;
        const dv_act *act; ///< also of DV_REPLAY_KEY; its agent, if any, is of world 0
        uint64_t hash;
        dv_replay_rewind rewind;
        dv_replay_modules modules; ///< all in force after DV_REPLAY_RELOAD, DV_REPLAY_SOURCES
        const char *text; ///< the version that wrote DV_REPLAY_LOG; why DV_REPLAY_END failed
    };
} dv_replay_entry;

#endif
