// A log that `drover run --log` wrote (run_log.h), read whole and checked: a plain list of what to
// do, and of the hashes to find. What was taken back by a rewind is left out.
//
// Invariant: what happens has a start before it and stands in the order of the log; the ticks of
// hashes follow each other one by one from each start, or what it loaded, on, and from each rewind.
// All that entries point to is in `memory`.
#ifndef DV_PLAYER_REPLAY_LOG_H
#define DV_PLAYER_REPLAY_LOG_H

#include "base/arena.h"
#include "player/replay/replay_entry.h"

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

#endif
