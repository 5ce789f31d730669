// Flow following in a field painted by hand. The top speed is 10 m/s, the horizon 0.5 s.
#include "../program.h"
#include "behavior_world.h"

#define EXACT 1e-4f
#define GO "flow_following", IN_FLOW
#define IN_FLOW                                                                                    \
    { "flow", dv_value_name("flow") }

/// Wide enough to be even about the middle: strokes over the whole grid with falloff cut off.
static void blow(lab *l, dv_flow flow, float from_x, float to_x, dv_vec3 velocity) {
    for (float x = from_x; x <= to_x; x += 2)
        for (float y = -50; y <= 50; y += 2)
            assert_int_equal(dv_flow_set(l->world, flow, dv_vec(x, y, 0), velocity, NULL), DV_OK);
}

static dv_agent put(lab *l, dv_flow flow, dv_vec3 place, dv_vec3 velocity) {
    dv_agent agent = lab_spawn(l, SHEEP, place, 0, 0);
    assert_int_equal(dv_agent_set_velocity(l->world, agent, velocity, NULL), DV_OK);
    lab_fill(l, agent, SLOT_FLOW, flow.bits);
    return agent;
}

static void it_takes_on_the_flow_of_where_it_will_be(void **state) {
    (void)state;
    lab l = lab_open();
    dv_flow flow = lab_flow(&l);
    blow(&l, flow, 0, 50, dv_vec(3, -4, 0));
    dv_agent inside = put(&l, flow, dv_vec(10, 0, 0), dv_vec(1, 1, 0));
    dv_agent coming = put(&l, flow, dv_vec(-3, 0, 0), dv_vec(8, 0, 0));
    assert_vector(ASK(&l, inside, GO), 2, -5, 0, EXACT);
    assert_vector(ASK(&l, coming, GO), -5, -4, 0, EXACT);                             // at (1, 0)
    assert_vector(ASK(&l, coming, GO, NUMBER("horizon", 0.25)), -6.5f, -2, 0, EXACT); // half way
    lab_close(&l);
}

static void without_flow_it_does_nothing(void **state) {
    (void)state;
    lab l = lab_open();
    dv_flow flow = lab_flow(&l);
    blow(&l, flow, 0, 50, dv_vec(3, -4, 0));
    dv_agent beside = put(&l, flow, dv_vec(-10, 0, 0), dv_vec(3, 0, 0));
    dv_agent outside = put(&l, flow, dv_vec(49, 0, 0), dv_vec(9, 0, 0));
    dv_agent without = lab_spawn(&l, SHEEP, dv_vec(10, 0, 0), 0, 3);
    dv_agent same = put(&l, flow, dv_vec(10, 0, 0), dv_vec(3, -4, 0));
    assert_zero(ASK(&l, beside, GO));
    assert_zero(ASK(&l, outside, GO));
    assert_zero(ASK(&l, without, GO));
    assert_zero(ASK(&l, same, GO));
    lab_close(&l);
}

static void desire_is_held_to_the_cap(void **state) {
    (void)state;
    lab l = lab_open();
    dv_flow flow = lab_flow(&l);
    blow(&l, flow, -50, 50, dv_vec(30, 40, 0));
    dv_agent agent = put(&l, flow, dv_vec(0, 0, 0), dv_vec(0, 0, 0));
    assert_vector(ASK(&l, agent, GO), 6, 8, 0, EXACT);
    blow(&l, flow, -50, 50, dv_vec(0.3f, 0.4f, 0));
    assert_vector(ASK(&l, agent, GO), 0.3f, 0.4f, 0, EXACT);
    assert_vector(ASK(&l, agent, GO, YES("direction_only")), 6, 8, 0, EXACT);
    lab_close(&l);
}

static void painting_changes_where_everybody_goes(void **state) {
    (void)state;
    lab_kinds kinds = {.steer = MAKE("flow_following", IN_FLOW)};
    lab l = lab_open_with(lab_def(), kinds);
    dv_steering_release(kinds.steer);
    dv_flow flow = lab_flow(&l);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-40, 0, 0), 0, 0);
    lab_fill(&l, agent, SLOT_FLOW, flow.bits);
    for (int tick = 0; tick < 50; tick++)
        lab_step(&l);
    assert_vector(dv_agent_position(l.world, agent), -40, 0, 0, 0);
    blow(&l, flow, -50, 50, dv_vec(5, 0, 0));
    for (int tick = 0; tick < 200; tick++)
        lab_step(&l);
    assert_true(fabsf(dv_agent_velocity(l.world, agent).x - 5) < 0.01f);
    dv_vec3 place = dv_agent_position(l.world, agent);
    dv_flow_paint(l.world, flow, dv_vec(place.x, place.y, 0), 60, dv_vec(0, 6, 0), 1, NULL);
    for (int tick = 0; tick < 150; tick++)
        lab_step(&l);
    assert_true(dv_agent_velocity(l.world, agent).y > 3);
    assert_true(dv_agent_position(l.world, agent).y > 5);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_takes_on_the_flow_of_where_it_will_be),
        cmocka_unit_test(without_flow_it_does_nothing),
        cmocka_unit_test(desire_is_held_to_the_cap),
        cmocka_unit_test(painting_changes_where_everybody_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
