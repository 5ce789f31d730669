// Obstacles: what can be made, and where discs, balls and lines of sight meet them. Positions are
// chosen so that the expected values are exact.
#include "base/alloc.h"
#include "base/math.h"
#include "base/random.h"
#include "world/obstacle_shapes.h"
#include "world/world_data.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define TOLERANCE 1e-6f

static dv_world plane_world(void) { return (dv_world){.id = 3, .space = DV_PLANE}; }

static dv_world volume_world(void) { return (dv_world){.id = 3, .space = DV_VOLUME}; }

static dv_obstacle make(dv_world *world, dv_obstacle_def def) {
    dv_obstacle obstacle;
    dv_error error = {""};
    assert_int_equal(dv_obstacle_create(world, &def, &obstacle, &error), DV_OK);
    assert_string_equal(error.message, "");
    assert_true(dv_obstacle_alive(world, obstacle));
    return obstacle;
}

static dv_obstacle make_ball(dv_world *world, float x, float y, float z, float radius) {
    return make(world, (dv_obstacle_def){
                           .shape = DV_SPHERE, .position = dv_vec(x, y, z), .radius = radius});
}

static dv_obstacle make_box(dv_world *world, float x, float y, float width, float depth,
                            float heading) {
    return make(world, (dv_obstacle_def){.shape = DV_BOX,
                                         .position = dv_vec(x, y, 0),
                                         .width = width,
                                         .depth = depth,
                                         .height = 4,
                                         .heading = heading});
}

static dv_obstacle make_outline(dv_world *world, const dv_vec3 *points, uint32_t count) {
    return make(world, (dv_obstacle_def){.shape = count == 2 ? DV_WALL : DV_POLYGON,
                                         .points = points,
                                         .point_count = count});
}

static dv_obstacle make_wall(dv_world *world, float x0, float y0, float x1, float y1) {
    return make_outline(world, (dv_vec3[]){{x0, y0, 0}, {x1, y1, 0}}, 2);
}

// A U that opens to +x: arms of 1 m along y = 0 … 1 and y = 4 … 5, the back along x = 0 … 1.
static const dv_vec3 u_shape[] = {{0, 0, 0}, {6, 0, 0}, {6, 1, 0}, {1, 1, 0},
                                  {1, 4, 0}, {6, 4, 0}, {6, 5, 0}, {0, 5, 0}};

static bool sweep(const dv_world *world, dv_vec3 from, dv_vec3 direction, float length,
                  float radius, dv_sweep_hit *hit) {
    *hit = (dv_sweep_hit){0};
    return dv_obstacles_sweep(&world->obstacles, world->space, from, direction, length, radius,
                              hit);
}

static bool hides(const dv_world *world, dv_vec3 from, dv_vec3 to) {
    bool there = dv_obstacles_hide(&world->obstacles, world->space, from, to);
    bool back = dv_obstacles_hide(&world->obstacles, world->space, to, from);
    assert_int_equal(there, back);
    return there;
}

static void assert_near(dv_vec3 actual, float x, float y, float z) {
    assert_float_equal(actual.x, x, TOLERANCE);
    assert_float_equal(actual.y, y, TOLERANCE);
    assert_float_equal(actual.z, z, TOLERANCE);
}

static void assert_hit(const dv_world *world, dv_vec3 from, dv_vec3 direction, float radius,
                       float distance, dv_vec3 normal) {
    dv_sweep_hit hit;
    assert_true(sweep(world, from, direction, 100, radius, &hit));
    assert_float_equal(hit.distance, distance, TOLERANCE);
    assert_near(hit.normal, normal.x, normal.y, normal.z);
    dv_vec3 center = dv_add(from, dv_scale(direction, distance));
    assert_near(hit.center, center.x, center.y, center.z);
}

static void assert_passes(const dv_world *world, dv_vec3 from, dv_vec3 direction, float radius) {
    dv_sweep_hit hit;
    assert_false(sweep(world, from, direction, 100, radius, &hit));
}

static void assert_refused(dv_world *world, dv_obstacle_def def, const char *message) {
    dv_obstacle obstacle = {7};
    dv_error error;
    assert_int_equal(dv_obstacle_create(world, &def, &obstacle, &error), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message, message);
    assert_true(obstacle.bits == 0);
    assert_int_equal(world->obstacles.alive_count, 0);
}

// Making -----------------------------------------------------------------------------------------

static void wrong_definitions_are_refused_with_a_message(void **state) {
    (void)state;
    dv_world world = plane_world();
    assert_refused(&world, (dv_obstacle_def){.shape = DV_SPHERE},
                   "sphere: radius must be above 0 and at most 1e+09 m, not 0");
    assert_refused(&world, (dv_obstacle_def){.shape = DV_SPHERE, .radius = NAN},
                   "sphere: radius must be above 0 and at most 1e+09 m, not nan");
    assert_refused(
        &world,
        (dv_obstacle_def){.shape = DV_SPHERE, .radius = 1, .position = dv_vec(0, INFINITY, 0)},
        "obstacle: position must be finite and within 1e+09 m");
    assert_refused(&world, (dv_obstacle_def){.shape = DV_BOX, .width = 1, .depth = -1},
                   "box: depth must be above 0 and at most 1e+09 m, not -1");
    assert_refused(&world,
                   (dv_obstacle_def){.shape = DV_BOX, .width = 1, .depth = 1, .heading = NAN},
                   "obstacle: heading must be finite");
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
                   "box: height must be above 0 and at most 1e+09 m, not 0");
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

// Surfaces ---------------------------------------------------------------------------------------

static void assert_surface(const dv_world *world, dv_vec3 from, float distance, dv_vec3 point,
                           dv_vec3 normal) {
    dv_surface_point found;
    assert_true(dv_obstacles_nearest(&world->obstacles, world->space, from, 100, &found));
    assert_float_equal(found.distance, distance, TOLERANCE);
    assert_near(found.point, point.x, point.y, point.z);
    assert_near(found.normal, normal.x, normal.y, normal.z);
}

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

// Sweeps -----------------------------------------------------------------------------------------

static const dv_vec3 right = {1, 0, 0}, left = {-1, 0, 0}, up = {0, 1, 0}, down = {0, -1, 0};

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

// Cylinders of radius 2 about (10, 0), in the volume from z = -3 to 3.
static dv_obstacle make_cylinder(dv_world *world) {
    return make(world,
                (dv_obstacle_def){
                    .shape = DV_CYLINDER, .position = dv_vec(10, 0, 0), .radius = 2, .height = 6});
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

// Lines of sight ---------------------------------------------------------------------------------

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

// The index --------------------------------------------------------------------------------------

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
static void count_visit(void *context, uint32_t obstacle) { ((int *)context)[obstacle]++; }

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
        dv_obstacles_each_near(&world.obstacles, dv_vec(18, 10, 0), 100, count_visit, visits);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_definitions_are_refused_with_a_message),
        cmocka_unit_test(handles_go_stale_and_indices_are_reused),
        cmocka_unit_test(outlines_stand_where_they_were_put),
        cmocka_unit_test(moving_about_does_not_wear_a_shape_down),
        cmocka_unit_test(creating_survives_every_allocation_failure),
        cmocka_unit_test(the_nearest_surface_is_found_from_outside_and_inside),
        cmocka_unit_test(in_a_volume_a_box_has_a_floor_and_a_ceiling),
        cmocka_unit_test(a_disc_meets_a_sphere),
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
        cmocka_unit_test(every_shape_hides_what_is_behind_it),
        cmocka_unit_test(what_contains_an_end_hides_nothing),
        cmocka_unit_test(sight_passes_over_a_box_but_not_over_a_wall),
        cmocka_unit_test(the_index_finds_what_visiting_all_finds),
        cmocka_unit_test(an_obstacle_near_a_point_comes_up_once),
        cmocka_unit_test(a_sweep_ends_where_the_surface_is_a_radius_away),
        cmocka_unit_test(nothing_is_found_where_nothing_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
