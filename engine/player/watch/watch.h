// Watches folders for changed scripts and data files.
//
// This only reports that something may have changed; the reload compares contents. It waits until
// the files are quiet: a file that is still being written, or is empty or missing for a moment, is
// reported once it is complete or clearly meant to stay that way.
#ifndef DV_PLAYER_WATCH_H
#define DV_PLAYER_WATCH_H

#include "drover/base.h"

typedef struct dv_watch dv_watch;

typedef enum dv_watch_method {
    DV_WATCH_NOTIFIED, ///< by inotify; fails if that isn't available
    DV_WATCH_POLLED,   ///< by looking at the folders 20 times a second
    DV_WATCH_BEST      ///< by inotify if it is available and reports all changes; else polled
} dv_watch_method;

/// NULL with a message when out of memory or if the method isn't available.
dv_watch *dv_watch_create(dv_watch_method method, dv_error *error);
/// Stop watching. `watch` may be NULL.
void dv_watch_destroy(dv_watch *watch);

/// Whether a data file is part of what is watched, by its name. Without this, all are. It keeps
/// pictures and tables that are written beside scripts from being reported.
void dv_watch_choose_data(dv_watch *watch, bool (*chooses)(void *context, const char *name),
                          void *context);

/// Watch the scripts and data files of a folder and, with `deep`, of its subfolders, except hidden
/// ones, up to 8 levels and 256 folders. The folder may disappear and come back, also as a symbolic
/// link to another one. Adding a folder twice has no effect.
dv_result dv_watch_add(dv_watch *watch, const char *folder, bool deep, dv_error *error);

/// Look for changes, without waiting. True if something has changed since the last report and the
/// files are quiet; `event_time`, which may be NULL, then receives the time of the last change, by
/// the clock of dv_now.
bool dv_watch_poll(dv_watch *watch, double *event_time);

/// The path of a file that has been in the middle of being written for over a second, or NULL.
/// dv_watch_poll reports its change once it is finished.
const char *dv_watch_unfinished(const dv_watch *watch);

/// The method in use: DV_WATCH_NOTIFIED or DV_WATCH_POLLED.
dv_watch_method dv_watch_method_of(const dv_watch *watch);

#endif
