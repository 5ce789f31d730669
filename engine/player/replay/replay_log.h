// A log written by `drover run --log` (see run_log.h). It is read as a whole, checked, and turned
// into a plain list of what to do and which hashes to expect. What a rewind undid is left out.
//
// Invariant: entries are in the order of the log, and each comes after a start. After each start
// (or the snapshot that it loaded) and after each rewind, the ticks of hashes are consecutive.
// `memory` owns everything that entries point to.
#ifndef DV_PLAYER_REPLAY_LOG_H
#define DV_PLAYER_REPLAY_LOG_H

#include "base/arena.h"
#include "player/replay/replay_entry.h"

typedef struct dv_replay_log {
    char *name; ///< the path, for messages
    dv_replay_entry *entries;
    uint32_t count, capacity;
    const char *version; ///< of the Drover that wrote it
    const char *failure; ///< why the run failed, or NULL
    bool ended;          ///< the log has the event "end"
    uint32_t cut_line;   ///< the number of an incomplete last line, which is left out; 0: none
    dv_arena memory;
} dv_replay_log;

/// Read a file. DV_ERROR_FORMAT if it isn't a log or is damaged; the message has the line's number,
/// and there is nothing to free.
dv_result dv_replay_log_open(dv_replay_log *log, const char *path, dv_error *error);

/// The same for a log in memory. `name` is for messages.
dv_result dv_replay_log_read(dv_replay_log *log, const char *name, const char *bytes, size_t size,
                             dv_error *error);

/// Free a log and its entries.
void dv_replay_log_close(dv_replay_log *log);

#endif
