// Runs that keep their history, in a temporary folder.
#ifndef DV_TESTS_PLAYER_REWIND_FIXTURE_H
#define DV_TESTS_PLAYER_REWIND_FIXTURE_H

#include "../program.h"
#include "../read_script.h"
#include "../world_hash.h"
#include "player/run/run.h"

#include "base/alloc.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run_fixture.h"

typedef struct fixture {
    char folder[64], main[96], snapshot[96], log[96];
    dv_options options;
    dv_run run;
    bool is_open;
    dv_error error;
} fixture;

static inline int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    make_folder(f->folder, "rewind");
    snprintf(f->main, sizeof f->main, "%s/main.lua", f->folder);
    snprintf(f->snapshot, sizeof f->snapshot, "%s/moment.snap", f->folder);
    snprintf(f->log, sizeof f->log, "%s/run.jsonl", f->folder);
    f->options = headless_options(f->folder);
    *state = f;
    return 0;
}

static inline void close_run(fixture *f) {
    if (f->is_open)
        dv_run_close(&f->run);
    f->is_open = false;
}

static inline int tear_down(void **state) {
    fixture *f = *state;
    close_run(f);
    remove_folder(f->folder);
    free(f);
    assert_int_equal(dv_allocated_bytes(), 0);
    return 0;
}

static inline void save(fixture *f, const char *from, const char *to) {
    write_edited(f->main, read_script("rewind/deer.lua"), from, to);
}

static inline void open_run(fixture *f) {
    if (dv_run_open(&f->run, &f->options, &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
    f->is_open = true;
}

static inline void begin(fixture *f) {
    save(f, "", "");
    open_run(f);
    dv_run_keep_history(&f->run);
}

static inline void tick(fixture *f, int count) { tick_run(&f->run, count); }

static inline uint64_t now(const fixture *f) { return dv_world_tick(f->run.world); }

static inline void expect_rewind_to(fixture *f, uint64_t to, uint64_t arrived) {
    if (dv_run_rewind_to(&f->run, to, &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
    assert_int_equal(now(f), arrived);
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

#endif
