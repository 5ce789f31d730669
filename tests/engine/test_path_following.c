// Path following. Unless a case says otherwise, the path is straight along x and 2 m wide to each
// side; the top speed is 10 m/s and the horizon 0.5 s, so the agent seeks the point 5 m further
// along.
#include "../program.h"
#include "behavior_world.h"

#define EXACT 1e-4f
#define FOLLOW "path_following", ON_PATH
#define ON_PATH                                                                                    \
    { "path", dv_value_name("path") }
#define BACK NUMBER("direction", -1)
#define EITHER NUMBER("direction", 0)

static const dv_vec3 line[] = {{-1000, 0, 0}, {1000, 0, 0}};

static dv_agent put(lab *l, dv_path path, dv_vec3 place, dv_vec3 velocity) {
    dv_agent agent = lab_spawn(l, SHEEP, place, 0, 0);
    assert_int_equal(dv_agent_set_velocity(l->world, agent, velocity, NULL), DV_OK);
    lab_fill(l, agent, SLOT_PATH, path.bits);
    return agent;
}

static void nothing_to_correct_is_exactly_zero(void **state) {
    (void)state;
    lab l = lab_open();
    dv_path path = lab_path(&l, line, 2, 2, false, false);
    dv_agent along = put(&l, path, dv_vec(0, 1, 0), dv_vec(10, 0, 0));
    dv_agent back = put(&l, path, dv_vec(0, -1.9f, 0), dv_vec(-10, 0, 0));
    dv_agent rests = put(&l, path, dv_vec(0, 1, 0), dv_vec(0, 0, 0));
    dv_agent without = lab_spawn(&l, SHEEP, dv_vec(0, 1, 0), 0, 3);
    assert_zero(ASK(&l, along, FOLLOW));
    assert_zero(ASK(&l, back, FOLLOW, BACK));
    assert_zero(ASK(&l, along, FOLLOW, EITHER));
    assert_zero(ASK(&l, back, FOLLOW, EITHER));
    assert_zero(ASK(&l, rests, FOLLOW, EITHER));
    assert_zero(ASK(&l, without, FOLLOW));
    assert_zero(ASK(&l, without, "crowd_path_following", ON_PATH, NUMBER("radius", 0)));
    lab_close(&l);
}

static void inside_it_takes_up_its_speed(void **state) {
    (void)state;
    lab l = lab_open();
    dv_path path = lab_path(&l, line, 2, 2, false, false);
    dv_agent slow = put(&l, path, dv_vec(0, 1, 0), dv_vec(5, 0, 0));
    dv_agent rests = put(&l, path, dv_vec(0, 0, 0), dv_vec(0, 0, 0));
    dv_agent wrong = put(&l, path, dv_vec(0, 0, 0), dv_vec(-10, 0, 0));
    assert_vector(ASK(&l, slow, FOLLOW), 5, 0, 0, EXACT);
    assert_vector(ASK(&l, rests, FOLLOW), 10, 0, 0, EXACT);
    assert_vector(ASK(&l, rests, FOLLOW, BACK), -10, 0, 0, EXACT);
    assert_vector(ASK(&l, wrong, FOLLOW), 20, 0, 0, EXACT);
    lab_close(&l);
}

static void a_way_out_is_turned_to_the_spine_further_on(void **state) {
    (void)state;
    lab l = lab_open();
    dv_path path = lab_path(&l, line, 2, 2, false, false);
    dv_agent leaving = put(&l, path, dv_vec(0, 1.5f, 0), dv_vec(0, 4, 0));
    // 10 · (5, −1.5) / 5.22015 − (0, 4)
    assert_vector(ASK(&l, leaving, FOLLOW), 9.57826f, -6.87348f, 0, EXACT);
    assert_vector(ASK(&l, leaving, FOLLOW, BACK), -9.57826f, -6.87348f, 0, EXACT);
    // The predicted (0, 3.5) is nearest to (0, 0).
    assert_vector(ASK(&l, leaving, FOLLOW, EITHER), 0, -14, 0, EXACT);
    dv_agent far = put(&l, path, dv_vec(0, 40, 0), dv_vec(0, 0, 0));
    assert_vector(ASK(&l, far, FOLLOW), 1.24035f, -9.92278f, 0, EXACT);
    assert_vector(ASK(&l, far, FOLLOW, EITHER), 0, -10, 0, EXACT);
    lab_close(&l);
}

static void a_hard_edge_is_inside(void **state) {
    (void)state;
    lab l = lab_open();
    dv_path path = lab_path(&l, line, 2, 2, false, false);
    dv_agent on_edge = put(&l, path, dv_vec(0, 2, 0), dv_vec(10, 0, 0));
    dv_agent beyond = put(&l, path, dv_vec(0, 2.001f, 0), dv_vec(10, 0, 0));
    assert_zero(ASK(&l, on_edge, FOLLOW));
    assert_true(ASK(&l, beyond, FOLLOW).y < -1);
    lab_close(&l);
}

static void crossing_the_spine_it_turns_inward(void **state) {
    (void)state;
    lab l = lab_open();
    dv_path path = lab_path(&l, line, 2, 2, false, false);
    dv_agent crossing = put(&l, path, dv_vec(0, 0, 0), dv_vec(0, 8, 0));
    assert_vector(ASK(&l, crossing, FOLLOW, EITHER), 0, -18, 0, EXACT);
    assert_vector(ASK(&l, crossing, FOLLOW), 10, -8, 0, EXACT);
    lab_close(&l);
}

static void a_projection_length_looks_ahead_even_at_rest(void **state) {
    (void)state;
    lab l = lab_open();
    dv_path path = lab_path(&l, line, 2, 2, false, false);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 1.5f, 0), 90, 0);
    lab_fill(&l, agent, SLOT_PATH, path.bits);
    assert_zero(ASK(&l, agent, FOLLOW, EITHER));
    assert_vector(ASK(&l, agent, FOLLOW, EITHER, NUMBER("projection", 3)), 0, -10, 0, EXACT);
    // 10 · (3, −1.5) / 3.3541
    assert_vector(ASK(&l, agent, FOLLOW, NUMBER("projection", 3)), 8.94427f, -4.47214f, 0, EXACT);
    lab_close(&l);
}

static void regulation_pulls_to_the_axis_in_proportion(void **state) {
    (void)state;
    lab l = lab_open();
    dv_path path = lab_path(&l, line, 2, 2, false, false);
    dv_agent beside = put(&l, path, dv_vec(0, 1, 0), dv_vec(10, 0, 0));
    dv_agent on_axis = put(&l, path, dv_vec(0, 0, 0), dv_vec(10, 0, 0));
    assert_vector(ASK(&l, beside, FOLLOW, NUMBER("regulation", 0.5)), 0, -2.5f, 0, EXACT);
    assert_zero(ASK(&l, on_axis, FOLLOW, NUMBER("regulation", 0.5)));
    lab_close(&l);
}

static void at_the_end_of_an_open_path_it_rests(void **state) {
    (void)state;
    lab l = lab_open();
    dv_path path = lab_path(&l, line, 2, 2, false, false);
    dv_agent there = put(&l, path, dv_vec(1000, 1, 0), dv_vec(0, 0, 0));
    dv_agent passing = put(&l, path, dv_vec(1000, 1, 0), dv_vec(3, 0, 0));
    dv_agent start = put(&l, path, dv_vec(-1000, 0, 0), dv_vec(0, 0, 0));
    assert_zero(ASK(&l, there, FOLLOW));
    assert_vector(ASK(&l, passing, FOLLOW), -3, 0, 0, EXACT);
    assert_zero(ASK(&l, start, FOLLOW, BACK));
    assert_vector(ASK(&l, start, FOLLOW), 10, 0, 0, EXACT);
    lab_close(&l);
}

static void in_a_volume_the_tube_is_round(void **state) {
    (void)state;
    lab l = lab_open_volume();
    dv_path path = lab_path(&l, line, 2, 2, false, false);
    dv_agent inside = put(&l, path, dv_vec(0, 1.2f, 1.5f), dv_vec(10, 0, 0));
    dv_agent outside = put(&l, path, dv_vec(0, 1.5f, 2), dv_vec(10, 0, 0));
    assert_zero(ASK(&l, inside, FOLLOW));
    // 10 · (5, −1.5, −2) / 5.59017 − (10, 0, 0)
    assert_vector(ASK(&l, outside, FOLLOW), -1.05573f, -2.68328f, -3.57771f, EXACT);
    lab_close(&l);
}

// Following

static lab open_following(const char *type, dv_edge edge) {
    lab_kinds kinds = {.steer = MAKE(type, ON_PATH, {"direction", dv_value_name("amount")})};
    dv_world_def def = lab_def();
    def.bounds.edge = edge;
    lab l = lab_open_with(def, kinds);
    dv_steering_release(kinds.steer);
    return l;
}

static double distance_from(const lab *l, dv_path path, dv_agent agent) {
    double side;
    dv_path_project(l->world, path, dv_agent_position(l->world, agent), &side);
    return fabs(side);
}

static void around_a_closed_spline_it_stays_in_the_tube(void **state) {
    (void)state;
    static const dv_vec3 loop[] = {
        {-30, -20, 0}, {30, -25, 0}, {35, 20, 0}, {0, 8, 0}, {-30, 25, 0}};
    for (int direction = -1; direction <= 1; direction += 2) {
        lab l = open_following("path_following", DV_EDGE_OPEN);
        dv_path path = lab_path(&l, loop, 5, 2, true, true);
        dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-30, -20, 0), 90, 0);
        lab_fill(&l, agent, SLOT_PATH, path.bits);
        lab_set_amount(&l, agent, direction);
        double went = 0, length = dv_path_length(l.world, path);
        double before = dv_path_project(l.world, path, dv_agent_position(l.world, agent), NULL);
        for (int tick = 0; tick < 2000; tick++) {
            lab_step(&l);
            assert_true(distance_from(&l, path, agent) <= 2);
            double s = dv_path_project(l.world, path, dv_agent_position(l.world, agent), NULL);
            double step = s - before;
            went += step > length / 2 ? step - length : step < -length / 2 ? step + length : step;
            before = s;
        }
        // 40 s at 10 m/s, less a start from rest, more or less what corners cut
        assert_true(direction * went > 370 && direction * went < 420);
        lab_close(&l);
    }
}

static void from_far_away_it_comes_and_follows(void **state) {
    (void)state;
    lab l = open_following("path_following", DV_EDGE_OPEN);
    dv_path path = lab_path(&l, line, 2, 2, false, false);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 45, 0), 180, 10);
    lab_fill(&l, agent, SLOT_PATH, path.bits);
    lab_set_amount(&l, agent, 1);
    for (int tick = 0; tick < 500; tick++)
        lab_step(&l);
    assert_true(distance_from(&l, path, agent) <= 2);
    assert_true(dv_agent_velocity(l.world, agent).x > 9);
    lab_close(&l);
}

static void an_open_path_ends_in_rest_without_passing_its_end(void **state) {
    (void)state;
    static const dv_vec3 bend[] = {{-40, 0, 0}, {0, 0, 0}, {20, 30, 0}};
    lab l = open_following("path_following", DV_EDGE_OPEN);
    dv_path path = lab_path(&l, bend, 3, 2, false, true);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-40, 1, 0), 0, 0);
    lab_fill(&l, agent, SLOT_PATH, path.bits);
    lab_set_amount(&l, agent, 1);
    double length = dv_path_length(l.world, path), before = 0;
    for (int tick = 0; tick < 1500; tick++) {
        lab_step(&l);
        double s = dv_path_project(l.world, path, dv_agent_position(l.world, agent), NULL);
        assert_true(s >= before - 1e-3 && distance_from(&l, path, agent) <= 2);
        before = s;
    }
    assert_true(before > length - 0.05);
    assert_true(dv_length(dv_agent_velocity(l.world, agent)) < 1e-3f);
    lab_close(&l);
}

// At the crossing the other stretch is as near: the agent goes straight on.
static void a_path_that_crosses_itself_is_followed_all_along(void **state) {
    (void)state;
    static const dv_vec3 eight[] = {{-20, -12, 0}, {20, 12, 0}, {20, -12, 0}, {-20, 12, 0}};
    for (int direction = -1; direction <= 1; direction += 2) {
        lab l = open_following("path_following", DV_EDGE_OPEN);
        dv_path path = lab_path(&l, eight, 4, 1.5f, true, true);
        dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-20, -12, 0), 0, 0);
        lab_fill(&l, agent, SLOT_PATH, path.bits);
        lab_set_amount(&l, agent, direction);
        int next = direction > 0 ? 1 : 3, visits = 0;
        for (int tick = 0; tick < 2000; tick++) {
            lab_step(&l);
            for (int i = 0; i < 4; i++) {
                dv_vec3 offset = dv_subtract(dv_agent_position(l.world, agent), eight[i]);
                if (dv_length(offset) > 3 || i == (next + 4 - direction) % 4)
                    continue;
                assert_int_equal(i, next);
                next = (next + 4 + direction) % 4;
                visits++;
            }
        }
        assert_true(visits >= 8);
        lab_close(&l);
    }
}

static void over_the_edge_of_a_wrapping_world_it_goes_on(void **state) {
    (void)state;
    static const dv_vec3 across[] = {{0, 10, 0}, {50, 10, 0}, {100, 10, 0}};
    lab l = open_following("path_following", DV_EDGE_WRAP);
    dv_path path = lab_path(&l, across, 3, 2, false, false);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(1, 10, 0), 0, 10);
    lab_fill(&l, agent, SLOT_PATH, path.bits);
    lab_set_amount(&l, agent, 1);
    for (int tick = 0; tick < 350; tick++) {
        lab_step(&l);
        assert_true(distance_from(&l, path, agent) <= 2);
    }
    assert_true(dv_agent_position(l.world, agent).x < 0); // came out at the other side
    assert_true(dv_agent_velocity(l.world, agent).x > 9);
    lab_close(&l);
}

// Crowds

static void a_crowd_adds_separation(void **state) {
    (void)state;
    lab l = lab_open();
    dv_path path = lab_path(&l, line, 2, 2, false, false);
    dv_agent agent = put(&l, path, dv_vec(0, 0, 0), dv_vec(10, 0, 0));
    lab_spawn(&l, SHEEP, dv_vec(0, -1.9f, 0), 0, 0);
    lab_step(&l);
    // Nothing to correct; 2 · 10 / 1.9 away is cut to the cap.
    assert_vector(ASK(&l, agent, "crowd_path_following", ON_PATH, NUMBER("radius", 2)), 0, 10, 0,
                  EXACT);
    assert_zero(ASK(&l, agent, "crowd_path_following", ON_PATH, NUMBER("radius", 1.8)));
    lab_close(&l);
}

static void pushes_out_of_the_tube_do_not_count_at_its_edge(void **state) {
    (void)state;
    lab l = lab_open();
    dv_path path = lab_path(&l, line, 2, 2, false, false);
    dv_agent agent = put(&l, path, dv_vec(0, 3, 0), dv_vec(10, 0, 0));
    lab_spawn(&l, SHEEP, dv_vec(0, 1.5f, 0), 0, 0);
    lab_step(&l);
    dv_vec3 alone = ASK(&l, agent, FOLLOW);
    dv_vec3 pushed = ASK(&l, agent, "crowd_path_following", ON_PATH);
    assert_vector(pushed, alone.x, alone.y, 0, EXACT);
    lab_close(&l);
}

static void a_symmetric_head_on_pair_passes(void **state) {
    (void)state;
    lab l = open_following("crowd_path_following", DV_EDGE_OPEN);
    dv_path path = lab_path(&l, line, 2, 3, false, false);
    dv_agent east = lab_spawn(&l, SHEEP, dv_vec(-20, 0, 0), 0, 10);
    dv_agent west = lab_spawn(&l, SHEEP, dv_vec(20, 0, 0), 180, 10);
    lab_fill(&l, east, SLOT_PATH, path.bits);
    lab_fill(&l, west, SLOT_PATH, path.bits);
    lab_set_amount(&l, east, 1);
    lab_set_amount(&l, west, -1);
    for (int tick = 0; tick < 400; tick++) {
        lab_step(&l);
        assert_true(distance_from(&l, path, east) <= 3 && distance_from(&l, path, west) <= 3);
    }
    assert_true(dv_agent_position(l.world, east).x > 30);
    assert_true(dv_agent_position(l.world, west).x < -30);
    lab_close(&l);
}

static void a_crowd_both_ways_stays_in_the_corridor(void **state) {
    (void)state;
    static const dv_vec3 loop[] = {{-30, -20, 0}, {30, -20, 0}, {30, 20, 0}, {-30, 20, 0}};
    lab l = open_following("crowd_path_following", DV_EDGE_OPEN);
    dv_path path = lab_path(&l, loop, 4, 4, true, true);
    dv_agent agents[40];
    double length = dv_path_length(l.world, path), went = 0, before[40];
    for (int i = 0; i < 40; i++) {
        before[i] = length * i / 40;
        dv_vec3 place = dv_path_point(l.world, path, before[i], NULL);
        place.x += (float)(i % 3 - 1);
        agents[i] = lab_spawn(&l, SHEEP, place, 0, 0);
        assert_int_equal(dv_agent_set_property(l.world, agents[i], DV_MAX_SPEED, 4, NULL), DV_OK);
        lab_fill(&l, agents[i], SLOT_PATH, path.bits);
        lab_set_amount(&l, agents[i], i % 2 ? 1 : -1);
    }
    for (int tick = 0; tick < 2000; tick++) {
        lab_step(&l);
        for (int i = 0; i < 40; i++) {
            if (distance_from(&l, path, agents[i]) > 4)
                fail_msg("agent %d, tick %d: %g m from the spine", i, tick,
                         distance_from(&l, path, agents[i]));
            double s = dv_path_project(l.world, path, dv_agent_position(l.world, agents[i]), NULL);
            double step = s - before[i];
            step += step > length / 2 ? -length : step < -length / 2 ? length : 0;
            went += i % 2 ? step : -step;
            before[i] = s;
        }
    }
    assert_true(went / 40 > 100); // of the 160 m that nobody in the way would leave them
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_to_correct_is_exactly_zero),
        cmocka_unit_test(inside_it_takes_up_its_speed),
        cmocka_unit_test(a_way_out_is_turned_to_the_spine_further_on),
        cmocka_unit_test(a_hard_edge_is_inside),
        cmocka_unit_test(crossing_the_spine_it_turns_inward),
        cmocka_unit_test(a_projection_length_looks_ahead_even_at_rest),
        cmocka_unit_test(regulation_pulls_to_the_axis_in_proportion),
        cmocka_unit_test(at_the_end_of_an_open_path_it_rests),
        cmocka_unit_test(in_a_volume_the_tube_is_round),
        cmocka_unit_test(around_a_closed_spline_it_stays_in_the_tube),
        cmocka_unit_test(from_far_away_it_comes_and_follows),
        cmocka_unit_test(an_open_path_ends_in_rest_without_passing_its_end),
        cmocka_unit_test(a_path_that_crosses_itself_is_followed_all_along),
        cmocka_unit_test(over_the_edge_of_a_wrapping_world_it_goes_on),
        cmocka_unit_test(a_crowd_adds_separation),
        cmocka_unit_test(pushes_out_of_the_tube_do_not_count_at_its_edge),
        cmocka_unit_test(a_symmetric_head_on_pair_passes),
        cmocka_unit_test(a_crowd_both_ways_stays_in_the_corridor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
