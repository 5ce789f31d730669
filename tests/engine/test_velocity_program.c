// The linear program of reciprocal avoidance: cases by hand, and random ones compared with many
// samples.
#include "../program.h"
#include "behavior_world.h"

#include "steering/behaviors/velocity_program.h"

#include <math.h>

#define CAP 10.0
#define SAMPLES 4000

static void check(const dv_half_space *spaces, uint32_t count, uint32_t firm, double x, double y,
                  double best_x, double best_y) {
    double preferred[3] = {x, y, 0}, best[3];
    dv_nearest_velocity(spaces, count, firm, preferred, CAP, 2, best);
    assert_vector(dv_vec((float)best[0], (float)best[1], (float)best[2]), (float)best_x,
                  (float)best_y, 0, 1e-5f);
}

static void what_is_allowed_is_kept(void **state) {
    (void)state;
    dv_half_space right = {{1, 0, 0}, 2};
    check(NULL, 0, 0, 3, 4, 3, 4);
    check(NULL, 0, 0, 12, 16, 6, 8); // no faster than the cap
    check(&right, 1, 0, 3, 4, 3, 4);
    check(&right, 1, 0, 2, 4, 2, 4);
}

static void the_nearest_point_of_a_boundary_is_taken(void **state) {
    (void)state;
    dv_half_space one = {{1, 0, 0}, 6}, slanted = {{0.6, 0.8, 0}, 5};
    check(&one, 1, 0, 0, 1, 6, 1);
    check(&one, 1, 0, 0, 20, 6, 8); // where the cap cuts it
    check(&slanted, 1, 0, 0, 0, 3, 4);
    dv_half_space corner[] = {{{1, 0, 0}, 1}, {{0, 1, 0}, 2}};
    check(corner, 2, 0, 0, 0, 1, 2);
    check(corner, 2, 0, 5, 0, 5, 2);
}

static void when_nothing_is_allowed_the_violation_is_least(void **state) {
    (void)state;
    dv_half_space apart[] = {{{1, 0, 0}, 3}, {{-1, 0, 0}, 1}};
    check(apart, 2, 0, 0, 0, 1, 0); // 2 m/s short of each
    check(apart, 2, 1, 0, 0, 3, 0); // the firm one yields not at all
    dv_half_space beyond = {{1, 0, 0}, 15};
    check(&beyond, 1, 0, 0, 0, 10, 0);
}

static double violation_of(const dv_half_space *space, const double *v) {
    return space->bound -
           (space->normal[0] * v[0] + space->normal[1] * v[1] + space->normal[2] * v[2]);
}

static double worst_of(const dv_half_space *spaces, uint32_t count, const double *v) {
    double worst = 0;
    for (uint32_t i = 0; i < count; i++)
        worst = fmax(worst, violation_of(&spaces[i], v));
    return worst;
}

static double apart(const double *a, const double *b) {
    return dv_length_double(
        dv_vec((float)(a[0] - b[0]), (float)(a[1] - b[1]), (float)(a[2] - b[2])));
}

static void random_velocity(uint64_t *n, uint32_t dimensions, double *v) {
    do {
        for (uint32_t i = 0; i < 3; i++)
            v[i] = i < dimensions ? (double)lab_random(n, -10, 10) : 0;
    } while (v[0] * v[0] + v[1] * v[1] + v[2] * v[2] > CAP * CAP);
}

// No sampled velocity may be nearer and allowed, or less in the way where none is.
static void check_against_samples(uint64_t seed, uint32_t dimensions, float most_bound,
                                  int *infeasible) {
    uint64_t n = seed * 100000;
    dv_half_space spaces[DV_MAX_HALF_SPACES];
    uint32_t count = 1 + (uint32_t)lab_random(&n, 0, DV_MAX_HALF_SPACES - 1);
    double preferred[3], best[3], sample[3];
    for (uint32_t i = 0; i < count; i++) {
        double length;
        do {
            random_velocity(&n, dimensions, spaces[i].normal);
            length = apart(spaces[i].normal, (double[3]){0});
        } while (length < 1);
        for (int axis = 0; axis < 3; axis++)
            spaces[i].normal[axis] /= length;
        spaces[i].bound = (double)lab_random(&n, -8, most_bound);
    }
    random_velocity(&n, dimensions, preferred);
    dv_nearest_velocity(spaces, count, 0, preferred, CAP, dimensions, best);
    double worst = worst_of(spaces, count, best), distance = apart(best, preferred);
    assert_true(apart(best, (double[3]){0}) <= CAP * (1 + 1e-6));
    *infeasible += worst > 1e-6;
    for (int i = 0; i < SAMPLES; i++) {
        random_velocity(&n, dimensions, sample);
        double other = worst_of(spaces, count, sample);
        if (worst > 1e-6 ? other < worst - 1e-6
                         : other == 0 && apart(sample, preferred) < distance - 1e-5)
            fail_msg("seed %d: a sample is better", (int)seed);
    }
}

static void no_sample_is_better(void **state) {
    (void)state;
    for (uint32_t dimensions = 2; dimensions <= 3; dimensions++) {
        int infeasible = 0;
        for (uint64_t seed = 0; seed < 200; seed++)
            check_against_samples(seed, dimensions, seed % 2 ? -1 : 7, &infeasible);
        assert_true(infeasible > 30 && infeasible < 170); // both sorts were tried
    }
}

static void equal_and_opposite_boundaries_are_no_trap(void **state) {
    (void)state;
    dv_half_space same[DV_MAX_HALF_SPACES];
    for (int i = 0; i < DV_MAX_HALF_SPACES; i++)
        same[i] = (dv_half_space){{i % 2 ? 1 : -1, 0, 0}, i % 2 ? 2 : -2};
    check(same, DV_MAX_HALF_SPACES, 0, 5, 3, 2, 3); // all that is left is a line
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_allowed_is_kept),
        cmocka_unit_test(the_nearest_point_of_a_boundary_is_taken),
        cmocka_unit_test(when_nothing_is_allowed_the_violation_is_least),
        cmocka_unit_test(no_sample_is_better),
        cmocka_unit_test(equal_and_opposite_boundaries_are_no_trap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
