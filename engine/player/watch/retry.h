// Watches the files of a scenario that failed to start, to know when to try again. The watch begins
// before the scenario is opened, so that no save is missed.
#ifndef DV_PLAYER_RETRY_H
#define DV_PLAYER_RETRY_H

#include "player/options/options.h"
#include "player/watch/watch.h"

typedef struct dv_retry {
    const char *scenario; ///< the path
    dv_watch *watch;      ///< NULL: there is nothing to watch yet
    bool was_there;       ///< the path named a scenario when this began
} dv_retry;

/// Begin to watch; call this before opening the scenario. Files that can't be watched are left out,
/// since people can still try again by hand.
void dv_retry_begin(dv_retry *retry, const dv_options *options);
/// Also watch the folder of this file, wherever it is.
void dv_retry_add(dv_retry *retry, const char *path);
/// True if something was saved since dv_retry_begin, or the scenario appeared or disappeared.
/// Doesn't wait.
bool dv_retry_is_due(dv_retry *retry);
/// Stop watching.
void dv_retry_end(dv_retry *retry);

#endif
