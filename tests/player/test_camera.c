// The camera: pixels and meters, fitting, panning, zooming, and the steps of the grid.
#include "player/draw/camera.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

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

int main(void) {
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
        cmocka_unit_test(steps_are_round_and_wide_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
