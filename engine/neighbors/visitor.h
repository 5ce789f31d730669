// The loop over the records near a squad, or near two where DV_ABREAST is 2. The agents are the
// lanes, and each record is compared with all of them at once. A reducer says what to do with it:
//
//     wants(reducer, record)       whether to compare the record at all
//     meets(reducer, met, space)   use its distance and offset for each lane
//
// Both are compile-time constants, so that they are inlined in the loop, once for each space.
#ifndef DV_NEIGHBORS_VISITOR_H
#define DV_NEIGHBORS_VISITOR_H

#include "base/compiler.h"
#include "base/lane_vectors.h"
#include "base/wrap_lanes.h"
#include "neighbors/visits.h"

/// How to find the shortest offset to a record in a wrapping world.
typedef enum dv_nearness {
    DV_AS_IT_IS, ///< the difference of the positions
    DV_SHIFTED,  ///< plus the run's shift
    DV_FOLDED    ///< folded for each record
} dv_nearness;

/// The method that works for all runs of some visits.
static inline dv_nearness dv_nearness_of(const dv_visits *visits) {
    bool is_shifted = false;
    for (uint32_t i = 0; i < visits->count; i++) {
        const dv_vec3 *shift = &visits->runs[i].shift;
        is_shifted = is_shifted || shift->x != 0 || shift->y != 0 || shift->z != 0;
    }
    return visits->folds ? DV_FOLDED : is_shifted ? DV_SHIFTED : DV_AS_IT_IS;
}

/// The shortest offsets from the agents to a record of a run. Does not set z in a plane.
static DV_ALWAYS_INLINE void dv_offsets_to(const dv_record *record, const dv_lanes3 *position,
                                           const dv_run *run, const dv_vec3 *span,
                                           dv_nearness nearness, bool is_volume,
                                           dv_lanes3 *offset) {
    offset->x = record->x - position->x;
    offset->y = record->y - position->y;
    offset->z = is_volume ? record->z - position->z : (dv_floats){0};
    if (nearness == DV_FOLDED)
        dv_fold_offset_lanes(offset, span, is_volume);
    if (nearness == DV_SHIFTED) {
        offset->x += run->shift.x;
        offset->y += run->shift.y;
        if (is_volume)
            offset->z += run->shift.z;
    }
}

static DV_ALWAYS_INLINE void dv_dot_of_lanes(const dv_lanes3 *a, const dv_lanes3 *b, bool is_volume,
                                             dv_floats *product) {
    *product = a->x * b->x + a->y * b->y;
    if (is_volume)
        *product += a->z * b->z;
}

/// The parameters for which a copy of the loop is compiled.
typedef struct dv_visited_space {
    bool is_volume;
    dv_nearness nearness;
} dv_visited_space;

/// A record relative to the squad.
typedef struct dv_met {
    const dv_record *record;
    uint32_t rank;
    dv_lanes3 offset; ///< m
    dv_floats distance_squared;
} dv_met;

typedef bool dv_wants(void *reducer, const dv_record *record);
typedef void dv_meets(void *reducer, const dv_met *met, dv_visited_space space);

/// The arguments of the loop.
typedef struct dv_visit {
    const dv_squad *squad, *beside; ///< `beside` only matters where DV_ABREAST is 2
    const dv_visits *visits;
    dv_wants *wants;
    dv_meets *meets;
    void *reducer;
    bool goes_outward; ///< start at the squad itself, so that the nearest records come early
} dv_visit;

static DV_ALWAYS_INLINE void dv_meet_place(const dv_visit *v, const dv_lanes3 *position,
                                           const dv_run *run, uint32_t place,
                                           const dv_visited_space space) {
    const dv_sensed *sensed = &v->squad->world->sensed;
    dv_met met;
    met.rank = v->visits->list ? v->visits->list[place] : place;
    met.record = &sensed->records[met.rank];
    if (!v->wants(v->reducer, met.record))
        return;
    dv_offsets_to(met.record, position, run, &sensed->span, space.nearness, space.is_volume,
                  &met.offset);
    dv_dot_of_lanes(&met.offset, &met.offset, space.is_volume, &met.distance_squared);
    v->meets(v->reducer, &met, space);
}

/// The run that contains the squad itself, if there is one.
static inline uint32_t dv_own_run(const dv_squad *squad, const dv_visits *visits, uint32_t *from) {
    *from = squad->world->agents.rank[squad->agent[0]];
    for (uint32_t i = 0; i < visits->count && !visits->list; i++)
        if (visits->runs[i].first <= *from && *from < visits->runs[i].end)
            return i;
    *from = visits->runs[0].first;
    return 0;
}

static DV_ALWAYS_INLINE void dv_visit_in(const dv_visit *v, const dv_visited_space space) {
    const dv_squad *last = DV_ABREAST == 2 ? v->beside : v->squad;
    dv_lanes3 position;
    dv_load_lanes3_abreast(&position, &v->squad->position, &last->position);
    uint32_t own = UINT32_MAX, from;
    if (v->goes_outward) {
        own = dv_own_run(v->squad, v->visits, &from);
        const dv_run *run = &v->visits->runs[own];
        for (uint32_t place = from; place < run->end; place++)
            dv_meet_place(v, &position, run, place, space);
        for (uint32_t place = from; place-- > run->first;)
            dv_meet_place(v, &position, run, place, space);
    }
    for (uint32_t i = 0; i < v->visits->count; i++) {
        const dv_run *run = &v->visits->runs[i];
        if (v->goes_outward && i == own)
            continue;
        for (uint32_t place = run->first; place < run->end; place++)
            dv_meet_place(v, &position, run, place, space);
    }
}

/// Compare all visited records with the squad, in order unless it goes outward.
static DV_ALWAYS_INLINE void dv_visit_all(const dv_visit *v) {
    bool is_volume = v->squad->world->space == DV_VOLUME;
    switch (dv_nearness_of(v->visits)) {
    case DV_AS_IT_IS:
        if (is_volume)
            dv_visit_in(v, (dv_visited_space){true, DV_AS_IT_IS});
        else
            dv_visit_in(v, (dv_visited_space){false, DV_AS_IT_IS});
        break;
    case DV_SHIFTED:
        if (is_volume)
            dv_visit_in(v, (dv_visited_space){true, DV_SHIFTED});
        else
            dv_visit_in(v, (dv_visited_space){false, DV_SHIFTED});
        break;
    case DV_FOLDED:
        if (is_volume)
            dv_visit_in(v, (dv_visited_space){true, DV_FOLDED});
        else
            dv_visit_in(v, (dv_visited_space){false, DV_FOLDED});
        break;
    }
}

#endif
