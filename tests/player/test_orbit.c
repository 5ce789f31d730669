// What an orbiting camera shows of a volume: what is nearer hides what is farther away and is
// larger; a click selects what is seen at the mouse; and scenarios say from where they are seen.
#include "../program.h"
#include "volume_fixture.h"

#include "player/draw/aim.h"

#include "base/math.h"

#include <math.h>

static bool is_green(uint32_t color) {
    uint32_t red = color >> 24, green = color >> 16 & 0xff, blue = color >> 8 & 0xff;
    return green > red + 30 && green > blue + 30;
}

static void what_is_nearer_hides_what_is_farther_in_any_order(void **state) {
    (void)state;
    static const char *const setups[] = {
        "world:spawn('ball', { x = 0, y = -8, z = 0 }) "
        "world:spawn('ball', { x = 0, y = 8, z = 0 }).color = 'lime'",
        "world:spawn('ball', { x = 0, y = 8, z = 0 }).color = 'lime' "
        "world:spawn('ball', { x = 0, y = -8, z = 0 })",
    };
    for (int i = 0; i < 2; i++) {
        picture p;
        open_volume(&p, setups[i]);
        // From as low as this, the farther one is 1.4 m higher in the picture, and 2 m wide.
        dv_camera_orbit(&p.camera, 0, 5);
        draw(&p);
        assert_true(is_red(pixel_at(&p, -0.9, -8, 0.7)));
        dv_camera_orbit(&p.camera, 180, 5); // from the other side
        draw(&p);
        assert_true(is_green(pixel_at(&p, -0.9, 8, 0.7)));
        close_picture(&p);
    }
}

static int count_red(const picture *p) {
    int count = 0;
    for (int i = 0; i < side * side; i++)
        count += is_red(p->pixels[i]);
    return count;
}

static void what_is_nearer_is_larger_and_brighter(void **state) {
    (void)state;
    int size[2];
    uint32_t red[2];
    for (int i = 0; i < 2; i++) {
        picture p;
        open_volume(&p, i == 0 ? "world:spawn('ball', { x = 0, y = -15, z = 0 })"
                               : "world:spawn('ball', { x = 0, y = 15, z = 0 })");
        size[i] = count_red(&p);
        red[i] = pixel_at(&p, -0.9, i == 0 ? -15 : 15, 0) >> 24;
        close_picture(&p);
    }
    assert_true(size[1] > 0 && size[0] > size[1] * 5 / 4);
    assert_true(red[0] > red[1] + 20);
}

static void a_solid_hides_what_is_behind_it_only(void **state) {
    (void)state;
    static const char *const solids[] = {
        "world:obstacle { sphere = { x = 0, y = 0, z = 0, radius = 6 } }",
        "world:obstacle { box = { x = 0, y = 0, z = 0, w = 12, d = 12, h = 12 } }",
        "world:obstacle { cylinder = { x = 0, y = 0, z = 0, radius = 6, height = 12 } }",
        "world:surface 'globe'",
    };
    for (int i = 0; i < 4; i++) {
        assert_false(is_seen(solids[i], 0, 11, -4));
        assert_true(is_seen(solids[i], 0, -11, 0));
        // Beside it, and above it, though its middle is nearer to the eye.
        assert_true(is_seen(solids[i], 13, 2, 0));
        assert_true(is_seen(solids[i], 0, 1, 12));
    }
    // On top of a wide plate, near its far edge, and below it.
    const char *plate = "world:obstacle { box = { x = 0, y = 0, z = 0, w = 38, d = 38, h = 1 } }";
    assert_true(is_seen(plate, 0, 17, 2));
    assert_true(is_seen(plate, 0, -17, 2));
    assert_false(is_seen(plate, 0, -10, -2));
    assert_false(is_seen(plate, 0, 10, -2));
}

static void a_polygon_has_edges_however_many_corners_it_has(void **state) {
    (void)state;
    // The same corners as those of a cylinder.
    static const char *const setups[] = {
        "world:obstacle { cylinder = { x = 0, y = 0, z = 0, radius = 9, height = 40 } }",
        "local points = {} for i = 1, 28 do local angle = 2 * math.pi * i / 28 "
        "points[i] = { 9 * math.cos(angle), 9 * math.sin(angle) } end "
        "world:obstacle { polygon = points }",
    };
    static uint32_t round[side * side];
    int changed = 0;
    for (int i = 0; i < 2; i++) {
        picture p;
        open_volume(&p, setups[i]);
        for (int k = 0; i == 1 && k < side * side; k++)
            changed += p.pixels[k] != round[k];
        memcpy(round, p.pixels, sizeof round);
        close_picture(&p);
    }
    assert_true(changed > 300);
}

static void bodies_hide_each_other_where_they_are_drawn(void **state) {
    (void)state;
    picture p;
    open_volume(&p, "world:spawn('ball', { x = 0, y = 0, z = 0.4 }) "
                    "world:spawn('ball', { x = 0, y = 0, z = 0 }).color = 'lime'");
    dv_camera_orbit(&p.camera, 0, 89);
    draw(&p);
    assert_true(is_red(pixel_at(&p, -0.9, 0, 0.4f)));
    // The red one has risen in this tick, of which the picture shows the beginning. A body that
    // rises by more than a meter, and whose velocity doesn't say so, has jumped.
    assert_int_equal(dv_motion_keep(&p.drawing->motion, world_of(&p)), DV_OK);
    p.drawing->motion.before[0].pose.z = -0.5f;
    p.options.fraction = 0;
    draw(&p);
    assert_true(is_green(pixel_at(&p, -0.9, 0, 0)));
    close_picture(&p);
}

static void a_shadow_lies_below_a_body(void **state) {
    (void)state;
    uint32_t below[2], beside[2];
    for (int i = 0; i < 2; i++) {
        picture p;
        open_volume(&p, i == 0 ? "" : "world:spawn('ball', { x = 9, y = -6, z = -14 })");
        below[i] = pixel_at(&p, 9, -6, -20) >> 24;
        beside[i] = pixel_at(&p, -9, -6, -20);
        close_picture(&p);
    }
    assert_true(below[1] + 20 < below[0]);
    assert_int_equal(beside[0], beside[1]);
}

static void a_click_selects_what_is_seen_at_the_mouse(void **state) {
    (void)state;
    picture p;
    open_volume(&p, "world:spawn('ball', { x = 10, y = 0, z = 12 }) "
                    "world:spawn('ball', { x = 10, y = 0, z = -12 })");
    for (uint32_t i = 0; i < 2; i++) {
        dv_pixel at = dv_camera_spot(&p.camera, 10, 0, i == 0 ? 12 : -12).pixel;
        dv_agent picked =
            dv_drawing_pick(p.drawing, &p.camera, world_of(&p), &p.options, at.x, at.y);
        assert_int_equal(picked.bits, dv_world_agent_at(world_of(&p), i).bits);
    }
    assert_int_equal(dv_drawing_pick(p.drawing, &p.camera, world_of(&p), &p.options, 20, 20).bits,
                     0);
    close_picture(&p);
}

/// The index of the agent that a click selects where a place is seen; UINT32_MAX: none.
static uint32_t picked_at(const char *setup, dv_vec3 place) {
    picture p;
    uint32_t index = UINT32_MAX;
    open_volume(&p, setup);
    dv_pixel at =
        dv_camera_spot(&p.camera, (double)place.x, (double)place.y, (double)place.z).pixel;
    dv_agent picked = dv_drawing_pick(p.drawing, &p.camera, world_of(&p), &p.options, at.x, at.y);
    for (uint32_t i = 0; picked.bits && i < dv_world_agent_limit(world_of(&p)); i++)
        if (dv_world_agent_at(world_of(&p), i).bits == picked.bits)
            index = i;
    close_picture(&p);
    return index;
}

static void a_click_selects_only_what_is_seen(void **state) {
    (void)state;
    const char *globe = "world:obstacle { sphere = { x = 0, y = 0, z = 0, radius = 6 } } "
                        "world:spawn('ball', { x = 0, y = 11, z = -4 })";
    const char *glass =
        "world:obstacle { sphere = { x = 0, y = 0, z = 0, radius = 6 }, "
        "blocks = { sight = false } } world:spawn('ball', { x = 0, y = 11, z = -4 })";
    const char *hill = "world:surface 'hill' world:spawn('ball', { x = 0, y = 12, z = 0 })";
    assert_int_equal(picked_at(globe, dv_vec(0, 11, -4)), UINT32_MAX);
    assert_int_equal(picked_at(glass, dv_vec(0, 11, -4)), 0);
    assert_int_equal(picked_at(hill, dv_vec(0, 12, 0)), UINT32_MAX);
    // The middle of the farther one is nearer to the mouse, but the nearer one covers it.
    const char *two = "world:spawn('ball', { x = 0, y = 8, z = 0 }) "
                      "world:spawn('ball', { x = 1.2, y = 0, z = 2.9 })";
    assert_int_equal(picked_at(two, dv_vec(0.2, 8, 0)), 1);
    assert_int_equal(picked_at(two, dv_vec(-1.5, 8, 0)), 0);
}

/// How many pixels of a picture's columns have some blue body in them.
static int blue_columns(const picture *p) {
    int count = 0;
    for (int x = 0; x < side; x++) {
        bool is_blue = false;
        for (int y = 0; y < side; y++) {
            uint32_t color = p->pixels[y * side + x];
            is_blue |= (color >> 8 & 0xff) > (color >> 24) + 60;
        }
        count += is_blue;
    }
    return count;
}

static void a_body_is_seen_from_its_side(void **state) {
    (void)state;
    // One flies across; the other flies away from the eye, and so looks narrower.
    static const char *const setups[] = {
        "world:spawn('dart', { x = 0, y = 0, z = 0, heading = 0 })",
        "world:spawn('dart', { x = 0, y = 0, z = 0, heading = math.pi / 2 })",
    };
    int wide[2];
    for (int i = 0; i < 2; i++) {
        picture p;
        open_volume(&p, setups[i]);
        wide[i] = blue_columns(&p);
        close_picture(&p);
    }
    assert_true(wide[0] >= 20 && wide[1] > 0 && wide[1] + 3 < wide[0]);
}

static void a_drawn_shape_is_seen_from_its_side(void **state) {
    (void)state;
    const dv_pen pen = {.color = 0x0000ffff};
    int wide[2];
    for (int i = 0; i < 2; i++) {
        picture p;
        open_volume(&p, "");
        dv_sketch *drawn = dv_sketch_create();
        dv_sketch_body(drawn, DV_SHAPE_ARROW, dv_vec(0, 0, 0), 4, 0, i == 0 ? 0 : 1.5707963f, pen);
        p.options.of_tick = drawn;
        draw(&p);
        wide[i] = blue_columns(&p);
        dv_sketch_destroy(drawn);
        close_picture(&p);
    }
    assert_true(wide[0] >= 20 && wide[1] > 0 && wide[1] + 3 < wide[0]);
    // Seen from the east, the second one flies across, to the right.
    picture p;
    open_volume(&p, "");
    dv_sketch *drawn = dv_sketch_create();
    dv_sketch_body(drawn, DV_SHAPE_ARROW, dv_vec(0, 0, 0), 4, 0, 1.5707963f, pen);
    dv_camera_orbit(&p.camera, 90, 20);
    p.options.of_tick = drawn;
    draw(&p);
    assert_int_equal(blue_columns(&p), wide[0]);
    dv_sketch_destroy(drawn);
    close_picture(&p);
}

static void a_view_says_from_where_a_volume_is_seen(void **state) {
    (void)state;
    static const struct {
        const char *head;
        bool orbits;
        double yaw, pitch;
    } cases[] = {
        {"space = 'volume'", true, 0, 35},
        {"space = 'volume', view = { yaw = -20, pitch = 15 }", true, 340, 15},
        {"space = 'volume', view = { pitch = 90 }", false, 0, 0},
        {"space = 'plane'", false, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char source[300];
        snprintf(source, sizeof source,
                 "local drover = require 'drover' local one = drover.kind('one', {}) "
                 "return drover.scenario { kinds = { one }, %s }",
                 cases[i].head);
        dv_scenario *scenario = open_scenario(source);
        dv_view_options view = {0};
        dv_camera camera = dv_camera_make(0, 0, side, side);
        dv_aim_at_first(&camera, &view, scenario, dv_scenario_world(scenario), 20);
        assert_int_equal(camera.orbits, cases[i].orbits);
        assert_true(!camera.orbits ||
                    (camera.yaw == cases[i].yaw && camera.pitch == cases[i].pitch));
        dv_scenario_close(scenario);
    }
}

static void the_plan_keeps_the_height_of_what_it_fits(void **state) {
    (void)state;
    dv_scenario *scenario = open_scenario(read_script_with(
        "draw/volume.lua", "min = { -20, -20, -20 }, max = { 20, 20, 20 } },\n  setup",
        "min = { -20, -20, 10 }, max = { 20, 20, 30 } },\n  setup", NULL));
    dv_camera camera = dv_camera_make(0, 0, side, side);
    dv_aim_fit(&camera, dv_scenario_world(scenario), 20);
    assert_false(camera.orbits);
    assert_true(fabs(camera.z - 20) < 1e-3);
    dv_scenario_close(scenario);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_nearer_hides_what_is_farther_in_any_order),
        cmocka_unit_test(what_is_nearer_is_larger_and_brighter),
        cmocka_unit_test(a_solid_hides_what_is_behind_it_only),
        cmocka_unit_test(a_polygon_has_edges_however_many_corners_it_has),
        cmocka_unit_test(bodies_hide_each_other_where_they_are_drawn),
        cmocka_unit_test(a_shadow_lies_below_a_body),
        cmocka_unit_test(a_click_selects_what_is_seen_at_the_mouse),
        cmocka_unit_test(a_click_selects_only_what_is_seen),
        cmocka_unit_test(a_body_is_seen_from_its_side),
        cmocka_unit_test(a_drawn_shape_is_seen_from_its_side),
        cmocka_unit_test(a_view_says_from_where_a_volume_is_seen),
        cmocka_unit_test(the_plan_keeps_the_height_of_what_it_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
