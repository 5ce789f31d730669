// Walk along: the place next to a partner in numbers, and couples that find together again.
#include "../program.h"
#include "behavior_world.h"

#define EXACT 2e-4f
#define WITH_TARGET                                                                                \
    { "partner", dv_value_name("target") }

static void each_makes_half_of_the_way(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent a = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 2);
    dv_agent b = lab_spawn(&l, SHEEP, dv_vec(1, 3, 0), 0, 2);
    lab_aim(&l, a, b);
    lab_aim(&l, b, a);
    // Beside the partner and 1 m from it is (1, 2): half is (0.5, 1), which takes 1.118 m/s of the
    // 10 and leaves the rest to the common velocity: 2 · (1 − 0.1118) + 0.5.
    dv_vec3 s = ASK(&l, a, "walk_along", WITH_TARGET, NUMBER("distance", 1));
    assert_vector(s, 0.5f - 0.223607f, 1, 0, EXACT);
    // the partner, who is ahead, mirrors it
    s = ASK(&l, b, "walk_along", WITH_TARGET, NUMBER("distance", 1));
    assert_vector(s, -0.5f - 0.223607f, -1, 0, EXACT);
    lab_close(&l);
}

static void side_by_side_there_is_nothing_to_do(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent a = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 90, 3);
    lab_aim(&l, a, lab_spawn(&l, SHEEP, dv_vec(2, 0, 0), 90, 3));
    assert_vector(ASK(&l, a, "walk_along", WITH_TARGET, NUMBER("distance", 2)), 0, 0, 0, 1e-5f);
    dv_agent c = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_aim(&l, c, lab_spawn(&l, SHEEP, dv_vec(0, 2, 0), 0, 0));
    assert_zero(ASK(&l, c, "walk_along", WITH_TARGET, NUMBER("distance", 2)));
    lab_close(&l);
}

static void on_top_of_each_other_the_lower_id_takes_the_left(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent a = lab_spawn(&l, SHEEP, dv_vec(5, 5, 0), 0, 0);
    dv_agent b = lab_spawn(&l, SHEEP, dv_vec(5, 5, 0), 0, 0);
    lab_aim(&l, a, b);
    lab_aim(&l, b, a);
    assert_vector(ASK(&l, a, "walk_along", WITH_TARGET, NUMBER("distance", 2)), 0, 1, 0, EXACT);
    assert_vector(ASK(&l, b, "walk_along", WITH_TARGET, NUMBER("distance", 2)), 0, -1, 0, EXACT);
    lab_close(&l);
}

static void who_is_far_ahead_waits_and_never_walks_back(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent a = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_aim(&l, a, lab_spawn(&l, SHEEP, dv_vec(-30, 1.2f, 0), 0, 0));
    // The two are to walk along (55, −0.6): nothing of that way is left.
    dv_vec3 s = ASK(&l, a, "walk_along", WITH_TARGET, AT_POINT(40, 0, 0));
    assert_true(fabsf(55 * s.x - 0.6f * s.y) < 1e-2f && dv_length(s) < 0.2f);
    lab_close(&l);
}

typedef struct couple {
    lab l;
    dv_agent a, b;
} couple;

static couple open_couple(dv_vec3 a, dv_vec3 b) {
    dv_part parts[] = {
        {MAKE("obstacle_avoidance", NUMBER("horizon", 1.5)), {0}},
        {MAKE("walk_along", WITH_TARGET, AT_POINT(45, 0, 0)), {0}},
    };
    dv_error error;
    lab_kinds kinds = {.steer = dv_blend_create("sum", parts, 2, NULL, 0, "test", &error),
                       .speed = dv_value_number(1.4)};
    couple c = {.l = lab_open_with(lab_def(), kinds)};
    for (int i = 0; i < 2; i++)
        dv_steering_release(parts[i].steering);
    dv_steering_release(kinds.steer);
    c.a = lab_spawn(&c.l, SHEEP, a, 0, 0);
    c.b = lab_spawn(&c.l, SHEEP, b, 0, 0);
    lab_aim(&c.l, c.a, c.b);
    lab_aim(&c.l, c.b, c.a);
    return c;
}

static bool is_side_by_side(couple *c, float tolerance) {
    dv_vec3 apart =
        dv_subtract(dv_agent_position(c->l.world, c->b), dv_agent_position(c->l.world, c->a));
    return fabsf(apart.x) < tolerance && fabsf(fabsf(apart.y) - 1.2f) < tolerance;
}

static void walkers_come_side_by_side(void **state) {
    (void)state;
    couple c = open_couple(dv_vec(-40, 5, 0), dv_vec(-34, -6, 0));
    for (int tick = 0; tick < 50 * 20; tick++)
        lab_step(&c.l);
    assert_true(is_side_by_side(&c, 0.1f));
    dv_vec3 velocity = dv_agent_velocity(c.l.world, c.a);
    assert_true(fabsf(dv_length(velocity) - 1.4f) < 0.05f);
    lab_close(&c.l);
}

static void walkers_are_side_by_side_again_after_a_pillar(void **state) {
    (void)state;
    couple c = open_couple(dv_vec(-20, 0.6f, 0), dv_vec(-20, -0.6f, 0));
    dv_obstacle_def pillar = {.shape = DV_SPHERE, .position = {0, 0.1f, 0}, .radius = 1.5f};
    dv_obstacle obstacle;
    assert_int_equal(dv_obstacle_create(c.l.world, &pillar, &obstacle, &c.l.error), DV_OK);
    float widest = 0;
    double behind = 0, again = 0;
    for (int tick = 1; tick <= 50 * 40; tick++) {
        lab_step(&c.l);
        dv_vec3 a = dv_agent_position(c.l.world, c.a), b = dv_agent_position(c.l.world, c.b);
        float apart = dv_length(dv_subtract(a, b));
        widest = apart > widest ? apart : widest;
        if (behind == 0 && a.x > 2 && b.x > 2)
            behind = tick / 50.0;
        if (behind > 0 && again == 0 && is_side_by_side(&c, 0.15f))
            again = tick / 50.0;
    }
    if (!(widest > 1.6f) || behind == 0 || again == 0 || again - behind > 5)
        fail_msg("%g m apart, past the pillar after %g s, side by side after %g s", (double)widest,
                 behind, again);
    assert_true(is_side_by_side(&c, 0.05f));
    lab_close(&c.l);
}

static void both_arrive_and_stand_side_by_side(void **state) {
    (void)state;
    couple c = open_couple(dv_vec(20, 3, 0), dv_vec(22, 0, 0));
    for (int tick = 0; tick < 50 * 60; tick++)
        lab_step(&c.l);
    dv_vec3 a = dv_agent_position(c.l.world, c.a), b = dv_agent_position(c.l.world, c.b);
    assert_vector(dv_lerp(a, b, 0.5f), 45, 0, 0, 0.3f);
    assert_true(fabsf(dv_length(dv_subtract(a, b)) - 1.2f) < 0.05f);
    assert_true(dv_length(dv_agent_velocity(c.l.world, c.a)) < 0.02f);
    lab_close(&c.l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_makes_half_of_the_way),
        cmocka_unit_test(side_by_side_there_is_nothing_to_do),
        cmocka_unit_test(on_top_of_each_other_the_lower_id_takes_the_left),
        cmocka_unit_test(who_is_far_ahead_waits_and_never_walks_back),
        cmocka_unit_test(walkers_come_side_by_side),
        cmocka_unit_test(walkers_are_side_by_side_again_after_a_pillar),
        cmocka_unit_test(both_arrive_and_stand_side_by_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
