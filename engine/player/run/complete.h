// The names that can complete the last one of a console line.
#ifndef DV_PLAYER_COMPLETE_H
#define DV_PLAYER_COMPLETE_H

#include "player/run/run.h"

#define DV_COMPLETION_NAME 128
#define DV_COMPLETIONS_TEXT 2048

typedef struct dv_completions {
    uint32_t count;
    uint32_t listed;                  ///< how many of them are in `list`
    char list[DV_COMPLETIONS_TEXT];   ///< in order, a line each: "count(kinds?, filter?)"
    char shared[DV_COMPLETION_NAME];  ///< what all names begin with
    char missing[DV_COMPLETION_NAME]; ///< the part of `shared` that the line doesn't have yet
} dv_completions;

/// Find the completions. `selected` is the selected agent, or none.
void dv_complete(const dv_run *run, const char *line, dv_agent selected, dv_completions *to);

#endif
