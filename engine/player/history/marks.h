// What happened in a run, for its timeline: reloads, errors, and bookmarks.
//
// Invariant: marks are sorted by tick; at one tick, the one that was added first comes first.
#ifndef DV_PLAYER_MARKS_H
#define DV_PLAYER_MARKS_H

#include "drover/base.h"

/// When there are more, the oldest that isn't a bookmark is dropped.
#define DV_MOST_MARKS 1024
#define DV_MARK_TEXT 200

/// To mark something else, add a type here, its look to window/timeline_marks.c, and call
/// dv_marks_add where it happens.
typedef enum dv_mark_type {
    DV_MARK_ACCEPTED,    ///< a reload that was accepted
    DV_MARK_REFUSED,     ///< one that was refused
    DV_MARK_ROLLED_BACK, ///< one that failed on trial; its tick is that of the reload
    DV_MARK_ERROR,       ///< an error of a script, which may have suspended an agent
    DV_MARK_BOOKMARK,    ///< set by the user
    DV_MARK_TYPES
} dv_mark_type;

typedef struct dv_mark {
    uint64_t tick;
    dv_mark_type type;
    uint32_t generation; ///< of an accepted reload
    char text[DV_MARK_TEXT];
} dv_mark;

typedef struct dv_marks {
    dv_mark *items;
    uint32_t count, capacity;
} dv_marks;

void dv_marks_free(dv_marks *marks);
/// Add a mark; `text` is cut. False when out of memory.
bool dv_marks_add(dv_marks *marks, uint64_t tick, dv_mark_type type, uint32_t generation,
                  const char *text);
/// Set a bookmark at a tick, or remove the one that is there. False when out of memory.
bool dv_marks_toggle_bookmark(dv_marks *marks, uint64_t tick);
bool dv_marks_has_bookmark(const dv_marks *marks, uint64_t tick);
/// Drop the marks after `tick`.
void dv_marks_cut(dv_marks *marks, uint64_t tick);
/// Drop the marks of accepted reloads from `generation` on, because they were rolled back.
void dv_marks_take_back(dv_marks *marks, uint32_t generation);

#endif
