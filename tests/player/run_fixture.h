// Shared by tests that run a scenario from a temporary folder. Include it after <cmocka.h>.
#ifndef DV_TESTS_PLAYER_RUN_FIXTURE_H
#define DV_TESTS_PLAYER_RUN_FIXTURE_H

#include "player/run/run.h"

#include "base/alloc.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Create an empty folder in /tmp.
static inline void make_folder(char folder[64], const char *name) {
    snprintf(folder, 64, "/tmp/drover_%s_XXXXXX", name);
    assert_non_null(mkdtemp(folder));
}

static inline void remove_folder(const char *folder) {
    char command[160];
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

/// Options of a headless run that does not end by itself.
static inline dv_options headless_options(const char *scenario) {
    return (dv_options){.scenario = scenario,
                        .threads = 1,
                        .speed = INFINITY,
                        .headless = true,
                        .ticks = DV_NO_LIMIT,
                        .seconds = NAN,
                        .every = 1};
}

/// Write a script with the first `from` replaced by `to`.
static inline void write_edited(const char *path, const char *script, const char *from,
                                const char *to) {
    FILE *file = fopen(path, "w");
    const char *place = strstr(script, from);
    assert_non_null(file);
    assert_non_null(place);
    fprintf(file, "%.*s%s%s", (int)(place - script), script, to, place + strlen(from));
    assert_int_equal(fclose(file), 0);
}

static inline void tick_run(dv_run *run, int count) {
    while (count-- > 0)
        if (dv_run_tick(run) != DV_OK)
            fail_msg("%s", run->error.message);
}

#endif
