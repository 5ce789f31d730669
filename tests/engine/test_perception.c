// What agents see: range, angle, visibility, obstacles, and across the edge of a world that wraps.
#include "../program.h"
#include "guard_world.h"

static bool sees(scene *s, dv_agent other) {
    bool seen = dv_agent_sees(s->world, s->deer, other);
    // The three ways to ask agree about one kind that only `other` is of.
    uint32_t kind = dv_agent_kind(s->world, other);
    dv_agent nearest = dv_agent_nearest_seen(s->world, s->deer, dv_one_kind(kind), INFINITY);
    dv_neighbor neighbors[4];
    uint32_t count = dv_agent_seen(s->world, s->deer, dv_one_kind(kind), INFINITY, neighbors, 4);
    assert_true(same(nearest, seen ? other : (dv_agent){0}));
    assert_int_equal(count, seen ? 1 : 0);
    return seen;
}

static bool sees_at(scene *s, dv_agent wolf, float x, float y) {
    scene_place(s, wolf, x, y);
    scene_step(s);
    return sees(s, wolf);
}

static void the_range_counts_its_rim_in(void **state) {
    (void)state;
    scene s = scene_default();
    s.range = 5;
    scene_open(&s);
    dv_agent wolf = scene_spawn(&s, WOLF, 3, 4);
    assert_true(sees_at(&s, wolf, 3, 4));
    assert_false(sees_at(&s, wolf, 3, 4.001f));
    assert_true(sees_at(&s, wolf, -5, 0));
    assert_true(sees_at(&s, wolf, 0, 0)); // on top of it
    dv_agent_set_property(s.world, s.deer, DV_SIGHT_RANGE, 8, NULL);
    assert_true(sees_at(&s, wolf, 8, 0));
    assert_false(sees_at(&s, wolf, 8.001f, 0));
    dv_agent_set_property(s.world, s.deer, DV_SIGHT_RANGE, INFINITY, NULL);
    assert_true(sees_at(&s, wolf, 30, 1e6f));
    scene_close(&s);
}

static void the_view_cone_counts_its_rim_in(void **state) {
    (void)state;
    scene s = scene_default();
    s.angle = DV_PI / 2;
    scene_open(&s);
    dv_agent wolf = scene_spawn(&s, WOLF, 0, 0);
    assert_true(sees_at(&s, wolf, 10, 0));
    assert_true(sees_at(&s, wolf, 10, 9.999f));
    assert_true(sees_at(&s, wolf, 10, -9.999f));
    assert_false(sees_at(&s, wolf, 10, 10.001f));
    assert_false(sees_at(&s, wolf, 0, 5));
    assert_false(sees_at(&s, wolf, -5, 0));
    assert_true(sees_at(&s, wolf, 0, 0));
    dv_agent_set_heading(s.world, s.deer, DV_PI, NULL);
    assert_true(sees_at(&s, wolf, -5, 0));
    // Half a circle counts what is exactly abeam.
    dv_agent_set_property(s.world, s.deer, DV_SIGHT_ANGLE, DV_PI, NULL);
    dv_agent_set_heading(s.world, s.deer, 0, NULL);
    assert_true(sees_at(&s, wolf, 0.001f, 5));
    assert_false(sees_at(&s, wolf, -0.001f, 5));
    dv_agent_set_property(s.world, s.deer, DV_SIGHT_ANGLE, 2 * DV_PI, NULL);
    assert_true(sees_at(&s, wolf, -5, 0)); // exactly behind
    scene_close(&s);
}

static void mist_shortens_sight(void **state) {
    (void)state;
    scene s = scene_default();
    scene_open(&s);
    dv_agent wolf = scene_spawn(&s, WOLF, 12, 0);
    assert_true(sees_at(&s, wolf, 12, 0));
    assert_int_equal(dv_world_set_visibility(s.world, 12, NULL), DV_OK);
    assert_true(sees_at(&s, wolf, 12, 0));
    assert_int_equal(dv_world_set_visibility(s.world, 11.9, NULL), DV_OK);
    assert_false(sees_at(&s, wolf, 12, 0));
    assert_int_equal(dv_world_set_visibility(s.world, INFINITY, NULL), DV_OK);
    assert_true(sees_at(&s, wolf, 20, 0));
    assert_false(sees_at(&s, wolf, 20.01f, 0));
    scene_close(&s);
}

static const dv_vec3 fence[] = {{5, -2, 0}, {5, 2, 0}};
static const dv_vec3 triangle[] = {{4, -2, 0}, {6, -2, 0}, {5, 2, 0}};
static const dv_obstacle_def hides[] = {
    {.shape = DV_SPHERE, .position = {5, 0, 0}, .radius = 2},
    {.shape = DV_BOX, .position = {5, 0, 0}, .width = 1, .depth = 4, .height = 4},
    {.shape = DV_POLYGON, .points = triangle, .point_count = 3},
    {.shape = DV_WALL, .points = fence, .point_count = 2},
};

static void every_obstacle_hides_what_is_behind_it(void **state) {
    (void)state;
    for (int shape = 0; shape < 4; shape++) {
        scene s = scene_default();
        s.occluded = true;
        scene_open(&s);
        dv_agent wolf = scene_spawn(&s, WOLF, 0, 0);
        dv_obstacle obstacle;
        dv_obstacle_create(s.world, &hides[shape], &obstacle, NULL);
        assert_false(sees_at(&s, wolf, 10, 0));
        assert_true(sees_at(&s, wolf, 2, 0));
        assert_true(sees_at(&s, wolf, -10, 0));
        assert_true(sees_at(&s, wolf, 10, 8)); // beside it
        dv_obstacle_remove(s.world, obstacle);
        assert_true(sees_at(&s, wolf, 10, 0));
        scene_close(&s);
    }
}

static void obstacles_hide_only_from_kinds_that_are_occluded(void **state) {
    (void)state;
    scene s = scene_default();
    scene_open(&s);
    dv_agent wolf = scene_spawn(&s, WOLF, 10, 0);
    dv_obstacle obstacle;
    dv_obstacle_create(s.world, &hides[0], &obstacle, NULL);
    assert_true(sees_at(&s, wolf, 10, 0));
    scene_close(&s);
}

static void a_far_agent_in_the_open_is_nearer_than_a_hidden_one(void **state) {
    (void)state;
    scene s = scene_default();
    s.occluded = true;
    scene_open(&s);
    scene_spawn(&s, WOLF, 8, 0);
    dv_agent open = scene_spawn(&s, WOLF, 0, 15);
    dv_obstacle obstacle;
    dv_obstacle_create(s.world, &hides[3], &obstacle, NULL);
    scene_step(&s);
    assert_true(same(dv_agent_nearest_seen(s.world, s.deer, dv_one_kind(WOLF), 100), open));
    scene_close(&s);
}

static void sight_goes_over_the_edge_where_the_world_wraps(void **state) {
    (void)state;
    scene s = scene_default();
    s.occluded = true;
    s.def.bounds.edge = DV_EDGE_WRAP;
    scene_open(&s);
    scene_place(&s, s.deer, 48, 0);
    dv_agent wolf = scene_spawn(&s, WOLF, 0, 0);
    assert_true(sees_at(&s, wolf, -32, 0)); // 20 m
    assert_false(sees_at(&s, wolf, -31.9f, 0));
    assert_true(sees_at(&s, wolf, 28, 0));
    // Behind a wall beyond the edge, and behind one before it.
    dv_vec3 beyond[] = {{-45, -2, 0}, {-45, 2, 0}}, before[] = {{49, -2, 0}, {49, 2, 0}};
    dv_obstacle wall;
    dv_obstacle_def def = {.shape = DV_WALL, .points = beyond, .point_count = 2};
    dv_obstacle_create(s.world, &def, &wall, NULL);
    assert_false(sees_at(&s, wolf, -40, 0));
    assert_true(sees_at(&s, wolf, -46, 0));
    dv_obstacle_remove(s.world, wall);
    def.points = before;
    dv_obstacle_create(s.world, &def, &wall, NULL);
    assert_false(sees_at(&s, wolf, -40, 0));
    assert_true(sees_at(&s, wolf, 48.5f, 0));
    dv_obstacle_remove(s.world, wall);
    // Over a corner: the line passes the edge of x first, at y = 49.
    scene_place(&s, s.deer, 48, 48);
    dv_vec3 between[] = {{-50, 49, 0}, {-49, 49, 0}, {-49, 50, 0}, {-50, 50, 0}};
    def = (dv_obstacle_def){.shape = DV_POLYGON, .points = between, .point_count = 4};
    dv_obstacle_create(s.world, &def, &wall, NULL);
    assert_false(sees_at(&s, wolf, -46, -48.5f));
    assert_true(sees_at(&s, wolf, -48.5f, -46));
    scene_close(&s);
}

static void seen_are_listed_nearest_first_with_ties_by_id(void **state) {
    (void)state;
    scene s = scene_default();
    s.angle = DV_PI;
    scene_open(&s);
    dv_agent far = scene_spawn(&s, WOLF, 9, 0), first = scene_spawn(&s, WOLF, 3, 4);
    dv_agent second = scene_spawn(&s, WOLF, 4, 3), hare = scene_spawn(&s, HARE, 2, 0);
    scene_spawn(&s, WOLF, -1, 0); // behind
    scene_spawn(&s, WOLF, 21, 0); // too far
    scene_step(&s);
    dv_neighbor seen[8];
    assert_int_equal(dv_agent_seen(s.world, s.deer, DV_ANY_KIND, INFINITY, seen, 8), 4);
    assert_true(same(seen[0].agent, hare) && same(seen[1].agent, first));
    assert_true(same(seen[2].agent, second) && same(seen[3].agent, far));
    assert_float_equal(seen[0].distance, 2, 0);
    assert_float_equal(seen[2].distance, 5, 0);
    assert_int_equal(dv_agent_seen(s.world, s.deer, dv_one_kind(WOLF), 5, seen, 8), 2);
    memset(seen, 0, sizeof seen);
    assert_int_equal(dv_agent_seen(s.world, s.deer, DV_ANY_KIND, INFINITY, seen, 2), 4);
    assert_true(same(seen[0].agent, hare) && same(seen[1].agent, first));
    assert_true(seen[2].agent.bits == 0);
    assert_int_equal(dv_agent_seen(s.world, s.deer, DV_ANY_KIND, INFINITY, NULL, 0), 4);
    assert_true(same(dv_agent_nearest_seen(s.world, s.deer, dv_one_kind(WOLF), 100), first));
    assert_true(
        same(dv_agent_nearest_seen(s.world, s.deer, dv_one_kind(WOLF), 4.99), (dv_agent){0}));
    assert_true(same(dv_agent_nearest_seen(s.world, s.deer, dv_one_kind(WOLF), (double)NAN),
                     (dv_agent){0}));
    scene_close(&s);
}

static void what_is_seen_is_the_world_as_sensed(void **state) {
    (void)state;
    scene s = scene_default();
    scene_open(&s);
    dv_agent wolf = scene_spawn(&s, WOLF, 5, 0);
    assert_false(dv_agent_sees(s.world, s.deer, wolf)); // not sensed yet
    scene_step(&s);
    assert_true(dv_agent_sees(s.world, s.deer, wolf));
    assert_false(dv_agent_sees(s.world, s.deer, s.deer));
    scene_place(&s, wolf, 30, 0);
    assert_true(dv_agent_sees(s.world, s.deer, wolf));
    scene_step(&s);
    assert_false(dv_agent_sees(s.world, s.deer, wolf));
    scene_place(&s, wolf, 5, 0);
    scene_step(&s);
    dv_agent_remove(s.world, wolf);
    assert_false(dv_agent_sees(s.world, s.deer, wolf));
    assert_true(same(dv_agent_nearest_seen(s.world, s.deer, DV_ANY_KIND, 100), (dv_agent){0}));
    assert_int_equal(dv_agent_seen(s.world, wolf, DV_ANY_KIND, 100, NULL, 0), 0);
    dv_agent newcomer = scene_spawn(&s, WOLF, 5, 0); // in the same place, with the same index
    assert_false(dv_agent_sees(s.world, s.deer, newcomer));
    scene_close(&s);
}

static void what_is_in_sight_is_what_nothing_stands_before(void **state) {
    (void)state;
    scene s = scene_default();
    s.angle = 1;
    s.range = 5;
    scene_open(&s);
    dv_obstacle wall;
    dv_vec3 ends[] = {{10, -5, 0}, {10, 5, 0}};
    dv_obstacle_def def = {.shape = DV_WALL, .points = ends, .point_count = 2};
    dv_obstacle_create(s.world, &def, &wall, NULL);
    scene_step(&s);
    // Neither the kind's sight nor where it faces counts.
    assert_true(dv_agent_has_in_sight(s.world, s.deer, dv_vec(-20, 0, 0)));
    assert_true(dv_agent_has_in_sight(s.world, s.deer, dv_vec(9, 0, 0)));
    assert_false(dv_agent_has_in_sight(s.world, s.deer, dv_vec(20, 0, 0)));
    assert_true(dv_agent_has_in_sight(s.world, s.deer, dv_vec(20, 11, 0))); // past the end
    dv_obstacle_remove(s.world, wall);
    assert_true(dv_agent_has_in_sight(s.world, s.deer, dv_vec(20, 0, 0)));
    dv_agent_remove(s.world, s.deer);
    assert_false(dv_agent_has_in_sight(s.world, s.deer, dv_vec(20, 0, 0)));
    scene_close(&s);
}

static void the_nearest_seen_is_the_first_of_all_seen(void **state) {
    (void)state;
    for (int space = 0; space < 2; space++) {
        scene s = scene_default();
        s.occluded = true;
        s.angle = 4;
        s.range = 60;
        s.def.space = space ? DV_VOLUME : DV_PLANE;
        s.def.bounds.edge = DV_EDGE_WRAP;
        scene_open(&s);
        dv_random_key key = {.seed = 3};
        uint64_t n = 0;
        for (int i = 0; i < 300; i++) {
            dv_agent_def def = dv_agent_def_default((uint32_t)i % 30 == 0 ? WOLF : HARE);
            def.position = dv_vec((float)(dv_random_unit(key, n) * 100 - 50),
                                  (float)(dv_random_unit(key, n + 1) * 100 - 50),
                                  space ? (float)(dv_random_unit(key, n + 2) * 100 - 50) : 0);
            def.heading = (float)dv_random_unit(key, n + 3) * 6;
            dv_agent agent;
            dv_agent_spawn(s.world, &def, &agent, NULL);
            dv_obstacle_def ball = {.shape = DV_SPHERE, .radius = 2, .position = def.position};
            ball.position.x += 3;
            dv_obstacle obstacle;
            if (i % 5 == 0)
                dv_obstacle_create(s.world, &ball, &obstacle, NULL);
            n += 4;
        }
        // Those inside an obstacle are moved out. What is sensed is where they are after that.
        for (int i = 0; i < 5; i++)
            scene_step(&s);
        int found = 0;
        for (uint32_t i = 0; i < dv_world_agent_limit(s.world); i++) {
            dv_agent agent = dv_world_agent_at(s.world, i);
            dv_neighbor first;
            uint32_t count = dv_agent_seen(s.world, agent, dv_one_kind(WOLF), 45, &first, 1),
                     by_pair = 0;
            dv_agent nearest = dv_agent_nearest_seen(s.world, agent, dv_one_kind(WOLF), 45);
            assert_true(same(nearest, count ? first.agent : (dv_agent){0}));
            for (uint32_t j = 0; j < dv_world_agent_limit(s.world); j++) {
                dv_agent other = dv_world_agent_at(s.world, j);
                dv_vec3 offset = dv_world_offset(s.world, dv_agent_position(s.world, agent),
                                                 dv_agent_position(s.world, other));
                by_pair += dv_agent_kind(s.world, other) == WOLF && dv_length(offset) <= 45 &&
                           dv_agent_sees(s.world, agent, other);
            }
            assert_int_equal(by_pair, count);
            found += count > 0;
        }
        assert_true(found > 50);
        scene_close(&s);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_range_counts_its_rim_in),
        cmocka_unit_test(the_view_cone_counts_its_rim_in),
        cmocka_unit_test(mist_shortens_sight),
        cmocka_unit_test(every_obstacle_hides_what_is_behind_it),
        cmocka_unit_test(obstacles_hide_only_from_kinds_that_are_occluded),
        cmocka_unit_test(a_far_agent_in_the_open_is_nearer_than_a_hidden_one),
        cmocka_unit_test(sight_goes_over_the_edge_where_the_world_wraps),
        cmocka_unit_test(seen_are_listed_nearest_first_with_ties_by_id),
        cmocka_unit_test(what_is_seen_is_the_world_as_sensed),
        cmocka_unit_test(what_is_in_sight_is_what_nothing_stands_before),
        cmocka_unit_test(the_nearest_seen_is_the_first_of_all_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
