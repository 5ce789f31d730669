// Obstacle avoidance. The agent starts at the origin and faces +x, with a radius of 0.5 m, 2 kg, 40
// N, and a top speed of 10 m/s. At 4 m/s and with a horizon of 1.5 s, it looks 6.5 m ahead.
#include "../program.h"
#include "behavior_world.h"

#define EXACT 1e-3f
#define AVOID "obstacle_avoidance", NUMBER("horizon", 1.5)

static dv_agent mover(lab *l, float speed) {
    return lab_spawn(l, SHEEP, dv_vec(0, 0, 0), 0, speed);
}

static void add_ball(lab *l, float x, float y, float radius) {
    dv_obstacle_def def = {.shape = DV_SPHERE, .position = {x, y, 0}, .radius = radius};
    dv_obstacle obstacle;
    assert_int_equal(dv_obstacle_create(l->world, &def, &obstacle, &l->error), DV_OK);
}

static void add_box(lab *l, float x, float y, float width, float depth) {
    dv_obstacle_def def = {
        .shape = DV_BOX, .position = {x, y, 0}, .width = width, .depth = depth, .height = 5};
    dv_obstacle obstacle;
    assert_int_equal(dv_obstacle_create(l->world, &def, &obstacle, &l->error), DV_OK);
}

static void a_clear_way_is_zero(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    assert_zero(ASK(&l, agent, AVOID)); // no obstacles at all
    add_ball(&l, 5, 1.6f, 1);           // beside the way
    add_ball(&l, 9, 0, 1);              // beyond the horizon
    add_ball(&l, -3, 0, 1);             // behind
    lab_step(&l);
    assert_zero(ASK(&l, agent, AVOID));
    lab_close(&l);
}

// At 1 mm/s a velocity begins to say where a body goes; up to there, it looks where it faces.
static void who_barely_moves_looks_where_it_faces(void **state) {
    (void)state;
    static const float speeds[] = {1e-3f, 1.001e-3f};
    for (int i = 0; i < 2; i++) {
        lab l = lab_open();
        dv_agent agent = mover(&l, 0);
        add_ball(&l, 1.55f, 0.2f, 1);
        lab_step(&l);
        uint32_t index = dv_handle_index(agent.bits);
        l.world->agents.vy[index] = l.world->sensed.records[0].vy = speeds[i];
        assert_int_equal(dv_is_zero(ASK(&l, agent, AVOID)), i);
        lab_close(&l);
    }
}

static void it_steers_sideways_from_what_is_in_the_way(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    add_ball(&l, 5, 1, 1);
    lab_step(&l);
    // touched after 5 − √(1.5² − 1) = 3.88197 m; 10 m/s · (1 − 3.88197 / 13)
    assert_vector(ASK(&l, agent, AVOID), 0, -7.01387f, 0, EXACT);
    lab_close(&l);
}

static void head_on_it_passes_on_the_left(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    add_ball(&l, 5, 0, 1);
    lab_step(&l);
    // touched after 3.5 m
    assert_vector(ASK(&l, agent, AVOID), 0, 7.30769f, 0, EXACT);
    lab_close(&l);
}

static void it_brakes_when_stopping_takes_all_of_the_way(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 10);
    add_ball(&l, 3, 0, 1);
    lab_step(&l);
    // 1.5 m of 15.5 are left: 100 J to stop, 60 J of work; brake 10 m/s · 0.4
    assert_vector(ASK(&l, agent, AVOID), -4, 9.51613f, 0, EXACT);
    lab_close(&l);
}

static void nearer_obstacles_push_harder_and_the_nearest_counts(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    add_ball(&l, 6, -0.5f, 1);
    lab_step(&l);
    dv_vec3 far = ASK(&l, agent, AVOID);
    add_ball(&l, 3, 0.5f, 1);
    lab_step(&l);
    dv_vec3 near = ASK(&l, agent, AVOID);
    assert_true(far.y > 0 && near.y < 0);
    assert_true(-near.y > far.y);
    lab_close(&l);
}

static void obstacles_beyond_the_goal_do_not_matter(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    add_ball(&l, 5, 0, 1); // touched after 3.5 m
    lab_step(&l);
    assert_zero(ASK(&l, agent, AVOID, AT_POINT(3.4f, 0, 0)));
    assert_true(ASK(&l, agent, AVOID, AT_POINT(3.6f, 0, 0)).y > 0);
    assert_true(ASK(&l, agent, AVOID, AT_TARGET).y > 0); // an empty slot is no goal
    lab_close(&l);
}

static void clearance_widens_the_way(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    add_ball(&l, 5, 1.6f, 1);
    lab_step(&l);
    assert_zero(ASK(&l, agent, AVOID));
    assert_true(ASK(&l, agent, AVOID, NUMBER("clearance", 0.2)).y < 0);
    lab_close(&l);
}

static void at_rest_it_looks_a_body_ahead(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 0);
    add_ball(&l, 2.1f, 0, 1); // 0.6 m to go
    lab_step(&l);
    assert_zero(ASK(&l, agent, AVOID));
    add_ball(&l, 1.9f, 0, 1); // 0.4 m to go
    lab_step(&l);
    // 10 m/s · (1 − 0.4 / (2 · 0.5))
    assert_vector(ASK(&l, agent, AVOID), 0, 6, 0, EXACT);
    lab_close(&l);
}

// At 1 m/s it looks 2 m ahead and touches after 2 − √(1.5² − 1) = 0.88197 m, where the normal is
// (−0.74536, −0.66667): 10 m/s · (1 − 0.88197 / 4) aside.
static void what_turns_slowly_and_is_slow_goes_on_along_the_surface(void **state) {
    (void)state;
    static const double turn_rates[] = {(double)INFINITY, 1};
    for (int i = 0; i < 2; i++) {
        lab_kinds kinds = {.steer = NULL};
        kinds.properties[DV_TURN_RATE] = dv_value_number(turn_rates[i]);
        lab l = lab_open_with(lab_def(), kinds);
        dv_agent slow = mover(&l, 1), fast = mover(&l, 2.5f);
        add_ball(&l, 2, 1, 1);
        lab_step(&l);
        // and 10 m/s / 4 − 1 m/s times the way ahead without its part along the normal
        if (turn_rates[i] < (double)INFINITY)
            assert_vector(ASK(&l, slow, AVOID), 0.66667f, -8.54044f, 0, EXACT);
        else
            assert_vector(ASK(&l, slow, AVOID), 0, -7.79508f, 0, EXACT);
        assert_float_equal(ASK(&l, fast, AVOID).x, 0, EXACT);
        lab_close(&l);
    }
}

static void inside_an_obstacle_it_steers_out(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    add_ball(&l, 0, 0.5f, 2);
    lab_step(&l);
    assert_vector(ASK(&l, agent, AVOID), -4, -10, 0, EXACT);
    lab_close(&l);
}

static bool is_in_an_obstacle(const lab *l, dv_vec3 place) {
    for (uint32_t i = 0; i < dv_world_obstacle_limit(l->world); i++) {
        dv_obstacle obstacle = dv_world_obstacle_at(l->world, i);
        dv_vec3 offset = dv_subtract(place, dv_obstacle_position(l->world, obstacle));
        bool is_ball = dv_obstacle_shape_of(l->world, obstacle) == DV_SPHERE;
        if (is_ball ? dv_length(offset) < 2 : fabsf(offset.x) < 1.5f && fabsf(offset.y) < 1.5f)
            return true;
    }
    return false;
}

// Many runs through a field of balls and boxes: the way is found, and no center ever gets inside.
static void agents_thread_a_field_of_obstacles(void **state) {
    (void)state;
    dv_part parts[] = {{MAKE("obstacle_avoidance", NUMBER("clearance", 0.3)), {0}},
                       {MAKE("seek", AT_POINT(45, 0, 0)), {0}}};
    lab_kinds kinds = {.steer = dv_blend_create("priority", parts, 2, NULL, 0, "test", NULL)};
    kinds.properties[DV_MAX_SPEED] = dv_value_number(5);
    lab l = lab_open_with(lab_def(), kinds);
    dv_steering_release(kinds.steer);
    dv_steering_release(parts[0].steering);
    dv_steering_release(parts[1].steering);
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 7; j++) {
            float x = -20 + 10 * (float)i, y = -30 + 10 * (float)j + 5 * (float)(i % 2);
            if (i % 2)
                add_ball(&l, x, y, 2);
            else
                add_box(&l, x, y, 3, 3);
        }
    dv_agent agents[21];
    bool arrived[21] = {false};
    for (int i = 0; i < 21; i++)
        agents[i] = lab_spawn(&l, SHEEP, dv_vec(-45, -30 + 3 * (float)i, 0), 0, 0);
    for (int tick = 0; tick < 2000; tick++) {
        lab_step(&l);
        for (int i = 0; i < 21; i++) {
            dv_vec3 place = dv_agent_position(l.world, agents[i]);
            arrived[i] |= dv_length(dv_subtract(place, dv_vec(45, 0, 0))) < 2;
            if (is_in_an_obstacle(&l, place))
                fail_msg("agent %d is inside an obstacle at %g, %g", i, (double)place.x,
                         (double)place.y);
        }
    }
    for (int i = 0; i < 21; i++)
        if (!arrived[i])
            fail_msg("agent %d did not arrive", i);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clear_way_is_zero),
        cmocka_unit_test(who_barely_moves_looks_where_it_faces),
        cmocka_unit_test(it_steers_sideways_from_what_is_in_the_way),
        cmocka_unit_test(head_on_it_passes_on_the_left),
        cmocka_unit_test(it_brakes_when_stopping_takes_all_of_the_way),
        cmocka_unit_test(nearer_obstacles_push_harder_and_the_nearest_counts),
        cmocka_unit_test(obstacles_beyond_the_goal_do_not_matter),
        cmocka_unit_test(clearance_widens_the_way),
        cmocka_unit_test(at_rest_it_looks_a_body_ahead),
        cmocka_unit_test(what_turns_slowly_and_is_slow_goes_on_along_the_surface),
        cmocka_unit_test(inside_an_obstacle_it_steers_out),
        cmocka_unit_test(agents_thread_a_field_of_obstacles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
