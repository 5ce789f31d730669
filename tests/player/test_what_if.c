// What if: the futures of a paused run with and without what was changed are those that the run
// would have, do not affect it, and are forgotten when the world becomes another one.
#include "../program.h"
#include "../world_hash.h"
#include "player/run/ghost.h"
#include "player/run/what_if.h"

#include "base/alloc.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../read_script.h"
#include "run_fixture.h"

typedef struct fixture {
    char folder[64], main[96];
    const char *script;
    dv_options options;
    dv_run run;
    dv_error error;
    char text[DV_WHAT_IF_TEXT];
} fixture;

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    make_folder(f->folder, "what_if");
    snprintf(f->main, sizeof f->main, "%s/main.lua", f->folder);
    f->options = headless_options(f->folder);
    f->options.budget = 1;
    f->script = "what_if/walkers.lua";
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    dv_run_close(&f->run);
    remove_folder(f->folder);
    free(f);
    assert_int_equal(dv_allocated_bytes(), 0);
    return 0;
}

static void save(fixture *f, const char *from, const char *to) {
    write_edited(f->main, read_script(f->script), from, to);
}

static void begin(fixture *f, int ticks) {
    save(f, "", "");
    if (dv_run_open(&f->run, &f->options, &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
    dv_run_keep_history(&f->run);
    tick_run(&f->run, ticks);
    f->run.paused = true;
    assert_true(dv_what_if_turn(&f->run, true));
}

static void change(fixture *f, const char *from, const char *to) {
    save(f, from, to);
    if (dv_run_reload(&f->run) != DV_RELOAD_SWAPPED)
        fail_msg("%s", f->run.reloads.last.message);
}

static void set(fixture *f, const char *name, const char *value) {
    if (dv_run_set(&f->run, name, value, &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
}

/// Compute all of it, without touching the run.
static void look_ahead(fixture *f) {
    uint64_t before = world_hash(f->run.world);
    while (dv_what_if_continue(&f->run, INFINITY))
        continue;
    assert_int_equal(world_hash(f->run.world), before);
    dv_what_if_text(&f->run, (dv_agent){0}, f->text);
}

static dv_vec3 last_place(fixture *f, bool changed, uint32_t agent) {
    const dv_futures *futures = dv_what_if_paths(&f->run);
    assert_non_null(futures);
    const dv_paths *paths = changed ? &futures->changed : &futures->unchanged;
    return dv_future_place(futures, paths, paths->points - 1, agent);
}

static void expect_nothing(fixture *f) {
    assert_false(dv_what_if_continue(&f->run, INFINITY));
    assert_null(dv_what_if_paths(&f->run));
    dv_what_if_text(&f->run, (dv_agent){0}, f->text);
    assert_string_equal(f->text, "nothing was changed while paused at this tick");
}

/// Each path ends where the run will be after its ticks.
static void expect_future(fixture *f, bool changed) {
    const dv_futures *futures = dv_what_if_paths(&f->run);
    uint32_t count = futures->agents;
    dv_vec3 *ends = calloc(count, sizeof *ends);
    for (uint32_t i = 0; i < count; i++)
        ends[i] = last_place(f, changed, i);
    tick_run(&f->run, 600);
    for (uint32_t i = 0; i < count; i++) {
        dv_agent agent = dv_world_agent_at(f->run.world, i);
        dv_vec3 place = agent.bits ? dv_agent_position(f->run.world, agent) : ends[i];
        assert_memory_equal(&ends[i], &place, sizeof place);
    }
    free(ends);
}

// What the futures are

static void a_setting_has_two_futures(void **state) {
    fixture *f = *state;
    begin(f, 30);
    expect_nothing(f);
    set(f, "pace", "3");
    look_ahead(f);
    assert_string_equal(f->text,
                        "in 10 s, 3 of 3 agents are elsewhere; the farthest, walker#1, by 20 m");
    const dv_futures *futures = dv_what_if_paths(&f->run);
    assert_int_equal(futures->unchanged.points, 101);
    assert_int_equal(futures->changed.points, 101);
    assert_true(futures->unchanged.is_over && futures->changed.is_over);
    // A point every 0.1 s.
    for (uint32_t p = 0; p <= 100; p += 20) {
        double x = (double)dv_future_place(futures, &futures->unchanged, p, 1).x;
        assert_true(fabs(x - 0.5 - p * 0.1) < 1e-3);
        x = (double)dv_future_place(futures, &futures->changed, p, 1).x;
        assert_true(fabs(x - 0.5 - p * 0.3) < 1e-3);
    }
    expect_future(f, true);
}

static void another_agent_is_told_of_too(void **state) {
    fixture *f = *state;
    begin(f, 5);
    change(f, "pace * 1", "pace * self.id");
    look_ahead(f);
    dv_what_if_text(&f->run, dv_world_agent_at(f->run.world, 1), f->text);
    assert_string_equal(f->text, "in 10 s, 2 of 3 agents are elsewhere; the farthest, walker#3, by "
                                 "20 m; walker#2 by 10 m");
    dv_what_if_text(&f->run, dv_world_agent_at(f->run.world, 2), f->text);
    assert_string_equal(f->text,
                        "in 10 s, 2 of 3 agents are elsewhere; the farthest, walker#3, by 20 m");
}

static void each_save_looks_ahead_again(void **state) {
    fixture *f = *state;
    begin(f, 5);
    change(f, "pace * 1", "pace * 2");
    look_ahead(f);
    assert_non_null(strstr(f->text, "walker#1, by 10 m"));
    const dv_vec3 *unchanged = dv_what_if_paths(&f->run)->unchanged.places;
    change(f, "pace * 1", "pace * 4");
    set(f, "pace", "2");
    look_ahead(f);
    assert_non_null(strstr(f->text, "walker#1, by 70 m"));
    // Without the changes, the future is the same as before.
    assert_ptr_equal(dv_what_if_paths(&f->run)->unchanged.places, unchanged);
    dv_run_undo(&f->run);
    set(f, "pace", "1");
    look_ahead(f);
    assert_non_null(strstr(f->text, "walker#1, by 10 m"));
}

static void who_was_spawned_since_has_a_path_too(void **state) {
    fixture *f = *state;
    begin(f, 5);
    set(f, "pace", "2");
    look_ahead(f);
    assert_int_equal(dv_what_if_paths(&f->run)->agents, 3);
    dv_result result =
        dv_run_lua(&f->run, "world:spawn('walker', { x = 0, y = 9 })", (dv_agent){0}, &f->error);
    assert_int_equal(result, DV_OK);
    look_ahead(f);
    assert_int_equal(dv_what_if_paths(&f->run)->agents, 4);
    assert_true(isnan(last_place(f, false, 3).x));
    assert_false(isnan(last_place(f, true, 3).x));
    expect_future(f, true);
}

static void a_save_that_changes_nothing_has_one_future(void **state) {
    fixture *f = *state;
    begin(f, 5);
    change(f, "local walker", "local  walker");
    look_ahead(f);
    assert_string_equal(f->text, "in 10 s, 0 of 3 agents are elsewhere");
}

static void who_is_gone_has_no_place(void **state) {
    fixture *f = *state;
    begin(f, 5);
    change(
        f, "local world = self.world",
        "local world = self.world if world.tick == 305 and self.id == 2 then self:remove() return "
        "end");
    look_ahead(f);
    assert_string_equal(f->text, "in 10 s, 0 of 3 agents are elsewhere, 1 more is gone");
    const dv_futures *futures = dv_what_if_paths(&f->run);
    assert_false(isnan(dv_future_place(futures, &futures->changed, 49, 1).x));
    assert_true(isnan(dv_future_place(futures, &futures->changed, 51, 1).x));
    assert_false(isnan(last_place(f, false, 1).x));
    dv_what_if_text(&f->run, dv_world_agent_at(f->run.world, 1), f->text);
    assert_non_null(strstr(f->text, "; walker#2 is not in both"));
}

/// With randomness, keys, the mouse, births, and memory.
static void begin_wolves(fixture *f) {
    f->script = "ghost/wolves.lua";
    begin(f, 40);
    dv_run_input(&f->run, &(dv_input){.type = DV_KEY_PRESSED, .key = "k"});
    dv_run_place_mouse(&f->run, &(dv_vec3){4, 5, 0});
    f->run.paused = false;
    tick_run(&f->run, 3);
    f->run.paused = true;
}

static void the_changed_future_is_the_runs(void **state) {
    fixture *f = *state;
    begin_wolves(f);
    change(f, "steer.wander {}", "steer.wander { rate = 5 }");
    set(f, "births", "4");
    look_ahead(f);
    expect_future(f, true);
}

static void the_unchanged_future_is_that_of_a_run_without_the_change(void **state) {
    fixture *f = *state;
    begin_wolves(f);
    change(f, "steer.wander {}", "steer.wander { rate = 5 }");
    look_ahead(f);
    dv_vec3 end = last_place(f, false, 0), changed = last_place(f, true, 0);
    assert_true(end.x != changed.x);
    dv_run_close(&f->run);
    begin_wolves(f);
    tick_run(&f->run, 600);
    dv_vec3 place = dv_agent_position(f->run.world, dv_world_agent_at(f->run.world, 0));
    assert_memory_equal(&end, &place, sizeof place);
}

static void after_going_back_it_is_so_too(void **state) {
    fixture *f = *state;
    begin_wolves(f);
    f->run.paused = false;
    tick_run(&f->run, 20);
    dv_run_input(&f->run, &(dv_input){.type = DV_KEY_RELEASED, .key = "k"});
    tick_run(&f->run, 20);
    f->run.paused = true;
    assert_int_equal(dv_run_rewind_to(&f->run, 50, &f->error), DV_OK);
    set(f, "births", "4");
    look_ahead(f);
    expect_future(f, true);
}

// How it is computed

static void it_is_computed_in_slices(void **state) {
    fixture *f = *state;
    begin(f, 5);
    set(f, "pace", "2");
    uint32_t slices = 1;
    assert_true(dv_what_if_continue(&f->run, 0));
    const dv_futures *futures = dv_what_if_paths(&f->run);
    assert_int_equal(futures->unchanged.points, 1);
    while (dv_what_if_continue(&f->run, 0)) {
        slices++;
        assert_in_range(futures->changed.points, futures->unchanged.points - 1,
                        futures->unchanged.points + 1);
    }
    assert_int_equal(slices + 1, 2 * 600);
    look_ahead(f);
    assert_non_null(strstr(f->text, "walker#1, by 10 m"));
}

static void an_error_ends_a_future_and_not_the_run(void **state) {
    fixture *f = *state;
    begin(f, 5);
    change(f, "local world = self.world",
           "local world = self.world if world.tick > 100 then error 'on purpose' end");
    look_ahead(f);
    // Both are compared where the shorter one ends.
    assert_non_null(strstr(f->text, "in 1.6 s, 0 of 3 agents are elsewhere"));
    assert_non_null(strstr(f->text, "; with the change, it ends at tick 10"));
    assert_non_null(strstr(f->text, "on purpose"));
    const char *reported = "with the change, tick 102: main.lua:8: on purpose";
    assert_memory_equal(f->run.what_if->reported, reported, strlen(reported));
    assert_null(dv_scenario_banner(f->run.scenario));
    assert_int_equal(f->run.result, DV_OK);
    assert_int_equal(dv_what_if_paths(&f->run)->unchanged.points, 101);
    assert_in_range(dv_what_if_paths(&f->run)->changed.points, 15, 17);
}

static void an_endless_loop_ends_a_future_and_not_the_run(void **state) {
    fixture *f = *state;
    begin(f, 5);
    change(f, "local world = self.world", "local world = self.world while world.tick > 100 do end");
    look_ahead(f);
    assert_non_null(strstr(f->text, "; with the change, it ends at tick 10"));
    assert_null(dv_scenario_banner(f->run.scenario));
}

// When there are none

static void without_a_pause_there_are_none(void **state) {
    fixture *f = *state;
    begin(f, 5);
    f->run.paused = false;
    set(f, "pace", "2");
    f->run.paused = true;
    expect_nothing(f);
    dv_what_if_turn(&f->run, false);
    set(f, "pace", "3");
    assert_false(dv_what_if_continue(&f->run, INFINITY));
    dv_what_if_text(&f->run, (dv_agent){0}, f->text);
    assert_string_equal(f->text, "off");
}

static void looking_around_changes_nothing(void **state) {
    fixture *f = *state;
    begin_wolves(f);
    dv_run_place_mouse(&f->run, &(dv_vec3){1, 2, 0});
    expect_nothing(f);
    assert_int_equal(dv_run_set(&f->run, "births", "many", &f->error) == DV_OK, false);
    expect_nothing(f);
}

static void another_world_has_none(void **state) {
    fixture *f = *state;
    begin(f, 30);
    set(f, "pace", "2");
    look_ahead(f);
    tick_run(&f->run, 1);
    expect_nothing(f);
    set(f, "pace", "3");
    look_ahead(f);
    assert_int_equal(dv_run_rewind_to(&f->run, 31, &f->error), DV_OK);
    expect_nothing(f);
    set(f, "pace", "4");
    look_ahead(f);
    assert_non_null(dv_what_if_paths(&f->run));
    assert_int_equal(dv_run_restart(&f->run, &f->error), DV_OK);
    expect_nothing(f);
}

static void a_save_that_is_rolled_back_has_none(void **state) {
    fixture *f = *state;
    begin(f, 30);
    save(f, "setup =", "on_reload = function() error 'on purpose' end, setup =");
    dv_run_reload(&f->run);
    assert_int_equal(f->run.trials.rollback_count, 1);
    expect_nothing(f);
}

static void without_a_history_there_are_none(void **state) {
    fixture *f = *state;
    begin(f, 5);
    dv_run_end_history(&f->run);
    set(f, "pace", "2");
    expect_nothing(f);
    assert_string_equal(f->run.what_if->reported, "needs the history, which is off");
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(a_setting_has_two_futures),
        CASE(another_agent_is_told_of_too),
        CASE(each_save_looks_ahead_again),
        CASE(who_was_spawned_since_has_a_path_too),
        CASE(a_save_that_changes_nothing_has_one_future),
        CASE(who_is_gone_has_no_place),
        CASE(the_changed_future_is_the_runs),
        CASE(the_unchanged_future_is_that_of_a_run_without_the_change),
        CASE(after_going_back_it_is_so_too),
        CASE(it_is_computed_in_slices),
        CASE(an_error_ends_a_future_and_not_the_run),
        CASE(an_endless_loop_ends_a_future_and_not_the_run),
        CASE(without_a_pause_there_are_none),
        CASE(looking_around_changes_nothing),
        CASE(another_world_has_none),
        CASE(a_save_that_is_rolled_back_has_none),
        CASE(without_a_history_there_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
