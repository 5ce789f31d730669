// Creates obstacles, and checks where discs, balls, and lines of sight hit them. Positions are
// chosen so that the expected values are exact.
#ifndef DV_TEST_OBSTACLE_FIXTURE_H
#define DV_TEST_OBSTACLE_FIXTURE_H

#include "base/alloc.h"
#include "base/math.h"
#include "base/random.h"
#include "world/obstacle_shapes.h"
#include "world/obstacles.h"
#include "world/world_data.h"

#include "../program.h"

#include <string.h>

#define TOLERANCE 1e-6f

static inline dv_world plane_world(void) { return (dv_world){.id = 3, .space = DV_PLANE}; }

static inline dv_world volume_world(void) { return (dv_world){.id = 3, .space = DV_VOLUME}; }

static inline dv_obstacle make(dv_world *world, dv_obstacle_def def) {
    dv_obstacle obstacle;
    dv_error error = {""};
    assert_int_equal(dv_obstacle_create(world, &def, &obstacle, &error), DV_OK);
    assert_string_equal(error.message, "");
    assert_true(dv_obstacle_alive(world, obstacle));
    return obstacle;
}

static inline dv_obstacle make_ball(dv_world *world, float x, float y, float z, float radius) {
    return make(world, (dv_obstacle_def){
                           .shape = DV_SPHERE, .position = dv_vec(x, y, z), .radius = radius});
}

static inline dv_obstacle make_box(dv_world *world, float x, float y, float width, float depth,
                                   float heading) {
    return make(world, (dv_obstacle_def){.shape = DV_BOX,
                                         .position = dv_vec(x, y, 0),
                                         .width = width,
                                         .depth = depth,
                                         .height = 4,
                                         .heading = heading});
}

static inline dv_obstacle make_outline(dv_world *world, const dv_vec3 *points, uint32_t count) {
    return make(world, (dv_obstacle_def){.shape = count == 2 ? DV_WALL : DV_POLYGON,
                                         .points = points,
                                         .point_count = count});
}

static inline dv_obstacle make_wall(dv_world *world, float x0, float y0, float x1, float y1) {
    return make_outline(world, (dv_vec3[]){{x0, y0, 0}, {x1, y1, 0}}, 2);
}

// A U that opens to +x. Its arms are 1 m wide, at y = 0 … 1 and y = 4 … 5; its back is at x = 0 …
// 1.
static const dv_vec3 u_shape[] = {{0, 0, 0}, {6, 0, 0}, {6, 1, 0}, {1, 1, 0},
                                  {1, 4, 0}, {6, 4, 0}, {6, 5, 0}, {0, 5, 0}};

static inline bool sweep(const dv_world *world, dv_vec3 from, dv_vec3 direction, float length,
                         float radius, dv_sweep_hit *hit) {
    *hit = (dv_sweep_hit){0};
    return dv_obstacles_sweep(&world->obstacles, world->space, from, direction, length, radius,
                              hit);
}

static inline bool hides(const dv_world *world, dv_vec3 from, dv_vec3 to) {
    bool there = dv_obstacles_hide(&world->obstacles, world->space, from, to);
    bool back = dv_obstacles_hide(&world->obstacles, world->space, to, from);
    assert_int_equal(there, back);
    return there;
}

static inline void assert_near(dv_vec3 actual, float x, float y, float z) {
    assert_float_equal(actual.x, x, TOLERANCE);
    assert_float_equal(actual.y, y, TOLERANCE);
    assert_float_equal(actual.z, z, TOLERANCE);
}

static inline void assert_hit(const dv_world *world, dv_vec3 from, dv_vec3 direction, float radius,
                              float distance, dv_vec3 normal) {
    dv_sweep_hit hit;
    assert_true(sweep(world, from, direction, 100, radius, &hit));
    assert_float_equal(hit.distance, distance, TOLERANCE);
    assert_near(hit.normal, normal.x, normal.y, normal.z);
    dv_vec3 center = dv_add(from, dv_scale(direction, distance));
    assert_near(hit.center, center.x, center.y, center.z);
}

static inline void assert_passes(const dv_world *world, dv_vec3 from, dv_vec3 direction,
                                 float radius) {
    dv_sweep_hit hit;
    assert_false(sweep(world, from, direction, 100, radius, &hit));
}

static inline void assert_refused(dv_world *world, dv_obstacle_def def, const char *message) {
    dv_obstacle obstacle = {7};
    dv_error error;
    assert_int_equal(dv_obstacle_create(world, &def, &obstacle, &error), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message, message);
    assert_true(obstacle.bits == 0);
    assert_int_equal(world->obstacles.alive_count, 0);
}

static const dv_vec3 right = {1, 0, 0}, left = {-1, 0, 0}, up = {0, 1, 0}, down = {0, -1, 0};

// A cylinder of radius 2 around (10, 0); in a volume it reaches from z = -3 to 3.
static inline dv_obstacle make_cylinder(dv_world *world) {
    return make(world,
                (dv_obstacle_def){
                    .shape = DV_CYLINDER, .position = dv_vec(10, 0, 0), .radius = 2, .height = 6});
}

static inline void assert_surface(const dv_world *world, dv_vec3 from, float distance,
                                  dv_vec3 point, dv_vec3 normal) {
    dv_surface_point found;
    assert_true(dv_obstacles_nearest(&world->obstacles, world->space, from, 100, &found));
    assert_float_equal(found.distance, distance, TOLERANCE);
    assert_near(found.point, point.x, point.y, point.z);
    assert_near(found.normal, normal.x, normal.y, normal.z);
}

#endif
