// Legs go on: around what is in the way, past each other, and ahead rather than aside. The whole of
// the courses is in test_legs_courses.c.
#include "../program.h"
#include "legs_course.h"

static const course_body slender = {"slender", 0.25, 1.4, 0.7, 0.6, 20};
static const dv_vec3 six[] = {{0, -3, 0}, {0, 3, 0}};
static const dv_vec3 pockets[3][2] = {
    {{-4, -3, 0}, {0, -3, 0}}, {{0, -3, 0}, {0, 3, 0}}, {{0, 3, 0}, {-4, 3, 0}}};

static const course_place places[] = {
    {"a ball", {{.shape = DV_SPHERE, .radius = 2}}, 1},
    {"a wall", {{.shape = DV_WALL, .points = six, .point_count = 2}}, 1},
    {"a box", {BOX(0, 0, 4, 4)}, 1},
    {"two boxes", {BOX(0, -2.2f, 4, 4), BOX(0, 2.2f, 4, 4)}, 2},
};

static int count_arrived(const course_place *place, int control, bool stands, int starts) {
    lab l = course_open(&slender, &controls[control], stands);
    int arrived = 0;
    course_build(&l, place);
    for (int i = 0; i < starts; i++)
        arrived += course_walk(&l, (uint64_t)i, slender.tick_rate) < SECONDS;
    lab_close(&l);
    return arrived;
}

static void they_arrive_behind_what_is_in_the_way(void **state) {
    (void)state;
    for (size_t p = 0; p < sizeof places / sizeof *places; p++)
        for (int control = 0; control < CONTROLS; control++)
            for (int stands = 0; stands < 2; stands++)
                assert_int_equal(count_arrived(&places[p], control, stands, 10), 10);
}

// Steps toward the goal lead back into the pocket, so the detours have to grow.
static void they_find_out_of_a_pocket(void **state) {
    (void)state;
    course_place pocket = {.name = "a pocket", .count = 3};
    for (int i = 0; i < 3; i++)
        pocket.obstacles[i] =
            (dv_obstacle_def){.shape = DV_WALL, .points = pockets[i], .point_count = 2};
    for (int control = 0; control < CONTROLS; control++)
        for (int stands = 0; stands < 2; stands++)
            assert_true(count_arrived(&pocket, control, stands, 10) >= 9);
}

static dv_agent send(lab *l, dv_vec3 from, double heading, float speed, dv_vec3 to) {
    dv_agent agent = lab_spawn(l, SHEEP, from, heading, speed);
    dv_slot_value value = {.is_set = true, .as.point = to};
    assert_int_equal(dv_agent_set_slot(l->world, agent, SLOT_PLACE, value, &l->error), DV_OK);
    return agent;
}

static lab_kinds person(bool stands) {
    lab_kinds kinds = walkers();
    kinds.properties[DV_STAND_STILL] = dv_value_boolean(stands);
    kinds.properties[DV_TURN] = dv_value_number(0.6);
    kinds.properties[DV_SPOKES] = dv_value_number(9);
    return kinds;
}

/// Whether two that walk toward each other, one some way (m) aside of the other, both get past.
static bool two_pass(const char *avoidance, bool stands, float aside) {
    dv_argument target = TO_PLACE;
    dv_stress_part parts[] = {{.stress = stress_make("attract", &target, 1), {0}, {0}},
                              {.stress = PLAIN_STRESS("inertia"), dv_value_number(0.3), {0}},
                              {.stress = avoidance ? PLAIN_STRESS(avoidance) : NULL, {0}, {0}}};
    lab l = lab_walk_in(lab_def(), person(stands), parts, avoidance ? 3 : 2);
    dv_agent one = send(&l, dv_vec(-6, 0, 0), 0, 0, dv_vec(6, 0, 0));
    dv_agent other = send(&l, dv_vec(6, aside, 0), 180, 0, dv_vec(-6, aside, 0));
    int passed = 0;
    for (int tick = 0; tick < 60 * 50 && passed != 3; tick++) {
        lab_step(&l);
        passed |= (dv_agent_position(l.world, one).x > 5 ? 1 : 0) |
                  (dv_agent_position(l.world, other).x < -5 ? 2 : 0);
    }
    lab_close(&l);
    return passed == 3;
}

static void two_alike_head_on_pass(void **state) {
    (void)state;
    static const char *const avoidances[] = {NULL, "proximity_avoid", "predictive_avoid"};
    for (int i = 0; i < 3; i++)
        for (int stands = 0; stands < 2; stands++)
            for (int k = 0; k < 10; k++)
                assert_true(two_pass(avoidances[i], stands, 0.03f * (float)k));
}

// A turn on the spot is a candidate when no step is free, even for a body that may not stand.
static void who_faces_a_wall_turns(void **state) {
    (void)state;
    lab l = WALK(person(false), {.stress = STRESS("attract", AT_POINT(9, 0, 0)), {0}, {0}});
    dv_vec3 wall[] = {{0.3f, -3, 0}, {0.3f, 3, 0}};
    course_place place = {"a wall", {{.shape = DV_WALL, .points = wall, .point_count = 2}}, 1};
    course_build(&l, &place);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_step(&l);
    assert_true(fabs(dv_agent_heading(l.world, agent)) > 0.01);
    dv_feet feet;
    assert_true(dv_agent_feet(l.world, agent, &feet) && feet.is_halted);
    lab_close(&l);
}

// An agent that has arrived, or has nowhere to go, makes no detour.
static void an_agent_that_has_arrived_stands(void **state) {
    (void)state;
    lab l = WALK(person(true), {.stress = STRESS("attract", TO_PLACE), {0}, {0}},
                 {.stress = PLAIN_STRESS("line_avoid"), {0}, {0}});
    dv_agent there = send(&l, dv_vec(0, 0, 0), 0, 0, dv_vec(2, 0, 0));
    dv_agent idle = lab_spawn(&l, SHEEP, dv_vec(0, 5, 0), 0, 0);
    for (int tick = 0; tick < 500; tick++)
        lab_step(&l);
    dv_vec3 here = dv_agent_position(l.world, there);
    assert_true(dv_length(dv_subtract(here, dv_vec(2, 0, 0))) < 0.3f);
    for (int tick = 0; tick < 2000; tick++) {
        lab_step(&l);
        assert_vector(dv_agent_position(l.world, there), here.x, here.y, 0, 0);
        assert_vector(dv_agent_position(l.world, idle), 0, 5, 0, 0);
    }
    lab_close(&l);
}

// Where it is, and how long the world has lasted, is no reason for a detour: it walks straight.
static void who_sets_out_late_is_not_held_up(void **state) {
    (void)state;
    lab l = WALK(person(true), {.stress = STRESS("attract", TO_PLACE), {0}, {0}});
    for (int tick = 0; tick < 1000; tick++)
        lab_step(&l);
    dv_agent agent = send(&l, dv_vec(0, 0, 0), 0, 0, dv_vec(10, 0, 0));
    for (int tick = 0; tick < 400; tick++) {
        lab_step(&l);
        assert_float_equal(dv_agent_position(l.world, agent).y, 0, 0.3f);
        assert_true(dv_legs_of(l.world, dv_handle_index(agent.bits))->detour.is_under_way == 0);
    }
    lab_close(&l);
}

/// Ticks in which walkers that can step aside do so on the way to goals in front and behind.
static int ticks_aside(lab *l) {
    int aside = 0;
    for (double heading = -180; heading < 180; heading += 30) {
        dv_agent agent = send(l, dv_vec(-20, 0, 0), heading, 0, dv_vec(0, 7, 0));
        for (int tick = 0; tick < 3000; tick++) {
            lab_step(l);
            dv_vec3 at = dv_agent_position(l->world, agent);
            dv_vec3 v = dv_agent_velocity(l->world, agent);
            if (dv_length(dv_subtract(at, dv_vec(0, 7, 0))) < 1)
                break;
            aside += dv_dot(v, dv_agent_forward(l->world, agent)) < 0.7f * dv_length(v);
        }
        assert_int_equal(dv_agent_remove(l->world, agent), DV_OK);
        lab_step(l);
    }
    return aside;
}

static void nobody_steps_aside_where_walking_ahead_does(void **state) {
    (void)state;
    static const double inertias[] = {0.3, 1, 3};
    for (int i = 0; i < 3; i++)
        for (int stands = 0; stands < 2; stands++) {
            lab_kinds kinds = person(stands);
            kinds.properties[DV_SIDE_STEP] = dv_value_boolean(true);
            lab l = WALK(kinds,
                         {.stress = STRESS("attract", TO_PLACE, NUMBER("distance_power", 0.5),
                                           NUMBER("angle_scale", 0.3)),
                          dv_value_number(3),
                          {0}},
                         {.stress = PLAIN_STRESS("inertia"), dv_value_number(inertias[i]), {0}});
            assert_int_equal(ticks_aside(&l), 0);
            lab_close(&l);
        }
}

// Steps ahead lead away from a goal behind, and steps aside keep the distance. Some time is lost
// until it notices, but then it turns about, though it may not stand.
static void who_may_step_aside_turns_about(void **state) {
    (void)state;
    lab_kinds kinds = person(false);
    kinds.properties[DV_SIDE_STEP] = dv_value_boolean(true);
    lab l = WALK(kinds, {.stress = STRESS("attract", TO_PLACE), {0}, {0}},
                 {.stress = PLAIN_STRESS("inertia"), {0}, {0}});
    dv_agent agent = send(&l, dv_vec(0, 0, 0), 180, 0, dv_vec(20, 0, 0));
    int ticks = 0;
    while (ticks < 2000 && dv_agent_position(l.world, agent).x < 19) {
        lab_step(&l);
        ticks++;
    }
    assert_true(ticks < 2000);
    lab_close(&l);
}

static void steering_is_followed_facing_the_way(void **state) {
    (void)state;
    static const double turns[] = {0.6, 0.2};
    for (int i = 0; i < 2; i++)
        for (int stands = 0; stands < 2; stands++) {
            lab_kinds kinds = person(stands);
            kinds.properties[DV_SIDE_STEP] = dv_value_boolean(true);
            kinds.properties[DV_BACK_STEP] = dv_value_boolean(true);
            kinds.properties[DV_TURN] = dv_value_number(turns[i]);
            kinds.steer = MAKE("seek", TO_PLACE);
            lab l = lab_open_with(lab_def(), kinds);
            dv_steering_release(kinds.steer);
            assert_int_equal(ticks_aside(&l), 0);
            lab_close(&l);
        }
}

// At 4 m/s, with steps of a quarter second: no step may shed more than the next shorter stride
// does.
static void a_runner_turns_without_a_dead_stop(void **state) {
    (void)state;
    static const double angles[] = {0, 0.3, 1}, inertias[] = {1, 3};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) {
            lab_kinds kinds = person(k & 1);
            kinds.properties[DV_MAX_SPEED] = dv_value_number(4);
            kinds.properties[DV_STRIDE] = dv_value_number(1);
            lab l = WALK(
                kinds,
                {.stress = STRESS("attract", TO_PLACE, NUMBER("angle_scale", angles[i])), {0}, {0}},
                {.stress = PLAIN_STRESS("inertia"), dv_value_number(inertias[k / 2]), {0}});
            dv_agent agent = send(&l, dv_vec(0, 0, 0), 0, 4, dv_vec(0, 20, 0));
            float before = 4, heading = 0;
            for (int tick = 0; tick < 150; tick++) {
                lab_step(&l);
                float speed = dv_length(dv_agent_velocity(l.world, agent));
                assert_true(before - speed < 1.6f);
                before = speed;
                heading = (float)dv_agent_heading(l.world, agent);
            }
            assert_true(heading > 1 && heading < 2.2f);
            lab_close(&l);
        }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_arrive_behind_what_is_in_the_way),
        cmocka_unit_test(they_find_out_of_a_pocket),
        cmocka_unit_test(two_alike_head_on_pass),
        cmocka_unit_test(who_faces_a_wall_turns),
        cmocka_unit_test(an_agent_that_has_arrived_stands),
        cmocka_unit_test(who_sets_out_late_is_not_held_up),
        cmocka_unit_test(nobody_steps_aside_where_walking_ahead_does),
        cmocka_unit_test(who_may_step_aside_turns_about),
        cmocka_unit_test(steering_is_followed_facing_the_way),
        cmocka_unit_test(a_runner_turns_without_a_dead_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
