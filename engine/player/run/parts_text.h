// What the parts of an agent's state did, as text for people.
#ifndef DV_PLAYER_PARTS_TEXT_H
#define DV_PLAYER_PARTS_TEXT_H

#include "player/run/run.h"

/// At most this many parts of a state are shown.
#define DV_SHOWN_PARTS 128
#define DV_PART_TEXT 384

/// "Behavior tree", and so on.
const char *dv_parts_title(const dv_parts *parts);
/// When the parts ran: "in the last tick", "0.2 s ago", "just now", or "not known before its next
/// step".
void dv_parts_time(const dv_world *world, const dv_parts *parts, char text[DV_PART_TEXT]);
/// What a part is: "steer chase: pursuit".
void dv_part_label(const dv_part_row *row, char text[DV_PART_TEXT]);
/// Its outcome in the words of its family: "running", "0.62, not chosen", "failed: the target
/// is gone".
void dv_part_outcome_text(const dv_parts *parts, const dv_part_row *row, char text[DV_PART_TEXT]);

/// The parts of an agent's state as lines, which the caller frees with dv_free; NULL if it has
/// none. DV_ERROR_MEMORY when out of memory.
dv_result dv_parts_table(const dv_run *run, dv_agent agent, char **table);

#endif
