// What the loops over the records near a squad have in common.
#ifndef DV_NEIGHBORS_VISITOR_H
#define DV_NEIGHBORS_VISITOR_H

#include "base/compiler.h"
#include "base/lanes.h"
#include "neighbors/visits.h"

/// From the agents to a record of a run, the short way where the world wraps; nothing along z in
/// the plane.
static DV_ALWAYS_INLINE void dv_offsets_to(const dv_record *record, const dv_lanes3 *position,
                                           const dv_run *run, const dv_vec3 *span, bool folds,
                                           bool is_volume, dv_lanes3 *offset) {
    offset->x = record->x - position->x;
    offset->y = record->y - position->y;
    offset->z = is_volume ? record->z - position->z : (dv_floats){0};
    if (folds) {
        offset->x = DV_FOLD_LANES(offset->x, span->x);
        offset->y = DV_FOLD_LANES(offset->y, span->y);
        if (is_volume)
            offset->z = DV_FOLD_LANES(offset->z, span->z);
    } else {
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

#endif
