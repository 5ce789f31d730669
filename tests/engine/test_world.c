// Worlds as a C program uses them: handles, neighbors, snapshots, swapped programs, and threads.
#include "../program.h"
#include "../world_hash.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/math.h"
#include "base/random.h"
#include "drover/drover.h"
#include "world/world_data.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct scene {
    dv_program *program;
    dv_world *world;
} scene;

static dv_error error;

static void must(dv_result result) {
    if (result != DV_OK)
        fail_msg("%s", error.message);
}

static dv_steering *make_flock(void) {
    dv_argument arguments[] = {{"separation.radius", dv_value_number(3)},
                               {"alignment.radius", dv_value_number(6)},
                               {"cohesion.radius", dv_value_number(8)}};
    dv_steering *flock = dv_behavior_create("flocking", arguments, 3, NULL, 0, &error);
    dv_steering *wander = dv_behavior_create("wander", NULL, 0, NULL, 0, &error);
    assert_non_null(flock);
    assert_non_null(wander);
    dv_part parts[] = {{flock, dv_value_number(1)}, {wander, dv_value_number(0.5)}};
    dv_steering *both = dv_blend_create("weighted", parts, 2, NULL, 0, NULL, &error);
    assert_non_null(both);
    dv_steering_release(flock);
    dv_steering_release(wander);
    return both;
}

static void add_state(dv_program *program, const char *name, const char *before) {
    dv_state_def state = {.name = name};
    must(dv_program_add_state(program, &state, &error));
    if (before)
        must(dv_program_add_rename(program, DV_FAMILY_STATE, "sheep", name, before, &error));
}

/// Two kinds: many sheep that flock, a few dogs. `state` is what the sheep's second state is
/// called.
static dv_program *make_program(const char *state, const char *renamed_from) {
    static const dv_slot_def slots[] = {{"target", DV_SLOT_AGENT}, {"level", DV_SLOT_NUMBER}};
    dv_program *program = dv_program_create();
    dv_steering *flock = make_flock();
    dv_setting_def warmth = {
        .name = "warmth", .type = DV_SLIDER, .fallback = 1, .minimum = 0, .maximum = 4};
    must(dv_program_add_setting(program, &warmth, &error));
    dv_kind_def sheep = dv_kind_def_default();
    sheep.name = "sheep";
    sheep.slots = slots;
    sheep.slot_count = 2;
    sheep.steer = flock;
    sheep.initial = "grazing";
    must(dv_program_add_kind(program, &sheep, &error));
    add_state(program, "grazing", NULL);
    add_state(program, state, renamed_from);
    dv_kind_def dog = dv_kind_def_default();
    dog.name = "dog";
    dog.steer = flock;
    must(dv_program_add_kind(program, &dog, &error));
    dv_steering_release(flock);
    must(dv_program_finish(program, &error));
    return program;
}

static scene open_scene(dv_world_def def) {
    scene s = {.program = make_program("running", NULL)};
    s.world = dv_world_create(&def, s.program, &error);
    if (!s.world)
        fail_msg("%s", error.message);
    return s;
}

static void close_scene(scene *s) {
    dv_world_destroy(s->world);
    dv_program_release(s->program);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static dv_agent spawn(scene *s, uint32_t kind, dv_vec3 position) {
    dv_agent_def def = dv_agent_def_default(kind);
    dv_agent agent;
    def.position = position;
    def.speed = 2;
    must(dv_agent_spawn(s->world, &def, &agent, &error));
    return agent;
}

static dv_vec3 random_point(uint64_t n, bool volume) {
    dv_random_key key = {.seed = 7};
    float x = (float)dv_random_unit(key, 3 * n) * 100 - 50;
    float y = (float)dv_random_unit(key, 3 * n + 1) * 100 - 50;
    return dv_vec(x, y, volume ? (float)dv_random_unit(key, 3 * n + 2) * 100 - 50 : 0);
}

static void fill(scene *s, uint32_t sheep, uint32_t dogs) {
    bool volume = dv_world_space(s->world) == DV_VOLUME;
    for (uint32_t i = 0; i < sheep + dogs; i++)
        spawn(s, i < sheep ? 0 : 1, random_point(i, volume));
}

static void step(scene *s) { must(dv_world_step(s->world, &error)); }

static void a_handle_is_stale_once_its_agent_is_gone(void **state) {
    (void)state;
    scene s = open_scene(dv_world_def_default());
    dv_agent first = spawn(&s, 0, dv_vec(1, 2, 0));
    assert_int_equal(dv_agent_id(first), 1);
    assert_false(dv_agent_alive(s.world, (dv_agent){0}));
    must(dv_agent_remove(s.world, first));
    assert_false(dv_agent_alive(s.world, first));
    assert_int_equal(dv_agent_remove(s.world, first), DV_ERROR_STALE);
    dv_agent second = spawn(&s, 1, dv_vec(3, 4, 0));
    assert_int_equal(dv_agent_id(second), 1);
    assert_true(first.bits != second.bits);
    assert_false(dv_agent_alive(s.world, first));
    assert_int_equal(dv_agent_set_heading(s.world, first, 1, &error), DV_ERROR_STALE);
    assert_int_equal(dv_world_agent_count(s.world), 1);
    close_scene(&s);
}

static void a_handle_of_another_world_is_refused(void **state) {
    (void)state;
    scene a = open_scene(dv_world_def_default());
    dv_program *program = dv_program_retain(a.program);
    dv_world_def def = dv_world_def_default();
    scene b = {.program = program, .world = dv_world_create(&def, program, &error)};
    dv_agent agent = spawn(&a, 0, dv_vec(0, 0, 0));
    spawn(&b, 0, dv_vec(0, 0, 0));
    assert_true(dv_agent_alive(a.world, agent));
    assert_false(dv_agent_alive(b.world, agent));
    dv_world_destroy(b.world);
    dv_program_release(b.program);
    close_scene(&a);
}

static void positions_that_are_not_finite_are_refused(void **state) {
    (void)state;
    scene s = open_scene(dv_world_def_default());
    dv_agent_def def = dv_agent_def_default(0);
    dv_agent agent;
    def.position.x = NAN;
    assert_int_equal(dv_agent_spawn(s.world, &def, &agent, &error), DV_ERROR_ARGUMENT);
    assert_string_equal(error.message, "position.x: nan is not in -1e+09 to 1e+09 m");
    assert_int_equal(dv_world_agent_count(s.world), 0);
    close_scene(&s);
}

static uint32_t count_by_hand(const scene *s, dv_vec3 point, float radius, uint32_t kind) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < dv_world_agent_limit(s->world); i++) {
        dv_agent agent = dv_world_agent_at(s->world, i);
        dv_vec3 offset = dv_world_offset(s->world, point, dv_agent_position(s->world, agent));
        count += dv_agent_kind(s->world, agent) == kind && dv_length(offset) <= radius;
    }
    return count;
}

/// Sheep are many and found by cells, dogs few and found by their list.
static void compare_with_hand(dv_world_def def) {
    scene s = open_scene(def);
    fill(&s, 600, 40);
    step(&s);
    for (uint32_t k = 0; k < 2; k++)
        for (uint64_t n = 0; n < 60; n++) {
            dv_vec3 point = random_point(1000 + n, def.space == DV_VOLUME);
            float radius = (float)(n % 12) * 4;
            dv_neighbor found[700];
            uint32_t count = dv_world_neighbors(s.world, point, (double)radius, dv_one_kind(k),
                                                (dv_agent){0}, found, 700);
            for (uint32_t i = 1; i < count; i++)
                assert_true(found[i - 1].distance <= found[i].distance);
            dv_agent nearest = dv_world_nearest(s.world, point, (double)radius, dv_one_kind(k),
                                                (dv_agent){0}, NULL);
            assert_int_equal(nearest.bits, count ? found[0].agent.bits : 0);
        }
    close_scene(&s);
}

static void neighbors_come_nearest_first_in_every_space(void **state) {
    (void)state;
    for (int edge = DV_EDGE_OPEN; edge <= DV_EDGE_WRAP; edge++)
        for (int space = DV_PLANE; space <= DV_VOLUME; space++) {
            dv_world_def def = dv_world_def_default();
            def.bounds.edge = (dv_edge)edge;
            def.space = (dv_space)space;
            compare_with_hand(def);
        }
}

static dv_program *fixed_kinds(void) {
    dv_program *program = dv_program_create();
    for (int k = 0; k < 2; k++) {
        dv_kind_def kind = dv_kind_def_default();
        kind.name = k == 0 ? "tree" : "rock";
        kind.locomotion = "fixed";
        must(dv_program_add_kind(program, &kind, &error));
    }
    must(dv_program_finish(program, &error));
    return program;
}

/// Agents of locomotion "fixed" stay where they were sensed. Trees are found by cells, rocks by
/// their list when they are few and by cells of their own when they are only rare.
static void compare_cells_and_lists(dv_world_def def, uint32_t trees, uint32_t rocks) {
    dv_program *program = fixed_kinds();
    scene s = {.program = program, .world = dv_world_create(&def, program, &error)};
    fill(&s, trees, rocks);
    step(&s);
    for (uint32_t k = 0; k < 2; k++)
        for (uint64_t n = 0; n < 200; n++) {
            dv_vec3 point = random_point(1000 + n, def.space == DV_VOLUME);
            float radius = (float)(n % 20) * 2.5f;
            assert_int_equal(dv_world_neighbors(s.world, point, (double)radius, dv_one_kind(k),
                                                (dv_agent){0}, NULL, 0),
                             count_by_hand(&s, point, radius, k));
        }
    close_scene(&s);
}

static void cells_and_lists_find_what_a_search_by_hand_finds(void **state) {
    (void)state;
    for (int space = DV_PLANE; space <= DV_VOLUME; space++)
        for (int wraps = 0; wraps < 2; wraps++) {
            dv_world_def def = dv_world_def_default();
            def.bounds.edge = wraps ? DV_EDGE_WRAP : DV_EDGE_OPEN;
            def.space = (dv_space)space;
            compare_cells_and_lists(def, 600, 40);
            compare_cells_and_lists(def, 1000, 100);
        }
}

/// Places of whole meters: many agents are as far away as others, or in the same place. Points to
/// look from lie anywhere, outside of the bounds too.
static void compare_nearest(dv_world_def def, uint32_t trees, uint32_t rocks) {
    dv_program *program = fixed_kinds();
    scene s = {.program = program, .world = dv_world_create(&def, program, &error)};
    bool volume = def.space == DV_VOLUME;
    float size = (def.bounds.max.x - def.bounds.min.x) / 100;
    for (uint32_t i = 0; i < trees + rocks; i++) {
        dv_vec3 p = dv_scale(random_point(i, volume), size);
        spawn(&s, i < trees ? 0 : 1, dv_vec(floorf(p.x), floorf(p.y), floorf(p.z)));
    }
    step(&s);
    for (uint64_t n = 0; n < 600; n++) {
        dv_kind_set kinds = dv_one_kind(n % 2);
        if (n % 3 == 0)
            dv_add_kind(&kinds, 1 - n % 2);
        dv_vec3 point = dv_scale(random_point(5000 + n, volume), n % 5 ? size : 3 * size);
        double radius = n % 7 ? (double)(n % 31) * 1.5 : (double)INFINITY, distance = -1;
        dv_agent except = {0};
        if (n % 4 == 0) {
            except = dv_world_agent_at(s.world, (uint32_t)n % (trees + rocks));
            point = dv_agent_position(s.world, except);
        }
        dv_neighbor first;
        uint32_t count = dv_world_neighbors(s.world, point, radius, kinds, except, &first, 1);
        dv_agent found = dv_world_nearest(s.world, point, radius, kinds, except, &distance);
        assert_int_equal(found.bits, count ? first.agent.bits : 0);
        assert_true((float)distance == (count ? first.distance : -1));
    }
    close_scene(&s);
}

static void the_nearest_is_the_first_of_all_neighbors(void **state) {
    (void)state;
    static const uint32_t numbers[][2] = {{600, 40}, {1000, 100}, {300, 300}, {3, 2}, {200, 0}};
    for (int space = DV_PLANE; space <= DV_VOLUME; space++)
        for (int edge = DV_EDGE_OPEN; edge <= DV_EDGE_WRAP; edge++)
            for (int i = 0; i < 5; i++)
                for (float half = 6; half <= 150; half *= 5) {
                    dv_world_def def = dv_world_def_default();
                    def.bounds.edge = (dv_edge)edge;
                    def.space = (dv_space)space;
                    def.bounds.min = dv_vec(-half, -half, -half);
                    def.bounds.max = dv_vec(half, half, half);
                    compare_nearest(def, numbers[i][0], numbers[i][1]);
                }
}

static void plant(scene *s, uint32_t trees) {
    for (uint32_t i = 0; i < trees; i++) {
        dv_obstacle_def def = {.shape = DV_SPHERE, .position = random_point(i, false), .radius = 1};
        dv_obstacle obstacle;
        must(dv_obstacle_create(s->world, &def, &obstacle, &error));
    }
}

static void the_first_tick_gives_back_what_arrays_grew_ahead(void **state) {
    (void)state;
    scene s = open_scene(dv_world_def_default());
    fill(&s, 1000, 300);
    plant(&s, 600);
    dv_world *world = s.world;
    assert_in_range(world->agents.capacity, 1345, 2000);
    assert_in_range(world->obstacles.capacity, 641, 1000);
    must(dv_agent_set_property(world, dv_world_agent_at(world, 3), DV_MAX_SPEED, 2, &error));
    step(&s);
    assert_int_equal(world->agents.capacity, 1344);
    assert_int_equal(world->free_capacity, 1344);
    assert_int_equal(world->stores[0].capacity, 1024);
    assert_int_equal(world->obstacles.capacity, 640);
    fill(&s, 600, 0);
    plant(&s, 100);
    step(&s);
    assert_int_equal(dv_world_agent_count(world), 1900);
    for (uint32_t i = 0; i < 1900; i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        assert_true((dv_agent_property(world, agent, DV_MAX_SPEED) == 2) == (i == 3));
        must(dv_agent_remove(world, agent));
    }
    assert_int_equal(world->free_count, 1900);
    close_scene(&s);
}

static void threads_do_not_change_a_bit(void **state) {
    (void)state;
    uint64_t hashes[40];
    for (int threads = 1; threads <= 8; threads *= 2) {
        dv_world_def def = dv_world_def_default();
        def.threads = threads;
        scene s = open_scene(def);
        fill(&s, 2000, 20);
        for (int tick = 0; tick < 40; tick++) {
            step(&s);
            uint64_t hash = world_hash(s.world);
            if (threads == 1)
                hashes[tick] = hash;
            assert_int_equal(hash, hashes[tick]);
        }
        close_scene(&s);
    }
}

static void a_profile_tells_where_the_last_tick_went(void **state) {
    (void)state;
    scene s = open_scene(dv_world_def_default());
    fill(&s, 2000, 20);
    assert_true(dv_world_profile(s.world).steer == 0);
    bool most_is_told = false;
    // A busy machine may stop a tick between two phases.
    for (int tick = 0; tick < 1000 && !most_is_told; tick++) {
        double began = dv_now();
        step(&s);
        double took = dv_now() - began;
        dv_profile p = dv_world_profile(s.world);
        assert_true(p.sense > 0 && p.steer > 0 && p.move > 0);
        assert_true(p.decide >= 0 && p.publish >= 0);
        double sum = p.sense + p.decide + p.steer + p.move + p.publish;
        assert_true(sum <= took);
        most_is_told = sum > took / 2;
    }
    assert_true(most_is_told);
    close_scene(&s);
}

typedef struct relief {
    dv_agent old, young;
} relief;

static void relieve(void *context, dv_world *world, double dt) {
    (void)dt;
    relief *r = context;
    if (r->young.bits)
        return;
    must(dv_agent_remove(world, r->old));
    dv_agent_def def = dv_agent_def_default(0);
    def.position = dv_vec(5, 6, 0);
    def.speed = 3;
    must(dv_agent_spawn(world, &def, &r->young, &error));
}

static void who_takes_the_place_of_one_removed_waits_for_the_next_tick(void **state) {
    (void)state;
    scene s = open_scene(dv_world_def_default());
    fill(&s, 20, 0);
    relief r = {.old = dv_world_agent_at(s.world, 3)};
    dv_world_set_host(s.world, &(dv_host){.context = &r, .update = relieve});
    step(&s);
    assert_int_equal(dv_agent_id(r.young), dv_agent_id(r.old));
    assert_true(dv_agent_position(s.world, r.young).x == 5);
    assert_true(dv_agent_velocity(s.world, r.young).x == 3);
    step(&s);
    assert_true(dv_agent_position(s.world, r.young).x > 5);
    close_scene(&s);
}

static void make_path(char path[64]) {
    strcpy(path, "/tmp/drover-test-XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
}

static void a_snapshot_goes_on_bit_for_bit(void **state) {
    (void)state;
    char path[64];
    make_path(path);
    scene s = open_scene(dv_world_def_default());
    fill(&s, 300, 5);
    for (int tick = 0; tick < 20; tick++)
        step(&s);
    must(dv_agent_remove(s.world, dv_world_agent_at(s.world, 17)));
    must(dv_agent_set_property(s.world, dv_world_agent_at(s.world, 3), DV_MAX_SPEED, 2, &error));
    must(dv_world_save(s.world, path, &error));
    uint64_t saved = world_hash(s.world);
    for (int tick = 0; tick < 20; tick++)
        step(&s);
    uint64_t later = world_hash(s.world);
    must(dv_world_load(s.world, path, &error));
    assert_int_equal(world_hash(s.world), saved);
    for (int tick = 0; tick < 20; tick++)
        step(&s);
    assert_int_equal(world_hash(s.world), later);
    unlink(path);
    close_scene(&s);
}

static void a_damaged_snapshot_leaves_the_world_as_it_was(void **state) {
    (void)state;
    char path[64];
    make_path(path);
    scene s = open_scene(dv_world_def_default());
    fill(&s, 30, 5);
    step(&s);
    must(dv_world_save(s.world, path, &error));
    uint64_t before = world_hash(s.world);
    assert_int_equal(truncate(path, 1000), 0);
    assert_int_equal(dv_world_load(s.world, path, &error), DV_ERROR_FORMAT);
    assert_int_equal(dv_world_load(s.world, "/no/such/file", &error), DV_ERROR_IO);
    assert_int_equal(world_hash(s.world), before);
    unlink(path);
    close_scene(&s);
}

static void a_swap_keeps_what_has_a_name(void **state) {
    (void)state;
    scene s = open_scene(dv_world_def_default());
    fill(&s, 20, 2);
    dv_agent runner = dv_world_agent_at(s.world, 4);
    must(dv_agent_become(s.world, runner, 1, &error));
    dv_slot_value level = {.is_set = true, .as.number = 42};
    must(dv_agent_set_slot(s.world, runner, 1, level, &error));
    must(dv_world_set_setting(s.world, 0, 3, &error));
    for (int tick = 0; tick < 10; tick++)
        step(&s);
    assert_int_equal(dv_agent_state(s.world, runner), 1);
    uint64_t before = world_hash(s.world);
    uint32_t migrated = 99;
    dv_program *same = make_program("running", NULL);
    must(dv_world_swap_program(s.world, same, &migrated, &error));
    assert_int_equal(migrated, 0);
    assert_int_equal(world_hash(s.world), before);

    dv_program *renamed = make_program("bolting", "running");
    must(dv_world_swap_program(s.world, renamed, &migrated, &error));
    assert_int_equal(migrated, 0);
    assert_int_equal(dv_agent_state(s.world, runner), 1);
    assert_true(dv_agent_slot(s.world, runner, 1).as.number == 42);
    assert_true(dv_world_setting(s.world, 0) == 3);

    dv_program *other = make_program("sleeping", NULL);
    must(dv_world_swap_program(s.world, other, &migrated, &error));
    assert_int_equal(migrated, 1);
    assert_int_equal(dv_agent_state(s.world, runner), 0);
    dv_program_release(same);
    dv_program_release(renamed);
    dv_program_release(other);
    close_scene(&s);
}

static void a_swap_that_would_lose_agents_is_refused(void **state) {
    (void)state;
    scene s = open_scene(dv_world_def_default());
    fill(&s, 3, 0);
    dv_program *empty = dv_program_create();
    dv_kind_def dog = dv_kind_def_default();
    dog.name = "dog";
    must(dv_program_add_kind(empty, &dog, &error));
    must(dv_program_finish(empty, &error));
    uint64_t before = world_hash(s.world);
    assert_int_equal(dv_world_swap_program(s.world, empty, NULL, &error), DV_ERROR_NAME);
    assert_string_equal(
        error.message,
        "kind 'sheep' is gone, and 3 of its agents live: write renamed_from = \"sheep\" in the new "
        "kind, or removed = { { kind = \"sheep\" } } in the scenario");
    assert_int_equal(world_hash(s.world), before);
    dv_program_release(empty);
    close_scene(&s);
}

static void every_allocation_of_a_life_may_fail(void **state) {
    (void)state;
    char path[64];
    make_path(path);
    for (uint64_t n = 1;; n++) {
        dv_program *program = make_program("running", NULL);
        dv_world_def def = dv_world_def_default();
        dv_fail_allocation(n, false);
        dv_world *world = dv_world_create(&def, program, &error);
        bool whole = world != NULL;
        for (int i = 0; whole && i < 70; i++) {
            dv_agent_def at = dv_agent_def_default(0);
            dv_agent agent;
            at.position = dv_vec((float)i, 0, 0);
            whole = dv_agent_spawn(world, &at, &agent, &error) == DV_OK;
        }
        for (int tick = 0; whole && tick < 2; tick++)
            whole = dv_world_step(world, &error) == DV_OK;
        whole = whole && dv_world_save(world, path, &error) == DV_OK &&
                dv_world_load(world, path, &error) == DV_OK;
        dv_fail_allocation(0, false);
        if (world && dv_world_agent_count(world) > 0)
            must(dv_world_step(world, &error));
        dv_world_destroy(world);
        dv_program_release(program);
        assert_int_equal(dv_allocated_bytes(), 0);
        if (whole)
            break;
    }
    unlink(path);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_handle_is_stale_once_its_agent_is_gone),
        cmocka_unit_test(a_handle_of_another_world_is_refused),
        cmocka_unit_test(positions_that_are_not_finite_are_refused),
        cmocka_unit_test(neighbors_come_nearest_first_in_every_space),
        cmocka_unit_test(cells_and_lists_find_what_a_search_by_hand_finds),
        cmocka_unit_test(the_nearest_is_the_first_of_all_neighbors),
        cmocka_unit_test(the_first_tick_gives_back_what_arrays_grew_ahead),
        cmocka_unit_test(threads_do_not_change_a_bit),
        cmocka_unit_test(who_takes_the_place_of_one_removed_waits_for_the_next_tick),
        cmocka_unit_test(a_profile_tells_where_the_last_tick_went),
        cmocka_unit_test(a_snapshot_goes_on_bit_for_bit),
        cmocka_unit_test(a_damaged_snapshot_leaves_the_world_as_it_was),
        cmocka_unit_test(a_swap_keeps_what_has_a_name),
        cmocka_unit_test(a_swap_that_would_lose_agents_is_refused),
        cmocka_unit_test(every_allocation_of_a_life_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
