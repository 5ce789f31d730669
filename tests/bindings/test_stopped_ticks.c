// The host stops ticks midway, at every question that the engine asks in a tick. The world then
// refuses to be stepped, hashed, or saved. After it returns to a snapshot, it continues exactly as
// a world that was never stopped.
#include "calls/dispatch.h"
#include "everything.h"

/// Stops a tick at the question that is the `stop_at`th, counted from 1. 0: at none.
typedef struct stopper {
    uint32_t asked, stop_at;
} stopper;

static stopper stopping;

static bool may_go_on(void *context, const dv_world *world) {
    (void)context;
    dv_world_ask((dv_world *)(uintptr_t)world); // the next question is the next chance to stop
    return ++stopping.asked != stopping.stop_at;
}

static void expect_unfinished(fixture *f) {
    dv_world *world = dv_scenario_world(f->scenario);
    dv_snapshot snapshot;
    uint64_t hash;
    char path[256];
    dv_error error;
    assert_int_equal(dv_world_hash(world, &hash, &error), DV_ERROR_STOPPED);
    assert_non_null(strstr(error.message, "was stopped midway: return to a snapshot first"));
    assert_int_equal(dv_world_take_snapshot(world, &snapshot, &error), DV_ERROR_STOPPED);
    assert_int_equal(dv_world_save(world, path_in(f, "no.snap", path), &error), DV_ERROR_STOPPED);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(dv_scenario_step(f->scenario, &error), DV_ERROR_STOPPED);
}

/// Stop the next tick at each question in turn. Returns how many there were.
static uint32_t stop_everywhere(fixture *f) {
    dv_world *world = dv_scenario_world(f->scenario);
    dv_snapshot before;
    uint64_t after = 0;
    assert_int_equal(dv_world_take_snapshot(world, &before, &f->error), DV_OK);
    uint64_t tick = dv_world_tick(world);
    for (stopping.stop_at = 0;; stopping.stop_at++) {
        stopping.asked = 0;
        dv_world_ask(world);
        dv_result result = dv_scenario_step(f->scenario, &f->error);
        if (result == DV_OK) {
            assert_true(dv_world_tick(world) == tick + 1);
            if (stopping.stop_at > 0)
                break;
            after = hash_of(f);
        } else {
            assert_int_equal(result, DV_ERROR_STOPPED);
            assert_true(dv_world_tick(world) == tick);
            expect_unfinished(f);
        }
        assert_int_equal(dv_scenario_return_to(f->scenario, &before, &f->error), DV_OK);
    }
    assert_true(hash_of(f) == after);
    dv_snapshot_free(&before);
    uint32_t questions = stopping.stop_at - 1;
    stopping.stop_at = 0;
    return questions;
}

static void watch_questions(fixture *f) {
    dv_host host = dv_scenario_host(f->scenario);
    host.may_go_on = may_go_on;
    dv_world_set_host(dv_scenario_world(f->scenario), &host);
}

static dv_scenario *open_with(fixture *f, const char *source, int threads) {
    dv_scenario_options options = options_of(f);
    options.threads = threads;
    close_scenario(f);
    write_file(f, "main.lua", source);
    f->scenario = dv_scenario_open(f->folder, &options, &f->error);
    if (!f->scenario)
        fail_msg("%s", f->error.message);
    return f->scenario;
}

static void a_tick_can_be_stopped_at_every_question(void **state) {
    fixture *f = *state;
    for (int threads = 1; threads <= 4; threads += 3) {
        open_with(f, read_script("stopped_ticks/crowd.lua"), threads);
        step(f, 3);
        watch_questions(f);
        assert_true(stop_everywhere(f) > 50);
        step(f, 20);
        uint64_t stopped = hash_of(f);
        open_with(f, read_script("stopped_ticks/crowd.lua"), threads);
        step(f, 24);
        assert_true(hash_of(f) == stopped);
        assert_string_equal(banner_of(f), "");
    }
}

static void what_lua_did_in_the_tick_is_taken_back(void **state) {
    fixture *f = *state;
    open_everything(f);
    step_everything(f, 29);
    watch_questions(f);
    stop_everywhere(f);
    step_everything(f, 20);
    uint64_t stopped = hash_of(f);
    close_scenario(f);
    open_everything(f);
    step_everything(f, 50);
    assert_true(hash_of(f) == stopped);
}

// On trial

static const char *heap(const char *update) {
    return read_script_with("stopped_ticks/heap.lua", "--[[update]]", update, NULL);
}

static void a_tick_on_trial_that_takes_too_long_rolls_back(void **state) {
    fixture *f = *state;
    f->timed = true;
    open_main(f, heap(""));
    step(f, 2);
    uint64_t before = hash_of(f);
    write_file(f, "main.lua",
               heap("update = function(world) for a in world:agents() do a.x, a.y = 0, 0 end end"));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    while (!dv_scenario_trial_failed(f->scenario))
        step(f, 1);
    assert_non_null(strstr(banner_of(f), "took the engine more than "));
    assert_int_equal(dv_scenario_roll_back(f->scenario).outcome, DV_RELOAD_ROLLED_BACK);
    assert_true(hash_of(f) == before);
    step(f, 2);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(a_tick_can_be_stopped_at_every_question),
        CASE(what_lua_did_in_the_tick_is_taken_back),
        CASE(a_tick_on_trial_that_takes_too_long_rolls_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
