// Waiting for a scenario that does not start to be mended: its files are watched from before it is
// opened, so that no save is missed.
#ifndef DV_PLAYER_MENDING_H
#define DV_PLAYER_MENDING_H

#include "player/options.h"
#include "player/watch.h"

typedef struct dv_mending {
    const char *scenario; ///< the path
    dv_watch *watch;      ///< NULL: there is nothing to watch yet
    bool was_there;       ///< the scenario was, when this began
} dv_mending;

/// Begin before the scenario is opened. What cannot be watched is not: then people can still ask.
void dv_mending_begin(dv_mending *mending, const dv_options *options);
/// Watch the folder of one more file too, wherever it is.
void dv_mending_add(dv_mending *mending, const char *path);
/// Whether something was saved, or the scenario came or went, since it began. Does not wait.
bool dv_mending_is_due(dv_mending *mending);
void dv_mending_end(dv_mending *mending);

#endif
