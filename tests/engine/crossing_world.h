// Scenes of agents that walk to goals and avoid each other: agile walkers with a radius of 0.3 m
// and 1.5 m/s, in a wide world. A scene runs until all have arrived or time is up, and records the
// smallest distance between any two bodies.
#ifndef DV_TESTS_CROSSING_WORLD_H
#define DV_TESTS_CROSSING_WORLD_H

#include "behavior_world.h"

#define WALKER_RADIUS 0.3f
#define WALKER_SPEED 1.5f
#define MAX_WALKERS 256

typedef struct scene {
    lab l;
    int count;
    dv_agent walkers[MAX_WALKERS];
    dv_vec3 goals[MAX_WALKERS];
    float least_gap; ///< m between two bodies; negative if they overlapped
    int turns;       ///< how often a walker's steering changed to the other side
    int ticks;
} scene;

/// Takes over `steer`, whose target is the slot "place".
static inline scene scene_open_at(double tick_rate, dv_steering *steer, dv_space space) {
    dv_world_def def = lab_def();
    def.space = space;
    def.tick_rate = tick_rate;
    def.bounds = (dv_bounds){{-100, -100, -100}, {100, 100, 100}, DV_EDGE_OPEN};
    lab_kinds kinds = {.steer = steer};
    kinds.properties[DV_MASS] = dv_value_number(1);
    kinds.properties[DV_RADIUS] = dv_value_number((double)WALKER_RADIUS);
    kinds.properties[DV_MAX_SPEED] = dv_value_number((double)WALKER_SPEED);
    kinds.properties[DV_MAX_FORCE] = dv_value_number(8);
    kinds.properties[DV_RESPONSE] = dv_value_number(0.15);
    scene s = {.l = lab_open_with(def, kinds), .least_gap = INFINITY};
    dv_steering_release(steer);
    return s;
}

static inline scene scene_open(dv_steering *steer, dv_space space) {
    return scene_open_at(20, steer, space);
}

static inline void scene_add(scene *s, dv_vec3 from, dv_vec3 to, float speed) {
    int i = s->count++;
    dv_vec3 way = dv_normalize(dv_subtract(to, from));
    s->walkers[i] = lab_spawn(&s->l, SHEEP, from, 0, 0);
    s->goals[i] = to;
    dv_agent_set_heading(s->l.world, s->walkers[i], dv_atan2(way.y, way.x), NULL);
    dv_agent_set_velocity(s->l.world, s->walkers[i], dv_scale(way, speed), NULL);
    dv_slot_value place = {.is_set = true, .as.point = to};
    assert_int_equal(dv_agent_set_slot(s->l.world, s->walkers[i], SLOT_PLACE, place, &s->l.error),
                     DV_OK);
}

static inline void scene_measure(scene *s) {
    for (int i = 0; i < s->count; i++)
        for (int j = 0; j < i; j++) {
            dv_vec3 offset = dv_subtract(dv_agent_position(s->l.world, s->walkers[i]),
                                         dv_agent_position(s->l.world, s->walkers[j]));
            float gap = dv_length(offset) - 2 * WALKER_RADIUS;
            s->least_gap = gap < s->least_gap ? gap : s->least_gap;
        }
}

static inline bool scene_arrived(const scene *s, float tolerance) {
    for (int i = 0; i < s->count; i++)
        if (dv_length(dv_subtract(dv_agent_position(s->l.world, s->walkers[i]), s->goals[i])) >
            tolerance)
            return false;
    return true;
}

/// Step until all agents are within `tolerance` of their goals. Fails after `most_ticks`.
static inline void scene_run(scene *s, float tolerance, int most_ticks) {
    float sides[MAX_WALKERS] = {0};
    while (!scene_arrived(s, tolerance)) {
        if (s->ticks++ == most_ticks)
            fail_msg("not all %d arrived within %d ticks", s->count, most_ticks);
        lab_step(&s->l);
        scene_measure(s);
        for (int i = 0; i < s->count; i++) {
            dv_vec3 way = dv_agent_forward(s->l.world, s->walkers[i]);
            dv_vec3 steering = dv_agent_steering(s->l.world, s->walkers[i]);
            float side = way.x * steering.y - way.y * steering.x;
            if (fabsf(side) < 0.1f * WALKER_SPEED)
                continue;
            s->turns += side * sides[i] < 0;
            sides[i] = side;
        }
    }
}

static inline void scene_close(scene *s) { lab_close(&s->l); }

/// Two walkers 16 m apart swap places.
static inline void scene_add_head_on(scene *s, float aside) {
    scene_add(s, dv_vec(-8, 0, 0), dv_vec(8, 0, 0), WALKER_SPEED);
    scene_add(s, dv_vec(8, aside, 0), dv_vec(-8, aside, 0), WALKER_SPEED);
}

/// Four walkers would meet in one point at the same time.
static inline void scene_add_crossing(scene *s) {
    static const float ways[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (int i = 0; i < 4; i++) {
        dv_vec3 way = {ways[i][0], ways[i][1], 0};
        scene_add(s, dv_scale(way, -8), dv_scale(way, 8), WALKER_SPEED);
    }
}

/// Walkers on a circle, each on its way to the opposite side; all would meet in the middle. A seed
/// moves each of them a little.
static inline void scene_add_circle(scene *s, float radius, int count, uint64_t seed) {
    for (int i = 0; i < count; i++) {
        dv_random_key key = {.seed = seed, .tick = (uint64_t)i};
        double jitter = 0.4 * (dv_random_unit(key, 0) - 0.5);
        double angle = 2 * DV_PI * (i + jitter) / count;
        dv_vec3 from = dv_vec(radius * (float)dv_cos(angle), radius * (float)dv_sin(angle), 0);
        scene_add(s, from, dv_scale(from, -1), 0);
    }
}

/// The sum of arrival at the agent's goal and an avoidance behavior, which it takes over.
static inline dv_steering *avoid_and_arrive(dv_steering *avoid, double weight) {
    dv_part parts[] = {
        {avoid, dv_value_number(weight)},
        {MAKE("arrival", {"target", dv_value_name("place")}, NUMBER("slowing_distance", 1)), {0}}};
    dv_steering *both = dv_blend_create("weighted", parts, 2, NULL, 0, "test", NULL);
    assert_non_null(both);
    dv_steering_release(parts[0].steering);
    dv_steering_release(parts[1].steering);
    return both;
}

#endif
