// Finds the samples; see samples.h.
#include "player/options/samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// How many folders above the program to search.
#define MAX_LEVELS 6

/// Every folder with samples has the caribou sample.
static bool is_samples(const char *path) {
    char probe[PATH_MAX + 32];
    snprintf(probe, sizeof probe, "%s/caribou/main.lua", path);
    return access(probe, R_OK) == 0;
}

void dv_program_path(char path[PATH_MAX]) {
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    path[length < 0 ? 0 : length] = '\0';
}

/// In an installation, the samples are in the share folder of the prefix.
static bool find_installed(const char *folder, char path[PATH_MAX]) {
    char installed[PATH_MAX];
    int length = snprintf(installed, sizeof installed, "%s/../share/drover/samples", folder);
    return length < PATH_MAX && is_samples(installed) && realpath(installed, path);
}

bool dv_samples_folder(char path[PATH_MAX]) {
    char folder[PATH_MAX];
    dv_program_path(folder);
    char *slash = strrchr(folder, '/');
    // In a bundle, they are next to the program; in a source tree, above the build folder.
    for (int level = 0; slash && level < MAX_LEVELS; level++) {
        *slash = '\0';
        if (snprintf(path, PATH_MAX, "%s/samples", folder) < PATH_MAX && is_samples(path))
            return true;
        if (level == 0 && find_installed(folder, path))
            return true;
        slash = strrchr(folder, '/');
    }
    snprintf(path, PATH_MAX, "samples");
    return is_samples(path);
}

bool dv_sample_path(const char *name, char path[PATH_MAX]) {
    char folder[PATH_MAX], probe[PATH_MAX];
    if (strchr(name, '/') || name[0] == '.' || !dv_samples_folder(folder))
        return false;
    return snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX &&
           snprintf(probe, sizeof probe, "%s/main.lua", path) < PATH_MAX &&
           access(probe, R_OK) == 0;
}
