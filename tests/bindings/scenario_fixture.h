// Scenarios for tests of the binding: Lua files in a temporary folder that are opened and stepped
// as the player does, while their output is recorded.
#ifndef DV_TEST_SCENARIO_FIXTURE_H
#define DV_TEST_SCENARIO_FIXTURE_H

#include "../program.h"
#include "../world_hash.h"
#include "scenario.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// The first line of every script that is written in C, so the script itself begins at line 2.
#define HEAD                                                                                       \
    "local drover = require 'drover' local steer, blend, when, vec = drover.steer, drover.blend, " \
    "drover.when, drover.vec\n"

typedef struct fixture {
    char folder[64];
    dv_scenario *scenario;
    char log[1 << 16];   ///< everything printed, with a newline after each line
    char warnings[4096]; ///< the warnings, likewise
    dv_error error;
    const char *const *reserved_keys; ///< as in dv_scenario_options
    bool explained;                   ///< as in dv_scenario_options
    bool timed; ///< scripts have the same time limit as in a window; otherwise none, as some builds
                ///< are slow
} fixture;

static inline void keep_line(void *context, const char *line) {
    fixture *f = context;
    size_t used = strlen(f->log);
    snprintf(f->log + used, sizeof f->log - used, "%s\n", line);
}

static inline void keep_warning(void *context, const char *message) {
    fixture *f = context;
    size_t used = strlen(f->warnings);
    snprintf(f->warnings + used, sizeof f->warnings - used, "%s\n", message);
}

static inline int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    strcpy(f->folder, "/tmp/drover_contract_XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    *state = f;
    return 0;
}

static inline void close_scenario(fixture *f) {
    dv_scenario_close(f->scenario);
    f->scenario = NULL;
}

static inline int tear_down(void **state) {
    fixture *f = *state;
    char command[128];
    close_scenario(f);
    snprintf(command, sizeof command, "rm -r %s", f->folder);
    assert_int_equal(system(command), 0);
    free(f);
    assert_int_equal(dv_allocated_bytes(), 0);
    return 0;
}

static inline const char *path_in(const fixture *f, const char *name, char path[256]) {
    snprintf(path, 256, "%s/%s", f->folder, name);
    return path;
}

static inline void write_bytes(const fixture *f, const char *name, const void *bytes, size_t size) {
    char path[256];
    FILE *file = fopen(path_in(f, name, path), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static inline void write_file(const fixture *f, const char *name, const char *text) {
    write_bytes(f, name, text, strlen(text));
}

/// The default options of every scenario here: the run counts as watched.
static inline dv_scenario_options options_of(fixture *f) {
    dv_scenario_options options = dv_scenario_options_default();
    options.watched = true;
    options.budget = f->timed ? 0 : (double)INFINITY;
    options.print = keep_line;
    options.print_context = f;
    options.warn = keep_warning;
    options.warn_context = f;
    options.reserved_keys = f->reserved_keys;
    options.explained = f->explained;
    return options;
}

static inline dv_scenario *try_open(fixture *f) {
    dv_scenario_options options = options_of(f);
    f->error.message[0] = '\0';
    return f->scenario = dv_scenario_open(f->folder, &options, &f->error);
}

/// Open the scenario in the folder. If this fails, the test fails with the message.
static inline dv_scenario *open_folder(fixture *f) {
    if (!try_open(f))
        fail_msg("%s", f->error.message);
    return f->scenario;
}

/// Open a scenario that consists of this file only.
static inline dv_scenario *open_main(fixture *f, const char *source) {
    close_scenario(f);
    f->log[0] = '\0';
    write_file(f, "main.lua", source);
    return open_folder(f);
}

static inline void step(fixture *f, int ticks) {
    for (int i = 0; i < ticks; i++)
        if (dv_scenario_step(f->scenario, &f->error) != DV_OK)
            fail_msg("tick %d: %s", i, f->error.message);
}

static inline uint64_t hash_of(const fixture *f) {
    return world_hash(dv_scenario_world(f->scenario));
}

/// After `before` ticks, save the world, do `after` more, and do these again from the snapshot.
static inline void expect_to_go_on(fixture *f, int before, int after) {
    char path[256];
    step(f, before);
    dv_world *world = dv_scenario_world(f->scenario);
    assert_int_equal(dv_world_save(world, path_in(f, "a.snap", path), &f->error), DV_OK);
    uint64_t saved = hash_of(f);
    step(f, after);
    uint64_t later = hash_of(f);
    assert_true(later != saved);
    assert_int_equal(dv_world_load(world, path, &f->error), DV_OK);
    assert_true(hash_of(f) == saved);
    step(f, after);
    assert_true(hash_of(f) == later);
}

/// The text of the banner, or "".
static inline const char *banner_of(const fixture *f) {
    const char *banner = dv_scenario_banner(f->scenario);
    return banner ? banner : "";
}

static inline void expect_log(fixture *f, const char *expected) {
    assert_string_equal(f->log, expected);
    f->log[0] = '\0';
}

/// Check that a scenario prints exactly this while it opens and steps, and that nothing fails.
static inline void expect_run(fixture *f, const char *source, int ticks, const char *expected) {
    open_main(f, source);
    step(f, ticks);
    assert_string_equal(banner_of(f), "");
    expect_log(f, expected);
}

/// Like expect_run, but expects this text in the banner at the end.
static inline void expect_failing_run(fixture *f, const char *source, int ticks,
                                      const char *expected, const char *banner) {
    open_main(f, source);
    step(f, ticks);
    assert_string_equal(banner_of(f), banner);
    expect_log(f, expected);
}

/// Check that a scenario does not open, with exactly this message.
static inline void expect_refusal(fixture *f, const char *source, const char *message) {
    close_scenario(f);
    write_file(f, "main.lua", source);
    assert_null(try_open(f));
    assert_string_equal(f->error.message, message);
}

/// The number of suspended agents.
static inline uint32_t suspended(const fixture *f) {
    return dv_world_suspended_count(dv_scenario_world(f->scenario));
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

#endif
