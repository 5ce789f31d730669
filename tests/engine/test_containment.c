// Containment: a body of 0.5 m in bounds of ±50 m, with a top speed of 10 m/s and a horizon of 1 s.
#include "../program.h"
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

static dv_region lab_region(lab *l, dv_obstacle_def shape) {
    dv_region_def def = dv_region_def_default();
    def.shape = shape;
    dv_region region;
    if (dv_region_create(l->world, &def, &region, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
    return region;
}

#define CONTAIN_BY(name, slot)                                                                     \
    "containment", NUMBER("horizon", 1), { name, dv_value_name(slot) }

static void a_round_region_turns_inside_along_its_normal(void **state) {
    (void)state;
    lab l = lab_open();
    dv_region rink =
        lab_region(&l, (dv_obstacle_def){.shape = DV_SPHERE, .position = {10, 0, 0}, .radius = 20});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(28, 0, 0), 0, 0);
    assert_int_equal(dv_agent_set_velocity(l.world, agent, dv_vec(1, 3, 0), NULL), DV_OK);
    assert_zero(ASK(&l, agent, CONTAIN_BY("region", "region"))); // the slot is empty
    lab_fill(&l, agent, SLOT_REGION, rink.bits);
    // Predicted at (29, 3): 19.235 m from the middle, where 19.5 m are free.
    assert_zero(ASK(&l, agent, CONTAIN_BY("region", "region")));
    assert_int_equal(dv_agent_set_velocity(l.world, agent, dv_vec(3, 4, 0), NULL), DV_OK);
    // Predicted at (31, 4), 21 and 4 m from the middle.
    dv_vec3 inward = dv_scale(dv_normalize(dv_vec(21, 4, 0)), -1);
    dv_vec3 wanted = dv_scale(inward, 10 - dv_dot(inward, dv_vec(3, 4, 0)));
    assert_vector(ASK(&l, agent, CONTAIN_BY("region", "region")), wanted.x, wanted.y, 0, EXACT);
    lab_close(&l);
}

static void a_path_keeps_its_walkers_in_its_tube(void **state) {
    (void)state;
    lab l = lab_open();
    const dv_vec3 points[] = {{-30, 0, 0}, {30, 0, 0}};
    dv_path path = lab_path(&l, points, 2, 3, false, false);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 1, 0), 0, 0);
    lab_fill(&l, agent, SLOT_PATH, path.bits);
    assert_int_equal(dv_agent_set_velocity(l.world, agent, dv_vec(5, 1.4f, 0), NULL), DV_OK);
    assert_zero(ASK(&l, agent, CONTAIN_BY("path", "path"))); // at y = 2.4 of 2.5 that are free
    assert_int_equal(dv_agent_set_velocity(l.world, agent, dv_vec(5, 1.6f, 0), NULL), DV_OK);
    assert_vector(ASK(&l, agent, CONTAIN_BY("path", "path")), 0, -11.6f, 0, EXACT);
    lab_close(&l);
}

/// Wanderers that start inside stay inside for a minute.
static void expect_to_stay(dv_world_def def, bool in_path) {
    const char *name = in_path ? "path" : "region";
    dv_part parts[] = {
        {MAKE("containment", NUMBER("horizon", 1), {name, dv_value_name(name)}), {0}},
        {MAKE("wander", NUMBER("strength", 1)), {0}}};
    lab_kinds kinds = {.steer = dv_blend_create("priority", parts, 2, NULL, 0, "test", NULL)};
    lab l = lab_open_with(def, kinds);
    dv_steering_release(kinds.steer);
    dv_steering_release(parts[0].steering);
    dv_steering_release(parts[1].steering);
    const dv_vec3 points[] = {{10, 8, 0}, {45, 13, 0}, {80, 8, 0}};
    dv_path path = lab_path(&l, points, 3, 10, false, true);
    dv_region region = lab_region(
        &l, (dv_obstacle_def){.shape = DV_SPHERE, .position = {45, 10, 0}, .radius = 20});
    dv_agent agents[20];
    for (int i = 0; i < 20; i++) {
        agents[i] = lab_spawn(&l, SHEEP, dv_vec(45, 12, 0), (float)i * 18, 5);
        lab_fill(&l, agents[i], SLOT_PATH, path.bits);
        lab_fill(&l, agents[i], SLOT_REGION, region.bits);
    }
    for (int tick = 0; tick < 3000; tick++) {
        lab_step(&l);
        for (int i = 0; i < 20; i++) {
            dv_vec3 place = dv_agent_position(l.world, agents[i]);
            double side;
            dv_path_project(l.world, path, place, &side);
            assert_true(in_path ? fabs(side) <= 10 : dv_region_contains(l.world, region, place));
        }
    }
    lab_close(&l);
}

static void wanderers_stay_in_a_region_and_in_a_path(void **state) {
    (void)state;
    dv_world_def def = lab_def();
    expect_to_stay(def, false);
    expect_to_stay(def, true);
    def.bounds.edge = DV_EDGE_WRAP; // both reach across the seam
    expect_to_stay(def, false);
    expect_to_stay(def, true);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_way_that_stays_inside_is_left_alone),
        cmocka_unit_test(a_way_out_turns_inside_along_the_normal),
        cmocka_unit_test(motion_along_the_edge_stays),
        cmocka_unit_test(a_corner_turns_along_both_normals),
        cmocka_unit_test(a_volume_has_a_floor_and_a_ceiling),
        cmocka_unit_test(a_wrapping_world_has_no_edge),
        cmocka_unit_test(wanderers_stay_inside_open_bounds),
        cmocka_unit_test(a_round_region_turns_inside_along_its_normal),
        cmocka_unit_test(a_path_keeps_its_walkers_in_its_tube),
        cmocka_unit_test(wanderers_stay_in_a_region_and_in_a_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
