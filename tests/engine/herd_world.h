// A herd of sheep and dogs at random places among obstacles, a path, and a flow. The same herd can
// be made in a world that is turned or mirrored by a map.
#ifndef DV_TESTS_HERD_WORLD_H
#define DV_TESTS_HERD_WORLD_H

#include "behavior_world.h"

#define AGENTS 40

static inline void add_obstacle(lab *l, dv_vec3 place, float radius) {
    dv_obstacle_def def = {.shape = DV_SPHERE, .position = place, .radius = radius};
    dv_obstacle obstacle;
    assert_int_equal(dv_obstacle_create(l->world, &def, &obstacle, &l->error), DV_OK);
}

typedef dv_vec3 map(dv_vec3);

static inline dv_vec3 same(dv_vec3 v) { return v; }
static inline dv_vec3 turned(dv_vec3 v) { return dv_vec(-v.y, v.x, v.z); }
static inline dv_vec3 mirrored(dv_vec3 v) { return dv_vec(v.x, -v.y, v.z); }

static inline void add_ways(lab *l, map *f, const dv_agent *agents) {
    dv_vec3 corners[] = {{-10, -8, 0}, {9, -11, 0}, {12, 7, 0}, {-3, 10, 0}};
    for (int i = 0; i < 4; i++)
        corners[i] = f(corners[i]);
    dv_path path = lab_path(l, corners, 4, 1.5f, true, true);
    dv_flow flow = lab_flow(l);
    for (int i = 0; i < 3; i++)
        assert_int_equal(dv_flow_paint(l->world, flow, f(dv_vec((float)(4 * i), (float)i, 0)), 9,
                                       f(dv_vec(3, (float)(2 * i - 1), 0)), 0.7, &l->error),
                         DV_OK);
    for (int i = 0; i < AGENTS; i++) {
        lab_fill(l, agents[i], SLOT_PATH, path.bits);
        lab_fill(l, agents[i], SLOT_FLOW, flow.bits);
    }
}

/// What explore covers, by rows along x in any world.
static inline dv_region add_ground(lab *l) {
    dv_region_def def = dv_region_def_default();
    def.shape = (dv_obstacle_def){.shape = DV_SPHERE, .position = {2, 3, 0}, .radius = 8};
    dv_region region;
    assert_int_equal(dv_region_create(l->world, &def, &region, &l->error), DV_OK);
    return region;
}

typedef struct herd {
    lab l;
    dv_agent agents[AGENTS];
} herd;

static inline herd herd_open_with(dv_world_def def, map *f, uint64_t seed) {
    herd h = {.l = lab_open_with(def, (lab_kinds){0})};
    uint64_t n = seed * 10000;
    for (int i = 0; i < AGENTS; i++) {
        dv_vec3 place = {lab_random(&n, -12, 12), lab_random(&n, -12, 12), 0};
        dv_vec3 velocity = {lab_random(&n, -6, 6), lab_random(&n, -6, 6), 0};
        h.agents[i] = lab_spawn(&h.l, i % 3 ? SHEEP : DOG, f(place), 0, 0);
        dv_agent_set_velocity(h.l.world, h.agents[i], f(velocity), NULL);
    }
    for (int i = 0; i < AGENTS; i++)
        lab_aim(&h.l, h.agents[i], h.agents[(i * 7 + 1) % AGENTS]);
    for (int i = 0; i < 6; i++) {
        dv_vec3 place = {lab_random(&n, -12, 12), lab_random(&n, -12, 12), 0};
        add_obstacle(&h.l, f(place), lab_random(&n, 0.3f, 3));
    }
    add_ways(&h.l, f, h.agents);
    lab_step(&h.l);
    return h;
}

static inline herd herd_open(map *f, uint64_t seed) { return herd_open_with(lab_def(), f, seed); }

static inline void herd_close(herd *h) {
    dv_world_destroy(h->l.world);
    dv_program_release(h->l.program);
}

#endif
