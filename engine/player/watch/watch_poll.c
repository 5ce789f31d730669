// Detects changes by looking at all files repeatedly, for when inotify isn't available.
#include "player/watch/watch_private.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void dv_free_looked(dv_looked_files *files) {
    for (uint32_t i = 0; i < files->count; i++)
        dv_free(files->items[i].path);
    dv_free(files->items);
    *files = (dv_looked_files){0};
}

static bool enter_looked(dv_folder_walk *walk, const char *folder) {
    (void)folder;
    walk->report_scripts = true;
    return true;
}

typedef struct look {
    dv_folder_walk walk;
    dv_looked_files found;
    bool complete;
} look;

static void note_script(dv_folder_walk *walk, const char *path) {
    look *at = (look *)walk;
    struct stat status;
    if (stat(path, &status) != 0)
        return;
    char *copy = dv_copy_string(path);
    dv_looked_files *found = &at->found;
    if (!copy || !dv_reserve((void **)&found->items, &found->capacity, found->count + 1,
                             sizeof *found->items)) {
        dv_free(copy);
        at->complete = false;
        return;
    }
    found->items[found->count++] = (dv_looked_file){
        .path = copy,
        .inode = status.st_ino,
        .size = (uint64_t)status.st_size,
        .modified = dv_nanoseconds(status.st_mtim),
        .changed = dv_nanoseconds(status.st_ctim),
    };
}

static int compare_paths(const void *a, const void *b) {
    return strcmp(((const dv_looked_file *)a)->path, ((const dv_looked_file *)b)->path);
}

static bool is_same(const dv_looked_file *a, const dv_looked_file *b) {
    return a->inode == b->inode && a->size == b->size && a->modified == b->modified &&
           a->changed == b->changed;
}

// Polling may see a normal save as two or three changes; more mean that the file is still being
// written.
#define CHANGES_OF_A_SAVE 4

static void touch_changed(dv_watch *watch, const char *path, double now) {
    dv_touched_file *file = dv_watch_touch(watch, path, now);
    if (file)
        file->being_written = ++file->changes > CHANGES_OF_A_SAVE;
}

static void touch_differences(dv_watch *watch, const dv_looked_files *found, double now) {
    const dv_looked_files *old = &watch->looked;
    uint32_t i = 0, j = 0;
    while (i < old->count || j < found->count) {
        int order = i == old->count     ? 1
                    : j == found->count ? -1
                                        : compare_paths(&old->items[i], &found->items[j]);
        if (order != 0)
            dv_watch_touch(watch, order < 0 ? old->items[i].path : found->items[j].path, now);
        else if (!is_same(&old->items[i], &found->items[j]))
            touch_changed(watch, found->items[j].path, now);
        i += order <= 0;
        j += order >= 0;
    }
}

void dv_watch_look(dv_watch *watch, double now, bool compare) {
    look at = {.walk = {.watch = watch, .now = now, .enter = enter_looked, .script = note_script},
               .complete = true};
    dv_watch_walk(&at.walk);
    watch->look_time = now;
    if (!at.complete) {
        dv_free_looked(&at.found); // out of memory: look again next time
        return;
    }
    if (at.found.count > 1)
        qsort(at.found.items, at.found.count, sizeof *at.found.items, compare_paths);
    if (compare)
        touch_differences(watch, &at.found, now);
    dv_free_looked(&watch->looked);
    watch->looked = at.found;
}
