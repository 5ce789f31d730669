// Finds the nearest for each agent of a squad. It makes the same comparisons as the search for one
// agent, so both find the same one. Compiled once for each vector width.
#include "neighbors/nearest_lanes.h"

#include "base/lanes.h"
#include "neighbors/visitor.h"
#include "world/kernels.h"

typedef struct seers {
    const dv_sought_kinds *kinds;
    bool has_cone;
    float limit; // signed square of the cosine
    dv_lanes3 forward;
    dv_mask agent, nearest;
    dv_floats squared;
} seers;

static DV_ALWAYS_INLINE bool looks_for(void *reducer, const dv_record *record) {
    const seers *s = reducer;
    return dv_is_asked_for(record, s->kinds, NULL);
}

static DV_ALWAYS_INLINE void keep_nearer(void *reducer, const dv_met *met, dv_visited_space space) {
    seers *s = reducer;
    int32_t agent = (int32_t)met->record->agent;
    dv_mask is_other = s->agent != agent;
    if (s->has_cone) {
        dv_floats dot;
        dv_dot_of_lanes(&s->forward, &met->offset, space.is_volume, &dot);
        is_other &= DV_IS(dot * DV_MAGNITUDE(dot), >=, s->limit * met->distance_squared);
    }
    // Lanes that do not see the record get NaN, which never compares as nearer. Then only `squared`
    // and `nearest` carry a dependency from one record to the next.
    dv_floats squared = DV_WHERE(is_other, met->distance_squared, DV_ALL_LANES(NAN));
    dv_mask is_nearer = DV_IS(squared, <, s->squared);
    dv_choice are_as_near = DV_SAME(squared, s->squared);
    // On a tie, the lower index wins.
    if (DV_HAS_ANY(are_as_near))
        is_nearer |= DV_IS(squared, ==, s->squared) & (agent < s->nearest);
    s->squared = DV_LESSER_LANES(squared, s->squared);
    s->nearest = (is_nearer & agent) | (~is_nearer & s->nearest);
}

static DV_ALWAYS_INLINE void find_nearest(const dv_squad *squad, const dv_visits *visits,
                                          bool has_cone, dv_nearest_lanes *found) {
    float limit = found->half_cosine * fabsf(found->half_cosine);
    seers s = {.kinds = &found->sought, .has_cone = has_cone, .limit = limit};
    dv_load_lanes3(&s.forward, &squad->forward);
    DV_LOAD_LANES(s.agent, squad->agent);
    DV_LOAD_LANES(s.nearest, found->nearest);
    DV_LOAD_LANES(s.squared, found->squared);
    dv_visit_all(&(dv_visit){squad, NULL, visits, looks_for, keep_nearer, &s, false});
    DV_STORE_LANES(found->nearest, s.nearest);
    DV_STORE_LANES(found->squared, s.squared);
}

void DV_AT_WIDTH(dv_nearest_run)(const dv_squad *squad, const dv_visits *visits,
                                 dv_nearest_lanes *found) {
    if (found->half_cosine > -1.0f)
        find_nearest(squad, visits, true, found);
    else
        find_nearest(squad, visits, false, found);
}

uint32_t DV_AT_WIDTH(dv_nearest_within)(const dv_nearest_lanes *found, float squared) {
    dv_floats squares;
    dv_mask nearest;
    DV_LOAD_LANES(squares, found->squared);
    DV_LOAD_LANES(nearest, found->nearest);
    dv_mask are_within = DV_IS_TO(squares, <=, squared) & DV_IS_TO(nearest, !=, DV_FOUND_NOBODY);
    return dv_lane_bits(&are_within);
}
