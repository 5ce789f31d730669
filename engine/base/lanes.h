// Arithmetic for the eight agents of a squad, one per lane of the vectors in lane_vectors.h.
#ifndef DV_BASE_LANES_H
#define DV_BASE_LANES_H

#include "base/lane_vectors.h"

#include <math.h>

_Static_assert(DV_ABREAST == 1, "for one squad; lane_vectors.h is for two as well");

/// Replace each lane by its square root, rounded once as in IEEE 754.
static inline void dv_take_roots(dv_floats *values) {
#if defined(__AVX__)
    *values = (dv_floats)_mm256_sqrt_ps((__m256)*values);
#elif defined(__SSE2__)
    __m128 halves[2];
    memcpy(halves, values, sizeof halves);
    halves[0] = _mm_sqrt_ps(halves[0]), halves[1] = _mm_sqrt_ps(halves[1]);
    memcpy(values, halves, sizeof halves);
#else
    for (int lane = 0; lane < DV_LANES; lane++)
        (*values)[lane] = sqrtf((*values)[lane]);
#endif
}

/// The lesser and the greater in each lane; the second if either is NaN.
#if defined(__AVX__)
#define DV_LESSER_LANES(a, b) ((dv_floats)_mm256_min_ps((__m256)(a), (__m256)(b)))
#define DV_GREATER_LANES(a, b) ((dv_floats)_mm256_max_ps((__m256)(a), (__m256)(b)))
#else
#define DV_LESSER_LANES(a, b) DV_WHERE((a) < (b), a, b)
#define DV_GREATER_LANES(a, b) DV_WHERE((a) > (b), a, b)
#endif

#define DV_LOAD_LANES(vector, array) ((vector) = (__typeof__(vector))DV_CONST_LANES_IN(array))
#define DV_STORE_LANES(array, vector) (DV_LANES_IN(array) = (dv_floats_anywhere)(vector))

/// Load or store eight vectors.
static inline void dv_load_lanes3(dv_lanes3 *lanes, const dv_vectors *vectors) {
    DV_LOAD_LANES(lanes->x, vectors->x);
    DV_LOAD_LANES(lanes->y, vectors->y);
    DV_LOAD_LANES(lanes->z, vectors->z);
}

static inline void dv_store_lanes3(dv_vectors *vectors, const dv_lanes3 *lanes) {
    DV_STORE_LANES(vectors->x, lanes->x);
    DV_STORE_LANES(vectors->y, lanes->y);
    DV_STORE_LANES(vectors->z, lanes->z);
}

typedef struct dv_rows {
    dv_floats a, b, c, d, e, f, g, h;
} dv_rows;

/// Transpose eight rows: the first row becomes the first lane of every row, and so on.
static inline void dv_turn_rows(dv_rows *r) {
    _Static_assert(DV_LANES == 8, "there are as many rows as lanes");
#define PAIRS_LOW(a, b) DV_PICK(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define PAIRS_HIGH(a, b) DV_PICK(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#define FOURS_LOW(a, b) DV_PICK(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define FOURS_HIGH(a, b) DV_PICK(a, b, 2, 3, 10, 11, 6, 7, 14, 15)
#define HALVES_LOW(a, b) DV_PICK(a, b, 0, 1, 2, 3, 8, 9, 10, 11)
#define HALVES_HIGH(a, b) DV_PICK(a, b, 4, 5, 6, 7, 12, 13, 14, 15)
    dv_floats ab_low = PAIRS_LOW(r->a, r->b), ab_high = PAIRS_HIGH(r->a, r->b);
    dv_floats cd_low = PAIRS_LOW(r->c, r->d), cd_high = PAIRS_HIGH(r->c, r->d);
    dv_floats ef_low = PAIRS_LOW(r->e, r->f), ef_high = PAIRS_HIGH(r->e, r->f);
    dv_floats gh_low = PAIRS_LOW(r->g, r->h), gh_high = PAIRS_HIGH(r->g, r->h);
    dv_floats ae_left = FOURS_LOW(ab_low, cd_low), ae_right = FOURS_LOW(ef_low, gh_low);
    dv_floats bf_left = FOURS_HIGH(ab_low, cd_low), bf_right = FOURS_HIGH(ef_low, gh_low);
    dv_floats cg_left = FOURS_LOW(ab_high, cd_high), cg_right = FOURS_LOW(ef_high, gh_high);
    dv_floats dh_left = FOURS_HIGH(ab_high, cd_high), dh_right = FOURS_HIGH(ef_high, gh_high);
    r->a = HALVES_LOW(ae_left, ae_right), r->e = HALVES_HIGH(ae_left, ae_right);
    r->b = HALVES_LOW(bf_left, bf_right), r->f = HALVES_HIGH(bf_left, bf_right);
    r->c = HALVES_LOW(cg_left, cg_right), r->g = HALVES_HIGH(cg_left, cg_right);
    r->d = HALVES_LOW(dh_left, dh_right), r->h = HALVES_HIGH(dh_left, dh_right);
#undef PAIRS_LOW
#undef PAIRS_HIGH
#undef FOURS_LOW
#undef FOURS_HIGH
#undef HALVES_LOW
#undef HALVES_HIGH
}

/// Read or write the vector of one lane, in memory.
static inline dv_vec3 dv_in_lane(const dv_vectors *vectors, uint32_t lane) {
    return (dv_vec3){vectors->x[lane], vectors->y[lane], vectors->z[lane]};
}

static inline void dv_set_lane(dv_vectors *vectors, uint32_t lane, dv_vec3 v) {
    vectors->x[lane] = v.x, vectors->y[lane] = v.y, vectors->z[lane] = v.z;
}

#define DV_EACH_LANE ((1u << DV_LANES) - 1)

/// A word whose bit i tells whether lane i of a mask is set.
static inline uint32_t dv_lane_bits(const dv_mask *mask) {
#if defined(__AVX__)
    return (uint32_t)_mm256_movemask_ps((__m256)*mask);
#elif defined(__SSE2__)
    __m128 halves[2];
    memcpy(halves, mask, sizeof halves);
    return (uint32_t)(_mm_movemask_ps(halves[0]) | _mm_movemask_ps(halves[1]) << 4);
#else
    uint32_t bits = 0;
    for (int lane = 0; lane < DV_LANES; lane++)
        bits |= (*mask)[lane] ? 1u << lane : 0;
    return bits;
#endif
}

/// Write the vector of one lane, in registers.
static inline void dv_put_lane(dv_lanes3 *v, int lane, dv_vec3 value) {
    v->x[lane] = value.x, v->y[lane] = value.y, v->z[lane] = value.z;
}

/// The squared length of each lane.
static inline void dv_squares_of_lanes(const dv_lanes3 *v, dv_floats *squares) {
    *squares = v->x * v->x + v->y * v->y + v->z * v->z;
}

/// The lanes whose lengths can be computed directly in single precision.
static inline void dv_plain_lanes(const dv_floats *squares, dv_mask *are_plain) {
    *are_plain =
        DV_IS_TO(*squares, >=, DV_LEAST_SQUARE) & DV_IS_TO(*squares, <=, DV_LARGEST_SQUARE);
}

/// The lanes whose vectors are not zero.
static inline void dv_nonzero_lanes(const dv_lanes3 *v, dv_mask *are_not_zero) {
    *are_not_zero = DV_IS_TO(v->x, !=, 0) | DV_IS_TO(v->y, !=, 0) | DV_IS_TO(v->z, !=, 0);
}

// Lanes whose squares leave the range of single precision are rare and handled one by one. Only
// then do their vectors go through memory.
#define DV_COLD static __attribute__((noinline, cold, unused))

DV_COLD void dv_measure_odd_lanes(const dv_mask *is_odd, dv_lanes3 v, dv_floats *lengths) {
    for (int lane = 0; lane < DV_LANES; lane++)
        if ((*is_odd)[lane])
            (*lengths)[lane] = dv_length(dv_of_lane(&v, lane));
}

DV_COLD void dv_normalize_odd_lanes(const dv_mask *is_odd, dv_lanes3 *v) {
    for (int lane = 0; lane < DV_LANES; lane++)
        if ((*is_odd)[lane])
            dv_put_lane(v, lane, dv_normalize(dv_of_lane(v, lane)));
}

DV_COLD void dv_truncate_odd_lanes(const dv_mask *is_odd, const dv_floats *most, dv_lanes3 *v) {
    for (int lane = 0; lane < DV_LANES; lane++)
        if ((*is_odd)[lane])
            dv_put_lane(v, lane, dv_truncate(dv_of_lane(v, lane), (*most)[lane]));
}

/// dv_length for each lane.
static inline void dv_lengths_of_lanes(const dv_lanes3 *v, dv_floats *lengths) {
    dv_floats squares;
    dv_mask is_plain, is_something;
    dv_squares_of_lanes(v, &squares);
    dv_plain_lanes(&squares, &is_plain);
    dv_nonzero_lanes(v, &is_something);
    dv_mask is_odd = ~is_plain & is_something;
    dv_take_roots(&squares);
    if (dv_any_lane(&is_odd)) {
        dv_floats odd = squares;
        dv_measure_odd_lanes(&is_odd, (dv_lanes3){v->x, v->y, v->z}, &odd);
        squares = odd;
    }
    *lengths = squares;
}

/// dv_normalize for each lane.
static inline void dv_normalize_lanes(dv_lanes3 *v) {
    dv_floats length;
    dv_mask is_plain, is_something;
    dv_squares_of_lanes(v, &length);
    dv_plain_lanes(&length, &is_plain);
    dv_nonzero_lanes(v, &is_something);
    dv_mask is_odd = ~is_plain & is_something;
    dv_lanes3 odd = {{0}, {0}, {0}};
    bool are_odd = dv_any_lane(&is_odd);
    if (are_odd) {
        odd.x = v->x, odd.y = v->y, odd.z = v->z;
        dv_normalize_odd_lanes(&is_odd, &odd);
    }
    dv_take_roots(&length);
    v->x = DV_WHERE(is_plain, v->x / length, odd.x);
    v->y = DV_WHERE(is_plain, v->y / length, odd.y);
    v->z = DV_WHERE(is_plain, v->z / length, odd.z);
}

/// dv_truncate for each lane.
static inline void dv_truncate_lanes(dv_lanes3 *v, const dv_floats *most) {
    dv_floats length, shortened_square;
    dv_floats limit = DV_WHERE(DV_IS_TO(*most, <, 0), (dv_floats){0}, *most);
    dv_squares_of_lanes(v, &length);
    dv_mask is_small = DV_IS_TO(length, <=, DV_LARGEST_SQUARE);
    dv_mask is_not_tiny = DV_IS_TO(length, >=, DV_LEAST_SQUARE);
    dv_mask is_wide = DV_IS_TO(limit, >=, DV_LEAST_LIMIT);
    dv_mask is_plain = is_small & (is_wide | (DV_IS_TO(limit, ==, 0) & is_not_tiny));
    dv_mask is_odd = ~is_plain;
    if (dv_any_lane(&is_odd)) {
        dv_lanes3 odd = {v->x, v->y, v->z};
        dv_floats bound = *most;
        dv_truncate_odd_lanes(&is_odd, &bound, &odd);
        v->x = odd.x, v->y = odd.y, v->z = odd.z;
    }
    dv_take_roots(&length);
    dv_mask is_longer = ~DV_IS(length, <=, limit) & is_plain;
    dv_floats scale = limit / length;
    dv_lanes3 shortened = {v->x * scale, v->y * scale, v->z * scale};
    dv_squares_of_lanes(&shortened, &shortened_square);
    dv_mask goes_over = DV_IS(shortened_square, >, limit * limit);
    dv_floats less = DV_WHERE(goes_over, DV_ALL_LANES(DV_A_LITTLE_LESS), DV_ALL_LANES(1.0f));
    v->x = DV_WHERE(is_longer, shortened.x * less, v->x);
    v->y = DV_WHERE(is_longer, shortened.y * less, v->y);
    v->z = DV_WHERE(is_longer, shortened.z * less, v->z);
}

#endif
