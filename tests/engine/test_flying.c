// Flying: how the body's up direction follows its turns. 10 m/s, 2 kg, 40 N, 0.25 s, 50 ticks a
// second.
#include "../program.h"
#include "../world_hash.h"
#include "pushed_world.h"

#include <stdio.h>

#define GRAVITY 9.81

static lab open_flight(dv_steering *steer) {
    return open_pushed(volume_def(), steer, (lab_kinds){.locomotion = "flying"});
}

/// How far the roof leans to the left, rad.
static double roll_of(const lab *l, dv_agent agent) {
    dv_vec3 f = dv_agent_forward(l->world, agent), up = dv_agent_up(l->world, agent);
    dv_vec3 left = dv_normalize(dv_vec(-f.y, f.x, 0));
    return dv_atan2((double)dv_dot(up, left), (double)dv_dot(up, dv_cross(f, left)));
}

static void check_basis(const lab *l, dv_agent agent) {
    dv_vec3 f = dv_agent_forward(l->world, agent), up = dv_agent_up(l->world, agent);
    assert_float_equal(dv_length(f), 1, 1e-5);
    assert_float_equal(dv_length(up), 1, 1e-5);
    assert_float_equal(dv_dot(f, up), 0, 1e-5);
}

static void roll_settles_at_the_coordinated_turn(void **state) {
    (void)state;
    // 2.5 m/s / 0.25 s = 10 m/s² to the left: tan(roll) = 10 / 9.81
    lab l = open_flight(SWERVE(0, 2.5));
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 20, 10);
    double before = 0, aim = dv_atan2(10, GRAVITY);
    lab_step(&l);
    // in the first tick 0.02 / (1/3 + 0.02) of the way, along the chord
    double share = 0.02 / (1.0 / 3 + 0.02);
    double first = dv_atan2(share * dv_sin(aim), 1 - share + share * dv_cos(aim));
    assert_float_equal(roll_of(&l, agent), first, 1e-3);
    for (int tick = 0; tick < 300; tick++) {
        lab_step(&l);
        double roll = roll_of(&l, agent);
        assert_true(roll > before - 1e-4 && roll < aim + 1e-3); // never past it
        before = roll;
        check_basis(&l, agent);
    }
    assert_float_equal(before, aim, 2e-3);
    assert_float_equal(place_of(&l, agent).z, 0, 1e-3);
    lab_close(&l);
}

static void roll_follows_the_other_way_and_levels_out(void **state) {
    (void)state;
    lab l = open_flight(MAKE("swerve", {"y", dv_value_name("amount")}));
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 10);
    lab_set_amount(&l, agent, -2.5);
    steps(&l, 300);
    assert_float_equal(roll_of(&l, agent), -dv_atan2(10, GRAVITY), 2e-3);
    lab_set_amount(&l, agent, 0);
    double before = roll_of(&l, agent);
    for (int tick = 0; tick < 300; tick++) {
        lab_step(&l);
        double roll = roll_of(&l, agent);
        assert_true(roll > before && roll < 1e-6); // damped: no swing to the other side
        before = roll < -1e-5 ? roll : before - 1;
    }
    assert_float_equal(roll_of(&l, agent), 0, 1e-4);
    lab_close(&l);
}

static void straight_flight_is_upright(void **state) {
    (void)state;
    lab l = open_flight(PUSH(0, 0, 0));
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 70, 5);
    steps(&l, 50);
    assert_vector(dv_agent_up(l.world, agent), 0, 0, 1, 1e-6f);
    lab_close(&l);
}

static void a_dive_keeps_the_roof(void **state) {
    (void)state;
    lab l = open_flight(PUSH(0, 0, -20));
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    for (int tick = 0; tick < 200; tick++) {
        lab_step(&l);
        check_basis(&l, agent);
    }
    assert_vector(dv_agent_forward(l.world, agent), 0, 0, -1, 1e-4f);
    assert_vector(dv_agent_up(l.world, agent), 1, 0, 0, 1e-2f); // nose down from heading 0
    lab_close(&l);
}

static void a_point_mass_does_not_bank(void **state) {
    (void)state;
    lab l = open_pushed(volume_def(), SWERVE(0, 2.5), (lab_kinds){0});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 10);
    for (int tick = 0; tick < 300; tick++) {
        lab_step(&l);
        assert_vector(dv_agent_up(l.world, agent), 0, 0, 1, 1e-3f);
    }
    lab_close(&l);
}

static void in_the_plane_it_is_a_point_mass(void **state) {
    (void)state;
    lab l = open_pushed(lab_def(), SWERVE(1, 2), (lab_kinds){.locomotion = "flying"});
    lab m = open_pushed(lab_def(), SWERVE(1, 2), (lab_kinds){0});
    dv_agent a = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 3);
    dv_agent b = lab_spawn(&m, SHEEP, dv_vec(0, 0, 0), 0, 3);
    steps(&l, 100);
    steps(&m, 100);
    dv_vec3 p = place_of(&m, b);
    assert_vector(place_of(&l, a), p.x, p.y, 0, 0);
    assert_vector(dv_agent_up(l.world, a), 0, 0, 1, 0);
    assert_null(l.world->agents.ux);
    dv_world_destroy(m.world);
    dv_program_release(m.program);
    lab_close(&l);
}

static void local_offsets_use_the_whole_basis(void **state) {
    (void)state;
    lab l = lab_open_volume();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 90, 0);
    assert_vector(dv_agent_to_local(l.world, agent, dv_vec(1, 2, 3)), 2, -1, 3, 1e-6f);
    dv_agent_set_velocity(l.world, agent, dv_vec(0, 0, 4), NULL); // pitched up from +y
    assert_vector(dv_agent_up(l.world, agent), 0, -1, 0, 1e-5f);
    assert_vector(dv_agent_to_local(l.world, agent, dv_vec(1, 2, 3)), 3, -1, -2, 1e-5f);
    assert_vector(dv_agent_to_world(l.world, agent, dv_vec(3, -1, -2)), 1, 2, 3, 1e-5f);
    dv_agent_set_heading(l.world, agent, 0, NULL); // given standing upright
    assert_vector(dv_agent_up(l.world, agent), 0, 0, 1, 0);
    lab_close(&l);
}

static void snapshots_keep_the_roof_and_the_wheel(void **state) {
    (void)state;
    static const char path[] = "test_flying.snap";
    lab l = open_flight(SWERVE(0.5, 2.5));
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 20, 10);
    steps(&l, 40);
    dv_vec3 up = dv_agent_up(l.world, agent);
    l.world->agents.kept[0] = 0.25f;
    uint64_t hash = world_hash(l.world);
    assert_int_equal(dv_world_save(l.world, path, &l.error), DV_OK);
    steps(&l, 40);
    uint64_t later = world_hash(l.world);
    assert_true(later != hash);
    if (dv_world_load(l.world, path, &l.error) != DV_OK)
        fail_msg("%s", l.error.message);
    remove(path);
    assert_true(world_hash(l.world) == hash);
    agent = dv_world_agent_at(l.world, 0);
    assert_vector(dv_agent_up(l.world, agent), up.x, up.y, up.z, 0);
    assert_true(l.world->agents.kept[0] == 0.25f);
    l.world->agents.ux[0] += 1e-6f; // the hash covers it
    assert_true(world_hash(l.world) != hash);
    l.world->agents.ux[0] = up.x;
    steps(&l, 40);
    assert_true(world_hash(l.world) == later);
    lab_close(&l);
}

TESTS {
    if (!register_pushes())
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roll_settles_at_the_coordinated_turn),
        cmocka_unit_test(roll_follows_the_other_way_and_levels_out),
        cmocka_unit_test(straight_flight_is_upright),
        cmocka_unit_test(a_dive_keeps_the_roof),
        cmocka_unit_test(a_point_mass_does_not_bank),
        cmocka_unit_test(in_the_plane_it_is_a_point_mass),
        cmocka_unit_test(local_offsets_use_the_whole_basis),
        cmocka_unit_test(snapshots_keep_the_roof_and_the_wheel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
