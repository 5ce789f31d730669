// Docking: place, heading, speed, and time of arrival, at any tick rate and from any side. The
// lab's body can brake at 20 m/s², half of which docking plans with, and responds with a lag of
// 0.25 s.
#include "../program.h"
#include "behavior_world.h"

#define EXACT 1e-4f

static void in_front_of_its_approach_it_heads_for_it(void **state) {
    (void)state;
    lab l = lab_open();
    // The dock is 10 m ahead and turned round: it is entered from 15 m ahead.
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 3);
    assert_vector(ASK(&l, agent, "docking", AT_POINT(10, 0, 0), NUMBER("heading", DV_PI)), 7, 0, 0,
                  EXACT);
    // A dock 20 m to the left that heads left: the approach is 15 m to the left.
    assert_vector(ASK(&l, agent, "docking", AT_POINT(0, 20, 0), NUMBER("heading", DV_PI / 2)), -3,
                  10, 0, EXACT);
    lab_close(&l);
}

static void lined_up_it_heads_for_the_axis_half_way_in(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    // 8 m to go: 8 m/s at 1/s, and sideways 2 · 2 m of them a second; the lag of 0.25 s takes
    // 8 m/s² · 0.25 s ahead.
    assert_vector(ASK(&l, agent, "docking", AT_POINT(8, 2, 0)), 8 - 2, 4, 0, EXACT);
    // At 40 m the cap of 10 m/s holds: nothing changes ahead.
    assert_vector(ASK(&l, agent, "docking", AT_POINT(40, 0, 0)), 10, 0, 0, EXACT);
    lab_close(&l);
}

static void a_final_speed_is_kept_to_the_dock_and_beyond(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    // √(3² + 2 · 10 · 2) = 7; 10 m/s² · 0.25 s ahead of the lag
    assert_vector(ASK(&l, agent, "docking", AT_POINT(2, 0, 0), NUMBER("speed", 3)), 7 - 2.5f, 0, 0,
                  EXACT);
    lab_close(&l);
}

static void docked_there_is_nothing_to_do(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(4, 5, 0), 0, 0);
    assert_zero(ASK(&l, agent, "docking", AT_POINT(4, 5, 0)));
    // the wrong way round it has to come again
    assert_vector(ASK(&l, agent, "docking", AT_POINT(4, 5, 0), NUMBER("heading", DV_PI)), 5, 0, 0,
                  5);
    assert_false(
        dv_length(ASK(&l, agent, "docking", AT_POINT(4, 5, 0), NUMBER("heading", DV_PI))) == 0);
    lab_close(&l);
}

typedef struct berth {
    dv_vec3 from;
    float from_heading; ///< degrees
    float speed;
    double heading; ///< of the dock, rad; it is at (3, −2, 0)
} berth;

static const berth berths[] = {
    {{-15, -2, 0}, 0, 0, 0},        // straight on
    {{-15, 4, 0}, 0, 10, 0},        // beside the axis, at full speed
    {{12, -2, 0}, 180, 0, 0},       // from in front, on the axis
    {{12, -2, 0}, 180, 10, 0},      //
    {{3, -2, 0}, 90, 0, 0},         // on the dock, crosswise
    {{3, -2, 0}, 180, 0, 0},        // on the dock, the wrong way round
    {{3.5f, -1.8f, 0}, 45, 0, 2.5}, // too near
    {{40, 30, 0}, 0, 10, 2.5},      // from afar
    {{-20, 10, 0}, -90, 5, -1.2},   //
    {{3, 20, 0}, 0, 0, 3.1},        // across
};

static float heading_error(const lab *l, dv_agent agent, double heading) {
    dv_vec3 forward = dv_agent_forward(l->world, agent);
    double sine = (double)forward.y * dv_cos(heading) - (double)forward.x * dv_sin(heading);
    double cosine = (double)forward.x * dv_cos(heading) + (double)forward.y * dv_sin(heading);
    return fabsf((float)(dv_atan2(sine, cosine) * 180 / DV_PI));
}

static lab open_docking(double rate, const char *locomotion, const dv_argument *arguments,
                        uint32_t count) {
    dv_world_def def = lab_def();
    def.tick_rate = rate;
    lab_kinds kinds = {.steer = lab_make("docking", arguments, count), .locomotion = locomotion};
    lab l = lab_open_with(def, kinds);
    dv_steering_release(kinds.steer);
    return l;
}

static void check_berth(const berth *b, const char *locomotion, double rate) {
    dv_argument arguments[] = {AT_POINT(3, -2, 0), NUMBER("heading", b->heading)};
    lab l = open_docking(rate, locomotion, arguments, 2);
    dv_agent agent = lab_spawn(&l, SHEEP, b->from, b->from_heading, b->speed);
    for (int tick = 0; tick < (int)(30 * rate); tick++)
        lab_step(&l);
    dv_vec3 place = dv_agent_position(l.world, agent);
    float distance = dv_length(dv_subtract(place, dv_vec(3, -2, 0)));
    float turned = heading_error(&l, agent, b->heading);
    if (!(distance <= 0.01f) || !(turned <= 0.5f) ||
        !(dv_length(dv_agent_velocity(l.world, agent)) <= 0.01f))
        fail_msg("%s from (%g, %g) at %g Hz: %g m and %g° off, %g m/s", locomotion,
                 (double)b->from.x, (double)b->from.y, rate, (double)distance, (double)turned,
                 (double)dv_length(dv_agent_velocity(l.world, agent)));
    lab_close(&l);
}

static void check_berths(const char *locomotion) {
    static const double rates[] = {20, 60, 200};
    for (size_t i = 0; i < sizeof berths / sizeof *berths; i++)
        for (int r = 0; r < 3; r++)
            check_berth(&berths[i], locomotion, rates[r]);
}

static void it_settles_in_place_and_heading_at_any_tick_rate(void **state) {
    (void)state;
    check_berths("point_mass");
}

static void so_it_does_on_wheels(void **state) {
    (void)state;
    check_berths("wheeled");
}

// The tightest circle of the lab's car is 1 m / tan(0.6), a quarter more is planned with.
static void on_wheels_it_comes_along_the_tangent_to_a_circle(void **state) {
    (void)state;
    lab l = lab_open_with(lab_def(), (lab_kinds){.locomotion = "wheeled"});
    float circle = (float)(1.25 / dv_tan(0.6));
    // From the left the circle that touches the axis 5 m behind the dock has its center at
    // (−5, circle). Twice the circle before it, the tangent that has it to the left is 30° to the
    // right of it. The speed is 1/s of the √5 circle to the entry and the 5 m from there.
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-5 - 2 * circle, circle, 0), 90, 0);
    float speed = (float)dv_sqrt(5) * circle + 5;
    assert_vector(ASK(&l, agent, "docking", AT_POINT(0, 0, 0)), 0.8660254f * speed, -0.5f * speed,
                  0, 1e-3f);
    // On the circle, a quarter of it before the entry, the way is across the axis.
    agent = lab_spawn(&l, SHEEP, dv_vec(-5 - circle, circle, 0), 90, 0);
    speed = (float)dv_sqrt(2) * circle + 5;
    assert_vector(ASK(&l, agent, "docking", AT_POINT(0, 0, 0)), 0, -speed, 0, 1e-2f);
    lab_close(&l);
}

static void on_wheels_it_comes_in_only_as_it_can_turn(void **state) {
    (void)state;
    lab l = lab_open_with(lab_def(), (lab_kinds){.locomotion = "wheeled"});
    // 3 m behind and 1 m aside: 4 · 1.827 · 1 ≤ 3², the parabola in is wide enough.
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-3, 1, 0), 0, 0);
    assert_vector(ASK(&l, agent, "docking", AT_POINT(0, 0, 0)), 3 - 0.75f, -2, 0, EXACT);
    // 2.6 m behind and 1 m aside it is not, though a body that turns on the spot would go in.
    agent = lab_spawn(&l, SHEEP, dv_vec(-2.6f, 1, 0), 0, 0);
    assert_true(ASK(&l, agent, "docking", AT_POINT(0, 0, 0)).x < 0);
    lab_close(&l);
}

/// How far back (m) from 0.4 m beside the dock it goes until it has docked; infinite: it does not.
static float way_back(double reverse) {
    dv_steering *steer = MAKE("docking", AT_POINT(1, 0, 0));
    lab_kinds kinds = {.steer = steer, .locomotion = "wheeled"};
    kinds.properties[DV_REVERSE] = dv_value_number(reverse);
    lab l = lab_open_with(lab_def(), kinds);
    dv_steering_release(steer);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0.5f, 0.4f, 0), 0, 0);
    float back = 0;
    for (int tick = 0; tick < 40 * 50; tick++) {
        lab_step(&l);
        back = dv_smaller(back, dv_agent_position(l.world, agent).x);
    }
    float rest = dv_length(dv_subtract(dv_agent_position(l.world, agent), dv_vec(1, 0, 0)));
    lab_close(&l);
    return rest < 0.02f ? -back : INFINITY;
}

// Without a reverse gear, it drives around to the entry, 4 m back.
static void a_parked_car_backs_up_to_line_up(void **state) {
    (void)state;
    assert_true(way_back(2) < 1.5f);
    assert_true(way_back(0) >= 3 && way_back(0) < INFINITY);
}

static void it_arrives_at_the_given_time_and_not_before(void **state) {
    (void)state;
    dv_argument arguments[] = {AT_POINT(30, 0, 0), NUMBER("time", 20)};
    lab l = open_docking(50, "point_mass", arguments, 2);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-10, 2, 0), 0, 0);
    for (int tick = 0; tick < 20 * 50; tick++) {
        lab_step(&l);
        float distance =
            dv_length(dv_subtract(dv_vec(30, 0, 0), dv_agent_position(l.world, agent)));
        if (tick == 12 * 50)
            assert_true(distance > 1);
    }
    dv_vec3 rest = dv_subtract(dv_vec(30, 0, 0), dv_agent_position(l.world, agent));
    if (!(dv_length(rest) < 0.02f))
        fail_msg("%g m off at the time", (double)dv_length(rest));
    assert_true(heading_error(&l, agent, 0) < 0.5f);
    lab_close(&l);
}

static void it_passes_through_at_the_given_time_and_speed(void **state) {
    (void)state;
    dv_argument arguments[] = {AT_POINT(30, 0, 0), NUMBER("time", 12), NUMBER("speed", 4)};
    lab l = open_docking(50, "point_mass", arguments, 3);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-10, 2, 0), 0, 0);
    double passed = 0;
    for (int tick = 1; tick <= 14 * 50; tick++) {
        lab_step(&l);
        dv_vec3 place = dv_agent_position(l.world, agent);
        if (place.x < 30 || passed > 0)
            continue;
        passed = tick / 50.0;
        assert_true(fabsf(place.y) < 0.02f);
        assert_true(fabsf(dv_length(dv_agent_velocity(l.world, agent)) - 4) < 0.1f);
        assert_true(heading_error(&l, agent, 0) < 0.5f);
    }
    if (!(passed > 11.9 && passed < 12.1))
        fail_msg("at %g s", passed);
    // It goes on straight.
    dv_vec3 velocity = dv_agent_velocity(l.world, agent);
    assert_vector(velocity, 4, 0, 0, 0.02f);
    lab_close(&l);
}

static void it_docks_with_what_moves(void **state) {
    (void)state;
    lab_kinds kinds = {.steer = MAKE("docking", AT_TARGET)};
    lab l = lab_open_with(lab_def(), kinds);
    dv_steering_release(kinds.steer);
    dv_agent carrier = lab_spawn(&l, DOG, dv_vec(0, 10, 0), 0, 2);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-10, 0, 0), 90, 0);
    lab_aim(&l, agent, carrier);
    for (int tick = 0; tick < 50 * 20; tick++)
        lab_step(&l);
    dv_vec3 apart =
        dv_subtract(dv_agent_position(l.world, carrier), dv_agent_position(l.world, agent));
    assert_true(dv_length(apart) < 0.05f);
    assert_true(heading_error(&l, agent, 0) < 0.5f);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_front_of_its_approach_it_heads_for_it),
        cmocka_unit_test(lined_up_it_heads_for_the_axis_half_way_in),
        cmocka_unit_test(a_final_speed_is_kept_to_the_dock_and_beyond),
        cmocka_unit_test(docked_there_is_nothing_to_do),
        cmocka_unit_test(it_settles_in_place_and_heading_at_any_tick_rate),
        cmocka_unit_test(so_it_does_on_wheels),
        cmocka_unit_test(on_wheels_it_comes_along_the_tangent_to_a_circle),
        cmocka_unit_test(on_wheels_it_comes_in_only_as_it_can_turn),
        cmocka_unit_test(a_parked_car_backs_up_to_line_up),
        cmocka_unit_test(it_arrives_at_the_given_time_and_not_before),
        cmocka_unit_test(it_passes_through_at_the_given_time_and_speed),
        cmocka_unit_test(it_docks_with_what_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
