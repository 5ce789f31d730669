// Scenarios to choose from when none is named: the samples, and those that were run lately.
#ifndef DV_PLAYER_SHELF_H
#define DV_PLAYER_SHELF_H

#include "player/tools/recent.h"

#define DV_CARD_LINE 160

/// A scenario as people choose it. Texts are fit to be shown.
typedef struct dv_card {
    char path[PATH_MAX];
    char picture[PATH_MAX];      ///< a PNG file that may be there
    char name[DV_RECENT_TITLE];  ///< of its folder or file
    char title[DV_RECENT_TITLE]; ///< what it calls itself, or its name
    char line[DV_CARD_LINE];     ///< a sentence about it from its README.md, or ""
} dv_card;

typedef struct dv_shelf {
    char folder[PATH_MAX]; ///< of the samples; "" when there are none
    dv_card *samples;      ///< in order of names
    dv_card *recent;       ///< those that are still there, the last first
    uint32_t sample_count, recent_count;
} dv_shelf;

/// List them. Fails when memory is short; then nothing is to be freed.
dv_result dv_shelf_fill(dv_shelf *shelf, dv_error *error);
void dv_shelf_free(dv_shelf *shelf);

/// Print what there is to run and to type.
void dv_shelf_print(const dv_shelf *shelf);

/// The same with a shelf of its own; the exit status.
int dv_start_print(void);

#endif
