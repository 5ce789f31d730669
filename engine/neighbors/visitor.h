// What the loops over the records near a squad have in common.
#ifndef DV_NEIGHBORS_VISITOR_H
#define DV_NEIGHBORS_VISITOR_H

#include "base/compiler.h"
#include "base/lanes.h"
#include "base/wrap_lanes.h"
#include "neighbors/visits.h"

/// How offsets to records are brought near where the world wraps.
typedef enum dv_nearness {
    DV_AS_IT_IS,
    DV_SHIFTED, ///< by what the run says
    DV_FOLDED
} dv_nearness;

/// What all runs of some visits need.
static inline dv_nearness dv_nearness_of(const dv_visits *visits) {
    bool is_shifted = false;
    for (uint32_t i = 0; i < visits->count; i++) {
        const dv_vec3 *shift = &visits->runs[i].shift;
        is_shifted = is_shifted || shift->x != 0 || shift->y != 0 || shift->z != 0;
    }
    return visits->folds ? DV_FOLDED : is_shifted ? DV_SHIFTED : DV_AS_IT_IS;
}

/// From the agents to a record of a run, the short way where the world wraps; nothing along z in
/// the plane.
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

/// From the agents of a squad to a place each: as dv_offset_between.
static DV_ALWAYS_INLINE void dv_offsets_from_squad(const dv_squad *squad, const dv_vectors *places,
                                                   dv_lanes3 *offsets) {
    const dv_world *world = squad->world;
    dv_lanes3 position;
    dv_load_lanes3(&position, &squad->position);
    dv_load_lanes3(offsets, places);
    offsets->x -= position.x, offsets->y -= position.y, offsets->z -= position.z;
    if (world->bounds.edge != DV_EDGE_WRAP)
        return;
    dv_vec3 span = dv_subtract(world->bounds.max, world->bounds.min);
    dv_offset_lanes_without_spans(offsets, &span, world->space == DV_VOLUME);
}

static DV_ALWAYS_INLINE void dv_dot_of_lanes(const dv_lanes3 *a, const dv_lanes3 *b, bool is_volume,
                                             dv_floats *product) {
    *product = a->x * b->x + a->y * b->y;
    if (is_volume)
        *product += a->z * b->z;
}

#endif
