// The point mass and the fixed body. 2 kg, 40 N, and 10 m/s at 50 ticks a second: the force gives
// at most 20 m/s², or 0.4 m/s per tick.
#include "../program.h"
#include "pushed_world.h"

#define EXACT 1e-6f

static dv_agent one_step(lab *l, dv_vec3 position, float heading, float speed) {
    dv_agent agent = lab_spawn(l, SHEEP, position, heading, speed);
    lab_step(l);
    return agent;
}

static void force_is_mass_times_steering_over_response(void **state) {
    (void)state;
    lab l = open_pushed(lab_def(), PUSH(1, 0, 0), (lab_kinds){0});
    dv_agent agent = one_step(&l, dv_vec(3, 4, 0), 90, 2);
    // 2 kg · 1 m/s / 0.25 s = 8 N: 4 m/s² for 0.02 s
    assert_vector(dv_agent_velocity(l.world, agent), 0.08f, 2, 0, EXACT);
    assert_vector(dv_agent_position(l.world, agent), 3.0016f, 4.04f, 0, EXACT);
    assert_vector(dv_agent_steering(l.world, agent), 1, 0, 0, 0);
    dv_vec3 forward = dv_normalize(dv_vec(0.08f, 2, 0));
    assert_vector(dv_agent_forward(l.world, agent), forward.x, forward.y, 0, EXACT);
    lab_close(&l);
}

static void force_is_truncated(void **state) {
    (void)state;
    lab l = open_pushed(lab_def(), PUSH(60, 80, 0), (lab_kinds){0});
    dv_agent agent = one_step(&l, dv_vec(0, 0, 0), 0, 0);
    assert_vector(dv_agent_velocity(l.world, agent), 0.24f, 0.32f, 0, EXACT);
    lab_close(&l);
}

static void a_response_below_the_tick_is_one_tick(void **state) {
    (void)state;
    dv_world_def def = lab_def();
    def.tick_rate = 2; // 0.5 s: 20 m/s² reach 10 m/s
    lab l = open_pushed(def, PUSH(3, 0, 0), (lab_kinds){0});
    dv_agent agent = one_step(&l, dv_vec(0, 0, 0), 0, 4);
    assert_vector(dv_agent_velocity(l.world, agent), 7, 0, 0, EXACT);
    lab_close(&l);
}

static void speed_is_truncated_to_the_cap(void **state) {
    (void)state;
    lab l = open_pushed(lab_def(), PUSH(1000, 0, 0), (lab_kinds){.speed = dv_value_number(6)});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 5.9f);
    for (int tick = 0; tick < 10; tick++) {
        lab_step(&l);
        assert_vector(dv_agent_velocity(l.world, agent), 6, 0, 0, EXACT);
    }
    lab_close(&l);
}

static void a_lowered_cap_is_approached_as_force_allows(void **state) {
    (void)state;
    lab l = open_pushed(lab_def(), PUSH(1000, 0, 0), (lab_kinds){.speed = dv_value_number(2)});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 10);
    float speed = 10;
    for (int tick = 0; tick < 30; tick++) {
        lab_step(&l);
        speed = speed - 0.4f > 2 ? speed - 0.4f : 2;
        assert_vector(dv_agent_velocity(l.world, agent), speed, 0, 0, 1e-5f);
    }
    lab_close(&l);
}

static void max_speed_holds_above_any_cap(void **state) {
    (void)state;
    lab l = open_pushed(lab_def(), PUSH(1000, 0, 0), (lab_kinds){.speed = dv_value_number(90)});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 9.9f);
    for (int tick = 0; tick < 10; tick++)
        lab_step(&l);
    assert_true(dv_length(dv_agent_velocity(l.world, agent)) <= 10);
    lab_close(&l);
}

static void at_rest_the_heading_is_kept(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = one_step(&l, dv_vec(0, 0, 0), 90, 0);
    assert_vector(dv_agent_forward(l.world, agent), 0, 1, 0, EXACT);
    assert_zero(dv_agent_velocity(l.world, agent));
    lab_close(&l);
}

static void without_steering_it_glides(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 4);
    for (int tick = 0; tick < 50; tick++)
        lab_step(&l);
    assert_vector(dv_agent_velocity(l.world, agent), 4, 0, 0, 0);
    assert_vector(dv_agent_position(l.world, agent), 4, 0, 0, 1e-5f);
    lab_close(&l);
}

static void the_plane_has_no_height_and_a_volume_has(void **state) {
    (void)state;
    lab plane = open_pushed(lab_def(), PUSH(1, 0, 5), (lab_kinds){0});
    dv_agent agent = one_step(&plane, dv_vec(0, 0, 3), 0, 0);
    assert_vector(dv_agent_velocity(plane.world, agent), 0.08f, 0, 0, EXACT);
    assert_true(dv_agent_position(plane.world, agent).z == 0);
    lab_close(&plane);
    dv_world_def def = lab_def();
    def.space = DV_VOLUME;
    lab volume = open_pushed(def, PUSH(0, 0, 1), (lab_kinds){0});
    agent = one_step(&volume, dv_vec(0, 0, 3), 0, 0);
    assert_vector(dv_agent_velocity(volume.world, agent), 0, 0, 0.08f, EXACT);
    assert_vector(dv_agent_forward(volume.world, agent), 0, 0, 1, EXACT);
    lab_close(&volume);
}

static void wild_steering_and_bodies_are_finite(void **state) {
    (void)state;
    static const double pushes[] = {0, 1e-45, 1, 1e20, 3e38, 1e300, (double)INFINITY, (double)NAN};
    static const double values[] = {0, 1e-3, 1, 1e6};
    for (size_t i = 0; i < sizeof pushes / sizeof *pushes; i++)
        for (size_t j = 0; j < 4 * 4 * 4; j++) {
            lab_kinds kinds = {0};
            kinds.properties[DV_MASS] = dv_value_number(values[j % 4] + 1e-3);
            kinds.properties[DV_MAX_FORCE] = dv_value_number(values[j / 4 % 4] * 1e6);
            kinds.properties[DV_MAX_SPEED] = dv_value_number(values[j / 16 % 4]);
            kinds.properties[DV_RESPONSE] = dv_value_number(j % 2 ? 0 : 60);
            lab l = open_pushed(lab_def(), MAKE("push", {"x", dv_value_name("amount")}), kinds);
            dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(1e9f, -1e9f, 0), 200, 1e6f);
            if (isfinite(pushes[i]))
                lab_set_amount(&l, agent, pushes[i]);
            for (int tick = 0; tick < 4; tick++) {
                lab_step(&l);
                assert_true(dv_is_finite(dv_agent_velocity(l.world, agent)));
                assert_true(dv_is_finite(dv_agent_position(l.world, agent)));
                float length = dv_length(dv_agent_forward(l.world, agent));
                assert_true(length > 0.99999f && length < 1.00001f);
            }
            lab_close(&l);
        }
}

static void the_end_of_the_numbers_is_not_passed(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(1e9f, 0, 0), 0, 0);
    l.world->agents.vx[dv_handle_index(agent.bits)] = 3.4e38f;
    for (int tick = 0; tick < 100; tick++)
        lab_step(&l);
    assert_true(dv_is_finite(dv_agent_position(l.world, agent)));
    assert_true(dv_is_finite(dv_agent_velocity(l.world, agent)));
    lab_close(&l);
}

static void a_fixed_body_stays(void **state) {
    (void)state;
    lab l = open_pushed(lab_def(), PUSH(5, 5, 0), (lab_kinds){.locomotion = "fixed"});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(1, 2, 0), 90, 4);
    for (int tick = 0; tick < 5; tick++)
        lab_step(&l);
    assert_vector(dv_agent_position(l.world, agent), 1, 2, 0, 0);
    assert_zero(dv_agent_velocity(l.world, agent));
    assert_vector(dv_agent_forward(l.world, agent), 0, 1, 0, EXACT);
    lab_close(&l);
}

// Worlds alike but for the number of threads stay alike to the bit.
static void threads_do_not_matter(void **state) {
    (void)state;
    lab labs[2];
    uint64_t n = 0;
    for (int i = 0; i < 2; i++) {
        dv_world_def def = lab_def();
        def.threads = i ? 3 : 1;
        def.bounds.edge = DV_EDGE_WRAP;
        labs[i] = open_pushed(def, MAKE("flocking", NUMBER("cohesion.radius", 4)), (lab_kinds){0});
        n = 0;
        for (int a = 0; a < 3000; a++)
            lab_spawn(&labs[i], a % 2 ? SHEEP : DOG,
                      dv_vec(lab_random(&n, -50, 50), lab_random(&n, -50, 50), 0),
                      lab_random(&n, 0, 360), 3);
    }
    for (int tick = 0; tick < 10; tick++)
        for (int i = 0; i < 2; i++)
            lab_step(&labs[i]);
    const dv_columns *a = &labs[0].world->agents, *b = &labs[1].world->agents;
    assert_memory_equal(a->x, b->x, 3000 * sizeof *a->x);
    assert_memory_equal(a->y, b->y, 3000 * sizeof *a->y);
    assert_memory_equal(a->vx, b->vx, 3000 * sizeof *a->vx);
    assert_memory_equal(a->fy, b->fy, 3000 * sizeof *a->fy);
    dv_world_destroy(labs[1].world);
    dv_program_release(labs[1].program);
    lab_close(&labs[0]);
}

TESTS {
    if (!register_pushes())
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(force_is_mass_times_steering_over_response),
        cmocka_unit_test(force_is_truncated),
        cmocka_unit_test(a_response_below_the_tick_is_one_tick),
        cmocka_unit_test(speed_is_truncated_to_the_cap),
        cmocka_unit_test(a_lowered_cap_is_approached_as_force_allows),
        cmocka_unit_test(max_speed_holds_above_any_cap),
        cmocka_unit_test(at_rest_the_heading_is_kept),
        cmocka_unit_test(without_steering_it_glides),
        cmocka_unit_test(the_plane_has_no_height_and_a_volume_has),
        cmocka_unit_test(wild_steering_and_bodies_are_finite),
        cmocka_unit_test(the_end_of_the_numbers_is_not_passed),
        cmocka_unit_test(a_fixed_body_stays),
        cmocka_unit_test(threads_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
