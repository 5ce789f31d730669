// The edges of the world. Bodies of 0.5 m without steering, in bounds of ±50 m.
#include "../program.h"
#include "behavior_world.h"

#define EXACT 1e-5f

static lab open_with_edge(dv_edge edge, dv_space space) {
    dv_world_def def = lab_def();
    def.bounds.edge = edge;
    def.space = space;
    return lab_open_with(def, (lab_kinds){0});
}

static void an_open_edge_lets_pass(void **state) {
    (void)state;
    lab l = open_with_edge(DV_EDGE_OPEN, DV_PLANE);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(49.9f, 0, 0), 0, 10);
    lab_step(&l);
    assert_vector(dv_agent_position(l.world, agent), 50.1f, 0, 0, EXACT);
    lab_close(&l);
}

static void a_containing_edge_stops_the_body_and_what_goes_out(void **state) {
    (void)state;
    lab l = open_with_edge(DV_EDGE_CONTAIN, DV_PLANE);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(49.4f, 0, 0), 0, 0);
    assert_int_equal(dv_agent_set_velocity(l.world, agent, dv_vec(8, 6, 0), NULL), DV_OK);
    lab_step(&l);
    assert_vector(dv_agent_position(l.world, agent), 49.5f, 0.12f, 0, EXACT);
    assert_vector(dv_agent_velocity(l.world, agent), 0, 6, 0, EXACT);
    lab_close(&l);
}

static void it_comes_off_the_edge_again(void **state) {
    (void)state;
    lab l = open_with_edge(DV_EDGE_CONTAIN, DV_PLANE);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-49.5f, 0, 0), 0, 5);
    lab_step(&l);
    assert_vector(dv_agent_position(l.world, agent), -49.4f, 0, 0, EXACT);
    assert_vector(dv_agent_velocity(l.world, agent), 5, 0, 0, EXACT);
    lab_close(&l);
}

static void bodies_put_outside_are_brought_in(void **state) {
    (void)state;
    lab l = open_with_edge(DV_EDGE_CONTAIN, DV_VOLUME);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(400, -400, 400), 0, 0);
    lab_step(&l);
    assert_vector(dv_agent_position(l.world, agent), 49.5f, -49.5f, 49.5f, 0);
    lab_close(&l);
}

static void bodies_wider_than_the_world_stay_in_its_middle(void **state) {
    (void)state;
    lab l = open_with_edge(DV_EDGE_CONTAIN, DV_PLANE);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(10, 0, 0), 0, 3);
    assert_int_equal(dv_agent_set_property(l.world, agent, DV_RADIUS, 80, NULL), DV_OK);
    lab_step(&l);
    assert_zero(dv_agent_position(l.world, agent));
    assert_zero(dv_agent_velocity(l.world, agent));
    lab_close(&l);
}

static void a_wrapping_edge_leads_to_the_other_side(void **state) {
    (void)state;
    lab l = open_with_edge(DV_EDGE_WRAP, DV_VOLUME);
    dv_agent east = lab_spawn(&l, SHEEP, dv_vec(49.9f, 0, 0), 0, 10);
    dv_agent down = lab_spawn(&l, SHEEP, dv_vec(0, 0, -49.9f), 0, 0);
    assert_int_equal(dv_agent_set_velocity(l.world, down, dv_vec(0, 0, -10), NULL), DV_OK);
    lab_step(&l);
    assert_vector(dv_agent_position(l.world, east), -49.9f, 0, 0, EXACT);
    assert_vector(dv_agent_velocity(l.world, east), 10, 0, 0, EXACT);
    assert_vector(dv_agent_position(l.world, down), 0, 0, 49.9f, EXACT);
    lab_close(&l);
}

static void wrapped_places_are_always_inside(void **state) {
    (void)state;
    dv_world_def def = lab_def();
    def.bounds = (dv_bounds){{-0.1f, 7.3f, 0}, {0.7f, 13.9f, 0}, DV_EDGE_WRAP};
    lab l = lab_open_with(def, (lab_kinds){0});
    uint64_t n = 0;
    dv_agent agents[200];
    for (int i = 0; i < 200; i++)
        agents[i] = lab_spawn(&l, SHEEP, dv_vec(lab_random(&n, -0.1f, 0.7f), 10, 0),
                              lab_random(&n, 0, 360), i % 3 ? lab_random(&n, 0, 10) : 1e-6f);
    for (int tick = 0; tick < 200; tick++) {
        lab_step(&l);
        for (int i = 0; i < 200; i++) {
            dv_vec3 place = dv_agent_position(l.world, agents[i]);
            assert_true(place.x >= -0.1f && place.x < 0.7f);
            assert_true(place.y >= 7.3f && place.y < 13.9f);
        }
    }
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_open_edge_lets_pass),
        cmocka_unit_test(a_containing_edge_stops_the_body_and_what_goes_out),
        cmocka_unit_test(it_comes_off_the_edge_again),
        cmocka_unit_test(bodies_put_outside_are_brought_in),
        cmocka_unit_test(bodies_wider_than_the_world_stay_in_its_middle),
        cmocka_unit_test(a_wrapping_edge_leads_to_the_other_side),
        cmocka_unit_test(wrapped_places_are_always_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
