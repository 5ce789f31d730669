// The size that a window is restored to, and that is kept.
#include "player/window/screen_size.h"

#include "../program.h"

#include <stddef.h>
#include <stdint.h>

static void assert_size(const dv_screen_size *size, int width, int height, bool is_maximized) {
    assert_int_equal(size->width, width);
    assert_int_equal(size->height, height);
    assert_int_equal(size->is_maximized, is_maximized);
}

static dv_screen_sizes opened(int width, int height, bool is_maximized) {
    dv_screen_sizes sizes;
    dv_screen_sizes_begin(&sizes, (dv_screen_size){width, height, is_maximized});
    return sizes;
}

static void a_maximized_window_remembers_the_size_before(void **state) {
    (void)state;
    dv_screen_sizes sizes = opened(900, 600, false);
    dv_screen_sizes_follow(&sizes, 900, 600, false);
    dv_screen_sizes_follow(&sizes, 900, 600, true); // the size follows
    dv_screen_sizes_follow(&sizes, 1920, 1080, true);
    assert_size(&sizes.now, 900, 600, true);
}

static void also_if_it_grows_before_it_is_said_to_be_maximized(void **state) {
    (void)state;
    dv_screen_sizes sizes = opened(900, 600, false);
    for (int times = 0; times < 2; times++) {
        dv_screen_sizes_follow(&sizes, 1920, 1080, false);
        dv_screen_sizes_follow(&sizes, 1920, 1080, false);
        dv_screen_sizes_follow(&sizes, 1920, 1080, true);
        dv_screen_sizes_follow(&sizes, 1920, 1080, true);
        assert_size(&sizes.now, 900, 600, true);
        // Restored: not maximized first, then smaller.
        dv_screen_sizes_follow(&sizes, 1920, 1080, false);
        dv_screen_sizes_follow(&sizes, 900, 600, false);
        assert_size(&sizes.now, 900, 600, false);
    }
}

/// The desktop says that the window is maximized before it grows.
static void maximize_with_the_flag_first(dv_screen_sizes *sizes, int width, int height) {
    dv_screen_sizes_follow(sizes, width, height, true);
    dv_screen_sizes_follow(sizes, width, height, true);
    dv_screen_sizes_follow(sizes, 1920, 1080, true);
    dv_screen_sizes_follow(sizes, 1920, 1080, true);
}

static void also_if_it_was_resized_before(void **state) {
    (void)state;
    dv_screen_sizes sizes = opened(1280, 800, false);
    dv_screen_sizes_follow(&sizes, 900, 600, false);
    maximize_with_the_flag_first(&sizes, 900, 600);
    assert_size(&sizes.now, 900, 600, true);
}

static void also_if_it_was_maximized_and_restored_before(void **state) {
    (void)state;
    dv_screen_sizes sizes = opened(900, 600, false);
    for (int times = 0; times < 3; times++) {
        maximize_with_the_flag_first(&sizes, 900, 600);
        assert_size(&sizes.now, 900, 600, true);
        // Restored: not maximized first, then smaller.
        dv_screen_sizes_follow(&sizes, 1920, 1080, false);
        dv_screen_sizes_follow(&sizes, 900, 600, false);
        assert_size(&sizes.now, 900, 600, false);
    }
}

static void also_if_the_desktop_shrinks_meanwhile(void **state) {
    (void)state;
    dv_screen_sizes sizes = opened(900, 600, false);
    dv_screen_sizes_follow(&sizes, 1920, 1080, false);
    dv_screen_sizes_follow(&sizes, 1920, 1080, true);
    dv_screen_sizes_follow(&sizes, 1600, 900, true);
    dv_screen_sizes_follow(&sizes, 1920, 1080, true);
    assert_size(&sizes.now, 900, 600, true);
}

static void a_window_that_opens_maximized_has_the_size_it_was_given(void **state) {
    (void)state;
    dv_screen_sizes sizes = opened(900, 600, true);
    dv_screen_size kept = {900, 600, true};
    dv_screen_sizes_follow(&sizes, 900, 600, false); // not yet
    dv_screen_sizes_follow(&sizes, 1920, 1080, false);
    dv_screen_sizes_follow(&sizes, 1920, 1080, true);
    dv_screen_sizes_keep(&sizes, &kept);
    assert_size(&kept, 900, 600, true);
}

static void only_what_has_changed_is_kept(void **state) {
    (void)state;
    // The display had no room for the kept size.
    dv_screen_size kept = {5000, 4000, false};
    dv_screen_sizes sizes = opened(1400, 900, false);
    dv_screen_sizes_follow(&sizes, 1400, 900, false);
    dv_screen_sizes_keep(&sizes, &kept);
    assert_size(&kept, 5000, 4000, false);
    dv_screen_sizes_follow(&sizes, 1400, 900, true);
    dv_screen_sizes_keep(&sizes, &kept);
    assert_size(&kept, 5000, 4000, true);
    dv_screen_sizes_follow(&sizes, 800, 500, false);
    dv_screen_sizes_keep(&sizes, &kept);
    assert_size(&kept, 800, 500, true);
    sizes.is_reset = true;
    dv_screen_sizes_keep(&sizes, &kept);
    assert_size(&kept, 800, 500, false);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_maximized_window_remembers_the_size_before),
        cmocka_unit_test(also_if_it_grows_before_it_is_said_to_be_maximized),
        cmocka_unit_test(also_if_it_was_resized_before),
        cmocka_unit_test(also_if_it_was_maximized_and_restored_before),
        cmocka_unit_test(also_if_the_desktop_shrinks_meanwhile),
        cmocka_unit_test(a_window_that_opens_maximized_has_the_size_it_was_given),
        cmocka_unit_test(only_what_has_changed_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
