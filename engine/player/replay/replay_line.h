// Parses one line of a log into an entry.
#ifndef DV_PLAYER_REPLAY_LINE_H
#define DV_PLAYER_REPLAY_LINE_H

#include "base/arena.h"
#include "player/replay/replay_entry.h"

/// Parse a line on its own; the caller checks whether it is allowed at its place in the log. What
/// the entry points to is allocated from `memory`. DV_ERROR_FORMAT if the line isn't valid; the
/// message has neither the file's name nor the line's number.
dv_result dv_replay_line_read(const char *line, size_t length, dv_arena *memory,
                              dv_replay_entry *entry, dv_error *error);

/// Whether a module comes with Drover, judging by its path.
bool dv_replay_is_library(const char *path);

#endif
