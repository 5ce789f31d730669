#include "player/tools/state_file.h"

#include "base/disk.h"
#include "base/result.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

dv_result dv_state_path(const char *name, char path[PATH_MAX], dv_error *error) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length = PATH_MAX;
    // The XDG specification says to ignore paths that aren't absolute.
    if (state && state[0] == '/')
        length = snprintf(path, PATH_MAX, "%s/drover/%s", state, name);
    else if (home && home[0] == '/')
        length = snprintf(path, PATH_MAX, "%s/.local/state/drover/%s", home, name);
    else
        return dv_fail(error, DV_ERROR_IO, "neither XDG_STATE_HOME nor HOME is set");
    return length < PATH_MAX ? DV_OK : dv_fail(error, DV_ERROR_IO, "the path is too long");
}

void dv_state_make_folders(const char *path) {
    char folder[PATH_MAX];
    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
        dv_disk_make_folder(AT_FDCWD, folder, 0700);
    }
}
