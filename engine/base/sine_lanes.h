// Sines and cosines of several angles at once, equal to dv_sin_cos to the last bit: the same steps,
// taken for all angles together.
#ifndef DV_BASE_SINE_LANES_H
#define DV_BASE_SINE_LANES_H

#include "base/compiler.h"
#include "base/math.h"
#include "base/sine_terms.h"

#define DV_ANGLES 4 ///< half as many as float lanes, for equally wide vectors

typedef double dv_doubles __attribute__((vector_size(8 * DV_ANGLES)));
typedef int64_t dv_wide_mask __attribute__((vector_size(8 * DV_ANGLES))); ///< a lane is 0 or −1
typedef int32_t dv_counts __attribute__((vector_size(4 * DV_ANGLES)));

/// Unevaluated sums, like the pairs in math.c.
typedef struct dv_double_pairs {
    dv_doubles high, low;
} dv_double_pairs;

#define DV_WHERE_WIDE(mask, yes, no)                                                               \
    ((dv_doubles)(((dv_wide_mask)(yes) & (mask)) | ((dv_wide_mask)(no) & ~(mask))))

/// a + b as a pair, exactly.
static DV_ALWAYS_INLINE void dv_add_pairs(const dv_doubles *a, const dv_doubles *b,
                                          dv_double_pairs *sum) {
    dv_doubles high = *a + *b, from_b = high - *a;
    sum->low = (*a - (high - from_b)) + (*b - from_b);
    sum->high = high;
}

/// The same where a is 0 or its exponent is not less than that of b.
static DV_ALWAYS_INLINE void dv_add_ordered_pairs(const dv_doubles *a, const dv_doubles *b,
                                                  dv_double_pairs *sum) {
    dv_doubles high = *a + *b;
    sum->low = *b - (high - *a);
    sum->high = high;
}

/// Σ terms[i] · x^i for each x.
static DV_ALWAYS_INLINE void dv_take_polynomials(const dv_doubles *x, const double *terms,
                                                 int count, dv_doubles *values) {
    dv_doubles value = terms[count - 1] + (dv_doubles){0};
    for (int i = count - 1; i-- > 0;)
        value = value * *x + terms[i];
    *values = value;
}

/// Subtract the nearest multiple of a quarter turn and count it in `quadrants`.
static DV_ALWAYS_INLINE void dv_reduce_angles(const dv_doubles *angles, dv_double_pairs *rest,
                                              dv_wide_mask *quadrants) {
    dv_doubles number = *angles * 0x1.45f306dc9c883p-1 + 0.5;
    number = DV_WHERE_WIDE(*angles <= DV_PI / 4, (dv_doubles){0}, number);
    dv_counts counts = __builtin_convertvector(number, dv_counts);
    number = __builtin_convertvector(counts, dv_doubles);
    *quadrants = __builtin_convertvector(counts, dv_wide_mask);
    rest->high = *angles;
    rest->low = (dv_doubles){0};
    for (int i = 0; i < DV_HALF_PI_PARTS; i++) {
        dv_doubles part = -number * dv_half_pi_parts[i];
        dv_double_pairs sum;
        dv_add_pairs(&rest->high, &part, &sum);
        dv_doubles low = sum.low + rest->low;
        dv_add_ordered_pairs(&sum.high, &low, rest);
    }
}

/// Sines and cosines of angles in [−π/4, π/4].
static DV_ALWAYS_INLINE void dv_take_sines(const dv_double_pairs *x, dv_doubles *sines) {
    dv_doubles square = x->high * x->high, beyond;
    dv_take_polynomials(&square, dv_sine_terms, DV_SINE_TERMS, &beyond);
    beyond = x->high * (square * beyond);
    *sines = x->high + (beyond + x->low * (1 - 0.5 * square));
}

/// The rounding error of x².
static DV_ALWAYS_INLINE void dv_lost_in_squares(const dv_doubles *x, dv_doubles *lost) {
    dv_doubles scaled = *x * 0x1.0000002p27;
    dv_doubles high = scaled - (scaled - *x), low = *x - high;
    *lost = ((high * high - *x * *x) + high * low + low * high) + low * low;
}

static DV_ALWAYS_INLINE void dv_take_cosines(const dv_double_pairs *x, dv_doubles *cosines) {
    dv_doubles square = x->high * x->high, lost, beyond;
    dv_doubles one = 1 + (dv_doubles){0}, less = -(0.5 * square);
    dv_double_pairs sum;
    dv_lost_in_squares(&x->high, &lost);
    dv_add_ordered_pairs(&one, &less, &sum);
    dv_take_polynomials(&square, dv_cosine_terms, DV_COSINE_TERMS, &beyond);
    beyond = square * square * beyond;
    *cosines = sum.high + (sum.low + (beyond - x->high * x->low - 0.5 * lost));
}

/// For angles that are 0, or from 2^-27 to 2 π.
static DV_ALWAYS_INLINE void dv_sines_and_cosines(const dv_doubles *angles, dv_doubles *sines,
                                                  dv_doubles *cosines) {
    dv_double_pairs rest;
    dv_wide_mask quadrants;
    dv_doubles sine, cosine;
    dv_reduce_angles(angles, &rest, &quadrants);
    dv_take_sines(&rest, &sine);
    dv_take_cosines(&rest, &cosine);
    dv_wide_mask are_swapped = -(quadrants & 1);
    dv_wide_mask sign = (quadrants & 2) << 62, sign_of_cosine = ((quadrants + 1) & 2) << 62;
    *sines = (dv_doubles)((dv_wide_mask)DV_WHERE_WIDE(are_swapped, cosine, sine) ^ sign);
    *cosines =
        (dv_doubles)((dv_wide_mask)DV_WHERE_WIDE(are_swapped, sine, cosine) ^ sign_of_cosine);
}

#endif
