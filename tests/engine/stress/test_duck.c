// Ducking, with values calculated by hand. The body has a radius of 0.5 m and is 1.8 m tall. It
// begins to duck 3 m before an obstacle, is fully ducked at 0.5 m, and keeps 0.1 m above its head.
#include "../../program.h"
#include "stress_stage.h"

#include "base/alloc.h"
#include "stress/duck.h"

static float height_at(lab *l, stage *s, float x, float z) {
    float standing;
    dv_agent agent = lab_spawn(l, SHEEP, dv_vec(x, 0, z), 0, 0);
    lab_step(l);
    dv_steering_context context = dv_steering_context_of(l->world, dv_handle_index(agent.bits));
    float height = dv_duck_height(&context, s->parameters, &standing);
    assert_float_equal(standing, s->parameters[0].number, 1e-6f);
    dv_agent_remove(l->world, agent);
    return height;
}

/// A beam across the way, 1 m wide and 0.2 m thick.
static void beam(lab *l, float x, float underside) {
    dv_obstacle_def def = {.shape = DV_BOX,
                           .position = dv_vec(x, 0, underside + 0.1f),
                           .width = 1,
                           .depth = 10,
                           .height = 0.2f};
    dv_obstacle obstacle;
    assert_int_equal(dv_obstacle_create(l->world, &def, &obstacle, &l->error), DV_OK);
}

static void it_bends_the_nearer_it_comes(void **state) {
    (void)state;
    lab l = lab_open_volume();
    stage s = stage_for("duck");
    beam(&l, 5, 1.4f);
    assert_float_equal(height_at(&l, &s, 0, 0), 1.8f, 1e-5f); // 4 m to the beam
    assert_float_equal(height_at(&l, &s, 1, 0), 1.8f, 1e-5f); // 3 m
    // 2 m: 1.3 + (1.8 − 1.3) · (2 − 0.5) / 2.5
    assert_float_equal(height_at(&l, &s, 2, 0), 1.6f, 1e-5f);
    assert_float_equal(height_at(&l, &s, 3.5f, 0), 1.3f, 1e-5f);
    assert_float_equal(height_at(&l, &s, 5, 0), 1.3f, 1e-5f);
    assert_float_equal(height_at(&l, &s, 6.5f, 0), 1.3f, 1e-5f);
    assert_float_equal(height_at(&l, &s, 8, 0), 1.6f, 1e-5f);
    // On a step of 0.5 m there is less room.
    assert_float_equal(height_at(&l, &s, 5, 0.5f), 0.8f, 1e-5f);
    lab_close(&l);
}

static void the_lowest_counts(void **state) {
    (void)state;
    lab l = lab_open_volume();
    stage s = stage_for("duck");
    beam(&l, 5, 1.4f);
    beam(&l, 2, 1.0f);
    // Under the second; then under the edge of the first, which asks for 1.3, 1.5 m from the
    // second, which asks for 0.9 + (1.8 − 0.9) · (1.5 − 0.5) / 2.5.
    assert_float_equal(height_at(&l, &s, 2, 0), 0.9f, 1e-5f);
    assert_float_equal(height_at(&l, &s, 4.5f, 0), 1.26f, 1e-5f);
    assert_float_equal(height_at(&l, &s, 6, 0), 1.3f, 1e-5f);
    lab_close(&l);
}

static void what_stands_or_hangs_high_asks_nothing(void **state) {
    (void)state;
    lab l = lab_open_volume();
    stage s = stage_for("duck");
    beam(&l, 5, 0);
    beam(&l, 5, 1.9f);
    dv_obstacle ball;
    dv_obstacle_def def = {.shape = DV_SPHERE, .position = dv_vec(0, 0, 3), .radius = 1};
    assert_int_equal(dv_obstacle_create(l.world, &def, &ball, &l.error), DV_OK);
    assert_float_equal(height_at(&l, &s, 3.9f, 0), 1.8f, 1e-5f);
    assert_float_equal(height_at(&l, &s, 0, 0), 1.8f, 1e-5f);
    give_number(&s, "clearance", 0.5);
    assert_float_equal(height_at(&l, &s, 5, 0), 1.4f, 1e-5f);
    assert_float_equal(height_at(&l, &s, 0, 0), 1.5f, 1e-5f);
    lab_close(&l);
}

static void steps_are_none_of_its_business(void **state) {
    (void)state;
    lab l = lab_open_volume();
    stage s = stage_for("duck");
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    beam(&l, 1, 1.0f);
    lab_step(&l);
    add_step(&s, 1, 0, 0, 1);
    score(&s, &l, agent);
    assert_stress(&s, 0, 0);
    dv_sketch *sketch = annotated(&s, &l, agent);
    assert_true(dv_sketch_count(sketch) > 0);
    dv_sketch_destroy(sketch);
    give_number(&s, "min", 3);
    assert_string_equal(s.type->refuse(s.parameters), "min must be below max");
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_bends_the_nearer_it_comes),
        cmocka_unit_test(the_lowest_counts),
        cmocka_unit_test(what_stands_or_hangs_high_asks_nothing),
        cmocka_unit_test(steps_are_none_of_its_business),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
