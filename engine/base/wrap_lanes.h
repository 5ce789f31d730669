// The functions of wrap.h, for lanes.
#ifndef DV_BASE_WRAP_LANES_H
#define DV_BASE_WRAP_LANES_H

#include "base/compiler.h"
#include "base/lane_vectors.h"
#include "base/wrap.h"

/// dv_fold for each lane.
static DV_ALWAYS_INLINE void dv_fold_lanes(dv_floats *offsets, float span) {
    *offsets = DV_WHERE(DV_IS_TO(*offsets, >, span * 0.5f), *offsets - span,
                        DV_WHERE(DV_IS_TO(*offsets, <, span * -0.5f), *offsets + span, *offsets));
}

static DV_ALWAYS_INLINE void dv_fold_offset_lanes(dv_lanes3 *offsets, const dv_vec3 *span,
                                                  bool is_volume) {
    dv_fold_lanes(&offsets->x, span->x);
    dv_fold_lanes(&offsets->y, span->y);
    if (is_volume)
        dv_fold_lanes(&offsets->z, span->z);
}

/// dv_without_spans for each lane.
static DV_ALWAYS_INLINE void dv_lanes_without_spans(dv_floats *offsets, float span) {
    dv_floats away = DV_MAGNITUDE(*offsets);
    dv_mask are_near = DV_IS_TO(away, <, 0.49f * span);
    dv_mask are_beyond = DV_IS_TO(away, >, 0.51f * span) & DV_IS_TO(away, <, 1.49f * span);
    dv_mask are_odd = ~(are_near | are_beyond);
    dv_floats folded = DV_WHERE(DV_IS_TO(*offsets, >, 0), *offsets - span, *offsets + span);
    dv_floats inside = DV_WHERE(are_beyond, folded, *offsets);
    for (int lane = 0; lane < DV_VECTOR_LANES && dv_any_lane(&are_odd); lane++)
        if (are_odd[lane])
            inside[lane] = dv_without_spans((*offsets)[lane], span);
    *offsets = inside;
}

static DV_ALWAYS_INLINE void dv_offset_lanes_without_spans(dv_lanes3 *offsets, const dv_vec3 *span,
                                                           bool is_volume) {
    dv_lanes_without_spans(&offsets->x, span->x);
    dv_lanes_without_spans(&offsets->y, span->y);
    if (is_volume)
        dv_lanes_without_spans(&offsets->z, span->z);
}

#endif
