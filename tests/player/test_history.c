// The snapshots that a run keeps: which are taken, which are dropped, and which one to start from
// to reach a tick.
#include "player/history/history.h"

#include "../program.h"

#include "base/alloc.h"

#include <string.h>

static dv_history history;

static int tear_down(void **state) {
    (void)state;
    dv_history_stop(&history);
    dv_acts_clear(&history.acts);
    assert_int_equal(dv_allocated_bytes(), 0);
    return 0;
}

/// Bytes that the history counts for a moment, beside its snapshot.
#define BESIDE sizeof(dv_moment)

static bool keep_as(uint64_t tick, size_t size, bool is_boundary) {
    dv_moment moment = {.tick = tick,
                        .snapshot = {dv_alloc(size - BESIDE), size - BESIDE},
                        .acts = dv_acts_next(&history.acts),
                        .is_boundary = is_boundary};
    assert_non_null(moment.snapshot.bytes);
    bool kept = dv_history_keep(&history, &moment);
    assert_null(moment.snapshot.bytes);
    return kept;
}

static bool keep(uint64_t tick, size_t size) { return keep_as(tick, size, false); }

/// Ticks with snapshots of a size, kept when due.
static void run(uint64_t from, uint64_t to, size_t size) {
    for (uint64_t tick = from; tick <= to; tick++)
        if (dv_history_due(&history, tick))
            assert_true(keep(tick, size));
}

static void expect_sound(void) {
    size_t bytes = 0;
    for (uint32_t i = 0; i < history.count; i++) {
        bytes += history.moments[i].snapshot.size + BESIDE;
        assert_true(i == 0 || history.moments[i - 1].tick <= history.moments[i].tick);
    }
    assert_int_equal(history.bytes, bytes);
    assert_true(bytes + history.acts.bytes <= history.budget);
}

static void nothing_is_due_before_it_begins_or_after_it_ends(void **state) {
    (void)state;
    assert_false(dv_history_due(&history, 0));
    assert_int_equal(dv_history_at(&history, 100), -1);
    dv_history_start(&history, 1.0 / 60, 10000);
    assert_true(dv_history_due(&history, 0));
    run(0, 100, 1000);
    dv_history_stop(&history);
    assert_int_equal(dv_allocated_bytes(), 0);
    assert_false(dv_history_due(&history, 200));
}

static uint64_t gap_behind(uint32_t place) {
    return history.moments[place + 1].tick - history.moments[place].tick;
}

static void a_moment_is_kept_each_second_for_thirty(void **state) {
    (void)state;
    dv_history_start(&history, 1.0 / 60, 1 << 20);
    run(7, 7 + 60 * 100 + 59, 1000);
    uint32_t last = history.count - 1;
    assert_int_equal(history.moments[last].tick, 7 + 60 * 100);
    for (uint32_t i = last - 30; i < last; i++)
        assert_int_equal(gap_behind(i), 60);
    expect_sound();
}

static void further_back_distances_double_with_age_to_the_first(void **state) {
    (void)state;
    const uint64_t now = 60 * 4000;
    dv_history_start(&history, 1.0 / 60, 1 << 20);
    run(0, now, 1000);
    assert_int_equal(history.moments[0].tick, 0);
    for (uint32_t i = 0; i + 1 < history.count; i++) {
        double age = (double)(now - history.moments[i].tick) / 60;
        double most = age <= 31 ? 1 : 2 * age / 30;
        assert_true((double)gap_behind(i) <= 60 * most);
    }
    // 30 in the last half minute, then 15 for each doubling of the age.
    assert_true(history.count < 31 + 16 * 8);
    assert_true(history.count > 31 + 7 * 7);
    expect_sound();
}

static void a_boundary_is_not_thinned_out(void **state) {
    (void)state;
    dv_history_start(&history, 1.0 / 60, 1 << 20);
    run(0, 600, 1000);
    assert_true(keep_as(617, 1000, true));
    run(618, 60 * 1000, 1000);
    int32_t place = dv_history_at(&history, 617);
    assert_int_equal(history.moments[place].tick, 617);
    // Nothing is computed past it.
    assert_int_equal(dv_history_reach(&history, (uint32_t)place - 1), 617);
    assert_int_equal(dv_history_reach(&history, (uint32_t)place), UINT64_MAX);
    expect_sound();
}

static void ticks_longer_than_a_second_are_kept_each(void **state) {
    (void)state;
    dv_history_start(&history, 2.5, 1 << 20);
    run(0, 100, 1000);
    uint32_t last = history.count - 1;
    assert_int_equal(history.moments[last].tick, 100);
    assert_int_equal(history.moments[last - 12].tick, 88);
}

static void large_ones_are_spaced_wider_and_the_first_stays(void **state) {
    (void)state;
    // Four gaps of 7.5 s.
    dv_history_start(&history, 1.0 / 60, 5000);
    run(0, 60 * 1000, 1000);
    assert_int_equal(history.count, 5);
    assert_int_equal(history.moments[0].tick, 0);
    assert_true(history.moments[4].tick + 450 > 60 * 1000);
    expect_sound();
}

static void one_that_fills_the_budget_is_kept_alone(void **state) {
    (void)state;
    dv_history_start(&history, 1.0 / 60, 1000);
    run(0, 60 * 100, 1000);
    assert_int_equal(history.count, 1);
    assert_int_equal(history.moments[0].tick, 60 * 90);
    expect_sound();
}

static void one_that_grows_makes_room_for_itself(void **state) {
    (void)state;
    dv_history_start(&history, 1.0 / 60, 6200);
    run(0, 600, 200);
    assert_int_equal(history.count, 11);
    assert_true(keep(660, 4400));
    assert_int_equal(history.count, 10);
    assert_int_equal(history.moments[0].tick, 0);
    assert_int_equal(history.moments[9].tick, 660);
    expect_sound();
}

static void where_nothing_can_be_thinned_the_oldest_go(void **state) {
    (void)state;
    dv_history_start(&history, 1.0 / 60, 10000);
    for (uint64_t tick = 0; tick < 6000; tick += 60)
        assert_true(keep_as(tick, 1000, true));
    assert_int_equal(history.count, 10);
    assert_int_equal(history.moments[0].tick, 6000 - 600);
    expect_sound();
}

static void one_too_large_is_refused_once(void **state) {
    (void)state;
    dv_history_start(&history, 1.0 / 60, 1000);
    run(0, 200, 200);
    assert_true(dv_history_due(&history, 600));
    assert_false(keep(600, 1001));
    assert_int_equal(history.refused, 1001);
    assert_false(dv_history_due(&history, 900));
    // What there was is good still.
    assert_int_equal(dv_history_at(&history, 900), (int32_t)history.count - 1);
    expect_sound();
}

static void a_tick_is_led_to_by_the_latest_before_it(void **state) {
    (void)state;
    dv_history_start(&history, 1.0 / 60, 1 << 20);
    run(60, 240, 1000);
    assert_int_equal(dv_history_at(&history, 0), 0);
    assert_int_equal(dv_history_at(&history, 119), 0);
    assert_int_equal(dv_history_at(&history, 120), 1);
    assert_int_equal(dv_history_at(&history, 179), 1);
    assert_int_equal(dv_history_at(&history, UINT64_MAX), 3);
}

static void a_boundary_without_a_snapshot_leads_nowhere(void **state) {
    (void)state;
    dv_history_start(&history, 1.0 / 60, 1 << 20);
    run(0, 120, 1000);
    assert_true(dv_history_keep(&history, &(dv_moment){.tick = 130, .is_boundary = true}));
    assert_int_equal(dv_history_at(&history, 200), 2);
    assert_int_equal(dv_history_reach(&history, 2), 130);
    expect_sound();
}

static void what_has_not_happened_is_forgotten(void **state) {
    (void)state;
    dv_history_start(&history, 1.0 / 60, 1 << 20);
    run(0, 300, 1000);
    dv_history_cut(&history, 180, 0);
    assert_int_equal(history.count, 4);
    assert_false(dv_history_due(&history, 239));
    assert_true(dv_history_due(&history, 240));
    assert_true(keep(240, 3000));
    assert_int_equal(history.count, 5);
    assert_int_equal(history.moments[4].tick, 240);
    expect_sound();
}

// Acts

static void press(uint64_t tick, dv_input_type type, const char *key) {
    const dv_act act = {.type = DV_ACT_INPUT, .input = {.type = type, .key = key}};
    assert_true(dv_acts_keep(&history.acts, tick, &act, 0));
}

static void acts_go_with_the_moments_before_them_and_leave_keys_down(void **state) {
    (void)state;
    history.trial_acts = UINT64_MAX;
    dv_history_start(&history, 1.0 / 60, 4000);
    assert_true(keep_as(0, 1000, true));
    press(1, DV_KEY_PRESSED, "a");
    press(1, DV_KEY_PRESSED, "b");
    press(2, DV_KEY_RELEASED, "a");
    for (uint64_t tick = 60; tick < 600; tick += 60)
        assert_true(keep_as(tick, 1000, true));
    press(601, DV_KEY_RELEASED, "b");
    dv_history_make_room(&history, 601);
    assert_int_equal(history.acts.first, 3);
    assert_int_equal(history.acts.count, 1);
    assert_int_equal(history.acts.key_count, 1);
    assert_string_equal(history.acts.keys[0], "b");
    expect_sound();
}

static void many_acts_make_room_for_themselves_too(void **state) {
    (void)state;
    history.trial_acts = UINT64_MAX;
    dv_history_start(&history, 1.0 / 60, 20000);
    for (uint64_t tick = 0; tick < 6000; tick++) {
        if (dv_history_due(&history, tick))
            assert_true(keep(tick, 1000));
        press(tick, DV_MOUSE_MOVED, NULL);
        dv_history_make_room(&history, tick);
        expect_sound();
    }
    assert_true(history.count > 1);
    assert_true(history.acts.first > 0);
}

#define TEST(name) cmocka_unit_test_teardown(name, tear_down)

TESTS {
    const struct CMUnitTest tests[] = {
        TEST(nothing_is_due_before_it_begins_or_after_it_ends),
        TEST(a_moment_is_kept_each_second_for_thirty),
        TEST(ticks_longer_than_a_second_are_kept_each),
        TEST(further_back_distances_double_with_age_to_the_first),
        TEST(a_boundary_is_not_thinned_out),
        TEST(large_ones_are_spaced_wider_and_the_first_stays),
        TEST(where_nothing_can_be_thinned_the_oldest_go),
        TEST(a_boundary_without_a_snapshot_leads_nowhere),
        TEST(acts_go_with_the_moments_before_them_and_leave_keys_down),
        TEST(many_acts_make_room_for_themselves_too),
        TEST(one_that_fills_the_budget_is_kept_alone),
        TEST(one_that_grows_makes_room_for_itself),
        TEST(one_too_large_is_refused_once),
        TEST(a_tick_is_led_to_by_the_latest_before_it),
        TEST(what_has_not_happened_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
