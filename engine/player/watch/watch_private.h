// The internals of dv_watch, for watch.c, watch_inotify.c, and watch_poll.c.
//
// Both methods report changes to dv_watch_touch, which keeps a list of the paths that changed since
// the last report, and the time of the last change. Whether the files are quiet is decided from
// that list alone.
#ifndef DV_PLAYER_WATCH_PRIVATE_H
#define DV_PLAYER_WATCH_PRIVATE_H

#include "player/watch/watch.h"

#include <limits.h>
#include <sys/types.h>
#include <time.h>

#define DV_WATCH_MAX_LEVELS 8
#define DV_WATCH_MAX_FOLDERS 256
#define DV_WATCH_MAX_TOUCHED 256

typedef struct dv_folder_identity {
    dev_t device;
    ino_t inode;
} dv_folder_identity;

typedef struct dv_watched_root {
    char *path; // absolute; only the last name may be a symbolic link
    bool deep;
    dv_folder_identity folder; // there at the last look; zero: none was
} dv_watched_root;

// A folder with an inotify watch. `files` is false for the parent of a root, where only the root's
// name matters.
typedef struct dv_notified_folder {
    int descriptor;
    char *path;
    bool files;
    bool seen; // by the current scan
} dv_notified_folder;

typedef struct dv_touched_file {
    char *path;
    bool being_written;
    uint32_t changes; // how often polling has seen this file change
    uint32_t move;    // the inotify cookie of the move that took it away; 0: none
} dv_touched_file;

// The properties that polling compares.
typedef struct dv_looked_file {
    char *path;
    uint64_t inode, size;
    int64_t modified, changed; // ns
} dv_looked_file;

typedef struct dv_looked_files {
    dv_looked_file *items;
    uint32_t count, capacity;
} dv_looked_files;

struct dv_watch {
    dv_watch_method method;
    bool (*chooses)(void *context, const char *name); // which data files; NULL: all
    void *chooses_context;
    dv_watched_root *roots;
    uint32_t root_count, root_capacity;

    int descriptor; // of inotify; -1 when polling
    bool may_poll;  // whether to poll if inotify refuses
    bool refused;   // inotify has no room for more folders, or wouldn't report changes in one
    dv_notified_folder *folders;
    uint32_t folder_count, folder_capacity;
    bool must_scan;

    dv_looked_files looked; // sorted by path
    double look_time;

    dv_folder_identity visited[DV_WATCH_MAX_FOLDERS]; // by the current walk
    uint32_t visited_count;

    dv_touched_file touched[DV_WATCH_MAX_TOUCHED];
    uint32_t touched_count;
    bool changed;
    double first_change, last_change; // by the clock of dv_now, if `changed`
};

/// Note a change of `path`. NULL if the list is full or memory ran out: the change is still
/// reported, but without waiting until the file is complete.
dv_touched_file *dv_watch_touch(dv_watch *watch, const char *path, double now);
/// Remove a file from the list of changes.
void dv_watch_drop_touched(dv_watch *watch, uint32_t i);

/// Whether a file's name is that of a script, or of a data file that was chosen, and isn't hidden.
bool dv_watch_is_script(const dv_watch *watch, const char *name);
/// Whether a path is a folder, or a symbolic link to one.
bool dv_watch_is_folder(const char *path);
/// Which folder is at a path; zero if there is none.
dv_folder_identity dv_watch_identify(const char *path);
/// False when the path is too long.
bool dv_watch_join(char *path, const char *folder, const char *name);
/// A time in nanoseconds.
int64_t dv_nanoseconds(struct timespec time);

/// A walk through all folders of the roots. Each folder is visited once.
typedef struct dv_folder_walk {
    dv_watch *watch;
    double now;
    // Called for each folder; false skips it.
    bool (*enter)(struct dv_folder_walk *walk, const char *folder);
    void (*script)(struct dv_folder_walk *walk, const char *path);
    bool report_scripts; // set by `enter` for its folder: whether to call `script`
} dv_folder_walk;

/// Walk through all roots.
void dv_watch_walk(dv_folder_walk *walk);

// inotify

/// Start with the given method. False with a message if the method must be inotify and that isn't
/// available.
bool dv_watch_start(dv_watch *watch, dv_watch_method method, dv_error *error);
/// Close inotify and forget its folders.
void dv_watch_stop_notifying(dv_watch *watch);

/// Update the watches to the folders that exist now. All scripts in new folders count as changed,
/// because they may have changed before the watch began.
void dv_watch_scan(dv_watch *watch, double now);
/// If inotify has refused a folder, poll from now on, if that is allowed.
void dv_watch_poll_when_refused(dv_watch *watch, double now);
/// Read all pending inotify events, and scan if folders have changed.
void dv_watch_read_events(dv_watch *watch, double now);

// Polling

/// Look at all scripts. With `compare`, note those that differ from the last look as changed.
void dv_watch_look(dv_watch *watch, double now, bool compare);
/// Free a list of files.
void dv_free_looked(dv_looked_files *files);

#endif
