// Watching by inotify or by looking; see watch.h.
//
// Both ways end in touch(): a list of the paths that changed since the last report and the time of
// the last change. What is quiet enough is decided from that list alone.
#include "player/watch.h"

#include "base/alloc.h"
#include "base/result.h"
#include "player/clock.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MOST_LEVELS 8
#define MOST_FOLDERS 256
#define MOST_TOUCHED 256

// Seconds without a further change before a change is told.
#define QUIET_ONE_FILE 0.020
#define QUIET_MANY_FILES 0.030
#define QUIET_POLLED 0.100
#define QUIET_GONE_OR_EMPTY 0.200
#define QUIET_BEING_WRITTEN 2.0
// A folder that is never quiet is told all the same after so long.
#define LONGEST_WAIT 4.0
#define LOOK_INTERVAL 0.050

#define NAME_EVENTS (IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
#define FILE_EVENTS (NAME_EVENTS | IN_CLOSE_WRITE | IN_MODIFY | IN_DELETE_SELF | IN_MOVE_SELF)

typedef struct watched_root {
    char *path; // absolute, without symbolic links in front of the last name
    bool deep;
} watched_root;

// A folder inotify tells about. `files` is false when only the name of a root in it matters.
typedef struct notified_folder {
    int descriptor;
    char *path;
    bool files;
    bool seen; // in the scan at work
} notified_folder;

typedef struct touched_file {
    char *path;
    bool being_written;
    uint32_t move; // cookie of the move that took it away, 0: none
} touched_file;

// What looking compares.
typedef struct looked_file {
    char *path;
    uint64_t inode, size;
    int64_t modified, changed; // ns
} looked_file;

typedef struct looked_files {
    looked_file *items;
    uint32_t count, capacity;
} looked_files;

typedef struct folder_identity {
    dev_t device;
    ino_t inode;
} folder_identity;

struct dv_watch {
    dv_watch_method method;
    watched_root *roots;
    uint32_t root_count, root_capacity;

    int descriptor; // of inotify, -1 when polled
    bool may_poll;  // when inotify refuses
    bool refused;   // inotify takes no more folders
    notified_folder *folders;
    uint32_t folder_count, folder_capacity;
    bool must_scan;

    looked_files looked; // sorted by path
    double look_time;

    folder_identity visited[MOST_FOLDERS]; // in the walk at work
    uint32_t visited_count;

    touched_file touched[MOST_TOUCHED];
    uint32_t touched_count;
    bool changed;
    double first_change, last_change; // as dv_now counts, when `changed`
};

// Changes

static bool is_script(const char *name) {
    size_t length = strlen(name);
    return name[0] != '.' && length > 4 && strcmp(name + length - 4, ".lua") == 0;
}

static const char *last_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int64_t nanoseconds(struct timespec time) {
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// When a file changed, as dv_now counts: the file system's own stamp is nearer to the save than the
// moment the change is noticed. `now` when it does not say or cannot be believed.
static double change_time(const char *path, double now) {
    struct stat status;
    struct timespec real;
    if (lstat(path, &status) != 0 || clock_gettime(CLOCK_REALTIME, &real) != 0)
        return now;
    double age = (double)(nanoseconds(real) - nanoseconds(status.st_ctim)) * 1e-9;
    return age >= 0 && age < 10 ? now - age : now;
}

static touched_file *find_touched(dv_watch *watch, const char *path) {
    for (uint32_t i = 0; i < watch->touched_count; i++) {
        if (strcmp(watch->touched[i].path, path) == 0)
            return &watch->touched[i];
    }
    return NULL;
}

// NULL when the list is full or memory is short: the change is still told, only its file is not
// waited for.
static touched_file *touch(dv_watch *watch, const char *path, double now) {
    double time = change_time(path, now);
    if (!watch->changed) {
        watch->first_change = now;
        watch->last_change = time;
    }
    watch->changed = true;
    watch->last_change = fmax(watch->last_change, time);
    touched_file *file = find_touched(watch, path);
    if (file || watch->touched_count == MOST_TOUCHED)
        return file;
    char *copy = dv_copy_string(path);
    if (!copy)
        return NULL;
    file = &watch->touched[watch->touched_count++];
    *file = (touched_file){.path = copy};
    return file;
}

static void drop_touched(dv_watch *watch, uint32_t i) {
    dv_free(watch->touched[i].path);
    watch->touched[i] = watch->touched[--watch->touched_count];
}

static void forget_changes(dv_watch *watch) {
    while (watch->touched_count > 0)
        drop_touched(watch, 0);
    watch->changed = false;
}

static bool is_gone_or_empty(const char *path) {
    struct stat status;
    return stat(path, &status) != 0 || (S_ISREG(status.st_mode) && status.st_size == 0);
}

static double quiet_needed(const dv_watch *watch) {
    double needed = watch->touched_count > 1 ? QUIET_MANY_FILES : QUIET_ONE_FILE;
    if (watch->method == DV_WATCH_POLLED)
        needed = QUIET_POLLED;
    for (uint32_t i = 0; i < watch->touched_count; i++) {
        const touched_file *file = &watch->touched[i];
        if (file->being_written)
            needed = fmax(needed, QUIET_BEING_WRITTEN);
        else if (is_gone_or_empty(file->path))
            needed = fmax(needed, QUIET_GONE_OR_EMPTY);
    }
    return needed;
}

// Walking

typedef struct folder_walk {
    dv_watch *watch;
    double now;
    bool (*enter)(struct folder_walk *walk, const char *folder); // false: not this one
    void (*script)(struct folder_walk *walk, const char *path);
    bool report_scripts; // set by `enter`, for this folder
} folder_walk;

static bool join(char *path, const char *folder, const char *name) {
    int length = snprintf(path, PATH_MAX, "%s/%s", strcmp(folder, "/") == 0 ? "" : folder, name);
    return length > 0 && length < PATH_MAX;
}

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

// Symbolic links can make circles, and roots can lie in each other.
static bool first_visit(dv_watch *watch, const char *folder) {
    struct stat status;
    if (stat(folder, &status) != 0 || !S_ISDIR(status.st_mode))
        return false;
    for (uint32_t i = 0; i < watch->visited_count; i++) {
        if (watch->visited[i].device == status.st_dev && watch->visited[i].inode == status.st_ino)
            return false;
    }
    if (watch->visited_count == MOST_FOLDERS)
        return false;
    watch->visited[watch->visited_count++] = (folder_identity){status.st_dev, status.st_ino};
    return true;
}

static void walk_folder(folder_walk *walk, const char *folder, int levels);

static void walk_entry(folder_walk *walk, const char *folder, const char *name, int levels) {
    char path[PATH_MAX];
    if (name[0] == '.' || !join(path, folder, name))
        return;
    if (is_script(name) && walk->report_scripts)
        walk->script(walk, path);
    else if (levels > 0 && is_folder(path))
        walk_folder(walk, path, levels - 1);
}

static void walk_folder(folder_walk *walk, const char *folder, int levels) {
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

// Deep roots first: a shallow one inside would keep them from going on below it.
static void walk_roots(folder_walk *walk) {
    dv_watch *watch = walk->watch;
    watch->visited_count = 0;
    for (int deep = 1; deep >= 0; deep--) {
        for (uint32_t i = 0; i < watch->root_count; i++) {
            if (watch->roots[i].deep == deep)
                walk_folder(walk, watch->roots[i].path, deep ? MOST_LEVELS : 0);
        }
    }
}

// By inotify

static notified_folder *find_folder(dv_watch *watch, int descriptor) {
    for (uint32_t i = 0; i < watch->folder_count; i++) {
        if (watch->folders[i].descriptor == descriptor)
            return &watch->folders[i];
    }
    return NULL;
}

static notified_folder *add_folder(dv_watch *watch, int descriptor, const char *path) {
    char *copy = dv_copy_string(path);
    if (!copy || !dv_reserve((void **)&watch->folders, &watch->folder_capacity,
                             watch->folder_count + 1, sizeof *watch->folders)) {
        dv_free(copy);
        return NULL;
    }
    notified_folder *folder = &watch->folders[watch->folder_count++];
    *folder = (notified_folder){.descriptor = descriptor, .path = copy};
    return folder;
}

// Have inotify tell about a folder, which it may do already. `is_new` tells; false on failure.
static bool notify_folder(dv_watch *watch, const char *path, bool files, bool *is_new) {
    uint32_t events = (files ? FILE_EVENTS : NAME_EVENTS) | IN_ONLYDIR | IN_MASK_ADD;
    int descriptor = inotify_add_watch(watch->descriptor, path, events);
    if (descriptor < 0) {
        watch->refused = watch->refused || errno == ENOSPC || errno == ENOMEM;
        return false;
    }
    notified_folder *folder = find_folder(watch, descriptor);
    *is_new = !folder || !folder->files;
    if (!folder)
        folder = add_folder(watch, descriptor, path);
    if (!folder)
        return false;
    folder->seen = true;
    folder->files = folder->files || files;
    // The same folder under a new name, after a move.
    if (strcmp(folder->path, path) != 0) {
        char *copy = dv_copy_string(path);
        if (!copy)
            return false;
        dv_free(folder->path);
        folder->path = copy;
        *is_new = true;
    }
    return true;
}

static bool enter_notified(folder_walk *walk, const char *folder) {
    bool is_new = false;
    bool entered = notify_folder(walk->watch, folder, true, &is_new);
    walk->report_scripts = is_new;
    return entered;
}

static void touch_script(folder_walk *walk, const char *path) {
    touch(walk->watch, path, walk->now);
}

static void notify_parents(dv_watch *watch) {
    for (uint32_t i = 0; i < watch->root_count; i++) {
        char parent[PATH_MAX];
        snprintf(parent, sizeof parent, "%s", watch->roots[i].path);
        char *slash = strrchr(parent, '/');
        slash[slash == parent ? 1 : 0] = '\0';
        bool is_new;
        notify_folder(watch, parent, false, &is_new);
    }
}

static void drop_folder(dv_watch *watch, notified_folder *folder) {
    dv_free(folder->path);
    *folder = watch->folders[--watch->folder_count];
}

static void drop_unseen_folders(dv_watch *watch) {
    for (uint32_t i = watch->folder_count; i-- > 0;) {
        notified_folder *folder = &watch->folders[i];
        if (folder->seen)
            continue;
        inotify_rm_watch(watch->descriptor, folder->descriptor);
        drop_folder(watch, folder);
    }
}

// Bring the folders inotify tells about up to date. What is in folders that are new counts as
// changed: it may have come before inotify was asked.
static void scan(dv_watch *watch, double now) {
    watch->must_scan = false;
    for (uint32_t i = 0; i < watch->folder_count; i++)
        watch->folders[i].seen = false;
    notify_parents(watch);
    folder_walk walk = {
        .watch = watch, .now = now, .enter = enter_notified, .script = touch_script};
    walk_roots(&walk);
    drop_unseen_folders(watch);
}

static void look_around(dv_watch *watch, double now, bool compare);

// The system's table of watches can be full at any time, not only at the start.
static void poll_when_refused(dv_watch *watch, double now) {
    if (!watch->refused || !watch->may_poll)
        return;
    close(watch->descriptor);
    watch->descriptor = -1;
    while (watch->folder_count > 0)
        drop_folder(watch, &watch->folders[0]);
    watch->method = DV_WATCH_POLLED;
    look_around(watch, now, false);
    touch(watch, "/", now);
}

static bool is_root(const dv_watch *watch, const char *path) {
    for (uint32_t i = 0; i < watch->root_count; i++) {
        if (strcmp(watch->roots[i].path, path) == 0)
            return true;
    }
    return false;
}

// A file just made is written next and closed then, except when it is a link to another.
static bool is_being_made(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 1;
}

// What was moved away to the name of a script did not vanish: it is there, under its new name.
static void drop_moved(dv_watch *watch, uint32_t move) {
    for (uint32_t i = watch->touched_count; move && i-- > 0;) {
        if (watch->touched[i].move == move)
            drop_touched(watch, i);
    }
}

static void script_event(dv_watch *watch, const struct inotify_event *event, const char *path,
                         double now) {
    if (event->mask & IN_MOVED_TO)
        drop_moved(watch, event->cookie);
    touched_file *file = touch(watch, path, now);
    if (!file)
        return;
    file->move = event->mask & IN_MOVED_FROM ? event->cookie : 0;
    if (event->mask & IN_MODIFY)
        file->being_written = true;
    else if (event->mask & IN_CREATE)
        file->being_written = is_being_made(path);
    else
        file->being_written = false;
}

static void folder_event(dv_watch *watch, const struct inotify_event *event, double now) {
    const notified_folder *folder = find_folder(watch, event->wd);
    char path[PATH_MAX];
    if (!folder || !join(path, folder->path, event->name))
        return;
    bool names = (event->mask & NAME_EVENTS) != 0;
    bool root = names && is_root(watch, path);
    if (root || (folder->files && names && event->name[0] != '.' &&
                 (event->mask & IN_ISDIR || (!is_script(event->name) && is_folder(path))))) {
        watch->must_scan = true;
        touch(watch, path, now);
    } else if (folder->files && is_script(event->name)) {
        script_event(watch, event, path, now);
    }
}

static void take_event(dv_watch *watch, const struct inotify_event *event, double now) {
    notified_folder *folder = find_folder(watch, event->wd);
    if (event->mask & IN_Q_OVERFLOW) {
        watch->must_scan = true;
        touch(watch, "/", now);
    } else if (event->mask & IN_IGNORED) {
        if (folder)
            drop_folder(watch, folder);
        watch->must_scan = true;
    } else if (event->mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT)) {
        watch->must_scan = true;
        if (folder)
            touch(watch, folder->path, now);
    } else if (event->len > 0) {
        folder_event(watch, event, now);
    }
}

static void read_events(dv_watch *watch, double now) {
    _Alignas(struct inotify_event) char buffer[16384];
    for (;;) {
        ssize_t size = read(watch->descriptor, buffer, sizeof buffer);
        if (size <= 0 && !(size < 0 && errno == EINTR))
            break;
        for (ssize_t at = 0; at < size;) {
            const struct inotify_event *event = (const struct inotify_event *)(buffer + at);
            take_event(watch, event, now);
            at += (ssize_t)(sizeof *event + event->len);
        }
    }
    if (watch->must_scan) {
        scan(watch, now);
        poll_when_refused(watch, now);
    }
}

// By looking

static void free_looked(looked_files *files) {
    for (uint32_t i = 0; i < files->count; i++)
        dv_free(files->items[i].path);
    dv_free(files->items);
    *files = (looked_files){0};
}

static bool enter_looked(folder_walk *walk, const char *folder) {
    (void)folder;
    walk->report_scripts = true;
    return true;
}

typedef struct look {
    folder_walk walk;
    looked_files found;
    bool complete;
} look;

static void note_script(folder_walk *walk, const char *path) {
    look *at = (look *)walk;
    struct stat status;
    if (stat(path, &status) != 0)
        return;
    char *copy = dv_copy_string(path);
    looked_files *found = &at->found;
    if (!copy || !dv_reserve((void **)&found->items, &found->capacity, found->count + 1,
                             sizeof *found->items)) {
        dv_free(copy);
        at->complete = false;
        return;
    }
    found->items[found->count++] = (looked_file){
        .path = copy,
        .inode = status.st_ino,
        .size = (uint64_t)status.st_size,
        .modified = nanoseconds(status.st_mtim),
        .changed = nanoseconds(status.st_ctim),
    };
}

static int compare_paths(const void *a, const void *b) {
    return strcmp(((const looked_file *)a)->path, ((const looked_file *)b)->path);
}

static bool is_same(const looked_file *a, const looked_file *b) {
    return a->inode == b->inode && a->size == b->size && a->modified == b->modified &&
           a->changed == b->changed;
}

static void touch_differences(dv_watch *watch, const looked_files *found, double now) {
    const looked_files *old = &watch->looked;
    uint32_t i = 0, j = 0;
    while (i < old->count || j < found->count) {
        int order = i == old->count     ? 1
                    : j == found->count ? -1
                                        : compare_paths(&old->items[i], &found->items[j]);
        if (order != 0)
            touch(watch, order < 0 ? old->items[i].path : found->items[j].path, now);
        else if (!is_same(&old->items[i], &found->items[j]))
            touch(watch, found->items[j].path, now);
        i += order <= 0;
        j += order >= 0;
    }
}

static void look_around(dv_watch *watch, double now, bool compare) {
    look at = {.walk = {.watch = watch, .now = now, .enter = enter_looked, .script = note_script},
               .complete = true};
    walk_roots(&at.walk);
    watch->look_time = now;
    if (!at.complete) {
        free_looked(&at.found); // short of memory: look again next time
        return;
    }
    if (at.found.count > 1)
        qsort(at.found.items, at.found.count, sizeof *at.found.items, compare_paths);
    if (compare)
        touch_differences(watch, &at.found, now);
    free_looked(&watch->looked);
    watch->looked = at.found;
}

// The interface

static bool start_notifying(dv_watch *watch, dv_watch_method method, dv_error *error) {
    watch->descriptor = -1;
    watch->method = DV_WATCH_POLLED;
    watch->may_poll = method == DV_WATCH_BEST;
    if (method == DV_WATCH_POLLED)
        return true;
    watch->descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (watch->descriptor >= 0) {
        watch->method = DV_WATCH_NOTIFIED;
        return true;
    }
    if (method == DV_WATCH_NOTIFIED)
        dv_fail(error, DV_ERROR_IO, "cannot watch files by inotify: %s", strerror(errno));
    return method == DV_WATCH_BEST;
}

dv_watch *dv_watch_create(dv_watch_method method, dv_error *error) {
    dv_watch *watch = dv_alloc(sizeof *watch);
    if (!watch) {
        dv_fail(error, DV_ERROR_MEMORY, "watching files: out of memory");
        return NULL;
    }
    if (!start_notifying(watch, method, error)) {
        dv_free(watch);
        return NULL;
    }
    return watch;
}

void dv_watch_destroy(dv_watch *watch) {
    if (!watch)
        return;
    if (watch->descriptor >= 0)
        close(watch->descriptor);
    forget_changes(watch);
    for (uint32_t i = 0; i < watch->root_count; i++)
        dv_free(watch->roots[i].path);
    dv_free(watch->roots);
    for (uint32_t i = 0; i < watch->folder_count; i++)
        dv_free(watch->folders[i].path);
    dv_free(watch->folders);
    free_looked(&watch->looked);
    dv_free(watch);
}

// Resolve all but the last name, which may be a symbolic link that is swapped later.
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
    return realpath(before, parent) && join(path, parent, name);
}

static bool find_root(dv_watch *watch, const char *path, bool deep) {
    for (uint32_t i = 0; i < watch->root_count; i++) {
        watched_root *root = &watch->roots[i];
        if (strcmp(root->path, path) == 0 && (root->deep || !deep))
            return true;
    }
    return false;
}

// What lies in a folder when it is added is not a change.
static dv_result start_watching(dv_watch *watch, dv_error *error) {
    double now = dv_now();
    if (watch->method == DV_WATCH_POLLED) {
        look_around(watch, now, false);
        return DV_OK;
    }
    bool changed = watch->changed;
    scan(watch, now);
    if (!changed)
        forget_changes(watch);
    if (watch->refused && !watch->may_poll)
        return dv_fail(error, DV_ERROR_LIMIT, "inotify has no room for more folders");
    poll_when_refused(watch, now);
    return DV_OK;
}

static void look_for_changes(dv_watch *watch, double now) {
    if (watch->method == DV_WATCH_NOTIFIED)
        read_events(watch, now);
    else
        look_around(watch, now, true);
}

dv_result dv_watch_add(dv_watch *watch, const char *folder, bool deep, dv_error *error) {
    char path[PATH_MAX];
    if (!root_path(folder, path) || !is_folder(path))
        return dv_fail(error, DV_ERROR_IO, "cannot watch %s: not a folder", folder);
    if (find_root(watch, path, deep))
        return DV_OK;
    char *copy = dv_copy_string(path);
    if (!copy || !dv_reserve((void **)&watch->roots, &watch->root_capacity, watch->root_count + 1,
                             sizeof *watch->roots)) {
        dv_free(copy);
        return dv_fail(error, DV_ERROR_MEMORY, "watching files: out of memory");
    }
    // Changes of before must not be taken for what the new folder held all along.
    look_for_changes(watch, dv_now());
    watch->roots[watch->root_count++] = (watched_root){.path = copy, .deep = deep};
    return start_watching(watch, error);
}

static bool is_quiet(const dv_watch *watch, double now) {
    return now - watch->last_change >= quiet_needed(watch) ||
           now - watch->first_change >= LONGEST_WAIT;
}

bool dv_watch_poll(dv_watch *watch, double *event_time) {
    double now = dv_now();
    if (watch->method == DV_WATCH_NOTIFIED || now - watch->look_time >= LOOK_INTERVAL)
        look_for_changes(watch, now);
    if (!watch->changed || !is_quiet(watch, now))
        return false;
    // It may be quiet because an emptied file was filled since the look above. That is the same
    // change, and must not be told twice.
    look_for_changes(watch, now);
    if (!is_quiet(watch, now))
        return false;
    if (event_time)
        *event_time = watch->last_change;
    forget_changes(watch);
    return true;
}

dv_watch_method dv_watch_method_of(const dv_watch *watch) { return watch->method; }
