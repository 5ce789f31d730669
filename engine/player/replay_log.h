// A log that `drover run --log` wrote (run_log.h), read whole and checked: a plain list of what to
// do, and of the hashes to find. What was taken back by a rewind is left out.
//
// Invariant: what happens has a start before it and stands in the order of the log; the ticks of
// hashes follow each other one by one from each start, or what it loaded, on, and from each rewind.
// All that entries point to is in `memory`.
#ifndef DV_PLAYER_REPLAY_LOG_H
#define DV_PLAYER_REPLAY_LOG_H

#include "base/arena.h"
#include "player/run_log.h"

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

typedef struct dv_replay_log {
    char *name; ///< for messages: the path
    dv_replay_entry *entries;
    uint32_t count, capacity;
    const char *version; ///< of the Drover that wrote it
    const char *failure; ///< why the run failed, or NULL
    bool ended;          ///< the run came to its end and said so
    uint32_t cut_line;   ///< the last line, cut short and so left out; 0: it is whole
    dv_arena memory;
} dv_replay_log;

/// Read a file. DV_ERROR_FORMAT with a message that has the number of the line when it is no log or
/// damaged; nothing is to be freed then.
dv_result dv_replay_log_open(dv_replay_log *log, const char *path, dv_error *error);

/// The same from memory. `name` is for messages.
dv_result dv_replay_log_read(dv_replay_log *log, const char *name, const char *bytes, size_t size,
                             dv_error *error);

void dv_replay_log_close(dv_replay_log *log);

/// Whether a module comes with Drover, by its path.
bool dv_replay_is_library(const char *path);

#endif
