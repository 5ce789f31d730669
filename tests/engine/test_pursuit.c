// Pursuit and evasion: the nine cases of the predictor, each by the point that it must give. The
// agent is at the origin and faces +x with a top speed of 10 m/s; quarries are 10 m away at 5 m/s.
#include "../program.h"
#include "behavior_world.h"

#define EXACT 2e-4f

typedef struct chase {
    dv_vec3 quarry;
    float quarry_heading; ///< degrees
    float seconds;        ///< the prediction expected
} chase;

// Headings are off the axes by 30° at most, so that each prediction leads to another direction.
static const chase chases[] = {
    {{10, 0, 0}, 30, 4},                    // behind the quarry, moving along with it
    {{7.0710678f, 7.0710678f, 0}, 70, 2},   // behind it, across
    {{-7.0710678f, 7.0710678f, 0}, 150, 2}, // behind it, the other way
    {{0, 10, 0}, 30, 1},                    // beside it, along
    {{10, 0, 0}, 80, 0.8f},                 // beside it, across
    {{0, 10, 0}, 150, 2},                   // beside it, the other way
    {{-10, 0, 0}, 30, 0},                   // in front of it, along: it comes by itself
    {{0, 10, 0}, -100, 2.0f / 3},           // in front of it, across: they meet
    {{10, 0, 0}, 150, 2.0f / 3},            // in front of it, head-on: they meet
};

static dv_vec3 predicted(const chase *c, float seconds) {
    double heading = (double)c->quarry_heading * DV_PI / 180;
    dv_vec3 velocity = {5 * (float)dv_cos(heading), 5 * (float)dv_sin(heading), 0};
    return dv_add(c->quarry, dv_scale(velocity, seconds));
}

static dv_agent start(lab *l, const chase *c) {
    dv_agent agent = lab_spawn(l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_aim(l, agent, lab_spawn(l, DOG, c->quarry, c->quarry_heading, 5));
    return agent;
}

static void expect(dv_vec3 steering, const chase *c, float seconds, float sign) {
    dv_vec3 way = dv_scale(dv_normalize(predicted(c, seconds)), 10 * sign);
    assert_vector(steering, way.x, way.y, way.z, EXACT);
}

static void pursuit_seeks_the_predicted_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof chases / sizeof *chases; i++) {
        lab l = lab_open();
        dv_agent agent = start(&l, &chases[i]);
        expect(ASK(&l, agent, "pursuit", AT_TARGET), &chases[i], chases[i].seconds, 1);
        lab_close(&l);
    }
}

static void evasion_flees_the_predicted_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof chases / sizeof *chases; i++) {
        lab l = lab_open();
        dv_agent agent = start(&l, &chases[i]);
        expect(ASK(&l, agent, "evasion", AT_TARGET), &chases[i], chases[i].seconds, -1);
        assert_zero(ASK(&l, agent, "evasion", AT_TARGET, NUMBER("radius", 9.99)));
        lab_close(&l);
    }
}

static void the_horizon_limits_the_prediction(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = start(&l, &chases[0]);
    expect(ASK(&l, agent, "pursuit", AT_TARGET, NUMBER("horizon", 1)), &chases[0], 1, 1);
    expect(ASK(&l, agent, "evasion", AT_TARGET, NUMBER("horizon", 0)), &chases[0], 0, -1);
    lab_close(&l);
}

static void other_predictors_take_their_own_times(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = start(&l, &chases[0]);
    expect(ASK(&l, agent, "pursuit", AT_TARGET, NUMBER("look_ahead", 2)), &chases[0], 2, 1);
    expect(ASK(&l, agent, "pursuit", AT_TARGET, NUMBER("turning", 0.3)), &chases[0], 3, 1);
    lab_close(&l);
}

static void a_constant_bearing_matches_the_motion_across(void **state) {
    (void)state;
    lab l = lab_open();
    chase c = {{20, 0, 0}, 90, 0};
    dv_agent agent = start(&l, &c);
    // 5 m/s across leave √(100 − 25) m/s to close in.
    assert_vector(ASK(&l, agent, "pursuit", AT_TARGET, YES("constant_bearing")), 8.6602540f, 5, 0,
                  EXACT);
    lab_close(&l);
}

static void pursuit_of_a_point_is_seek(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 4);
    assert_vector(ASK(&l, agent, "pursuit", AT_POINT(0, 5, 0)), -4, 10, 0, EXACT);
    lab_close(&l);
}

static void coincident_pursuers_and_quarries_are_finite(void **state) {
    (void)state;
    lab l = lab_open();
    chase here = {{0, 0, 0}, 90, 0};
    dv_agent agent = start(&l, &here);
    assert_zero(ASK(&l, agent, "pursuit", AT_TARGET));
    assert_zero(ASK(&l, agent, "pursuit", AT_TARGET, YES("constant_bearing")));
    assert_vector(ASK(&l, agent, "evasion", AT_TARGET), 10, 0, 0, EXACT);
    lab_close(&l);
}

static void a_cap_of_zero_is_finite(void **state) {
    (void)state;
    lab l = lab_open_with(lab_def(), (lab_kinds){.speed = dv_value_number(0)});
    for (size_t i = 0; i < sizeof chases / sizeof *chases; i++) {
        dv_agent agent = start(&l, &chases[i]);
        assert_zero(ASK(&l, agent, "pursuit", AT_TARGET));
        assert_zero(ASK(&l, agent, "evasion", AT_TARGET));
    }
    lab_close(&l);
}

static void jinks_go_to_both_sides_and_last(void **state) {
    (void)state;
    lab l = lab_open();
    chase c = {{10, 0, 0}, 0, 0};
    dv_agent agent = start(&l, &c);
    int left = 0, changes = 0;
    float last_side = 0;
    for (int tick = 0; tick < 1000; tick++) { // 20 s: 40 draws
        dv_vec3 s = ASK(&l, agent, "evasion", AT_POINT(10000, 0, 0), NUMBER("jink", 1));
        dv_vec3 desired = dv_add(s, dv_agent_velocity(l.world, agent));
        assert_true(dv_length(desired) > 9.99f && dv_length(desired) < 10.01f);
        float side = desired.y > 0 ? 1 : -1;
        left += side > 0;
        changes += tick > 0 && side != last_side;
        last_side = side;
        lab_step(&l);
    }
    assert_in_range(left, 200, 800);
    assert_in_range(changes, 5, 35);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pursuit_seeks_the_predicted_place),
        cmocka_unit_test(evasion_flees_the_predicted_place),
        cmocka_unit_test(the_horizon_limits_the_prediction),
        cmocka_unit_test(other_predictors_take_their_own_times),
        cmocka_unit_test(a_constant_bearing_matches_the_motion_across),
        cmocka_unit_test(pursuit_of_a_point_is_seek),
        cmocka_unit_test(coincident_pursuers_and_quarries_are_finite),
        cmocka_unit_test(a_cap_of_zero_is_finite),
        cmocka_unit_test(jinks_go_to_both_sides_and_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
