// Containment: a body of 0.5 m in bounds of ±50 m, with a top speed of 10 m/s and a horizon of 1 s.
#include "behavior_world.h"

#define EXACT 1e-4f
#define CONTAIN "containment", NUMBER("horizon", 1)

static void a_way_that_stays_inside_is_left_alone(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent inside = lab_spawn(&l, SHEEP, dv_vec(44.4f, -44.4f, 0), 0, 5);
    dv_agent outward = lab_spawn(&l, SHEEP, dv_vec(49.4f, 0, 0), 90, 5);
    assert_zero(ASK(&l, inside, CONTAIN));
    assert_zero(ASK(&l, outward, CONTAIN));
    lab_close(&l);
}

static void a_way_out_turns_inside_along_the_normal(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent east = lab_spawn(&l, SHEEP, dv_vec(48, 0, 0), 0, 5);
    dv_agent south = lab_spawn(&l, SHEEP, dv_vec(0, -48, 0), -90, 5);
    assert_vector(ASK(&l, east, CONTAIN), -15, 0, 0, EXACT);
    assert_vector(ASK(&l, south, CONTAIN), 0, 15, 0, EXACT);
    lab_close(&l);
}

static void motion_along_the_edge_stays(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(48, 0, 0), 0, 0);
    assert_int_equal(dv_agent_set_velocity(l.world, agent, dv_vec(4, 3, 0), NULL), DV_OK);
    assert_vector(ASK(&l, agent, CONTAIN), -14, 0, 0, EXACT);
    lab_close(&l);
}

static void a_corner_turns_along_both_normals(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(49, 49, 0), 0, 0);
    assert_int_equal(dv_agent_set_velocity(l.world, agent, dv_vec(3, 1, 0), NULL), DV_OK);
    assert_vector(ASK(&l, agent, CONTAIN), -10.0710678f, -8.0710678f, 0, EXACT);
    lab_close(&l);
}

static void a_volume_has_a_floor_and_a_ceiling(void **state) {
    (void)state;
    lab l = lab_open_volume();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 48), 0, 0);
    assert_int_equal(dv_agent_set_velocity(l.world, agent, dv_vec(0, 0, 5), NULL), DV_OK);
    assert_vector(ASK(&l, agent, CONTAIN), 0, 0, -15, EXACT);
    lab_close(&l);
}

static void a_wrapping_world_has_no_edge(void **state) {
    (void)state;
    dv_world_def def = lab_def();
    def.bounds.edge = DV_EDGE_WRAP;
    lab l = lab_open_with(def, (lab_kinds){0});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(48, 0, 0), 0, 5);
    assert_zero(ASK(&l, agent, CONTAIN));
    lab_close(&l);
}

static void wanderers_stay_inside_open_bounds(void **state) {
    (void)state;
    dv_part parts[] = {{MAKE("wander", NUMBER("strength", 1)), {0}},
                       {MAKE("containment", NUMBER("horizon", 1.5)), {0}}};
    lab_kinds kinds = {.steer = dv_blend_create("sum", parts, 2, NULL, 0, "test", NULL)};
    lab l = lab_open_with(lab_def(), kinds);
    dv_steering_release(kinds.steer);
    dv_steering_release(parts[0].steering);
    dv_steering_release(parts[1].steering);
    dv_agent agents[20];
    for (int i = 0; i < 20; i++)
        agents[i] = lab_spawn(&l, SHEEP, dv_vec((float)i, 0, 0), (float)i * 18, 10);
    for (int tick = 0; tick < 3000; tick++) {
        lab_step(&l);
        for (int i = 0; i < 20; i++) {
            dv_vec3 place = dv_agent_position(l.world, agents[i]);
            assert_true(place.x > -50 && place.x < 50 && place.y > -50 && place.y < 50);
        }
    }
    lab_close(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_way_that_stays_inside_is_left_alone),
        cmocka_unit_test(a_way_out_turns_inside_along_the_normal),
        cmocka_unit_test(motion_along_the_edge_stays),
        cmocka_unit_test(a_corner_turns_along_both_normals),
        cmocka_unit_test(a_volume_has_a_floor_and_a_ceiling),
        cmocka_unit_test(a_wrapping_world_has_no_edge),
        cmocka_unit_test(wanderers_stay_inside_open_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
