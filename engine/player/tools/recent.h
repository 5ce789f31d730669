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

/// Read the list; empty if there is no file yet. A file that cannot be read or is damaged counts as
/// empty; a message is printed once per process.
void dv_recent_read(dv_recent *recent);

/// The path of the picture kept for a scenario that has none of its own; false if there is no place
/// to keep it.
bool dv_recent_picture(const char *scenario, char path[PATH_MAX]);

/// Put a scenario at the front of the list. If the list cannot be written, a message is printed
/// once per process.
void dv_recent_add(const char *scenario, const char *title);

#endif
