// Runs scripts of a single file for tests of the binding. They use assert, or are refused.
#ifndef DV_TEST_SCRIPT_FIXTURE_H
#define DV_TEST_SCRIPT_FIXTURE_H

#include "base/alloc.h"
#include "scenario.h"

#include "../program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static inline dv_scenario *open_script(const char *script, dv_error *error) {
    char path[] = "/tmp/drover-test-XXXXXX.lua";
    int file = mkstemps(path, 4);
    FILE *out = file < 0 ? NULL : fdopen(file, "w");
    assert_non_null(out);
    fputs(script, out);
    fclose(out);
    dv_scenario_options options = dv_scenario_options_default();
    dv_scenario *scenario = dv_scenario_open(path, &options, error);
    unlink(path);
    return scenario;
}

/// Run a script for `ticks` ticks. Its own asserts must hold.
static inline void run(const char *script, int ticks) {
    dv_error error = {""};
    dv_scenario *scenario = open_script(script, &error);
    if (!scenario)
        fail_msg("%s", error.message);
    for (int tick = 0; tick < ticks; tick++) {
        if (dv_scenario_step(scenario, &error) != DV_OK)
            fail_msg("%s", error.message);
        if (dv_scenario_banner(scenario))
            fail_msg("%s", dv_scenario_banner(scenario));
    }
    dv_scenario_close(scenario);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static inline void expect_error(const char *script, const char *message) {
    dv_error error = {""};
    dv_scenario *scenario = open_script(script, &error);
    assert_null(scenario);
    if (!strstr(error.message, message))
        fail_msg("'%s' does not say '%s'", error.message, message);
    assert_int_equal(dv_allocated_bytes(), 0);
}

#endif
