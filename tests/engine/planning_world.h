// A world for planning: creates obstacles, plans paths, and checks what holds for every path.
#ifndef DV_TESTS_PLANNING_WORLD_H
#define DV_TESTS_PLANNING_WORLD_H

#include "behavior_world.h"

#include "base/alloc.h"
#include "navigation/map.h"
#include "world/obstacle_shapes.h"
#include "world/obstacles.h"

static inline void put(lab *l, dv_obstacle_def def) {
    dv_obstacle obstacle;
    if (dv_obstacle_create(l->world, &def, &obstacle, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
}

static inline void put_wall(lab *l, float x0, float y0, float x1, float y1) {
    const dv_vec3 ends[] = {{x0, y0, 0}, {x1, y1, 0}};
    put(l, (dv_obstacle_def){.shape = DV_WALL, .points = ends, .point_count = 2});
}

static inline void put_ball(lab *l, float x, float y, float z, float radius) {
    put(l, (dv_obstacle_def){.shape = DV_SPHERE, .position = {x, y, z}, .radius = radius});
}

static inline void put_box(lab *l, dv_vec3 at, dv_vec3 size, float heading) {
    put(l, (dv_obstacle_def){.shape = DV_BOX,
                             .position = at,
                             .width = size.x,
                             .depth = size.y,
                             .height = size.z,
                             .heading = heading});
}

/// Add a random shape at a random place within 20 m.
static inline void put_anything(lab *l, uint64_t *n) {
    // One declaration each, because C does not define the order in which arguments are evaluated.
    float x = lab_random(n, -20, 20), y = lab_random(n, -20, 20), z = lab_random(n, -20, 20);
    dv_vec3 at = {x, y, z};
    float size = lab_random(n, 0.2f, 4), other = lab_random(n, 0.2f, 4);
    float heading = lab_random(n, -3, 3);
    int shape = (int)lab_random(n, 0, 5);
    const dv_vec3 arrow[] = {{at.x, at.y, 0},
                             {at.x + size, at.y + other, 0},
                             {at.x - size, at.y, 0},
                             {at.x + size, at.y - other, 0}};
    if (shape == 0)
        put_ball(l, at.x, at.y, at.z, size);
    else if (shape == 1)
        put_box(l, at, dv_vec(2 * size, other, size), heading);
    else if (shape == 2)
        put(l, (dv_obstacle_def){.shape = DV_POLYGON, .points = arrow, .point_count = 4});
    else if (shape == 3)
        put_wall(l, at.x, at.y, at.x + 3 * size, at.y - 2 * other);
    else
        put(l, (dv_obstacle_def){
                   .shape = DV_CYLINDER, .position = at, .radius = size, .height = other});
}

static inline lab open_field(dv_edge edge, dv_space space) {
    dv_world_def def = lab_def();
    def.bounds = (dv_bounds){{-25, -25, -25}, {25, 25, 25}, edge};
    def.space = space;
    return lab_open_with(def, (lab_kinds){0});
}

static inline dv_plan_def plan_between(dv_vec3 from, dv_vec3 to, float clearance,
                                       float resolution) {
    dv_plan_def def = dv_plan_def_default();
    def.from = from;
    def.to = to;
    def.clearance = clearance;
    def.resolution = resolution;
    return def;
}

/// A path, or a null handle and the reason in `outcome`.
static inline dv_path try_plan(lab *l, const dv_plan_def *def, dv_plan_outcome *outcome) {
    dv_path path;
    if (dv_world_plan(l->world, def, &path, outcome, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
    assert_int_equal(dv_path_alive(l->world, path), *outcome == DV_PLAN_FOUND);
    return path;
}

static inline dv_path plan_way(lab *l, const dv_plan_def *def) {
    dv_plan_outcome outcome;
    dv_path path = try_plan(l, def, &outcome);
    if (outcome != DV_PLAN_FOUND)
        fail_msg("%s", dv_plan_reason(outcome));
    return path;
}

static inline void assert_no_way(lab *l, const dv_plan_def *def, dv_plan_outcome expected) {
    dv_plan_outcome outcome;
    uint32_t before = dv_world_path_limit(l->world);
    dv_path path = try_plan(l, def, &outcome);
    assert_int_equal(path.bits, 0);
    assert_string_equal(dv_plan_reason(outcome), dv_plan_reason(expected));
    assert_int_equal(dv_world_path_limit(l->world), before);
}

/// The distance from a point to the nearest obstacle, including images across wrapping edges.
static inline double gap_at(const lab *l, dv_vec3 point) {
    const dv_obstacles *obstacles = &l->world->obstacles;
    double least = INFINITY;
    if (l->world->bounds.edge == DV_EDGE_WRAP)
        point = dv_vec(dv_wrap(point.x, -25, 25), dv_wrap(point.y, -25, 25), point.z);
    for (uint32_t i = 0; i < obstacles->count; i++)
        if (obstacles->records[i].alive)
            least = dv_lesser(least, dv_obstacle_surface_near(obstacles, &obstacles->records[i],
                                                              l->world->space, point)
                                         .distance);
    return least;
}

// Rounding moves coordinates of up to 50 m by up to 2e-6 of their size, several times in a row.
#define ROUNDED 5e-4

/// Check that points of a path, 2.5 cm apart, keep the clearance.
static inline void assert_keeps_clear(const lab *l, dv_path path, double clearance) {
    double length = dv_path_length(l->world, path);
    for (double s = 0; s <= length; s += 0.025) {
        dv_vec3 point = dv_path_point(l->world, path, s, NULL);
        if (gap_at(l, point) < clearance - ROUNDED)
            fail_msg("%g m from an obstacle, not %g, at (%g, %g, %g)", gap_at(l, point), clearance,
                     (double)point.x, (double)point.y, (double)point.z);
    }
}

#endif
