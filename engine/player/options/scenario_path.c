// Checks the path of a scenario; see scenario_path.h.
#include "player/options/scenario_path.h"

#include "base/names.h"
#include "base/result.h"
#include "player/options/samples.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// How many names of a folder are considered for a hint.
#define MAX_NAMES 256
#define LONGEST_HINT (PATH_MAX + 128)

static bool join_path(char path[PATH_MAX], const char *folder, const char *name) {
    size_t length = strlen(folder);
    const char *slash = length > 0 && folder[length - 1] == '/' ? "" : "/";
    return snprintf(path, PATH_MAX, "%s%s%s", folder, slash, name) < PATH_MAX;
}

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool has_main(const char *folder) {
    char path[PATH_MAX];
    return join_path(path, folder, "main.lua") && access(path, F_OK) == 0;
}

static bool is_script(const char *name) {
    size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".lua") == 0;
}

static int is_visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

/// List a folder, sorted by name. 0 if it can't be read.
static int list_folder(const char *folder, struct dirent ***entries) {
    int count = scandir(folder, entries, is_visible, alphasort);
    return count > 0 ? count : 0;
}

static void free_list(struct dirent **entries, int count) {
    for (int i = 0; i < count; i++)
        free(entries[i]);
    if (count > 0)
        free(entries);
}

// Hints

/// For a folder without main.lua: suggest a scenario inside, or how to create one.
static void hint_inside(const char *folder, char hint[LONGEST_HINT]) {
    struct dirent **entries = NULL;
    char path[PATH_MAX], first[PATH_MAX] = "";
    int count = list_folder(folder, &entries), runnable = 0;
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        if (!join_path(path, folder, name) || !(is_script(name) || has_main(path)))
            continue;
        if (runnable++ == 0)
            memcpy(first, path, sizeof first);
    }
    if (runnable == 1)
        snprintf(hint, LONGEST_HINT, "; type drover run %s", first);
    else if (runnable > 1)
        snprintf(hint, LONGEST_HINT, "; it holds %d scenarios: type drover run %s, for example",
                 runnable, first);
    else if (count == 0)
        snprintf(hint, LONGEST_HINT, "; to write one type drover new %s", folder);
    else
        snprintf(hint, LONGEST_HINT, "; to see the samples type drover");
    free_list(entries, count);
}

/// For a path that doesn't exist: suggest a scenario with a similar name.
static void hint_beside(const char *missing, char hint[LONGEST_HINT]) {
    char folder[PATH_MAX], path[PATH_MAX];
    const char *slash = strrchr(missing, '/');
    const char *name = slash ? slash + 1 : missing;
    struct dirent **entries = NULL;
    const char *names[MAX_NAMES];
    size_t name_count = 0;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - missing) + 1 : 1,
             slash ? missing : ".");
    int count = list_folder(folder, &entries);
    for (int i = 0; i < count && name_count < MAX_NAMES; i++)
        if (join_path(path, folder, entries[i]->d_name) &&
            (is_script(entries[i]->d_name) || has_main(path)))
            names[name_count++] = entries[i]->d_name;
    const char *nearest = dv_nearest_name(name, names, name_count);
    if (dv_sample_path(missing, path))
        snprintf(hint, LONGEST_HINT, "; to run the sample of that name type drover run %s", path);
    else if (nearest)
        snprintf(hint, LONGEST_HINT, "; type drover run %.*s%s",
                 slash ? (int)(slash - missing) + 1 : 0, missing, nearest);
    else if (is_script(missing))
        snprintf(hint, LONGEST_HINT, "; to see the samples type drover");
    else
        snprintf(hint, LONGEST_HINT, "; to write one type drover new %s", missing);
    free_list(entries, count);
}

dv_result dv_check_scenario_path(const char *path, dv_error *error) {
    char hint[LONGEST_HINT];
    struct stat status;
    if (stat(path, &status) != 0) {
        int reason = errno;
        hint_beside(path, hint);
        return dv_fail(error, DV_ERROR_IO, "no scenario at %s: %s%s", path, strerror(reason),
                       reason == ENOENT ? hint : "");
    }
    if (!is_folder(path) || has_main(path))
        return DV_OK;
    char main_path[PATH_MAX];
    hint_inside(path, hint);
    if (!join_path(main_path, path, "main.lua"))
        return dv_fail(error, DV_ERROR_IO, "no scenario at %s: the path is too long", path);
    return dv_fail(error, DV_ERROR_IO, "no scenario at %s: there is no %s%s", path, main_path,
                   hint);
}
