// Springs of links: what they do to bodies, exactly or within the known error of the integration.
#include "../../program.h"
#include "link_bench.h"

#include <math.h>
#include <stdio.h>

static dv_vec3 place(const bench *b, dv_agent agent) { return dv_agent_position(b->world, agent); }
static dv_vec3 velocity(const bench *b, dv_agent agent) {
    return dv_agent_velocity(b->world, agent);
}

static void push(bench *b, dv_agent agent, float x, float y) {
    assert_int_equal(dv_agent_set_velocity(b->world, agent, dv_vec(x, y, 0), &b->error), DV_OK);
}

static void the_force_is_as_documented(void **state) {
    (void)state;
    bench b = bench_open_in(lab_def(), spring(2, 3, 0.5));
    dv_agent a = spawn(&b, LIGHT, 0, 0), c = spawn(&b, HEAVY, 3, 4);
    tie(&b, c, OWN, a);
    push(&b, a, -0.6f, -0.8f);
    push(&b, c, 4, -3); // across the link
    step(&b, 1);
    // 3 N/m · 3 m + 0.5 N·s/m · 1 m/s = 9.5 N, for 0.02 s.
    assert_vector(velocity(&b, a), -0.6f + 0.6f * 0.19f, -0.8f + 0.8f * 0.19f, 0, 1e-6f);
    assert_vector(velocity(&b, c), 4 - 0.6f * 0.095f, -3 - 0.8f * 0.095f, 0, 1e-6f);
    // Velocities change before places.
    assert_vector(place(&b, a), 0.02f * (-0.6f + 0.6f * 0.19f), 0.02f * (-0.8f + 0.8f * 0.19f), 0,
                  1e-6f);
    bench_close(&b);
}

static void links_without_springs_do_nothing(void **state) {
    (void)state;
    bench b = bench_open();
    dv_agent a = spawn(&b, LIGHT, 0, 0), c = spawn(&b, HEAVY, 3, 4);
    tie(&b, c, ROPE, a);
    tie(&b, c, LEASH, a);
    step(&b, 10);
    assert_vector(place(&b, a), 0, 0, 0, 0);
    assert_vector(place(&b, c), 3, 4, 0, 0);
    bench_close(&b);
}

// Also if the link is directed.
static void the_center_of_two_equal_masses_stays_to_the_last_bit(void **state) {
    (void)state;
    for (int is_directed = 0; is_directed < 2; is_directed++) {
        dv_link_def def = spring(1, 7, 0.3);
        def.is_directed = is_directed;
        bench b = bench_open_in(lab_def(), def);
        dv_agent a = spawn(&b, LIGHT, -1.3f, 0.7f), c = spawn(&b, LIGHT, 1.3f, -0.7f);
        tie(&b, a, OWN, c);
        push(&b, a, 0.2f, 1.1f);
        push(&b, c, -0.2f, -1.1f);
        for (int i = 0; i < 2000; i++) {
            step(&b, 1);
            dv_vec3 p = place(&b, a), q = place(&b, c), v = velocity(&b, a), w = velocity(&b, c);
            assert_true(p.x == -q.x && p.y == -q.y && v.x == -w.x && v.y == -w.y);
        }
        assert_true(dv_length(place(&b, a)) < 1.3f); // the turning goes on
        bench_close(&b);
    }
}

static void momentum_stays_in_a_net(void **state) {
    (void)state;
    bench b = bench_open_in(lab_def(), spring(0.5, 30, 0.1));
    dv_agent agents[30];
    uint64_t n = 0;
    double before[2] = {0, 0}, after[2] = {0, 0};
    for (int i = 0; i < 30; i++) {
        agents[i] = spawn(&b, i % 2 ? LIGHT : HEAVY, lab_random(&n, -9, 9), lab_random(&n, -9, 9));
        push(&b, agents[i], lab_random(&n, -3, 3), lab_random(&n, -3, 3));
        before[0] += (i % 2 ? 1 : 2) * (double)velocity(&b, agents[i]).x;
        before[1] += (i % 2 ? 1 : 2) * (double)velocity(&b, agents[i]).y;
    }
    for (int i = 0; i < 60; i++) {
        dv_agent from = agents[(int)lab_random(&n, 0, 30)], to = agents[(int)lab_random(&n, 0, 30)];
        if (from.bits != to.bits)
            tie(&b, from, OWN, to);
    }
    step(&b, 1000);
    for (int i = 0; i < 30; i++) {
        after[0] += (i % 2 ? 1 : 2) * (double)velocity(&b, agents[i]).x;
        after[1] += (i % 2 ? 1 : 2) * (double)velocity(&b, agents[i]).y;
    }
    assert_float_equal(before[0], after[0], 1e-3);
    assert_float_equal(before[1], after[1], 1e-3);
    bench_close(&b);
}

/// The period (s) of two bodies at a spring of 2 m that starts at 3 m, over many swings.
static double period_of(uint32_t kind, uint32_t other, double stiffness) {
    bench b = bench_open_in(lab_def(), spring(2, stiffness, 0));
    dv_agent a = spawn(&b, kind, 0, 0), c = spawn(&b, other, 3, 0);
    double first = -1, last = -1, before = 1;
    int count = 0;
    tie(&b, a, OWN, c);
    for (int tick = 1; tick < 20000; tick++) {
        step(&b, 1);
        double now = (double)(place(&b, c).x - place(&b, a).x) - 2;
        if (before > 0 && now <= 0) { // the length falls through 2 m
            last = 0.02 * (tick - 1 + before / (before - now));
            first = first < 0 ? last : first;
            count++;
        }
        before = now;
    }
    bench_close(&b);
    return (last - first) / (count - 1);
}

// Symplectic Euler swings with sin(ω' dt / 2) = ω dt / 2.
static void the_period_is_that_of_the_integration(void **state) {
    (void)state;
    const struct {
        uint32_t kind, other;
        double stiffness, mass;
    } cases[] = {{LIGHT, FIXED, 4, 1}, {FIXED, HEAVY, 50, 2}, {LIGHT, HEAVY, 10, 2 / 3.0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double omega = sqrt(cases[i].stiffness / cases[i].mass), exact = 2 * DV_PI / omega;
        double expected = DV_PI * 0.02 / asin(omega * 0.01);
        double period = period_of(cases[i].kind, cases[i].other, cases[i].stiffness);
        if (fabs(period / expected - 1) > 2e-5 || fabs(period / exact - 1) > 0.002)
            fail_msg("%g s is not %g s, near %g s", period, expected, exact);
    }
}

static double energy_of(const bench *b, dv_agent a, dv_agent c, double stiffness) {
    double v = dv_length_double(velocity(b, a)), w = dv_length_double(velocity(b, c));
    double stretch = dv_length_double(dv_subtract(place(b, a), place(b, c))) - 2;
    return (v * v + 2 * w * w + stiffness * stretch * stretch) / 2;
}

/// The highest energy of bodies of 1 kg and 2 kg that turn and swing, as a share of the first.
static double highest_energy(double stiffness, double damping, double *last) {
    bench b = bench_open_in(lab_def(), spring(2, stiffness, damping));
    dv_agent a = spawn(&b, LIGHT, 0, 0), c = spawn(&b, HEAVY, 3, 0);
    double highest = 1, first;
    tie(&b, a, OWN, c);
    push(&b, a, 0, -2);
    push(&b, c, 0, 1);
    first = energy_of(&b, a, c, stiffness);
    for (int i = 0; i < 50000; i++) {
        step(&b, 1);
        *last = energy_of(&b, a, c, stiffness) / first;
        highest = *last > highest ? *last : highest;
    }
    bench_close(&b);
    return highest;
}

static void energy_does_not_grow(void **state) {
    (void)state;
    double last;
    // It varies by (2 + ω dt) / (2 − ω dt) at most: 1.08, 2.26, and at the limit 5.83.
    assert_true(highest_energy(10, 0, &last) < 1.081 && last > 0.92);
    assert_true(highest_energy(1000, 0, &last) < 2.27);
    assert_true(highest_energy(1e9, 0, &last) < 5.84);
    assert_true(highest_energy(10, 0.5, &last) < 1.08 && last < 0.8);
    // However much is damped, stiffness stays.
    assert_true(highest_energy(10, 1e9, &last) < 1.001);
}

static void springs_that_are_too_strong_are_told_of(void **state) {
    (void)state;
    bench b = bench_open_in(lab_def(), spring(1, 1250, 25));
    dv_agent a = spawn(&b, LIGHT, 0, 0), c = spawn(&b, HEAVY, 2, 0), d = spawn(&b, FIXED, 4, 0);
    dv_strain strain;
    tie(&b, a, OWN, d); // 1250 · 0.02² + 2 · 25 · 0.02 = 1.5
    step(&b, 1);
    assert_false(dv_world_take_strained(b.world, OWN, &strain));
    assert_false(dv_world_take_strained(b.world, 77, &strain));
    tie(&b, c, OWN, a); // a load of 3 + 0.75: 1.25 of stiffness, and 2.5 of damping
    dv_agent_set_position(b.world, d, dv_vec(1, 0, 0), &b.error);
    dv_agent_set_position(b.world, a, dv_vec(0, 0, 0), &b.error);
    push(&b, a, 0, 0);
    push(&b, c, 0, 0);
    step(&b, 1);
    assert_true(dv_world_take_strained(b.world, OWN, &strain));
    assert_int_equal(strain.link.from.bits, a.bits);
    assert_int_equal(strain.link.to.bits, d.bits);
    assert_float_equal(strain.stiffness, 1, 1e-4); // the link to d: 1 + 2
    assert_float_equal(strain.damping, 0.5, 1e-4);
    assert_false(dv_world_take_strained(b.world, OWN, &strain));
    // 1250 N/m · 1 m · 0.8 for 0.02 s: all but a load of 1 is for stiffness.
    assert_vector(velocity(&b, a), 20, 0, 0, 1e-3f);
    assert_vector(velocity(&b, c), -10, 0, 0, 1e-3f);
    bench_close(&b);
}

static void a_net_that_is_too_strong_stays_together(void **state) {
    (void)state;
    bench b = bench_open_in(lab_def(), spring(1, 1e12, 1e12));
    dv_agent hub = spawn(&b, LIGHT, 0, 0), ring[60];
    for (int i = 0; i < 60; i++) {
        double angle = i * DV_PI / 30;
        ring[i] = spawn(&b, i % 3 ? LIGHT : HEAVY, (float)(3 * dv_cos(angle)),
                        (float)(3 * dv_sin(angle)));
        tie(&b, hub, OWN, ring[i]);
        if (i > 0)
            tie(&b, ring[i - 1], OWN, ring[i]);
    }
    step(&b, 3000);
    for (int i = 0; i < 60; i++) {
        assert_true(dv_is_finite(velocity(&b, ring[i])));
        assert_true(dv_length(place(&b, ring[i])) < 30);
    }
    bench_close(&b);
}

static void bodies_at_the_same_place_do_not_pull(void **state) {
    (void)state;
    bench b = bench_open_in(lab_def(), spring(1, 100, 1));
    dv_agent a = spawn(&b, LIGHT, 1, 1), c = spawn(&b, LIGHT, 1, 1);
    tie(&b, a, OWN, c);
    push(&b, a, 0, 0);
    step(&b, 5);
    assert_vector(place(&b, a), 1, 1, 0, 0);
    assert_vector(place(&b, c), 1, 1, 0, 0);
    // However near, they go apart along the line between them, as fast as they should.
    dv_agent_set_position(b.world, c, dv_vec(1, 1.0000001f, 0), &b.error);
    step(&b, 1);
    assert_vector(velocity(&b, c), 0, 2, 0, 1e-4f);
    assert_vector(velocity(&b, a), 0, -2, 0, 1e-4f);
    bench_close(&b);
}

static void only_what_can_be_moved_is(void **state) {
    (void)state;
    bench b = bench_open_in(lab_def(), spring(1, 10, 0));
    dv_agent fixed = spawn(&b, FIXED, 0, 0), legged = spawn(&b, LEGGED, 10, 0),
             wheeled = spawn(&b, WHEELED, 10, 10), still = spawn(&b, LIGHT, 0, 10),
             light = spawn(&b, LIGHT, 5, 5);
    dv_agent others[] = {fixed, legged, wheeled, still};
    for (int i = 0; i < 4; i++)
        tie(&b, light, OWN, others[i]);
    tie(&b, legged, OWN, fixed);
    dv_agent_suspend(b.world, still);
    push(&b, light, 0, 0);
    dv_agent_set_heading(b.world, wheeled, DV_PI, &b.error);
    step(&b, 1);
    assert_vector(velocity(&b, fixed), 0, 0, 0, 0);
    assert_vector(velocity(&b, legged), 0, 0, 0, 0);
    assert_vector(velocity(&b, still), 0, 0, 0, 0);
    // The part along its heading of 10 N/m · (√50 m − 1 m), for 0.02 s and 1 kg.
    double pull = 0.2 * (sqrt(50) - 1);
    assert_vector(velocity(&b, wheeled), (float)(-pull * sqrt(0.5)), 0, 0, 1e-5f);
    step(&b, 50);
    assert_vector(place(&b, fixed), 0, 0, 0, 0);
    assert_vector(place(&b, legged), 10, 0, 0, 0);
    assert_vector(place(&b, still), 0, 10, 0, 0);
    assert_float_equal(place(&b, wheeled).y, 10, 0);
    bench_close(&b);
}

static void springs_pull_the_short_way_around(void **state) {
    (void)state;
    dv_world_def def = lab_def();
    def.bounds.edge = DV_EDGE_WRAP;
    bench b = bench_open_in(def, spring(1, 10, 0));
    dv_agent a = spawn(&b, LIGHT, -48, -49), c = spawn(&b, LIGHT, 48, 49);
    tie(&b, a, OWN, c);
    step(&b, 1);
    double pull = 0.2 * (sqrt(20) - 1) / sqrt(20);
    assert_vector(velocity(&b, a), (float)(-4 * pull), (float)(-2 * pull), 0, 1e-5f);
    assert_vector(velocity(&b, c), (float)(4 * pull), (float)(2 * pull), 0, 1e-5f);
    bench_close(&b);
}

static void springs_pull_in_all_directions_of_a_volume(void **state) {
    (void)state;
    dv_world_def def = lab_def();
    def.space = DV_VOLUME;
    bench b = bench_open_in(def, spring(1, 10, 0));
    dv_agent a = spawn(&b, LIGHT, 0, 0), c = spawn(&b, LIGHT, 2, 3);
    dv_agent_set_position(b.world, c, dv_vec(2, 3, 6), &b.error);
    tie(&b, c, OWN, a);
    step(&b, 1);
    float pull = 0.2f * 6 / 7;
    assert_vector(velocity(&b, a), 2 * pull, 3 * pull, 6 * pull, 1e-5f);
    bench_close(&b);
}

// A body brakes from above its max_speed, as hard as its max_force allows.
static void max_speed_holds_and_max_force_does_not(void **state) {
    (void)state;
    bench b = bench_open_in(lab_def(), spring(0, 100, 0));
    dv_agent a = spawn(&b, LIGHT, 0, 0), c = spawn(&b, FIXED, 40, 0);
    assert_int_equal(dv_agent_set_property(b.world, a, DV_MAX_SPEED, 5, &b.error), DV_OK);
    assert_int_equal(dv_agent_set_property(b.world, a, DV_MAX_FORCE, 1, &b.error), DV_OK);
    tie(&b, a, OWN, c);
    step(&b, 1);
    assert_float_equal(velocity(&b, a).x, 80 - 1 * 0.02, 1e-3);
    assert_int_equal(dv_agent_set_property(b.world, a, DV_MAX_FORCE, 1e6, &b.error), DV_OK);
    for (int i = 0; i < 100; i++) {
        step(&b, 1);
        assert_true(dv_length(velocity(&b, a)) <= 5);
    }
    bench_close(&b);
}

static uint64_t hash_with(int threads, int bits) {
    dv_world_def def = lab_def();
    def.threads = threads;
    def.vector_bits = bits;
    bench b = bench_open_in(def, spring(1, 40, 0.5));
    uint64_t n = 0;
    dv_agent agents[3000];
    for (int i = 0; i < 3000; i++)
        agents[i] = spawn(&b, (uint32_t)(i % 5), lab_random(&n, -45, 45), lab_random(&n, -45, 45));
    for (int i = 0; i < 9000; i++) {
        dv_agent from = agents[(int)lab_random(&n, 0, 3000)];
        dv_agent to = agents[(int)lab_random(&n, 0, i % 3 ? 3000 : 10)];
        if (from.bits != to.bits)
            tie(&b, from, i % 4 ? OWN : ROPE, to);
    }
    step(&b, 60);
    uint64_t hash = hash_of(&b);
    bench_close(&b);
    return hash;
}

static void neither_threads_nor_vectors_matter(void **state) {
    (void)state;
    uint64_t hash = hash_with(1, 128);
    assert_int_equal(hash_with(2, 128), hash);
    assert_int_equal(hash_with(4, 0), hash);
    assert_int_equal(hash_with(3, 256), hash);
}

// A note names a link by its record and type, which a swap changes.
static void a_swap_forgets_what_was_strained(void **state) {
    (void)state;
    bench b = bench_open_in(lab_def(), spring(1, 1e6, 0));
    dv_agent a = spawn(&b, LIGHT, 0, 0), c = spawn(&b, LIGHT, 4, 0);
    dv_strain strain;
    tie(&b, a, ROPE, c);
    tie(&b, a, OWN, c);
    step(&b, 1);
    dv_snapshot strained = snapshot_of(&b);
    const dv_link_def rope = link_named("rope", false);
    dv_program *next = program_of(&rope, 1), *again = b.program;
    assert_int_equal(dv_world_swap_program(b.world, next, NULL, &b.error), DV_OK);
    assert_int_equal(dv_world_swap_program(b.world, again, NULL, &b.error), DV_OK);
    for (uint32_t type = ROPE; type <= OWN; type++)
        assert_false(dv_world_take_strained(b.world, type, &strain));
    // A later tick notes it again, and so does one after going back.
    step(&b, 1);
    assert_true(dv_world_take_strained(b.world, OWN, &strain));
    step(&b, 1);
    load(&b, &strained);
    assert_false(dv_world_take_strained(b.world, OWN, &strain));
    step(&b, 1);
    assert_true(dv_world_take_strained(b.world, OWN, &strain));
    dv_snapshot_free(&strained);
    dv_program_release(next);
    bench_close(&b);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_force_is_as_documented),
        cmocka_unit_test(links_without_springs_do_nothing),
        cmocka_unit_test(the_center_of_two_equal_masses_stays_to_the_last_bit),
        cmocka_unit_test(momentum_stays_in_a_net),
        cmocka_unit_test(the_period_is_that_of_the_integration),
        cmocka_unit_test(energy_does_not_grow),
        cmocka_unit_test(springs_that_are_too_strong_are_told_of),
        cmocka_unit_test(a_swap_forgets_what_was_strained),
        cmocka_unit_test(a_net_that_is_too_strong_stays_together),
        cmocka_unit_test(bodies_at_the_same_place_do_not_pull),
        cmocka_unit_test(only_what_can_be_moved_is),
        cmocka_unit_test(springs_pull_the_short_way_around),
        cmocka_unit_test(springs_pull_in_all_directions_of_a_volume),
        cmocka_unit_test(max_speed_holds_and_max_force_does_not),
        cmocka_unit_test(neither_threads_nor_vectors_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
