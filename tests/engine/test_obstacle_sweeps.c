// Where discs, balls, and lines of sight hit obstacles.
#include "../program.h"
#include "obstacle_fixture.h"

#include "world/obstacle_geometry.h"
#include "world/obstacles.h"

// Sweeps

static void a_disc_meets_a_sphere(void **state) {
    (void)state;
    dv_world world = plane_world();
    make_ball(&world, 10, 0, 0, 2);
    assert_hit(&world, dv_vec(0, 0, 0), right, 0.5f, 7.5f, left);
    // Off center by 1.5 of a sum of 2.5: touches 2 before the center's x.
    assert_hit(&world, dv_vec(0, 1.5f, 0), right, 0.5f, 8, dv_vec(-0.8f, 0.6f, 0));
    assert_passes(&world, dv_vec(0, 2.5f, 0), right, 0.5f); // grazes
    assert_passes(&world, dv_vec(0, 0, 0), left, 0.5f);
    assert_hit(&world, dv_vec(8, 0, 0), right, 0.5f, 0, left); // overlaps, would go deeper
    assert_passes(&world, dv_vec(8, 0, 0), left, 0.5f);
    assert_passes(&world, dv_vec(7.5f, 0, 0), up, 0.5f); // touches and slides
    assert_hit(&world, dv_vec(9, 0, 0), right, 0.5f, 0, left);
    assert_passes(&world, dv_vec(9, 0, 0), left, 0.5f);
    dv_sweep_hit hit;
    assert_true(sweep(&world, dv_vec(0, 0, 0), right, 7.5f, 0.5f, &hit));
    assert_false(sweep(&world, dv_vec(0, 0, 0), right, 7.499f, 0.5f, &hit));
    dv_obstacles_free(&world.obstacles);
}

static void a_disc_meets_faces_and_corners_of_a_box(void **state) {
    (void)state;
    dv_world world = plane_world();
    make_box(&world, 10, 0, 4, 2, 0); // x 8 … 12, y -1 … 1
    assert_hit(&world, dv_vec(0, 0.5f, 0), right, 1, 7, left);
    assert_hit(&world, dv_vec(10, 9, 0), down, 0.5f, 7.5f, up);
    // Past the corner (8, 1) by 0.3 of a radius of 0.5.
    assert_hit(&world, dv_vec(0, 1.3f, 0), right, 0.5f, 7.6f, dv_vec(-0.8f, 0.6f, 0));
    assert_passes(&world, dv_vec(0, 1.5f, 0), right, 0.5f);
    assert_hit(&world, dv_vec(0, 0, 0), right, 0, 8, left);
    dv_obstacles_free(&world.obstacles);
}

static void a_disc_meets_a_turned_box(void **state) {
    (void)state;
    dv_world world = plane_world();
    make_box(&world, 10, 0, 2, 2, (float)(DV_PI / 4)); // its corner at 10 - sqrt 2
    float corner = 10 - sqrtf(2);
    assert_hit(&world, dv_vec(0, 0, 0), right, 0.5f, corner - 0.5f, left);
    float slope = sqrtf(0.5f);
    // A line through (9, 1)·…: the face x - y = 10 - sqrt 2 seen along the diagonal.
    assert_hit(&world, dv_vec(5, 5, 0), dv_vec(slope, -slope, 0), 0.5f, 5 * sqrtf(2) - 1.5f,
               dv_vec(-slope, slope, 0));
    dv_obstacles_free(&world.obstacles);
}

static void sliding_along_a_face_never_catches_at_its_corners(void **state) {
    (void)state;
    dv_world world = plane_world();
    make_outline(&world, (dv_vec3[]){{0, 0, 0}, {0, -5, 0}, {9, -5, 0}, {9, 0, 0}, {4, 0, 0}}, 5);
    assert_passes(&world, dv_vec(1, 0.5f, 0), right, 0.5f);
    assert_passes(&world, dv_vec(1, 0.4375f, 0), right, 0.5f); // a little inside
    assert_passes(&world, dv_vec(1, 0.4375f, 0), left, 0.5f);
    assert_passes(&world, dv_vec(1, 0.5f, 0), dv_vec(1, -1e-7f, 0), 0.5f); // rounding
    assert_hit(&world, dv_vec(1, 0.5f, 0), dv_vec(0.8f, -0.6f, 0), 0.5f, 0, up);
    dv_obstacles_free(&world.obstacles);
}

static void concave_outlines_hold_what_is_in_their_arms(void **state) {
    (void)state;
    dv_vec3 clockwise[8];
    for (int i = 0; i < 8; i++)
        clockwise[i] = u_shape[7 - i];
    for (int orientation = 0; orientation < 2; orientation++) {
        dv_world world = plane_world();
        make_outline(&world, orientation ? clockwise : u_shape, 8);
        dv_vec3 mouth = dv_vec(4, 2.5f, 0);
        assert_hit(&world, mouth, left, 0.5f, 2.5f, right);
        assert_hit(&world, mouth, up, 0.5f, 1, down);
        assert_hit(&world, mouth, down, 0.5f, 1, up);
        assert_passes(&world, mouth, right, 0.5f);
        // In the corner, touching both: free only outward.
        assert_hit(&world, dv_vec(1.5f, 1.5f, 0), left, 0.5f, 0, right);
        assert_hit(&world, dv_vec(1.5f, 1.5f, 0), down, 0.5f, 0, up);
        assert_passes(&world, dv_vec(1.5f, 1.5f, 0), right, 0.5f);
        assert_hit(&world, dv_vec(1.5f, 1.5f, 0), up, 0.5f, 2, down);
        // Sliding along one arm into the back.
        assert_hit(&world, dv_vec(4, 1.5f, 0), left, 0.5f, 2.5f, right);
        // Inside an arm: walking out touches nothing, going deeper stops at once.
        assert_passes(&world, dv_vec(4, 0.75f, 0), up, 0.5f);
        assert_hit(&world, dv_vec(4, 0.75f, 0), down, 0.5f, 0, up);
        dv_obstacles_free(&world.obstacles);
    }
}

static void a_wall_has_two_sides_and_two_ends(void **state) {
    (void)state;
    dv_world world = plane_world();
    make_wall(&world, 5, -2, 5, 2);
    assert_hit(&world, dv_vec(0, 0, 0), right, 0.5f, 4.5f, left);
    assert_hit(&world, dv_vec(10, 0, 0), left, 0.5f, 4.5f, right);
    assert_hit(&world, dv_vec(5, 9, 0), down, 0.5f, 6.5f, up);
    assert_hit(&world, dv_vec(0, 2.3f, 0), right, 0.5f, 4.6f, dv_vec(-0.8f, 0.6f, 0));
    assert_passes(&world, dv_vec(0, 2.5f, 0), right, 0.5f);
    // On the line itself no way leads deeper.
    assert_passes(&world, dv_vec(5, 0, 0), right, 0.5f);
    assert_passes(&world, dv_vec(5, 0, 0), left, 0.5f);
    dv_obstacles_free(&world.obstacles);
}

static void a_ball_meets_a_box_in_a_volume(void **state) {
    (void)state;
    dv_world world = volume_world();
    make_box(&world, 0, 0, 4, 2, 0); // z -2 … 2
    dv_vec3 sinking = {0, 0, -1}, rising = {0, 0, 1};
    assert_hit(&world, dv_vec(1, 0, 10), sinking, 0.5f, 7.5f, rising);
    assert_hit(&world, dv_vec(-10, 0, 1), right, 0.5f, 7.5f, left);
    assert_passes(&world, dv_vec(-10, 0, 2.5f), right, 0.5f);
    // Over the rim at x = -2, z = 2 by 0.3.
    assert_hit(&world, dv_vec(-10, 0, 2.3f), right, 0.5f, 7.6f, dv_vec(-0.8f, 0, 0.6f));
    // Beside the upright edge at x = -2, y = 1 by 0.3.
    assert_hit(&world, dv_vec(-10, 1.3f, 0), right, 0.5f, 7.6f, dv_vec(-0.8f, 0.6f, 0));
    // At the corner (-2, 1, 2): off by 0.2 and 0.2, so sqrt(0.25 - 0.08) short of it.
    float short_of = sqrtf(0.17f);
    assert_hit(&world, dv_vec(-10, 1.2f, 2.2f), right, 0.5f, 8 - short_of,
               dv_vec(-2 * short_of, 0.4f, 0.4f));
    assert_passes(&world, dv_vec(-10, 1.4f, 2.4f), right, 0.5f);
    assert_passes(&world, dv_vec(0, 0, 2.25f), rising, 0.5f);
    assert_hit(&world, dv_vec(0, 0, 2.25f), sinking, 0.5f, 0, rising);
    assert_passes(&world, dv_vec(-1, 0, 2.5f), right, 0.5f);
    dv_obstacles_free(&world.obstacles);
}

static void in_the_plane_a_cylinder_is_a_disc(void **state) {
    (void)state;
    dv_world world = plane_world();
    dv_obstacle cylinder = make_cylinder(&world);
    assert_int_equal(dv_obstacle_shape_of(&world, cylinder), DV_CYLINDER);
    assert_float_equal(dv_obstacle_radius(&world, cylinder), 2, 0);
    assert_surface(&world, dv_vec(13, 4, 9), 3, dv_vec(11.2f, 1.6f, 0), dv_vec(0.6f, 0.8f, 0));
    assert_hit(&world, dv_vec(0, 0, 0), right, 0.5f, 7.5f, left);
    assert_hit(&world, dv_vec(0, 1.5f, 0), right, 0.5f, 8, dv_vec(-0.8f, 0.6f, 0));
    assert_passes(&world, dv_vec(0, 2.5f, 0), right, 0.5f);
    assert_true(hides(&world, dv_vec(0, 1, 0), dv_vec(20, 1, 50)));
    assert_false(hides(&world, dv_vec(0, 2.1f, 0), dv_vec(20, 2.1f, 0)));
    assert_int_equal(dv_obstacle_move(&world, cylinder, dv_vec(0, 0, 0), 0, NULL), DV_OK);
    assert_surface(&world, dv_vec(3, 0, 0), 1, dv_vec(2, 0, 0), right);
    dv_obstacles_free(&world.obstacles);
}

static void in_a_volume_a_cylinder_has_a_floor_and_a_ceiling(void **state) {
    (void)state;
    dv_world world = volume_world();
    make_cylinder(&world);
    assert_surface(&world, dv_vec(10.5f, 0, 5), 2, dv_vec(10.5f, 0, 3), dv_vec(0, 0, 1));
    assert_surface(&world, dv_vec(10, 0, -2.75f), -0.25f, dv_vec(10, 0, -3), dv_vec(0, 0, -1));
    assert_surface(&world, dv_vec(11.5f, 0, 1), -0.5f, dv_vec(12, 0, 1), right);
    assert_surface(&world, dv_vec(15, 0, 7), 5, dv_vec(12, 0, 3), dv_vec(0.6f, 0, 0.8f));
    // Its side, its ceiling, its rim at the same height as in the corner of a box, over it.
    assert_hit(&world, dv_vec(0, 1.5f, 2), right, 0.5f, 8, dv_vec(-0.8f, 0.6f, 0));
    assert_hit(&world, dv_vec(10, 1, 9), dv_vec(0, 0, -1), 0.5f, 5.5f, dv_vec(0, 0, 1));
    assert_hit(&world, dv_vec(0, 0, 3.3f), right, 0.5f, 7.6f, dv_vec(-0.8f, 0, 0.6f));
    assert_passes(&world, dv_vec(0, 0, 3.5f), right, 0.5f);
    assert_passes(&world, dv_vec(0, 2.5f, 0), right, 0.5f);
    assert_hit(&world, dv_vec(9, 0, 0), right, 0.5f, 0, left);
    assert_passes(&world, dv_vec(11.8f, 0, 0), right, 0.5f);
    dv_obstacles_free(&world.obstacles);
}

static void sight_passes_over_a_cylinder_and_beside_it(void **state) {
    (void)state;
    dv_world world = volume_world();
    make_cylinder(&world);
    assert_true(hides(&world, dv_vec(0, 0, 0), dv_vec(20, 0, 0)));
    assert_false(hides(&world, dv_vec(0, 0, 3.1f), dv_vec(20, 0, 3.1f)));
    assert_true(hides(&world, dv_vec(10, 0, 9), dv_vec(10, 0, -9))); // through both caps
    assert_true(hides(&world, dv_vec(7, 0, 6), dv_vec(13, 0, 0)));   // in by the top
    assert_false(hides(&world, dv_vec(0, 0, 9), dv_vec(20, 0, 2)));  // over, then down behind
    assert_false(hides(&world, dv_vec(0, 2.1f, 0), dv_vec(20, 2.1f, 0)));
    assert_false(hides(&world, dv_vec(10, 1, 1), dv_vec(20, 0, 0))); // from inside
    dv_obstacles_free(&world.obstacles);
}

static void walls_and_polygons_stand_at_every_height_of_a_volume(void **state) {
    (void)state;
    dv_world world = volume_world();
    make_wall(&world, 5, -2, 5, 2);
    dv_vec3 climbing = {0.6f, 0, 0.8f};
    assert_hit(&world, dv_vec(2, 0, 50), climbing, 0.6f, 4, left);
    assert_passes(&world, dv_vec(4.9f, 0, 0), dv_vec(0, 0, 1), 0.5f);
    assert_true(hides(&world, dv_vec(0, 0, 70), dv_vec(10, 0, 90)));
    dv_obstacles_free(&world.obstacles);
}

static void a_ball_meets_a_sphere_in_a_volume(void **state) {
    (void)state;
    dv_world world = volume_world();
    make_ball(&world, 10, 0, 4, 2);
    assert_passes(&world, dv_vec(0, 0, 0), right, 0.5f);
    assert_hit(&world, dv_vec(0, 0, 5.5f), right, 0.5f, 8, dv_vec(-0.8f, 0, 0.6f));
    dv_world flat = plane_world();
    make_ball(&flat, 10, 0, 4, 2);
    assert_hit(&flat, dv_vec(0, 0, 0), right, 0.5f, 7.5f, left);
    dv_obstacles_free(&world.obstacles);
    dv_obstacles_free(&flat.obstacles);
}

static void the_first_obstacle_wins_and_ties_go_by_index(void **state) {
    (void)state;
    dv_world world = plane_world();
    make_ball(&world, 30, 0, 0, 1);
    make_ball(&world, 10, 3, 0, 3); // both touch a disc along y = 0 at the same place
    make_ball(&world, 10, -3, 0, 3);
    for (int indexed = 0; indexed < 2; indexed++) {
        dv_sweep_hit hit;
        assert_true(sweep(&world, dv_vec(0, 0, 0), right, 100, 0.5f, &hit));
        assert_int_equal(hit.obstacle, 1);
        dv_surface_point nearest;
        assert_true(
            dv_obstacles_nearest(&world.obstacles, DV_PLANE, dv_vec(10, 0, 0), 1, &nearest));
        assert_int_equal(nearest.obstacle, 1);
        assert_true(dv_obstacles_index(&world.obstacles));
    }
    dv_obstacles_free(&world.obstacles);
}

// Lines of sight

static void every_shape_hides_what_is_behind_it(void **state) {
    (void)state;
    dv_vec3 here = dv_vec(-5, 0, 0), there = dv_vec(5, 0, 0);
    for (int shape = 0; shape < 4; shape++) {
        dv_world world = plane_world();
        assert_false(hides(&world, here, there));
        dv_obstacle obstacle =
            shape == 0   ? make_ball(&world, 0, 0, 0, 1)
            : shape == 1 ? make_box(&world, 0, 0, 1, 2, 0.3f)
            : shape == 2 ? make_outline(&world, (dv_vec3[]){{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, 3)
                         : make_wall(&world, 0, -1, 0, 1);
        assert_true(hides(&world, here, there));
        assert_false(hides(&world, here, dv_vec(-2, 0, 0)));
        assert_false(hides(&world, dv_vec(2, 0, 0), there));
        assert_false(hides(&world, dv_vec(-5, 1.5f, 0), dv_vec(5, 1.5f, 0)));
        dv_obstacle_move(&world, obstacle, dv_vec(0, 20, 0), 0, NULL);
        assert_false(hides(&world, here, there));
        dv_obstacles_free(&world.obstacles);
    }
}

static void what_contains_an_end_hides_nothing(void **state) {
    (void)state;
    dv_world world = plane_world();
    make_ball(&world, 0, 0, 0, 2);
    assert_false(hides(&world, dv_vec(1, 0, 0), dv_vec(9, 0, 0)));
    assert_false(hides(&world, dv_vec(2, 0, 0), dv_vec(-9, 0, 0))); // on the surface
    make_outline(&world, u_shape, 8);
    assert_false(hides(&world, dv_vec(3, 0.5f, 0), dv_vec(3, 9, 0)));
    assert_false(hides(&world, dv_vec(6, 4, 0), dv_vec(9, 9, 0)));
    assert_true(hides(&world, dv_vec(3, 2.5f, 0), dv_vec(3, 9, 0)));
    assert_false(hides(&world, dv_vec(3, 2.5f, 0), dv_vec(9, 2.5f, 0)));
    dv_obstacles_free(&world.obstacles);
}

static void sight_passes_over_a_box_but_not_over_a_wall(void **state) {
    (void)state;
    dv_world world = volume_world();
    make_box(&world, 0, 0, 4, 2, 0); // z -2 … 2
    assert_true(hides(&world, dv_vec(-5, 0, 1), dv_vec(5, 0, 1)));
    assert_false(hides(&world, dv_vec(-5, 0, 3), dv_vec(5, 0, 3)));
    assert_true(hides(&world, dv_vec(0, 0, 5), dv_vec(0, 0, -5)));  // through both caps
    assert_false(hides(&world, dv_vec(0, 3, 5), dv_vec(0, 3, -5))); // beside it
    assert_true(hides(&world, dv_vec(-5, 0, 6), dv_vec(1, 0, -6)));
    assert_false(hides(&world, dv_vec(0, 0, 1), dv_vec(0, 0, 9)));
    assert_true(hides(&world, dv_vec(0, 0, 3), dv_vec(9, 0, -6)));
    assert_false(hides(&world, dv_vec(0, 0, 3), dv_vec(9, 0, 3)));
    dv_obstacles_free(&world.obstacles);
}

static float between(uint64_t *n, float low, float high) {
    return low + (high - low) * (float)dv_random_unit((dv_random_key){.seed = 5}, (*n)++);
}

// Far out floats are an eighth of a meter apart.
static void what_a_sweep_touches_may_be_met(void **state) {
    (void)state;
    static const float middles[] = {0, 3000, -2e6f};
    uint64_t n = 0;
    for (int m = 0; m < 3; m++) {
        dv_world world = plane_world();
        float low = middles[m] - 60, high = middles[m] + 60;
        for (int i = 0; i < 60; i++) {
            make_ball(&world, between(&n, low, high), between(&n, low, high), 0,
                      between(&n, 0.3f, 2));
            make_box(&world, between(&n, low, high), between(&n, low, high), between(&n, 0.5f, 4),
                     between(&n, 0.5f, 4), between(&n, 0, 6));
        }
        assert_true(dv_obstacles_index(&world.obstacles));
        int met = 0, maybe = 0;
        for (int i = 0; i < 4000; i++) {
            dv_vec3 from = {between(&n, low - 9, high + 9), between(&n, low - 9, high + 9), 0};
            dv_vec3 way = dv_normalize(dv_vec(between(&n, -1, 1), between(&n, -1, 1), 0));
            float length = between(&n, 0, 12), radius = between(&n, 0, 1);
            dv_sweep_hit hit;
            bool may =
                dv_obstacles_may_be_met(&world.obstacles, world.space, from, way, length, radius);
            bool does = sweep(&world, from, way, length, radius, &hit);
            assert_true(may || !does);
            met += does;
            maybe += may;
        }
        assert_in_range(met, 500, 3000);
        assert_in_range(maybe, met, 3500);
        dv_obstacles_free(&world.obstacles);
    }
}

// Corners are floats. There, they are 6 cm apart, so that a thin box is a line or a point.
static void a_disc_meets_what_is_smaller_than_the_steps_between_positions(void **state) {
    (void)state;
    const dv_random_key key = {.seed = 4};
    uint64_t n = 0;
    for (int i = 0; i < 2000; i++) {
        dv_world world = plane_world();
        double angle = 6.2831853 * dv_random_unit(key, n++), size = dv_random_unit(key, n++);
        float width = (float)(1e-4 + size * size * size);
        float depth = (float)(1e-4 + 0.1 * dv_random_unit(key, n++));
        float heading = (float)(6 * dv_random_unit(key, n++));
        float x = 1e6f + 10 * (float)dv_random_unit(key, n++), y = -x;
        make_box(&world, x, y, width, depth, heading);
        dv_vec3 way = dv_vec((float)dv_cos(angle), (float)dv_sin(angle), 0);
        dv_vec3 from = dv_subtract(dv_vec(x, y, 0), dv_scale(way, 5));
        dv_sweep_hit hit;
        if (!sweep(&world, from, way, 6, 0.5f, &hit))
            fail_msg("a box of %g by %g m, at %g rad, from %g rad", (double)width, (double)depth,
                     (double)heading, angle);
        dv_obstacles_free(&world.obstacles);
    }
}

static void whoever_stands_on_a_point_is_pushed_somewhere(void **state) {
    (void)state;
    dv_world world = plane_world();
    make_box(&world, 1e6f, -1e6f, 1e-3f, 1e-3f, 0.3f); // its corners are one place
    dv_surface_point found;
    assert_true(
        dv_obstacles_nearest(&world.obstacles, DV_PLANE, dv_vec(1e6f, -1e6f, 0), 1, &found));
    assert_float_equal(found.distance, 0, 0);
    assert_true(fabsf(dv_length(found.normal) - 1) < 1e-6f); // and is a number
    dv_obstacles_free(&world.obstacles);
}

static double random_in(uint64_t *n, double low, double high) {
    const dv_random_key key = {.seed = 8};
    return low + (high - low) * dv_random_unit(key, (*n)++);
}

// A wide disc begins too near to one side of a corner, and leads away from that, to the other.
static void no_disc_passes_through_a_side_from_within_a_corner(void **state) {
    (void)state;
    uint64_t n = 0;
    uint32_t passed = 0;
    for (int i = 0; i < 3000; i++) {
        dv_world world = plane_world();
        dv_vec3 points[7];
        for (int k = 0; k < 7; k++) {
            double angle = 2 * DV_PI * k / 7, radius = random_in(&n, 0.3, 1);
            points[k] = dv_vec((float)(radius * dv_cos(angle)), (float)(radius * dv_sin(angle)), 0);
        }
        make(&world,
             (dv_obstacle_def){
                 .shape = DV_POLYGON, .points = points, .point_count = 7, .hollow = i % 2 == 0});
        const dv_obstacle_record *outline = &world.obstacles.records[0];
        for (int k = 0; k < 20; k++) {
            float x = (float)random_in(&n, -1, 1), y = (float)random_in(&n, -1, 1);
            double angle = random_in(&n, -3, 3);
            dv_vec3 from = {x, y, 0}, way = {(float)dv_cos(angle), (float)dv_sin(angle), 0};
            dv_vec3 to = dv_add(from, dv_scale(way, 0.8f));
            dv_sweep_hit hit;
            if ((i % 2 && dv_obstacle_surface(outline, DV_PLANE, from).distance < 0) ||
                sweep(&world, from, way, 0.8f, 0.3f, &hit))
                continue;
            passed++;
            for (int side = 0; side < 7; side++)
                assert_false(dv_segments_touch((dv_pair){x, y}, (dv_pair){to.x, to.y},
                                               dv_outline_at(outline, (uint32_t)side),
                                               dv_outline_at(outline, (uint32_t)side + 1)));
        }
        dv_obstacles_free(&world.obstacles);
    }
    assert_true(passed > 1000);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_meets_a_sphere),
        cmocka_unit_test(whoever_stands_on_a_point_is_pushed_somewhere),
        cmocka_unit_test(no_disc_passes_through_a_side_from_within_a_corner),
        cmocka_unit_test(a_disc_meets_what_is_smaller_than_the_steps_between_positions),
        cmocka_unit_test(a_disc_meets_faces_and_corners_of_a_box),
        cmocka_unit_test(a_disc_meets_a_turned_box),
        cmocka_unit_test(sliding_along_a_face_never_catches_at_its_corners),
        cmocka_unit_test(concave_outlines_hold_what_is_in_their_arms),
        cmocka_unit_test(a_wall_has_two_sides_and_two_ends),
        cmocka_unit_test(a_ball_meets_a_box_in_a_volume),
        cmocka_unit_test(in_the_plane_a_cylinder_is_a_disc),
        cmocka_unit_test(in_a_volume_a_cylinder_has_a_floor_and_a_ceiling),
        cmocka_unit_test(sight_passes_over_a_cylinder_and_beside_it),
        cmocka_unit_test(walls_and_polygons_stand_at_every_height_of_a_volume),
        cmocka_unit_test(a_ball_meets_a_sphere_in_a_volume),
        cmocka_unit_test(the_first_obstacle_wins_and_ties_go_by_index),
        cmocka_unit_test(what_a_sweep_touches_may_be_met),
        cmocka_unit_test(every_shape_hides_what_is_behind_it),
        cmocka_unit_test(what_contains_an_end_hides_nothing),
        cmocka_unit_test(sight_passes_over_a_box_but_not_over_a_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
