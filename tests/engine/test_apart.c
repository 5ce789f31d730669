// Bodies that are solid for agents are kept apart: whatever their masses, their number, the space,
// and the edges, in the same way for any number of threads.
#include "../program.h"
#include "../whole.h"
#include "behavior_world.h"

#define RADIUS 0.5f

static lab open_for(const char *model, dv_space space, dv_edge edge, int threads) {
    dv_world_def def = lab_def();
    def.space = space;
    def.bounds.edge = edge;
    def.threads = threads;
    lab_kinds kinds = {.locomotion = model};
    kinds.properties[DV_SOLID] = dv_value_name(DV_AGENTS_ARE_SOLID);
    return lab_open_with(def, kinds);
}

static float distance_of(const lab *l, dv_agent a, dv_agent b) {
    dv_vec3 offset = dv_subtract(dv_agent_position(l->world, a), dv_agent_position(l->world, b));
    if (l->def.bounds.edge == DV_EDGE_WRAP)
        offset = dv_offset_without_spans(offset, dv_subtract(l->def.bounds.max, l->def.bounds.min),
                                         l->def.space == DV_VOLUME);
    return dv_length(offset);
}

static void head_on_neither_gets_through(void **state) {
    (void)state;
    static const char *const models[] = {"point_mass", "flying", "surface"};
    for (int m = 0; m < 3; m++)
        for (int space = DV_PLANE; space <= DV_VOLUME; space++) {
            lab l = open_for(models[m], (dv_space)space, DV_EDGE_OPEN, 1);
            dv_agent a = lab_spawn(&l, SHEEP, dv_vec(-2, 0, 0), 0, 10);
            dv_agent b = lab_spawn(&l, DOG, dv_vec(2, 0.01f, 0), 180, 10);
            for (int i = 0; i < 50; i++) {
                lab_step(&l);
                assert_true(distance_of(&l, a, b) >= 2 * RADIUS * 0.995f);
            }
            assert_true(dv_agent_position(l.world, a).x < 0);
            lab_close(&l);
        }
}

static void the_lighter_gives_way(void **state) {
    (void)state;
    lab l = open_for("point_mass", DV_PLANE, DV_EDGE_OPEN, 1);
    dv_agent light = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    dv_agent heavy = lab_spawn(&l, SHEEP, dv_vec(0.99f, 0, 0), 0, 0);
    assert_int_equal(dv_agent_set_property(l.world, heavy, DV_MASS, 6, &l.error), DV_OK);
    lab_step(&l);
    assert_vector(dv_agent_position(l.world, light), -0.0075f, 0, 0, 1e-4f);
    assert_vector(dv_agent_position(l.world, heavy), 0.9925f, 0, 0, 1e-4f);
    lab_close(&l);
}

static void only_speed_into_the_other_is_lost(void **state) {
    (void)state;
    lab l = open_for("point_mass", DV_PLANE, DV_EDGE_OPEN, 1);
    dv_agent a = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 45, 4);
    dv_agent b = lab_spawn(&l, SHEEP, dv_vec(1, 0, 0), 90, 2.8284271f);
    lab_step(&l);
    assert_vector(dv_agent_velocity(l.world, a), 1.4142136f, 2.8284271f, 0, 2e-2f);
    assert_vector(dv_agent_velocity(l.world, b), 0, 2.8284271f, 0, 2e-2f);
    lab_close(&l);
}

static void who_is_not_solid_for_agents_is_passed(void **state) {
    (void)state;
    for (int solidity = DV_SOLID_FOR_NOTHING; solidity <= DV_SOLID_FOR_OBSTACLES; solidity++) {
        lab l = open_for("point_mass", DV_PLANE, DV_EDGE_OPEN, 1);
        dv_agent a = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 5);
        dv_agent b = lab_spawn(&l, SHEEP, dv_vec(2, 0, 0), 0, 0);
        assert_int_equal(dv_agent_set_property(l.world, b, DV_SOLID, solidity, &l.error), DV_OK);
        for (int i = 0; i < 40; i++)
            lab_step(&l);
        assert_true(dv_agent_position(l.world, a).x > 3);
        assert_vector(dv_agent_position(l.world, b), 2, 0, 0, 0);
        lab_close(&l);
    }
}

static void obstacles_win(void **state) {
    (void)state;
    lab l = open_for("point_mass", DV_PLANE, DV_EDGE_OPEN, 1);
    dv_obstacle_def wall = {.shape = DV_BOX, .position = {2, 0, 0}, .width = 2, .depth = 20};
    dv_obstacle made;
    assert_int_equal(dv_obstacle_create(l.world, &wall, &made, &l.error), DV_OK);
    dv_agent a = lab_spawn(&l, SHEEP, dv_vec(0.5f, 0, 0), 0, 0);
    dv_agent b = lab_spawn(&l, SHEEP, dv_vec(-0.3f, 0, 0), 0, 0);
    assert_int_equal(dv_agent_set_property(l.world, b, DV_MASS, 1000, &l.error), DV_OK);
    for (int i = 0; i < 50; i++) {
        lab_step(&l);
        assert_true(dv_agent_position(l.world, a).x <= 0.5f + 1e-3f);
    }
    assert_true(distance_of(&l, a, b) >= 2 * RADIUS * 0.995f);
    lab_close(&l);
}

static void across_a_seam_they_are_kept_apart(void **state) {
    (void)state;
    lab l = open_for("point_mass", DV_PLANE, DV_EDGE_WRAP, 1);
    dv_agent a = lab_spawn(&l, SHEEP, dv_vec(49.8f, 0, 0), 0, 0);
    dv_agent b = lab_spawn(&l, SHEEP, dv_vec(-49.7f, 0, 0), 0, 0);
    for (int i = 0; i < 30; i++)
        lab_step(&l);
    assert_true(distance_of(&l, a, b) >= 2 * RADIUS * 0.995f);
    lab_close(&l);
}

static void edges_contain_who_is_pushed(void **state) {
    (void)state;
    lab l = open_for("point_mass", DV_PLANE, DV_EDGE_CONTAIN, 1);
    dv_agent a = lab_spawn(&l, SHEEP, dv_vec(49.5f, 0, 0), 0, 0);
    dv_agent b = lab_spawn(&l, SHEEP, dv_vec(49, 0, 0), 0, 0);
    for (int i = 0; i < 30; i++) {
        lab_step(&l);
        assert_true(dv_agent_position(l.world, a).x <= 49.5f);
    }
    assert_true(distance_of(&l, a, b) >= 2 * RADIUS * 0.995f);
    lab_close(&l);
}

#define HEAP 30

/// A heap at one place comes apart: the hash of where all are in the end.
static uint64_t part_heap(dv_space space, int threads) {
    lab l = open_for("point_mass", space, DV_EDGE_OPEN, threads);
    dv_agent heap[HEAP];
    for (int i = 0; i < HEAP; i++)
        heap[i] = lab_spawn(&l, i % 2 ? SHEEP : DOG, dv_vec(1, 2, 0), 0, 0);
    for (int tick = 0; tick < 300; tick++) {
        dv_vec3 before[HEAP];
        for (int i = 0; i < HEAP; i++)
            before[i] = dv_agent_position(l.world, heap[i]);
        lab_step(&l);
        for (int i = 0; i < HEAP; i++) {
            dv_vec3 way = dv_subtract(dv_agent_position(l.world, heap[i]), before[i]);
            assert_true(dv_length(way) <= 5 * RADIUS * (float)l.world->dt * 1.01f);
        }
    }
    for (int i = 0; i < HEAP; i++)
        for (int k = 0; k < i; k++)
            if (distance_of(&l, heap[i], heap[k]) < 2 * RADIUS * 0.995f)
                fail_msg("%d and %d: %g m", i, k, (double)distance_of(&l, heap[i], heap[k]));
    uint64_t hash;
    assert_int_equal(dv_world_hash(l.world, &hash, &l.error), DV_OK);
    lab_close(&l);
    return hash;
}

static void a_heap_comes_apart_the_same_way_each_time(void **state) {
    (void)state;
    for (int space = DV_PLANE; space <= DV_VOLUME; space++) {
        uint64_t hash = part_heap((dv_space)space, 1);
        assert_true(hash == part_heap((dv_space)space, 1));
        assert_true(hash == part_heap((dv_space)space, 3));
    }
}

#define CROWD 200

/// The deepest overlap of a crowd, as a share of the sum of radii.
static float deepest_of(const lab *l, const dv_agent *crowd) {
    float deepest = 0;
    for (int i = 0; i < CROWD; i++)
        for (int k = 0; k < i; k++)
            deepest = dv_larger(deepest, 1 - distance_of(l, crowd[i], crowd[k]) / (2 * RADIUS));
    return deepest;
}

/// 200 bodies press to a gap of 3 m between two walls.
static void press_to_gap(uint64_t seed) {
    dv_world_def def = lab_def();
    def.seed = seed;
    def.threads = 2;
    lab_kinds kinds = {.steer = MAKE("seek", AT_POINT(5, 0, 0))};
    kinds.properties[DV_SOLID] = dv_value_name(DV_AGENTS_ARE_SOLID);
    kinds.properties[DV_MAX_SPEED] = dv_value_number(1.4);
    lab l = lab_open_with(def, kinds);
    dv_steering_release(kinds.steer);
    for (int side = -1; side <= 1; side += 2) {
        dv_obstacle_def wall = {
            .shape = DV_BOX, .position = {0, 11.5f * (float)side, 0}, .width = 1, .depth = 20};
        dv_obstacle made;
        assert_int_equal(dv_obstacle_create(l.world, &wall, &made, &l.error), DV_OK);
    }
    dv_agent crowd[CROWD];
    for (int i = 0; i < CROWD; i++) {
        float aside = 0.3f * (float)dv_world_random(l.world);
        dv_vec3 place = dv_vec(-2 - 1.1f * (float)(i / 14), (float)(i % 14) * 1.2f - 8 + aside, 0);
        crowd[i] = lab_spawn(&l, SHEEP, place, 0, 0);
    }
    for (int tick = 0; tick < 600; tick++) {
        lab_step(&l);
        if (tick % 5 == 0)
            assert_true(deepest_of(&l, crowd) < 0.02f);
    }
    lab_close(&l);
}

static void a_crowd_at_a_door_does_not_overlap(void **state) {
    (void)state;
    for (int seed = 1; seed <= few_or_all(2, 5); seed++)
        press_to_gap((uint64_t)seed);
}

#define SMALL 160
#define LARGE 2
#define GIRTH 6.0f ///< m, the radius of a large one

/// The deepest overlap of two bodies, as a share of the sum of radii.
static float deepest_of_all(const lab *l) {
    float deepest = 0;
    for (uint32_t i = 0; i < dv_world_agent_limit(l->world); i++)
        for (uint32_t k = 0; k < i; k++) {
            dv_agent a = dv_world_agent_at(l->world, i), b = dv_world_agent_at(l->world, k);
            double sum = dv_agent_property(l->world, a, DV_RADIUS) +
                         dv_agent_property(l->world, b, DV_RADIUS);
            deepest = dv_larger(deepest, 1 - distance_of(l, a, b) / (float)sum);
        }
    return deepest;
}

static dv_agent add_large(lab *l, dv_vec3 place, float speed) {
    dv_agent agent = lab_spawn(l, DOG, place, 0, speed);
    assert_int_equal(dv_agent_set_property(l->world, agent, DV_RADIUS, GIRTH, &l->error), DV_OK);
    assert_int_equal(dv_agent_set_property(l->world, agent, DV_MASS, 5000, &l->error), DV_OK);
    return agent;
}

/// Two large bodies stand in a crowd of small ones, all over each other: the hash in the end.
static uint64_t part_large(dv_space space, dv_edge edge, int threads) {
    lab l = open_for("point_mass", space, edge, threads);
    for (int i = 0; i < SMALL; i++) {
        float angle = 2.4f * (float)i, out = sqrtf((float)i) * 0.7f;
        lab_spawn(&l, SHEEP, dv_vec(out * cosf(angle), out * sinf(angle), 0), 0, 0);
    }
    for (int i = 0; i < LARGE; i++)
        add_large(&l, dv_vec(9 * (float)i, 1, 0), 0);
    for (int tick = 0; tick < 300; tick++)
        lab_step(&l);
    float deepest = deepest_of_all(&l);
    if (!(deepest < 0.02f))
        fail_msg("they overlap by %g", (double)deepest);
    uint64_t hash;
    assert_int_equal(dv_world_hash(l.world, &hash, &l.error), DV_OK);
    lab_close(&l);
    return hash;
}

static void large_bodies_come_apart_from_many_small_ones(void **state) {
    (void)state;
    for (int space = DV_PLANE; space <= DV_VOLUME; space++)
        for (int edge = DV_EDGE_OPEN; edge <= DV_EDGE_WRAP; edge++)
            part_large((dv_space)space, (dv_edge)edge, 1);
    assert_true(part_large(DV_PLANE, DV_EDGE_OPEN, 1) == part_large(DV_PLANE, DV_EDGE_OPEN, 3));
}

static void a_large_body_goes_through_none(void **state) {
    (void)state;
    lab l = open_for("point_mass", DV_PLANE, DV_EDGE_OPEN, 2);
    for (int i = 0; i < SMALL; i++)
        lab_spawn(&l, SHEEP, dv_vec((float)(i % 12) * 1.3f, (float)(i / 12) * 1.3f - 9, 0), 0, 0);
    dv_agent large = add_large(&l, dv_vec(-8, 0, 0), 4);
    for (int tick = 0; tick < 300; tick++) {
        lab_step(&l);
        if (tick % 10 == 0)
            assert_true(deepest_of_all(&l) < 0.02f);
    }
    assert_true(dv_agent_position(l.world, large).x > 0);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(head_on_neither_gets_through),
        cmocka_unit_test(the_lighter_gives_way),
        cmocka_unit_test(only_speed_into_the_other_is_lost),
        cmocka_unit_test(who_is_not_solid_for_agents_is_passed),
        cmocka_unit_test(obstacles_win),
        cmocka_unit_test(across_a_seam_they_are_kept_apart),
        cmocka_unit_test(edges_contain_who_is_pushed),
        cmocka_unit_test(a_heap_comes_apart_the_same_way_each_time),
        cmocka_unit_test(a_crowd_at_a_door_does_not_overlap),
        cmocka_unit_test(large_bodies_come_apart_from_many_small_ones),
        cmocka_unit_test(a_large_body_goes_through_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
