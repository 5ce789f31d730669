// The loop of tally_run.c for two squads of a flock at once. Sixteen agents are the lanes of
// 512-bit vectors, and each record is compared with all of them. Together they visit two thirds as
// many records as the two squads would separately. Each lane computes the same values as there.
// Compiled only for that width.
#include "neighbors/tally.h"

#include "base/compiler.h"
#include "world/kernels.h"

#include <immintrin.h>

typedef float floats __attribute__((vector_size(4 * DV_MAX_ABREAST * DV_LANES)));

#define ALL(number) _mm512_set1_ps(number)
#define ADD_WHERE(sum, choice, term) ((sum) = _mm512_mask_add_ps(sum, choice, sum, term))

typedef struct flavor {
    bool is_volume, is_shifted;
} flavor;

typedef struct vectors {
    floats x, y, z;
} vectors;

/// A rule's bounds and sums.
typedef struct rule {
    floats radius_squared, cone;
    vectors sum;
} rule;

typedef struct two_squads {
    vectors position, forward;
    __m512i agent;
    rule pushes, motions, offsets;
    __m512i nearest; ///< bits of the least squared distance (m²) of all records so far
} two_squads;

static DV_ALWAYS_INLINE floats load_both(const float *first, const float *second) {
    __m512 lanes = _mm512_castps256_ps512(_mm256_loadu_ps(first));
    return _mm512_insertf32x8(lanes, _mm256_loadu_ps(second), 1);
}

static DV_ALWAYS_INLINE void store_both(float *first, float *second, floats lanes) {
    _mm256_storeu_ps(first, _mm512_castps512_ps256(lanes));
    _mm256_storeu_ps(second, _mm512_extractf32x8_ps(lanes, 1));
}

static DV_ALWAYS_INLINE void load_vectors(const dv_vectors *first, const dv_vectors *second,
                                          vectors *v) {
    v->x = load_both(first->x, second->x);
    v->y = load_both(first->y, second->y);
    v->z = load_both(first->z, second->z);
}

static DV_ALWAYS_INLINE void load_rule(const dv_tally_pass *pass, uint32_t i, rule *r) {
    const dv_tally_lanes *lanes = &pass->rules[i];
    r->radius_squared = load_both(lanes->radius_squared, lanes->radius_squared);
    r->cone = load_both(lanes->cone, lanes->cone);
    load_vectors(&pass->tallies[i].sum, &pass->tallies_beside[i].sum, &r->sum);
}

static DV_ALWAYS_INLINE void store_rule(const dv_tally_pass *pass, uint32_t i, const rule *r) {
    dv_vectors *first = &pass->tallies[i].sum, *second = &pass->tallies_beside[i].sum;
    store_both(first->x, second->x, r->sum.x);
    store_both(first->y, second->y, r->sum.y);
    store_both(first->z, second->z, r->sum.z);
}

static DV_ALWAYS_INLINE void load(const dv_tally_pass *pass, two_squads *s) {
    const dv_squad *first = pass->squad, *second = pass->beside;
    load_vectors(&first->position, &second->position, &s->position);
    load_vectors(&first->forward, &second->forward, &s->forward);
    __m512i agents = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)first->agent));
    s->agent = _mm512_inserti32x8(agents, _mm256_loadu_si256((const void *)second->agent), 1);
    load_rule(pass, 0, &s->pushes);
    load_rule(pass, 1, &s->motions);
    load_rule(pass, 2, &s->offsets);
    s->nearest = _mm512_castps_si512(ALL(INFINITY));
}

static DV_ALWAYS_INLINE __mmask16 counted_by(const rule *r, __mmask16 others, floats squared,
                                             floats ahead) {
    __mmask16 near = _mm512_mask_cmp_ps_mask(others, squared, r->radius_squared, _CMP_LE_OQ);
    return _mm512_mask_cmp_ps_mask(near, r->cone * squared, ahead, _CMP_LE_OQ);
}

static DV_ALWAYS_INLINE void add_to(rule *r, __mmask16 choice, const vectors *term,
                                    const flavor f) {
    ADD_WHERE(r->sum.x, choice, term->x);
    ADD_WHERE(r->sum.y, choice, term->y);
    if (f.is_volume)
        ADD_WHERE(r->sum.z, choice, term->z);
}

static DV_ALWAYS_INLINE void meet(two_squads *s, const dv_record *record, dv_vec3 shift,
                                  const flavor f) {
    vectors offset = {ALL(record->x) - s->position.x, ALL(record->y) - s->position.y, ALL(0)};
    if (f.is_shifted)
        offset.x += ALL(shift.x), offset.y += ALL(shift.y);
    floats squared = offset.x * offset.x + offset.y * offset.y;
    floats ahead = s->forward.x * offset.x + s->forward.y * offset.y;
    if (f.is_volume) {
        offset.z = ALL(record->z) - s->position.z;
        if (f.is_shifted)
            offset.z += ALL(shift.z);
        squared += offset.z * offset.z;
        ahead += s->forward.z * offset.z;
    }
    ahead *= _mm512_abs_ps(ahead);
    __mmask16 others = _mm512_cmpneq_epi32_mask(s->agent, _mm512_set1_epi32((int)record->agent));
    // Compared as unsigned integers, the bits of squares sort like their values, and NaN is
    // greater.
    s->nearest =
        _mm512_mask_min_epu32(s->nearest, others, s->nearest, _mm512_castps_si512(squared));
    floats factor = ALL(-1.0f) / squared;
    vectors push = {offset.x * factor, offset.y * factor, offset.z * factor};
    vectors motion = {ALL(record->vx), ALL(record->vy), ALL(record->vz)};
    add_to(&s->pushes, counted_by(&s->pushes, others, squared, ahead), &push, f);
    add_to(&s->motions, counted_by(&s->motions, others, squared, ahead), &motion, f);
    add_to(&s->offsets, counted_by(&s->offsets, others, squared, ahead), &offset, f);
}

/// Whether any neighbor is so near that its push is limited; see dv_tally_lanes.
static DV_ALWAYS_INLINE bool are_touched(const dv_tally_pass *pass, const two_squads *s) {
    const float *bound = pass->rules[0].nearest_squared;
    return _mm512_cmp_ps_mask(_mm512_castsi512_ps(s->nearest), load_both(bound, bound),
                              _CMP_LE_OQ) != 0;
}

static DV_ALWAYS_INLINE void meet_all(two_squads *s, const dv_tally_pass *pass, const dv_run *run,
                                      const flavor f) {
    const dv_record *records = pass->world->sensed.records;
    for (uint32_t rank = run->first; rank < run->end; rank++)
        if (pass->group->rules_for_kind[records[rank].kind])
            meet(s, &records[rank], run->shift, f);
}

static DV_ALWAYS_INLINE bool run(const dv_tally_pass *pass, const dv_visits *visits,
                                 const bool is_volume) {
    two_squads s;
    load(pass, &s);
    for (uint32_t visit = 0; visit < visits->count; visit++) {
        const dv_run *here = &visits->runs[visit];
        if (here->shift.x != 0 || here->shift.y != 0 || here->shift.z != 0)
            meet_all(&s, pass, here, (flavor){is_volume, true});
        else
            meet_all(&s, pass, here, (flavor){is_volume, false});
    }
    if (are_touched(pass, &s))
        return false;
    store_rule(pass, 0, &s.pushes);
    store_rule(pass, 1, &s.motions);
    store_rule(pass, 2, &s.offsets);
    return true;
}

static bool run_plane(const dv_tally_pass *pass, const dv_visits *visits) {
    return run(pass, visits, false);
}

static bool run_volume(const dv_tally_pass *pass, const dv_visits *visits) {
    return run(pass, visits, true);
}

bool DV_AT_WIDTH(dv_tally_two)(const dv_tally_pass *pass, const dv_visits *visits) {
    if (visits->folds)
        return false;
    return pass->world->space == DV_VOLUME ? run_volume(pass, visits) : run_plane(pass, visits);
}
