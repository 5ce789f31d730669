// A world that queries are asked in: agents that stay where they are, of many, some, and few of a
// kind, so that each is found in another way; and regions of all shapes, also across the edges.
#ifndef QUERY_WORLD_H
#define QUERY_WORLD_H

#include "base/alloc.h"
#include "base/math.h"
#include "base/random.h"
#include "drover/drover.h"

#include "../program.h"

#include <math.h>
#include <stdlib.h>

#define HALF 50.0f ///< m, from the middle of most worlds to their sides
#define SEEDS 5
#define KINDS 3
#define SHAPES 5

typedef struct query_world {
    dv_world *world;
    dv_random_key key;
    uint64_t drawn;
    bool volume;
    double half; ///< m, from the middle of the world to its sides
    dv_region regions[SHAPES];
} query_world;

static dv_error error;

static void must(dv_result result) {
    if (result != DV_OK)
        fail_msg("%s", error.message);
}

static double between(query_world *q, double low, double high) {
    return low + (high - low) * dv_random_unit(q->key, q->drawn++);
}

static dv_vec3 anywhere(query_world *q, double half) {
    double x = between(q, -half, half), y = between(q, -half, half);
    return dv_vec((float)x, (float)y, q->volume ? (float)between(q, -half, half) : 0);
}

static dv_program *make_kinds(void) {
    static const char *const names[KINDS] = {"many", "some", "few"};
    dv_program *program = dv_program_create();
    for (int k = 0; k < KINDS; k++) {
        dv_kind_def kind = dv_kind_def_default();
        kind.name = names[k];
        kind.locomotion = "fixed";
        kind.initial = "idle";
        must(dv_program_add_kind(program, &kind, &error));
        must(dv_program_add_state(program, &(dv_state_def){.name = "idle"}, &error));
        must(dv_program_add_state(program, &(dv_state_def){.name = "busy"}, &error));
    }
    must(dv_program_finish(program, &error));
    return program;
}

/// `counts` is how many there are of each kind.
static query_world open_wide_world(uint64_t seed, dv_space space, dv_edge edge, float half,
                                   const uint32_t counts[KINDS]) {
    query_world q = {.key = {.seed = seed}, .volume = space == DV_VOLUME, .half = (double)half};
    dv_world_def def = dv_world_def_default();
    def.seed = seed;
    def.space = space;
    def.bounds = (dv_bounds){{-half, -half, -half}, {half, half, half}, edge};
    dv_program *program = make_kinds();
    q.world = dv_world_create(&def, program, &error);
    assert_non_null(q.world);
    dv_program_release(program);
    for (uint32_t kind = 0; kind < KINDS; kind++)
        for (uint32_t i = 0; i < counts[kind]; i++) {
            dv_agent_def birth = dv_agent_def_default(kind);
            dv_agent agent;
            birth.position = anywhere(&q, q.half);
            birth.state = (int32_t)(i % 2);
            must(dv_agent_spawn(q.world, &birth, &agent, &error));
        }
    return q;
}

static inline query_world open_world(uint64_t seed, dv_space space, dv_edge edge,
                                     const uint32_t counts[KINDS]) {
    return open_wide_world(seed, space, edge, HALF, counts);
}

/// Sense the agents where they are. In the first tick, an edge that contains bodies may move some.
static void sense(query_world *q) {
    must(dv_world_step(q->world, &error));
    must(dv_world_step(q->world, &error));
}

static void close_world(query_world *q) {
    dv_world_destroy(q->world);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static inline void add_regions(query_world *q) {
    static const dv_vec3 hook[] = {{10, 10, 0}, {45, 12, 0}, {47, 60, 0},
                                   {40, 20, 0}, {20, 18, 0}, {12, 40, 0}};
    const dv_obstacle_def shapes[SHAPES] = {
        {.shape = DV_SPHERE, .position = {-45, 3, 5}, .radius = 12},
        {.shape = DV_BOX,
         .position = {5, -40, 0},
         .width = 50,
         .depth = 8,
         .height = 60,
         .heading = 0.7f},
        {.shape = DV_POLYGON, .points = hook, .point_count = 6},
        {.shape = DV_CYLINDER, .position = {44, 44, -20}, .radius = 15, .height = 30},
        {.shape = DV_SPHERE, .position = {10, 0, 0}, .radius = 140},
    };
    for (int i = 0; i < SHAPES; i++) {
        dv_region_def def = dv_region_def_default();
        def.shape = shapes[i];
        must(dv_region_create(q->world, &def, &q->regions[i], &error));
    }
}

#endif
