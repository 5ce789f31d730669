// The scenarios that were run in the window lately, kept in $XDG_STATE_HOME/drover/recent: a line
// for each, the last one first, with its absolute path, a tab, and its title.
#ifndef DV_PLAYER_RECENT_H
#define DV_PLAYER_RECENT_H

#include "drover/base.h"

#include <limits.h>

#define DV_MOST_RECENT 12
#define DV_RECENT_TITLE 120

typedef struct dv_recent_scenario {
    char path[PATH_MAX];
    char title[DV_RECENT_TITLE]; ///< fit to be shown
} dv_recent_scenario;

typedef struct dv_recent {
    uint32_t count;
    dv_recent_scenario items[DV_MOST_RECENT];
} dv_recent;

/// Read what is kept; nothing where there is no file yet. One that cannot be read, or holds
/// something else, counts as empty, and that is printed once.
void dv_recent_read(dv_recent *recent);

/// Where the picture of a scenario is kept that has none of its own; false when nothing is kept.
bool dv_recent_picture(const char *scenario, char path[PATH_MAX]);

/// Put a scenario in front. What cannot be kept is not, and that is printed once.
void dv_recent_add(const char *scenario, const char *title);

#endif
