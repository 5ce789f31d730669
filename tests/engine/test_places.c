// Clear places for agents: agents that are placed do not touch each other, however many there are.
#include "base/alloc.h"
#include "base/math.h"
#include "drover/drover.h"

#include "../program.h"

#include <math.h>
#include <stdlib.h>

#define RADIUS 0.5
#define SIDE 420.0f // m: in the end more than half of all places are not clear

static dv_error error;

static void must(dv_result result) {
    if (result != DV_OK)
        fail_msg("%s", error.message);
}

static dv_world *make_world(void) {
    dv_program *program = dv_program_create();
    dv_kind_def kind = dv_kind_def_default();
    kind.name = "post";
    kind.locomotion = "fixed";
    kind.properties[DV_RADIUS] = dv_value_number(RADIUS);
    must(dv_program_add_kind(program, &kind, &error));
    must(dv_program_finish(program, &error));
    dv_world_def def = dv_world_def_default();
    def.bounds.max = (dv_vec3){SIDE, SIDE, 1};
    def.bounds.min = (dv_vec3){0, 0, -1};
    dv_world *world = dv_world_create(&def, program, &error);
    assert_non_null(world);
    dv_program_release(program);
    return world;
}

static void put(dv_world *world, dv_places *places, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        dv_agent_def birth = dv_agent_def_default(0);
        dv_agent agent;
        must(dv_places_find(places, &birth.position, &error));
        must(dv_agent_spawn(world, &birth, &agent, &error));
        must(dv_places_add(places, agent, &error));
    }
}

static int by_x(const void *a, const void *b) {
    float x = ((const dv_vec3 *)a)->x, y = ((const dv_vec3 *)b)->x;
    return (x > y) - (x < y);
}

/// The least distance between two of them, squared.
static double least_square(dv_vec3 *points, uint32_t count) {
    double least = INFINITY;
    qsort(points, count, sizeof *points, by_x);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count && points[j].x - points[i].x < 2 * RADIUS; j++) {
            double x = (double)points[j].x - points[i].x, y = (double)points[j].y - points[i].y;
            least = dv_lesser(least, x * x + y * y);
        }
    return least;
}

static void everybody_is_apart(dv_world *world, uint32_t expected) {
    dv_vec3 *points = malloc(expected * sizeof *points);
    uint32_t count = 0;
    assert_int_equal(dv_world_agent_count(world), expected);
    for (uint32_t i = 0; i < expected; i++)
        points[count++] = dv_agent_position(world, dv_world_agent_at(world, i));
    assert_true(least_square(points, count) >= 4 * RADIUS * RADIUS * (1 - 1e-5));
    free(points);
}

static void a_few_are_apart(void **state) {
    (void)state;
    dv_world *world = make_world();
    dv_places *places = dv_places_begin(world, RADIUS, &error);
    put(world, places, 900);
    everybody_is_apart(world, 900);
    dv_places_end(places);
    dv_world_destroy(world);
    assert_int_equal(dv_allocated_bytes(), 0);
}

/// Those who were there before are noted at once, others one by one.
static void many_are_apart(void **state) {
    (void)state;
    dv_world *world = make_world();
    for (uint32_t i = 0; i < 2; i++) {
        dv_places *places = dv_places_begin(world, RADIUS, &error);
        put(world, places, 20000);
        dv_places_end(places);
    }
    everybody_is_apart(world, 40000);
    dv_world_destroy(world);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void a_full_world_is_said(void **state) {
    (void)state;
    dv_world *world = make_world();
    dv_places *places = dv_places_begin(world, 2 * SIDE, &error);
    put(world, places, 1);
    dv_vec3 point;
    assert_int_equal(dv_places_find(places, &point, &error), DV_ERROR_LIMIT);
    assert_string_equal(error.message, "no place for a radius of 840 m was found in 1000 tries: "
                                       "the world is full");
    dv_places_end(places);
    dv_world_destroy(world);
}

static void memory_may_run_out_at_every_step(void **state) {
    (void)state;
    dv_world *world = make_world();
    dv_places *places = dv_places_begin(world, RADIUS, &error);
    put(world, places, 3000);
    dv_places_end(places);
    size_t before = dv_allocated_bytes();
    for (uint64_t n = 1;; n++) {
        dv_fail_allocation(n, true);
        places = dv_places_begin(world, RADIUS, &error);
        dv_fail_allocation(0, false);
        if (places)
            break;
        assert_string_equal(error.message, "out of memory");
        assert_int_equal(dv_allocated_bytes(), before);
    }
    dv_places_end(places);
    dv_world_destroy(world);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_few_are_apart),
        cmocka_unit_test(many_are_apart),
        cmocka_unit_test(a_full_world_is_said),
        cmocka_unit_test(memory_may_run_out_at_every_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
