// One line of a log as an entry of the list.
#ifndef DV_PLAYER_REPLAY_LINE_H
#define DV_PLAYER_REPLAY_LINE_H

#include "base/arena.h"
#include "player/replay/replay_entry.h"

/// Read a line on its own: that it stands at its place is for others to see. What the entry points
/// to goes to `memory`. DV_ERROR_FORMAT with a message, which has neither file nor line number.
dv_result dv_replay_line_read(const char *line, size_t length, dv_arena *memory,
                              dv_replay_entry *entry, dv_error *error);

/// Whether a module comes with Drover, by its path.
bool dv_replay_is_library(const char *path);

#endif
