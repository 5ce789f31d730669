// Flows: a host's field on a grid, values between nodes, painting, and sampling again.
#include "../program.h"
#include "behavior_world.h"

#include "base/alloc.h"
#include "base/random.h"

#define CLOSE 1e-5f

typedef struct bench {
    dv_program *program;
    dv_world *world;
    dv_error error;
    int asked; ///< rows of nodes
    bool fails;
} bench;

/// (x, 2 y, 0) + (0, 0, z) + (t, 0, 0), so that interpolation between nodes is exact.
static dv_result field(void *context, const dv_world *world, uint32_t type, double time,
                       const dv_vec3 *points, dv_vec3 *values, uint32_t count, dv_error *error) {
    bench *b = context;
    (void)world;
    (void)type;
    b->asked++;
    if (b->fails) {
        strcpy(error->message, "no");
        return DV_ERROR_SCRIPT;
    }
    for (uint32_t i = 0; i < count; i++)
        values[i] = dv_vec(points[i].x + (float)time, 2 * points[i].y, points[i].z);
    return DV_OK;
}

static void bench_open(bench *b, dv_flow_def flow, dv_space space, dv_edge edge) {
    *b = (bench){.program = dv_program_create()};
    dv_world_def def = dv_world_def_default();
    def.tick_rate = 10;
    def.space = space;
    def.bounds = (dv_bounds){{-10, -10, -10}, {10, 10, 10}, edge};
    flow.name = "wind";
    assert_int_equal(dv_program_add_flow(b->program, &flow, &b->error), DV_OK);
    assert_int_equal(dv_program_finish(b->program, &b->error), DV_OK);
    b->world = dv_world_create(&def, b->program, &b->error);
    dv_world_set_host(b->world, &(dv_host){.context = b, .flow = field});
}

static void bench_close(bench *b) {
    dv_world_destroy(b->world);
    dv_program_release(b->program);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static dv_flow make(bench *b) {
    dv_flow flow;
    if (dv_flow_create(b->world, 0, &flow, &b->error) != DV_OK)
        fail_msg("%s", b->error.message);
    return flow;
}

static void a_field_is_compiled_to_the_grid_once(void **state) {
    (void)state;
    bench b;
    bench_open(&b, (dv_flow_def){.resolution = 4, .has_field = true}, DV_PLANE, DV_EDGE_OPEN);
    dv_flow flow = make(&b);
    assert_int_equal(b.asked, 6); // rows from −10 to 10
    assert_vector(dv_flow_at(b.world, flow, dv_vec(-10, 6, 0)), -10, 12, 0, CLOSE);
    assert_vector(dv_flow_at(b.world, flow, dv_vec(10, 10, 0)), 10, 20, 0, CLOSE);
    assert_vector(dv_flow_at(b.world, flow, dv_vec(1.3f, -0.7f, 5)), 1.3f, -1.4f, 0, CLOSE);
    assert_vector(dv_flow_at(b.world, flow, dv_vec(10.01f, 0, 0)), 0, 0, 0, 0);
    assert_vector(dv_flow_at(b.world, flow, dv_vec(0, NAN, 0)), 0, 0, 0, 0);
    for (int i = 0; i < 20; i++)
        assert_int_equal(dv_world_step(b.world, &b.error), DV_OK);
    assert_int_equal(b.asked, 6);
    bench_close(&b);
}

static void values_between_nodes_are_bilinear(void **state) {
    (void)state;
    bench b;
    bench_open(&b, (dv_flow_def){.resolution = 4}, DV_PLANE, DV_EDGE_OPEN);
    dv_flow flow = make(&b);
    assert_int_equal(dv_flow_set(b.world, flow, dv_vec(-2, -2, 0), dv_vec(8, 4, 9), NULL), DV_OK);
    assert_vector(dv_flow_at(b.world, flow, dv_vec(-2, -2, 0)), 8, 4, 0, CLOSE);
    assert_vector(dv_flow_at(b.world, flow, dv_vec(-1, -2, 0)), 6, 3, 0, CLOSE);
    assert_vector(dv_flow_at(b.world, flow, dv_vec(-1, 0, 0)), 3, 1.5f, 0, CLOSE);
    assert_vector(dv_flow_at(b.world, flow, dv_vec(2, -2, 0)), 0, 0, 0, CLOSE);
    bench_close(&b);
}

static void a_volume_has_layers(void **state) {
    (void)state;
    bench b;
    dv_flow_def def = {
        .resolution = 2, .has_field = true, .has_bounds = true, .min = {0, 0, 0}, .max = {4, 4, 4}};
    bench_open(&b, def, DV_VOLUME, DV_EDGE_WRAP);
    dv_flow flow = make(&b);
    assert_int_equal(b.asked, 9);
    assert_vector(dv_flow_at(b.world, flow, dv_vec(1, 3, 0.5f)), 1, 6, 0.5f, CLOSE);
    assert_vector(dv_flow_at(b.world, flow, dv_vec(1, 3, -0.5f)), 0, 0, 0, 0);
    bench_close(&b);
}

static void a_flow_of_a_wrapping_world_wraps(void **state) {
    (void)state;
    bench b;
    bench_open(&b, (dv_flow_def){.resolution = 5}, DV_PLANE, DV_EDGE_WRAP);
    dv_flow flow = make(&b);
    assert_int_equal(dv_flow_set(b.world, flow, dv_vec(-10, 0, 0), dv_vec(10, 0, 0), NULL), DV_OK);
    assert_vector(dv_flow_at(b.world, flow, dv_vec(9, 0, 0)), 8, 0, 0, CLOSE);
    assert_vector(dv_flow_at(b.world, flow, dv_vec(11, 0, 0)), 8, 0, 0, CLOSE);
    assert_int_equal(dv_flow_set(b.world, flow, dv_vec(9.9f, -9.9f, 0), dv_vec(0, 7, 0), NULL),
                     DV_OK);
    assert_vector(dv_flow_at(b.world, flow, dv_vec(-10, -10, 0)), 0, 7, 0, CLOSE);
    bench_close(&b);
}

static void paint_is_strongest_in_its_middle(void **state) {
    (void)state;
    bench b;
    bench_open(&b, (dv_flow_def){.resolution = 1}, DV_PLANE, DV_EDGE_OPEN);
    dv_flow flow = make(&b);
    dv_world *w = b.world;
    assert_int_equal(dv_flow_paint(w, flow, dv_vec(2, 3, 0), 2, dv_vec(4, 0, 0), 1, NULL), DV_OK);
    assert_vector(dv_flow_at(w, flow, dv_vec(2, 3, 0)), 4, 0, 0, CLOSE);
    assert_vector(dv_flow_at(w, flow, dv_vec(3, 3, 0)), 3, 0, 0, CLOSE); // 1 − (1 / 2)²
    assert_vector(dv_flow_at(w, flow, dv_vec(4, 3, 0)), 0, 0, 0, CLOSE);
    assert_int_equal(dv_flow_paint(w, flow, dv_vec(2, 3, 0), 2, dv_vec(0, 4, 0), 0.5, NULL), DV_OK);
    assert_vector(dv_flow_at(w, flow, dv_vec(2, 3, 0)), 2, 2, 0, CLOSE);
    // A stroke between nodes is not lost, one beside the grid is.
    assert_int_equal(dv_flow_paint(w, flow, dv_vec(-4.4f, 0.4f, 0), 0.1, dv_vec(1, 1, 0), 1, NULL),
                     DV_OK);
    assert_vector(dv_flow_at(w, flow, dv_vec(-4, 0, 0)), 1, 1, 0, CLOSE);
    assert_int_equal(dv_flow_paint(w, flow, dv_vec(12, 0, 0), 0.1, dv_vec(1, 1, 0), 1, NULL),
                     DV_OK);
    assert_vector(dv_flow_at(w, flow, dv_vec(10, 0, 0)), 0, 0, 0, 0);
    bench_close(&b);
}

/// What a stroke makes of a node, found by looking at all of them.
static dv_vec3 painted(const dv_world *world, dv_vec3 node, dv_vec3 before, dv_vec3 point,
                       double radius, dv_vec3 velocity, float strength) {
    dv_vec3 offset = dv_world_offset(world, point, node);
    double part = dv_length_double(offset) / radius;
    float weight = part < 1 ? (float)(1 - part * part) : 0;
    return weight > 0 ? dv_lerp(before, velocity, weight * strength) : before;
}

#define NODES 21

static void check_stroke(const bench *b, dv_flow flow, dv_space space, dv_edge edge, dv_vec3 point,
                         double radius) {
    static dv_vec3 before[NODES][NODES][NODES];
    const dv_vec3 velocity = {3, -2, space == DV_VOLUME ? 5 : 0};
    int side = edge == DV_EDGE_WRAP ? NODES - 1 : NODES, layers = space == DV_VOLUME ? side : 1;
    if (space == DV_PLANE)
        point.z = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int z = 0; z < layers; z++)
            for (int y = 0; y < side; y++)
                for (int x = 0; x < side; x++) {
                    dv_vec3 node = dv_vec((float)x - 10, (float)y - 10,
                                          space == DV_VOLUME ? (float)z - 10 : 0);
                    dv_vec3 now = dv_flow_at(b->world, flow, node), *then = &before[z][y][x];
                    if (pass == 0) {
                        *then = now;
                        continue;
                    }
                    dv_vec3 all = painted(b->world, node, *then, point, radius, velocity, 0.5f);
                    assert_memory_equal(&now, &all, sizeof now);
                }
        if (pass == 0)
            assert_int_equal(dv_flow_paint(b->world, flow, point, radius, velocity, 0.5, NULL),
                             DV_OK);
    }
}

static void a_stroke_reaches_the_same_nodes_as_if_all_were_asked(void **state) {
    (void)state;
    static const double radii[] = {0.8, 1, 2.5, 7, 9.5, 10, 30};
    static const dv_edge edges[] = {DV_EDGE_OPEN, DV_EDGE_WRAP};
    for (int kind = 0; kind < 4; kind++) {
        bench b;
        dv_space space = kind < 2 ? DV_PLANE : DV_VOLUME;
        dv_edge edge = edges[kind % 2];
        bench_open(&b, (dv_flow_def){.resolution = 1}, space, edge);
        dv_flow flow = make(&b);
        for (uint32_t i = 0; i < 60; i++) {
            double radius = radii[i % 7];
            dv_random_key key = {.seed = 5, .agent = i};
            // Beyond the bounds too, where a stroke of a world that wraps comes in from across.
            dv_vec3 point = dv_vec((float)(dv_random_unit(key, 0) * 30 - 15),
                                   (float)(dv_random_unit(key, 1) * 30 - 15),
                                   (float)(dv_random_unit(key, 2) * 30 - 15));
            // One that reaches no node goes to the nearest, which is another test's.
            bool is_near = radius > 1.8 || (point.x * point.x > 144 && edge == DV_EDGE_OPEN);
            check_stroke(&b, flow, space, edge,
                         is_near ? point : dv_vec(roundf(point.x / 2), roundf(point.y / 2), 0),
                         radius);
        }
        bench_close(&b);
    }
}

static void wrong_strokes_are_refused(void **state) {
    (void)state;
    bench b;
    bench_open(&b, (dv_flow_def){.resolution = 1}, DV_PLANE, DV_EDGE_OPEN);
    dv_flow flow = make(&b);
    dv_vec3 here = {0, 0, 0}, east = {1, 0, 0};
    assert_int_equal(dv_flow_set(b.world, flow, dv_vec(11, 0, 0), east, &b.error),
                     DV_ERROR_ARGUMENT);
    assert_string_equal(b.error.message, "flow: (11, 0, 0) is outside of its bounds");
    assert_int_equal(dv_flow_set(b.world, flow, here, dv_vec(NAN, 0, 0), NULL), DV_ERROR_ARGUMENT);
    assert_int_equal(dv_flow_paint(b.world, flow, here, 1, east, 1.5, &b.error), DV_ERROR_ARGUMENT);
    assert_string_equal(b.error.message, "flow: strength: 1.5 is not in 0 to 1");
    assert_int_equal(dv_flow_paint(b.world, flow, here, -1, east, 1, NULL), DV_ERROR_ARGUMENT);
    dv_flow_remove(b.world, flow);
    assert_int_equal(dv_flow_paint(b.world, flow, here, 1, east, 1, NULL), DV_ERROR_STALE);
    bench_close(&b);
}

static void a_field_with_an_interval_is_compiled_again(void **state) {
    (void)state;
    bench b;
    bench_open(&b, (dv_flow_def){.resolution = 20, .has_field = true, .interval = 0.3}, DV_PLANE,
               DV_EDGE_OPEN);
    assert_int_equal(dv_world_step(b.world, &b.error), DV_OK);
    dv_flow flow = make(&b); // at 0.1 s
    static const float expected[] = {0.1f, 0.1f, 0.1f, 0.4f, 0.4f, 0.4f, 0.7f};
    for (int i = 0; i < 7; i++) {
        assert_int_equal(dv_world_step(b.world, &b.error), DV_OK);
        assert_vector(dv_flow_at(b.world, flow, dv_vec(0, 0, 0)), expected[i], 0, 0, CLOSE);
    }
    // What fails leaves the flow as it was.
    b.fails = true;
    for (int i = 0; i < 6; i++)
        assert_int_equal(dv_world_step(b.world, &b.error), DV_OK);
    assert_vector(dv_flow_at(b.world, flow, dv_vec(0, 0, 0)), 0.7f, 0, 0, CLOSE);
    assert_int_equal(dv_flow_create(b.world, 0, &flow, &b.error), DV_ERROR_SCRIPT);
    assert_string_equal(b.error.message, "no");
    bench_close(&b);
}

static void a_tick_that_compiles_allocates_nothing(void **state) {
    (void)state;
    bench b;
    bench_open(&b, (dv_flow_def){.resolution = 1, .has_field = true, .interval = 0.1}, DV_PLANE,
               DV_EDGE_OPEN);
    make(&b);
    for (int i = 0; i < 3; i++)
        dv_world_step(b.world, &b.error);
    uint64_t before = dv_allocations();
    int asked = b.asked;
    for (int i = 0; i < 5; i++)
        dv_world_step(b.world, &b.error);
    assert_true(dv_allocations() == before);
    assert_int_equal(b.asked, asked + 5 * 21);
    bench_close(&b);
}

static void after_a_reload_painted_flows_stay_and_others_follow_the_field(void **state) {
    (void)state;
    bench b;
    bench_open(&b, (dv_flow_def){.resolution = 10, .has_field = true}, DV_PLANE, DV_EDGE_OPEN);
    dv_flow painted = make(&b), plain = make(&b);
    dv_flow_set(b.world, painted, dv_vec(0, 0, 0), dv_vec(5, 5, 0), NULL);
    dv_program *next = dv_program_create();
    dv_flow_def other = {.name = "calm", .resolution = 1};
    dv_flow_def wind = {.name = "wind", .resolution = 5, .has_field = true};
    assert_int_equal(dv_program_add_flow(next, &other, &b.error), DV_OK);
    assert_int_equal(dv_program_add_flow(next, &wind, &b.error), DV_OK);
    assert_int_equal(dv_program_finish(next, &b.error), DV_OK);
    assert_int_equal(dv_world_swap_program(b.world, next, NULL, &b.error), DV_OK);
    dv_program_release(next);
    assert_int_equal(dv_flow_type(b.world, painted), 1);
    b.asked = 0;
    assert_int_equal(dv_world_compile_flows(b.world, &b.error), DV_OK);
    assert_int_equal(b.asked, 5);
    assert_vector(dv_flow_at(b.world, painted, dv_vec(0, 0, 0)), 5, 5, 0, 0);
    assert_vector(dv_flow_at(b.world, plain, dv_vec(3, 1, 0)), 3, 2, 0, CLOSE);
    // A flow in use cannot go.
    dv_program *without = dv_program_create();
    assert_int_equal(dv_program_finish(without, &b.error), DV_OK);
    assert_int_equal(dv_world_swap_program(b.world, without, NULL, &b.error), DV_ERROR_NAME);
    assert_string_equal(
        b.error.message,
        "flow 'wind' is gone, and 2 of it are in use: write renamed_from = \"wind\" in the new "
        "flow, or removed = { { flow = \"wind\" } } in the scenario");
    dv_program_release(without);
    bench_close(&b);
}

static void grids_that_are_too_fine_are_refused(void **state) {
    (void)state;
    bench b;
    dv_flow flow;
    bench_open(&b, (dv_flow_def){.resolution = 0.01}, DV_PLANE, DV_EDGE_OPEN);
    assert_int_equal(dv_flow_create(b.world, 0, &flow, &b.error), DV_ERROR_LIMIT);
    assert_string_equal(b.error.message, "flow 'wind': a resolution of 0.01 m makes more than "
                                         "1048576 nodes in its bounds");
    assert_int_equal(dv_flow_create(b.world, 1, &flow, &b.error), DV_ERROR_NAME);
    bench_close(&b);
    dv_program *program = dv_program_create();
    dv_flow_def wrong = {.name = "wind", .where = "a.lua:1", .resolution = 0};
    assert_int_equal(dv_program_add_flow(program, &wrong, &b.error), DV_ERROR_ARGUMENT);
    assert_string_equal(b.error.message,
                        "a.lua:1: flow 'wind': resolution: 0 is not in 1e-06 to 1e+09 m");
    dv_program_release(program);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_field_is_compiled_to_the_grid_once),
        cmocka_unit_test(values_between_nodes_are_bilinear),
        cmocka_unit_test(a_volume_has_layers),
        cmocka_unit_test(a_flow_of_a_wrapping_world_wraps),
        cmocka_unit_test(paint_is_strongest_in_its_middle),
        cmocka_unit_test(a_stroke_reaches_the_same_nodes_as_if_all_were_asked),
        cmocka_unit_test(wrong_strokes_are_refused),
        cmocka_unit_test(a_field_with_an_interval_is_compiled_again),
        cmocka_unit_test(a_tick_that_compiles_allocates_nothing),
        cmocka_unit_test(after_a_reload_painted_flows_stay_and_others_follow_the_field),
        cmocka_unit_test(grids_that_are_too_fine_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
