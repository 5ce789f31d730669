// Sets of kinds: the kinds that an agent looks for, stays away from, or follows. A kind is the
// index that dv_program_kind returns.
#ifndef DROVER_KINDS_H
#define DROVER_KINDS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DV_MAX_KINDS 256
#define DV_KIND_WORDS (DV_MAX_KINDS / 64)

/// Pass it by value, or copy it. Change it only with the functions below.
typedef struct dv_kind_set {
    uint64_t bits[DV_KIND_WORDS]; ///< bit k % 64 of word k / 64 for kind k
} dv_kind_set;

/// All kinds, also those that a reload adds later.
#define DV_ANY_KIND dv_all_kinds()

static inline dv_kind_set dv_no_kinds(void) {
    dv_kind_set kinds;
    for (uint32_t i = 0; i < DV_KIND_WORDS; i++)
        kinds.bits[i] = 0;
    return kinds;
}

static inline dv_kind_set dv_all_kinds(void) {
    dv_kind_set kinds;
    for (uint32_t i = 0; i < DV_KIND_WORDS; i++)
        kinds.bits[i] = UINT64_MAX;
    return kinds;
}

/// Add a kind below DV_MAX_KINDS.
static inline void dv_add_kind(dv_kind_set *kinds, uint32_t kind) {
    kinds->bits[kind / 64] |= (uint64_t)1 << kind % 64;
}

/// The set of one kind below DV_MAX_KINDS.
static inline dv_kind_set dv_one_kind(uint32_t kind) {
    dv_kind_set kinds = dv_no_kinds();
    dv_add_kind(&kinds, kind);
    return kinds;
}

/// Whether a kind below DV_MAX_KINDS is in the set.
static inline bool dv_has_kind(const dv_kind_set *kinds, uint32_t kind) {
    return kinds->bits[kind / 64] >> kind % 64 & 1;
}

static inline bool dv_has_no_kinds(const dv_kind_set *kinds) {
    uint64_t any = 0;
    for (uint32_t i = 0; i < DV_KIND_WORDS; i++)
        any |= kinds->bits[i];
    return any == 0;
}

static inline bool dv_are_same_kinds(const dv_kind_set *a, const dv_kind_set *b) {
    if (a == b)
        return true;
    uint64_t differ = 0;
    for (uint32_t i = 0; i < DV_KIND_WORDS; i++)
        differ |= a->bits[i] ^ b->bits[i];
    return differ == 0;
}

#ifdef __cplusplus
}
#endif

#endif
