// Obstacles across the seam of a world that wraps, 100 m square. Sweeps, sight, and avoidance work
// as if the world continued: an agent at (x, y) gets the same result as one in a world that is
// shifted so that the seam is far away.
#include "../program.h"
#include "behavior_world.h"
#include "world/obstacles.h"
#include "world/world_data.h"

#define EXACT 1e-4f

static lab open_wrapping(dv_space space) {
    dv_world_def def = lab_def();
    def.bounds.edge = DV_EDGE_WRAP;
    def.space = space;
    return lab_open_with(def, (lab_kinds){0});
}

static void add_ball(lab *l, float x, float y, float z, float radius) {
    dv_obstacle_def def = {.shape = DV_SPHERE, .position = dv_vec(x, y, z), .radius = radius};
    dv_obstacle obstacle;
    assert_int_equal(dv_obstacle_create(l->world, &def, &obstacle, &l->error), DV_OK);
}

static void a_sweep_goes_on_beyond_the_edge(void **state) {
    (void)state;
    lab l = open_wrapping(DV_PLANE);
    dv_sweep_hit hit;
    dv_vec3 from = dv_vec(46, 48, 0);
    add_ball(&l, -46, -48, 0, 1); // 8 m on along x, 4 m along y
    for (int indexed = 0; indexed < 2; indexed++) {
        const dv_obstacles *obstacles = &l.world->obstacles;
        assert_false(
            dv_obstacles_sweep(obstacles, DV_PLANE, from, dv_vec(1, 0, 0), 20, 0.5f, &hit));
        assert_false(
            dv_obstacles_sweep(obstacles, DV_PLANE, from, dv_vec(-1, 0, 0), 20, 4.5f, &hit));
        assert_true(dv_obstacles_sweep(obstacles, DV_PLANE, from, dv_vec(1, 0, 0), 20, 4, &hit));
        // 4 + 1 m apart: 3 m along x and 4 m along y.
        assert_float_equal(hit.distance, 5, EXACT);
        assert_vector(hit.center, 51, 48, 0, EXACT);
        assert_vector(hit.normal, -0.6f, -0.8f, 0, EXACT);
        dv_surface_point nearest;
        assert_false(dv_obstacles_nearest(obstacles, DV_PLANE, from, 7.9f, &nearest));
        assert_true(dv_obstacles_nearest(obstacles, DV_PLANE, from, 8, &nearest));
        assert_float_equal(nearest.distance, dv_sqrt(80) - 1, EXACT);
        assert_true(dv_obstacles_hide(obstacles, DV_PLANE, from, dv_vec(62, 56, 0)));
        assert_false(dv_obstacles_hide(obstacles, DV_PLANE, from, dv_vec(62, 48, 0)));
        assert_true(dv_obstacles_index(&l.world->obstacles));
    }
    lab_close(&l);
}

static void in_a_volume_floor_and_ceiling_are_a_seam_too(void **state) {
    (void)state;
    lab l = open_wrapping(DV_VOLUME);
    add_ball(&l, 0, 0, -46, 1);
    lab_step(&l);
    dv_sweep_hit hit;
    assert_true(dv_obstacles_sweep(&l.world->obstacles, DV_VOLUME, dv_vec(0, 0, 46),
                                   dv_vec(0, 0, 1), 20, 0.5f, &hit));
    assert_float_equal(hit.distance, 6.5, EXACT);
    assert_vector(hit.center, 0, 0, 52.5f, EXACT);
    lab_close(&l);
}

static void an_open_world_has_no_seam(void **state) {
    (void)state;
    lab l = lab_open();
    dv_sweep_hit hit;
    add_ball(&l, -46, 0, 0, 1);
    lab_step(&l);
    assert_false(dv_obstacles_sweep(&l.world->obstacles, DV_PLANE, dv_vec(46, 0, 0),
                                    dv_vec(1, 0, 0), 20, 0.5f, &hit));
    lab_close(&l);
}

/// The steering of an agent at `x` with a ball 5 m ahead and 1 m to the left.
static dv_vec3 told(float x, dv_steering *steering) {
    lab l = open_wrapping(DV_PLANE);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(x, 0, 0), 0, 4);
    add_ball(&l, x + 5 < 50 ? x + 5 : x - 95, 1, 0, 1);
    lab_step(&l);
    dv_vec3 place = dv_vec(x, 0, 0);
    assert_int_equal(dv_agent_set_position(l.world, agent, place, &l.error), DV_OK);
    dv_vec3 vector = lab_ask(&l, agent, steering);
    lab_close(&l);
    return vector;
}

static void behaviors_are_told_the_same_at_the_seam_as_elsewhere(void **state) {
    (void)state;
    static const char *const names[] = {"obstacle_avoidance", "ray_avoidance", "wall_following",
                                        "hide"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        dv_argument toward[] = {AT_POINT(20, 40, 0)};
        bool hides = strcmp(names[i], "hide") == 0;
        dv_vec3 here = told(0, lab_make(names[i], toward, hides));
        toward[0].value = dv_value_point(dv_vec(-32, 40, 0));
        dv_vec3 there = told(48, lab_make(names[i], toward, hides));
        assert_true(dv_length(here) > 0.1f);
        assert_vector(there, here.x, here.y, here.z, 1e-3f);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sweep_goes_on_beyond_the_edge),
        cmocka_unit_test(in_a_volume_floor_and_ceiling_are_a_seam_too),
        cmocka_unit_test(an_open_world_has_no_seam),
        cmocka_unit_test(behaviors_are_told_the_same_at_the_seam_as_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
