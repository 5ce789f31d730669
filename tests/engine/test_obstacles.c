// Obstacles: which can be created, where their surfaces are, and how they are found.
#include "../program.h"
#include "obstacle_fixture.h"

#include "world/obstacles.h"

// Making

static void wrong_definitions_are_refused_with_a_message(void **state) {
    (void)state;
    dv_world world = plane_world();
    assert_refused(&world, (dv_obstacle_def){.shape = DV_SPHERE},
                   "sphere: radius: 0 is not in 1e-06 to 2e+09 m");
    assert_refused(&world, (dv_obstacle_def){.shape = DV_SPHERE, .radius = NAN},
                   "sphere: radius: nan is not in 1e-06 to 2e+09 m");
    assert_refused(
        &world,
        (dv_obstacle_def){.shape = DV_SPHERE, .radius = 1, .position = dv_vec(0, INFINITY, 0)},
        "sphere: position.y: inf is not in -1e+09 to 1e+09 m");
    assert_refused(&world, (dv_obstacle_def){.shape = DV_BOX, .width = 1, .depth = -1},
                   "box: depth: -1 is not in 1e-06 to 2e+09 m");
    assert_refused(&world,
                   (dv_obstacle_def){.shape = DV_BOX, .width = 1, .depth = 1, .heading = NAN},
                   "box: heading: nan is not in -1e+06 to 1e+06 rad");
    assert_refused(&world,
                   (dv_obstacle_def){.shape = DV_POLYGON, .points = u_shape, .point_count = 2},
                   "polygon: needs 3 to 256 points, not 2");
    dv_vec3 many[DV_MAX_POLYGON_POINTS + 1] = {0};
    assert_refused(&world,
                   (dv_obstacle_def){.shape = DV_POLYGON,
                                     .points = many,
                                     .point_count = DV_MAX_POLYGON_POINTS + 1},
                   "polygon: needs 3 to 256 points, not 257");
    assert_refused(&world, (dv_obstacle_def){.shape = DV_WALL, .points = many, .point_count = 2},
                   "wall: points 1 and 2 are at the same place");
    assert_refused(&world, (dv_obstacle_def){.shape = DV_WALL, .point_count = 2},
                   "wall: needs 2 to 2 points, not 0");
    dv_vec3 bow_tie[] = {{0, 0, 0}, {2, 2, 0}, {2, 0, 0}, {0, 1, 0}};
    assert_refused(&world,
                   (dv_obstacle_def){.shape = DV_POLYGON, .points = bow_tie, .point_count = 4},
                   "polygon: its outline must enclose an area without crossing itself");
    dv_vec3 flat[] = {{0, 0, 0}, {1, 1, 0}, {2, 2, 0}};
    assert_refused(&world, (dv_obstacle_def){.shape = DV_POLYGON, .points = flat, .point_count = 3},
                   "polygon: its outline must enclose an area without crossing itself");
    dv_world volume = volume_world();
    assert_refused(&volume, (dv_obstacle_def){.shape = DV_BOX, .width = 1, .depth = 1},
                   "box: height: 0 is not in 1e-06 to 2e+09 m");
    dv_obstacles_free(&world.obstacles);
}

static void handles_go_stale_and_indices_are_reused(void **state) {
    (void)state;
    dv_world world = plane_world();
    dv_obstacle first = make_ball(&world, 0, 0, 0, 1), second = make_ball(&world, 5, 0, 0, 2);
    assert_int_equal(dv_handle_world(first.bits), 3);
    assert_int_equal(dv_handle_index(second.bits), 1);
    assert_int_equal(dv_obstacle_remove(&world, first), DV_OK);
    assert_false(dv_obstacle_alive(&world, first));
    assert_int_equal(dv_obstacle_remove(&world, first), DV_ERROR_STALE);
    assert_true(dv_world_obstacle_at(&world, 0).bits == 0);
    assert_near(dv_obstacle_position(&world, first), 0, 0, 0);
    dv_error error;
    assert_int_equal(dv_obstacle_move(&world, first, dv_vec(1, 1, 0), 0, &error), DV_ERROR_STALE);
    assert_string_equal(error.message, "the obstacle was removed");

    dv_obstacle third = make_ball(&world, 9, 0, 0, 3);
    assert_int_equal(dv_handle_index(third.bits), 0);
    assert_true(third.bits != first.bits);
    assert_false(dv_obstacle_alive(&world, first));
    assert_int_equal(dv_world_obstacle_limit(&world), 2);
    assert_true(dv_world_obstacle_at(&world, 0).bits == third.bits);
    assert_true(dv_world_obstacle_at(&world, 2).bits == 0);
    assert_float_equal(dv_obstacle_radius(&world, third), 3, 0);
    assert_int_equal(dv_obstacle_shape_of(&world, third), DV_SPHERE);
    dv_world other = plane_world();
    other.id = 4;
    assert_false(dv_obstacle_alive(&other, third));
    assert_false(dv_obstacle_alive(&world, (dv_obstacle){0}));
    dv_obstacles_free(&world.obstacles);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void outlines_stand_where_they_were_put(void **state) {
    (void)state;
    dv_world world = plane_world();
    dv_obstacle box = make_box(&world, 10, 5, 4, 2, (float)(DV_PI / 2));
    const dv_vec3 *points;
    assert_int_equal(dv_obstacle_outline(&world, box, &points), 4);
    assert_near(points[0], 11, 3, 0);
    assert_near(points[2], 9, 7, 0);
    assert_float_equal(dv_obstacle_heading(&world, box), DV_PI / 2, 1e-6);

    dv_obstacle wall = make_wall(&world, 0, 0, 4, 0);
    assert_near(dv_obstacle_position(&world, wall), 2, 0, 0);
    assert_int_equal(dv_obstacle_move(&world, wall, dv_vec(2, 3, 8), DV_PI / 2, NULL), DV_OK);
    assert_int_equal(dv_obstacle_outline(&world, wall, &points), 2);
    assert_near(points[0], 2, 1, 0);
    assert_near(points[1], 2, 5, 0);

    dv_vec3 clockwise[] = {{0, 0, 7}, {0, 3, 7}, {3, 0, 7}};
    dv_obstacle triangle = make_outline(&world, clockwise, 3);
    assert_near(dv_obstacle_position(&world, triangle), 1, 1, 0);
    assert_int_equal(dv_obstacle_outline(&world, triangle, &points), 3);
    assert_near(points[0], 3, 0, 0);
    assert_near(points[1], 0, 3, 0);
    assert_int_equal(dv_obstacle_outline(&world, make_ball(&world, 0, 0, 0, 1), &points), 0);
    dv_obstacles_free(&world.obstacles);
}

static void moving_about_does_not_wear_a_shape_down(void **state) {
    (void)state;
    dv_world world = plane_world();
    dv_obstacle shape = make_outline(&world, u_shape, 8);
    dv_vec3 home = dv_obstacle_position(&world, shape), before[8];
    const dv_vec3 *points;
    dv_obstacle_outline(&world, shape, &points);
    memcpy(before, points, sizeof before);
    for (int i = 1; i <= 1000; i++)
        dv_obstacle_move(&world, shape, dv_vec(0.37f * (float)i, -0.11f * (float)i, 0), 0.1 * i,
                         NULL);
    dv_obstacle_move(&world, shape, home, 0, NULL);
    dv_obstacle_outline(&world, shape, &points);
    assert_memory_equal(before, points, sizeof before);
    dv_obstacles_free(&world.obstacles);
}

static void creating_survives_every_allocation_failure(void **state) {
    (void)state;
    for (uint64_t nth = 1; nth < 20; nth++) {
        dv_world world = plane_world();
        dv_obstacle_def def = {.shape = DV_POLYGON, .points = u_shape, .point_count = 8};
        dv_obstacle obstacle;
        dv_fail_allocation(nth, true);
        dv_result result = dv_obstacle_create(&world, &def, &obstacle, NULL);
        bool indexed = dv_obstacles_index(&world.obstacles);
        dv_fail_allocation(0, false);
        assert_true(result == DV_OK || result == DV_ERROR_MEMORY);
        assert_int_equal(world.obstacles.alive_count, result == DV_OK ? 1 : 0);
        if (result == DV_OK)
            assert_true(hides(&world, dv_vec(-1, 2, 0), dv_vec(2, 2, 0)));
        assert_true(nth < 10 || indexed);
        dv_obstacles_free(&world.obstacles);
        assert_int_equal(dv_allocated_bytes(), 0);
    }
}

// Surfaces

static void the_nearest_surface_is_found_from_outside_and_inside(void **state) {
    (void)state;
    dv_world world = plane_world();
    dv_obstacle ball = make_ball(&world, 0, 0, 0, 2);
    assert_surface(&world, dv_vec(3, 4, 9), 3, dv_vec(1.2f, 1.6f, 0), dv_vec(0.6f, 0.8f, 0));
    assert_surface(&world, dv_vec(0, -1, 0), -1, dv_vec(0, -2, 0), dv_vec(0, -1, 0));
    assert_surface(&world, dv_vec(0, 0, 0), -2, dv_vec(2, 0, 0), dv_vec(1, 0, 0));
    dv_obstacle_remove(&world, ball);

    dv_obstacle box = make_box(&world, 0, 0, 4, 2, 0);
    assert_surface(&world, dv_vec(1, 3, 0), 2, dv_vec(1, 1, 0), dv_vec(0, 1, 0));
    assert_surface(&world, dv_vec(5, 5, 0), 5, dv_vec(2, 1, 0), dv_vec(0.6f, 0.8f, 0));
    assert_surface(&world, dv_vec(1.5f, 0, 0), -0.5f, dv_vec(2, 0, 0), dv_vec(1, 0, 0));
    assert_surface(&world, dv_vec(2, 0, 0), 0, dv_vec(2, 0, 0), dv_vec(1, 0, 0));
    dv_obstacle_remove(&world, box);

    dv_obstacle shape = make_outline(&world, u_shape, 8);
    assert_surface(&world, dv_vec(3, 1.5f, 0), 0.5f, dv_vec(3, 1, 0), dv_vec(0, 1, 0));
    assert_surface(&world, dv_vec(3, 4.25f, 0), -0.25f, dv_vec(3, 4, 0), dv_vec(0, -1, 0));
    dv_obstacle_remove(&world, shape);

    make_wall(&world, 0, -5, 0, 5);
    assert_surface(&world, dv_vec(-2, 1, 0), 2, dv_vec(0, 1, 0), dv_vec(-1, 0, 0));
    assert_surface(&world, dv_vec(2, 1, 0), 2, dv_vec(0, 1, 0), dv_vec(1, 0, 0));
    assert_surface(&world, dv_vec(0, 1, 0), 0, dv_vec(0, 1, 0), dv_vec(1, 0, 0));
    dv_surface_point found;
    assert_true(dv_obstacles_nearest(&world.obstacles, DV_PLANE, dv_vec(2, 0, 0), 2, &found));
    assert_false(dv_obstacles_nearest(&world.obstacles, DV_PLANE, dv_vec(2.001f, 0, 0), 2, &found));
    dv_obstacles_free(&world.obstacles);
}

static void in_a_volume_a_box_has_a_floor_and_a_ceiling(void **state) {
    (void)state;
    dv_world world = volume_world();
    make_box(&world, 0, 0, 4, 2, 0); // 4 high: z from -2 to 2
    assert_surface(&world, dv_vec(1, 0.5f, 5), 3, dv_vec(1, 0.5f, 2), dv_vec(0, 0, 1));
    assert_surface(&world, dv_vec(1, 0, -1.75f), -0.25f, dv_vec(1, 0, -2), dv_vec(0, 0, -1));
    assert_surface(&world, dv_vec(1, 4, 6), 5, dv_vec(1, 1, 2), dv_vec(0, 0.6f, 0.8f));
    assert_surface(&world, dv_vec(5, 0, 1), 3, dv_vec(2, 0, 1), dv_vec(1, 0, 0));
    dv_obstacles_free(&world.obstacles);
}

// The index

static double draw(dv_random_key key, uint64_t *n, double low, double high) {
    return low + (high - low) * dv_random_unit(key, (*n)++);
}

static void fill_at_random(dv_world *world, dv_random_key key, uint64_t *n, int count) {
    for (int i = 0; i < count; i++) {
        float x = (float)draw(key, n, -50, 50), y = (float)draw(key, n, -50, 50);
        float z = (float)draw(key, n, -5, 5), size = (float)draw(key, n, 0.2, 4);
        switch (i % 5) {
        case 0:
            make_ball(world, x, y, z, size);
            break;
        case 1:
            make_box(world, x, y, size, 2, (float)draw(key, n, 0, 6));
            break;
        case 2:
            make_wall(world, x, y, x + (float)draw(key, n, -20, 20), y + size);
            break;
        case 3:
            dv_obstacle_move(world, make_cylinder(world), dv_vec(x, y, z), 0, NULL);
            break;
        default:
            dv_obstacle_move(world, make_outline(world, u_shape, 8), dv_vec(x, y, 0), size, NULL);
        }
    }
}

static void the_index_finds_what_visiting_all_finds(void **state) {
    (void)state;
    for (int space = 0; space < 2; space++) {
        dv_world world = space ? volume_world() : plane_world();
        dv_random_key key = {.seed = 5, .agent = (uint32_t)space};
        uint64_t n = 0;
        fill_at_random(&world, key, &n, 160);
        assert_true(dv_obstacles_index(&world.obstacles));
        assert_true(world.obstacles.columns > 4 && world.obstacles.rows > 4);
        int hits = 0, hidden = 0, near = 0;
        for (int i = 0; i < 4000; i++) {
            dv_vec3 from = dv_vec((float)draw(key, &n, -70, 70), (float)draw(key, &n, -70, 70), 0);
            dv_vec3 direction = dv_random_direction(key, n++, space == 1);
            float length = (float)draw(key, &n, 0, i % 2 ? 100 : 5);
            dv_vec3 to = dv_add(from, dv_scale(direction, length));
            dv_sweep_hit hit[2];
            dv_surface_point point[2] = {{0}};
            bool found[2][3];
            for (int stale = 0; stale < 2; stale++) {
                world.obstacles.index_is_stale = stale;
                found[stale][0] = sweep(&world, from, direction, length, 0.5f, &hit[stale]);
                found[stale][1] = dv_obstacles_hide(&world.obstacles, world.space, from, to);
                found[stale][2] = dv_obstacles_nearest(&world.obstacles, world.space, from,
                                                       length / 8, &point[stale]);
            }
            world.obstacles.index_is_stale = false;
            assert_memory_equal(found[0], found[1], sizeof found[0]);
            assert_memory_equal(&hit[0], &hit[1], sizeof hit[0]);
            assert_memory_equal(&point[0], &point[1], sizeof point[0]);
            hits += found[0][0];
            hidden += found[0][1];
            near += found[0][2];
        }
        assert_true(hits > 1000 && hits < 3900);
        assert_true(hidden > 500 && near > 500);
        dv_obstacles_free(&world.obstacles);
    }
}

// A sweep that was outside ends exactly at the radius from the nearest surface, or further off all
// the way along.
static void count_visit(void *context, uint32_t obstacle, dv_vec3 by) {
    (void)by;
    ((int *)context)[obstacle]++;
}

static void an_obstacle_near_a_point_comes_up_once(void **state) {
    (void)state;
    dv_world world = plane_world();
    enum { BOXES = 40 };
    for (int i = 0; i < BOXES; i++)
        make_box(&world, (float)(i % 8 * 5), (float)(i / 8 * 5), 3.0f + (float)(i % 5), 11, 0.3f);
    for (int stale = 1; stale >= 0; stale--) {
        int visits[BOXES] = {0};
        if (!stale)
            assert_true(dv_obstacles_index(&world.obstacles));
        dv_obstacles_each_near(&world.obstacles, world.space, dv_vec(18, 10, 0), 100, count_visit,
                               visits);
        for (int i = 0; i < BOXES; i++)
            assert_int_equal(visits[i], 1);
    }
    dv_obstacles_free(&world.obstacles);
}

static void a_sweep_ends_where_the_surface_is_a_radius_away(void **state) {
    (void)state;
    for (int space = 0; space < 2; space++) {
        dv_world world = space ? volume_world() : plane_world();
        dv_random_key key = {.seed = 6, .agent = (uint32_t)space};
        uint64_t n = 0;
        fill_at_random(&world, key, &n, 75);
        assert_true(dv_obstacles_index(&world.obstacles));
        int checked = 0;
        for (int i = 0; i < 3000; i++) {
            dv_vec3 from = dv_vec((float)draw(key, &n, -60, 60), (float)draw(key, &n, -60, 60), 0);
            dv_vec3 direction = dv_random_direction(key, n++, space == 1);
            dv_surface_point point;
            if (dv_obstacles_nearest(&world.obstacles, world.space, from, 0.5f, &point))
                continue;
            dv_sweep_hit hit;
            bool found = sweep(&world, from, direction, 40, 0.5f, &hit);
            float length = found ? hit.distance : 40;
            for (int k = 0; k <= 40; k++) {
                dv_vec3 at = dv_add(from, dv_scale(direction, length * (float)k / 40));
                assert_false(
                    dv_obstacles_nearest(&world.obstacles, world.space, at, 0.4999f, &point));
            }
            if (!found)
                continue;
            checked++;
            assert_true(
                dv_obstacles_nearest(&world.obstacles, world.space, hit.center, 0.51f, &point));
            assert_float_equal(point.distance, 0.5f, 1e-4f);
            assert_true(dv_length(dv_subtract(point.normal, hit.normal)) < 1e-4f);
            assert_true(dv_dot(hit.normal, direction) < 0);
        }
        assert_true(checked > 1000);
        dv_obstacles_free(&world.obstacles);
    }
}

static void nothing_is_found_where_nothing_stands(void **state) {
    (void)state;
    dv_world world = plane_world();
    assert_true(dv_obstacles_index(&world.obstacles));
    assert_passes(&world, dv_vec(0, 0, 0), right, 1);
    dv_obstacle ball = make_ball(&world, 5, 0, 0, 1);
    assert_true(dv_obstacles_index(&world.obstacles));
    dv_obstacle_remove(&world, ball);
    assert_passes(&world, dv_vec(0, 0, 0), right, 1);
    assert_true(dv_obstacles_index(&world.obstacles));
    assert_passes(&world, dv_vec(0, 0, 0), right, 1);
    dv_surface_point point;
    assert_false(
        dv_obstacles_nearest(&world.obstacles, DV_PLANE, dv_vec(0, 0, 0), INFINITY, &point));
    dv_obstacles_free(&world.obstacles);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_definitions_are_refused_with_a_message),
        cmocka_unit_test(handles_go_stale_and_indices_are_reused),
        cmocka_unit_test(outlines_stand_where_they_were_put),
        cmocka_unit_test(moving_about_does_not_wear_a_shape_down),
        cmocka_unit_test(creating_survives_every_allocation_failure),
        cmocka_unit_test(the_nearest_surface_is_found_from_outside_and_inside),
        cmocka_unit_test(in_a_volume_a_box_has_a_floor_and_a_ceiling),
        cmocka_unit_test(the_index_finds_what_visiting_all_finds),
        cmocka_unit_test(an_obstacle_near_a_point_comes_up_once),
        cmocka_unit_test(a_sweep_ends_where_the_surface_is_a_radius_away),
        cmocka_unit_test(nothing_is_found_where_nothing_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
