// Reich's sensors, with values calculated by hand from 3-4-5 triangles and right angles.
#include "stress/sensors.h"

#include "../../program.h"

#include "obstacle_fixture.h"
#include "world/obstacles.h"

#define EXACT 1e-6f
#define QUARTER ((float)(DV_PI / 2))
#define DEGREES(angle) ((float)((angle)*DV_PI / 180))

// At (1, 2) with a body of 0.5 m and the right foot put forward, facing along x unless told.
static const dv_viewer walker = {
    .x = 1, .y = 2, .forward_x = 1, .foot_x = 1.25f, .foot_y = 1.75f, .radius = 0.5f};
// At the origin.
static const dv_viewer here = {.forward_x = 1, .radius = 0.5f};

static dv_viewer facing(dv_viewer viewer, float x, float y) {
    viewer.forward_x = x, viewer.forward_y = y;
    return viewer;
}

static dv_viewer standing_at(float x, float y, float forward_x, float forward_y) {
    dv_viewer viewer = facing(here, forward_x, forward_y);
    viewer.x = x, viewer.y = y;
    return viewer;
}

static void assert_sensed(dv_sensed_thing thing, float distance, float angle) {
    assert_true(thing.is_sensed);
    assert_float_equal(thing.distance, distance, EXACT);
    assert_float_equal(thing.angle, angle, EXACT);
}

static void angles_are_those_of_the_arc_tangent(void **state) {
    (void)state;
    for (int i = 0; i < 3600; i++) {
        double heading = 0.37 * i, bearing = -DV_PI + 2 * DV_PI * (i + 0.5) / 3600;
        double length = 0.01 * (i % 700 + 1);
        float forward_x = (float)dv_cos(heading), forward_y = (float)dv_sin(heading);
        float x = (float)(length * dv_cos(heading + bearing));
        float y = (float)(length * dv_sin(heading + bearing));
        assert_float_equal(dv_angle_from(forward_x, forward_y, x, y), (float)bearing, EXACT);
    }
    assert_float_equal(dv_angle_from(1, 0, -2, 0), (float)DV_PI, 0);
    assert_float_equal(dv_angle_from(0, 1, 3, 0), -QUARTER, 0);
    assert_float_equal(dv_angle_from(0, 1, 0, 0), 0, 0);
    assert_float_equal(dv_angle_from(0, 1, 0, 1e-20f), 0, 0);
}

static void object_sensor_measures_between_bodies(void **state) {
    (void)state;
    // |(3, 4)| − 1 − 0.5
    assert_sensed(dv_sense_disc(&walker, 4, 6, 1), 3.5f, 0.92729522f);
    dv_viewer north = facing(walker, 0, 1);
    assert_sensed(dv_sense_disc(&north, 4, 6, 1), 3.5f, -0.64350111f);
    assert_sensed(dv_sense_disc(&walker, -2, 2, 1), 1.5f, (float)DV_PI);
    assert_sensed(dv_sense_disc(&walker, 1, 2.5f, 1), -1, QUARTER);
    assert_sensed(dv_sense_disc(&walker, 1, 2, 1), -1.5f, 0);
}

static const dv_obstacle_record *record_of(const dv_world *world, dv_obstacle obstacle) {
    return dv_obstacle_record_of(world, obstacle.bits);
}

// A car of 4 m by 2 m: the bounding cylinder has √5 m and stands out 1.236 m at its doors.
static void object_sensor_measures_to_the_shape_and_not_to_its_cylinder(void **state) {
    (void)state;
    dv_world world = plane_world();
    const dv_obstacle_record *car = record_of(&world, make_box(&world, 0, 0, 4, 2, 0));
    dv_viewer at_the_door = standing_at(0, 4, 0, -1), at_the_hood = standing_at(6, 0, -1, 0);
    assert_sensed(dv_sense_shape(&at_the_door, car), 2.5f, 0);
    assert_sensed(dv_sense_disc(&at_the_door, 0, 0, sqrtf(5)), 3.5f - sqrtf(5), 0);
    assert_sensed(dv_sense_shape(&at_the_hood, car), 3.5f, 0);
    // the corner (2, 1) is (−3, −4) away
    dv_viewer at_the_corner = standing_at(5, 5, -1, 0);
    assert_sensed(dv_sense_shape(&at_the_corner, car), 4.5f, 0.92729522f);
    // 0.25 m deep in the left side, facing into it and out of it
    dv_viewer inside = standing_at(0, 0.75f, 0, -1), leaving = standing_at(0, 0.75f, 0, 1);
    assert_sensed(dv_sense_shape(&inside, car), -0.75f, 0);
    assert_float_equal(fabsf(dv_sense_shape(&leaving, car).angle), (float)DV_PI, EXACT);
    dv_obstacles_free(&world.obstacles);
}

static void object_sensor_knows_every_shape(void **state) {
    (void)state;
    dv_world world = plane_world();
    dv_viewer viewer = standing_at(3, 2, 0, -1);
    const dv_obstacle_record *wall = record_of(&world, make_wall(&world, 0, 0, 10, 0));
    assert_sensed(dv_sense_shape(&viewer, wall), 1.5f, 0);
    dv_obstacle pillar = make(
        &world, (dv_obstacle_def){
                    .shape = DV_CYLINDER, .position = dv_vec(6, 6, 0), .radius = 1, .height = 3});
    // (3, 4) away: ahead is −4, to the left 3
    assert_sensed(dv_sense_shape(&viewer, record_of(&world, pillar)), 3.5f, 2.49809154f);
    dv_obstacle ball = make_ball(&world, 3, -3, 0, 2);
    assert_sensed(dv_sense_shape(&viewer, record_of(&world, ball)), 2.5f, 0);
    // in the mouth of the U, nearer to the back than to the arms
    dv_obstacle u = make_outline(&world, u_shape, 8);
    dv_viewer in_the_mouth = standing_at(2, 2.5f, 0, 1);
    assert_sensed(dv_sense_shape(&in_the_mouth, record_of(&world, u)), 0.5f, QUARTER);
    dv_obstacles_free(&world.obstacles);
}

// In a volume a flat box seen from above is as wide as in a plane, however deep one is in it.
static void shapes_are_sensed_level_in_a_volume(void **state) {
    (void)state;
    dv_world world = volume_world();
    dv_obstacle slab = make(
        &world,
        (dv_obstacle_def){
            .shape = DV_BOX, .position = dv_vec(0, 0, 7), .width = 4, .depth = 2, .height = 0.1f});
    dv_viewer outside = standing_at(0, 4, 0, -1), inside = standing_at(0, 0.75f, 0, -1);
    assert_sensed(dv_sense_shape(&outside, record_of(&world, slab)), 2.5f, 0);
    assert_sensed(dv_sense_shape(&inside, record_of(&world, slab)), -0.75f, 0);
    dv_obstacles_free(&world.obstacles);
}

static void location_sensor_measures_from_the_forward_foot(void **state) {
    (void)state;
    // (3, 4) from the foot; no radius comes off
    assert_sensed(dv_sense_location(&walker, 4.25f, 5.75f), 5, 0.92729522f);
    assert_sensed(dv_sense_location(&walker, 1.25f, 1.75f), 0, 0);
    assert_sensed(dv_sense_location(&walker, 1, 2), 0.35355339f, 2.35619449f);
}

/// A line sensor at the origin with a view in degrees, and what it tells; a distance of NAN:
/// nothing.
typedef struct line_row {
    const char *what;
    float view;
    dv_segment line;
    float distance, angle;
} line_row;

#define NOTHING NAN

static const line_row line_rows[] = {
    {"square ahead", 360, {3, -4, 3, 4}, 2.5f, 0},
    {"an end is nearest", 90, {3, 1, 3, 8}, 2.66227766f, 0.32175055f},
    {"nearest abeam, all around", 360, {-10, 2, 10, 2}, 1.5f, QUARTER},
    {"nearest abeam, comes into view at 45°: (2, 2)",
     90,
     {-10, 2, 10, 2},
     2.32842712f,
     0.78539816f},
    {"comes into view at 30°: 4 m away", 60, {10, 2, -10, 2}, 3.5f, 0.52359878f},
    {"to the right likewise", 60, {-10, -2, 10, -2}, 3.5f, -0.52359878f},
    {"one end out of view, the other in it: (2, 2) between",
     90,
     {0, 1, 4, 3},
     2.32842712f,
     0.78539816f},
    {"an end in view, nearest out of it", 90, {4, 3, 2, 6}, 4.5f, 0.64350111f},
    {"a wall approached more aslant than the view", 60, {-1, 1, 1.5f, 1}, NOTHING, 0},
    {"behind", 90, {-5, -3, -5, 3}, NOTHING, 0},
    {"behind, all around", 360, {-5, -3, -5, 3}, 4.5f, (float)DV_PI},
    {"behind a view of 270°: (−2, 2)", 270, {-2, -5, -2, 5}, 2.32842712f, 2.35619449f},
    {"underfoot", 90, {-1, 0, 1, 0}, -0.5f, 0},
    {"a point", 90, {3, 0, 3, 0}, 2.5f, 0},
    {"along the edge of the view", 90, {1, 1, 4, 4}, 0.91421356f, 0.78539816f},
    {"a view of nothing but straight ahead", 0, {3, -4, 3, 4}, 2.5f, 0},
};

static void line_sensor_tells_the_nearest_point_in_view(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof line_rows / sizeof *line_rows; i++) {
        const line_row *row = &line_rows[i];
        dv_view view = dv_view_of(DEGREES(row->view));
        dv_sensed_thing thing = dv_sense_line(&here, &view, &row->line);
        if (thing.is_sensed != !isnan(row->distance))
            fail_msg("%s: sensed %d at %g", row->what, thing.is_sensed, (double)thing.distance);
        if (thing.is_sensed && !(fabsf(thing.distance - row->distance) <= EXACT &&
                                 fabsf(thing.angle - row->angle) <= EXACT))
            fail_msg("%s: %g m, %g rad", row->what, (double)thing.distance, (double)thing.angle);
    }
}

// Reich's undetected wall: unlike the mended sensor, one that told 0 would have him touch it.
static void what_no_sensor_sees_has_no_distance(void **state) {
    (void)state;
    dv_view view = dv_view_of(DEGREES(60));
    dv_segment aslant = {-1, 1, 1.5f, 1};
    assert_false(dv_sense_line(&here, &view, &aslant).is_sensed);
    assert_false(dv_sense_simulated_object(&here, &(dv_simulated_object){0}).is_sensed);
}

static void line_sensor_is_the_same_wherever_it_stands_and_faces(void **state) {
    (void)state;
    dv_view view = dv_view_of(DEGREES(90));
    // the row "comes into view at 45°", turned to the left and moved by (1, 2)
    dv_viewer viewer = facing(walker, 0, 1);
    dv_segment line = {-1, -8, -1, 12};
    assert_sensed(dv_sense_line(&viewer, &view, &line), 2.32842712f, 0.78539816f);
}

/// What a disc intrudes upon a fan of 5 m and 90° at the origin.
typedef struct disc_row {
    const char *what;
    float x, y, radius, intrusion;
} disc_row;

static const disc_row disc_rows[] = {
    {"ahead: 5 − (4 − 1)", 4, 0, 1, 2},
    {"its center beyond the rim", 6, 0, 2, 1},
    {"beyond the rim", 7, 0, 1, 0},
    {"touching the rim from outside", 6, 0, 1, 0},
    {"at the edge of the view: 5 − (5 − 0.5)", 3, -4, 2.5f, 2.5f},
    {"abeam, 2.83 m from the side of the fan", 0, 4, 1, 0},
    {"abeam, reaching over the side 0.707 m away", 0, 1, 0.8f, 4.8f},
    {"abeam, not reaching over it", 0, 1, 0.7f, 0},
    {"behind", -3, 0, 1, 0},
    {"behind and all about the viewer", -3, 0, 4, 6},
};

static void a_disc_intrudes_by_what_the_fan_reaches_over_it(void **state) {
    (void)state;
    dv_view view = dv_view_of(DEGREES(90));
    for (size_t i = 0; i < sizeof disc_rows / sizeof *disc_rows; i++) {
        const disc_row *row = &disc_rows[i];
        float intrusion = dv_intrusion_of_disc(&here, &view, 5, row->x, row->y, row->radius);
        if (!(fabsf(intrusion - row->intrusion) <= EXACT))
            fail_msg("%s: %g", row->what, (double)intrusion);
    }
}

static void a_line_intrudes_with_its_nearest_point_in_view(void **state) {
    (void)state;
    dv_view view = dv_view_of(DEGREES(90));
    dv_segment abeam = {-10, 2, 10, 2}, beyond = {6, -9, 6, 9};
    float x = 0, y = 0;
    float intrusion = dv_intrusion_of_line(&here, &view, 5, &abeam, &x, &y);
    assert_float_equal(intrusion, 2.17157288f, EXACT); // 5 − √8
    assert_float_equal(x, 2, EXACT);
    assert_float_equal(y, 2, EXACT);
    assert_float_equal(dv_intrusion_of_line(&here, &view, 5, &beyond, &x, &y), 0, 0);
}

static dv_simulated_object phantom_of(const dv_view *view, const disc_row *discs, int count) {
    dv_simulated_object phantom = {0};
    for (int i = 0; i < count; i++) {
        const disc_row *d = &discs[i];
        float intrusion = dv_intrusion_of_disc(&here, view, 5, d->x, d->y, d->radius);
        assert_float_equal(intrusion, d->intrusion, EXACT);
        dv_add_to_simulated_object(&phantom, intrusion, d->x, d->y, d->radius);
    }
    return phantom;
}

static void proximity_sensor_weighs_objects_by_how_deep_they_intrude(void **state) {
    (void)state;
    dv_view all = dv_view_of(DEGREES(360));
    const disc_row discs[] = {{"ahead", 4, 0, 1, 2}, {"left", 0, 3, 1, 3}, {"far", 9, 9, 1, 0}};
    // at (2 · 4, 3 · 3) / 5 = (1.6, 1.8), of 1 m: √5.8 − 1 − 0.5
    dv_simulated_object phantom = phantom_of(&all, discs, 3);
    assert_sensed(dv_sense_simulated_object(&here, &phantom), 0.90831891f, 0.84415399f);
}

// The trap: two that leave the way between them free look like one that bars it.
static void obstacles_left_and_right_make_a_phantom_ahead(void **state) {
    (void)state;
    dv_view all = dv_view_of(DEGREES(360));
    const disc_row gate[] = {{"left", 3, 4, 2, 2}, {"right", 3, -4, 2, 2}};
    dv_simulated_object phantom = phantom_of(&all, gate, 2);
    // at (3, 0), of 2 m: 3 − 2 − 0.5, though both are 2.5 m away and none is ahead
    assert_sensed(dv_sense_simulated_object(&here, &phantom), 0.5f, 0);
    assert_sensed(dv_sense_disc(&here, 3, 4, 2), 2.5f, 0.92729522f);
    assert_sensed(dv_sense_disc(&here, 3, -4, 2), 2.5f, -0.92729522f);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angles_are_those_of_the_arc_tangent),
        cmocka_unit_test(object_sensor_measures_between_bodies),
        cmocka_unit_test(object_sensor_measures_to_the_shape_and_not_to_its_cylinder),
        cmocka_unit_test(object_sensor_knows_every_shape),
        cmocka_unit_test(shapes_are_sensed_level_in_a_volume),
        cmocka_unit_test(location_sensor_measures_from_the_forward_foot),
        cmocka_unit_test(line_sensor_tells_the_nearest_point_in_view),
        cmocka_unit_test(what_no_sensor_sees_has_no_distance),
        cmocka_unit_test(line_sensor_is_the_same_wherever_it_stands_and_faces),
        cmocka_unit_test(a_disc_intrudes_by_what_the_fan_reaches_over_it),
        cmocka_unit_test(a_line_intrudes_with_its_nearest_point_in_view),
        cmocka_unit_test(proximity_sensor_weighs_objects_by_how_deep_they_intrude),
        cmocka_unit_test(obstacles_left_and_right_make_a_phantom_ahead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
