// `nearest` and `min_distance` of separation, alignment, cohesion, and flocking.
#include "../program.h"
#include "behavior_world.h"

#define EXACT 1e-5f
#define CROWD 150

static dv_agent among(lab *l) {
    lab_spawn(l, DOG, dv_vec(3, 0, 0), 0, 0);
    lab_spawn(l, DOG, dv_vec(-1, 0, 0), 0, 0);
    lab_spawn(l, DOG, dv_vec(0, 2, 0), 0, 0);
    lab_spawn(l, DOG, dv_vec(0, -2, 0), 0, 0);
    return lab_spawn(l, SHEEP, dv_vec(0, 0, 0), 0, 0);
}

#define PULL(l, agent, ...)                                                                        \
    ASK(l, agent, "cohesion", NUMBER("radius", 10), YES("pull"), __VA_ARGS__)

static void only_the_nearest_count(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = among(&l);
    lab_step(&l);
    // The cap over the radius is 1/s, so this is the centroid.
    assert_vector(PULL(&l, agent, NUMBER("nearest", 0)), 0.5f, 0, 0, EXACT);
    assert_vector(PULL(&l, agent, NUMBER("nearest", 1)), -1, 0, 0, EXACT);
    assert_vector(PULL(&l, agent, NUMBER("nearest", 2)), -0.5f, 1, 0, EXACT); // the lower ID
    assert_vector(PULL(&l, agent, NUMBER("nearest", 3)), -1 / 3.0f, 0, 0, EXACT);
    assert_vector(PULL(&l, agent, NUMBER("nearest", 9)), 0.5f, 0, 0, EXACT);
    lab_set_amount(&l, agent, 1);
    dv_argument by_slot = {"nearest", dv_value_name("amount")};
    assert_vector(PULL(&l, agent, by_slot), -1, 0, 0, EXACT);
    lab_close(&l);
}

static void the_near_count_outside_the_view(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = among(&l);
    lab_step(&l);
    dv_argument ahead = NUMBER("angle", 1);
    assert_vector(PULL(&l, agent, ahead), 3, 0, 0, EXACT);
    assert_vector(PULL(&l, agent, ahead, NUMBER("min_distance", 1)), 3, 0, 0, EXACT);
    assert_vector(PULL(&l, agent, ahead, NUMBER("min_distance", 1.5)), 1, 0, 0, EXACT);
    assert_vector(PULL(&l, agent, ahead, NUMBER("min_distance", 2.5)), 0.5f, 0, 0, EXACT);
    // Of those that count, the nearest.
    assert_vector(PULL(&l, agent, ahead, NUMBER("min_distance", 1.5), NUMBER("nearest", 1)), -1, 0,
                  0, EXACT);
    lab_close(&l);
}

static void each_behavior_heeds_them(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = among(&l);
    lab_spawn(&l, DOG, dv_vec(0, 1.5f, 0), 90, 4);
    lab_step(&l);
    dv_argument one = NUMBER("nearest", 1), two = NUMBER("nearest", 2), ahead = NUMBER("angle", 1),
                least = NUMBER("min_distance", 1.8);
    // The push of (−1, 0) alone: 1 / 1 m · 2 m · 10 m/s, truncated to the cap.
    assert_vector(ASK(&l, agent, "separation", one), 10, 0, 0, EXACT);
    assert_vector(ASK(&l, agent, "alignment", two), 0, 2, 0, EXACT);
    assert_vector(ASK(&l, agent, "alignment", ahead, least), 0, 4 / 3.0f, 0, EXACT);
    dv_vec3 all = ASK(&l, agent, "flocking", one);
    // Separation to the right, cohesion to the left: 1.5 · 10 − 1 · 10; nobody moves.
    assert_vector(all, 5, 0, 0, EXACT);
    lab_close(&l);
}

/// The mean offset of the `count` nearest, looking at everybody.
static dv_vec3 naive_centroid(const lab *l, const dv_vec3 *places, int i, int count, float radius) {
    bool taken[CROWD] = {false};
    dv_vec3 sum = {0, 0, 0};
    int found = 0;
    for (; found < count; found++) {
        int best = -1;
        float least = radius * radius;
        for (int k = 0; k < CROWD; k++) {
            float square = dv_length_squared(dv_world_offset(l->world, places[i], places[k]));
            if (k != i && !taken[k] && (square < least || (best < 0 && square <= least))) {
                best = k;
                least = square;
            }
        }
        if (best < 0)
            break;
        taken[best] = true;
        sum = dv_add(sum, dv_world_offset(l->world, places[i], places[best]));
    }
    return found ? dv_scale(sum, 1 / (float)found) : sum;
}

/// Agents that steer by their nearest do so by the same ones in squads, alone, and by a naive
/// search.
static void compare_with_naive(dv_edge edge, int count, float radius) {
    dv_world_def def = lab_def();
    def.bounds.edge = edge;
    dv_steering *pull = MAKE("cohesion", NUMBER("radius", (double)radius), YES("pull"),
                             NUMBER("nearest", count), {"kind", dv_value_name("sheep")});
    lab l = lab_open_with(def, (lab_kinds){.steer = pull});
    dv_agent agents[CROWD];
    dv_vec3 places[CROWD];
    uint64_t n = (uint64_t)count;
    for (int i = 0; i < CROWD; i++) {
        places[i] = dv_vec(lab_random(&n, -50, 50), lab_random(&n, -50, 50), 0);
        agents[i] = lab_spawn(&l, SHEEP, places[i], 0, 0);
    }
    lab_step(&l);
    for (int i = 0; i < CROWD; i++) {
        dv_vec3 wanted =
            dv_truncate(dv_scale(naive_centroid(&l, places, i, count, radius), 10 / radius), 10);
        dv_vec3 found = dv_agent_steering(l.world, agents[i]);
        assert_vector(found, wanted.x, wanted.y, wanted.z, 1e-4f);
    }
    dv_steering_release(pull);
    lab_close(&l);
}

static void squads_choose_as_a_naive_search_does(void **state) {
    (void)state;
    static const int counts[] = {1, 6, 7, 64};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        compare_with_naive(DV_EDGE_OPEN, counts[i], 25);
        compare_with_naive(DV_EDGE_WRAP, counts[i], 25);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_nearest_count),
        cmocka_unit_test(the_near_count_outside_the_view),
        cmocka_unit_test(each_behavior_heeds_them),
        cmocka_unit_test(squads_choose_as_a_naive_search_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
