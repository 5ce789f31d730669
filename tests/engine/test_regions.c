// Regions: what they contain, and the speed of agents inside.
#include "../program.h"
#include "behavior_world.h"

#include "base/alloc.h"

static dv_region add(lab *l, dv_obstacle_def shape, float speed) {
    dv_region_def def = {.shape = shape, .speed = speed};
    dv_region region;
    if (dv_region_create(l->world, &def, &region, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
    return region;
}

static dv_obstacle_def box(float x, float y, float width, float depth) {
    return (dv_obstacle_def){
        .shape = DV_BOX, .position = dv_vec(x, y, 0), .width = width, .depth = depth, .height = 2};
}

static void shapes_contain_their_edges(void **state) {
    (void)state;
    static const dv_vec3 corners[] = {{0, 0, 0}, {6, 0, 0}, {0, 6, 0}};
    lab l = lab_open();
    dv_region square = add(&l, box(10, 0, 4, 2), 1);
    dv_region disc = add(
        &l, (dv_obstacle_def){.shape = DV_SPHERE, .position = dv_vec(-10, 0, 0), .radius = 5}, 1);
    dv_region triangle =
        add(&l, (dv_obstacle_def){.shape = DV_POLYGON, .points = corners, .point_count = 3}, 1);
    assert_true(dv_region_contains(l.world, square, dv_vec(12, 1, 0)));
    assert_false(dv_region_contains(l.world, square, dv_vec(12.001f, 1, 0)));
    assert_true(dv_region_contains(l.world, disc, dv_vec(-7, 4, 0)));
    assert_false(dv_region_contains(l.world, disc, dv_vec(-7, 4.001f, 0)));
    assert_true(dv_region_contains(l.world, triangle, dv_vec(3, 3, 9)));
    assert_true(dv_region_contains(l.world, triangle, dv_vec(1, 1, 0)));
    assert_false(dv_region_contains(l.world, triangle, dv_vec(3.01f, 3, 0)));
    assert_false(dv_region_contains(l.world, triangle, dv_vec(NAN, 1, 0)));
    lab_close(&l);
}

static void in_a_volume_they_have_a_height(void **state) {
    (void)state;
    lab l = lab_open_volume();
    dv_region flat = add(&l, box(0, 0, 4, 4), 1);
    dv_region pillar =
        add(&l,
            (dv_obstacle_def){
                .shape = DV_CYLINDER, .position = dv_vec(20, 0, 5), .radius = 2, .height = 10},
            1);
    assert_true(dv_region_contains(l.world, flat, dv_vec(2, 2, 1)));
    assert_false(dv_region_contains(l.world, flat, dv_vec(0, 0, 1.01f)));
    assert_true(dv_region_contains(l.world, pillar, dv_vec(22, 0, 10)));
    assert_false(dv_region_contains(l.world, pillar, dv_vec(20, 0, 10.01f)));
    assert_false(dv_region_contains(l.world, pillar, dv_vec(21.5f, 1.5f, 5)));
    lab_close(&l);
}

static void over_a_wrapping_edge_they_go_on(void **state) {
    (void)state;
    dv_world_def def = lab_def();
    def.bounds.edge = DV_EDGE_WRAP;
    lab l = lab_open_with(def, (lab_kinds){0});
    dv_region region = add(&l, box(50, 0, 10, 10), 1);
    assert_true(dv_region_contains(l.world, region, dv_vec(46, 0, 0)));
    assert_true(dv_region_contains(l.world, region, dv_vec(-46, 0, 0)));
    assert_false(dv_region_contains(l.world, region, dv_vec(-44, 0, 0)));
    lab_close(&l);
}

// A point mass that seeks far away keeps its cap: 10 m/s, and inside what the regions make of it.
static void inside_the_cap_is_scaled(void **state) {
    (void)state;
    lab_kinds kinds = {.steer = MAKE("seek", AT_POINT(1000, 0, 0))};
    lab l = lab_open_with(lab_def(), kinds);
    dv_steering_release(kinds.steer);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(-40, 0, 0), 0, 10);
    dv_region mud = add(&l, box(0, 0, 40, 20), 0.5f);
    add(&l, box(10, 0, 20, 20), 0.6f);
    add(&l, box(40, 0, 20, 20), 3); // no faster than the body can
    float slowest_west = 10, slowest_east = 10, fastest = 0;
    for (int tick = 0; tick < 800; tick++) {
        lab_step(&l);
        float x = dv_agent_position(l.world, agent).x;
        float speed = dv_length(dv_agent_velocity(l.world, agent));
        if (x > -20 && x < 0)
            slowest_west = fminf(slowest_west, speed);
        if (x > 0 && x < 20)
            slowest_east = fminf(slowest_east, speed);
        fastest = fmaxf(fastest, speed);
    }
    assert_float_equal(slowest_west, 5, 1e-3);
    assert_float_equal(slowest_east, 3, 1e-3);
    assert_float_equal(fastest, 10, 1e-4);
    assert_int_equal(dv_region_set_speed(l.world, mud, 0.25, NULL), DV_OK);
    assert_float_equal(dv_region_speed(l.world, mud), 0.25, 0);
    assert_int_equal(dv_region_remove(l.world, mud), DV_OK);
    assert_int_equal(dv_region_set_speed(l.world, mud, 1, NULL), DV_ERROR_STALE);
    lab_close(&l);
}

static void an_agent_s_cap_comes_back_when_the_region_goes(void **state) {
    (void)state;
    lab_kinds kinds = {.speed = dv_value_number(4)};
    lab l = lab_open_with(lab_def(), kinds);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_region fast = add(&l, box(0, 0, 4, 4), 2);
    lab_step(&l);
    assert_vector(ASK(&l, agent, "seek", AT_POINT(0, 9, 0)), 0, 8, 0, 1e-5f);
    dv_region_remove(l.world, fast);
    lab_step(&l);
    assert_vector(ASK(&l, agent, "seek", AT_POINT(0, 9, 0)), 0, 4, 0, 1e-5f);
    lab_close(&l);
}

static void random_points_are_inside_and_free(void **state) {
    (void)state;
    lab l = lab_open();
    dv_region region =
        add(&l, (dv_obstacle_def){.shape = DV_SPHERE, .position = dv_vec(5, 5, 0), .radius = 3}, 1);
    dv_obstacle_def stone = {.shape = DV_SPHERE, .position = dv_vec(5, 5, 0), .radius = 2.5f};
    dv_obstacle obstacle;
    assert_int_equal(dv_obstacle_create(l.world, &stone, &obstacle, NULL), DV_OK);
    for (int i = 0; i < 200; i++) {
        dv_vec3 point;
        assert_int_equal(dv_region_random_point(l.world, region, &point, &l.error), DV_OK);
        float distance = dv_length(dv_subtract(point, dv_vec(5, 5, 0)));
        assert_true(distance >= 2.5f && distance <= 3);
    }
    dv_obstacle_remove(l.world, obstacle);
    stone.radius = 4;
    assert_int_equal(dv_obstacle_create(l.world, &stone, &obstacle, NULL), DV_OK);
    dv_vec3 point;
    assert_int_equal(dv_region_random_point(l.world, region, &point, &l.error), DV_ERROR_LIMIT);
    lab_close(&l);
}

static void wrong_regions_are_refused(void **state) {
    (void)state;
    static const dv_vec3 ends[] = {{0, 0, 0}, {1, 0, 0}};
    lab l = lab_open();
    dv_region region;
    dv_region_def def = dv_region_def_default();
    assert_float_equal(def.speed, 1, 0);
    def.shape = (dv_obstacle_def){.shape = DV_WALL, .points = ends, .point_count = 2};
    assert_int_equal(dv_region_create(l.world, &def, &region, &l.error), DV_ERROR_ARGUMENT);
    assert_string_equal(l.error.message, "region: a wall has no inside");
    def.shape = box(0, 0, 1, 1);
    def.speed = NAN;
    assert_int_equal(dv_region_create(l.world, &def, &region, &l.error), DV_ERROR_ARGUMENT);
    def.speed = 101;
    assert_int_equal(dv_region_create(l.world, &def, &region, &l.error), DV_ERROR_ARGUMENT);
    assert_string_equal(l.error.message, "region: speed: 101 is not in 0 to 100");
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_contain_their_edges),
        cmocka_unit_test(in_a_volume_they_have_a_height),
        cmocka_unit_test(over_a_wrapping_edge_they_go_on),
        cmocka_unit_test(inside_the_cap_is_scaled),
        cmocka_unit_test(an_agent_s_cap_comes_back_when_the_region_goes),
        cmocka_unit_test(random_points_are_inside_and_free),
        cmocka_unit_test(wrong_regions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
