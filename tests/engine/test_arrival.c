// Arrival: the desired speed by distance, and that agents come to rest at the target at any tick
// rate and with any body. The lab's body can brake at 20 m/s²; arrival plans with 10 of them.
#include "../program.h"
#include "behavior_world.h"

#define EXACT 1e-4f

static void speed_ramps_down_within_the_slowing_distance(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 90, 3);
    assert_vector(ASK(&l, agent, "arrival", AT_POINT(40, 0, 0)), 10, -3, 0, EXACT);
    assert_vector(ASK(&l, agent, "arrival", AT_POINT(4, 0, 0), NUMBER("slowing_distance", 20)), 2,
                  -3, 0, EXACT);
    lab_close(&l);
}

static void speed_is_what_response_and_brakes_can_stop(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 90, 0);
    // distance / (4 · 0.25 s) beats the ramp of 3 / 0.1
    assert_vector(ASK(&l, agent, "arrival", AT_POINT(3, 0, 0), NUMBER("slowing_distance", 0.1)), 3,
                  0, 0, EXACT);
    // 4 N on 2 kg: 1 m/s² is counted on; √(2 · 1 · (5 − 1/2)) = 3
    assert_int_equal(dv_agent_set_property(l.world, agent, DV_MAX_FORCE, 4, &l.error), DV_OK);
    assert_vector(ASK(&l, agent, "arrival", AT_POINT(5, 0, 0), NUMBER("slowing_distance", 0)), 3, 0,
                  0, EXACT);
    lab_close(&l);
}

static void on_the_target_the_desired_speed_is_zero(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent mover = lab_spawn(&l, SHEEP, dv_vec(1, 2, 0), 0, 3);
    dv_agent stander = lab_spawn(&l, SHEEP, dv_vec(1, 2, 0), 0, 0);
    assert_vector(ASK(&l, mover, "arrival", AT_POINT(1, 2, 0)), -3, 0, 0, 0);
    assert_zero(ASK(&l, stander, "arrival", AT_POINT(1, 2, 0)));
    lab_close(&l);
}

typedef struct body {
    double mass, max_force, response, max_speed, slowing_distance, tick_rate;
} body;

static lab open_for(const body *b) {
    dv_world_def def = lab_def();
    def.tick_rate = b->tick_rate;
    lab_kinds kinds = {.steer = MAKE("arrival", AT_POINT(0, 0, 0),
                                     NUMBER("slowing_distance", b->slowing_distance))};
    kinds.properties[DV_MASS] = dv_value_number(b->mass);
    kinds.properties[DV_MAX_FORCE] = dv_value_number(b->max_force);
    kinds.properties[DV_RESPONSE] = dv_value_number(b->response);
    kinds.properties[DV_MAX_SPEED] = dv_value_number(b->max_speed);
    lab l = lab_open_with(def, kinds);
    dv_steering_release(kinds.steer);
    return l;
}

/// Run until long after it must be there; it may never be past the target by more than rounding.
static void check_arrival(const body *b, dv_vec3 from, float speed) {
    lab l = open_for(b);
    dv_vec3 way = dv_normalize(dv_scale(from, -1));
    double heading = dv_atan2(way.y, way.x) * 180 / DV_PI;
    dv_agent agent = lab_spawn(&l, SHEEP, from, (float)heading, speed);
    float furthest = -1e30f, last_distance = 1e30f;
    for (int tick = 0; tick < (int)(300 * b->tick_rate) + 300; tick++) {
        lab_step(&l);
        dv_vec3 place = dv_agent_position(l.world, agent);
        assert_true(dv_is_finite(place));
        furthest = dv_dot(place, way) > furthest ? dv_dot(place, way) : furthest;
        float distance = dv_length(place);
        if (distance > last_distance + 1e-5f)
            fail_msg("%g m from the target after %g m", (double)distance, (double)last_distance);
        last_distance = distance;
    }
    if (furthest > 1e-3f || last_distance > 0.02f)
        fail_msg("mass %g, force %g, response %g, speed %g, slowing %g, rate %g: past by %g m, "
                 "rests at %g m",
                 b->mass, b->max_force, b->response, b->max_speed, b->slowing_distance,
                 b->tick_rate, (double)furthest, (double)last_distance);
    assert_true(dv_length(dv_agent_velocity(l.world, agent)) < 0.01f);
    lab_close(&l);
}

static void agents_settle_without_passing_at_any_tick_rate(void **state) {
    (void)state;
    static const double rates[] = {2, 5, 20, 60, 250};
    uint64_t n = 0;
    for (int i = 0; i < 60; i++) {
        body b = {.mass = (double)lab_random(&n, 0.5f, 200),
                  .response = (double)lab_random(&n, 0, 1),
                  .max_speed = (double)lab_random(&n, 1, 15),
                  .slowing_distance = (double)lab_random(&n, 0, 10),
                  .tick_rate = rates[i % 5]};
        b.max_force = b.mass * (double)lab_random(&n, 0.5f, 60);
        double heading = (double)lab_random(&n, 0, 6.28f);
        float distance = lab_random(&n, 1, 45);
        dv_vec3 from = {distance * (float)dv_cos(heading), distance * (float)dv_sin(heading), 0};
        check_arrival(&b, from, 0);
    }
}

static void agents_at_full_speed_stop_in_time(void **state) {
    (void)state;
    // 14 m/s need 14² / (2 · 7.5) = 13 m at half of the 15 m/s² that this body brakes with.
    body b = {120, 1800, 0.3, 14, 0, 60};
    check_arrival(&b, dv_vec(40, 20, 0), 14);
    b.response = 0;
    b.tick_rate = 10;
    check_arrival(&b, dv_vec(40, 20, 0), 14);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speed_ramps_down_within_the_slowing_distance),
        cmocka_unit_test(speed_is_what_response_and_brakes_can_stop),
        cmocka_unit_test(on_the_target_the_desired_speed_is_zero),
        cmocka_unit_test(agents_settle_without_passing_at_any_tick_rate),
        cmocka_unit_test(agents_at_full_speed_stop_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
