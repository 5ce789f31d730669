// Snapshots of paths, flows, regions, and cylinders: everything is restored, the run continues bit
// for bit, the hash covers it, and damage is refused.
#include "../program.h"
#include "../world_hash.h"
#include "behavior_world.h"

#include "base/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct bench {
    dv_program *program;
    dv_world *world;
    dv_path path, gone;
    dv_flow wind, gust, home;
    dv_region mud;
    dv_error error;
    char file[64];
} bench;

static dv_result field(void *context, const dv_world *world, uint32_t type, double time,
                       const dv_vec3 *points, dv_vec3 *values, uint32_t count, dv_error *error) {
    (void)context;
    (void)world;
    (void)error;
    for (uint32_t i = 0; i < count; i++)
        values[i] = type ? dv_vec((float)dv_sin(time), 1, 0) : dv_vec(-points[i].y, points[i].x, 0);
    return DV_OK;
}

static void require(const bench *b, dv_result result) {
    if (result != DV_OK)
        fail_msg("%s", b->error.message);
}

static void make_program(bench *b) {
    static const dv_slot_def slots[] = {
        {"route", DV_SLOT_PATH}, {"wind", DV_SLOT_FLOW}, {"mud", DV_SLOT_REGION}};
    const dv_flow_def flows[] = {
        {.name = "wind", .resolution = 10, .has_field = true},
        {.name = "gust", .resolution = 50, .has_field = true, .interval = 0.2}};
    b->program = dv_program_create();
    for (int i = 0; i < 2; i++)
        require(b, dv_program_add_flow(b->program, &flows[i], &b->error));
    dv_argument route[] = {{"path", dv_value_name("route")}};
    dv_argument wind[] = {{"flow", dv_value_name("wind")}};
    dv_part parts[] = {{lab_make("crowd_path_following", route, 1), {0}},
                       {lab_make("flow_following", wind, 1), dv_value_number(0.2)}};
    dv_kind_def kind = dv_kind_def_default();
    kind.name = "runner";
    kind.slots = slots;
    kind.slot_count = 3;
    kind.steer = dv_blend_create("weighted", parts, 2, NULL, 0, "test", NULL);
    require(b, dv_program_add_kind(b->program, &kind, &b->error));
    dv_guard *guard = dv_guard_create("stuck", (dv_argument[]){NUMBER("seconds", 3)}, 1, "", NULL);
    dv_on_def on = {.guard = guard, .callback = -1};
    require(b, dv_program_add_on(b->program, NULL, &on, &b->error));
    require(b, dv_program_finish(b->program, &b->error));
    dv_guard_release(guard);
    dv_steering_release(parts[0].steering);
    dv_steering_release(parts[1].steering);
    dv_steering_release(kind.steer);
}

static void make_world(bench *b) {
    dv_world_def def = lab_def();
    b->world = dv_world_create(&def, b->program, &b->error);
    assert_non_null(b->world);
    dv_world_set_host(b->world, &(dv_host){.flow = field});
}

static void furnish(bench *b) {
    static const dv_vec3 points[] = {{-20, -20, 0}, {25, -18, 0}, {20, 22, 0}, {-25, 20, 0}};
    dv_path_def path = {points, 4, 3, true, true};
    require(b, dv_path_create(b->world, &path, &b->gone, &b->error));
    require(b, dv_path_create(b->world, &path, &b->path, &b->error));
    require(b, dv_path_remove(b->world, b->gone));
    require(b, dv_flow_create(b->world, 0, &b->wind, &b->error));
    require(b, dv_flow_create(b->world, 1, &b->gust, &b->error));
    require(b, dv_flow_paint(b->world, b->wind, dv_vec(0, -20, 0), 25, dv_vec(3, 1, 0), 0.5,
                             &b->error));
    dv_region_def mud = {.shape = {.shape = DV_CYLINDER, .position = {25, 0, 0}, .radius = 9},
                         .speed = 0.5f};
    require(b, dv_region_create(b->world, &mud, &b->mud, &b->error));
    const dv_flow_goal goals[] = {{.region = b->mud}, {.point = {-20, 5, 0}}};
    dv_flow_to_def to = dv_flow_to_def_default();
    to.goals = goals;
    to.goal_count = 2;
    to.density = 0.5f;
    to.resolution = 4;
    dv_flow_outcome outcome;
    require(b, dv_world_flow_to(b->world, &to, &b->home, &outcome, &b->error));
    assert_int_equal(outcome, DV_FLOW_LEADS);
    dv_obstacle_def pillar = {.shape = DV_CYLINDER, .position = {0, 0, 0}, .radius = 2};
    dv_obstacle obstacle;
    require(b, dv_obstacle_create(b->world, &pillar, &obstacle, &b->error));
    const uint64_t handles[] = {b->path.bits, b->wind.bits, b->mud.bits};
    for (int i = 0; i < 12; i++) {
        dv_agent_def def = dv_agent_def_default(0);
        def.position = dv_path_point(b->world, b->path, 10 * i, NULL);
        dv_agent agent;
        require(b, dv_agent_spawn(b->world, &def, &agent, &b->error));
        for (uint32_t slot = 0; slot < 3; slot++)
            require(b,
                    dv_agent_set_slot(b->world, agent, slot,
                                      (dv_slot_value){true, {.handle = handles[slot]}}, &b->error));
    }
}

static void step(bench *b, int ticks) {
    for (int i = 0; i < ticks; i++)
        require(b, dv_world_step(b->world, &b->error));
}

static bench bench_open(void) {
    bench b = {.file = "/tmp/drover_places_XXXXXX"};
    int file = mkstemp(b.file);
    assert_true(file >= 0);
    close(file);
    make_program(&b);
    make_world(&b);
    furnish(&b);
    return b;
}

static void bench_close(bench *b) {
    dv_world_destroy(b->world);
    dv_program_release(b->program);
    unlink(b->file);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void a_loaded_run_goes_on_bit_for_bit(void **state) {
    (void)state;
    bench b = bench_open();
    step(&b, 57);
    require(&b, dv_world_save(b.world, b.file, &b.error));
    uint64_t saved = world_hash(b.world);
    step(&b, 200);
    uint64_t later = world_hash(b.world);
    require(&b, dv_world_load(b.world, b.file, &b.error));
    assert_true(world_hash(b.world) == saved);
    step(&b, 200);
    assert_true(world_hash(b.world) == later);
    bench_close(&b);
}

static void another_world_reads_all_of_it(void **state) {
    (void)state;
    bench b = bench_open();
    step(&b, 30);
    require(&b, dv_world_save(b.world, b.file, &b.error));
    uint64_t saved = world_hash(b.world);
    dv_world *first = b.world;
    make_world(&b);
    require(&b, dv_world_load(b.world, b.file, &b.error));
    assert_true(world_hash(b.world) == saved);
    dv_path path = dv_world_path_at(b.world, 1);
    assert_int_equal(dv_world_path_at(b.world, 0).bits, 0);
    assert_float_equal(dv_path_length(b.world, path), dv_path_length(first, b.path), 0);
    dv_vec3 here = {3, -18, 0};
    dv_vec3 then = dv_flow_at(first, b.wind, here);
    assert_vector(dv_flow_at(b.world, dv_world_flow_at(b.world, 0), here), then.x, then.y, 0, 0);
    then = dv_flow_at(first, b.home, here);
    assert_float_equal(dv_length(then), 1, 1e-5);
    assert_vector(dv_flow_at(b.world, dv_world_flow_at(b.world, 2), here), then.x, then.y, 0, 0);
    dv_region mud = dv_world_region_at(b.world, 0);
    assert_float_equal(dv_region_speed(b.world, mud), 0.5, 0);
    assert_true(dv_region_contains(b.world, mud, dv_vec(33, 0, 0)));
    // The slots name the things of the new world, and the index that was free is taken next.
    assert_int_equal(dv_agent_slot(b.world, dv_world_agent_at(b.world, 0), 0).as.handle, path.bits);
    static const dv_vec3 ends[] = {{0, 0, 0}, {1, 0, 0}};
    dv_path next;
    require(&b, dv_path_create(b.world, &(dv_path_def){ends, 2, 1, false, false}, &next, &b.error));
    assert_int_equal(dv_handle_index(next.bits), 0);
    assert_int_equal(dv_handle_generation(next.bits), dv_handle_generation(b.gone.bits) + 1);
    dv_world_destroy(first);
    bench_close(&b);
}

static void the_hash_tells_every_change(void **state) {
    (void)state;
    bench b = bench_open();
    uint64_t before = world_hash(b.world);
    assert_true(world_hash(b.world) == before);
    require(&b, dv_flow_set(b.world, b.gust, dv_vec(0, 0, 0), dv_vec(0, 0, 0), &b.error));
    uint64_t after = world_hash(b.world);
    assert_true(after != before);
    require(&b, dv_region_set_speed(b.world, b.mud, 0.75, &b.error));
    assert_true(world_hash(b.world) != after);
    after = world_hash(b.world);
    require(&b, dv_path_remove(b.world, b.path));
    assert_true(world_hash(b.world) != after);
    bench_close(&b);
}

// A file cut anywhere is refused whole.
static void damage_is_refused(void **state) {
    (void)state;
    bench b = bench_open();
    step(&b, 5);
    require(&b, dv_world_save(b.world, b.file, &b.error));
    uint64_t saved = world_hash(b.world);
    FILE *file = fopen(b.file, "rb");
    static unsigned char bytes[1 << 20];
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_true(size > 32 && size < sizeof bytes);
    for (size_t cut = 0; cut < size; cut += 97) {
        file = fopen(b.file, "wb");
        fwrite(bytes, 1, cut, file);
        fclose(file);
        assert_int_equal(dv_world_load(b.world, b.file, &b.error), DV_ERROR_FORMAT);
        assert_true(world_hash(b.world) == saved);
    }
    bench_close(&b);
}

static void loading_without_memory_changes_nothing(void **state) {
    (void)state;
    bench b = bench_open();
    step(&b, 5);
    require(&b, dv_world_save(b.world, b.file, &b.error));
    step(&b, 5);
    uint64_t now = world_hash(b.world);
    dv_result result = DV_ERROR_MEMORY;
    for (uint64_t nth = 1; result != DV_OK; nth++) {
        dv_fail_allocation(nth, false);
        result = dv_world_load(b.world, b.file, &b.error);
        dv_fail_allocation(0, false);
        if (result != DV_OK)
            assert_true(world_hash(b.world) == now);
    }
    bench_close(&b);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loaded_run_goes_on_bit_for_bit),
        cmocka_unit_test(another_world_reads_all_of_it),
        cmocka_unit_test(the_hash_tells_every_change),
        cmocka_unit_test(damage_is_refused),
        cmocka_unit_test(loading_without_memory_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
