// A scenario to start from; see new_scenario.h. Its files are those of scripts/new, and the editor
// stub, which has to go with it because the program may stand anywhere.
#include "player/new_scenario.h"

#include "base/disk.h"
#include "base/result.h"
#include "record/text_file.h"
#include "scripts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BAD_USAGE 2
#define LONGEST_PATH 4096

// What is written, in this order: without main.lua it is no scenario, so that comes last.
typedef struct part {
    const char *path;
    const char *template; // NULL: a folder
} part;

static const part parts[] = {
    {"README.md", "README"},      {".luarc.json", "luarc"},
    {"sheep.lua", "sheep"},       {"tests", NULL},
    {"tests/flock.lua", "flock"}, {".drover", NULL},
    {".drover/types", NULL},      {".drover/types/drover.lua", "drover"},
    {"main.lua", "main"},
};

#define PART_COUNT (sizeof parts / sizeof *parts)

// The folder while it is filled. Invariant: `made` parts, the first ones, are there by our hand.
typedef struct work {
    const char *folder;
    bool is_ours; // made here
    int descriptor;
    size_t made;
} work;

static dv_result fail_with_reason(dv_error *error, const char *what, const char *folder,
                                  const char *path) {
    return dv_fail(error, DV_ERROR_IO, "cannot %s %s%s%s: %s", what, folder, *path ? "/" : "", path,
                   strerror(errno));
}

// The folder

static bool is_empty(DIR *folder) {
    const struct dirent *entry;
    while ((entry = readdir(folder)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            return false;
    return true;
}

static dv_result check_empty(const char *path, dv_error *error) {
    DIR *folder = opendir(path);
    if (!folder && errno == ENOTDIR)
        return dv_fail(error, DV_ERROR_ARGUMENT, "%s is a file: name a folder that is not there",
                       path);
    if (!folder)
        return fail_with_reason(error, "read", path, "");
    bool empty = is_empty(folder);
    closedir(folder);
    return empty ? DV_OK
                 : dv_fail(error, DV_ERROR_ARGUMENT,
                           "%s is not empty: name a folder that is, or is not there", path);
}

static dv_result open_folder(work *w, dv_error *error) {
    w->is_ours = dv_disk_make_folder(AT_FDCWD, w->folder, 0777);
    if (!w->is_ours && errno != EEXIST)
        return fail_with_reason(error, "make", w->folder, "");
    dv_result result = w->is_ours ? DV_OK : check_empty(w->folder, error);
    if (result != DV_OK)
        return result;
    w->descriptor = open(w->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return w->descriptor >= 0 ? DV_OK : fail_with_reason(error, "open", w->folder, "");
}

// Its parts

const char *dv_new_scenario_template(const char *name) {
    for (size_t i = 0; i < dv_new_scenario_templates_count; i++)
        if (strcmp(dv_new_scenario_templates[i].name, name) == 0)
            return dv_new_scenario_templates[i].source;
    return "";
}

static dv_result write_text(int descriptor, const char *name, const char *text, dv_error *error) {
    dv_text_file *file = dv_text_use(descriptor, name, error);
    if (!file)
        return DV_ERROR_MEMORY;
    dv_text_add(file, text);
    return dv_text_close(file, error);
}

static dv_result make_file(work *w, const part *p, dv_error *error) {
    char name[LONGEST_PATH]; // for messages alone
    int descriptor =
        dv_disk_open(w->descriptor, p->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return fail_with_reason(error, "write", w->folder, p->path);
    w->made++;
    snprintf(name, sizeof name, "%s/%s", w->folder, p->path);
    dv_result result = write_text(descriptor, name, dv_new_scenario_template(p->template), error);
    if (!dv_disk_close(descriptor) && result == DV_OK)
        return fail_with_reason(error, "write", w->folder, p->path);
    return result;
}

static dv_result make_parts(work *w, dv_error *error) {
    dv_result result = DV_OK;
    for (size_t i = 0; i < PART_COUNT && result == DV_OK; i++) {
        if (parts[i].template)
            result = make_file(w, &parts[i], error);
        else if (dv_disk_make_folder(w->descriptor, parts[i].path, 0777))
            w->made++;
        else
            result = fail_with_reason(error, "make", w->folder, parts[i].path);
    }
    return result;
}

// Leave everything as it was.
static void undo(const work *w) {
    for (size_t i = w->made; i-- > 0;)
        dv_disk_remove(w->descriptor, parts[i].path, parts[i].template ? 0 : AT_REMOVEDIR);
    if (w->is_ours)
        dv_disk_remove(AT_FDCWD, w->folder, AT_REMOVEDIR);
}

int dv_new_scenario(const char *folder) {
    work w = {.folder = folder, .descriptor = -1};
    dv_error error;
    dv_result result = open_folder(&w, &error);
    if (result == DV_OK)
        result = make_parts(&w, &error);
    if (result != DV_OK)
        undo(&w);
    if (w.descriptor >= 0)
        close(w.descriptor);
    if (result == DV_OK) {
        printf("%s is a scenario now: drover run %s\n", folder, folder);
        return 0;
    }
    fprintf(stderr, "drover: %s\n", error.message);
    return result == DV_ERROR_ARGUMENT ? BAD_USAGE : 1;
}
