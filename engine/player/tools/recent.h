// Recent scenarios in the window, kept in $XDG_STATE_HOME/drover/recent: a line for each, the
// latest first, with its absolute path, a tab, and its title.
#ifndef DV_PLAYER_RECENT_H
#define DV_PLAYER_RECENT_H

#include "drover/base.h"

#include <limits.h>

#define DV_MAX_RECENT 12
#define DV_RECENT_TITLE 120

typedef struct dv_recent_scenario {
    char path[PATH_MAX];
    char title[DV_RECENT_TITLE]; ///< printable
} dv_recent_scenario;

typedef struct dv_recent {
    uint32_t count;
    dv_recent_scenario items[DV_MAX_RECENT];
} dv_recent;

/// Read the list; empty if there is no file. A file that can't be read or is damaged counts as
/// empty, and a message is printed once per process.
void dv_recent_read(dv_recent *recent);

/// The path for a picture of a scenario that has none of its own. False if there is no place to
/// keep it.
bool dv_recent_picture(const char *scenario, char path[PATH_MAX]);

/// Move a scenario to the front of the list. If the list can't be written, a message is printed
/// once per process.
void dv_recent_add(const char *scenario, const char *title);

#endif
