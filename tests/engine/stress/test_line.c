// Line attraction and avoidance. The agent is a sheep at the origin with a radius of 0.5 m.
// Avoidance begins 2 m from its surface; the stress is the square of the distance that is missing.
// The angle has no effect unless a case sets it.
#include "../../program.h"
#include "stress_stage.h"

static stage avoiding(double degrees) {
    stage s = stage_for("line_avoid");
    give_number(&s, "distance", 2);
    give_number(&s, "angle", degrees * DV_PI / 180);
    give_number(&s, "angle_scale", 0);
    return s;
}

static dv_agent agent_of(lab *l) { return lab_spawn(l, SHEEP, dv_vec(0, 0, 0), 0, 0); }

static dv_obstacle wall(lab *l, float ax, float ay, float bx, float by) {
    dv_vec3 ends[] = {{ax, ay, 0}, {bx, by, 0}};
    dv_obstacle_def def = {.shape = DV_WALL, .points = ends, .point_count = 2};
    dv_obstacle obstacle;
    if (dv_obstacle_create(l->world, &def, &obstacle, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
    return obstacle;
}

static void walls_in_view_are_kept_off(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = agent_of(&l);
    wall(&l, -10, 3, 10, 3);
    lab_step(&l);
    stage s = avoiding(90);
    add_step(&s, 0, 0.5f, 90, 1); // 2.5 m off: just far enough
    add_step(&s, 0, 1, 90, 1);    // 2 − (2 − 0.5)
    add_step(&s, 0, 2, 90, 1);    // 2 − (1 − 0.5)
    add_step(&s, 0, 2, 0, 1);     // abeam; in view at (1, 3): 2 − (√2 − 0.5)
    add_step(&s, 0, 2, -90, 1);   // behind
    score(&s, &l, agent);
    assert_stress(&s, 0, 0);
    assert_stress(&s, 1, 0.25f);
    assert_stress(&s, 2, 2.25f);
    assert_stress(&s, 3, 1.17893219f);
    assert_float_equal(s.stress[4], 0, 0);
    lab_close(&l);
}

static void facing_the_line_is_the_worst(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = agent_of(&l);
    wall(&l, -10, 2, 10, 2);
    lab_step(&l);
    stage s = avoiding(360);
    give_number(&s, "angle_scale", 1);
    add_step(&s, 0, 0, 90, 1);
    add_step(&s, 0, 0, 0, 1);
    add_step(&s, 0, 0, -90, 1);
    score(&s, &l, agent);
    assert_stress(&s, 0, 0.25f + 9.8696044f);
    assert_stress(&s, 1, 0.25f + 2.4674011f);
    assert_stress(&s, 2, 0.25f);
    lab_close(&l);
}

// Two walls that meet in line, and the far side of a box, add nothing to the one that is nearest.
static void of_several_lines_the_worst_counts(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = agent_of(&l);
    wall(&l, -10, 2, 0, 2);
    wall(&l, 0, 2, 10, 2);
    wall(&l, -10, -2.25f, 10, -2.25f);
    lab_step(&l);
    stage s = avoiding(360);
    add_step(&s, 0, 0, 0, 1);     // 2 − 1.5 to the left, 2 − 1.75 to the right
    add_step(&s, 0, -0.5f, 0, 1); // 0 and 2 − 1.25
    score(&s, &l, agent);
    assert_stress(&s, 0, 0.25f);
    assert_stress(&s, 1, 0.5625f);
    lab_close(&l);
}

static void a_named_line_is_the_only_one(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = agent_of(&l);
    wall(&l, -10, 1, 10, 1);
    dv_obstacle named = wall(&l, -10, -2, 10, -2);
    lab_fill(&l, agent, SLOT_ROCK, named.bits);
    const dv_vec3 kerb[] = {{-20, 2.25f, 0}, {0, 2.25f, 0}, {20, 2.25f, 0}};
    lab_fill(&l, agent, SLOT_PATH, lab_path(&l, kerb, 3, 1, false, false).bits);
    lab_step(&l);
    stage s = avoiding(360);
    add_step(&s, 0, 0, 0, 1);
    give_slot(&s, "obstacle", SLOT_ROCK, DV_SLOT_OBSTACLE);
    score(&s, &l, agent);
    assert_stress(&s, 0, 0.25f);
    // it moves, and the line with it
    assert_int_equal(dv_obstacle_move(l.world, named, dv_vec(0, -1.5f, 0), 0, &l.error), DV_OK);
    score(&s, &l, agent);
    assert_stress(&s, 0, 1);
    // it is gone
    assert_int_equal(dv_obstacle_remove(l.world, named), DV_OK);
    score(&s, &l, agent);
    assert_stress(&s, 0, 0);
    s = avoiding(360);
    add_step(&s, 0, 0, 0, 1);
    give_slot(&s, "path", SLOT_PATH, DV_SLOT_PATH);
    score(&s, &l, agent);
    assert_stress(&s, 0, 0.0625f); // 2 − (2.25 − 0.5)
    s = avoiding(360);
    add_step(&s, 0, 0, 0, 1);
    give_point(&s, "from", -3, -4);
    give_point(&s, "to", -1, -2);
    score(&s, &l, agent);
    assert_stress(&s, 0, 0.06966220f); // 2 − (√5 − 0.5)
    lab_close(&l);
}

static void a_line_rides_on_who_carries_it(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = agent_of(&l);
    dv_agent lorry = lab_spawn(&l, DOG, dv_vec(5, 0, 0), 90, 0);
    lab_aim(&l, agent, lorry);
    lab_step(&l);
    stage s = avoiding(360);
    add_step(&s, 2, 0, 0, 1);
    give_slot(&s, "target", SLOT_TARGET, DV_SLOT_AGENT);
    give_point(&s, "from", -2, 1); // its left flank: x = 4 as it faces north
    give_point(&s, "to", 2, 1);
    score(&s, &l, agent);
    assert_stress(&s, 0, 0.25f);
    // facing west its left flank is y = −1, from x = 3 on
    assert_int_equal(dv_agent_set_heading(l.world, lorry, DV_PI, &l.error), DV_OK);
    lab_step(&l);
    score(&s, &l, agent);
    assert_stress(&s, 0, 1.17893219f); // 2 − (√2 − 0.5)
    lab_aim(&l, agent, (dv_agent){0});
    score(&s, &l, agent);
    assert_stress(&s, 0, 0);
    lab_close(&l);
}

static stage attracted(double degrees) {
    stage s = stage_for("line_attract");
    give_number(&s, "angle", degrees * DV_PI / 180);
    give_point(&s, "from", -10, 5);
    give_point(&s, "to", 10, 5);
    return s;
}

static void attraction_draws_to_the_line_and_faces_it(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = agent_of(&l);
    lab_step(&l);
    stage s = attracted(360);
    give_number(&s, "distance", 1);
    give_number(&s, "least_angle", 0);
    add_step(&s, 0, 1, 90, 1); // (4 − 0.5 − 1)²
    add_step(&s, 0, 1, 0, 1);  // and (π / 2)²
    add_step(&s, 0, 4, 90, 1); // near enough
    score(&s, &l, agent);
    assert_stress(&s, 0, 6.25f);
    assert_stress(&s, 1, 6.25f + 2.4674011f);
    assert_stress(&s, 2, 0);
    lab_close(&l);
}

// Who may go along the line minds the angle only when he turns his back on it.
static void along_the_line_is_as_good_as_toward_it(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = agent_of(&l);
    lab_step(&l);
    stage s = attracted(360);
    give_number(&s, "distance", 1);
    add_step(&s, 0, 4, 90, 1);
    add_step(&s, 0, 4, 0, 1);
    add_step(&s, 0, 4, -45, 1); // 45° beyond abeam: (π / 4)²
    score(&s, &l, agent);
    assert_stress(&s, 0, 0);
    assert_stress(&s, 1, 0);
    assert_stress(&s, 2, 0.61685028f);
    lab_close(&l);
}

static void of_equally_near_lines_the_first_counts(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = agent_of(&l);
    const dv_vec3 kerb[] = {{3, -5, 0}, {3, 3, 0}, {-5, 3, 0}};
    lab_fill(&l, agent, SLOT_PATH, lab_path(&l, kerb, 3, 1, false, false).bits);
    lab_step(&l);
    stage s = stage_for("line_attract");
    give_slot(&s, "path", SLOT_PATH, DV_SLOT_PATH);
    give_number(&s, "distance", 1);
    give_number(&s, "least_angle", 0);
    add_step(&s, 0, 0, 0, 1);  // (3 − 0.5 − 1)²
    add_step(&s, 0, 0, 90, 1); // and (π / 2)²
    score(&s, &l, agent);
    assert_stress(&s, 0, 2.25f);
    assert_stress(&s, 1, 2.25f + 2.4674011f);
    lab_close(&l);
}

static void out_of_view_is_no_better_than_the_worst_in_view(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = agent_of(&l);
    lab_step(&l);
    stage s = attracted(90);
    give_number(&s, "distance", 1);
    add_step(&s, 0, 1, 90, 1);
    add_step(&s, 0, 0, 90, 1); // (5 − 0.5 − 1)²
    add_step(&s, 0, 3, -90, 1);
    score(&s, &l, agent);
    assert_stress(&s, 0, 6.25f);
    assert_stress(&s, 1, 12.25f);
    assert_stress(&s, 2, 12.25f);
    lab_close(&l);
}

static void what_makes_no_line_is_refused(void **state) {
    (void)state;
    stage s = stage_for("line_attract");
    assert_string_equal(s.type->refuse(s.parameters),
                        "path, obstacle, from: a line to go to is expected");
    s = stage_for("line_avoid");
    assert_null(s.type->refuse(s.parameters));
    give_slot(&s, "path", SLOT_PATH, DV_SLOT_PATH);
    give_slot(&s, "obstacle", SLOT_ROCK, DV_SLOT_OBSTACLE);
    assert_string_equal(s.type->refuse(s.parameters),
                        "path, obstacle, from: one of them expected, not several");
    s = stage_for("line_avoid");
    give_slot(&s, "target", SLOT_TARGET, DV_SLOT_AGENT);
    assert_string_equal(s.type->refuse(s.parameters),
                        "target: a line that moves with it expected, by from and to");
    give_point(&s, "from", 0, 0);
    assert_string_equal(s.type->refuse(s.parameters), "from, to: both ends of the line expected");
}

static void the_nearest_point_in_view_is_drawn(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = agent_of(&l);
    wall(&l, -10, 2, 10, 2);
    lab_step(&l);
    stage s = avoiding(90);
    dv_sketch *sketch = annotated(&s, &l, agent);
    bool is_drawn = false;
    for (uint32_t i = 0; i < dv_sketch_count(sketch); i++) {
        dv_stroke stroke = dv_sketch_stroke(sketch, i);
        is_drawn |= stroke.shape == DV_STROKE_CIRCLE && stroke.pen.fills &&
                    dv_length(dv_subtract(stroke.points[0], dv_vec(2, 2, 0))) < NEAR;
    }
    assert_true(is_drawn);
    dv_sketch_destroy(sketch);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_in_view_are_kept_off),
        cmocka_unit_test(facing_the_line_is_the_worst),
        cmocka_unit_test(of_several_lines_the_worst_counts),
        cmocka_unit_test(a_named_line_is_the_only_one),
        cmocka_unit_test(a_line_rides_on_who_carries_it),
        cmocka_unit_test(attraction_draws_to_the_line_and_faces_it),
        cmocka_unit_test(along_the_line_is_as_good_as_toward_it),
        cmocka_unit_test(of_equally_near_lines_the_first_counts),
        cmocka_unit_test(out_of_view_is_no_better_than_the_worst_in_view),
        cmocka_unit_test(what_makes_no_line_is_refused),
        cmocka_unit_test(the_nearest_point_in_view_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
