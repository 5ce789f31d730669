// Keeps the list of changes, walks through the watched folders, and decides when to report; see
// watch.h.
//
// watch_inotify.c and watch_poll.c detect the changes.
#include "player/watch/watch_private.h"

#include "data/data_format.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/result.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// How long, in seconds, nothing else must change before a change is reported.
#define QUIET_ONE_FILE 0.020
#define QUIET_MANY_FILES 0.030
#define QUIET_POLLED 0.100
#define QUIET_GONE_OR_EMPTY 0.200
#define QUIET_BEING_WRITTEN 2.0
// Report after LONGEST_WAIT even if a folder never becomes quiet. While a script is being written,
// wait longer, because half a script doesn't run.
#define LONGEST_WAIT 4.0
#define LONGEST_WRITING 60.0
#define UNFINISHED_AFTER 1.0
#define LOOK_INTERVAL 0.050

void dv_watch_choose_data(dv_watch *watch, bool (*chooses)(void *context, const char *name),
                          void *context) {
    watch->chooses = chooses;
    watch->chooses_context = context;
}

// Changes

bool dv_watch_is_script(const dv_watch *watch, const char *name) {
    size_t length = strlen(name);
    if (name[0] == '.' || length <= 4)
        return false;
    if (dv_data_format_of(name) != DV_DATA_NONE)
        return !watch->chooses || watch->chooses(watch->chooses_context, name);
    return strcmp(name + length - 4, ".lua") == 0;
}

static const char *last_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

int64_t dv_nanoseconds(struct timespec time) {
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// When a file changed, by the clock of dv_now. The file's own time stamp is closer to the save than
// the time at which the change is noticed. Falls back to now if the stamp is missing or
// implausible.
static double change_time(const char *path) {
    struct stat status;
    struct timespec real;
    bool is_there = lstat(path, &status) == 0;
    double now = dv_now(); // read both clocks together: a pause in between would count as age
    if (!is_there || clock_gettime(CLOCK_REALTIME, &real) != 0)
        return now;
    double age = (double)(dv_nanoseconds(real) - dv_nanoseconds(status.st_ctim)) * 1e-9;
    return age >= 0 && age < 10 ? now - age : now;
}

static dv_touched_file *find_touched(dv_watch *watch, const char *path) {
    for (uint32_t i = 0; i < watch->touched_count; i++) {
        if (strcmp(watch->touched[i].path, path) == 0)
            return &watch->touched[i];
    }
    return NULL;
}

dv_touched_file *dv_watch_touch(dv_watch *watch, const char *path, double now) {
    double time = change_time(path);
    if (!watch->changed) {
        watch->first_change = now;
        watch->last_change = time;
    }
    watch->changed = true;
    watch->last_change = fmax(watch->last_change, time);
    dv_touched_file *file = find_touched(watch, path);
    if (file || watch->touched_count == DV_WATCH_MAX_TOUCHED)
        return file;
    char *copy = dv_copy_string(path);
    if (!copy)
        return NULL;
    file = &watch->touched[watch->touched_count++];
    *file = (dv_touched_file){.path = copy};
    return file;
}

void dv_watch_drop_touched(dv_watch *watch, uint32_t i) {
    dv_free(watch->touched[i].path);
    watch->touched[i] = watch->touched[--watch->touched_count];
}

static void forget_changes(dv_watch *watch) {
    while (watch->touched_count > 0)
        dv_watch_drop_touched(watch, 0);
    watch->changed = false;
}

static bool is_gone_or_empty(const char *path) {
    struct stat status;
    return stat(path, &status) != 0 || (S_ISREG(status.st_mode) && status.st_size == 0);
}

static const dv_touched_file *file_being_written(const dv_watch *watch) {
    for (uint32_t i = 0; i < watch->touched_count; i++)
        if (watch->touched[i].being_written)
            return &watch->touched[i];
    return NULL;
}

static double quiet_needed(const dv_watch *watch) {
    double needed = watch->touched_count > 1 ? QUIET_MANY_FILES : QUIET_ONE_FILE;
    if (watch->method == DV_WATCH_POLLED)
        needed = QUIET_POLLED;
    for (uint32_t i = 0; i < watch->touched_count; i++) {
        const dv_touched_file *file = &watch->touched[i];
        if (file->being_written)
            needed = fmax(needed, QUIET_BEING_WRITTEN);
        else if (is_gone_or_empty(file->path))
            needed = fmax(needed, QUIET_GONE_OR_EMPTY);
    }
    return needed;
}

// Walking

bool dv_watch_join(char *path, const char *folder, const char *name) {
    int length = snprintf(path, PATH_MAX, "%s/%s", strcmp(folder, "/") == 0 ? "" : folder, name);
    return length > 0 && length < PATH_MAX;
}

bool dv_watch_is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

dv_folder_identity dv_watch_identify(const char *path) {
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode))
        return (dv_folder_identity){0};
    return (dv_folder_identity){status.st_dev, status.st_ino};
}

static bool is_same(dv_folder_identity a, dv_folder_identity b) {
    return a.device == b.device && a.inode == b.inode;
}

// Symbolic links can form cycles, and roots can contain each other.
static bool first_visit(dv_watch *watch, const char *folder) {
    dv_folder_identity identity = dv_watch_identify(folder);
    if (is_same(identity, (dv_folder_identity){0}))
        return false;
    for (uint32_t i = 0; i < watch->visited_count; i++) {
        if (is_same(watch->visited[i], identity))
            return false;
    }
    if (watch->visited_count == DV_WATCH_MAX_FOLDERS)
        return false;
    watch->visited[watch->visited_count++] = identity;
    return true;
}

static void walk_folder(dv_folder_walk *walk, const char *folder, int levels);

static void walk_entry(dv_folder_walk *walk, const char *folder, const char *name, int levels) {
    char path[PATH_MAX];
    if (name[0] == '.' || !dv_watch_join(path, folder, name))
        return;
    if (dv_watch_is_script(walk->watch, name) && walk->report_scripts)
        walk->script(walk, path);
    else if (levels > 0 && dv_watch_is_folder(path))
        walk_folder(walk, path, levels - 1);
}

static void walk_folder(dv_folder_walk *walk, const char *folder, int levels) {
    if (!first_visit(walk->watch, folder) || !walk->enter(walk, folder))
        return;
    DIR *entries = opendir(folder);
    if (!entries)
        return;
    bool report_scripts = walk->report_scripts;
    for (struct dirent *entry; (entry = readdir(entries));) {
        walk->report_scripts = report_scripts;
        walk_entry(walk, folder, entry->d_name, levels);
    }
    closedir(entries);
}

// Walk deep roots first: a shallow root inside a deep one would otherwise keep the walk from
// descending there.
void dv_watch_walk(dv_folder_walk *walk) {
    dv_watch *watch = walk->watch;
    watch->visited_count = 0;
    for (int deep = 1; deep >= 0; deep--) {
        for (uint32_t i = 0; i < watch->root_count; i++) {
            if (watch->roots[i].deep == deep)
                walk_folder(walk, watch->roots[i].path, deep ? DV_WATCH_MAX_LEVELS : 0);
        }
    }
}

// The interface

dv_watch *dv_watch_create(dv_watch_method method, dv_error *error) {
    dv_watch *watch = dv_alloc(sizeof *watch);
    if (!watch) {
        dv_fail(error, DV_ERROR_MEMORY, "watching files: out of memory");
        return NULL;
    }
    if (!dv_watch_start(watch, method, error)) {
        dv_free(watch);
        return NULL;
    }
    return watch;
}

void dv_watch_destroy(dv_watch *watch) {
    if (!watch)
        return;
    dv_watch_stop_notifying(watch);
    forget_changes(watch);
    for (uint32_t i = 0; i < watch->root_count; i++)
        dv_free(watch->roots[i].path);
    dv_free(watch->roots);
    dv_free(watch->folders);
    dv_free_looked(&watch->looked);
    dv_free(watch);
}

// Resolve every name except the last, which may be a symbolic link that changes later.
static bool root_path(const char *folder, char path[PATH_MAX]) {
    char text[PATH_MAX], parent[PATH_MAX];
    if (snprintf(text, sizeof text, "%s", folder) >= (int)sizeof text)
        return false;
    for (size_t length = strlen(text); length > 1 && text[length - 1] == '/';)
        text[--length] = '\0';
    const char *name = last_name(text);
    if (strcmp(name, "") == 0 || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return realpath(text, path) != NULL;
    char *slash = strrchr(text, '/');
    if (slash)
        *slash = '\0';
    const char *before = !slash ? "." : slash == text ? "/" : text;
    return realpath(before, parent) && dv_watch_join(path, parent, name);
}

static bool find_root(dv_watch *watch, const char *path, bool deep) {
    for (uint32_t i = 0; i < watch->root_count; i++) {
        dv_watched_root *root = &watch->roots[i];
        if (strcmp(root->path, path) == 0 && (root->deep || !deep))
            return true;
    }
    return false;
}

// Files that are in a folder when it is added don't count as changes.
static dv_result start_watching(dv_watch *watch, dv_error *error) {
    double now = dv_now();
    if (watch->method == DV_WATCH_POLLED) {
        dv_watch_look(watch, now, false);
        return DV_OK;
    }
    bool changed = watch->changed;
    dv_watch_scan(watch, now);
    if (!changed)
        forget_changes(watch);
    if (watch->refused && !watch->may_poll)
        return dv_fail(error, DV_ERROR_LIMIT, "inotify has no room for more folders");
    dv_watch_poll_when_refused(watch, now);
    return DV_OK;
}

// inotify tells nothing if a folder above a root is moved, or comes back after it was removed.
static void look_at_roots(dv_watch *watch, double now) {
    watch->look_time = now;
    for (uint32_t i = 0; i < watch->root_count; i++) {
        dv_watched_root *root = &watch->roots[i];
        dv_folder_identity folder = dv_watch_identify(root->path);
        if (is_same(folder, root->folder))
            continue;
        root->folder = folder;
        watch->must_scan = true;
        dv_watch_touch(watch, root->path, now);
    }
}

static void look_for_changes(dv_watch *watch, double now) {
    if (watch->method == DV_WATCH_POLLED) {
        dv_watch_look(watch, now, true);
        return;
    }
    if (now - watch->look_time >= LOOK_INTERVAL)
        look_at_roots(watch, now);
    dv_watch_read_events(watch, now);
}

dv_result dv_watch_add(dv_watch *watch, const char *folder, bool deep, dv_error *error) {
    char path[PATH_MAX];
    if (!root_path(folder, path) || !dv_watch_is_folder(path))
        return dv_fail(error, DV_ERROR_IO, "cannot watch %s: not a folder", folder);
    if (find_root(watch, path, deep))
        return DV_OK;
    char *copy = dv_copy_string(path);
    if (!copy || !dv_reserve((void **)&watch->roots, &watch->root_capacity, watch->root_count + 1,
                             sizeof *watch->roots)) {
        dv_free(copy);
        return dv_fail(error, DV_ERROR_MEMORY, "watching files: out of memory");
    }
    // Take note of earlier changes now, or they would count as the initial contents of the new
    // folder.
    look_for_changes(watch, dv_now());
    watch->roots[watch->root_count++] =
        (dv_watched_root){.path = copy, .deep = deep, .folder = dv_watch_identify(path)};
    return start_watching(watch, error);
}

static bool is_quiet(const dv_watch *watch, double now) {
    double longest = file_being_written(watch) ? LONGEST_WRITING : LONGEST_WAIT;
    return now - watch->last_change >= quiet_needed(watch) || now - watch->first_change >= longest;
}

const char *dv_watch_unfinished(const dv_watch *watch) {
    const dv_touched_file *file = file_being_written(watch);
    if (!watch->changed || !file || dv_now() - watch->first_change < UNFINISHED_AFTER)
        return NULL;
    return file->path;
}

bool dv_watch_poll(dv_watch *watch, double *event_time) {
    double now = dv_now();
    if (watch->method == DV_WATCH_NOTIFIED || now - watch->look_time >= LOOK_INTERVAL)
        look_for_changes(watch, now);
    if (!watch->changed || !is_quiet(watch, now))
        return false;
    // It may be quiet only because an empty file was filled after the look above. Look again, so
    // that this change isn't reported twice.
    look_for_changes(watch, now);
    if (!is_quiet(watch, now))
        return false;
    if (event_time)
        *event_time = watch->last_change;
    forget_changes(watch);
    return true;
}

dv_watch_method dv_watch_method_of(const dv_watch *watch) { return watch->method; }
