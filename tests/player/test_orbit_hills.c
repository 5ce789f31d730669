// Hills as an orbiting camera sees them: what they hide, and what lies on them.
#include "../program.h"
#include "volume_fixture.h"

#include "base/math.h"

/// Whether a red obstacle is seen in a volume with a hill. `shape` begins its shape, with its
/// sizes.
static bool is_obstacle_seen(const char *shape, double x, double y, double z) {
    char setup[300];
    picture p;
    snprintf(setup, sizeof setup,
             "world:surface 'hill' "
             "world:obstacle { color = 'red', %s, x = %g, y = %g, z = %g } }",
             shape, x, y, z);
    open_volume(&p, setup);
    bool seen = is_red(pixel_at(&p, x, y, z));
    close_picture(&p);
    return seen;
}

static void a_hill_hides_what_is_behind_it_only(void **state) {
    (void)state;
    assert_false(is_seen("world:surface 'hill'", 0, 8, 1));
    assert_true(is_seen("world:surface 'hill'", 0, -8, 6));
    assert_true(is_seen("world:surface 'hill'", 15, 8, 2));
    static const char *const shapes[] = {
        "sphere = { radius = 2",
        "box = { w = 3, d = 3, h = 3",
        "cylinder = { radius = 2, height = 3",
    };
    for (int i = 0; i < 3; i++) {
        assert_false(is_obstacle_seen(shapes[i], 0, 12, 0));
        assert_true(is_obstacle_seen(shapes[i], 0, -14, -2));
        assert_true(is_obstacle_seen(shapes[i], 15, 12, 0));
    }
}

/// How many pixels of a volume with a hill something changes. `show` draws it.
static int count_changed(const char *setup, void (*show)(picture *p)) {
    static uint32_t before[side * side];
    char with_hill[300];
    picture p;
    int count = 0;
    open_volume(&p, "world:surface 'hill'");
    memcpy(before, p.pixels, sizeof before);
    close_picture(&p);
    snprintf(with_hill, sizeof with_hill, "world:surface 'hill' %s", setup);
    open_volume(&p, with_hill);
    if (show)
        show(&p);
    // Below the first three quarters, the floor in front of the hill is seen.
    for (int i = 0; i < side * side * 3 / 4; i++)
        count += p.pixels[i] != before[i];
    close_picture(&p);
    return count;
}

static void select_first(picture *p) {
    p->options.selected = dv_world_agent_at(world_of(p), 0);
    draw(p);
}

static void show_sketch(picture *p) {
    const dv_pen pen = {.color = 0xff0000ff, .fills = true, .is_below = true};
    dv_sketch *sketch = dv_sketch_create();
    dv_sketch_circle(sketch, dv_vec(0, -5, 3), 4, pen);
    p->options.of_tick = sketch;
    draw(p);
    dv_sketch_destroy(sketch);
}

static void what_lies_on_a_hill_is_seen_on_it(void **state) {
    (void)state;
    assert_true(count_changed("world:region { shape = { cylinder = { x = 0, y = 14, z = 0, "
                              "radius = 6, height = 40 } }, speed = 0.5 }",
                              NULL) > 200);
    assert_true(count_changed("world:flow 'wind'", NULL) > 200);
    assert_true(count_changed("world:path { points = { { -9, -9, 3 }, { 9, -9, 3 } }, radius = 1 }",
                              NULL) > 200);
    assert_true(count_changed("world:spawn('ball', { x = 0, y = -9, z = 3 }).sight_range = 9",
                              select_first) > 1500);
    assert_true(count_changed("", show_sketch) > 200);
}

static double ghost_y;

static void show_ghost(picture *p) {
    char setup[200];
    snprintf(setup, sizeof setup,
             "world:surface 'hill' world:spawn('ball', { x = 0, y = %g, z = 0 })", ghost_y);
    dv_scenario *ghost =
        open_scenario(read_script_with("draw/volume.lua", "--[[setup]]", setup, NULL));
    p->options.ghost = dv_scenario_world(ghost);
    draw(p);
    dv_scenario_close(ghost);
    p->options.ghost = NULL;
}

static void a_ghost_is_hidden_behind_a_hill_only(void **state) {
    (void)state;
    ghost_y = -12;
    assert_true(count_changed("", show_ghost) > 200);
    ghost_y = 14;
    assert_int_equal(count_changed("", show_ghost), 0);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hill_hides_what_is_behind_it_only),
        cmocka_unit_test(what_lies_on_a_hill_is_seen_on_it),
        cmocka_unit_test(a_ghost_is_hidden_behind_a_hill_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
