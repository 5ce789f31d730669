// Random numbers: they never change between versions, and have no pattern that our statistics can
// find. Every bound is five standard deviations or more, so only a fault exceeds it. The keys are
// fixed, so the result does not depend on chance.
#include "base/math.h"
#include "base/random.h"

#include "../program.h"

#include <stdlib.h>

static void draws_never_change(void **state) {
    (void)state;
    dv_random_key zero = {0};
    dv_random_key key = {.seed = 1, .tick = 600, .agent = 42, .stream = 3};
    dv_random_key ones = {UINT64_MAX, UINT64_MAX, UINT32_MAX, UINT32_MAX};
    assert_true(dv_random_bits(zero, 0) == UINT64_C(0x03fd08181c13aaff));
    assert_true(dv_random_bits(zero, 1) == UINT64_C(0x75a6b7a2c96f129a));
    assert_true(dv_random_bits(key, 7) == UINT64_C(0x3ca9538f774d0918));
    assert_true(dv_random_bits(ones, UINT64_MAX) == UINT64_C(0x3440e42ed6a66201));
    assert_true(dv_random_unit(key, 7) == 0x1.e54a9c7bba684p-3);
    assert_true(dv_random_range(key, 7, -1000, 1000) == -526);
    dv_vec3 flat = dv_random_direction(key, 7, false), solid = dv_random_direction(key, 7, true);
    assert_true(flat.x == 0x1.4f410cp-4f && flat.y == 0x1.fe4838p-1f && flat.z == 0);
    assert_true(solid.x == 0x1.4e7a9cp-4f && solid.y == 0x1.fd1a3p-1f &&
                solid.z == -0x1.165edcp-4f);
}

static void draws_for_several_agents_are_those_of_each(void **state) {
    (void)state;
    static const uint32_t agents[] = {42, 0, UINT32_MAX, 42, 7};
    enum { COUNT = sizeof agents / sizeof *agents };
    dv_random_key key = {.seed = 1, .tick = 600, .agent = 3, .stream = 3};
    uint64_t bits[COUNT];
    dv_random_bits_of(key, 7, agents, COUNT, bits);
    for (int i = 0; i < COUNT; i++) {
        key.agent = agents[i];
        assert_true(bits[i] == dv_random_bits(key, 7));
    }
}

// Input bits 0 … 255: seed, tick, agent, stream, n.
static uint64_t bits_with_flip(dv_random_key key, uint64_t n, int flipped) {
    uint64_t bit = UINT64_C(1) << flipped % 64;
    if (flipped < 64)
        key.seed ^= bit;
    else if (flipped < 128)
        key.tick ^= bit;
    else if (flipped < 160)
        key.agent ^= (uint32_t)bit;
    else if (flipped < 192)
        key.stream ^= (uint32_t)(bit >> 32);
    else
        n ^= bit;
    return dv_random_bits(key, n);
}

static void every_input_bit_flips_every_output_bit_half_the_time(void **state) {
    (void)state;
    enum { SAMPLES = 20000 };
    for (int flipped = 0; flipped < 256; flipped++) {
        int flips[64] = {0};
        for (uint32_t i = 0; i < SAMPLES; i++) {
            // Small numbers, as runs have them, are the hard case.
            dv_random_key key = {i % 7, i / 64, i % 64, i % 3};
            uint64_t changed = dv_random_bits(key, i % 5) ^ bits_with_flip(key, i % 5, flipped);
            for (int bit = 0; bit < 64; bit++)
                flips[bit] += changed >> bit & 1;
        }
        for (int bit = 0; bit < 64; bit++)
            assert_in_range(flips[bit], 0.48 * SAMPLES, 0.52 * SAMPLES);
    }
}

typedef double draw_of(uint32_t i);

static double by_number(uint32_t i) { return dv_random_unit((dv_random_key){.seed = 1}, i); }
static double by_agent(uint32_t i) {
    return dv_random_unit((dv_random_key){.seed = 1, .agent = i}, 0);
}
static double by_tick(uint32_t i) {
    return dv_random_unit((dv_random_key){.seed = 1, .tick = i}, 0);
}
static double by_stream(uint32_t i) {
    return dv_random_unit((dv_random_key){.seed = 1, .stream = i}, 0);
}
static double by_seed(uint32_t i) { return dv_random_unit((dv_random_key){.seed = i}, 0); }

static draw_of *const sequences[] = {by_number, by_agent, by_tick, by_stream, by_seed};

static void units_have_the_mean_and_variance_of_even_chance(void **state) {
    (void)state;
    enum { SAMPLES = 1 << 20 };
    for (int s = 0; s < 5; s++) {
        double sum = 0, squares = 0;
        for (uint32_t i = 0; i < SAMPLES; i++) {
            double unit = sequences[s](i);
            assert_true(unit >= 0 && unit < 1);
            sum += unit - 0.5;
            squares += (unit - 0.5) * (unit - 0.5);
        }
        // Deviations of the two means: 1/sqrt(12 N) = 0.00028 and 1/sqrt(180 N) = 0.00007.
        assert_true(fabs(sum / SAMPLES) < 0.0015);
        assert_true(fabs(squares / SAMPLES - 1.0 / 12) < 0.0004);
    }
}

static void neighboring_draws_are_uncorrelated(void **state) {
    (void)state;
    enum { SAMPLES = 1 << 18 };
    for (int s = 0; s < 5; s++) {
        for (uint32_t lag = 1; lag <= 64; lag *= 2) {
            double sum = 0;
            for (uint32_t i = 0; i < SAMPLES; i++)
                sum += (sequences[s](i) - 0.5) * (sequences[s](i + lag) - 0.5);
            // The correlation's deviation is 1/sqrt(N) = 0.002.
            assert_true(fabs(sum / SAMPLES * 12) < 0.01);
        }
    }
}

static void units_fill_their_cells_evenly(void **state) {
    (void)state;
    enum { CELLS = 1024, SAMPLES = CELLS * 1024 };
    for (int s = 0; s < 5; s++) {
        int counts[CELLS] = {0};
        for (uint32_t i = 0; i < SAMPLES; i++)
            counts[(int)(sequences[s](i) * CELLS)]++;
        double chi_squared = 0;
        for (int i = 0; i < CELLS; i++)
            chi_squared += (counts[i] - 1024.0) * (counts[i] - 1024.0) / 1024;
        // 1023 degrees of freedom, deviation sqrt(2046) = 45.
        assert_true(fabs(chi_squared - 1023) < 230);
    }
}

static int by_value(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void neighboring_keys_never_meet(void **state) {
    (void)state;
    enum { SIDE = 12, COUNT = SIDE * SIDE * SIDE * SIDE * SIDE };
    uint64_t *draws = malloc(COUNT * sizeof *draws);
    assert_non_null(draws);
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t rest = i;
        uint32_t words[5];
        for (int w = 0; w < 5; w++) {
            words[w] = rest % SIDE;
            rest /= SIDE;
        }
        dv_random_key key = {words[0], words[1], words[2], words[3]};
        draws[i] = dv_random_bits(key, words[4]);
    }
    qsort(draws, COUNT, sizeof *draws, by_value);
    for (int i = 1; i < COUNT; i++)
        assert_true(draws[i] != draws[i - 1]);
    free(draws);
}

static void ranges_hold_both_ends_and_are_even(void **state) {
    (void)state;
    dv_random_key key = {.seed = 9};
    int counts[7] = {0};
    for (uint64_t n = 0; n < 70000; n++) {
        int64_t value = dv_random_range(key, n, -3, 3);
        assert_true(value >= -3 && value <= 3);
        counts[value + 3]++;
    }
    // The deviation of one count is 93.
    for (int i = 0; i < 7; i++)
        assert_in_range(counts[i], 9500, 10500);
}

static void ranges_may_be_one_value_or_all_values(void **state) {
    (void)state;
    dv_random_key key = {.seed = 9};
    bool negative = false, positive = false;
    for (uint64_t n = 0; n < 100; n++) {
        assert_true(dv_random_range(key, n, 5, 5) == 5);
        int64_t value = dv_random_range(key, n, INT64_MIN, INT64_MAX);
        assert_true((uint64_t)value == dv_random_bits(key, n) + ((uint64_t)1 << 63));
        negative |= value < 0;
        positive |= value > 0;
        assert_true(dv_random_range(key, n, INT64_MAX - 1, INT64_MAX) >= INT64_MAX - 1);
    }
    assert_true(negative && positive);
}

static void directions_are_of_length_one_and_even(void **state) {
    (void)state;
    enum { SAMPLES = 100000 };
    dv_random_key key = {.seed = 4};
    for (int volume = 0; volume < 2; volume++) {
        double sums[3] = {0}, squares[3] = {0};
        for (uint64_t n = 0; n < SAMPLES; n++) {
            dv_vec3 d = dv_random_direction(key, n, volume);
            assert_true(fabsf(dv_length(d) - 1) <= 0x1p-23f);
            if (!volume)
                assert_true(d.z == 0);
            const float parts[3] = {d.x, d.y, d.z};
            for (int axis = 0; axis < 3; axis++) {
                sums[axis] += (double)parts[axis];
                squares[axis] += (double)parts[axis] * (double)parts[axis];
            }
        }
        // Deviations: 0.0022 for the means, 0.0011 for the mean squares.
        for (int axis = 0; axis < 3; axis++) {
            double expected = volume ? 1.0 / 3 : axis < 2 ? 0.5 : 0;
            assert_true(fabs(sums[axis] / SAMPLES) < 0.012);
            assert_true(fabs(squares[axis] / SAMPLES - expected) < 0.006);
        }
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_never_change),
        cmocka_unit_test(draws_for_several_agents_are_those_of_each),
        cmocka_unit_test(every_input_bit_flips_every_output_bit_half_the_time),
        cmocka_unit_test(units_have_the_mean_and_variance_of_even_chance),
        cmocka_unit_test(neighboring_draws_are_uncorrelated),
        cmocka_unit_test(units_fill_their_cells_evenly),
        cmocka_unit_test(neighboring_keys_never_meet),
        cmocka_unit_test(ranges_hold_both_ends_and_are_even),
        cmocka_unit_test(ranges_may_be_one_value_or_all_values),
        cmocka_unit_test(directions_are_of_length_one_and_even),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
