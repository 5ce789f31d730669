// Seeking: agents of a squad as lanes, before whom the records near them pass one by one. Each lane
// keeps the nearest, by the comparisons with which one agent alone would search, so both find the
// same. Compiled once for each width of vectors.
#include "neighbors/nearest_lanes.h"

#include "neighbors/visitor.h"
#include "world/kernels.h"

typedef struct lanes {
    dv_lanes3 position, forward;
    dv_mask agent, nearest;
    dv_floats squared;
} lanes;

static DV_ALWAYS_INLINE void pass_by(lanes *l, const dv_record *record, const dv_run *here,
                                     const dv_vec3 *span, bool folds, bool is_volume, bool has_cone,
                                     float limit) {
    dv_lanes3 o;
    dv_floats squared;
    dv_offsets_to(record, &l->position, here, span, folds ? DV_FOLDED : DV_SHIFTED, is_volume, &o);
    dv_dot_of_lanes(&o, &o, is_volume, &squared);
    int32_t agent = (int32_t)record->agent;
    dv_mask is_other = l->agent != agent;
    if (has_cone) {
        dv_floats dot;
        dv_dot_of_lanes(&l->forward, &o, is_volume, &dot);
        is_other &= DV_IS(dot * DV_MAGNITUDE(dot), >=, limit * squared);
    }
    // As far away as nothing is, so that what was found so far is all that the next record waits
    // for.
    squared = DV_WHERE(is_other, squared, DV_ALL_LANES(NAN));
    dv_mask is_nearer = DV_IS(squared, <, l->squared);
    dv_choice are_as_near = DV_SAME(squared, l->squared);
    // Of two at the same distance the lesser index counts.
    if (DV_HAS_ANY(are_as_near))
        is_nearer |= DV_IS(squared, ==, l->squared) & (agent < l->nearest);
    l->squared = DV_LESSER_LANES(squared, l->squared);
    l->nearest = (is_nearer & agent) | (~is_nearer & l->nearest);
}

static DV_ALWAYS_INLINE void run(const dv_squad *squad, const dv_visits *visits, bool folds,
                                 bool is_volume, bool has_cone, dv_nearest_lanes *seekers) {
    const dv_sensed *sensed = &squad->world->sensed;
    float limit = seekers->half_cosine * fabsf(seekers->half_cosine);
    lanes l;
    dv_load_lanes3(&l.position, &squad->position);
    dv_load_lanes3(&l.forward, &squad->forward);
    DV_LOAD_LANES(l.agent, squad->agent);
    DV_LOAD_LANES(l.nearest, seekers->nearest);
    DV_LOAD_LANES(l.squared, seekers->squared);
    for (uint32_t visit = 0; visit < visits->count; visit++) {
        const dv_run *here = &visits->runs[visit];
        for (uint32_t place = here->first; place < here->end; place++) {
            const dv_record *record = &sensed->records[visits->list ? visits->list[place] : place];
            if (dv_is_asked_for(record, seekers->kinds, NULL))
                pass_by(&l, record, here, &sensed->span, folds, is_volume, has_cone, limit);
        }
    }
    DV_STORE_LANES(seekers->nearest, l.nearest);
    DV_STORE_LANES(seekers->squared, l.squared);
}

void DV_AT_WIDTH(dv_nearest_run)(const dv_squad *squad, const dv_visits *visits,
                                 dv_nearest_lanes *seekers) {
    bool is_volume = squad->world->space == DV_VOLUME;
    bool has_cone = seekers->half_cosine > -1.0f;
    if (is_volume)
        run(squad, visits, visits->folds, true, has_cone, seekers);
    else if (visits->folds)
        run(squad, visits, true, false, has_cone, seekers);
    else if (has_cone)
        run(squad, visits, false, false, true, seekers);
    else
        run(squad, visits, false, false, false, seekers);
}

uint32_t DV_AT_WIDTH(dv_nearest_within)(const dv_nearest_lanes *found, float squared) {
    dv_floats squares;
    dv_mask nearest;
    DV_LOAD_LANES(squares, found->squared);
    DV_LOAD_LANES(nearest, found->nearest);
    dv_mask are_within = DV_IS_TO(squares, <=, squared) & DV_IS_TO(nearest, !=, DV_FOUND_NOBODY);
    return dv_lane_bits(&are_within);
}
