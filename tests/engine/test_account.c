// The account of what is made while a world runs: everything counts, whatever is removed no longer
// does, a load and a new program count the same, and what the host does not allow is not made.
#include "../program.h"

#include "drover/drover.h"

#include "base/alloc.h"
#include "base/math.h"

#include <stdio.h>
#include <string.h>

typedef struct bench {
    dv_program *program;
    dv_world *world;
    dv_agent agents[2];
    uint64_t limit; ///< of the host
    dv_error error;
} bench;

static dv_result charge(void *context, const dv_world *world, uint64_t bytes, dv_error *error) {
    bench *b = context;
    if (dv_world_charged(world) + bytes <= b->limit)
        return DV_OK;
    snprintf(error->message, sizeof error->message, "too much");
    return DV_ERROR_LIMIT;
}

static dv_program *make_program(dv_error *error) {
    static const dv_slot_def slots[] = {{"den", DV_SLOT_POINT}};
    const dv_group_def pack = {.name = "pack", .slots = slots, .slot_count = 1};
    const dv_flow_def flows[] = {
        {.name = "wind", .resolution = 5},
        {.name = "gust", .resolution = 5, .has_field = true, .interval = 1}};
    dv_link_def rope = dv_link_def_default();
    rope.name = "rope";
    dv_kind_def kind = dv_kind_def_default();
    kind.name = "wolf";
    dv_program *program = dv_program_create();
    assert_int_equal(dv_program_add_group(program, &pack, error), DV_OK);
    for (int i = 0; i < 2; i++)
        assert_int_equal(dv_program_add_flow(program, &flows[i], error), DV_OK);
    assert_int_equal(dv_program_add_link(program, &rope, error), DV_OK);
    assert_int_equal(dv_program_add_kind(program, &kind, error), DV_OK);
    assert_int_equal(dv_program_finish(program, error), DV_OK);
    return program;
}

static int open_bench(void **state) {
    static bench b;
    b = (bench){.limit = UINT64_MAX};
    b.program = make_program(&b.error);
    dv_world_def def = dv_world_def_default();
    b.world = dv_world_create(&def, b.program, &b.error);
    assert_non_null(b.world);
    dv_world_set_host(b.world, &(dv_host){.context = &b, .charge = charge});
    for (int i = 0; i < 2; i++) {
        dv_agent_def agent = {.position = {(float)i, 0, 0}};
        assert_int_equal(dv_agent_spawn(b.world, &agent, &b.agents[i], &b.error), DV_OK);
    }
    *state = &b;
    return 0;
}

static int close_bench(void **state) {
    bench *b = *state;
    dv_world_destroy(b->world);
    dv_program_release(b->program);
    assert_int_equal(dv_allocated_bytes(), 0);
    return 0;
}

// What can be made, and how it is removed. `bits` is the handle.

static dv_result make_path(bench *b, uint64_t *bits) {
    static const dv_vec3 points[] = {{0, 0, 0}, {5, 0, 0}, {5, 5, 0}};
    dv_path path;
    dv_result result =
        dv_path_create(b->world, &(dv_path_def){points, 3, 1, true, true}, &path, &b->error);
    *bits = path.bits;
    return result;
}

static void remove_path(bench *b, uint64_t bits) { dv_path_remove(b->world, (dv_path){bits}); }

static dv_result make_flow_of(bench *b, uint32_t type, uint64_t *bits) {
    dv_flow flow;
    dv_result result = dv_flow_create(b->world, type, &flow, &b->error);
    *bits = flow.bits;
    return result;
}

static dv_result make_wind(bench *b, uint64_t *bits) { return make_flow_of(b, 0, bits); }
static dv_result make_gust(bench *b, uint64_t *bits) { return make_flow_of(b, 1, bits); }

static dv_result make_way_home(bench *b, uint64_t *bits) {
    static const dv_flow_goal goal = {.point = {9, 9, 0}};
    dv_flow_to_def def = dv_flow_to_def_default();
    def.goals = &goal;
    def.goal_count = 1;
    dv_flow flow = {0};
    dv_flow_outcome outcome;
    dv_result result = dv_world_flow_to(b->world, &def, &flow, &outcome, &b->error);
    *bits = flow.bits;
    return result;
}

static void remove_flow(bench *b, uint64_t bits) { dv_flow_remove(b->world, (dv_flow){bits}); }

static dv_result make_box(bench *b, uint64_t *bits) {
    const dv_obstacle_def def = {.shape = DV_BOX, .position = {30, 30, 0}, .width = 2, .depth = 3};
    dv_obstacle obstacle;
    dv_result result = dv_obstacle_create(b->world, &def, &obstacle, &b->error);
    *bits = obstacle.bits;
    return result;
}

static dv_result make_ball(bench *b, uint64_t *bits) {
    const dv_obstacle_def def = {.shape = DV_SPHERE, .position = {-30, 30, 0}, .radius = 2};
    dv_obstacle obstacle;
    dv_result result = dv_obstacle_create(b->world, &def, &obstacle, &b->error);
    *bits = obstacle.bits;
    return result;
}

static void remove_obstacle(bench *b, uint64_t bits) {
    dv_obstacle_remove(b->world, (dv_obstacle){bits});
}

static dv_result make_region(bench *b, uint64_t *bits) {
    dv_region_def def = dv_region_def_default();
    def.shape = (dv_obstacle_def){.shape = DV_BOX, .width = 2, .depth = 3};
    dv_region region;
    dv_result result = dv_region_create(b->world, &def, &region, &b->error);
    *bits = region.bits;
    return result;
}

static void remove_region(bench *b, uint64_t bits) {
    dv_region_remove(b->world, (dv_region){bits});
}

static dv_result make_link(bench *b, uint64_t *bits) {
    *bits = 1;
    return dv_agent_link(b->world, b->agents[0], 0, b->agents[1], &b->error);
}

static void remove_link(bench *b, uint64_t bits) {
    (void)bits;
    dv_agent_unlink(b->world, b->agents[0], 0, b->agents[1]);
}

static dv_result make_timer(bench *b, uint64_t *bits) {
    *bits = 1;
    return dv_world_set_timer(b->world, (dv_agent){0}, "later", 100, "data", 4, &b->error);
}

static void remove_timer(bench *b, uint64_t bits) {
    (void)bits;
    dv_world_cancel_timers(b->world, (dv_agent){0}, "later");
}

static dv_result make_group(bench *b, uint64_t *bits) {
    dv_group group = {0};
    dv_result result = dv_group_create(b->world, 0, &group, &b->error);
    *bits = group.bits;
    return result;
}

static dv_result make_event(bench *b, uint64_t *bits) {
    *bits = 1;
    const dv_event event = {.name = dv_event_name("howl"), .radius = 10};
    return dv_world_emit(b->world, &event, &b->error);
}

static void after_two_ticks(bench *b, uint64_t bits) {
    (void)bits;
    for (int i = 0; i < 2; i++)
        assert_int_equal(dv_world_step(b->world, &b->error), DV_OK);
}

static const struct thing {
    const char *name;
    dv_result (*make)(bench *b, uint64_t *bits);
    void (*remove)(bench *b, uint64_t bits); ///< NULL: it stays
} things[] = {
    {"path", make_path, remove_path},
    {"flow", make_wind, remove_flow},
    {"changing flow", make_gust, remove_flow},
    {"flow to a goal", make_way_home, remove_flow},
    {"obstacle with an outline", make_box, remove_obstacle},
    {"round obstacle", make_ball, remove_obstacle},
    {"region", make_region, remove_region},
    {"link", make_link, remove_link},
    {"timer", make_timer, remove_timer},
    {"event", make_event, after_two_ticks},
    {"group", make_group, NULL},
};
#define THINGS (sizeof things / sizeof *things)

static void make_all(bench *b, uint64_t bits[THINGS]) {
    for (size_t i = 0; i < THINGS; i++)
        if (things[i].make(b, &bits[i]) != DV_OK)
            fail_msg("%s: %s", things[i].name, b->error.message);
}

static void what_is_removed_counts_no_longer(void **state) {
    bench *b = *state;
    for (size_t i = 0; i < THINGS; i++) {
        uint64_t bits, before = dv_world_charged(b->world);
        assert_int_equal(things[i].make(b, &bits), DV_OK);
        if (dv_world_charged(b->world) < before + 64)
            fail_msg("%s: %u bytes", things[i].name,
                     (unsigned)(dv_world_charged(b->world) - before));
        if (!things[i].remove)
            continue;
        things[i].remove(b, bits);
        if (dv_world_charged(b->world) != before)
            fail_msg("%s: %u bytes stay", things[i].name,
                     (unsigned)(dv_world_charged(b->world) - before));
    }
}

static void large_things_count_more(void **state) {
    bench *b = *state;
    static dv_vec3 points[1000];
    uint64_t bits, before = dv_world_charged(b->world);
    assert_int_equal(make_path(b, &bits), DV_OK);
    uint64_t small = dv_world_charged(b->world) - before;
    for (int i = 0; i < 1000; i++)
        points[i] = dv_vec((float)i, (float)(i % 2), 0);
    dv_path path;
    dv_path_def def = {points, 1000, 1, false, true};
    assert_int_equal(dv_path_create(b->world, &def, &path, &b->error), DV_OK);
    assert_true(dv_world_charged(b->world) - before - small > 200 * small);
}

static void a_load_and_another_program_count_the_same(void **state) {
    bench *b = *state;
    uint64_t bits[THINGS];
    make_all(b, bits);
    dv_path_remove(b->world, (dv_path){bits[0]});
    uint64_t before = dv_world_charged(b->world);
    dv_snapshot snapshot;
    assert_int_equal(dv_world_take_snapshot(b->world, &snapshot, &b->error), DV_OK);
    make_all(b, bits);
    assert_true(dv_world_charged(b->world) > before);
    assert_int_equal(dv_world_load_snapshot(b->world, &snapshot, &b->error), DV_OK);
    dv_snapshot_free(&snapshot);
    assert_true(dv_world_charged(b->world) == before);
    dv_program *next = make_program(&b->error);
    assert_int_equal(dv_world_swap_program(b->world, next, NULL, &b->error), DV_OK);
    dv_program_release(next);
    assert_true(dv_world_charged(b->world) == before);
    assert_int_equal(dv_world_compile_flows(b->world, &b->error), DV_OK);
    assert_true(dv_world_charged(b->world) == before);
}

static void what_the_host_does_not_allow_is_not_made(void **state) {
    bench *b = *state;
    for (size_t i = 0; i < THINGS; i++) {
        uint64_t bits, before = dv_world_charged(b->world);
        b->limit = before;
        b->error.message[0] = '\0';
        if (things[i].make(b, &bits) != DV_ERROR_LIMIT)
            fail_msg("%s was made", things[i].name);
        assert_string_equal(b->error.message, "too much");
        assert_true(dv_world_charged(b->world) == before);
        // With room for one, there is one.
        b->limit = UINT64_MAX;
        assert_int_equal(things[i].make(b, &bits), DV_OK);
        uint64_t weight = dv_world_charged(b->world) - before;
        if (things[i].remove)
            things[i].remove(b, bits);
        b->limit = dv_world_charged(b->world) + weight;
        assert_int_equal(things[i].make(b, &bits), DV_OK);
    }
}

static void a_world_has_a_most_of_agents(void **state) {
    bench *b = *state;
    dv_world_def def = dv_world_def_default();
    def.most_agents = 3;
    dv_world *world = dv_world_create(&def, b->program, &b->error);
    dv_agent agents[4];
    dv_agent_def agent = {0};
    for (int i = 0; i < 3; i++)
        assert_int_equal(dv_agent_spawn(world, &agent, &agents[i], &b->error), DV_OK);
    assert_int_equal(dv_agent_spawn(world, &agent, &agents[3], &b->error), DV_ERROR_LIMIT);
    assert_string_equal(b->error.message, "a world holds at most 3 agents");
    dv_snapshot snapshot;
    assert_int_equal(dv_world_take_snapshot(world, &snapshot, &b->error), DV_OK);
    dv_agent_remove(world, agents[1]);
    assert_int_equal(dv_agent_spawn(world, &agent, &agents[1], &b->error), DV_OK);
    // A load keeps it.
    assert_int_equal(dv_world_load_snapshot(world, &snapshot, &b->error), DV_OK);
    dv_snapshot_free(&snapshot);
    assert_int_equal(dv_agent_spawn(world, &agent, &agents[3], &b->error), DV_ERROR_LIMIT);
    dv_world_destroy(world);
    def.most_agents = DV_MAX_AGENTS + 1;
    assert_null(dv_world_create(&def, b->program, &b->error));
    assert_string_equal(b->error.message, "most_agents: 4194305 is not in 0 to 4194304");
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, open_bench, close_bench)

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(what_is_removed_counts_no_longer),
        CASE(large_things_count_more),
        CASE(a_load_and_another_program_count_the_same),
        CASE(what_the_host_does_not_allow_is_not_made),
        CASE(a_world_has_a_most_of_agents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
