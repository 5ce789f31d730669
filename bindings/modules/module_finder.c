// Finds the folder of a scenario's modules and its entry module from the scenario's path.
#include "modules/module_look.h"

#include "base/alloc.h"
#include "base/result.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool ends_in_lua(const char *path) {
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".lua") == 0;
}

/// Set the entry file and its name as for `require`: "tests/herd.lua" is "tests.herd".
static bool set_entry(dv_finder *finder, const char *file) {
    finder->entry_file = dv_copy_string(file);
    finder->entry_name = finder->entry_file ? dv_copy_string(finder->entry_file) : NULL;
    if (!finder->entry_name)
        return false;
    finder->entry_name[strlen(finder->entry_name) - 4] = 0;
    for (char *c = finder->entry_name; *c; c++)
        if (*c == '/')
            *c = '.';
    return true;
}

static dv_result check_entry(const dv_modules_def *def, const dv_finder *finder, bool is_folder,
                             dv_error *error) {
    char *path = dv_join(finder->folder, "/", finder->entry_file);
    if (!path)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    int reason = errno;
    dv_free(path);
    if (file < 0 && reason == ENOENT && is_folder)
        return dv_fail(error, DV_ERROR_IO, "%s has no main.lua", def->scenario);
    if (file < 0)
        return dv_fail(error, DV_ERROR_IO, "cannot read %s%s: %s", def->scenario,
                       is_folder ? "/main.lua" : "", strerror(reason));
    close(file);
    return DV_OK;
}

static dv_result check_scenario(const dv_modules_def *def, bool *is_folder, dv_error *error) {
    if (def->reader) {
        *is_folder = !ends_in_lua(def->scenario);
        return DV_OK;
    }
    struct stat status;
    if (stat(def->scenario, &status) != 0) {
        if (errno == ENOENT || errno == ENOTDIR)
            return dv_fail(error, DV_ERROR_IO,
                           "no scenario %s: a scenario is a folder with main.lua, or a .lua file",
                           def->scenario);
        return dv_fail(error, DV_ERROR_IO, "cannot read %s: %s", def->scenario, strerror(errno));
    }
    *is_folder = S_ISDIR(status.st_mode);
    if (!*is_folder && (!S_ISREG(status.st_mode) || !ends_in_lua(def->scenario)))
        return dv_fail(error, DV_ERROR_IO,
                       "%s is not a scenario: a scenario is a folder with main.lua, or a .lua file",
                       def->scenario);
    return DV_OK;
}

// Split the path into folder, entry file, and entry name. Returns false when out of memory.
static bool set_paths(dv_finder *finder, const dv_modules_def *def, bool is_folder) {
    const char *entry = def->entry ? def->entry : "main.lua";
    finder->folder = dv_copy_string(def->scenario);
    if (!finder->folder)
        return false;
    char *slash = strrchr(finder->folder, '/');
    if (is_folder) {
        while (slash && slash > finder->folder && !slash[1]) {
            *slash = 0;
            slash = strrchr(finder->folder, '/');
        }
        return set_entry(finder, entry);
    }
    if (!set_entry(finder, slash ? slash + 1 : finder->folder))
        return false;
    if (slash) {
        slash[slash == finder->folder] = 0; // "/x.lua" is in "/"
        return true;
    }
    dv_free(finder->folder);
    finder->folder = dv_copy_string(".");
    return finder->folder;
}

dv_result dv_open_finder(dv_finder *finder, const dv_modules_def *def, dv_error *error) {
    finder->library = def->library;
    finder->library_count = def->library_count;
    finder->reader = def->reader;
    finder->lister = def->lister;
    finder->reader_context = def->reader_context;
    bool is_folder;
    dv_result result = check_scenario(def, &is_folder, error);
    if (result != DV_OK)
        return result;
    if (!set_paths(finder, def, is_folder))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    return def->reader ? DV_OK : check_entry(def, finder, is_folder, error);
}

void dv_close_finder(dv_finder *finder) {
    dv_free(finder->folder);
    dv_free(finder->entry_file);
    dv_free(finder->entry_name);
}
