// Bodies on wheels. 2 kg: pulling with 40 N gives 20 m/s², braking with 120 N gives 60. 1 m between
// the axles, a steering angle of at most 0.6 rad, a crawl of 2 m/s, and 50 ticks a second.
#include "../program.h"
#include "pushed_world.h"

#define CLOSE 1e-5f
#define LOCK 0.6

static lab open_car(dv_steering *steer, dv_property property, double value) {
    lab_kinds kinds = {.locomotion = "wheeled"};
    kinds.properties[DV_MAX_BRAKE] = dv_value_number(120);
    kinds.properties[property] = dv_value_number(value);
    return open_pushed(lab_def(), steer, kinds);
}

#define USUAL DV_RESPONSE, 0.25

static void the_forward_part_is_throttle(void **state) {
    (void)state;
    lab l = open_car(SWERVE(1, 0), USUAL);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 90, 2);
    lab_step(&l); // 1 m/s / 0.25 s = 4 m/s²
    assert_vector(dv_agent_velocity(l.world, agent), 0, 2.08f, 0, CLOSE);
    assert_vector(place_of(&l, agent), 0, 0.0416f, 0, CLOSE);
    lab_close(&l);
    l = open_car(SWERVE(100, 0), USUAL);
    agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 90, 2);
    lab_step(&l); // no more than max_force
    assert_vector(dv_agent_velocity(l.world, agent), 0, 2.4f, 0, CLOSE);
    lab_close(&l);
}

static void brakes_are_stronger_than_the_engine(void **state) {
    (void)state;
    lab l = open_car(STOP(), DV_RESPONSE, 0.02);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 10);
    for (int tick = 1; tick <= 8; tick++) {
        lab_step(&l);
        assert_vector(dv_agent_velocity(l.world, agent), 10 - 1.2f * (float)tick, 0, 0, CLOSE);
    }
    lab_step(&l);
    assert_zero(dv_agent_velocity(l.world, agent));
    // 0.02 s · (8.8 + 7.6 + … + 0.4) m/s; without ticks 10² / 2 · 60 = 0.833 m
    assert_vector(place_of(&l, agent), 0.736f, 0, 0, CLOSE);
    lab_close(&l);
}

static void brakes_not_given_are_twice_the_engine(void **state) {
    (void)state;
    lab l = open_car(STOP(), DV_MAX_BRAKE, 0);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 10);
    lab_step(&l); // −10 / 0.25 = −40 m/s² asked, and 2 · 20 given
    assert_vector(dv_agent_velocity(l.world, agent), 9.2f, 0, 0, CLOSE);
    lab_close(&l);
}

static void check_circle(lab *l, dv_agent agent, double radius, double speed) {
    dv_vec3 center = dv_vec(0, (float)radius, 0);
    for (int tick = 1; tick <= 200; tick++) {
        lab_step(l);
        float distance = dv_length(dv_subtract(place_of(l, agent), center));
        assert_float_equal(distance, radius, 2e-4);
        assert_float_equal(speed_of(l, agent), speed, 1e-4);
        double turned = dv_agent_heading(l->world, agent) - tick * 0.02 * speed / radius;
        turned -= 2 * DV_PI * floor(turned / (2 * DV_PI) + 0.5);
        assert_float_equal(turned, 0, 1e-3);
    }
}

static void at_the_lock_the_circle_is_wheelbase_over_tan(void **state) {
    (void)state;
    lab l = open_car(SWERVE(0, 1000), USUAL);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 5);
    check_circle(&l, agent, 1 / dv_tan(LOCK), 5);
    assert_float_equal(l.world->agents.kept[0], LOCK, 1e-6);
    lab_close(&l);
    l = open_car(SWERVE(0, 1000), DV_WHEELBASE, 3);
    agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 5);
    check_circle(&l, agent, 3 / dv_tan(LOCK), 5);
    lab_close(&l);
}

static void a_side_part_pulls_aside_as_a_point_mass_is_pulled(void **state) {
    (void)state;
    // 1 m/s / 0.25 s = 4 m/s² at 5 m/s: radius 25 / 4, tan(angle) = 1 · 4 / 25
    lab l = open_car(SWERVE(0, 1), USUAL);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 5);
    check_circle(&l, agent, 6.25, 5);
    lab_close(&l);
    l = open_car(SWERVE(0, 1), USUAL);
    lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 5);
    lab_step(&l);
    assert_float_equal(dv_tan((double)l.world->agents.kept[0]), 0.16, 1e-6);
    lab_close(&l);
}

static void at_rest_it_does_not_turn(void **state) {
    (void)state;
    lab l = open_car(SWERVE(0, 1), USUAL); // less than a crawl: not worth driving round
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(1, 2, 0), 30, 0);
    dv_vec3 forward = dv_agent_forward(l.world, agent);
    for (int tick = 0; tick < 100; tick++) {
        lab_step(&l);
        assert_vector(dv_agent_forward(l.world, agent), forward.x, forward.y, 0, 0);
        assert_vector(place_of(&l, agent), 1, 2, 0, 0);
    }
    assert_float_equal(l.world->agents.kept[0], LOCK, 1e-6); // the wheel does
    lab_close(&l);
    l = open_car(SWERVE(-50, 50), DV_MAX_FORCE, 0); // nor without an engine, whatever is asked
    agent = lab_spawn(&l, SHEEP, dv_vec(1, 2, 0), 30, 0);
    steps(&l, 100);
    assert_vector(dv_agent_forward(l.world, agent), forward.x, forward.y, 0, 0);
    lab_close(&l);
}

static void without_steering_it_rolls_straight_on(void **state) {
    (void)state;
    lab l = open_car(PUSH(0, 0, 0), USUAL);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 4);
    steps(&l, 50);
    assert_vector(dv_agent_velocity(l.world, agent), 4, 0, 0, 0);
    assert_vector(place_of(&l, agent), 4, 0, 0, CLOSE);
    assert_true(l.world->agents.kept[0] == 0);
    lab_close(&l);
}

static void the_wheel_has_inertia(void **state) {
    (void)state;
    lab l = open_car(SWERVE(0, 1000), DV_SMOOTHING, 0.08);
    lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 5);
    lab_step(&l); // 0.02 / (0.08 + 0.02) of the way
    assert_float_equal(l.world->agents.kept[0], LOCK / 5, 1e-6);
    lab_step(&l);
    assert_float_equal(l.world->agents.kept[0], LOCK * 9 / 25, 1e-6);
    lab_close(&l);
}

static void the_turn_rate_bounds_it_too(void **state) {
    (void)state;
    lab l = open_car(SWERVE(0, 1000), DV_TURN_RATE, 0.5);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 5);
    steps(&l, 100);
    assert_float_equal(dv_agent_heading(l.world, agent), 1, 1e-4);
    lab_close(&l);
}

static void what_is_behind_is_driven_round_to(void **state) {
    (void)state;
    lab l = open_car(MAKE("arrival", AT_POINT(-20, 0, 0)), USUAL);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    double most = 0;
    for (int tick = 0; tick < 1000; tick++) {
        dv_vec3 before = dv_agent_forward(l.world, agent);
        lab_step(&l);
        dv_vec3 v = dv_agent_velocity(l.world, agent), f = dv_agent_forward(l.world, agent);
        // It never slides, backs or turns tighter than its circle.
        assert_vector(v, f.x * speed_of(&l, agent), f.y * speed_of(&l, agent), 0, 1e-5f);
        double turn = dv_length_double(dv_subtract(f, before));
        assert_true(turn <= 0.02 * (double)speed_of(&l, agent) * dv_tan(LOCK) + 1e-5);
        most = (double)place_of(&l, agent).y > most ? (double)place_of(&l, agent).y : most;
    }
    assert_true(most > 2.5 && most < 4); // twice the tightest radius, to the left
    assert_vector(place_of(&l, agent), -20, 0, 0, 0.3f);
    assert_true(speed_of(&l, agent) < 0.01f);
    lab_close(&l);
}

static void with_a_reverse_gear_it_drives_backward(void **state) {
    (void)state;
    lab l = open_car(SWERVE(-1, 0), DV_REVERSE, 2);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 90, 0);
    lab_step(&l); // 1 m/s / 0.25 s = 4 m/s²
    assert_vector(dv_agent_velocity(l.world, agent), 0, -0.08f, 0, CLOSE);
    for (int tick = 0; tick < 300; tick++)
        lab_step(&l);
    assert_vector(dv_agent_velocity(l.world, agent), 0, -2, 0, CLOSE); // no faster than the gear
    assert_vector(dv_agent_forward(l.world, agent), 0, 1, 0, CLOSE);
    lab_close(&l);
}

static void it_stands_before_it_changes_its_direction(void **state) {
    (void)state;
    lab l = open_car(PUSH(-3, 0, 0), DV_REVERSE, 2);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 2);
    bool stood = false;
    for (int tick = 0; tick < 100; tick++) {
        float before = dv_agent_velocity(l.world, agent).x;
        lab_step(&l);
        float after = dv_agent_velocity(l.world, agent).x;
        assert_true(before * after >= 0);
        stood = stood || after == 0;
    }
    assert_true(stood && dv_agent_velocity(l.world, agent).x < 0);
    lab_close(&l);
}

// At 10 m/s it is there sooner forward, though it has to turn around first.
static void to_go_faster_than_the_gear_it_turns_around(void **state) {
    (void)state;
    lab l = open_car(MAKE("seek", AT_POINT(-100, 1, 0)), DV_REVERSE, 1);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    for (int tick = 0; tick < 500; tick++)
        lab_step(&l);
    assert_true(dv_agent_velocity(l.world, agent).x < -5);
    lab_close(&l);
    l = open_car(MAKE("seek", AT_POINT(-2, 0.1, 0)), DV_REVERSE, 4);
    agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    for (int tick = 0; tick < 30; tick++) {
        lab_step(&l);
        assert_true(dv_agent_velocity(l.world, agent).x <= 0);
    }
    assert_true(dv_agent_position(l.world, agent).x < -1);
    lab_close(&l);
}

static void a_mirrored_wish_mirrors_the_drive(void **state) {
    (void)state;
    lab left = open_car(MAKE("seek", AT_POINT(-7, 3, 0)), USUAL);
    lab right = open_car(MAKE("seek", AT_POINT(-7, -3, 0)), USUAL);
    dv_agent a = lab_spawn(&left, SHEEP, dv_vec(0, 0, 0), 0, 3);
    dv_agent b = lab_spawn(&right, SHEEP, dv_vec(0, 0, 0), 0, 3);
    steps(&left, 100);
    steps(&right, 100);
    dv_vec3 p = place_of(&left, a);
    assert_vector(place_of(&right, b), p.x, -p.y, 0, 1e-4f);
    dv_world_destroy(right.world);
    dv_program_release(right.program);
    lab_close(&left);
}

static void a_wall_ahead_does_not_hold_it_for_good(void **state) {
    (void)state;
    dv_world_def def = lab_def();
    def.bounds.edge = DV_EDGE_CONTAIN;
    lab l = open_pushed(def, MAKE("seek", AT_POINT(0, 0, 0)), (lab_kinds){.locomotion = "wheeled"});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(49.5f, 0, 0), 0, 0);
    float nearest = 50;
    for (int tick = 0; tick < 1500; tick++) {
        lab_step(&l);
        nearest = fminf(nearest, dv_length(place_of(&l, agent)));
    }
    assert_true(nearest < 2);
    lab_close(&l);
}

TESTS {
    if (!register_pushes())
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_forward_part_is_throttle),
        cmocka_unit_test(brakes_are_stronger_than_the_engine),
        cmocka_unit_test(brakes_not_given_are_twice_the_engine),
        cmocka_unit_test(at_the_lock_the_circle_is_wheelbase_over_tan),
        cmocka_unit_test(a_side_part_pulls_aside_as_a_point_mass_is_pulled),
        cmocka_unit_test(at_rest_it_does_not_turn),
        cmocka_unit_test(without_steering_it_rolls_straight_on),
        cmocka_unit_test(the_wheel_has_inertia),
        cmocka_unit_test(the_turn_rate_bounds_it_too),
        cmocka_unit_test(what_is_behind_is_driven_round_to),
        cmocka_unit_test(with_a_reverse_gear_it_drives_backward),
        cmocka_unit_test(it_stands_before_it_changes_its_direction),
        cmocka_unit_test(to_go_faster_than_the_gear_it_turns_around),
        cmocka_unit_test(a_mirrored_wish_mirrors_the_drive),
        cmocka_unit_test(a_wall_ahead_does_not_hold_it_for_good),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
