// The transcendental functions, built from IEEE operations alone; see math.h.
//
// Where a double is too coarse, values are pairs: unevaluated sums of a double and a much smaller
// one, about 106 bits together, after Dekker and Knuth. Each function reduces its argument exactly
// or as a pair, evaluates a polynomial only for the part that is small compared to the result, and
// rounds once.
//
// Where the constants come from: all were computed with 400 bits of precision. A polynomial
// interpolates its function at the Chebyshev points of the reduced interval, is expanded into
// powers, and has its coefficients rounded to doubles. The error stated with each is the greatest
// error of the rounded polynomial relative to the function's value. Tables hold the first and
// second 53 bits of the value that their comment names.
#include "base/math.h"

#include "base/sine_terms.h"

#include <assert.h>
#include <float.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0, "doubles are computed as doubles");
_Static_assert(DBL_MANT_DIG == 53 && sizeof(double) == sizeof(uint64_t), "doubles are IEEE 754");

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/// An unevaluated sum; low is at most half a unit in the last place of high unless said otherwise.
typedef struct pair {
    double high, low;
} pair;

static const pair half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
static const pair pi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/// 2^exponent for -1022 … 1023.
static double power_of_two(int exponent) { return from_bits((uint64_t)(exponent + 1023) << 52); }

static int exponent_of(double x) { return (int)(bits_of(x) >> 52 & 0x7FF) - 1023; }

static bool is_negative(double x) { return bits_of(x) >> 63; }

static pair sum_of(double a, double b) {
    double sum = a + b;
    double from_b = sum - a;
    return (pair){sum, (a - (sum - from_b)) + (b - from_b)};
}

/// sum_of, if a is 0 or its exponent is not less than that of b.
static pair ordered_sum(double a, double b) {
    double sum = a + b;
    return (pair){sum, b - (sum - a)};
}

static pair split_number(double x) {
    double scaled = x * 0x1.0000002p27;
    double high = scaled - (scaled - x);
    return (pair){high, x - high};
}

static pair product_of(double a, double b) {
    pair x = split_number(a), y = split_number(b);
    double product = a * b;
    double low = ((x.high * y.high - product) + x.high * y.low + x.low * y.high) + x.low * y.low;
    return (pair){product, low};
}

static pair negate_pair(pair x) { return (pair){-x.high, -x.low}; }

/// x - y, rounded to a pair.
static pair difference_of(pair x, pair y) {
    pair sum = sum_of(x.high, -y.high);
    return ordered_sum(sum.high, sum.low + (x.low - y.low));
}

static double sum_polynomial(double x, const double *coefficients, size_t count) {
    double value = coefficients[count - 1];
    for (size_t i = count - 1; i-- > 0;)
        value = value * x + coefficients[i];
    return value;
}

uint64_t dv_multiply_high(uint64_t a, uint64_t b) {
    uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
    uint64_t middle = a_high * b_low + (a_low * b_low >> 32);
    uint64_t other = a_low * b_high + (uint32_t)middle;
    return a_high * b_high + (middle >> 32) + (other >> 32);
}

static float toward_zero(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits -= x != 0;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static dv_vec3 truncate_in_double(dv_vec3 v, float max) {
    double length = dv_length_double(v);
    double limit = max > 0 || isnan(max) ? max : 0;
    if (length <= limit && dv_length(v) <= limit)
        return v;
    double scale = limit / length;
    dv_vec3 shortened = dv_vec((float)(v.x * scale), (float)(v.y * scale), (float)(v.z * scale));
    // Rounding to nearest may exceed the limit slightly. Taking one unit in the last place off each
    // component more than makes up for that.
    if (dv_length_double(shortened) > limit) {
        shortened =
            dv_vec(toward_zero(shortened.x), toward_zero(shortened.y), toward_zero(shortened.z));
    }
    return dv_length(shortened) > limit ? dv_scale(shortened, DV_A_LITTLE_LESS) : shortened;
}

dv_vec3 dv_truncate(dv_vec3 v, float max) {
    float squared = dv_length_squared(v), limit = max < 0 ? 0 : max;
    bool is_plain = squared <= DV_LARGEST_SQUARE &&
                    (limit >= DV_LEAST_LIMIT || (limit == 0 && squared >= DV_LEAST_SQUARE));
    if (!is_plain)
        return truncate_in_double(v, max);
    float length = sqrtf(squared);
    if (length <= limit)
        return v;
    dv_vec3 shortened = dv_scale(v, limit / length);
    // The root of a square is exact, so comparing squares compares lengths.
    return dv_length_squared(shortened) > limit * limit ? dv_scale(shortened, DV_A_LITTLE_LESS)
                                                        : shortened;
}

// An angle minus the nearest multiple of a quarter turn, which `quadrant` counts modulo 4.
typedef struct reduced_angle {
    pair rest;
    unsigned quadrant;
} reduced_angle;

#define COARSEST_REDUCTION 0x1p20

// Subtracting the parts one by one, largest first, loses nothing to cancellation (Cody and Waite).
static reduced_angle reduce_moderate(double x) {
    int64_t number = (int64_t)(x * 0x1.45f306dc9c883p-1 + copysign(0.5, x));
    pair rest = {x, 0};
    for (size_t i = 0; i < DV_HALF_PI_PARTS; i++) {
        pair sum = sum_of(rest.high, -(double)number * dv_half_pi_parts[i]);
        rest = ordered_sum(sum.high, sum.low + rest.low);
    }
    return (reduced_angle){rest, (unsigned)number & 3};
}

// 2/pi in binary, after 64 zeros: bit p, counted from the first, has weight 2^(63 - p).
static const uint64_t two_over_pi[] = {
    0x0000000000000000, 0xA2F9836E4E441529, 0xFC2757D1F534DDC0, 0xDB6295993C439041,
    0xFE5163ABDEBBC561, 0xB7246E3A424DD2E0, 0x06492EEA09D1921C, 0xFE1DEB1CB129A73E,
    0xE88235F52EBB4484, 0xE99C7026B45F7E41, 0x3991D639835339F4, 0x9C845F8BBDF9283B,
    0x1FF897FFDE05980F, 0xEF2F118B5A0A6D1F, 0x6D367ECF27CB09B7, 0x4F463F669E5FEA2D,
    0x7527BAC7EBE5F17B, 0x3D0739F78A5292EA, 0x6BFB5FB11F8D5D08, 0x56033046FC7B6BAB};

static uint64_t two_over_pi_word(unsigned first_bit) {
    const uint64_t *word = &two_over_pi[first_bit / 64];
    unsigned shift = first_bit % 64;
    return shift ? word[0] << shift | word[1] >> (64 - shift) : word[0];
}

/// Three words, the first the most significant.
typedef struct fraction {
    uint64_t words[3];
} fraction;

static fraction shift_left(fraction f, unsigned bits) {
    while (bits >= 64) {
        f = (fraction){{f.words[1], f.words[2], 0}};
        bits -= 64;
    }
    if (bits) {
        f.words[0] = f.words[0] << bits | f.words[1] >> (64 - bits);
        f.words[1] = f.words[1] << bits | f.words[2] >> (64 - bits);
        f.words[2] <<= bits;
    }
    return f;
}

static fraction negate_fraction(fraction f) {
    f.words[2] = ~f.words[2] + 1;
    f.words[1] = ~f.words[1] + (f.words[2] == 0);
    f.words[0] = ~f.words[0] + (f.words[1] == 0 && f.words[2] == 0);
    return f;
}

/// mantissa · words modulo 2^192.
static fraction multiply_fraction(uint64_t mantissa, fraction f) {
    fraction product;
    product.words[2] = mantissa * f.words[2];
    uint64_t carry = dv_multiply_high(mantissa, f.words[2]);
    product.words[1] = mantissa * f.words[1] + carry;
    carry = dv_multiply_high(mantissa, f.words[1]) + (product.words[1] < carry);
    product.words[0] = mantissa * f.words[0] + carry;
    return product;
}

/// The fraction, read as f / 2^192 and nonzero, as a pair of its first 106 bits.
static pair pair_of_fraction(fraction f) {
    unsigned zeros = 0;
    while (!(shift_left(f, zeros).words[0] >> 63))
        zeros++;
    f = shift_left(f, zeros);
    uint64_t behind = f.words[0] << 53 | f.words[1] >> 11;
    double scale = power_of_two(-(int)zeros);
    return (pair){(double)(f.words[0] >> 11) * 0x1p-53 * scale,
                  (double)(behind >> 11) * 0x1p-106 * scale};
}

// The product uses only those bits of 2/pi that affect the quadrant and the 106 bits after it
// (Payne and Hanek): multiples of 4 quadrants drop out at the top.
static reduced_angle reduce_large(double x) {
    uint64_t bits = bits_of(x);
    uint64_t mantissa = (bits & 0xFFFFFFFFFFFFF) | 0x10000000000000;
    unsigned first_bit = (unsigned)(62 + exponent_of(x) - 52);
    fraction turns = {{two_over_pi_word(first_bit), two_over_pi_word(first_bit + 64),
                       two_over_pi_word(first_bit + 128)}};
    turns = multiply_fraction(mantissa, turns);
    unsigned quadrant = (unsigned)(turns.words[0] >> 62);
    turns = shift_left(turns, 2);
    bool above_half = turns.words[0] >> 63;
    if (above_half) {
        turns = negate_fraction(turns);
        quadrant++;
    }
    pair part = pair_of_fraction(turns);
    pair rest = product_of(part.high, half_pi.high);
    rest = ordered_sum(rest.high, rest.low + (part.high * half_pi.low + part.low * half_pi.high));
    if (above_half != is_negative(x))
        rest = negate_pair(rest);
    return (reduced_angle){rest, (is_negative(x) ? 4 - quadrant : quadrant) & 3};
}

static reduced_angle reduce_angle(double x) {
    if (fabs(x) <= DV_PI / 4)
        return (reduced_angle){{x, 0}, 0};
    return fabs(x) < COARSEST_REDUCTION ? reduce_moderate(x) : reduce_large(x);
}

static pair sine_of(pair x) {
    double square = x.high * x.high;
    double beyond = x.high * (square * sum_polynomial(square, dv_sine_terms, DV_SINE_TERMS));
    return ordered_sum(x.high, beyond + x.low * (1 - 0.5 * square));
}

static pair cosine_of(pair x) {
    double square = x.high * x.high;
    double half = 0.5 * square;
    // The rounding error of the square is as large as the last term.
    double lost = 0.5 * product_of(x.high, x.high).low;
    pair sum = ordered_sum(1, -half);
    double beyond = square * square * sum_polynomial(square, dv_cosine_terms, DV_COSINE_TERMS);
    return ordered_sum(sum.high, sum.low + (beyond - x.high * x.low - lost));
}

static pair sine_in_quadrant(reduced_angle angle) {
    pair value = angle.quadrant & 1 ? cosine_of(angle.rest) : sine_of(angle.rest);
    return angle.quadrant & 2 ? negate_pair(value) : value;
}

// Below this, sin x, tan x, asin x and atan x equal x to half a unit in the last place; returning x
// also keeps the sign of zero.
#define NEGLIGIBLE_CUBE 0x1p-27

double dv_sin(double x) {
    if (!isfinite(x))
        return (double)NAN;
    if (fabs(x) < NEGLIGIBLE_CUBE)
        return x;
    return sine_in_quadrant(reduce_angle(x)).high;
}

double dv_cos(double x) {
    if (!isfinite(x))
        return (double)NAN;
    reduced_angle angle = reduce_angle(x);
    angle.quadrant++;
    return sine_in_quadrant(angle).high;
}

void dv_sin_cos(double x, double *sine, double *cosine) {
    *sine = *cosine = (double)NAN;
    if (!isfinite(x))
        return;
    reduced_angle angle = reduce_angle(x);
    *sine = fabs(x) < NEGLIGIBLE_CUBE ? x : sine_in_quadrant(angle).high;
    angle.quadrant++;
    *cosine = sine_in_quadrant(angle).high;
}

/// dividend / divisor; the divisor must not be zero.
static pair quotient_of(pair dividend, pair divisor) {
    double quotient = dividend.high / divisor.high;
    pair product = product_of(quotient, divisor.high);
    double rest = ((dividend.high - product.high) - product.low) + dividend.low;
    return ordered_sum(quotient, (rest - quotient * divisor.low) / divisor.high);
}

double dv_tan(double x) {
    if (!isfinite(x))
        return (double)NAN;
    if (fabs(x) < NEGLIGIBLE_CUBE)
        return x;
    reduced_angle angle = reduce_angle(x);
    pair sine = sine_of(angle.rest), cosine = cosine_of(angle.rest);
    if (angle.quadrant & 1)
        return quotient_of(negate_pair(cosine), sine).high;
    return quotient_of(sine, cosine).high;
}

// atan(k / 8)
static const pair arctangents[] = {
    {0, 0},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

// On [-0.2815, 0.2815], x = z²: (atan z / z - 1) / x, error 2^-59.2.
static const double arctangent_terms[] = {
    -0x1.5555555555555p-2, 0x1.9999999999966p-3, -0x1.249249248d05fp-3, 0x1.c71c71c072673p-4,
    -0x1.745d15202684cp-4, 0x1.3b134b3a418b9p-4, -0x1.11057e6d514f7p-4, 0x1.e03ec54b2b7f5p-5,
    -0x1.9cfbe1277b79ap-5, 0x1.1267200e0aba2p-5};

/// atan of a ratio from 0 to 1: reduced by the nearest eighth, with a first derivative for the low
/// part.
static pair arctangent_of(pair ratio) {
    double x = ratio.high;
    int eighths = x < 0.28125 ? 0 : (int)(x * 8 + 0.5);
    double near = eighths * 0.125;
    double t = (x - near) / (1 + x * near);
    double square = t * t;
    double beyond =
        t * (square * sum_polynomial(square, arctangent_terms, COUNT(arctangent_terms)));
    pair sum = ordered_sum(arctangents[eighths].high, t);
    double low = sum.low + (beyond + (arctangents[eighths].low + ratio.low / (1 + x * x)));
    return ordered_sum(sum.high, low);
}

/// The angle of the direction (x, y), or of (-x, y) with `left`. x and y are at least 0, not both
/// 0, and far from overflow and underflow.
static pair angle_of(pair x, pair y, bool left) {
    if (y.high > x.high) {
        pair beside = arctangent_of(quotient_of(x, y));
        return difference_of(half_pi, left ? negate_pair(beside) : beside);
    }
    pair angle = arctangent_of(quotient_of(y, x));
    return left ? difference_of(pi, angle) : angle;
}

double dv_atan(double x) {
    if (isnan(x))
        return (double)NAN;
    if (fabs(x) < NEGLIGIBLE_CUBE)
        return x;
    double size = fabs(x) < 0x1p60 ? fabs(x) : 0x1p60;
    return copysign(angle_of((pair){1, 0}, (pair){size, 0}, false).high, x);
}

static double angle_on_axes(double y, double x) {
    if (isinf(x) && isinf(y))
        return copysign(is_negative(x) ? 0x1.2d97c7f3321d2p+1 : DV_PI / 4, y);
    if (y == 0 || isinf(x))
        return copysign(is_negative(x) ? DV_PI : 0, y);
    return copysign(DV_PI / 2, y);
}

double dv_atan2(double y, double x) {
    if (isnan(x) || isnan(y))
        return (double)NAN;
    if (x == 0 || y == 0 || isinf(x) || isinf(y))
        return angle_on_axes(y, x);
    double width = fabs(x), height = fabs(y);
    if (x > 0 && height < width && height / width < NEGLIGIBLE_CUBE)
        return y / x;
    double greater = width > height ? width : height;
    double scale = greater > 0x1p400 ? 0x1p-600 : greater < 0x1p-400 ? 0x1p600 : 1;
    pair angle = angle_of((pair){width * scale, 0}, (pair){height * scale, 0}, x < 0);
    return copysign(angle.high, y);
}

/// The square root of 1 - x², for 0 <= x < 1.
static pair other_leg(double x) {
    pair square = product_of(x, x);
    pair rest = sum_of(1, -square.high);
    rest = ordered_sum(rest.high, rest.low - square.low);
    double root = sqrt(rest.high);
    pair back = product_of(root, root);
    return ordered_sum(root, ((rest.high - back.high) - back.low + rest.low) / (2 * root));
}

double dv_asin(double x) {
    double size = fabs(x);
    if (!(size <= 1))
        return (double)NAN;
    if (size < NEGLIGIBLE_CUBE)
        return x;
    if (size == 1)
        return copysign(DV_PI / 2, x);
    return copysign(angle_of(other_leg(size), (pair){size, 0}, false).high, x);
}

double dv_acos(double x) {
    double size = fabs(x);
    if (!(size <= 1))
        return (double)NAN;
    if (size == 1)
        return x > 0 ? 0 : DV_PI;
    return angle_of((pair){size, 0}, other_leg(size), x < 0).high;
}

// log 2. The high part ends 11 bits early, so that its product with an exponent is exact.
static const pair log_two = {0x1.62e42fefa38p-1, 0x1.ef35793c7673p-45};

// On [-log(2)/2, log(2)/2]: (exp x - 1 - x) / x², error 2^-61.7.
static const double exponential_terms[] = {
    0x1.0000000000000p-1,  0x1.5555555555557p-3,  0x1.5555555555556p-5,  0x1.11111111100bep-7,
    0x1.6c16c16c162c3p-10, 0x1.a01a01abf85abp-13, 0x1.a01a01a6e1e2ap-16, 0x1.71de01fdbf9cap-19,
    0x1.27e4db46cddd1p-22, 0x1.af4e554377204p-26, 0x1.1f7340dbc337ep-29};

/// exp of a pair for -746 <= x <= 710, where the result may overflow or lose bits to underflow.
static double exponential_of(pair x) {
    int exponent = (int)(x.high * 0x1.71547652b82fep+0 + copysign(0.5, x.high));
    pair rest = sum_of(x.high - exponent * log_two.high, -(exponent * log_two.low));
    rest = ordered_sum(rest.high, rest.low + x.low);
    double r = rest.high;
    double beyond = r * r * sum_polynomial(r, exponential_terms, COUNT(exponential_terms));
    pair sum = ordered_sum(1, r);
    double value = sum.high + (sum.low + (rest.low + beyond));
    // Scale in two steps, since the whole factor may be out of a double's range.
    int half = exponent / 2;
    return value * power_of_two(half) * power_of_two(exponent - half);
}

#define GREATEST_EXPONENT 710.0
#define LEAST_EXPONENT (-746.0)

double dv_exp(double x) {
    if (isnan(x))
        return (double)NAN;
    if (x > GREATEST_EXPONENT)
        return (double)INFINITY;
    return x < LEAST_EXPONENT ? 0 : exponential_of((pair){x, 0});
}

typedef struct log_entry {
    double factor;
    pair log;
} log_entry;

// For numbers from 1 + i/64 to 1 + (i + 1)/64: a short factor that brings them near 1 (from i = 27
// on, near 1 after halving) and minus its logarithm, less log 2 where halved. Next to 1 the factor
// is exactly 1 (or 1/2), so that small logarithms lose nothing.
#define FIRST_HALVED 27
static const log_entry log_table[64] = {
    {0x1.0000000000000p+0, {0, 0}},
    {0x1.f400000000000p-1, {0x1.8492528c8cabfp-6, -0x1.d192d0619fa67p-60}},
    {0x1.ec00000000000p-1, {0x1.466aed42de3eap-5, -0x1.cdd6f7f4a137ep-59}},
    {0x1.e600000000000p-1, {0x1.aaef2d0fb10fcp-5, 0x1.a353bb42e0addp-61}},
    {0x1.de00000000000p-1, {0x1.1973bd1465567p-4, -0x1.7558367a6acf6p-59}},
    {0x1.d800000000000p-1, {0x1.4d3115d207eacp-4, 0x1.769f42c7842ccp-58}},
    {0x1.d000000000000p-1, {0x1.9335e5d594989p-4, -0x1.478a85704ccb7p-58}},
    {0x1.ca00000000000p-1, {0x1.c885801bc4b23p-4, 0x1.a38cb559a6706p-58}},
    {0x1.c400000000000p-1, {0x1.fe89139dbd566p-4, -0x1.ac9f4215f9393p-58}},
    {0x1.be00000000000p-1, {0x1.1aa2b7e23f72ap-3, -0x1.c6ef1d9b2ef7ep-59}},
    {0x1.b800000000000p-1, {0x1.365fcb0159016p-3, 0x1.7d411a5b944adp-58}},
    {0x1.b200000000000p-1, {0x1.527e5e4a1b58dp-3, -0x1.71a9682395bfdp-61}},
    {0x1.ac00000000000p-1, {0x1.6f0128b756abcp-3, -0x1.8de59c21e166cp-57}},
    {0x1.a600000000000p-1, {0x1.8beafeb38fe8cp-3, 0x1.55aa8b6997a40p-58}},
    {0x1.a200000000000p-1, {0x1.9f6c407089664p-3, 0x1.35a19605e67efp-59}},
    {0x1.9c00000000000p-1, {0x1.bd087383bd8adp-3, 0x1.dd355f6a516d7p-60}},
    {0x1.9800000000000p-1, {0x1.d1037f2655e7bp-3, 0x1.60629242471a2p-57}},
    {0x1.9200000000000p-1, {0x1.ef5ade4dcffe6p-3, -0x1.08ab2ddc708a0p-58}},
    {0x1.8e00000000000p-1, {0x1.01eae5626c691p-2, -0x1.18290bd2932e2p-59}},
    {0x1.8800000000000p-1, {0x1.1178e8227e47cp-2, -0x1.0e63a5f01c691p-57}},
    {0x1.8400000000000p-1, {0x1.1bf99635a6b95p-2, -0x1.12aeb84249223p-57}},
    {0x1.8000000000000p-1, {0x1.269621134db92p-2, 0x1.e0efadd9db02bp-56}},
    {0x1.7a00000000000p-1, {0x1.36b6776be1117p-2, -0x1.324f0e883858ep-58}},
    {0x1.7600000000000p-1, {0x1.419b423d5e8c7p-2, 0x1.0dbb243827392p-57}},
    {0x1.7200000000000p-1, {0x1.4c9e09e172c3cp-2, -0x1.123615b147a5dp-58}},
    {0x1.6e00000000000p-1, {0x1.57bf753c8d1fbp-2, -0x1.0908d15f88b63p-57}},
    {0x1.6a00000000000p-1, {0x1.630030b3aac49p-2, 0x1.dc18ce51fff99p-57}},
    {0x1.6600000000000p-1, {-0x1.5767717455a6cp-2, -0x1.526adb283660cp-56}},
    {0x1.6200000000000p-1, {-0x1.4be5f957778a1p-2, 0x1.259b35b04813dp-57}},
    {0x1.5e00000000000p-1, {-0x1.404308686a7e4p-2, 0x1.0bcfb6082ce6dp-56}},
    {0x1.5b00000000000p-1, {-0x1.3772662bfd85bp-2, 0x1.b5629d8117de7p-59}},
    {0x1.5700000000000p-1, {-0x1.2b9303ab89d25p-2, 0x1.896b5fd852ad4p-56}},
    {0x1.5400000000000p-1, {-0x1.22941fbcf7966p-2, 0x1.76f5eb09628afp-56}},
    {0x1.5000000000000p-1, {-0x1.1675cababa60ep-2, -0x1.ce63eab883717p-61}},
    {0x1.4d00000000000p-1, {-0x1.0d46b579ab74bp-2, -0x1.03ec81c3cbd92p-57}},
    {0x1.4900000000000p-1, {-0x1.00e6c45ad501dp-2, 0x1.cb9568ff6feadp-57}},
    {0x1.4600000000000p-1, {-0x1.ef0adcbdc5936p-3, -0x1.48637950dc20dp-57}},
    {0x1.4300000000000p-1, {-0x1.dc1bca0abec7dp-3, -0x1.834c51998b6fcp-57}},
    {0x1.4000000000000p-1, {-0x1.c8ff7c79a9a22p-3, 0x1.4f689f8434012p-57}},
    {0x1.3d00000000000p-1, {-0x1.b5b519e8fb5a4p-3, -0x1.ba27fdc19e1a0p-57}},
    {0x1.3a00000000000p-1, {-0x1.a23bc1fe2b563p-3, -0x1.93711b07a998cp-59}},
    {0x1.3700000000000p-1, {-0x1.8e928de886d41p-3, 0x1.569d851a56770p-57}},
    {0x1.3400000000000p-1, {-0x1.7ab890210d909p-3, -0x1.be36b2d6a0608p-59}},
    {0x1.3100000000000p-1, {-0x1.66acd4272ad51p-3, 0x1.0900e4e1ea8b2p-58}},
    {0x1.2e00000000000p-1, {-0x1.526e5e3a1b438p-3, 0x1.746ff8a470d3ap-57}},
    {0x1.2b00000000000p-1, {-0x1.3dfc2b0ecc62ap-3, 0x1.ab3a8e7d81017p-58}},
    {0x1.2900000000000p-1, {-0x1.303d718e47fd3p-3, 0x1.6b9c7d96091fap-63}},
    {0x1.2600000000000p-1, {-0x1.1b72ad52f67a0p-3, -0x1.483023472cd74p-58}},
    {0x1.2300000000000p-1, {-0x1.0671512ca596ep-3, -0x1.50c647eb86499p-58}},
    {0x1.2100000000000p-1, {-0x1.f0a30c01162a6p-4, -0x1.85f325c5bbacdp-58}},
    {0x1.1e00000000000p-1, {-0x1.c5e548f5bc743p-4, -0x1.5d617ef8161b1p-60}},
    {0x1.1c00000000000p-1, {-0x1.a926d3a4ad563p-4, -0x1.942f48aa70ea9p-58}},
    {0x1.1900000000000p-1, {-0x1.7da766d7b12cdp-4, 0x1.eeedfcdd94131p-58}},
    {0x1.1700000000000p-1, {-0x1.60658a93750c4p-4, 0x1.388458ec21b6ap-58}},
    {0x1.1500000000000p-1, {-0x1.42edcbea646f0p-4, -0x1.ddd4f935996c9p-59}},
    {0x1.1200000000000p-1, {-0x1.16536eea37ae1p-4, 0x1.79da3e8c22cdap-60}},
    {0x1.1000000000000p-1, {-0x1.f0a30c01162a6p-5, -0x1.85f325c5bbacdp-59}},
    {0x1.0e00000000000p-1, {-0x1.b42dd711971bfp-5, 0x1.eb9759c130499p-60}},
    {0x1.0b00000000000p-1, {-0x1.58a5bafc8e4d5p-5, 0x1.ce55c2b4e2b72p-59}},
    {0x1.0900000000000p-1, {-0x1.1b0d98923d980p-5, 0x1.e9ae889bac481p-60}},
    {0x1.0700000000000p-1, {-0x1.b9fc027af9198p-6, 0x1.0ae69229dc868p-64}},
    {0x1.0500000000000p-1, {-0x1.3cea44346a575p-6, 0x1.0cb5a902b3a1cp-62}},
    {0x1.0300000000000p-1, {-0x1.7dc475f810a77p-7, 0x1.16d7687d3df21p-62}},
    {0x1.0000000000000p-1, {0, 0}},
};

// On [-0.0092, 0.0158]: (log(1 + x) - x + x²/2) / x³, error of x² times this 2^-67.5.
static const double logarithm_terms[] = {
    0x1.5555555555555p-2, -0x1.0000000000004p-2, 0x1.99999999992f8p-3, -0x1.55555554bd4a2p-3,
    0x1.2492494b5acc1p-3, -0x1.0000314fed9c5p-3, 0x1.c71cc88c90e6ep-4, -0x1.8febccfc5d251p-4};

/// log of a finite number above 0, accurate to 2^-64 of its value.
static pair logarithm_of(double x) {
    int exponent = exponent_of(x);
    if (exponent < -1022) {
        x *= 0x1p54;
        exponent = exponent_of(x) - 54;
    }
    uint64_t fraction_bits = bits_of(x) & 0xFFFFFFFFFFFFF;
    unsigned index = (unsigned)(fraction_bits >> 46);
    exponent += index >= FIRST_HALVED;
    const log_entry *entry = &log_table[index];
    double mantissa = from_bits(fraction_bits | 0x3FF0000000000000);
    double upper = from_bits(fraction_bits >> 27 << 27 | 0x3FF0000000000000);
    // Both products and the difference are exact, since the factors have few bits.
    pair r = sum_of(upper * entry->factor - 1, (mantissa - upper) * entry->factor);

    pair half_square = product_of(r.high, 0.5 * r.high);
    double cube = r.high * r.high * r.high;
    double beyond = cube * sum_polynomial(r.high, logarithm_terms, COUNT(logarithm_terms));
    pair whole = sum_of(exponent * log_two.high, entry->log.high);
    pair with_first = sum_of(whole.high, r.high);
    pair with_second = sum_of(with_first.high, -half_square.high);
    double low = beyond - half_square.low + (r.low - r.low * r.high) +
                 (exponent * log_two.low + entry->log.low);
    return ordered_sum(with_second.high, with_second.low + with_first.low + whole.low + low);
}

double dv_log(double x) {
    if (isnan(x) || x < 0)
        return (double)NAN;
    if (x == 0)
        return -(double)INFINITY;
    return isinf(x) ? x : logarithm_of(x).high;
}

typedef enum parity { FRACTIONAL, EVEN, ODD } parity;

static parity parity_of(double y) {
    double size = fabs(y);
    if (size >= 0x1p53)
        return EVEN;
    int64_t whole = (int64_t)size;
    if ((double)whole != size)
        return FRACTIONAL;
    return whole & 1 ? ODD : EVEN;
}

/// x^y for finite x > 0 other than 1 and finite y.
static double power_of(double x, double y) {
    pair logarithm = logarithm_of(x);
    double estimate = y * logarithm.high;
    if (estimate > GREATEST_EXPONENT)
        return (double)INFINITY;
    if (estimate < LEAST_EXPONENT)
        return 0;
    pair product = product_of(y, logarithm.high);
    return exponential_of(ordered_sum(product.high, product.low + y * logarithm.low));
}

double dv_pow(double x, double y) {
    if (y == 0 || x == 1)
        return 1;
    if (isnan(x) || isnan(y))
        return (double)NAN;
    double size = fabs(x);
    if (isinf(y)) {
        if (size == 1)
            return 1;
        return (size > 1) == (y > 0) ? (double)INFINITY : 0;
    }
    parity kind = parity_of(y);
    bool negative = is_negative(x);
    double value;
    if (size == 0 || isinf(size))
        value = (size == 0) == (y < 0) ? (double)INFINITY : 0;
    else if (negative && kind == FRACTIONAL)
        return (double)NAN;
    else
        value = size == 1 ? 1 : power_of(size, y);
    return negative && kind == ODD ? -value : value;
}
