// Reciprocal avoidance. The agent starts at the origin and faces +x with a top speed of 10 m/s and
// a radius of 0.5 m. Its response is 0 here, so the steering is the change of velocity itself.
#include "../program.h"
#include "crossing_world.h"

#include "steering/behaviors/threats.h"

#define EXACT 1e-4f
#define AVOID "reciprocal_avoidance", NUMBER("slowing_distance", 2)

static lab open_lab(dv_space space) {
    dv_world_def def = lab_def();
    def.space = space;
    lab_kinds kinds = {0};
    kinds.properties[DV_RESPONSE] = dv_value_number(0);
    return lab_open_with(def, kinds);
}

static dv_agent mover(lab *l, float speed) {
    return lab_spawn(l, SHEEP, dv_vec(0, 0, 0), 0, speed);
}

static void a_free_way_is_zero_or_arrival(void **state) {
    (void)state;
    lab l = open_lab(DV_PLANE);
    dv_agent agent = mover(&l, 4);
    lab_step(&l);
    assert_zero(ASK(&l, agent, AVOID));
    lab_spawn(&l, SHEEP, dv_vec(-3, 0, 0), 180, 4);
    lab_spawn(&l, SHEEP, dv_vec(3, 0, 0), 0, 4);
    lab_spawn(&l, SHEEP, dv_vec(9, 4, 0), 180, 1);
    lab_step(&l);
    assert_zero(ASK(&l, agent, AVOID));
    dv_vec3 arrival = ASK(&l, agent, "arrival", AT_POINT(0, 3, 0), NUMBER("slowing_distance", 2));
    dv_vec3 found = ASK(&l, agent, AVOID, AT_POINT(0, 3, 0), NUMBER("horizon", 0.2));
    assert_vector(found, arrival.x, arrival.y, 0, 0);
    assert_zero(ASK(&l, agent, AVOID, AT_TARGET)); // an empty slot wants nothing
    lab_close(&l);
}

// The other stands 5 m ahead and takes up 3 m: sine 0.6, cosine 0.8 of the cone. From its axis the
// way out is 4 · 0.6 m/s along (−0.6, 0.8).
static void the_cone_is_left_by_the_least_change(void **state) {
    (void)state;
    lab l = open_lab(DV_PLANE);
    dv_agent agent = mover(&l, 4);
    lab_spawn(&l, SHEEP, dv_vec(5, 0, 0), 0, 0);
    lab_step(&l);
    dv_argument clearance = NUMBER("clearance", 2);
    assert_vector(ASK(&l, agent, AVOID, clearance, NUMBER("responsibility", 1)), -1.44f, 1.92f, 0,
                  EXACT);
    assert_vector(ASK(&l, agent, AVOID, clearance), -0.72f, 0.96f, 0, EXACT);
    assert_zero(ASK(&l, agent, AVOID, clearance, NUMBER("responsibility", 0)));
    lab_close(&l);
}

// 5 m off, 3 m wide and 5 s ahead: the cone is cut off by a disc of 0.6 m/s about (1, 0).
static void the_end_of_the_cone_is_left_by_slowing_down(void **state) {
    (void)state;
    lab l = open_lab(DV_PLANE);
    dv_agent agent = mover(&l, 0.7f);
    lab_spawn(&l, SHEEP, dv_vec(5, 0, 0), 0, 0);
    lab_step(&l);
    // The nearest point is (0.4, 0), but head-on the way out leans a tenth to the left: along
    // (−1, 0.1) / √1.01, 0.6 − 0.3 / √1.01 of it.
    dv_vec3 found = ASK(&l, agent, AVOID, NUMBER("clearance", 2), NUMBER("responsibility", 1));
    assert_vector(found, -0.2999873f, 0.02999873f, 0, EXACT);
    lab_close(&l);
}

static void bodies_that_overlap_part_within_a_tick(void **state) {
    (void)state;
    lab l = open_lab(DV_PLANE);
    dv_agent agent = mover(&l, 0);
    lab_spawn(&l, SHEEP, dv_vec(0.9f, 0, 0), 0, 0);
    lab_step(&l);
    // Some 0.1 m in 0.02 s, half of it each: (50 − 45 / √1.01) / 2 along (−1, 0.1) / √1.01
    dv_argument none = NUMBER("clearance", 0);
    assert_vector(ASK(&l, agent, AVOID, none), -2.598701f, 0.2598701f, 0, 1e-3f);
    dv_agent twin = mover(&l, 0);
    lab_step(&l);
    dv_vec3 of_agent = ASK(&l, agent, AVOID, none, NUMBER("radius", 0.5));
    dv_vec3 of_twin = ASK(&l, twin, AVOID, none, NUMBER("radius", 0.5));
    assert_vector(dv_add(of_agent, of_twin), 0, 0, 0, 1e-3f);
    assert_true(dv_length(of_agent) > 9.9f);
    lab_close(&l);
}

static void slow_bodies_hurry_to_evade(void **state) {
    (void)state;
    lab l = lab_open(); // a response of 12.5 ticks
    dv_agent agent = mover(&l, 4);
    lab_spawn(&l, SHEEP, dv_vec(5, 0, 0), 0, 0);
    lab_step(&l);
    assert_vector(ASK(&l, agent, AVOID, NUMBER("clearance", 2)), -4 * 0.72f, 4 * 0.96f, 0, EXACT);
    lab_close(&l);
}

static void it_comes_no_nearer_to_a_wall_than_it_can(void **state) {
    (void)state;
    lab l = open_lab(DV_PLANE);
    dv_agent agent = mover(&l, 4);
    dv_vec3 ends[] = {{3, -20, 0}, {3, 20, 0}};
    dv_obstacle_def def = {.shape = DV_WALL, .points = ends, .point_count = 2};
    dv_obstacle wall;
    assert_int_equal(dv_obstacle_create(l.world, &def, &wall, &l.error), DV_OK);
    lab_step(&l);
    // 2.5 m are left, in 1 s
    dv_argument none = NUMBER("clearance", 0);
    assert_vector(ASK(&l, agent, AVOID, none), -1.5f, 0, 0, EXACT);
    assert_zero(ASK(&l, agent, AVOID, none, NUMBER("obstacle_horizon", 0.5)));
    lab_close(&l);
}

// Between two neighbors that keep their velocities, the velocity found touches none within the
// horizon.
static void the_velocity_found_is_free_of_collisions(void **state) {
    (void)state;
    int evasions = 0;
    for (uint64_t seed = 0; seed < 60; seed++)
        for (int volume = 0; volume < 2; volume++) {
            uint64_t n = seed * 1000;
            lab l = open_lab(volume ? DV_VOLUME : DV_PLANE);
            dv_agent agent = mover(&l, 4), others[2];
            for (int i = 0; i < 2; i++) {
                dv_vec3 place = {lab_random(&n, 3, 9), lab_random(&n, -2, 2),
                                 volume ? lab_random(&n, -2, 2) : 0};
                others[i] = lab_spawn(&l, SHEEP, place, lab_random(&n, 135, 225), 2);
            }
            lab_step(&l);
            dv_vec3 change = ASK(&l, agent, AVOID, NUMBER("responsibility", 1),
                                 NUMBER("horizon", 3), NUMBER("clearance", 0));
            evasions += dv_length(change) > 0;
            dv_vec3 velocity = dv_add(dv_vec(4, 0, 0), change);
            assert_true(dv_length(velocity) <= 10 + EXACT);
            for (int i = 0; i < 2; i++) {
                uint32_t other = dv_handle_index(others[i].bits);
                dv_vec3 offset = dv_sensed_position(l.world, other);
                dv_vec3 relative = dv_subtract(dv_sensed_velocity(l.world, other), velocity);
                double touch = dv_time_of_touch(offset, relative, 1 - 1e-3f);
                if (touch < 3)
                    fail_msg("seed %d: touches after %g s", (int)seed, touch);
            }
            lab_close(&l);
        }
    assert_true(evasions > 40);
}

static void only_the_nearest_ten_count(void **state) {
    (void)state;
    lab l = open_lab(DV_PLANE);
    dv_agent agent = mover(&l, 4);
    lab_spawn(&l, SHEEP, dv_vec(5, 0, 0), 180, 4);
    lab_step(&l);
    assert_true(dv_length(ASK(&l, agent, AVOID)) > 0);
    for (int i = 0; i < 10; i++)
        lab_spawn(&l, SHEEP, dv_vec(-2, 0.1f * (float)i, 0), 180, 4);
    lab_step(&l);
    assert_zero(ASK(&l, agent, AVOID));
    lab_close(&l);
}

// Scenes

static scene open_scene(dv_space space) {
    return scene_open(MAKE("reciprocal_avoidance", {"target", dv_value_name("place")}), space);
}

static void pairs_and_crossings_pass(void **state) {
    (void)state;
    static const float aside[] = {0, 1e-6f, 0.02f, 0.3f, 0.6f};
    for (int space = DV_PLANE; space <= DV_VOLUME; space++)
        for (size_t i = 0; i < sizeof aside / sizeof *aside; i++) {
            scene s = open_scene((dv_space)space);
            scene_add_head_on(&s, aside[i]);
            scene_run(&s, 0.3f, 300);
            assert_true(s.least_gap > 0.1f);
            scene_close(&s);
        }
    scene s = open_scene(DV_PLANE);
    scene_add_crossing(&s);
    scene_run(&s, 0.3f, 400);
    assert_true(s.least_gap > 0.1f);
    scene_close(&s);
}

// So slow that the two meet on the cut-off end of the cone, where evading means braking.
static void a_slow_pair_head_on_passes(void **state) {
    (void)state;
    scene s = open_scene(DV_PLANE);
    scene_add_head_on(&s, 0);
    for (int i = 0; i < 2; i++)
        dv_agent_set_property(s.l.world, s.walkers[i], DV_MAX_SPEED, 0.6, NULL);
    scene_run(&s, 0.3f, 1200);
    assert_true(s.least_gap > 0.1f);
    scene_close(&s);
}

static void all_change_places_across_a_circle(void **state) {
    (void)state;
    scene s = open_scene(DV_PLANE);
    for (int i = 0; i < 250; i++) {
        double angle = 2 * DV_PI * i / 250;
        dv_vec3 place = {40 * (float)dv_cos(angle), 40 * (float)dv_sin(angle), 0};
        scene_add(&s, place, dv_scale(place, -1), 0);
    }
    scene_run(&s, 0.5f, 3000);
    if (s.least_gap <= 0)
        fail_msg("bodies overlapped by %g m", (double)-s.least_gap);
    scene_close(&s);
}

static void all_change_places_across_a_ball(void **state) {
    (void)state;
    scene s = open_scene(DV_VOLUME);
    for (int i = 0; i < 60; i++) {
        double height = (i + 0.5) / 30 - 1, angle = 2.399963 * i,
               across = dv_sqrt(1 - height * height);
        dv_vec3 place = {10 * (float)(across * dv_cos(angle)), 10 * (float)(across * dv_sin(angle)),
                         10 * (float)height};
        scene_add(&s, place, dv_scale(place, -1), 0);
    }
    scene_run(&s, 0.5f, 1500);
    if (s.least_gap <= 0)
        fail_msg("bodies overlapped by %g m", (double)-s.least_gap);
    scene_close(&s);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_free_way_is_zero_or_arrival),
        cmocka_unit_test(the_cone_is_left_by_the_least_change),
        cmocka_unit_test(the_end_of_the_cone_is_left_by_slowing_down),
        cmocka_unit_test(bodies_that_overlap_part_within_a_tick),
        cmocka_unit_test(slow_bodies_hurry_to_evade),
        cmocka_unit_test(it_comes_no_nearer_to_a_wall_than_it_can),
        cmocka_unit_test(the_velocity_found_is_free_of_collisions),
        cmocka_unit_test(only_the_nearest_ten_count),
        cmocka_unit_test(pairs_and_crossings_pass),
        cmocka_unit_test(a_slow_pair_head_on_passes),
        cmocka_unit_test(all_change_places_across_a_circle),
        cmocka_unit_test(all_change_places_across_a_ball),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
