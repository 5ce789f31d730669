// The record of a run: which ticks it samples, what becomes of it when it is full, when the run
// goes back, and when its code changes.
#include "../program.h"
#include "../read_script.h"
#include "rewind_fixture.h"

#include "player/run/command.h"

static void save_count(fixture *f, const char *from, const char *to) {
    write_edited(f->main, read_script("timeline/count.lua"), from, to);
}

static void record(fixture *f) {
    save_count(f, "", "");
    open_run(f);
    dv_run_keep_history(&f->run);
    dv_run_keep_timeline(&f->run);
}

static const dv_series *monitor(const fixture *f, const char *name) {
    const dv_series *series = dv_timeline_monitor(&f->run.timeline, name);
    assert_non_null(series);
    return series;
}

/// Each sample is of a multiple of the stride, and its values are of that tick.
static void expect_samples(const fixture *f, uint64_t last) {
    const dv_timeline *t = &f->run.timeline;
    assert_int_equal(t->count, last / t->stride + 1);
    for (uint32_t i = 0; i < t->count; i++) {
        assert_int_equal(t->ticks[i], i * t->stride);
        assert_true(monitor(f, "ticks")->values[i] == (double)t->ticks[i]);
    }
}

static void samples_are_a_tenth_of_a_second_apart(void **state) {
    fixture *f = *state;
    record(f);
    tick(f, 250);
    const dv_timeline *t = &f->run.timeline;
    assert_int_equal(t->stride, 6);
    expect_samples(f, 250);
    // Two states, then the monitor.
    assert_int_equal(t->current, 3);
    assert_string_equal(t->series[0].name, "calm");
    assert_true(t->series[0].values[0] == 3 && t->series[1].values[0] == 0);
    for (uint32_t i = 0; i < t->count; i++)
        assert_true(t->series[0].values[i] + t->series[1].values[i] ==
                    (double)(3 + (t->ticks[i] + 59) / 60));
}

static void a_full_record_keeps_every_second_sample(void **state) {
    fixture *f = *state;
    record(f);
    assert_int_equal(dv_timeline_start(&f->run.timeline, f->run.scenario, 0), DV_OK);
    assert_int_equal(f->run.timeline.capacity, 64);
    tick(f, 63 * 6);
    assert_int_equal(f->run.timeline.stride, 6);
    expect_samples(f, 63 * 6);
    tick(f, 6);
    assert_int_equal(f->run.timeline.stride, 12);
    expect_samples(f, 64 * 6);
    tick(f, 5000);
    assert_int_equal(f->run.timeline.stride, 96);
    expect_samples(f, now(f));
}

static void going_on_from_an_earlier_tick_cuts_back(void **state) {
    fixture *f = *state;
    record(f);
    tick(f, 130);
    assert_true(dv_marks_toggle_bookmark(&f->run.timeline.marks, 120));
    assert_true(dv_marks_toggle_bookmark(&f->run.timeline.marks, 60));
    expect_rewind_to(f, 67, 67);
    // What comes after is still to be seen.
    assert_int_equal(dv_run_last_reached(&f->run), 130);
    expect_samples(f, 130);
    assert_int_equal(dv_timeline_until(&f->run.timeline, 67), 12);
    expect_rewind_to(f, 126, 126);
    expect_rewind_to(f, 66, 66);
    tick(f, 1);
    expect_samples(f, 67);
    assert_int_equal(f->run.timeline.marks.count, 1);
    assert_int_equal(f->run.timeline.marks.items[0].tick, 60);
    tick(f, 100);
    expect_samples(f, 167);
    assert_true(dv_marks_toggle_bookmark(&f->run.timeline.marks, 60));
    assert_int_equal(f->run.timeline.marks.count, 0);
}

static void a_monitor_that_stays_keeps_its_values(void **state) {
    fixture *f = *state;
    record(f);
    tick(f, 12);
    save_count(f, "--[[monitors]]", "more = function() return 1 end");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_SWAPPED);
    tick(f, 12);
    expect_samples(f, 24);
    const dv_series *more = monitor(f, "more");
    assert_true(isnan(more->values[2]) && more->values[3] == 1);
    save_count(f, "ticks = function(world) return world.tick end,", "");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_SWAPPED);
    tick(f, 6);
    assert_null(dv_timeline_monitor(&f->run.timeline, "ticks"));
    save_count(f, "wild", "wild");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_SWAPPED);
    tick(f, 6);
    const dv_series *ticks = monitor(f, "ticks");
    assert_true(ticks->values[4] == 24 && isnan(ticks->values[5]) && ticks->values[6] == 36);
}

static void reloads_and_errors_are_marked(void **state) {
    fixture *f = *state;
    const dv_marks *marks = &f->run.timeline.marks;
    record(f);
    tick(f, 10);
    save_count(f, "--[[update]]", "if world.tick == 15 then error 'on trial' end");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_SWAPPED);
    assert_int_equal(marks->count, 1);
    assert_int_equal(marks->items[0].type, DV_MARK_ACCEPTED);
    tick(f, 10);
    assert_int_equal(f->run.trials.rollback_count, 1);
    assert_int_equal(marks->count, 1);
    assert_int_equal(marks->items[0].type, DV_MARK_ROLLED_BACK);
    assert_int_equal(marks->items[0].tick, 10);
    expect_samples(f, 20);
    save_count(f, "update = function", "update = 1 + function");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_REFUSED);
    assert_int_equal(marks->items[1].type, DV_MARK_REFUSED);
    assert_int_equal(marks->items[1].tick, 20);
    save_count(f, "ticks = function(world) return world.tick end",
               "ticks = function(world) return world.tick == 300 and {} or world.tick end");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_SWAPPED);
    tick(f, 290);
    assert_int_equal(marks->items[2].type, DV_MARK_ACCEPTED);
    assert_int_equal(marks->items[3].type, DV_MARK_ERROR);
    assert_int_equal(marks->items[3].tick, 300);
}

static void a_restart_begins_an_empty_record(void **state) {
    fixture *f = *state;
    record(f);
    tick(f, 100);
    assert_true(dv_marks_toggle_bookmark(&f->run.timeline.marks, 60));
    assert_int_equal(dv_run_restart(&f->run, &f->error), DV_OK);
    expect_samples(f, 0);
    assert_int_equal(f->run.timeline.marks.count, 0);
}

static void a_record_changes_nothing(void **state) {
    fixture *f = *state;
    uint64_t hashes[2];
    for (int recorded = 0; recorded < 2; recorded++) {
        save(f, "", "");
        open_run(f);
        if (recorded)
            dv_run_keep_timeline(&f->run);
        tick(f, 400);
        hashes[recorded] = world_hash(f->run.world);
        close_run(f);
    }
    assert_int_equal(hashes[0], hashes[1]);
}

static void without_memory_the_run_goes_on(void **state) {
    fixture *f = *state;
    record(f);
    tick(f, 10);
    save_count(f, "--[[monitors]]", "more = function() return 1 end");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_SWAPPED);
    for (uint64_t nth = 1; f->run.timeline.is_on; nth++) {
        dv_timeline *t = &f->run.timeline;
        dv_fail_allocation(nth, false);
        t->generation = 0; // match again
        dv_run_read_timeline(&f->run);
        dv_fail_allocation(0, false);
        assert_true(nth < 10);
    }
    tick(f, 10);
    assert_int_equal(now(f), 20);
}

static void the_oldest_marks_make_room_but_bookmarks_stay(void **state) {
    dv_marks marks = {0};
    (void)state;
    assert_true(dv_marks_toggle_bookmark(&marks, 1));
    for (uint64_t at = 2; at < DV_MOST_MARKS + 10; at++)
        assert_true(dv_marks_add(&marks, at, DV_MARK_ERROR, 0, "again"));
    assert_int_equal(marks.count, DV_MOST_MARKS);
    assert_int_equal(marks.items[0].type, DV_MARK_BOOKMARK);
    assert_int_equal(marks.items[1].tick, 11);
    dv_marks_free(&marks);
}

static void step(fixture *f, const char *command) {
    char line[32];
    dv_answer answer = {0};
    snprintf(line, sizeof line, "%s", command);
    dv_command_execute(&f->run, line, &answer);
    assert_false(answer.failed);
}

static void expect_step_to_keep(fixture *f, uint64_t tick, uint64_t last) {
    step(f, "step");
    assert_int_equal(now(f), tick);
    assert_int_equal(dv_run_last_reached(&f->run), last);
    expect_samples(f, last);
}

static void stepping_through_the_past_keeps_what_comes(void **state) {
    fixture *f = *state;
    uint64_t hashes[201];
    record(f);
    for (uint64_t i = 1; i <= 200; i++) {
        tick(f, 1);
        hashes[i] = world_hash(f->run.world);
    }
    assert_true(dv_marks_toggle_bookmark(&f->run.timeline.marks, 180));
    expect_rewind_to(f, 60, 60);
    for (uint64_t i = 61; i < 70; i++) {
        expect_step_to_keep(f, i, 200);
        assert_int_equal(world_hash(f->run.world), hashes[i]);
    }
    step(f, "back 3");
    expect_step_to_keep(f, 67, 200);
    assert_true(dv_marks_has_bookmark(&f->run.timeline.marks, 180));
    // From the last tick on, the run continues.
    step(f, "step 150");
    assert_int_equal(now(f), 217);
    assert_int_equal(dv_run_last_reached(&f->run), 217);
    expect_samples(f, 217);
    assert_true(dv_marks_has_bookmark(&f->run.timeline.marks, 180));
}

static void the_acts_of_the_past_are_done_again(void **state) {
    fixture *f = *state;
    dv_error error;
    uint64_t hashes[201];
    record(f);
    for (uint64_t i = 1; i <= 150; i++) {
        const dv_vec3 place = {(float)i, 2, 0};
        if (i % 7 == 0)
            dv_run_place_mouse(&f->run, &place);
        if (i % 40 == 0)
            assert_int_equal(dv_run_lua(&f->run, "world:spawn('deer')", (dv_agent){0}, &error),
                             DV_OK);
        tick(f, 1);
        hashes[i] = world_hash(f->run.world);
    }
    expect_rewind_to(f, 50, 50);
    for (uint64_t i = 51; i <= 150; i++) {
        const dv_vec3 elsewhere = {-1, -(float)i, 0};
        dv_run_place_mouse(&f->run, &elsewhere);
        expect_step_to_keep(f, i, 150);
        assert_int_equal(world_hash(f->run.world), hashes[i]);
    }
    // What follows can be gone back to as well, and so can all before.
    tick(f, 30);
    uint64_t end = world_hash(f->run.world);
    expect_rewind_to(f, 100, 100);
    assert_int_equal(world_hash(f->run.world), hashes[100]);
    expect_rewind_to(f, 180, 180);
    assert_int_equal(world_hash(f->run.world), end);
}

static void a_change_on_the_way_can_be_gone_back_to(void **state) {
    fixture *f = *state;
    dv_error error;
    record(f);
    tick(f, 150);
    expect_rewind_to(f, 50, 50);
    step(f, "step 25");
    assert_int_equal(dv_run_last_reached(&f->run), 150);
    assert_int_equal(dv_run_lua(&f->run, "world:spawn('deer')", (dv_agent){0}, &error), DV_OK);
    step(f, "step 60");
    assert_int_equal(dv_run_last_reached(&f->run), 135);
    uint64_t end = world_hash(f->run.world);
    expect_rewind_to(f, 60, 60);
    expect_rewind_to(f, 135, 135);
    assert_int_equal(world_hash(f->run.world), end);
}

static void module_locals_do_not_lead_elsewhere(void **state) {
    fixture *f = *state;
    save(f, "", "");
    open_run(f);
    dv_run_keep_history(&f->run);
    dv_run_keep_timeline(&f->run);
    tick(f, 190);
    expect_rewind_to(f, 120, 120);
    uint64_t then = world_hash(f->run.world);
    expect_rewind_to(f, 70, 70);
    step(f, "step 50");
    assert_int_equal(dv_run_last_reached(&f->run), 190);
    assert_int_equal(world_hash(f->run.world), then);
}

static void looking_on_changes_nothing(void **state) {
    fixture *f = *state;
    const dv_vec3 place = {1, 2, 0};
    record(f);
    tick(f, 100);
    dv_run_place_mouse(&f->run, &place);
    tick(f, 30);
    expect_rewind_to(f, 60, 60);
    dv_run_input(&f->run, &(dv_input){.type = DV_KEY_PRESSED, .key = "."});
    dv_run_place_mouse(&f->run, &place);
    expect_step_to_keep(f, 61, 130);
    dv_run_input(&f->run, &(dv_input){.type = DV_KEY_RELEASED, .key = "."});
    dv_run_input(&f->run, &(dv_input){.type = DV_MOUSE_PRESSED, .button = 1});
    dv_run_place_mouse(&f->run, NULL);
    expect_step_to_keep(f, 62, 130);
}

static void a_step_after_a_change_cuts_back(void **state) {
    fixture *f = *state;
    dv_error error;
    record(f);
    tick(f, 130);
    expect_rewind_to(f, 60, 60);
    assert_int_equal(dv_run_lua(&f->run, "world:spawn('deer')", (dv_agent){0}, &error), DV_OK);
    step(f, "step");
    assert_int_equal(dv_run_last_reached(&f->run), 61);
    tick(f, 60);
    expect_rewind_to(f, 70, 70);
    save_count(f, "local", "local  ");
    assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_SWAPPED);
    step(f, "step");
    assert_int_equal(dv_run_last_reached(&f->run), 71);
}

static void playing_on_cuts_back(void **state) {
    fixture *f = *state;
    record(f);
    tick(f, 130);
    expect_rewind_to(f, 60, 60);
    step(f, "step 2");
    tick(f, 1);
    assert_int_equal(now(f), 63);
    assert_int_equal(dv_run_last_reached(&f->run), 63);
    expect_samples(f, 63);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(samples_are_a_tenth_of_a_second_apart),
        CASE(a_full_record_keeps_every_second_sample),
        CASE(going_on_from_an_earlier_tick_cuts_back),
        CASE(stepping_through_the_past_keeps_what_comes),
        CASE(the_acts_of_the_past_are_done_again),
        CASE(a_change_on_the_way_can_be_gone_back_to),
        CASE(module_locals_do_not_lead_elsewhere),
        CASE(looking_on_changes_nothing),
        CASE(a_step_after_a_change_cuts_back),
        CASE(playing_on_cuts_back),
        CASE(a_monitor_that_stays_keeps_its_values),
        CASE(reloads_and_errors_are_marked),
        CASE(a_restart_begins_an_empty_record),
        CASE(a_record_changes_nothing),
        CASE(without_memory_the_run_goes_on),
        cmocka_unit_test(the_oldest_marks_make_room_but_bookmarks_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
