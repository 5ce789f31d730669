// Vectors and transcendental functions: compared with the C library's in extended precision, with
// their special values, and with a hash that every compiler and optimization level must reproduce.
#include "base/math.h"
#include "base/sine_lanes.h"

#include "../program.h"

#include "base/hash.h"
#include "base/random.h"

#include <float.h>
#include <string.h>

#define SAMPLES 60000

typedef double function(double);
typedef long double reference(long double);

static uint64_t draws;

static double between(double low, double high) {
    return low + (high - low) * dv_random_unit((dv_random_key){.seed = 5}, draws++);
}

// Of all sizes from 2^low to 2^high.
static double sized(double low, double high) {
    return ldexp(between(1, 2), (int)between(low, high));
}

// Distance from the true value in units of its last place.
static double error_of(double value, long double truth) {
    double rounded = (double)truth;
    if (isnan(truth) || isinf(rounded))
        return isnan(truth) ? (isnan(value) ? 0 : HUGE_VAL) : value == rounded ? 0 : HUGE_VAL;
    int exponent;
    frexp(rounded, &exponent);
    if (exponent < DBL_MIN_EXP || rounded == 0)
        exponent = DBL_MIN_EXP;
    return (double)fabsl(((long double)value - truth) / ldexpl(1, exponent - DBL_MANT_DIG));
}

static void check_even(function *own, reference *truth, double low, double high) {
    for (int i = 0; i <= SAMPLES; i++) {
        double dense = low + (high - low) * i / SAMPLES, random = between(low, high);
        assert_true(error_of(own(dense), truth((long double)dense)) <= 1);
        assert_true(error_of(own(random), truth((long double)random)) <= 1);
    }
}

static void check_sizes(function *own, reference *truth, double low, double high) {
    for (int i = 0; i < SAMPLES; i++) {
        double x = sized(low, high);
        assert_true(error_of(own(x), truth((long double)x)) <= 1);
        assert_true(error_of(own(-x), truth(-(long double)x)) <= 1);
    }
}

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// Equal with the sign of zero, and NaN only as the one NaN.
static void assert_same(double value, double expected) {
    assert_true(bits_of(value) == bits_of(expected));
}

static void sine_cosine_and_tangent_are_within_a_unit(void **state) {
    (void)state;
    static function *const own[] = {dv_sin, dv_cos, dv_tan};
    static reference *const truth[] = {sinl, cosl, tanl};
    for (int i = 0; i < 3; i++) {
        check_even(own[i], truth[i], -8, 8);
        check_even(own[i], truth[i], -2e6, 2e6);
        check_even(own[i], truth[i], -1e9, 1e9);
        check_sizes(own[i], truth[i], -1074, 62);
    }
}

static void expect_both(double x) {
    double sine, cosine;
    dv_sin_cos(x, &sine, &cosine);
    assert_same(sine, dv_sin(x));
    assert_same(cosine, dv_cos(x));
}

static void sine_and_cosine_together_are_what_they_are_alone(void **state) {
    (void)state;
    static const double special[] = {0.0,        -0.0,      INFINITY,  -INFINITY, NAN,    0x1p-28,
                                     -0x1p-1074, DV_PI / 4, DV_PI / 2, 1e22,      DBL_MAX};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        expect_both(special[i]);
    for (int i = 0; i < SAMPLES; i++) {
        expect_both(between(-8, 8));
        expect_both(sized(-1074, 1023));
    }
}

// Angles as directions are drawn: multiples of a 2^32th of a turn.
static void sines_side_by_side_are_what_they_are_alone(void **state) {
    (void)state;
    static const uint64_t special[] = {0, 1, 5, 6, 0x1fffffff, 0x20000000, 0x20000001, UINT32_MAX};
    const uint32_t odd = 2654435761u;
    for (uint32_t i = 0; i < SAMPLES; i++) {
        dv_doubles angles, sines, cosines;
        for (uint32_t lane = 0; lane < DV_ANGLES; lane++) {
            uint64_t part = i < 2 ? special[DV_ANGLES * i + lane] : (DV_ANGLES * i + lane) * odd;
            angles[lane] = (double)(uint32_t)part * (2 * DV_PI * 0x1p-32);
        }
        dv_sines_and_cosines(&angles, &sines, &cosines);
        for (int lane = 0; lane < DV_ANGLES; lane++) {
            double sine, cosine;
            dv_sin_cos(angles[lane], &sine, &cosine);
            assert_same(sines[lane], sine);
            assert_same(cosines[lane], cosine);
        }
    }
}

static void angles_next_to_multiples_of_a_quarter_turn_are_reduced_right(void **state) {
    (void)state;
    for (int64_t n = 1; n < 2000000; n = n * 3 / 2 + 1) {
        double x = (double)((long double)n * 1.57079632679489661923132169163975144L);
        assert_true(error_of(dv_sin(x), sinl((long double)x)) <= 1);
        assert_true(error_of(dv_cos(x), cosl((long double)x)) <= 1);
        assert_true(error_of(dv_tan(x), tanl((long double)x)) <= 1);
    }
    assert_same(dv_sin(DV_PI), 0x1.1a62633145c07p-53);
    assert_same(dv_cos(DV_PI / 2), 0x1.1a62633145c07p-54);
    // Of all doubles, the nearest to a multiple of pi/2.
    double hardest = 0x1.6ac5b262ca1ffp+849;
    assert_true(error_of(dv_sin(hardest), 1) <= 1);
    assert_true(error_of(dv_cos(hardest), -0x1.14ae72e6ba22fp-61L) <= 1);
    assert_true(error_of(dv_tan(hardest), -0x1.d9ba9a7975636p+60L) <= 1);
}

static void angles_of_any_size_are_reduced_right(void **state) {
    (void)state;
    assert_true(error_of(dv_sin(1e22), -0x1.b453ab76bf397p-1L) <= 1);
    assert_true(error_of(dv_cos(1e22), 0x1.0be2cef01c8f4p-1L) <= 1);
    assert_true(error_of(dv_tan(1e22), -0x1.a0f79c1b6b257p+0L) <= 1);
    assert_true(error_of(dv_sin(DBL_MAX), 0x1.452fc98b34e97p-8L) <= 1);
    assert_true(error_of(dv_cos(DBL_MAX), -0x1.fffe62ecfab75p-1L) <= 1);
    assert_true(error_of(dv_tan(-DBL_MAX), 0x1.4530cfe729484p-8L) <= 1);
    for (int i = 0; i < SAMPLES; i++) {
        double x = sized(20, 1023), sine = dv_sin(x), cosine = dv_cos(x);
        assert_true(fabs(sine) <= 1 && fabs(cosine) <= 1);
        assert_true(fabs(sine * sine + cosine * cosine - 1) < 4e-16);
    }
}

static void inverse_functions_are_within_a_unit(void **state) {
    (void)state;
    check_even(dv_asin, asinl, -1, 1);
    check_sizes(dv_asin, asinl, -1074, -0.01);
    check_even(dv_acos, acosl, -1, 1);
    check_even(dv_acos, acosl, 0.99999, 1);
    check_even(dv_acos, acosl, -1, -0.99999);
    check_sizes(dv_acos, acosl, -1074, -0.01);
    check_even(dv_atan, atanl, -3, 3);
    check_sizes(dv_atan, atanl, -1074, 1023);
}

static void arc_tangent_of_two_is_within_a_unit(void **state) {
    (void)state;
    for (int i = 0; i < 4 * SAMPLES; i++) {
        double reach = i % 4 == 0 ? 1022 : i % 4 == 1 ? 40 : 3;
        double y = copysign(sized(-reach, reach), between(-1, 1));
        double x = copysign(sized(-reach, reach), between(-1, 1));
        assert_true(error_of(dv_atan2(y, x), atan2l((long double)y, (long double)x)) <= 1);
    }
    for (int i = 0; i < SAMPLES; i++) {
        double y = between(-1, 1), x = between(-1, 1);
        assert_true(error_of(dv_atan2(y, x), atan2l((long double)y, (long double)x)) <= 1);
    }
}

static void exponential_and_logarithm_are_within_a_unit(void **state) {
    (void)state;
    check_even(dv_exp, expl, -2, 2);
    check_even(dv_exp, expl, -750, 715);
    check_sizes(dv_exp, expl, -1074, 9);
    check_even(dv_log, logl, 0.5, 2);
    check_even(dv_log, logl, 0.99, 1.01);
    for (int i = 0; i < 4 * SAMPLES; i++) {
        double x = sized(-1074, 1023);
        assert_true(error_of(dv_log(x), logl((long double)x)) <= 1);
    }
}

static void power_is_within_two_units(void **state) {
    (void)state;
    for (int i = 0; i < 6 * SAMPLES; i++) {
        double x = sized(-1074, 1023), y = between(-3, 3);
        if (i % 3 == 1) {
            x = between(0, 4);
            y = between(-500, 500);
        } else if (i % 3 == 2) {
            x = between(0.999, 1.001);
            y = between(-7e5, 7e5);
        }
        assert_true(error_of(dv_pow(x, y), powl((long double)x, (long double)y)) <= 2);
    }
}

static void powers_that_are_whole_are_exact(void **state) {
    (void)state;
    for (int base = -20; base <= 20; base++) {
        double product = 1;
        for (int exponent = 0; exponent <= 10; exponent++) {
            assert_true(dv_pow(base, exponent) == product);
            product *= base;
        }
    }
    for (int exponent = -1074; exponent <= 1023; exponent++)
        assert_true(dv_pow(2, exponent) == ldexp(1, exponent));
}

static void angles_keep_the_sign_of_zero_and_refuse_infinity(void **state) {
    (void)state;
    static function *const odd[] = {dv_sin, dv_tan, dv_asin, dv_atan};
    for (int i = 0; i < 4; i++) {
        assert_same(odd[i](0.0), 0.0);
        assert_same(odd[i](-0.0), -0.0);
        assert_same(odd[i](0x1p-1074), 0x1p-1074);
        assert_same(odd[i](-0x1p-1074), -0x1p-1074);
    }
    assert_same(dv_cos(-0.0), 1);
    for (int sign = -1; sign <= 1; sign += 2) {
        assert_same(dv_sin(sign * INFINITY), NAN);
        assert_same(dv_cos(sign * INFINITY), NAN);
        assert_same(dv_tan(sign * INFINITY), NAN);
        assert_same(dv_atan(sign * INFINITY), sign * DV_PI / 2);
        assert_same(dv_atan(sign * DBL_MAX), sign * DV_PI / 2);
        assert_same(dv_asin(sign * 1.0), sign * DV_PI / 2);
        assert_same(dv_asin(sign * 1.0000000000000002), NAN);
        assert_same(dv_acos(sign * 1.0000000000000002), NAN);
    }
    assert_same(dv_acos(1), 0.0);
    assert_same(dv_acos(-1), DV_PI);
    assert_same(dv_acos(0), DV_PI / 2);
}

static void arc_tangent_of_two_knows_its_quadrants(void **state) {
    (void)state;
    const double infinity = INFINITY;
    for (int sign = -1; sign <= 1; sign += 2) {
        assert_same(dv_atan2(sign * 0.0, 0.0), sign * 0.0);
        assert_same(dv_atan2(sign * 0.0, -0.0), sign * DV_PI);
        assert_same(dv_atan2(sign * 0.0, 3), sign * 0.0);
        assert_same(dv_atan2(sign * 0.0, -3), sign * DV_PI);
        assert_same(dv_atan2(sign * 2.0, 0.0), sign * DV_PI / 2);
        assert_same(dv_atan2(sign * 2.0, -0.0), sign * DV_PI / 2);
        assert_same(dv_atan2(sign * 2.0, infinity), sign * 0.0);
        assert_same(dv_atan2(sign * 2.0, -infinity), sign * DV_PI);
        assert_same(dv_atan2(sign * infinity, 2), sign * DV_PI / 2);
        assert_same(dv_atan2(sign * infinity, infinity), sign * DV_PI / 4);
        assert_same(dv_atan2(sign * infinity, -infinity), sign * (3 * (DV_PI / 4)));
        assert_same(dv_atan2(sign * 1.0, 1), sign * DV_PI / 4);
        assert_same(dv_atan2(sign * 1.0, -1), sign * (3 * (DV_PI / 4)));
        assert_same(dv_atan2(sign * 0x1p-1074, DBL_MAX), sign * 0.0);
        assert_same(dv_atan2(sign * 0x1p-1074, -DBL_MAX), sign * DV_PI);
        assert_same(dv_atan2(sign * DBL_MAX, -0x1p-1074), sign * DV_PI / 2);
        assert_same(dv_atan2(sign * 0x1p-1074, 0x1p-1074), sign * DV_PI / 4);
    }
}

static void exponential_logarithm_and_root_know_their_ends(void **state) {
    (void)state;
    assert_same(dv_exp(0), 1);
    assert_same(dv_exp(-0.0), 1);
    assert_same(dv_exp(INFINITY), INFINITY);
    assert_same(dv_exp(-INFINITY), 0);
    assert_same(dv_exp(709.79), INFINITY);
    assert_true(isfinite(dv_exp(709.78)));
    assert_same(dv_exp(-745.2), 0);
    assert_same(dv_exp(-745.1), 0x1p-1074);
    assert_same(dv_log(1), 0);
    assert_same(dv_log(0), -INFINITY);
    assert_same(dv_log(-0.0), -INFINITY);
    assert_same(dv_log(INFINITY), INFINITY);
    assert_same(dv_log(-1), NAN);
    assert_same(dv_log(-INFINITY), NAN);
    assert_same(dv_sqrt(9), 3);
    assert_same(dv_sqrt(-0.0), -0.0);
    assert_same(dv_sqrt(INFINITY), INFINITY);
    assert_same(dv_sqrt(-1), NAN);
}

static void every_function_passes_nan_on_as_the_one_nan(void **state) {
    (void)state;
    static function *const all[] = {dv_sin,  dv_cos, dv_tan, dv_asin, dv_acos,
                                    dv_atan, dv_exp, dv_log, dv_sqrt};
    double odd_nan;
    uint64_t bits = UINT64_C(0xFFF8000000012345);
    memcpy(&odd_nan, &bits, sizeof odd_nan);
    for (int i = 0; i < 9; i++)
        assert_same(all[i](odd_nan), NAN);
    assert_same(dv_atan2(odd_nan, 1), NAN);
    assert_same(dv_atan2(1, odd_nan), NAN);
    assert_same(dv_pow(odd_nan, 1), NAN);
    assert_same(dv_pow(2, odd_nan), NAN);
}

static void power_knows_its_special_values(void **state) {
    (void)state;
    static const double special[] = {
        0.0,  -0.0,  1,      -1,     2,        -2,      0.5,     -0.5,     3,         -3, 2.5,
        -2.5, 1e300, -1e300, 0x1p53, 0x1.8p52, -1e-300, -7e-310, INFINITY, -INFINITY, NAN};
    const int count = sizeof special / sizeof *special;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            double value = dv_pow(special[i], special[j]), expected = pow(special[i], special[j]);
            if (isnan(expected))
                assert_same(value, NAN);
            else if (expected == 0 || isinf(expected))
                assert_same(value, expected);
            else
                assert_true(error_of(value, (long double)expected) <= 2);
        }
    }
}

static void add_all_functions(dv_hash *hash, double x, double y) {
    const double values[] = {dv_sin(x),  dv_cos(x),  dv_tan(x),      dv_atan(x),
                             dv_exp(x),  dv_log(x),  dv_atan2(y, x), dv_pow(x, y),
                             dv_sqrt(x), dv_asin(y), dv_acos(y)};
    dv_hash_add(hash, values, sizeof values);
}

static double any_double(uint64_t n) {
    uint64_t bits = dv_random_bits((dv_random_key){.seed = 6}, n);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void results_are_the_same_bits_in_every_build(void **state) {
    (void)state;
    dv_hash hash;
    dv_hash_begin(&hash);
    dv_random_key key = {.seed = 7};
    for (uint64_t n = 0; n < 50000; n++) {
        double x = dv_random_unit(key, 2 * n), y = dv_random_unit(key, 2 * n + 1);
        add_all_functions(&hash, 20 * x, 2 * y - 1);
        add_all_functions(&hash, 1e6 * (x - 0.5), y);
        add_all_functions(&hash, any_double(2 * n), any_double(2 * n + 1));
        add_all_functions(&hash, (double)n / 1000, -(double)n / 50000);
    }
    assert_true(dv_hash_end(&hash) == UINT64_C(0x62bb0a7d05cfe7a5));
}

static void upper_product_halves_are_right(void **state) {
    (void)state;
    assert_true(dv_multiply_high(0, UINT64_MAX) == 0);
    assert_true(dv_multiply_high(UINT64_MAX, UINT64_MAX) == UINT64_MAX - 1);
    assert_true(dv_multiply_high(UINT64_C(1) << 63, 2) == 1);
    assert_true(dv_multiply_high(UINT64_C(0x123456789abcdef0), UINT64_C(0xfedcba9876543210)) ==
                UINT64_C(0x121fa00ad77d7422));
}

static void assert_vector(dv_vec3 v, float x, float y, float z) {
    assert_true(v.x == x && v.y == y && v.z == z);
}

static void vectors_follow_their_algebra(void **state) {
    (void)state;
    dv_vec3 a = dv_vec(1, 2, 3), b = dv_vec(-2, 0.5f, 4);
    assert_vector(dv_add(a, b), -1, 2.5f, 7);
    assert_vector(dv_subtract(a, b), 3, 1.5f, -1);
    assert_vector(dv_scale(a, -2), -2, -4, -6);
    assert_true(dv_dot(a, b) == 11);
    assert_vector(dv_cross(a, b), 6.5f, -10, 4.5f);
    assert_vector(dv_cross(dv_vec(1, 0, 0), dv_vec(0, 1, 0)), 0, 0, 1);
    assert_vector(dv_lerp(a, b, 0), 1, 2, 3);
    assert_vector(dv_lerp(a, b, 1), -2, 0.5f, 4);
    assert_vector(dv_lerp(a, b, 0.5f), -0.5f, 1.25f, 3.5f);
    assert_true(dv_length_squared(a) == 14);
    assert_true(dv_clamp(5, 0, 3) == 3 && dv_clamp(-5, 0, 3) == 0 && dv_clamp(2, 0, 3) == 2);
    assert_true(dv_is_finite(a));
    assert_false(dv_is_finite(dv_vec(0, INFINITY, 0)));
    assert_false(dv_is_finite(dv_vec(0, 0, NAN)));
}

static void lengths_hold_from_the_smallest_to_the_greatest(void **state) {
    (void)state;
    for (int exponent = -147; exponent <= 124; exponent++) {
        float unit = ldexpf(1, exponent);
        assert_true(dv_length(dv_vec(2 * unit, 3 * unit, 6 * unit)) == 7 * unit);
        dv_vec3 direction = dv_normalize(dv_vec(3 * unit, 0, -4 * unit));
        assert_vector(direction, 0.6f, 0, -0.8f);
    }
    assert_vector(dv_normalize(dv_vec(0, 0, 0)), 0, 0, 0);
    assert_true(isinf(dv_length(dv_vec(FLT_MAX, FLT_MAX, 0))));
}

static void truncation_never_exceeds_its_bound(void **state) {
    (void)state;
    for (int i = 0; i < 300000; i++) {
        int size = (int)between(-149, 127);
        dv_vec3 v = dv_vec((float)ldexp(between(-1, 1), size), (float)ldexp(between(-1, 1), size),
                           (float)ldexp(between(-1, 1), size));
        float max = (float)ldexp(between(0, 1), size + (int)between(-20, 1));
        dv_vec3 shortened = dv_truncate(v, max);
        assert_true(dv_length(shortened) <= max);
        if (dv_length(v) <= max && dv_length_double(v) <= (double)max) {
            assert_vector(shortened, v.x, v.y, v.z);
        } else if (max > 0x1p-100f) {
            assert_true(dv_length(shortened) >= max * (1 - 0x1p-20f));
            assert_true(
                fabs((double)shortened.x / (double)v.x * (double)dv_length_double(v) / (double)max -
                     1) < 0x1p-20 ||
                fabsf(shortened.x) < max * 0x1p-10f);
        }
    }
}

static void truncation_is_exact_where_it_can_be(void **state) {
    (void)state;
    assert_vector(dv_truncate(dv_vec(10, 0, 0), 1), 1, 0, 0);
    assert_vector(dv_truncate(dv_vec(6, -8, 0), 5), 3, -4, 0);
    assert_vector(dv_truncate(dv_vec(3, 4, 0), 5), 3, 4, 0);
    assert_vector(dv_truncate(dv_vec(0, 0, 0), 0), 0, 0, 0);
    assert_vector(dv_truncate(dv_vec(1, 2, 3), 0), 0, 0, 0);
    assert_vector(dv_truncate(dv_vec(1, 2, 3), -1), 0, 0, 0);
    assert_vector(dv_truncate(dv_vec(1, 2, 3), INFINITY), 1, 2, 3);
    assert_vector(dv_truncate(dv_vec(FLT_MAX, 0, 0), 2), 2, 0, 0);
    assert_true(dv_is_finite(dv_truncate(dv_vec(FLT_MAX, -FLT_MAX, FLT_MAX), FLT_MAX)));
    assert_false(dv_is_finite(dv_truncate(dv_vec(INFINITY, 0, 0), 1)));
    assert_false(dv_is_finite(dv_truncate(dv_vec(NAN, 0, 0), 1)));
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sine_cosine_and_tangent_are_within_a_unit),
        cmocka_unit_test(sine_and_cosine_together_are_what_they_are_alone),
        cmocka_unit_test(sines_side_by_side_are_what_they_are_alone),
        cmocka_unit_test(angles_next_to_multiples_of_a_quarter_turn_are_reduced_right),
        cmocka_unit_test(angles_of_any_size_are_reduced_right),
        cmocka_unit_test(inverse_functions_are_within_a_unit),
        cmocka_unit_test(arc_tangent_of_two_is_within_a_unit),
        cmocka_unit_test(exponential_and_logarithm_are_within_a_unit),
        cmocka_unit_test(power_is_within_two_units),
        cmocka_unit_test(powers_that_are_whole_are_exact),
        cmocka_unit_test(angles_keep_the_sign_of_zero_and_refuse_infinity),
        cmocka_unit_test(arc_tangent_of_two_knows_its_quadrants),
        cmocka_unit_test(exponential_logarithm_and_root_know_their_ends),
        cmocka_unit_test(every_function_passes_nan_on_as_the_one_nan),
        cmocka_unit_test(power_knows_its_special_values),
        cmocka_unit_test(results_are_the_same_bits_in_every_build),
        cmocka_unit_test(upper_product_halves_are_right),
        cmocka_unit_test(vectors_follow_their_algebra),
        cmocka_unit_test(lengths_hold_from_the_smallest_to_the_greatest),
        cmocka_unit_test(truncation_never_exceeds_its_bound),
        cmocka_unit_test(truncation_is_exact_where_it_can_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
