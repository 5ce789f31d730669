// Stress behaviors, with values calculated by hand.
#include "../program.h"
#include "stress_world.h"

#define CLOSE 1e-4f

static void attraction_to_a_place_is_measured_from_the_foot(void **state) {
    (void)state;
    lab l =
        WALK(walkers(), {.stress = STRESS("attract", AT_POINT(3, 4, 0), NUMBER("distance", 1))});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_footsteps steps = {.count = 0};
    float stress[DV_MAX_FOOTSTEPS];
    add_footstep(&steps, 0, 0, 0, 0, 0);
    add_footstep(&steps, 3, 1, 90, 0, 1);
    add_footstep(&steps, 3, 3.5f, 0, 0, 1);
    add_footstep(&steps, 3, 4, 123, 0, 1);
    steps.x[1] = 100; // of the body, which does not count
    stress_of(&l, agent, &steps, stress);
    assert_float_equal(stress[0], 16 + 0.927295f * 0.927295f, CLOSE); // (5 − 1)² + atan(4/3)²
    assert_float_equal(stress[1], 4, CLOSE);                          // (3 − 1)², ahead
    assert_float_equal(stress[2], 2.4674011f, CLOSE);                 // within 1 m: (π/2)²
    assert_float_equal(stress[3], 0, CLOSE);                          // on it
    lab_close(&l);
}

static void attraction_to_an_agent_is_from_surface_to_surface(void **state) {
    (void)state;
    lab l = WALK(walkers(), {.stress = STRESS("attract", AT_TARGET, NUMBER("angle_scale", 0))});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_agent dog = lab_spawn(&l, DOG, dv_vec(4, 0, 0), 0, 0);
    dv_footsteps steps = {.count = 0};
    float stress[DV_MAX_FOOTSTEPS];
    add_footstep(&steps, 0, 0, 0, 0, 0);
    add_footstep(&steps, 3.6f, 0, 0, 0, 1);
    stress_of(&l, agent, &steps, stress); // nobody yet
    assert_float_equal(stress[0], 0, 0);
    lab_aim(&l, agent, dog);
    stress_of(&l, agent, &steps, stress);
    assert_float_equal(stress[0], 12.25f, CLOSE); // (4 − 0.25 − 0.25)²
    assert_float_equal(stress[1], 0, 0);          // they touch
    lab_close(&l);
}

static void avoidance_counts_within_its_distance(void **state) {
    (void)state;
    lab l = WALK(walkers(), {.stress = STRESS("avoid", AT_POINT(5, 0, 0), NUMBER("distance", 2))});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_footsteps steps = {.count = 0};
    float stress[DV_MAX_FOOTSTEPS];
    add_footstep(&steps, 0, 0, 0, 0, 0);
    add_footstep(&steps, 4, 0, 0, 0, 1);
    add_footstep(&steps, 4, 0, 90, 0, 1);
    add_footstep(&steps, 4, 0, 180, 0, 1);
    stress_of(&l, agent, &steps, stress);
    assert_float_equal(stress[0], 0, 0);
    assert_float_equal(stress[1], 1 + 9.8696044f, CLOSE); // (2 − 1)² + π²
    assert_float_equal(stress[2], 1 + 2.4674011f, CLOSE); // (π/2)²
    assert_float_equal(stress[3], 1, CLOSE);
    lab_close(&l);
}

static void inertia_grows_with_turn_and_speed(void **state) {
    (void)state;
    lab l = WALK(walkers(), {.stress = PLAIN_STRESS("inertia")});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_footsteps steps = {.count = 0};
    float stress[DV_MAX_FOOTSTEPS];
    add_footstep(&steps, 0, 0, 0, 0, 1);
    add_footstep(&steps, 0, 0, 0, -0.5f, 1);
    add_footstep(&steps, 0, 0, 0, 0.5f, 0.25f);
    add_footstep(&steps, 0, 0, 0, 1, 0);
    stress_of(&l, agent, &steps, stress);
    assert_float_equal(stress[0], 0, 0);
    assert_float_equal(stress[1], 1, CLOSE);     // 0.5 rad · 2 m/s
    assert_float_equal(stress[2], 0.25f, CLOSE); // 0.5 rad · 0.5 m/s
    assert_float_equal(stress[3], 0, 0);         // on the spot
    lab_close(&l);
}

/// The stress of inertia for the steps, for an agent that goes at 4 m/s along x.
static void inertia_at_4_m_s(const dv_footsteps *steps, float *stress, dv_argument option) {
    lab l = WALK(walkers(), {.stress = stress_make("inertia", &option, option.name != NULL)});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 4);
    stress_of(&l, agent, steps, stress);
    lab_close(&l);
}

static void inertia_minds_the_turn_of_the_motion(void **state) {
    (void)state;
    dv_footsteps steps = {.count = 0};
    float stress[DV_MAX_FOOTSTEPS];
    add_footstep(&steps, 0, 0, 0, 0, 2);
    add_footstep(&steps, 0, 0, 0.5 * 180 / DV_PI, 0.5f, 2);
    add_footstep(&steps, 0, 0, 0, 0, 2); // to the left
    steps.velocity_x[2] = 0, steps.velocity_y[2] = 4;
    add_footstep(&steps, 0, 0, 0, 0, 2); // back
    steps.velocity_x[3] = -4;
    inertia_at_4_m_s(&steps, stress, (dv_argument){0});
    assert_float_equal(stress[0], 0, 0);
    assert_float_equal(stress[1], 0.5f * 4, CLOSE);
    assert_float_equal(stress[2], (float)DV_PI / 2 * 4, CLOSE);
    assert_float_equal(stress[3], (float)DV_PI * 4, CLOSE);
}

static void braking_costs_what_is_more_than_at_ease(void **state) {
    (void)state;
    dv_footsteps steps = {.count = 0};
    float stress[DV_MAX_FOOTSTEPS];
    add_footstep(&steps, 0, 0, 0, 0, 1.5f);
    add_footstep(&steps, 0, 0, 0, 0, 0.5f);
    add_footstep(&steps, 0, 0, 0, 0, 0);
    add_footstep(&steps, 0, 0, 0.5 * 180 / DV_PI, 0.5f, 0); // turn on the spot
    // Half a second at 2 m/s² sheds 1 m/s for nothing: to 3 m/s, to 1 m/s, to a stop.
    inertia_at_4_m_s(&steps, stress, (dv_argument)NUMBER("braking", 2));
    assert_float_equal(stress[0], 0, CLOSE);
    assert_float_equal(stress[1], 2 * 2 / 4.0f, CLOSE);
    assert_float_equal(stress[2], 3 * 3 / 4.0f, CLOSE);
    assert_float_equal(stress[3], 3 * 3 / 4.0f + 0.5f * 2, CLOSE);
    inertia_at_4_m_s(&steps, stress, (dv_argument)NUMBER("braking", 8));
    assert_float_equal(stress[2], 0, 0);
}

static void a_drunk_minds_least_a_turn_to_one_side_or_the_other(void **state) {
    (void)state;
    lab l = WALK(walkers(), {.stress = STRESS("inertia", NUMBER("drunk", 0.4))});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_footsteps steps = {.count = 0};
    float stress[DV_MAX_FOOTSTEPS];
    bool swayed[2] = {false, false};
    add_footstep(&steps, 0, 0, 0, -1, 0.5f);
    add_footstep(&steps, 0, 0, 0, -0.4f, 0.5f);
    add_footstep(&steps, 0, 0, 0, 0, 0.5f);
    add_footstep(&steps, 0, 0, 0, 0.4f, 0.5f);
    add_footstep(&steps, 0, 0, 0, 1, 0.5f);
    for (int tick = 0; tick < 40; tick++) {
        stress_of(&l, agent, &steps, stress);
        bool left = stress[3] < stress[1];
        swayed[left] = true;
        // At 1 m/s the W of 0.4 rad: 0.6, 0, 0.4, 0, 0.6; a tenth of 0.4 more on the other side.
        assert_float_equal(stress[0], left ? 0.64f : 0.6f, CLOSE);
        assert_float_equal(stress[1], left ? 0.04f : 0, CLOSE);
        assert_float_equal(stress[2], 0.4f, CLOSE);
        assert_float_equal(stress[3], left ? 0 : 0.04f, CLOSE);
        assert_float_equal(stress[4], left ? 0.6f : 0.64f, CLOSE);
        lab_step(&l);
    }
    assert_true(swayed[0] && swayed[1]);
    lab_close(&l);
}

static void forward_minds_what_is_missing_to_the_longest_step_ahead(void **state) {
    (void)state;
    lab l = WALK(walkers(), {.stress = PLAIN_STRESS("forward")});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_footsteps steps = {.count = 0};
    float stress[DV_MAX_FOOTSTEPS];
    add_footstep(&steps, 0, 0, 0, 0, 0.5f); // all that 1 m/s for 0.5 s allows
    add_footstep(&steps, 0, 0, 0, 0, 0);
    add_footstep(&steps, 0, 0, 60, 0, 0.5f);
    add_footstep(&steps, 0, 0, 180, 0, 0.5f);
    stress_of(&l, agent, &steps, stress);
    assert_float_equal(stress[0], 0, CLOSE);
    assert_float_equal(stress[1], 1, 0);
    assert_float_equal(stress[2], 0.5f, CLOSE);
    assert_float_equal(stress[3], 2, CLOSE);
    lab_close(&l);
}

static void steering_is_followed_by_velocity_and_facing(void **state) {
    (void)state;
    lab l = WALK(walkers(), {.stress = PLAIN_STRESS("follow_steering")});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_footsteps steps = {.count = 0};
    float stress[DV_MAX_FOOTSTEPS];
    l.world->agents.steering[dv_handle_index(agent.bits)] = dv_vec(0.8f, 0, 0);
    add_footstep(&steps, 0, 0, 0, 0, 0.4f);
    add_footstep(&steps, 0, 0, 0, 0, 0);
    add_footstep(&steps, 0, 0, 180, 0, 0);
    add_footstep(&steps, 0, 0, 90, 0, 0.3f);
    stress_of(&l, agent, &steps, stress);
    assert_float_equal(stress[0], 0, CLOSE);
    assert_float_equal(stress[1], 0.8f, CLOSE);
    assert_float_equal(stress[2], 1.2f, CLOSE);     // 0.8 + ¼ · 1.6
    assert_float_equal(stress[3], 1 + 0.2f, CLOSE); // |(−0.8, 0.6)| + ¼ · 0.8
    // Twice the speed more for a step to the left.
    steps.velocity_x[0] = 0, steps.velocity_y[0] = 0.6f;
    stress_of(&l, agent, &steps, stress);
    assert_float_equal(stress[0], 1 + 1.2f, CLOSE);
    lab_close(&l);
}

static void totals_are_weighted_powers(void **state) {
    (void)state;
    lab l =
        WALK(walkers(), {.stress = PLAIN_STRESS("forward"), dv_value_number(3), dv_value_number(2)},
             {.stress = PLAIN_STRESS("inertia"), dv_value_name("amount"), {0}},
             {.stress = PLAIN_STRESS("inertia"), dv_value_setting("level"), {0}});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    uint32_t i = dv_handle_index(agent.bits);
    dv_steering_context context = dv_steering_context_of(l.world, i);
    dv_footsteps steps = {.count = 0};
    add_footstep(&steps, 0, 0, 0, 0.5f, 0.25f);
    float total[1] = {0};
    dv_add_stresses(&context, dv_stresses_of(l.world, i), dv_states_of(l.world, i), &steps, total);
    assert_float_equal(total[0], 3 * 0.25f + 5 * 0.25f, CLOSE); // the empty slot has no part
    lab_set_amount(&l, agent, 2);
    total[0] = 0;
    dv_add_stresses(&context, dv_stresses_of(l.world, i), dv_states_of(l.world, i), &steps, total);
    assert_float_equal(total[0], 0.75f + 1.25f + 0.5f, CLOSE);
    lab_close(&l);
}

static void ties_go_to_the_smaller_turn_and_then_the_first(void **state) {
    (void)state;
    dv_footsteps steps = {.count = 4, .turn = {0.5f, -0.2f, 0.2f, 0}};
    assert_int_equal(dv_least_stress(&steps, (float[]){1, 1, 1, 2}), 1);
    assert_int_equal(dv_least_stress(&steps, (float[]){1, 1, 1, 1}), 3);
    assert_int_equal(dv_least_stress(&steps, (float[]){0.5f, 1, 1, 1}), 0);
    assert_int_equal(dv_least_stress(&steps, (float[]){INFINITY, INFINITY, 7, INFINITY}), 2);
    // A step aside turns the motion more than any other.
    steps.seconds = 0.5f, steps.stride[3] = 0.25f;
    steps.forward_x[3] = 1, steps.velocity_y[3] = 0.5f;
    assert_int_equal(dv_least_stress(&steps, (float[]){1, 1, 1, 1}), 1);
    assert_int_equal(dv_least_stress(&steps, (float[]){INFINITY, INFINITY, INFINITY, INFINITY}), 4);
}

static void check_refused(const char *locomotion, dv_stress *stress, dv_value weight,
                          const char *message) {
    lab l = {.program = dv_program_create()};
    dv_stress_part part = {stress, weight, {0}};
    dv_kind_def def = dv_kind_def_default();
    def.name = "walker";
    def.where = "walker.lua:3";
    def.locomotion = locomotion;
    def.stress = &part;
    def.stress_count = 1;
    assert_int_equal(dv_program_add_kind(l.program, &def, &l.error), DV_OK);
    assert_int_not_equal(dv_program_finish(l.program, &l.error), DV_OK);
    assert_string_equal(l.error.message, message);
    dv_stress_release(stress);
    dv_program_release(l.program);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void mistakes_are_told_at_load(void **state) {
    (void)state;
    check_refused("fixed", PLAIN_STRESS("inertia"), (dv_value){0},
                  "walker.lua:3: stress: a body that moves expected, got locomotion \"fixed\"");
    check_refused("legged", PLAIN_STRESS("inertia"), dv_value_number(-1),
                  "test: stress.inertia: weight: 0 to 1e+06 expected, got -1");
    check_refused("legged", PLAIN_STRESS("inertia"), dv_value_name("weighty"),
                  "test: stress.inertia: weight: kind 'walker' has no slot 'weighty'");
    dv_error error;
    assert_null(dv_stress_create("atract", NULL, 0, "walker.lua:7", &error));
    assert_string_equal(error.message, "walker.lua:7: stress.atract: unknown (attract?)");
    assert_null(dv_stress_create("attract", NULL, 0, NULL, &error));
    assert_string_equal(error.message, "stress.attract: target: missing, a slot name, point or "
                                       "drover.mouse expected");
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attraction_to_a_place_is_measured_from_the_foot),
        cmocka_unit_test(attraction_to_an_agent_is_from_surface_to_surface),
        cmocka_unit_test(avoidance_counts_within_its_distance),
        cmocka_unit_test(inertia_grows_with_turn_and_speed),
        cmocka_unit_test(inertia_minds_the_turn_of_the_motion),
        cmocka_unit_test(braking_costs_what_is_more_than_at_ease),
        cmocka_unit_test(a_drunk_minds_least_a_turn_to_one_side_or_the_other),
        cmocka_unit_test(forward_minds_what_is_missing_to_the_longest_step_ahead),
        cmocka_unit_test(steering_is_followed_by_velocity_and_facing),
        cmocka_unit_test(totals_are_weighted_powers),
        cmocka_unit_test(ties_go_to_the_smaller_turn_and_then_the_first),
        cmocka_unit_test(mistakes_are_told_at_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
