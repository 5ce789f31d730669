// Proximity avoidance. The agent is a sheep at the origin; bodies have a radius of 0.5 m. Unless a
// case says otherwise, the region reaches 5 m in all directions, distance is not scaled, and the
// angle has no effect: the stress of a step is the square of how deep the simulated object
// intrudes.
#include "../../program.h"
#include "stress_stage.h"

static stage avoiding(double radius, double degrees) {
    stage s = stage_for("proximity_avoid");
    give_number(&s, "radius", radius);
    give_number(&s, "angle", degrees * DV_PI / 180);
    give_number(&s, "angle_scale", 0);
    return s;
}

static dv_agent sheep_at(lab *l, float x, float y) {
    return lab_spawn(l, SHEEP, dv_vec(x, y, 0), 0, 0);
}

static dv_obstacle put(lab *l, dv_obstacle_def def) {
    dv_obstacle obstacle;
    if (dv_obstacle_create(l->world, &def, &obstacle, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
    return obstacle;
}

static void nobody_near_is_no_stress(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = sheep_at(&l, 0, 0);
    sheep_at(&l, 7.6f, 0); // 0.1 m beyond reach of the farther step
    lab_step(&l);
    stage s = avoiding(5, 360);
    add_step(&s, 1, 0, 0, 2);
    add_step(&s, 2, 0, 0, 4);
    score(&s, &l, agent);
    assert_float_equal(s.stress[0], 0, 0);
    assert_float_equal(s.stress[1], 0, 0);
    lab_close(&l);
}

static void stress_grows_with_how_deep_it_intrudes(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = sheep_at(&l, 0, 0);
    sheep_at(&l, 5, 0);
    lab_step(&l);
    stage s = avoiding(5, 360);
    add_step(&s, 0, 0, 0, 0);    // 5 − (5 − 0.5)
    add_step(&s, 1, 0, 0, 2);    // 5 − (4 − 0.5)
    add_step(&s, 1, 3, 0, 2);    // 5 − (5 − 0.5)
    add_step(&s, -1, 0, 180, 2); // 5 − (6 − 0.5): outside
    score(&s, &l, agent);
    assert_stress(&s, 0, 0.25f);
    assert_stress(&s, 1, 2.25f);
    assert_stress(&s, 2, 0.25f);
    assert_stress(&s, 3, 0);
    lab_close(&l);
}

static void facing_it_is_the_worst(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = sheep_at(&l, 0, 0);
    sheep_at(&l, 4, 0);
    lab_step(&l);
    stage s = avoiding(5, 360);
    give_number(&s, "angle_scale", 2);
    give_number(&s, "distance_power", 2);
    add_step(&s, 0, 0, 0, 1);
    add_step(&s, 0, 0, 90, 1);
    add_step(&s, 0, 0, 180, 1);
    score(&s, &l, agent);
    // 1.5 m deep: (1.5²)² = 5.0625 and (2 · (π − |angle|))²
    assert_stress(&s, 0, 5.0625f + 39.4784176f);
    assert_stress(&s, 1, 5.0625f + 9.8696044f);
    assert_stress(&s, 2, 5.0625f);
    lab_close(&l);
}

static void only_what_the_fan_reaches_counts(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = sheep_at(&l, 0, 0);
    sheep_at(&l, 0, 3);
    lab_step(&l);
    stage s = avoiding(5, 90);
    add_step(&s, 0, 0, 0, 1);   // abeam, 2.12 m from the side of the fan
    add_step(&s, 0, 0, 60, 1);  // 30° off
    add_step(&s, 0, 0, 120, 1); // 30° off on the other side
    score(&s, &l, agent);
    assert_stress(&s, 0, 0);
    assert_stress(&s, 1, 6.25f);
    assert_stress(&s, 2, 6.25f);
    lab_close(&l);
}

static void kinds_agents_and_obstacles_are_chosen(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = sheep_at(&l, 0, 0);
    sheep_at(&l, 4, 0);
    lab_spawn(&l, DOG, dv_vec(0, 3, 0), 0, 0);
    put(&l, (dv_obstacle_def){.shape = DV_SPHERE, .position = dv_vec(-4, 0, 0), .radius = 1});
    lab_step(&l);
    stage s = avoiding(5, 360);
    add_step(&s, 0, 0, 0, 1);
    give_kind(&s, DOG);
    give_number(&s, "obstacles", 0);
    score(&s, &l, agent);
    assert_stress(&s, 0, 6.25f); // the dog's 2.5 m
    give_number(&s, "agents", 0);
    score(&s, &l, agent);
    assert_stress(&s, 0, 0);
    give_number(&s, "obstacles", 1);
    score(&s, &l, agent);
    assert_stress(&s, 0, 4); // the ball's 5 − (4 − 1)
    lab_close(&l);
}

// A car of 4 m by 2 m at its side: the shape is 2 m away, its bounding cylinder would be 0.76 m.
static void obstacles_intrude_by_their_shape(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = sheep_at(&l, 0, 0);
    dv_obstacle car = put(
        &l, (dv_obstacle_def){
                .shape = DV_BOX, .position = dv_vec(0, 3, 0), .width = 4, .depth = 2, .height = 2});
    lab_step(&l);
    stage s = avoiding(2.5, 360);
    add_step(&s, 0, 0, 0, 1);  // to (0, 2): 2.5 − 2
    add_step(&s, 3, 2, 90, 1); // to (2, 2): 2.5 − 1
    score(&s, &l, agent);
    assert_stress(&s, 0, 0.25f);
    assert_stress(&s, 1, 2.25f);
    // turned by a quarter it is 3 − 2 = 1 m away
    assert_int_equal(dv_obstacle_move(l.world, car, dv_vec(0, 3, 0), DV_PI / 2, &l.error), DV_OK);
    lab_step(&l);
    score(&s, &l, agent);
    assert_stress(&s, 0, 2.25f);
    lab_close(&l);
}

// The trap of the mean: of two gateposts, each too far aside to matter, comes one in the gate.
static void gateposts_average_to_a_phantom_in_the_gate(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = sheep_at(&l, 0, 0);
    dv_obstacle_def post = {.shape = DV_SPHERE, .position = dv_vec(3, 4, 0), .radius = 1};
    put(&l, post);
    lab_step(&l);
    stage s = avoiding(5, 360);
    add_step(&s, 0, 0, 0, 1);
    score(&s, &l, agent);
    assert_stress(&s, 0, 1); // one post: 5 − (5 − 1)
    post.position.y = -4;
    put(&l, post);
    lab_step(&l);
    score(&s, &l, agent);
    // both: at (3, 0), of 1 m, 5 − (3 − 1), and straight ahead
    assert_stress(&s, 0, 9);
    give_number(&s, "angle", DV_PI / 3); // narrow enough to look through
    score(&s, &l, agent);
    assert_stress(&s, 0, 0);
    lab_close(&l);
}

static void others_across_the_edge_are_near(void **state) {
    (void)state;
    dv_world_def def = lab_def();
    def.bounds.edge = DV_EDGE_WRAP;
    lab l = lab_open_with(def, (lab_kinds){0});
    dv_agent agent = sheep_at(&l, 49, 0);
    sheep_at(&l, -47, 0);
    put(&l, (dv_obstacle_def){.shape = DV_SPHERE, .position = dv_vec(-49, 3, 0), .radius = 1});
    lab_step(&l);
    stage s = avoiding(5, 360);
    give_number(&s, "obstacles", 0);
    add_step(&s, 49, 0, 0, 1);  // 5 − (4 − 0.5)
    add_step(&s, -50, 0, 0, 1); // 5 − (3 − 0.5)
    score(&s, &l, agent);
    assert_stress(&s, 0, 2.25f);
    assert_stress(&s, 1, 6.25f);
    give_number(&s, "obstacles", 1);
    give_number(&s, "agents", 0);
    add_step(&s, -49, 0, 0, 1); // 5 − (3 − 1)
    score(&s, &l, agent);
    assert_stress(&s, 2, 9);
    lab_close(&l);
}

static void the_phantom_is_drawn(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = sheep_at(&l, 0, 0);
    sheep_at(&l, 3, 4);
    sheep_at(&l, 3, -4);
    lab_step(&l);
    stage s = avoiding(6, 360);
    dv_sketch *sketch = annotated(&s, &l, agent);
    bool is_drawn = false;
    for (uint32_t i = 0; i < dv_sketch_count(sketch); i++) {
        dv_stroke stroke = dv_sketch_stroke(sketch, i);
        is_drawn |= stroke.shape == DV_STROKE_CIRCLE && !stroke.pen.fills &&
                    dv_length(dv_subtract(stroke.points[0], dv_vec(3, 0, 0))) < NEAR &&
                    fabsf(stroke.radius - 0.5f) < NEAR;
    }
    assert_true(is_drawn);
    dv_sketch_destroy(sketch);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_near_is_no_stress),
        cmocka_unit_test(stress_grows_with_how_deep_it_intrudes),
        cmocka_unit_test(facing_it_is_the_worst),
        cmocka_unit_test(only_what_the_fan_reaches_counts),
        cmocka_unit_test(kinds_agents_and_obstacles_are_chosen),
        cmocka_unit_test(obstacles_intrude_by_their_shape),
        cmocka_unit_test(gateposts_average_to_a_phantom_in_the_gate),
        cmocka_unit_test(others_across_the_edge_are_near),
        cmocka_unit_test(the_phantom_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
