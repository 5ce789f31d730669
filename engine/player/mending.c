// Waiting for a scenario to be mended; see mending.h.
#include "player/mending.h"

#include "player/scenario_path.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

void dv_mending_begin(dv_mending *mending, const dv_options *options) {
    struct stat status;
    char folder[PATH_MAX];
    *mending = (dv_mending){.scenario = options->scenario};
    mending->was_there = dv_check_scenario_path(options->scenario, NULL) == DV_OK;
    if (stat(options->scenario, &status) != 0)
        return;
    mending->watch = dv_watch_create(options->watch_polls ? DV_WATCH_POLLED : DV_WATCH_BEST, NULL);
    snprintf(folder, sizeof folder, "%s", options->scenario);
    // Which modules it would have is not known: they may lie in any folder below.
    if (mending->watch)
        dv_watch_add(mending->watch, S_ISDIR(status.st_mode) ? folder : dirname(folder), true,
                     NULL);
}

void dv_mending_add(dv_mending *mending, const char *path) {
    char real[PATH_MAX];
    if (mending->watch && realpath(path, real))
        dv_watch_add(mending->watch, dirname(real), false, NULL);
}

bool dv_mending_is_due(dv_mending *mending) {
    bool is_there = dv_check_scenario_path(mending->scenario, NULL) == DV_OK;
    bool is_saved = mending->watch && dv_watch_poll(mending->watch, NULL);
    return is_saved || is_there != mending->was_there;
}

void dv_mending_end(dv_mending *mending) {
    dv_watch_destroy(mending->watch);
    mending->watch = NULL;
}
