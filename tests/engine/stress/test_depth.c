// Stress of depth, with values calculated by hand. The body in the lab has a radius of 0.5 m.
#include "../../program.h"
#include "stress_stage.h"

#include "base/alloc.h"

static void put(lab *l, dv_obstacle_def def) {
    dv_obstacle obstacle;
    if (dv_obstacle_create(l->world, &def, &obstacle, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
}

static void put_ball(lab *l, float x, float y, float z, float radius) {
    put(l, (dv_obstacle_def){.shape = DV_SPHERE, .position = dv_vec(x, y, z), .radius = radius});
}

static dv_agent walker_in(lab *l) {
    dv_agent walker = lab_spawn(l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_step(l);
    return walker;
}

/// One sensor straight ahead of a right angle, with no bias.
static stage one_sensor(double bits, double min, double max) {
    stage s = stage_for("depth");
    give_number(&s, "sensors", 1);
    give_number(&s, "angle", DV_PI / 2);
    give_number(&s, "bits", bits);
    give_number(&s, "min", min);
    give_number(&s, "max", max);
    give_number(&s, "bias", 0);
    return s;
}

static void a_sensor_tells_the_nearest_in_so_many_bits(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent walker = walker_in(&l);
    stage s = one_sensor(2, 0, 8);
    const dv_vec3 ends[] = {{4.5f, -9, 0}, {4.5f, 9, 0}};
    put(&l, (dv_obstacle_def){.shape = DV_WALL, .points = ends, .point_count = 2});
    add_step(&s, 0, 0, 0, 0);    // 4 m: code 3 · 4/8 = 1
    add_step(&s, 2, 0, 0, 0);    // 2 m: code 0
    add_step(&s, 0, 0, 180, 0);  // nothing: code 3
    add_step(&s, 4.2f, 0, 0, 0); // it touches: code 0
    score(&s, &l, walker);
    assert_stress(&s, 0, 1.0f / 2);
    assert_stress(&s, 1, 1);
    assert_stress(&s, 2, 1.0f / 4);
    assert_stress(&s, 3, 1);
    // Codes begin at min: ⌊15 · (4 − 1) / 8⌋ = 5, ⌊15 · 1 / 8⌋ = 1.
    s.steps.count = 2;
    give_number(&s, "bits", 4);
    give_number(&s, "min", 1);
    give_number(&s, "max", 9);
    score(&s, &l, walker);
    assert_stress(&s, 0, 1.0f / 6);
    assert_stress(&s, 1, 1.0f / 2);
    // Just out of range.
    give_number(&s, "max", 3.9);
    score(&s, &l, walker);
    assert_stress(&s, 0, 1.0f / 16);
    lab_close(&l);
}

// Two sensors look 45° to either side, and weigh √½ + ½ each. A ball of 1 m stands at (3, 4): 5 m
// away, 3.5 m from surface to surface, in the left one: code 7 · 3.5/7 = 3; the right has nothing:
// code 7.
static void sensors_weigh_the_cosine_of_their_angle_and_the_bias(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent walker = walker_in(&l);
    stage s = stage_for("depth");
    give_number(&s, "sensors", 2);
    give_number(&s, "angle", DV_PI);
    give_number(&s, "bits", 3);
    give_number(&s, "max", 7);
    give_number(&s, "bias", 0.5);
    put_ball(&l, 3, 4, 0, 1);
    add_step(&s, 0, 0, 0, 0);
    add_step(&s, 0, 0, 90, 0);  // it is in the right one now
    add_step(&s, 0, 0, 180, 0); // and here in neither
    score(&s, &l, walker);
    assert_stress(&s, 0, 1.2071068f * (1.0f / 4 + 1.0f / 8));
    assert_stress(&s, 1, 1.2071068f * (1.0f / 4 + 1.0f / 8));
    assert_stress(&s, 2, 1.2071068f * (1.0f / 8 + 1.0f / 8));
    lab_close(&l);
}

// A view of half a turn ends at right angles. The ball of 1 m at (−1, 0.6) is behind that edge and
// touches it, 0.1 m from the surface of the body: code 0. A little farther back it is out of view:
// code 3.
static void what_touches_the_edge_of_the_view_is_seen_there(void **state) {
    (void)state;
    static const float places[] = {-1, -1.001f}, stresses[] = {1, 1.0f / 4};
    for (int i = 0; i < 2; i++) {
        lab l = lab_open();
        dv_agent walker = walker_in(&l);
        stage s = one_sensor(2, 0, 8);
        give_number(&s, "angle", DV_PI);
        put_ball(&l, places[i], 0.6f, 0, 1);
        add_step(&s, 0, 0, 0, 0);
        score(&s, &l, walker);
        assert_stress(&s, 0, stresses[i]);
        lab_close(&l);
    }
}

// The ball of 4 m at (0, 5) has its middle out of view; the edge of the view at 45° comes to it
// after 5 √½ − √(16 − 12.5) = 1.664705 m, 1.164705 from the body: code ⌊15 · 1.164705 / 3⌋ = 5.
static void what_reaches_into_the_fan_is_detected(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent walker = walker_in(&l);
    stage s = one_sensor(4, 0, 3);
    put_ball(&l, 0, 5, 0, 4);
    add_step(&s, 0, 0, 0, 0);
    add_step(&s, 0, 0, -90, 0);
    score(&s, &l, walker);
    assert_stress(&s, 0, 1.0f / 6);
    assert_stress(&s, 1, 1.0f / 16);
    lab_close(&l);
}

static void bodies_are_detected_when_their_kind_is_named(void **state) {
    (void)state;
    lab l = lab_open();
    lab_spawn(&l, DOG, dv_vec(5, 0, 0), 0, 0);
    dv_agent walker = walker_in(&l);
    stage s = one_sensor(2, 0, 8);
    add_step(&s, 0, 0, 0, 0);
    score(&s, &l, walker);
    assert_stress(&s, 0, 1.0f / 4);
    give_kind(&s, SHEEP); // itself it is not
    score(&s, &l, walker);
    assert_stress(&s, 0, 1.0f / 4);
    give_kind(&s, DOG); // 4 m away: code 1
    score(&s, &l, walker);
    assert_stress(&s, 0, 1.0f / 2);
    lab_close(&l);
}

// A box from x = 2 to x = 4; a cylinder that ends 1 m above the ground of a volume, and one that
// does not; a ball that is 0.6 m wide half as high as it is.
static void in_a_volume_only_what_is_as_high_is_detected(void **state) {
    (void)state;
    lab l = lab_open_volume();
    dv_agent walker = walker_in(&l);
    stage s = one_sensor(8, 0, 255);
    put(&l, (dv_obstacle_def){
                .shape = DV_BOX, .position = dv_vec(3, 0, 0), .width = 2, .depth = 2, .height = 2});
    put(&l, (dv_obstacle_def){
                .shape = DV_BOX, .position = dv_vec(1, 0, 2), .width = 1, .depth = 2, .height = 2});
    put(&l, (dv_obstacle_def){
                .shape = DV_CYLINDER, .position = dv_vec(-9, 0, 2), .radius = 1, .height = 2});
    put(&l, (dv_obstacle_def){
                .shape = DV_CYLINDER, .position = dv_vec(-12, 0, 2), .radius = 1, .height = 5});
    put_ball(&l, 0, 7, 0.8f, 1);
    add_step(&s, 0, 0, 0, 0);   // 1.5 m: code 1
    add_step(&s, 0, 0, 180, 0); // 10.5 m: code 10
    add_step(&s, 0, 0, 90, 0);  // 7 − 0.6 − 0.5 = 5.9 m: code 5
    score(&s, &l, walker);
    assert_stress(&s, 0, 1.0f / 2);
    assert_stress(&s, 1, 1.0f / 11);
    assert_stress(&s, 2, 1.0f / 6);
    lab_close(&l);
}

static void thresholds_the_wrong_way_round_are_refused(void **state) {
    (void)state;
    stage s = one_sensor(2, 8, 8);
    assert_string_equal(s.type->refuse(s.parameters), "min must be below max");
    give_number(&s, "max", 9);
    assert_null(s.type->refuse(s.parameters));
}

static void each_sensor_is_drawn(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent walker = walker_in(&l);
    stage s = stage_for("depth");
    put_ball(&l, 4, 0, 0, 1);
    dv_sketch *sketch = annotated(&s, &l, walker);
    assert_int_equal(dv_sketch_count(sketch), 18);
    dv_sketch_destroy(sketch);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sensor_tells_the_nearest_in_so_many_bits),
        cmocka_unit_test(what_touches_the_edge_of_the_view_is_seen_there),
        cmocka_unit_test(sensors_weigh_the_cosine_of_their_angle_and_the_bias),
        cmocka_unit_test(what_reaches_into_the_fan_is_detected),
        cmocka_unit_test(bodies_are_detected_when_their_kind_is_named),
        cmocka_unit_test(in_a_volume_only_what_is_as_high_is_detected),
        cmocka_unit_test(thresholds_the_wrong_way_round_are_refused),
        cmocka_unit_test(each_sensor_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
