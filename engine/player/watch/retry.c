// Watches a scenario that failed to start; see retry.h.
#include "player/watch/retry.h"

#include "player/options/scenario_path.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

void dv_retry_begin(dv_retry *retry, const dv_options *options) {
    struct stat status;
    char folder[PATH_MAX];
    *retry = (dv_retry){.scenario = options->scenario};
    retry->was_there = dv_check_scenario_path(options->scenario, NULL) == DV_OK;
    if (stat(options->scenario, &status) != 0)
        return;
    retry->watch = dv_watch_create(options->watch_polls ? DV_WATCH_POLLED : DV_WATCH_BEST, NULL);
    snprintf(folder, sizeof folder, "%s", options->scenario);
    // Its modules aren't known yet, so watch all folders below.
    if (retry->watch)
        dv_watch_add(retry->watch, S_ISDIR(status.st_mode) ? folder : dirname(folder), true, NULL);
}

void dv_retry_add(dv_retry *retry, const char *path) {
    char real[PATH_MAX];
    if (retry->watch && realpath(path, real))
        dv_watch_add(retry->watch, dirname(real), false, NULL);
}

bool dv_retry_is_due(dv_retry *retry) {
    bool is_there = dv_check_scenario_path(retry->scenario, NULL) == DV_OK;
    bool is_saved = retry->watch && dv_watch_poll(retry->watch, NULL);
    return is_saved || is_there != retry->was_there;
}

void dv_retry_end(dv_retry *retry) {
    dv_watch_destroy(retry->watch);
    retry->watch = NULL;
}
