// Detects changes by inotify.
#include "player/watch/watch_private.h"

#include "base/alloc.h"
#include "base/result.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#define NAME_EVENTS (IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
#define FILE_EVENTS (NAME_EVENTS | IN_CLOSE_WRITE | IN_MODIFY | IN_DELETE_SELF | IN_MOVE_SELF)

bool dv_watch_start(dv_watch *watch, dv_watch_method method, dv_error *error) {
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
        dv_fail(error, DV_ERROR_IO, "cannot watch files with inotify: %s", strerror(errno));
    return method == DV_WATCH_BEST;
}

static dv_notified_folder *find_folder(dv_watch *watch, int descriptor) {
    for (uint32_t i = 0; i < watch->folder_count; i++) {
        if (watch->folders[i].descriptor == descriptor)
            return &watch->folders[i];
    }
    return NULL;
}

static dv_notified_folder *add_folder(dv_watch *watch, int descriptor, const char *path) {
    char *copy = dv_copy_string(path);
    if (!copy || !dv_reserve((void **)&watch->folders, &watch->folder_capacity,
                             watch->folder_count + 1, sizeof *watch->folders)) {
        dv_free(copy);
        return NULL;
    }
    dv_notified_folder *folder = &watch->folders[watch->folder_count++];
    *folder = (dv_notified_folder){.descriptor = descriptor, .path = copy};
    return folder;
}

// In these file systems, inotify doesn't report changes made elsewhere, such as on the server or on
// the host of a virtual machine. The numbers are those of statfs(2).
static bool is_silent(const char *path) {
    static const uint32_t types[] = {
        0x6969,                             // nfs
        0x01021997,                         // 9p, as in WSL
        0x65735546,                         // fuse, as sshfs
        0x517b,     0xff534d42, 0xfe534d42, // smb
        0x786f4256,                         // vboxsf
    };
    struct statfs system;
    if (statfs(path, &system) != 0)
        return false;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if ((uint32_t)system.f_type == types[i])
            return true;
    return false;
}

// Add an inotify watch for a folder, or extend the one it has. With `files`, also watch the
// contents of its files. `*is_new` says whether its scripts have to be reported. False on failure.
static bool notify_folder(dv_watch *watch, const char *path, bool files, bool *is_new) {
    uint32_t events = (files ? FILE_EVENTS : NAME_EVENTS) | IN_ONLYDIR | IN_MASK_ADD;
    if (watch->may_poll && files && is_silent(path)) {
        watch->refused = true;
        return false;
    }
    int descriptor = inotify_add_watch(watch->descriptor, path, events);
    if (descriptor < 0) {
        watch->refused = watch->refused || errno == ENOSPC || errno == ENOMEM;
        return false;
    }
    dv_notified_folder *folder = find_folder(watch, descriptor);
    *is_new = !folder || !folder->files;
    if (!folder)
        folder = add_folder(watch, descriptor, path);
    if (!folder)
        return false;
    folder->seen = true;
    folder->files = folder->files || files;
    // The folder was moved.
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

static bool enter_notified(dv_folder_walk *walk, const char *folder) {
    bool is_new = false;
    bool entered = notify_folder(walk->watch, folder, true, &is_new);
    walk->report_scripts = is_new;
    return entered;
}

static void touch_script(dv_folder_walk *walk, const char *path) {
    dv_watch_touch(walk->watch, path, walk->now);
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

static void drop_folder(dv_watch *watch, dv_notified_folder *folder) {
    dv_free(folder->path);
    *folder = watch->folders[--watch->folder_count];
}

static void drop_unseen_folders(dv_watch *watch) {
    for (uint32_t i = watch->folder_count; i-- > 0;) {
        dv_notified_folder *folder = &watch->folders[i];
        if (folder->seen)
            continue;
        inotify_rm_watch(watch->descriptor, folder->descriptor);
        drop_folder(watch, folder);
    }
}

void dv_watch_scan(dv_watch *watch, double now) {
    watch->must_scan = false;
    for (uint32_t i = 0; i < watch->root_count; i++)
        watch->roots[i].folder = dv_watch_identify(watch->roots[i].path);
    for (uint32_t i = 0; i < watch->folder_count; i++)
        watch->folders[i].seen = false;
    notify_parents(watch);
    dv_folder_walk walk = {
        .watch = watch, .now = now, .enter = enter_notified, .script = touch_script};
    dv_watch_walk(&walk);
    drop_unseen_folders(watch);
}

void dv_watch_stop_notifying(dv_watch *watch) {
    if (watch->descriptor >= 0)
        close(watch->descriptor);
    watch->descriptor = -1;
    while (watch->folder_count > 0)
        drop_folder(watch, &watch->folders[0]);
}

// The kernel's limit of watches can be reached at any time, not only at the start.
void dv_watch_poll_when_refused(dv_watch *watch, double now) {
    if (!watch->refused || !watch->may_poll)
        return;
    dv_watch_stop_notifying(watch);
    watch->method = DV_WATCH_POLLED;
    dv_watch_look(watch, now, false);
    dv_watch_touch(watch, "/", now);
}

static bool is_root(const dv_watch *watch, const char *path) {
    for (uint32_t i = 0; i < watch->root_count; i++) {
        if (strcmp(watch->roots[i].path, path) == 0)
            return true;
    }
    return false;
}

// A new file will be written and closed next, unless it is a hard link to another.
static bool is_being_made(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 1;
}

// A script that was renamed to another script's name is not missing.
static void drop_moved(dv_watch *watch, uint32_t move) {
    for (uint32_t i = watch->touched_count; move && i-- > 0;) {
        if (watch->touched[i].move == move)
            dv_watch_drop_touched(watch, i);
    }
}

static void script_event(dv_watch *watch, const struct inotify_event *event, const char *path,
                         double now) {
    if (event->mask & IN_MOVED_TO)
        drop_moved(watch, event->cookie);
    dv_touched_file *file = dv_watch_touch(watch, path, now);
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
    const dv_notified_folder *folder = find_folder(watch, event->wd);
    char path[PATH_MAX];
    if (!folder || !dv_watch_join(path, folder->path, event->name))
        return;
    bool names = (event->mask & NAME_EVENTS) != 0;
    bool root = names && is_root(watch, path);
    if (root || (folder->files && names && event->name[0] != '.' &&
                 (event->mask & IN_ISDIR ||
                  (!dv_watch_is_script(watch, event->name) && dv_watch_is_folder(path))))) {
        watch->must_scan = true;
        dv_watch_touch(watch, path, now);
    } else if (folder->files && dv_watch_is_script(watch, event->name)) {
        script_event(watch, event, path, now);
    }
}

static void take_event(dv_watch *watch, const struct inotify_event *event, double now) {
    dv_notified_folder *folder = find_folder(watch, event->wd);
    if (event->mask & IN_Q_OVERFLOW) {
        watch->must_scan = true;
        dv_watch_touch(watch, "/", now);
    } else if (event->mask & IN_IGNORED) {
        if (folder)
            drop_folder(watch, folder);
        watch->must_scan = true;
    } else if (event->mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT)) {
        watch->must_scan = true;
        if (folder)
            dv_watch_touch(watch, folder->path, now);
    } else if (event->len > 0) {
        folder_event(watch, event, now);
    }
}

void dv_watch_read_events(dv_watch *watch, double now) {
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
        dv_watch_scan(watch, now);
        dv_watch_poll_when_refused(watch, now);
    }
}
