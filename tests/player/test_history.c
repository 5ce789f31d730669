// The moments a run keeps: which are taken, which are dropped, and which one leads to a tick.
#include "player/history.h"

#include "base/alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static dv_history history;

static int tear_down(void **state) {
    (void)state;
    dv_history_stop(&history);
    assert_int_equal(dv_allocated_bytes(), 0);
    return 0;
}

static bool keep(uint64_t tick, size_t size) {
    dv_snapshot snapshot = {dv_alloc(size), size};
    assert_non_null(snapshot.bytes);
    bool kept = dv_history_keep(&history, tick, &snapshot);
    assert_null(snapshot.bytes);
    return kept;
}

/// Ticks with snapshots of a size, kept when due.
static void run(uint64_t from, uint64_t to, size_t size) {
    for (uint64_t tick = from; tick <= to; tick++)
        if (dv_history_due(&history, tick))
            assert_true(keep(tick, size));
}

static void expect_sound(void) {
    size_t bytes = 0;
    for (uint32_t i = 0; i < history.count; i++) {
        bytes += history.moments[i].snapshot.size;
        assert_true(i == 0 || history.moments[i - 1].tick < history.moments[i].tick);
    }
    assert_int_equal(history.bytes, bytes);
    assert_true(bytes <= history.budget);
}

static void nothing_is_due_before_it_begins_or_after_it_ends(void **state) {
    (void)state;
    assert_false(dv_history_due(&history, 0));
    assert_int_equal(dv_history_at(&history, 100), -1);
    dv_history_start(&history, 1.0 / 60, 1000);
    assert_true(dv_history_due(&history, 0));
    run(0, 100, 10);
    dv_history_stop(&history);
    assert_int_equal(dv_allocated_bytes(), 0);
    assert_false(dv_history_due(&history, 200));
}

static void a_moment_is_kept_each_second_for_thirty(void **state) {
    (void)state;
    dv_history_start(&history, 1.0 / 60, 1 << 20);
    run(7, 7 + 60 * 100 + 59, 10);
    assert_int_equal(history.count, 31);
    assert_int_equal(history.moments[0].tick, 7 + 60 * 70);
    assert_int_equal(history.moments[30].tick, 7 + 60 * 100);
    expect_sound();
}

static void ticks_longer_than_a_second_are_kept_each(void **state) {
    (void)state;
    dv_history_start(&history, 2.5, 1 << 20);
    run(0, 100, 10);
    assert_int_equal(history.moments[history.count - 1].tick, 100);
    assert_int_equal(history.moments[0].tick, 70);
}

static void large_ones_are_spaced_wider_over_the_same_time(void **state) {
    (void)state;
    // Four gaps of 7.5 s.
    dv_history_start(&history, 1.0 / 60, 5000);
    run(0, 60 * 100, 1000);
    assert_int_equal(history.count, 5);
    for (uint32_t i = 1; i < 5; i++)
        assert_int_equal(history.moments[i].tick - history.moments[i - 1].tick, 450);
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
    dv_history_start(&history, 1.0 / 60, 3100);
    run(0, 600, 100);
    assert_int_equal(history.count, 11);
    assert_true(keep(660, 2100));
    assert_int_equal(history.count, 11);
    assert_int_equal(history.moments[0].tick, 60);
    expect_sound();
}

static void one_too_large_is_refused_once(void **state) {
    (void)state;
    dv_history_start(&history, 1.0 / 60, 1000);
    run(0, 200, 100);
    assert_true(dv_history_due(&history, 400));
    assert_false(keep(400, 1001));
    assert_int_equal(history.refused, 1001);
    assert_false(dv_history_due(&history, 600));
    // What there was is good still.
    assert_int_equal(dv_history_at(&history, 600), 1);
    expect_sound();
}

static void a_tick_is_led_to_by_the_latest_before_it(void **state) {
    (void)state;
    dv_history_start(&history, 1.0 / 60, 1 << 20);
    run(60, 240, 10);
    assert_int_equal(dv_history_at(&history, 0), 0);
    assert_int_equal(dv_history_at(&history, 119), 0);
    assert_int_equal(dv_history_at(&history, 120), 1);
    assert_int_equal(dv_history_at(&history, 179), 1);
    assert_int_equal(dv_history_at(&history, UINT64_MAX), 3);
}

static void what_has_not_happened_is_forgotten(void **state) {
    (void)state;
    dv_history_start(&history, 1.0 / 60, 1 << 20);
    run(0, 300, 10);
    dv_history_forget_after(&history, 180);
    assert_int_equal(history.count, 4);
    assert_false(dv_history_due(&history, 239));
    assert_true(dv_history_due(&history, 240));
    // Kept anew, a tick goes in the place of what was later.
    run(181, 300, 20);
    assert_true(keep(240, 30));
    assert_int_equal(history.count, 5);
    assert_int_equal(history.moments[4].tick, 240);
    assert_int_equal(history.moments[4].snapshot.size, 30);
    expect_sound();
}

#define TEST(name) cmocka_unit_test_teardown(name, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(nothing_is_due_before_it_begins_or_after_it_ends),
        TEST(a_moment_is_kept_each_second_for_thirty),
        TEST(ticks_longer_than_a_second_are_kept_each),
        TEST(large_ones_are_spaced_wider_over_the_same_time),
        TEST(one_that_fills_the_budget_is_kept_alone),
        TEST(one_that_grows_makes_room_for_itself),
        TEST(one_too_large_is_refused_once),
        TEST(a_tick_is_led_to_by_the_latest_before_it),
        TEST(what_has_not_happened_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
