// Watching folders for changed scripts.
//
// It only says that something may have changed; what did is decided by content when the scenario is
// reloaded. It waits until things are quiet: a file that is still being written, was emptied or is
// missing for the moment is not reported before it is whole again or plainly meant to stay so.
#ifndef DV_PLAYER_WATCH_H
#define DV_PLAYER_WATCH_H

#include "drover/base.h"

typedef struct dv_watch dv_watch;

typedef enum dv_watch_method {
    DV_WATCH_NOTIFIED, ///< by inotify, which must be there
    DV_WATCH_POLLED,   ///< by looking at the folders twenty times a second
    DV_WATCH_BEST      ///< by inotify where the system allows it and tells of all changes
} dv_watch_method;

/// NULL with a message when memory is out or the method is not to be had.
dv_watch *dv_watch_create(dv_watch_method method, dv_error *error);
void dv_watch_destroy(dv_watch *watch);

/// Watch the .lua files of a folder, with `deep` those of its subfolders too (hidden ones apart, at
/// most 8 levels and 256 folders). The folder may vanish and come back, also as a symbolic link to
/// another. A folder that is watched already is not watched twice.
dv_result dv_watch_add(dv_watch *watch, const char *folder, bool deep, dv_error *error);

/// Look, without waiting. True when something changed since the last time and things are quiet;
/// `event_time` (may be NULL) then tells when the last change was made, as dv_now counts.
bool dv_watch_poll(dv_watch *watch, double *event_time);

/// The path of a script that has been written for more than a second and is not finished; NULL when
/// none is. Its change is reported when it is.
const char *dv_watch_unfinished(const dv_watch *watch);

/// DV_WATCH_NOTIFIED or DV_WATCH_POLLED.
dv_watch_method dv_watch_method_of(const dv_watch *watch);

#endif
