// Obstacles, regions, surfaces, and paths as targets: the target is their nearest point. The agent
// moves at (4, 0) m/s with a top speed of 10 m/s and a radius of 0.5 m.
#include "../program.h"
#include "behavior_world.h"

#include "base/random.h"
#include "world/world_data.h"

#define EXACT 1e-4f
#define AT_SLOT(name)                                                                              \
    { "target", dv_value_name(name) }

static uint64_t rock_at(lab *l, float x, float y, float radius) {
    dv_obstacle_def def = {.shape = DV_SPHERE, .position = dv_vec(x, y, 0), .radius = radius};
    dv_obstacle rock;
    assert_int_equal(dv_obstacle_create(l->world, &def, &rock, &l->error), DV_OK);
    return rock.bits;
}

static uint64_t wall_along(lab *l, dv_vec3 from, dv_vec3 to) {
    dv_vec3 points[] = {from, to};
    dv_obstacle_def def = {.shape = DV_WALL, .points = points, .point_count = 2};
    dv_obstacle wall;
    assert_int_equal(dv_obstacle_create(l->world, &def, &wall, &l->error), DV_OK);
    return wall.bits;
}

static uint64_t field_at(lab *l, float x, float y, float side) {
    dv_region_def def = dv_region_def_default();
    def.shape = (dv_obstacle_def){
        .shape = DV_BOX, .position = dv_vec(x, y, 0), .width = side, .depth = side, .height = side};
    dv_region field;
    assert_int_equal(dv_region_create(l->world, &def, &field, &l->error), DV_OK);
    return field.bits;
}

static void an_obstacle_is_its_nearest_surface_point(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 4);
    assert_zero(ASK(&l, agent, "seek", AT_SLOT("rock")));
    lab_fill(&l, agent, SLOT_ROCK, rock_at(&l, 0, 8, 3));
    assert_vector(ASK(&l, agent, "seek", AT_SLOT("rock")), -4, 10, 0, EXACT);
    assert_vector(ASK(&l, agent, "flee", AT_SLOT("rock")), -4, -10, 0, EXACT);
    // Its middle is 8 m away, its surface 5 m.
    assert_zero(ASK(&l, agent, "flee", AT_SLOT("rock"), NUMBER("radius", 4.9)));
    assert_vector(ASK(&l, agent, "flee", AT_SLOT("rock"), NUMBER("radius", 5.1)), -4, -10, 0,
                  EXACT);
    // Of a long wall it is not the middle, at (30, -6), but straight to the right.
    lab_fill(&l, agent, SLOT_ROCK, wall_along(&l, dv_vec(-20, -6, 0), dv_vec(80, -6, 0)));
    assert_vector(ASK(&l, agent, "seek", AT_SLOT("rock")), -4, -10, 0, EXACT);
    lab_close(&l);
}

static void a_removed_obstacle_is_no_target(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 4);
    uint64_t rock = rock_at(&l, 0, 8, 3);
    lab_fill(&l, agent, SLOT_ROCK, rock);
    assert_int_equal(dv_obstacle_remove(l.world, (dv_obstacle){rock}), DV_OK);
    assert_zero(ASK(&l, agent, "seek", AT_SLOT("rock")));
    lab_close(&l);
}

static void arrival_comes_to_rest_at_the_surface(void **state) {
    (void)state;
    dv_argument arguments[] = {AT_SLOT("rock")};
    dv_steering *steer = lab_make("arrival", arguments, 1);
    lab l = lab_open_with(lab_def(), (lab_kinds){.steer = steer});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 4);
    lab_fill(&l, agent, SLOT_ROCK, rock_at(&l, 20, 0, 3));
    for (int i = 0; i < 1000; i++)
        lab_step(&l);
    // The surface is at 17 m, where a solid body does not get with its center.
    assert_vector(dv_agent_position(l.world, agent), 16.5f, 0, 0, 0.01f);
    assert_true(dv_length(dv_agent_velocity(l.world, agent)) < 0.01f);
    dv_steering_release(steer);
    lab_close(&l);
}

static void a_region_is_its_nearest_point_and_nothing_inside(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 4);
    lab_fill(&l, agent, SLOT_REGION, field_at(&l, 0, 8, 6));
    assert_vector(ASK(&l, agent, "seek", AT_SLOT("region")), -4, 10, 0, EXACT);
    assert_zero(ASK(&l, agent, "flee", AT_SLOT("region"), NUMBER("radius", 4.9)));
    lab_fill(&l, agent, SLOT_REGION, field_at(&l, 1, 1, 6));
    assert_zero(ASK(&l, agent, "seek", AT_SLOT("region")));
    // Arrived: rest.
    assert_vector(ASK(&l, agent, "arrival", AT_SLOT("region")), -4, 0, 0, EXACT);
    lab_close(&l);
}

static void a_path_is_its_nearest_point(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 4);
    dv_vec3 points[] = {dv_vec(-5, 6, 0), dv_vec(40, 6, 0)};
    lab_fill(&l, agent, SLOT_PATH, lab_path(&l, points, 2, 1, false, false).bits);
    assert_vector(ASK(&l, agent, "seek", AT_SLOT("path")), -4, 10, 0, EXACT);
    lab_close(&l);
}

static void a_surface_is_the_point_below(void **state) {
    (void)state;
    dv_surface_def globe = {.name = "globe", .shape = DV_SURFACE_SPHERE, .radius = 3};
    dv_world_def def = lab_def();
    def.space = DV_VOLUME;
    lab l = lab_open_with(def, (lab_kinds){.surfaces = &globe, .surface_count = 1});
    dv_surface surface;
    assert_int_equal(dv_surface_create(l.world, 0, &surface, &l.error), DV_OK);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, -8, 0), 0, 4);
    lab_fill(&l, agent, SLOT_SURFACE, surface.bits);
    assert_vector(ASK(&l, agent, "seek", AT_SLOT("surface")), -4, 10, 0, EXACT);
    assert_zero(ASK(&l, agent, "flee", AT_SLOT("surface"), NUMBER("radius", 4.9)));
    lab_close(&l);
}

static void an_obstacle_across_the_seam_is_the_near_one(void **state) {
    (void)state;
    dv_world_def def = lab_def();
    def.bounds.edge = DV_EDGE_WRAP;
    lab l = lab_open_with(def, (lab_kinds){0});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(46, 0, 0), 0, 4);
    lab_fill(&l, agent, SLOT_ROCK, rock_at(&l, -46, 0, 3));
    assert_vector(ASK(&l, agent, "seek", AT_SLOT("rock")), 6, 0, 0, EXACT);
    assert_zero(ASK(&l, agent, "flee", AT_SLOT("rock"), NUMBER("radius", 4.9)));
    assert_vector(ASK(&l, agent, "flee", AT_SLOT("rock"), NUMBER("radius", 5.1)), -14, 0, 0, EXACT);
    lab_close(&l);
}

static void what_has_no_place_is_refused_at_load(void **state) {
    (void)state;
    dv_argument arguments[] = {AT_SLOT("pack")};
    dv_steering *steer = lab_make("seek", arguments, 1);
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 4);
    dv_vec3 vector;
    assert_int_not_equal(dv_agent_evaluate(l.world, agent, steer, &vector, &l.error), DV_OK);
    assert_string_equal(l.error.message, "test: steer.seek: target: slot 'pack' holds a group; an "
                                         "agent, point, pose, obstacle, region, path or surface "
                                         "expected");
    dv_steering_release(steer);
    lab_close(&l);
}

// About the halves and wholes of a span, where rounding decides, and anywhere.
static void whole_spans_come_off_as_by_division(void **state) {
    (void)state;
    static const float spans[] = {0.3f, 1, 100, 1672.9f, 1e6f};
    for (uint64_t n = 0; n < 200000; n++) {
        dv_random_key key = {.seed = 3, .tick = n};
        float span = spans[n % 5];
        double halves = n % 2 ? (double)(int)(dv_random_unit(key, 0) * 9 - 4) / 2
                              : dv_random_unit(key, 1) * 6 - 3;
        double nudge = n % 3 ? (dv_random_unit(key, 2) - 0.5) * 1e-6 : 0;
        float offset = (float)((halves + nudge) * (double)span);
        float expected = offset - span * floorf(offset / span + 0.5f);
        float found = dv_without_spans(offset, span);
        assert_memory_equal(&found, &expected, sizeof found);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_spans_come_off_as_by_division),
        cmocka_unit_test(an_obstacle_is_its_nearest_surface_point),
        cmocka_unit_test(a_removed_obstacle_is_no_target),
        cmocka_unit_test(arrival_comes_to_rest_at_the_surface),
        cmocka_unit_test(a_region_is_its_nearest_point_and_nothing_inside),
        cmocka_unit_test(a_path_is_its_nearest_point),
        cmocka_unit_test(a_surface_is_the_point_below),
        cmocka_unit_test(an_obstacle_across_the_seam_is_the_near_one),
        cmocka_unit_test(what_has_no_place_is_refused_at_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
