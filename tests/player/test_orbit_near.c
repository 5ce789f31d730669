// What an orbit shows of things that are partly behind the eye, and of upright planes.
#include "../program.h"
#include "volume_fixture.h"

/// Look from 12 m away, from 11 m south of the origin and 4 m above it.
static void open_near(picture *p, const char *setup) {
    open_volume(p, setup);
    p->camera.scale = 60;
    draw(p);
}

static void a_solid_around_the_eye_is_drawn_as_far_as_it_is_in_front(void **state) {
    (void)state;
    static const struct {
        const char *shape;
        double x, y, z; // of a point of it, in front of the eye
    } cases[] = {
        {"box = { x = 0, y = 0, z = 0, w = 38, d = 38, h = 1 }", 0.3, -5, 0.5},
        {"box = { x = 0, y = -19, z = 0, w = 38, d = 30, h = 1 }", 0.3, -5, 0.5},
        {"box = { x = 3, y = 0, z = 0, w = 1, d = 38, h = 20 }", 2.5, 1, 0.3},
        {"wall = { from = { 2.5, -18, 0 }, to = { 2.5, 18, 0 } }", 2.5, 1, 0.3},
        {"cylinder = { x = 0, y = -12, z = 0, radius = 10, height = 1 }", 0.3, -5, 0.5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char setup[200];
        picture p;
        snprintf(setup, sizeof setup, "world:obstacle { color = 'red', %s }", cases[i].shape);
        open_near(&p, setup);
        if (!is_red(pixel_at(&p, cases[i].x, cases[i].y, cases[i].z)))
            fail_msg("%s is not seen", cases[i].shape);
        close_picture(&p);
    }
}

static void a_solid_around_the_eye_hides_what_is_behind_it(void **state) {
    (void)state;
    const char *plate = "world:obstacle { box = { x = 0, y = -19, z = 0, w = 38, d = 42, h = 1 } }"
                        "world:spawn('ball', { x = 0, y = 0, z = %d })";
    for (int z = -3; z <= 3; z += 6) {
        char setup[200];
        picture p;
        snprintf(setup, sizeof setup, plate, z);
        open_near(&p, setup);
        assert_int_equal(is_red(pixel_at(&p, -0.5, 0, z)), z > 0);
        close_picture(&p);
    }
}

/// The color of a point in a volume with a surface.
static uint32_t color_with(const char *setup, double x, double y, double z) {
    picture p;
    open_volume(&p, setup);
    uint32_t color = pixel_at(&p, x, y, z);
    close_picture(&p);
    return color;
}

static void an_upright_plane_is_a_wall(void **state) {
    (void)state;
    uint32_t bare = color_with("", 5, 10, 2), wall = color_with("world:surface 'cliff'", 5, 10, 2);
    assert_true(color_distance(bare, wall) > 40);
    assert_false(is_seen("world:surface 'cliff'", 3, 14, 2));
    assert_true(is_seen("world:surface 'cliff'", 3, 6, 2));
    assert_true(is_seen("world:surface 'cliff'", 3, 10, 2)); // on it
}

static void an_upright_plane_is_of_glass_from_behind(void **state) {
    (void)state;
    uint32_t bare = color_with("", 5, -10, 2);
    uint32_t glass = color_with("world:surface 'window'", 5, -10, 2);
    assert_true(color_distance(bare, glass) > 10);
    assert_true(is_seen("world:surface 'window'", 3, 6, 2));
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_solid_around_the_eye_is_drawn_as_far_as_it_is_in_front),
        cmocka_unit_test(a_solid_around_the_eye_hides_what_is_behind_it),
        cmocka_unit_test(an_upright_plane_is_a_wall),
        cmocka_unit_test(an_upright_plane_is_of_glass_from_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
