// Snapshots that violate a single invariant each, written by a world in which only that was
// damaged. They are refused, and the world that should load them does not change.
#include "../program.h"
#include "../world_hash.h"
#include "behavior_world.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "world/flows.h"

#include <stdio.h>

typedef struct bench {
    lab source;
    dv_world *reader;
    uint64_t hash; ///< of the reader
} bench;

static const dv_terrain_def mud = {.name = "mud", .weight = 2, .speed = 0.5};

static bench bench_open(dv_space space) {
    dv_world_def def = lab_def();
    def.space = space;
    lab_kinds kinds = {.terrain = &mud, .terrain_count = 1};
    kinds.properties[DV_SMOOTHING] = dv_value_number(0.5);
    kinds.steer = MAKE("wander", {"strength", dv_value_number(1)});
    bench b = {.source = lab_open_with(def, kinds)};
    dv_steering_release(kinds.steer);
    b.reader = dv_world_create(&def, b.source.program, &b.source.error);
    assert_non_null(b.reader);
    b.hash = world_hash(b.reader);
    return b;
}

static void bench_close(bench *b) {
    dv_world_destroy(b->reader);
    lab_close(&b->source);
}

static dv_snapshot take(bench *b) {
    dv_snapshot snapshot;
    if (dv_world_take_snapshot(b->source.world, &snapshot, &b->source.error) != DV_OK)
        fail_msg("%s", b->source.error.message);
    return snapshot;
}

static void expect_read(bench *b) {
    dv_snapshot snapshot = take(b);
    if (dv_world_load_snapshot(b->reader, &snapshot, &b->source.error) != DV_OK)
        fail_msg("%s", b->source.error.message);
    b->hash = world_hash(b->reader);
    assert_true(b->hash == world_hash(b->source.world));
    dv_snapshot_free(&snapshot);
}

static void expect_bytes_refused(bench *b, const dv_snapshot *snapshot, const char *part) {
    char message[DV_ERROR_CAPACITY];
    snprintf(message, sizeof message, "the snapshot is damaged: in its %s", part);
    assert_int_equal(dv_world_load_snapshot(b->reader, snapshot, &b->source.error),
                     DV_ERROR_FORMAT);
    assert_string_equal(b->source.error.message, message);
    assert_true(world_hash(b->reader) == b->hash);
}

static void expect_refused(bench *b, const char *part) {
    dv_snapshot snapshot = take(b);
    expect_bytes_refused(b, &snapshot, part);
    dv_snapshot_free(&snapshot);
}

/// Five of which 1, 2 and 3 are gone.
static void spawn_five(bench *b) {
    dv_agent agents[5];
    for (int i = 0; i < 5; i++)
        agents[i] = lab_spawn(&b->source, SHEEP, dv_vec(5 * (float)i, 0, 0), 30, 1);
    for (int i = 1; i < 4; i++)
        assert_int_equal(dv_agent_remove(b->source.world, agents[i]), DV_OK);
    expect_read(b);
}

static void nothing_is_left_of_agents_that_are_gone(void **state) {
    (void)state;
    bench b = bench_open(DV_VOLUME);
    spawn_five(&b);
    dv_columns *agents = &b.source.world->agents;
    agents->flags[2] = DV_AGENT_SUSPENDED;
    expect_refused(&b, "agents");
    agents->flags[2] = 0;
#define EXPECT_ZERO(type, name)                                                                    \
    agents->name[2] = 1;                                                                           \
    expect_refused(&b, "agents");                                                                  \
    agents->name[2] = 0;
    DV_LIVING_COLUMNS(EXPECT_ZERO)
    DV_INERTIA_COLUMNS(EXPECT_ZERO)
    DV_VOLUME_COLUMNS(EXPECT_ZERO)
    agents->generation[2] = 0;
    expect_refused(&b, "agents");
    agents->generation[2] = 1;
    expect_read(&b);
    bench_close(&b);
}

/// A list of three free indices, of five: which are there once, and neither alive nor used up.
typedef struct free_list {
    uint32_t *indices, *count;
    uint32_t alive; ///< an index
    const char *part;
    void (*use_up)(dv_world *world, uint32_t index); ///< or, when it is, no longer
} free_list;

static void expect_refused_with(bench *b, const free_list *list, uint32_t last) {
    uint32_t kept = list->indices[2];
    list->indices[2] = last;
    expect_refused(b, list->part);
    list->indices[2] = kept;
}

static void check_free_list(bench *b, free_list list) {
    assert_int_equal(*list.count, 3);
    expect_refused_with(b, &list, list.indices[0]);
    expect_refused_with(b, &list, list.alive);
    expect_refused_with(b, &list, 5);
    uint32_t last = list.indices[2];
    list.use_up(b->source.world, last);
    expect_refused(b, list.part); // one too many
    *list.count = 2;
    expect_read(b);
    list.indices[1] = last;
    expect_refused(b, list.part);
}

static void use_up_agent(dv_world *world, uint32_t index) {
    world->agents.generation[index] = DV_LAST_GENERATION;
}

static void agents_are_free_once(void **state) {
    (void)state;
    bench b = bench_open(DV_PLANE);
    spawn_five(&b);
    dv_world *world = b.source.world;
    check_free_list(
        &b, (free_list){world->free_indices, &world->free_count, 4, "agents", use_up_agent});
    bench_close(&b);
}

static dv_obstacle add_obstacle(bench *b, const dv_obstacle_def *def) {
    dv_obstacle obstacle;
    if (dv_obstacle_create(b->source.world, def, &obstacle, &b->source.error) != DV_OK)
        fail_msg("%s", b->source.error.message);
    return obstacle;
}

static void use_up_obstacle(dv_world *world, uint32_t index) {
    world->obstacles.records[index].generation = DV_LAST_GENERATION;
}

static void obstacles_are_free_once(void **state) {
    (void)state;
    bench b = bench_open(DV_PLANE);
    dv_obstacle obstacles[5];
    for (int i = 0; i < 5; i++)
        obstacles[i] = add_obstacle(
            &b,
            &(dv_obstacle_def){.shape = DV_SPHERE, .position = {5 * (float)i, 0, 0}, .radius = 1});
    for (int i = 1; i < 4; i++)
        assert_int_equal(dv_obstacle_remove(b.source.world, obstacles[i]), DV_OK);
    expect_read(&b);
    dv_obstacles *all = &b.source.world->obstacles;
    check_free_list(
        &b, (free_list){all->free_indices, &all->free_count, 4, "obstacles", use_up_obstacle});
    all->records[0].generation = DV_LAST_GENERATION; // alive, and used up
    expect_refused(&b, "obstacles");
    bench_close(&b);
}

static void use_up_path(dv_world *world, uint32_t index) {
    world->paths.ids.generations[index] = DV_LAST_GENERATION;
}

static void paths_are_free_once(void **state) {
    (void)state;
    static const dv_vec3 points[] = {{0, 0, 0}, {10, 0, 0}};
    bench b = bench_open(DV_PLANE);
    dv_path paths[5];
    for (int i = 0; i < 5; i++)
        paths[i] = lab_path(&b.source, points, 2, 1, false, false);
    for (int i = 1; i < 4; i++)
        assert_int_equal(dv_path_remove(b.source.world, paths[i]), DV_OK);
    expect_read(&b);
    dv_id_pool *ids = &b.source.world->paths.ids;
    check_free_list(&b, (free_list){ids->free_indices, &ids->free_count, 4, "paths", use_up_path});
    ids->generations[0] = DV_LAST_GENERATION; // alive, and used up
    expect_refused(&b, "paths");
    bench_close(&b);
}

static void nodes_of_a_flow_lie_within_reach(void **state) {
    (void)state;
    bench b = bench_open(DV_PLANE);
    lab_flow(&b.source);
    expect_read(&b);
    dv_flow_record *flow = &b.source.world->flows.records[0];
    assert_true(flow->count[0] > 1 && flow->count[2] == 1);
    float *spacings[] = {&flow->spacing.x, &flow->spacing.y, &flow->spacing.z};
    static const float bad[] = {0, -1, 1e30f, NAN};
    for (int axis = 0; axis < 3; axis++) {
        float kept = *spacings[axis];
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
            *spacings[axis] = bad[i];
            expect_refused(&b, "flows");
        }
        *spacings[axis] = kept;
    }
    flow->origin.z = 1; // of a plane
    expect_refused(&b, "flows");
    flow->origin.z = 0;
    flow->wraps = true; // the world has no seam
    expect_refused(&b, "flows");
    flow->wraps = false;
    flow->nodes[3].z = 1;
    expect_refused(&b, "flows");
    flow->nodes[3].z = 0;
    expect_read(&b);
    bench_close(&b);
}

static void the_aim_of_a_flow_is_checked(void **state) {
    (void)state;
    bench b = bench_open(DV_PLANE);
    const dv_flow_goal goal = {.point = {5, 5, 0}};
    dv_flow_to_def def = dv_flow_to_def_default();
    def.goals = &goal;
    def.goal_count = 1;
    dv_flow flow;
    dv_flow_outcome outcome;
    assert_int_equal(dv_world_flow_to(b.source.world, &def, &flow, &outcome, &b.source.error),
                     DV_OK);
    assert_int_equal(outcome, DV_FLOW_LEADS);
    expect_read(&b);
    dv_flow_aim *aim = b.source.world->flows.records[0].aim;
    float *numbers[] = {&aim->clearance, &aim->resolution, &aim->density, &aim->goals[0].point.x};
    const float wrong[] = {-1, 0.7f, NAN, INFINITY};
    for (int i = 0; i < 4; i++) {
        float right = *numbers[i];
        *numbers[i] = wrong[i];
        expect_refused(&b, "flows");
        *numbers[i] = right;
    }
    aim->kind = 7;
    expect_refused(&b, "flows");
    aim->kind = -1;
    aim->outcome = (dv_flow_outcome)9;
    expect_refused(&b, "flows");
    aim->outcome = DV_FLOW_LEADS;
    aim->goal_count = 0;
    expect_refused(&b, "flows");
    aim->goal_count = 1;
    b.source.world->flows.records[0].painted = true;
    expect_refused(&b, "flows");
    bench_close(&b);
}

static dv_region add_region(bench *b, float x) {
    dv_region_def def = {
        .shape = {.shape = DV_BOX, .position = {x, 0, 0}, .width = 4, .depth = 2, .height = 1},
        .speed = 0.5f};
    dv_region region;
    if (dv_region_create(b->source.world, &def, &region, &b->source.error) != DV_OK)
        fail_msg("%s", b->source.error.message);
    return region;
}

static void a_wall_is_no_region(void **state) {
    (void)state;
    static const dv_vec3 ends[] = {{0, 9, 0}, {5, 9, 0}};
    bench b = bench_open(DV_PLANE);
    add_region(&b, 0);
    add_obstacle(&b, &(dv_obstacle_def){.shape = DV_WALL, .points = ends, .point_count = 2});
    add_obstacle(&b, &(dv_obstacle_def){.shape = DV_SPHERE, .radius = 3});
    expect_read(&b);
    dv_obstacle_record *shape = &b.source.world->regions.records[0].shape, kept = *shape;
    *shape = b.source.world->obstacles.records[0];
    expect_refused(&b, "regions");
    *shape = b.source.world->obstacles.records[1];
    expect_read(&b); // a sphere is
    shape->alive = 0;
    expect_refused(&b, "regions");
    *shape = kept;
    bench_close(&b);
}

/// Change the index of the one region that lays terrain, which stands before the time it was laid
/// and the name.
static void set_laid_region(dv_snapshot *snapshot, uint32_t index) {
    enum { HEADER = 32 };
    unsigned char *bytes = snapshot->bytes, *name = bytes + snapshot->size - strlen(mud.name) + 1;
    while (memcmp(--name, mud.name, strlen(mud.name)) != 0)
        assert_true(name > bytes + HEADER);
    unsigned char *at = name - 8 - 8 - 4;
    uint32_t before;
    memcpy(&before, at, sizeof before);
    assert_int_equal(before, 1);
    memcpy(at, &index, sizeof index);
    uint64_t hash = dv_hash_bytes(bytes + HEADER, snapshot->size - HEADER);
    memcpy(bytes + 24, &hash, sizeof hash);
}

static void only_regions_that_are_there_lay_terrain(void **state) {
    (void)state;
    bench b = bench_open(DV_PLANE);
    dv_region regions[] = {add_region(&b, 0), add_region(&b, 10), add_region(&b, 20)};
    dv_region_set_terrain(b.source.world, regions[1], 0, &b.source.error);
    assert_int_equal(dv_region_remove(b.source.world, regions[0]), DV_OK);
    expect_read(&b);
    dv_snapshot snapshot = take(&b);
    set_laid_region(&snapshot, 0); // removed
    expect_bytes_refused(&b, &snapshot, "terrain");
    dv_snapshot_free(&snapshot);
    snapshot = take(&b);
    set_laid_region(&snapshot, 3);
    expect_bytes_refused(&b, &snapshot, "terrain");
    dv_snapshot_free(&snapshot);
    snapshot = take(&b);
    set_laid_region(&snapshot, 2); // another one
    assert_int_equal(dv_world_load_snapshot(b.reader, &snapshot, &b.source.error), DV_OK);
    assert_int_equal(dv_world_terrain_at(b.reader, dv_vec(20, 0, 0)), 0);
    assert_int_equal(dv_world_terrain_at(b.reader, dv_vec(10, 0, 0)), -1);
    dv_snapshot_free(&snapshot);
    bench_close(&b);
}

static void states_of_behaviors_are_aligned_and_within_their_row(void **state) {
    (void)state;
    bench b = bench_open(DV_PLANE);
    expect_read(&b);
    dv_layout *layout = &b.source.world->stores[0].layout;
    assert_true(layout->count > 0);
    const dv_layout_entry kept = layout->entries[0];
    static const struct {
        uint32_t offset, size;
    } bad[] = {{1, 0}, {0, 4}, {1u << 20, 0}, {0, 1u << 20}, {0xfffffff8, 8}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        layout->entries[0].offset = bad[i].offset;
        layout->entries[0].size = bad[i].size;
        expect_refused(&b, "names");
    }
    layout->entries[0] = kept;
    layout->common_bytes += 4;
    expect_refused(&b, "names");
    layout->common_bytes -= 4;
    expect_read(&b);
    bench_close(&b);
}

// A reload may drop the name of a surface that stands.
static void surfaces_without_a_name_are_read_back_or_there_is_no_memory(void **state) {
    (void)state;
    static const dv_surface_def floor = {.name = "floor", .normal = {0, 0, 1}};
    lab_kinds kinds = {.surfaces = &floor, .surface_count = 1};
    dv_world_def def = lab_def();
    def.space = DV_VOLUME;
    bench b = {.source = lab_open_with(def, kinds)};
    b.reader = dv_world_create(&def, b.source.program, &b.source.error);
    b.hash = world_hash(b.reader);
    dv_surface surface;
    assert_int_equal(dv_surface_create(b.source.world, 0, &surface, &b.source.error), DV_OK);
    b.source.world->surfaces.records[0].type = DV_NO_SURFACE_TYPE;
    dv_snapshot snapshot = take(&b);
    uint64_t nth = 0, refused = 1;
    while (refused > 0) {
        dv_fail_allocation(++nth, false);
        refused = dv_refused_allocations();
        dv_result result = dv_world_load_snapshot(b.reader, &snapshot, &b.source.error);
        refused = dv_refused_allocations() - refused;
        dv_fail_allocation(0, false);
        assert_int_equal(result, refused > 0 ? DV_ERROR_MEMORY : DV_OK);
        if (refused > 0)
            assert_true(world_hash(b.reader) == b.hash);
    }
    assert_int_equal(b.reader->surfaces.count, 1);
    assert_true(dv_surface_is_gone(&b.reader->surfaces.records[0]));
    dv_snapshot_free(&snapshot);
    bench_close(&b);
}

static void smoothing_of_ones_own_is_read_back(void **state) {
    (void)state;
    bench b = bench_open(DV_PLANE);
    dv_agent agent = lab_spawn(&b.source, SHEEP, dv_vec(0, 0, 0), 0, 0);
    assert_int_equal(dv_agent_set_property(b.source.world, agent, DV_SMOOTHING, 0.25, NULL), DV_OK);
    expect_read(&b);
    assert_float_equal(b.reader->own_properties[DV_SMOOTHING][0], 0.25f, 0);
    assert_true(b.reader->agents.has_inertia);
    bench_close(&b);
}

static void a_snapshot_there_is_no_memory_for_is_not_taken(void **state) {
    (void)state;
    bench b = bench_open(DV_VOLUME);
    lab_flow(&b.source);
    dv_snapshot snapshot;
    dv_result result = DV_ERROR_MEMORY;
    uint64_t nth = 0;
    while (result != DV_OK) {
        dv_fail_allocation(++nth, false);
        result = dv_world_take_snapshot(b.source.world, &snapshot, &b.source.error);
        dv_fail_allocation(0, false);
        if (result == DV_OK)
            break;
        assert_int_equal(result, DV_ERROR_MEMORY);
        assert_string_equal(b.source.error.message, "out of memory");
        assert_null(snapshot.bytes);
    }
    assert_true(nth > 2);
    dv_snapshot_free(&snapshot);
    bench_close(&b);
}

// Larger than what the buffer grows by at a time.
static void a_large_flow_is_read_back(void **state) {
    (void)state;
    bench b = bench_open(DV_VOLUME);
    lab_flow(&b.source);
    dv_flow_record *flow = &b.source.world->flows.records[0];
    uint32_t count = dv_flow_node_count(flow);
    assert_true(count * sizeof *flow->nodes > 1 << 20);
    flow->nodes[count - 1] = dv_vec(1, 2, 3);
    expect_read(&b);
    dv_vec3 last = b.reader->flows.records[0].nodes[count - 1];
    assert_vector(last, 1, 2, 3, 0);
    bench_close(&b);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_left_of_agents_that_are_gone),
        cmocka_unit_test(agents_are_free_once),
        cmocka_unit_test(obstacles_are_free_once),
        cmocka_unit_test(paths_are_free_once),
        cmocka_unit_test(nodes_of_a_flow_lie_within_reach),
        cmocka_unit_test(the_aim_of_a_flow_is_checked),
        cmocka_unit_test(a_wall_is_no_region),
        cmocka_unit_test(only_regions_that_are_there_lay_terrain),
        cmocka_unit_test(states_of_behaviors_are_aligned_and_within_their_row),
        cmocka_unit_test(surfaces_without_a_name_are_read_back_or_there_is_no_memory),
        cmocka_unit_test(smoothing_of_ones_own_is_read_back),
        cmocka_unit_test(a_snapshot_there_is_no_memory_for_is_not_taken),
        cmocka_unit_test(a_large_flow_is_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
