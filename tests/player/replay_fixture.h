// Runs that write a log in a temporary folder, and their replays.
#ifndef DV_TESTS_PLAYER_REPLAY_FIXTURE_H
#define DV_TESTS_PLAYER_REPLAY_FIXTURE_H

#include "../program.h"
#include "../read_script.h"
#include "../world_hash.h"
#include "player/replay/replay.h"
#include "player/run/run.h"

#include "base/alloc.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run_fixture.h"

typedef struct fixture {
    char folder[64], log[96], scenario[96];
    char out[4096], err[4096]; ///< output of the last replay
    dv_options options;
    dv_run run;
} fixture;

static const char *path_in(const fixture *f, const char *name) {
    static char path[160];
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    return path;
}

static inline dv_options headless(const fixture *f) {
    dv_options options = headless_options(f->scenario);
    options.log = f->log;
    return options;
}

static inline int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    make_folder(f->folder, "replay");
    snprintf(f->log, sizeof f->log, "%s/run.log.file", f->folder);
    snprintf(f->scenario, sizeof f->scenario, "%s/scenario", f->folder);
    f->options = headless(f);
    assert_int_equal(mkdir(f->scenario, 0777), 0);
    *state = f;
    return 0;
}

static inline int tear_down(void **state) {
    fixture *f = *state;
    remove_folder(f->folder);
    free(f);
    assert_int_equal(dv_allocated_bytes(), 0);
    return 0;
}

// Files

static inline void write_bytes(const fixture *f, const char *name, const char *bytes, size_t size) {
    FILE *file = fopen(path_in(f, name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static inline void write_text(const fixture *f, const char *name, const char *text) {
    write_bytes(f, name, text, strlen(text));
}

static inline char *read_file(const fixture *f, const char *name, size_t *size) {
    FILE *file = fopen(path_in(f, name), "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = calloc(1, *size + 1);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

static inline void remove_scenario(const fixture *f) { remove_folder(f->scenario); }

// Runs

static inline void begin(fixture *f) {
    dv_error error;
    if (dv_run_open(&f->run, &f->options, &error) != DV_OK)
        fail_msg("%s", error.message);
}

static inline void go_on(fixture *f, int ticks) { tick_run(&f->run, ticks); }

static inline void expect_reload(fixture *f, dv_reload_outcome outcome) {
    if (dv_run_reload(&f->run) != outcome)
        fail_msg("outcome %d: %s", f->run.reloads.last.outcome, f->run.reloads.last.message);
}

// Replays

static inline int redirect(const fixture *f, FILE *stream, const char *name) {
    fflush(stream);
    int own = dup(fileno(stream));
    int file = open(path_in(f, name), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    assert_true(own >= 0 && file >= 0 && dup2(file, fileno(stream)) >= 0);
    close(file);
    return own;
}

static inline void give_back(const fixture *f, FILE *stream, int own, const char *name,
                             char text[4096]) {
    size_t size;
    fflush(stream);
    dup2(own, fileno(stream));
    close(own);
    char *bytes = read_file(f, name, &size);
    snprintf(text, 4096, "%s", bytes);
    free(bytes);
}

static inline int replay(fixture *f) {
    const dv_options options = {.log = f->log, .threads = 2, .hash = true};
    int out = redirect(f, stdout, "out"), err = redirect(f, stderr, "err");
    int status = dv_replay(&options);
    give_back(f, stdout, out, "out", f->out);
    give_back(f, stderr, err, "err", f->err);
    return status;
}

/// Replay the log. Check that it finds no difference, and prints only this and this hash.
static inline void expect_equal(fixture *f, const char *what, const char *hash) {
    char expected[256];
    if (replay(f) != 0)
        fail_msg("%s", f->err);
    snprintf(expected, sizeof expected, "replayed %s, all hashes equal\n%s\n", what, hash);
    assert_string_equal(f->out, expected);
    assert_string_equal(f->err, "");
}

/// End the run, remove its scenario, and replay it.
static inline void end_and_replay(fixture *f, const char *what) {
    char hash[DV_HASH_LINE];
    dv_error error;
    assert_int_equal(dv_hash_line(f->run.world, hash, &error), DV_OK);
    assert_int_equal(dv_run_close(&f->run), 0);
    remove_scenario(f);
    expect_equal(f, what, hash);
}

static inline void expect_refused(fixture *f, const char *message) {
    char expected[512];
    assert_int_equal(replay(f), 1);
    snprintf(expected, sizeof expected, "drover: %s%s\n", f->log, message);
    assert_string_equal(f->err, expected);
    assert_string_equal(f->out, "");
}

// What the pack hunts. This script is in C because it contains bytes that are not valid UTF-8.
static const char deer[] =
    "local drover = require 'drover'\n"
    "local steer, when = drover.steer, drover.when\n"
    "-- caf\xe9\n"
    "return drover.kind('deer', { memory = { n = 0, word = 'caf\xe9', last = drover.none },\n"
    "  steer = steer.wander { strength = 2 },\n"
    "  on = { { when.chance(0.3), function(self) self.n = self.n + self:random() end } } })\n";

static inline void write_pack(const fixture *f) {
    write_text(f, "scenario/deer.lua", deer);
    write_text(f, "scenario/main.lua", read_script("replay/pack.lua"));
}

static inline void do_all_that_people_can(fixture *f) {
    dv_run *run = &f->run;
    dv_error error;
    dv_agent first = dv_world_agent_at(run->world, 0), third = dv_world_agent_at(run->world, 2);
    dv_run_place_mouse(run, &(dv_vec3){0.1f, -1e-30f, 3.4e38f});
    dv_run_input(
        run,
        &(dv_input){.type = DV_MOUSE_PRESSED, .x = -0.0, .y = 0.1, .button = 1, .agent = first});
    go_on(f, 3);
    dv_run_input(
        run, &(dv_input){
                 .type = DV_MOUSE_MOVED, .x = INFINITY, .y = -INFINITY, .dx = NAN, .dy = 5e-324});
    dv_run_input(run, &(dv_input){.type = DV_WHEEL_MOVED, .dx = 1.0 / 3, .dy = 1e300});
    dv_run_input(run, &(dv_input){.type = DV_KEY_PRESSED, .key = "k"});
    dv_run_input(run, &(dv_input){.type = DV_KEY_PRESSED, .key = "\"ö\xff"});
    go_on(f, 1);
    dv_run_input(run, &(dv_input){.type = DV_KEY_RELEASED, .key = "k"});
    dv_run_input(run, &(dv_input){.type = DV_MOUSE_PRESSED, .x = 2, .y = 3, .tool = "pen"});
    dv_run_input(run, &(dv_input){.type = DV_MOUSE_MOVED, .x = 4, .y = 5, .tool = "pen"});
    dv_run_input(run, &(dv_input){.type = DV_MOUSE_RELEASED, .button = 3, .agent = third});
    assert_int_equal(dv_run_set(run, "pace", "7.25", &error), DV_OK);
    assert_int_equal(dv_run_set(run, "pace", "700", &error), DV_ERROR_ARGUMENT);
    assert_int_equal(
        dv_run_set(run, "wind", "one that is longer than most names of options are", &error),
        DV_OK);
    assert_int_equal(dv_run_set(run, "mist", "true", &error), DV_OK);
    dv_run_place_mouse(run, NULL);
    go_on(f, 16);
    // The handle of an agent that is already gone.
    dv_run_input(run, &(dv_input){.type = DV_MOUSE_PRESSED, .button = 2, .agent = first});
    assert_false(dv_agent_alive(run->world, first));
    go_on(f, 4);
}

static inline uint64_t rewind_to(fixture *f, uint64_t tick) {
    dv_error error;
    if (dv_run_rewind_to(&f->run, tick, &error) != DV_OK)
        fail_msg("%s", error.message);
    assert_true(dv_world_tick(f->run.world) <= tick);
    return dv_world_tick(f->run.world);
}

/// A run of ten ticks with a key, the mouse, and a setting in the middle. Returns its log.
static inline char *ten_ticks(fixture *f, size_t *size) {
    write_text(f, "scenario/main.lua", read_script("replay/ten_ticks.lua"));
    begin(f);
    go_on(f, 4);
    dv_run_input(&f->run, &(dv_input){.type = DV_KEY_PRESSED, .key = "k"});
    dv_run_input(&f->run, &(dv_input){.type = DV_MOUSE_RELEASED, .x = 1, .button = 1});
    dv_run_place_mouse(&f->run, &(dv_vec3){1, 2, 0});
    assert_int_equal(dv_run_set(&f->run, "n", "2", NULL), DV_OK);
    go_on(f, 6);
    assert_int_equal(dv_run_close(&f->run), 0);
    return read_file(f, "run.log.file", size);
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

#endif
