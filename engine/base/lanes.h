// Eight agents side by side: vectors of eight floats, one lane an agent. Compilers cut them to the
// width of the processor; every lane computes what scalar code would, to the last bit, whatever the
// width.
#ifndef DV_BASE_LANES_H
#define DV_BASE_LANES_H

#include "drover/catalogue.h"

#include <math.h>
#include <string.h>

typedef float dv_floats __attribute__((vector_size(4 * DV_LANES)));
typedef double dv_doubles __attribute__((vector_size(8 * DV_LANES)));
typedef int32_t dv_mask __attribute__((vector_size(4 * DV_LANES))); ///< a lane is 0 or −1

// Macros and not functions: how wide vectors are handed over depends on the processor aimed at.
#define DV_ALL_LANES(value) ((dv_floats){0} + (value))
#define DV_WHERE(mask, yes, no) ((dv_floats)(((dv_mask)(yes) & (mask)) | ((dv_mask)(no) & ~(mask))))
#define DV_ONLY_WHERE(mask, value) ((dv_floats)((dv_mask)(value) & (mask)))
#define DV_MAGNITUDE(value) ((dv_floats)((dv_mask)(value) & ((dv_mask){0} + (int32_t)0x7fffffff)))

// Not memcpy, which compilers may cut to pieces that the next load has to wait for.
typedef float dv_floats_anywhere
    __attribute__((vector_size(4 * DV_LANES), aligned(sizeof(float)), may_alias));
#define DV_LOAD_LANES(vector, array)                                                               \
    ((vector) = (__typeof__(vector))*(const dv_floats_anywhere *)(array))
#define DV_STORE_LANES(array, vector)                                                              \
    (*(dv_floats_anywhere *)(array) = (dv_floats_anywhere)(vector))

static inline void dv_take_roots(dv_doubles *values) {
    for (int lane = 0; lane < DV_LANES; lane++)
        (*values)[lane] = sqrt((*values)[lane]);
}

typedef struct dv_lanes3 {
    dv_floats x, y, z;
} dv_lanes3;

/// As dv_length_double.
static inline void dv_lengths_of_lanes(const dv_lanes3 *v, dv_doubles *lengths) {
    dv_doubles x = __builtin_convertvector(v->x, dv_doubles);
    dv_doubles y = __builtin_convertvector(v->y, dv_doubles);
    dv_doubles z = __builtin_convertvector(v->z, dv_doubles);
    *lengths = x * x + y * y + z * z;
    dv_take_roots(lengths);
}

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

/// As dv_normalize.
static inline void dv_normalize_lanes(dv_lanes3 *v) {
    dv_mask is_long = (v->x != 0) | (v->y != 0) | (v->z != 0);
    dv_doubles x = __builtin_convertvector(v->x, dv_doubles);
    dv_doubles y = __builtin_convertvector(v->y, dv_doubles);
    dv_doubles z = __builtin_convertvector(v->z, dv_doubles);
    dv_doubles length = x * x + y * y + z * z;
    dv_take_roots(&length);
    v->x = DV_ONLY_WHERE(is_long, __builtin_convertvector(x / length, dv_floats));
    v->y = DV_ONLY_WHERE(is_long, __builtin_convertvector(y / length, dv_floats));
    v->z = DV_ONLY_WHERE(is_long, __builtin_convertvector(z / length, dv_floats));
}

typedef struct dv_rows {
    dv_floats a, b, c, d, e, f, g, h;
} dv_rows;

#define DV_PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)

/// Turn eight rows on the side: the first becomes the first of each, and so on.
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

static inline dv_vec3 dv_in_lane(const dv_vectors *vectors, uint32_t lane) {
    return (dv_vec3){vectors->x[lane], vectors->y[lane], vectors->z[lane]};
}

static inline void dv_set_lane(dv_vectors *vectors, uint32_t lane, dv_vec3 v) {
    vectors->x[lane] = v.x, vectors->y[lane] = v.y, vectors->z[lane] = v.z;
}

static inline bool dv_any_lane(const dv_mask *mask) {
    uint64_t words[DV_LANES / 2];
    memcpy(words, mask, sizeof words);
    uint64_t any = 0;
    for (int i = 0; i < DV_LANES / 2; i++)
        any |= words[i];
    return any != 0;
}

#endif
