// The camera: pixels and meters, fitting, panning, zooming, orbits, and the steps of the grid.
#include "player/draw/camera.h"

#include "../program.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#define NEAR(a, b) assert_true(fabs((double)(a) - (double)(b)) < 1e-6)

static void the_middle_of_the_view_shows_the_center(void **state) {
    (void)state;
    dv_camera camera = dv_camera_make(100, 20, 400, 300);
    camera.x = 7;
    camera.y = -3;
    dv_pixel pixel = dv_camera_to_screen(&camera, 7, -3);
    NEAR(pixel.x, 300);
    NEAR(pixel.y, 170);
}

static void y_points_up_on_the_screen(void **state) {
    (void)state;
    dv_camera camera = dv_camera_make(0, 0, 200, 200);
    camera.scale = 10;
    dv_pixel pixel = dv_camera_to_screen(&camera, 2, 5);
    NEAR(pixel.x, 120);
    NEAR(pixel.y, 50);
}

static void to_world_undoes_to_screen(void **state) {
    (void)state;
    dv_camera camera = dv_camera_make(300, 0, 980, 800);
    camera.x = 12.5;
    camera.y = 40;
    camera.scale = 4;
    dv_pixel pixel = dv_camera_to_screen(&camera, -31.25, 77.5);
    double x, y;
    dv_camera_to_world(&camera, pixel.x, pixel.y, &x, &y);
    NEAR(x, -31.25);
    NEAR(y, 77.5);
}

static void fit_shows_the_whole_rectangle_and_touches_one_margin(void **state) {
    (void)state;
    dv_camera camera = dv_camera_make(100, 0, 1000, 500);
    dv_camera_fit(&camera, 0, 0, 200, 50, 20);
    NEAR(camera.scale, 960.0 / 200);
    dv_pixel low = dv_camera_to_screen(&camera, 0, 0), high = dv_camera_to_screen(&camera, 200, 50);
    NEAR(low.x, 120);
    NEAR(high.x, 1080);
    assert_true(low.y <= 480 && high.y >= 20);
}

static void fit_centers_an_empty_rectangle_and_ignores_an_endless_one(void **state) {
    (void)state;
    dv_camera camera = dv_camera_make(0, 0, 100, 100);
    dv_camera_fit(&camera, 3, 4, 3, 4, 10);
    NEAR(camera.x, 3);
    NEAR(camera.y, 4);
    NEAR(camera.scale, 8);
    dv_camera_fit(&camera, -INFINITY, 0, INFINITY, 1, 10);
    NEAR(camera.x, 3);
    NEAR(camera.scale, 8);
}

static void pan_moves_the_world_with_the_hand(void **state) {
    (void)state;
    dv_camera camera = dv_camera_make(0, 0, 100, 100);
    dv_pixel before = dv_camera_to_screen(&camera, 1, 1);
    dv_camera_pan(&camera, 15, -8);
    dv_pixel after = dv_camera_to_screen(&camera, 1, 1);
    NEAR(after.x - before.x, 15);
    NEAR(after.y - before.y, -8);
}

static void zoom_keeps_the_point_under_the_cursor(void **state) {
    (void)state;
    dv_camera camera = dv_camera_make(50, 0, 640, 480);
    double x, y, after_x, after_y;
    dv_camera_to_world(&camera, 123, 45, &x, &y);
    dv_camera_zoom(&camera, 2.5, 123, 45);
    NEAR(camera.scale, 20);
    dv_camera_to_world(&camera, 123, 45, &after_x, &after_y);
    NEAR(x, after_x);
    NEAR(y, after_y);
}

static void zoom_stays_within_its_limits(void **state) {
    (void)state;
    dv_camera camera = dv_camera_make(0, 0, 640, 480);
    dv_camera_zoom(&camera, 1e30, 0, 0);
    NEAR(camera.scale, DV_CAMERA_MAX_SCALE);
    dv_camera_zoom(&camera, 1e-30, 0, 0);
    NEAR(camera.scale, DV_CAMERA_MIN_SCALE);
}

static void a_new_view_keeps_center_and_scale(void **state) {
    (void)state;
    dv_camera camera = dv_camera_make(0, 0, 640, 480);
    dv_camera_pan(&camera, 30, 30);
    dv_camera before = camera;
    dv_camera_set_view(&camera, 10, 10, 0, -5);
    NEAR(camera.x, before.x);
    NEAR(camera.y, before.y);
    NEAR(camera.scale, before.scale);
    NEAR(camera.width, 1);
    NEAR(camera.height, 1);
}

static void steps_are_round_and_wide_enough(void **state) {
    (void)state;
    dv_camera camera = dv_camera_make(0, 0, 640, 480);
    camera.scale = 8;
    NEAR(dv_camera_step(&camera, 80), 10);
    NEAR(dv_camera_step(&camera, 81), 20);
    NEAR(dv_camera_step(&camera, 161), 50);
    NEAR(dv_camera_step(&camera, 401), 100);
    camera.scale = 1000;
    NEAR(dv_camera_step(&camera, 60), 0.1);
}

// Orbits

/// A camera that looks at (3, -2, 5) from the southwest, half way up, over 60 m.
static dv_camera orbiting(double yaw, double pitch) {
    dv_camera camera = dv_camera_make(100, 20, 600, 400);
    camera.x = 3;
    camera.y = -2;
    camera.z = 5;
    camera.scale = 10;
    dv_camera_orbit(&camera, yaw, pitch);
    return camera;
}

static dv_pixel pixel_of(const dv_camera *camera, double x, double y, double z) {
    return dv_camera_spot(camera, x, y, z).pixel;
}

static void an_orbit_shows_its_place_in_the_middle(void **state) {
    (void)state;
    dv_camera camera = orbiting(40, 30);
    dv_spot spot = dv_camera_spot(&camera, 3, -2, 5);
    NEAR(spot.pixel.x, 400);
    NEAR(spot.pixel.y, 220);
    NEAR(spot.scale, 10);
    NEAR(spot.depth, 0);
}

static void yaw_and_pitch_say_where_the_eye_is(void **state) {
    (void)state;
    dv_camera from_south = orbiting(0, 30), from_east = orbiting(90, 30);
    assert_true(pixel_of(&from_south, 4, -2, 5).x > 400); // east is on the right
    assert_true(dv_camera_spot(&from_south, 3, 8, 5).depth > 0);
    assert_true(pixel_of(&from_east, 3, -1, 5).x > 400); // north is
    assert_true(dv_camera_spot(&from_east, 13, -2, 5).depth < 0);
    assert_true(pixel_of(&from_south, 3, -2, 6).y < 220); // what is higher is higher up
    dv_axis eye = dv_camera_toward_eye(&from_east, 3, -2, 5);
    NEAR(atan2(eye.z, eye.x) * 180 / 3.14159265358979, 30);
    NEAR(eye.y, 0);
    dv_camera_orbit(&from_east, -30, 200);
    NEAR(from_east.yaw, 330);
    NEAR(from_east.pitch, 90);
    dv_camera_orbit(&from_east, 725, -10);
    NEAR(from_east.yaw, 5);
    NEAR(from_east.pitch, DV_LEAST_PITCH);
}

static void what_is_nearer_is_larger_and_nothing_is_seen_behind_the_eye(void **state) {
    (void)state;
    dv_camera camera = orbiting(0, 30);
    dv_spot near = dv_camera_spot(&camera, 3, -12, 5), far = dv_camera_spot(&camera, 3, 8, 5);
    assert_true(near.depth < far.depth);
    assert_true(near.scale > 10 && far.scale < 10);
    // Twice as far from the eye, half as large.
    dv_axis eye = dv_camera_toward_eye(&camera, 3, -2, 5);
    dv_spot twice = dv_camera_spot(&camera, 3 - eye.x, -2 - eye.y, 5 - eye.z);
    assert_true(fabs((double)twice.scale - 5) < 1e-3);
    assert_true(isnan(pixel_of(&camera, 3 + 2 * eye.x, -2 + 2 * eye.y, 5 + 2 * eye.z).x));
}

static void to_world_undoes_to_screen_in_an_orbit(void **state) {
    (void)state;
    dv_camera camera = orbiting(110, 25);
    dv_pixel pixel = dv_camera_to_screen(&camera, -14, 9);
    double x, y;
    dv_camera_to_world(&camera, (double)pixel.x, (double)pixel.y, &x, &y);
    assert_true(fabs(x + 14) < 1e-3 && fabs(y - 9) < 1e-3);
    dv_camera_orbit(&camera, 110, DV_LEAST_PITCH);
    dv_camera_to_world(&camera, 400, -100, &x, &y); // in the sky
    assert_true(isfinite(x) && isfinite(y) && hypot(x, y) > 1000);
}

static void an_orbit_pans_and_zooms_at_the_hand(void **state) {
    (void)state;
    dv_camera camera = orbiting(40, 30);
    dv_camera_pan(&camera, 15, -8);
    dv_pixel moved = pixel_of(&camera, 3, -2, 5);
    assert_true(fabs((double)moved.x - 415) < 1e-3 && fabs((double)moved.y - 212) < 1e-3);
    dv_camera_zoom(&camera, 2.5, (double)moved.x, (double)moved.y);
    NEAR(camera.scale, 25);
    dv_pixel after = pixel_of(&camera, 3, -2, 5);
    assert_true(fabs((double)(after.x - moved.x)) < 1e-3);
    assert_true(fabs((double)(after.y - moved.y)) < 1e-3);
}

/// A box fits from a direction, and touches a margin.
static void check_fit(double yaw, double pitch, const double low[3], const double high[3]) {
    dv_camera camera = orbiting(yaw, pitch);
    dv_camera_fit_box(&camera, low, high, 24);
    double least_x = INFINITY, most_x = -INFINITY, least_y = INFINITY, most_y = -INFINITY;
    for (int corner = 0; corner < 8; corner++) {
        dv_pixel p = pixel_of(&camera, corner & 1 ? high[0] : low[0], corner & 2 ? high[1] : low[1],
                              corner & 4 ? high[2] : low[2]);
        assert_false(isnan(p.x));
        least_x = fmin(least_x, (double)p.x);
        most_x = fmax(most_x, (double)p.x);
        least_y = fmin(least_y, (double)p.y);
        most_y = fmax(most_y, (double)p.y);
    }
    assert_true(least_x > 123 && most_x < 677 && least_y > 43 && most_y < 397);
    assert_true(most_x - least_x > 550 || most_y - least_y > 350);
}

static void an_orbit_fits_a_box_and_touches_one_margin(void **state) {
    (void)state;
    const double low[] = {-20, -10, 0}, high[] = {30, 10, 15};
    for (int yaw = 0; yaw < 360; yaw += 35)
        check_fit(yaw, 5 + yaw / 5.0, low, high);
    dv_camera camera = orbiting(0, 30), before = camera;
    const double endless[] = {INFINITY, 10, 15};
    dv_camera_fit_box(&camera, low, endless, 24);
    NEAR(camera.x, before.x);
    NEAR(camera.scale, before.scale);
}

static void an_orbit_fits_a_long_flat_box_from_low_along_it(void **state) {
    (void)state;
    const double low[] = {-10, -100, 0}, high[] = {10, 100, 2};
    for (int yaw = 0; yaw < 360; yaw += 5)
        check_fit(yaw, 5, low, high);
    // Of a line away from the eye, the nearer end isn't behind the eye.
    const double begin[] = {0, -100, 0}, end[] = {0, 100, 0};
    dv_camera camera = orbiting(0, 5);
    dv_camera_fit_box(&camera, begin, end, 24);
    assert_false(isnan(pixel_of(&camera, 0, -100, 0).x));
}

static void a_turn_stays_an_orbit(void **state) {
    (void)state;
    dv_camera camera = orbiting(40, 85);
    dv_camera_turn(&camera, 10, 20);
    assert_true(camera.orbits);
    NEAR(camera.yaw, 50);
    NEAR(camera.pitch, 89);
    dv_camera_turn(&camera, -60, -100);
    NEAR(camera.yaw, 350);
    NEAR(camera.pitch, DV_LEAST_PITCH);
    dv_camera_show_plan(&camera);
    dv_camera_turn(&camera, -10, 0);
    NEAR(camera.yaw, 350);
    NEAR(camera.pitch, 89);
    assert_true(camera.orbits);
}

static void in_the_plan_heights_do_not_count(void **state) {
    (void)state;
    dv_camera camera = orbiting(40, 30);
    dv_camera_show_plan(&camera);
    dv_pixel low = pixel_of(&camera, 7, 9, -50), plan = dv_camera_to_screen(&camera, 7, 9);
    assert_true(low.x == plan.x && low.y == plan.y);
    NEAR(plan.x, 440);
    NEAR(plan.y, 110);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_middle_of_the_view_shows_the_center),
        cmocka_unit_test(y_points_up_on_the_screen),
        cmocka_unit_test(to_world_undoes_to_screen),
        cmocka_unit_test(fit_shows_the_whole_rectangle_and_touches_one_margin),
        cmocka_unit_test(fit_centers_an_empty_rectangle_and_ignores_an_endless_one),
        cmocka_unit_test(pan_moves_the_world_with_the_hand),
        cmocka_unit_test(zoom_keeps_the_point_under_the_cursor),
        cmocka_unit_test(zoom_stays_within_its_limits),
        cmocka_unit_test(a_new_view_keeps_center_and_scale),
        cmocka_unit_test(an_orbit_shows_its_place_in_the_middle),
        cmocka_unit_test(yaw_and_pitch_say_where_the_eye_is),
        cmocka_unit_test(what_is_nearer_is_larger_and_nothing_is_seen_behind_the_eye),
        cmocka_unit_test(to_world_undoes_to_screen_in_an_orbit),
        cmocka_unit_test(an_orbit_pans_and_zooms_at_the_hand),
        cmocka_unit_test(an_orbit_fits_a_box_and_touches_one_margin),
        cmocka_unit_test(an_orbit_fits_a_long_flat_box_from_low_along_it),
        cmocka_unit_test(a_turn_stays_an_orbit),
        cmocka_unit_test(in_the_plan_heights_do_not_count),
        cmocka_unit_test(steps_are_round_and_wide_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
