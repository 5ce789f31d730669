// Where the parts of the window are.
#include "player/window/layout.h"

#include "../program.h"

#include <stddef.h>
#include <stdint.h>

static const int sizes[][2] = {{1280, 800}, {640, 480}, {1600, 1000}, {320, 200}, {3840, 2160}};
#define SIZES (sizeof sizes / sizeof *sizes)

static dv_layout arranged(dv_layout layout, int width, int height, float scale) {
    dv_layout_arrange(&layout, width, height, scale);
    return layout;
}

static float area(dv_rectangle r) { return r.width * r.height; }

static void the_parts_fill_the_window_without_overlap(void **state) {
    (void)state;
    for (size_t i = 0; i < SIZES; i++) {
        for (int choice = 0; choice < 8; choice++) {
            dv_layout layout = dv_layout_at_first();
            layout.hides_panel = choice & 1;
            layout.shows_inspector = choice & 2;
            layout = arranged(layout, sizes[i][0], sizes[i][1], choice & 4 ? 2 : 1);
            float whole = area(layout.panel) + area(layout.inspector) + area(layout.world) +
                          area(layout.timeline);
            assert_true(whole == (float)sizes[i][0] * (float)sizes[i][1]);
            assert_true(layout.world.width >= 0.39f * (float)sizes[i][0]);
            assert_true(layout.timeline.left + layout.timeline.width == (float)sizes[i][0]);
            assert_int_equal(layout.panel.width > 0, !layout.hides_panel);
            assert_int_equal(layout.inspector.width > 0, layout.shows_inspector);
        }
    }
}

static void the_inspector_is_beside_the_world_where_there_is_room(void **state) {
    (void)state;
    dv_layout layout = dv_layout_at_first();
    layout.shows_inspector = true;
    layout = arranged(layout, 1280, 800, 1);
    assert_false(dv_layout_is_stacked(&layout));
    assert_true(layout.world.width == 1280 - 286 - 276);
    layout = arranged(layout, 640, 480, 1);
    assert_true(dv_layout_is_stacked(&layout));
    assert_true(layout.world.width == 640 - 286);
    assert_true(layout.panel.height == 240 && layout.inspector.top == 240);
    layout = arranged(layout, 1280, 800, 2);
    assert_true(dv_layout_is_stacked(&layout));
}

static void without_the_panel_the_inspector_has_more_room(void **state) {
    (void)state;
    dv_layout layout = dv_layout_at_first();
    layout.shows_inspector = layout.hides_panel = true;
    layout = arranged(layout, 640, 480, 1);
    assert_false(dv_layout_is_stacked(&layout));
    assert_true(layout.world.left == 0 && layout.world.width == 640 - 276);
    layout = arranged(layout, 400, 480, 1);
    assert_true(dv_layout_is_stacked(&layout));
    assert_true(layout.inspector.top == 0 && layout.inspector.height == 480);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_parts_fill_the_window_without_overlap),
        cmocka_unit_test(the_inspector_is_beside_the_world_where_there_is_room),
        cmocka_unit_test(without_the_panel_the_inspector_has_more_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
