// Vectors with one agent per lane: the eight of a squad or, in a kernel that is compiled with
// DV_ABREAST 2, the sixteen of two squads. Compilers split them to the processor's width. Every
// lane computes what scalar code would, to the last bit, at any width.
#ifndef DV_BASE_LANE_VECTORS_H
#define DV_BASE_LANE_VECTORS_H

#include "base/math.h"
#include "base/vectors.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif
#include <string.h>

#ifndef DV_ABREAST
#define DV_ABREAST 1 ///< squads in a vector: 1, or 2 for processors with AVX-512
#endif
#define DV_VECTOR_LANES (DV_ABREAST * DV_LANES)

typedef float dv_floats __attribute__((vector_size(4 * DV_VECTOR_LANES)));
typedef int32_t dv_mask __attribute__((vector_size(4 * DV_VECTOR_LANES))); ///< a lane is 0 or −1

// Macros instead of functions, because how vectors are passed depends on the target processor.
// Minus zero changes nothing; plus zero would turn −0 into 0, so compilers cannot drop the
// addition.
#define DV_ALL_LANES(value) ((value) - (dv_floats){0})
#define DV_WHERE(mask, yes, no) ((dv_floats)(((dv_mask)(yes) & (mask)) | ((dv_mask)(no) & ~(mask))))
#define DV_ONLY_WHERE(mask, value) ((dv_floats)((dv_mask)(value) & (mask)))
#define DV_MAGNITUDE(value) ((dv_floats)((dv_mask)(value) & ((dv_mask){0} + (int32_t)0x7fffffff)))

// Compare two vectors, or a vector with a number. For processors that need two halves per vector,
// gcc compares lane by lane through other registers and branches, so split the halves by hand
// there.
#if defined(__AVX__)
#define DV_IS(a, relation, b) ((a)relation(b))
#define DV_IS_TO(a, relation, number) ((a)relation(number))
#else
typedef union dv_halved_mask {
    int32_t __attribute__((vector_size(2 * DV_LANES))) halves[2];
    dv_mask whole;
} dv_halved_mask;
#define DV_HALF(vector, i)                                                                         \
    (((const union {                                                                               \
         __typeof__(vector) whole;                                                                 \
         __typeof__((vector)[0]) __attribute__((vector_size(2 * DV_LANES))) halves[2];             \
     }){(vector)})                                                                                 \
         .halves[i])
#define DV_JOINED(low, high) (((const dv_halved_mask){{low, high}}).whole)
#define DV_IS(a, relation, b)                                                                      \
    DV_JOINED(DV_HALF(a, 0) relation DV_HALF(b, 0), DV_HALF(a, 1) relation DV_HALF(b, 1))
#define DV_IS_TO(a, relation, number)                                                              \
    DV_JOINED(DV_HALF(a, 0) relation(number), DV_HALF(a, 1) relation(number))
#endif

#define DV_PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)

// Not memcpy, which compilers may cut to pieces that the next load has to wait for.
typedef float dv_floats_anywhere
    __attribute__((vector_size(4 * DV_LANES), aligned(sizeof(float)), may_alias));
#define DV_LANES_IN(array) (*(dv_floats_anywhere *)(void *)(array))
#define DV_CONST_LANES_IN(array) (*(const dv_floats_anywhere *)(const void *)(array))

// Load or store the lanes of the vector's first and last squad, which is the same one unless there
// are two.
#if DV_ABREAST == 2
#define DV_LOAD_ABREAST(vector, first, last)                                                       \
    ((vector) = (__typeof__(vector))DV_PICK(DV_CONST_LANES_IN(first), DV_CONST_LANES_IN(last), 0,  \
                                            1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
#define DV_STORE_ABREAST(first, last, vector)                                                      \
    (DV_LANES_IN(first) = (dv_floats_anywhere)DV_PICK(vector, vector, 0, 1, 2, 3, 4, 5, 6, 7),     \
     DV_LANES_IN(last) =                                                                           \
         (dv_floats_anywhere)DV_PICK(vector, vector, 8, 9, 10, 11, 12, 13, 14, 15))
#else
#define DV_LOAD_ABREAST(vector, first, last)                                                       \
    ((void)(last), (vector) = (__typeof__(vector))DV_CONST_LANES_IN(first))
#define DV_STORE_ABREAST(first, last, vector)                                                      \
    ((void)(last), DV_LANES_IN(first) = (dv_floats_anywhere)(vector))
#endif

typedef struct dv_lanes3 {
    dv_floats x, y, z;
} dv_lanes3;

static inline void dv_load_lanes3_abreast(dv_lanes3 *lanes, const dv_vectors *first,
                                          const dv_vectors *last) {
    DV_LOAD_ABREAST(lanes->x, first->x, last->x);
    DV_LOAD_ABREAST(lanes->y, first->y, last->y);
    DV_LOAD_ABREAST(lanes->z, first->z, last->z);
}

// A choice of lanes. AVX-512 has mask registers for it.
#if defined(__AVX512VL__) && defined(__AVX512DQ__)
#if DV_ABREAST == 2
typedef __mmask16 dv_choice;
typedef __m512i dv_integers;
#define DV_INTRINSIC(name) _mm512_##name
#define DV_EITHER(choice, others) _kor_mask16(choice, others)
#else
typedef __mmask8 dv_choice;
typedef __m256i dv_integers;
#define DV_INTRINSIC(name) _mm256_##name
#define DV_EITHER(choice, others) _kor_mask8(choice, others)
#endif
#define DV_NO_LANES ((dv_choice)0)
#define DV_OTHER_THAN(words, word)                                                                 \
    DV_INTRINSIC(cmpneq_epi32_mask)                                                                \
    ((dv_integers)(words), DV_INTRINSIC(set1_epi32)((int)(word)))
/// The lanes of a choice where a <= b.
#define DV_AT_MOST(choice, a, b)                                                                   \
    DV_INTRINSIC(mask_cmp_ps_mask)                                                                 \
    (choice, a, b, _CMP_LE_OQ)
#define DV_SAME(a, b) DV_INTRINSIC(cmp_ps_mask)(a, b, _CMP_EQ_OQ)
#define DV_WITHOUT(choice, others) ((dv_choice)((choice) & ~(others)))
#define DV_ADD_TO(sum, choice, term)                                                               \
    ((sum) = (dv_floats)DV_INTRINSIC(mask_add_ps)(sum, choice, sum, term))
#define DV_COUNT_TO(count, choice)                                                                 \
    ((count) = (dv_mask)DV_INTRINSIC(mask_add_epi32)(                                              \
         (dv_integers)(count), choice, (dv_integers)(count), DV_INTRINSIC(set1_epi32)(1)))
#define DV_HAS_LANE(choice, lane) ((choice) >> (lane)&1)
#define DV_HAS_ANY(choice) ((choice) != 0)
#else
typedef dv_mask dv_choice;
#define DV_NO_LANES ((dv_choice){0})
#define DV_OTHER_THAN(words, word) DV_IS_TO(words, !=, (int32_t)(word))
#define DV_AT_MOST(choice, a, b) ((choice)&DV_IS(a, <=, b))
#define DV_SAME(a, b) DV_IS(a, ==, b)
#define DV_WITHOUT(choice, others) ((choice) & ~(others))
#define DV_EITHER(choice, others) ((choice) | (others))
#define DV_ADD_TO(sum, choice, term) ((sum) += DV_ONLY_WHERE(choice, term))
#define DV_COUNT_TO(count, choice) ((count) -= (choice))
#define DV_HAS_LANE(choice, lane) ((choice)[lane] != 0)
#define DV_HAS_ANY(choice) dv_any_lane(&(choice))
#endif

/// Whether any lane of a mask is set.
static inline bool dv_any_lane(const dv_mask *mask) {
#if defined(__AVX__) && DV_ABREAST == 1
    return !_mm256_testz_si256((__m256i)*mask, (__m256i)*mask);
#else
    uint64_t words[DV_VECTOR_LANES / 2];
    memcpy(words, mask, sizeof words);
    uint64_t any = 0;
    for (int i = 0; i < DV_VECTOR_LANES / 2; i++)
        any |= words[i];
    return any != 0;
#endif
}

/// Read the vector of one lane, in registers.
static inline dv_vec3 dv_of_lane(const dv_lanes3 *v, int lane) {
    return dv_vec(v->x[lane], v->y[lane], v->z[lane]);
}

#endif
