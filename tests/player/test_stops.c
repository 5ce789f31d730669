// Scripts that are stopped for time in a watched run. Wherever that happens, the log records the
// result, and the replay has the same hash in every tick without running out of time again.
#include "player/replay/replay.h"
#include "player/replay/replay_log.h"
#include "player/run/run.h"

#include "../bindings/processor_time.h"
#include "../program.h"
#include "base/alloc.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../read_script.h"
#include "run_fixture.h"

typedef struct fixture {
    char folder[64], main[96], log[96];
    dv_options options;
    dv_run run;
    dv_error error;
} fixture;

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    make_folder(f->folder, "stops");
    snprintf(f->main, sizeof f->main, "%s/main.lua", f->folder);
    snprintf(f->log, sizeof f->log, "%s/run.jsonl", f->folder);
    f->options = headless_options(f->main);
    f->options.watch = true;
    f->options.budget = 0.2;
    f->options.log = f->log;
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    remove_folder(f->folder);
    free(f);
    assert_int_equal(dv_allocated_bytes(), 0);
    return 0;
}

static void save(const fixture *f, const char *text) {
    FILE *file = fopen(f->main, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/// Do it without what it says on a stream, which a test's own lines go to.
static int quietly(int (*work)(void *context), void *context) {
    int own[2], nowhere = open("/dev/null", O_WRONLY);
    for (int i = 0; i < 2; i++) {
        fflush(i ? stderr : stdout);
        own[i] = dup(1 + i);
        assert_true(own[i] >= 0 && dup2(nowhere, 1 + i) >= 0);
    }
    int status = work(context);
    for (int i = 0; i < 2; i++) {
        fflush(i ? stderr : stdout);
        dup2(own[i], 1 + i);
        close(own[i]);
    }
    close(nowhere);
    return status;
}

static void begin(fixture *f) {
    save(f, read_script("stops/sheep.lua"));
    if (dv_run_open(&f->run, &f->options, &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
}

static void go_on(fixture *f, int ticks) {
    for (int i = 0; i < ticks; i++)
        if (dv_run_tick(&f->run) != DV_OK)
            fail_msg("%s", f->run.error.message);
}

static void press(fixture *f, const char *key) {
    dv_run_input(&f->run, &(dv_input){.type = DV_KEY_PRESSED, .key = key});
}

static int replay(void *context) {
    fixture *f = context;
    dv_options options = {.log = f->log, .threads = 2, .budget = INFINITY};
    return dv_replay(&options);
}

static uint32_t count_stops(const fixture *f) {
    dv_replay_log log;
    dv_error error;
    uint32_t count = 0;
    if (dv_replay_log_open(&log, f->log, &error) != DV_OK)
        fail_msg("%s", error.message);
    for (uint32_t i = 0; i < log.count; i++)
        count += log.entries[i].type == DV_REPLAY_STOP;
    dv_replay_log_close(&log);
    return count;
}

/// Close the run and replay its log, which has so many stops.
static void end_and_replay(fixture *f, uint32_t stops, const char *what) {
    quietly((int (*)(void *))dv_run_close, &f->run);
    unlink(f->main);
    if (count_stops(f) != stops)
        fail_msg("%s: %u stops", what, count_stops(f));
    double start = processor_seconds();
    if (quietly(replay, f) != 0)
        fail_msg("%s: the replay differs", what);
    // With no budget at all it would not return, had it done again what was stopped.
    assert_true(processor_seconds() - start < 5);
}

static int run_until(void *context) {
    fixture *f = context;
    go_on(f, 20);
    return 0;
}

static const char *key;

static int press_key(void *context) {
    press(context, key);
    return 0;
}

static void a_stop_is_replayed_wherever_it_came(void **state) {
    fixture *f = *state;
    static const char *const keys[] = {"memory", "step",   "init",  "leave", "guard", "choose",
                                       "enter",  "custom", "elect", "key",   "update"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys && !TIME_IS_TOO_SHORT; i++) {
        begin(f);
        go_on(f, 3);
        key = keys[i];
        quietly(press_key, f);
        quietly(run_until, f);
        press(f, "nothing");
        go_on(f, 5);
        end_and_replay(f, 1, keys[i]);
    }
}

static int set_births(void *context) {
    fixture *f = context;
    return (int)dv_run_set(&f->run, "births", "5", &f->error);
}

static void a_stop_in_a_setting_is_replayed(void **state) {
    fixture *f = *state;
    if (TIME_IS_TOO_SHORT)
        return;
    begin(f);
    go_on(f, 3);
    press(f, "setting");
    assert_int_equal(quietly(set_births, f), DV_OK);
    assert_true(dv_world_setting(f->run.world, 0) == 5);
    quietly(run_until, f);
    end_and_replay(f, 1, "setting");
}

static void several_stops_are_replayed(void **state) {
    fixture *f = *state;
    if (TIME_IS_TOO_SHORT)
        return;
    begin(f);
    press(f, "update");
    quietly(run_until, f);
    press(f, "setting");
    assert_int_equal(quietly(set_births, f), DV_OK);
    quietly(run_until, f);
    press(f, "step");
    quietly(run_until, f);
    end_and_replay(f, 3, "several");
}

static int rewind_and_go_on(void *context) {
    fixture *f = context;
    uint64_t stopped_at = dv_world_tick(f->run.world);
    go_on(f, 100);
    // To a moment after the stop, and on; the functions are called again.
    assert_int_equal(dv_run_rewind_to(&f->run, stopped_at + 40, &f->error), DV_OK);
    assert_true(dv_world_tick(f->run.world) > stopped_at);
    go_on(f, 30);
    // And to one before it: it never was.
    assert_int_equal(dv_run_rewind_to(&f->run, 0, &f->error), DV_OK);
    go_on(f, 10);
    press(f, "step");
    go_on(f, 10);
    assert_int_equal(dv_run_rewind_to(&f->run, 10, &f->error), DV_OK);
    go_on(f, 10);
    return 0;
}

static void stops_may_be_rewound_past(void **state) {
    fixture *f = *state;
    if (TIME_IS_TOO_SHORT)
        return;
    begin(f);
    dv_run_keep_history(&f->run);
    press(f, "update");
    quietly(run_until, f);
    quietly(rewind_and_go_on, f);
    quietly((int (*)(void *))dv_run_close, &f->run);
    assert_int_equal(quietly(replay, f), 0);
}

static int save_and_reload(void *context) {
    fixture *f = context;
    return (int)dv_run_reload(&f->run);
}

static void a_save_calls_again_what_was_stopped(void **state) {
    fixture *f = *state;
    char text[8192];
    if (TIME_IS_TOO_SHORT)
        return;
    begin(f);
    press(f, "step");
    quietly(run_until, f);
    assert_int_equal(dv_world_suspended_count(f->run.world), 6);
    snprintf(text, sizeof text, "%s-- saved\n", read_script("stops/sheep.lua"));
    save(f, text);
    assert_int_equal(quietly(save_and_reload, f), DV_RELOAD_SWAPPED);
    go_on(f, 70);
    assert_int_equal(dv_world_suspended_count(f->run.world), 0);
    press(f, "step");
    quietly(run_until, f);
    end_and_replay(f, 2, "saved");
}

static void a_stop_on_trial_never_was(void **state) {
    fixture *f = *state;
    char text[8192];
    if (TIME_IS_TOO_SHORT)
        return;
    begin(f);
    go_on(f, 5);
    snprintf(text, sizeof text, "%s", read_script("stops/sheep.lua"));
    memcpy(strstr(text, "== name then"), "~= name then", 12); // any key but that
    save(f, text);
    assert_int_equal(quietly(save_and_reload, f), DV_RELOAD_SWAPPED);
    quietly(run_until, f);
    assert_int_equal(f->run.trials.rollback_count, 1);
    save(f, read_script("stops/sheep.lua")); // as it runs, whenever that is looked at
    quietly(run_until, f);
    end_and_replay(f, 0, "on trial");
}

static void a_log_with_a_damaged_stop_is_refused(void **state) {
    fixture *f = *state;
    static const struct {
        const char *from, *to;
    } damages[] = {
        {"\"during\":\"tick\"", "\"during\":\"tock\""},
        {"\"functions\":[", "\"functions\":[-1,"},
        {"\"functions\":[", "\"functions\":[4000000,"},
        {"\"places\":[", "\"places\":[7,"},
        {"\"places\":[", "\"places\":[\"\","},
        {"\"during\":\"tick\"", "\"during\":\"act\""},
        {"\"update_suspended\":", "\"update_ended\":"},
        {"\"snapshot\":\"", "\"snapshot\":\"AAAA"},
        {"{\"tick\":4,\"event\":\"stop\"", "{\"tick\":5,\"event\":\"stop\""},
    };
    if (TIME_IS_TOO_SHORT)
        return;
    begin(f);
    go_on(f, 3);
    press(f, "step");
    quietly(run_until, f);
    end_and_replay(f, 1, "whole");
    FILE *file = fopen(f->log, "r");
    static char whole[1 << 20], changed[(1 << 20) + 64];
    whole[fread(whole, 1, sizeof whole - 1, file)] = '\0';
    fclose(file);
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        const char *place = strstr(whole, damages[i].from);
        assert_non_null(place);
        snprintf(changed, sizeof changed, "%.*s%s%s", (int)(place - whole), whole, damages[i].to,
                 place + strlen(damages[i].from));
        file = fopen(f->log, "w");
        fputs(changed, file);
        fclose(file);
        if (quietly(replay, f) != 1)
            fail_msg("%s is replayed", damages[i].to);
    }
}

TESTS {
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(a_stop_is_replayed_wherever_it_came),  CASE(a_stop_in_a_setting_is_replayed),
        CASE(several_stops_are_replayed),           CASE(stops_may_be_rewound_past),
        CASE(a_save_calls_again_what_was_stopped),  CASE(a_stop_on_trial_never_was),
        CASE(a_log_with_a_damaged_stop_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
