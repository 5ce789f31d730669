// The inside of dv_watch, for watch.c, watch_inotify.c and watch_poll.c.
//
// Both ways of seeing changes end in dv_watch_touch: a list of the paths that changed since the
// last report and the time of the last change. What is quiet enough is decided from that list
// alone.
#ifndef DV_PLAYER_WATCH_PRIVATE_H
#define DV_PLAYER_WATCH_PRIVATE_H

#include "player/watch/watch.h"

#include <limits.h>
#include <sys/types.h>
#include <time.h>

#define DV_WATCH_MOST_LEVELS 8
#define DV_WATCH_MOST_FOLDERS 256
#define DV_WATCH_MOST_TOUCHED 256

typedef struct dv_watched_root {
    char *path; // absolute, without symbolic links in front of the last name
    bool deep;
} dv_watched_root;

// A folder inotify tells about. `files` is false when only the name of a root in it matters.
typedef struct dv_notified_folder {
    int descriptor;
    char *path;
    bool files;
    bool seen; // in the scan at work
} dv_notified_folder;

typedef struct dv_touched_file {
    char *path;
    bool being_written;
    uint32_t changes; // of a file that is there, when looking
    uint32_t move;    // cookie of the move that took it away, 0: none
} dv_touched_file;

// What looking compares.
typedef struct dv_looked_file {
    char *path;
    uint64_t inode, size;
    int64_t modified, changed; // ns
} dv_looked_file;

typedef struct dv_looked_files {
    dv_looked_file *items;
    uint32_t count, capacity;
} dv_looked_files;

typedef struct dv_folder_identity {
    dev_t device;
    ino_t inode;
} dv_folder_identity;

struct dv_watch {
    dv_watch_method method;
    dv_watched_root *roots;
    uint32_t root_count, root_capacity;

    int descriptor; // of inotify, -1 when polled
    bool may_poll;  // when inotify refuses
    bool refused;   // inotify takes no more folders, or would say nothing of one
    dv_notified_folder *folders;
    uint32_t folder_count, folder_capacity;
    bool must_scan;

    dv_looked_files looked; // sorted by path
    double look_time;

    dv_folder_identity visited[DV_WATCH_MOST_FOLDERS]; // in the walk at work
    uint32_t visited_count;

    dv_touched_file touched[DV_WATCH_MOST_TOUCHED];
    uint32_t touched_count;
    bool changed;
    double first_change, last_change; // as dv_now counts, when `changed`
};

/// Take note of a change of `path`. NULL when the list is full or memory is short: the change is
/// still told, only its file is not waited for.
dv_touched_file *dv_watch_touch(dv_watch *watch, const char *path, double now);
void dv_watch_drop_touched(dv_watch *watch, uint32_t i);

bool dv_watch_is_script(const char *name);
bool dv_watch_is_folder(const char *path);
/// False when the path is too long.
bool dv_watch_join(char *path, const char *folder, const char *name);
int64_t dv_nanoseconds(struct timespec time);

/// A walk through all the folders of the roots.
typedef struct dv_folder_walk {
    dv_watch *watch;
    double now;
    bool (*enter)(struct dv_folder_walk *walk, const char *folder); // false: not this one
    void (*script)(struct dv_folder_walk *walk, const char *path);
    bool report_scripts; // set by `enter`, for this folder
} dv_folder_walk;

void dv_watch_walk(dv_folder_walk *walk);

// By inotify

/// Begin by the method asked for. False with a message when it must be inotify and that is not
/// there.
bool dv_watch_start(dv_watch *watch, dv_watch_method method, dv_error *error);
void dv_watch_stop_notifying(dv_watch *watch);

/// Bring the folders inotify tells about up to date. What is in folders that are new counts as
/// changed: it may have come before inotify was asked.
void dv_watch_scan(dv_watch *watch, double now);
void dv_watch_poll_when_refused(dv_watch *watch, double now);
void dv_watch_read_events(dv_watch *watch, double now);

// By looking

/// Look at all scripts; with `compare` those that are not as at the last look are touched.
void dv_watch_look(dv_watch *watch, double now, bool compare);
void dv_free_looked(dv_looked_files *files);

#endif
