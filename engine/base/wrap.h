// Shortest offsets in a wrapping world: for one offset here, and for lanes in wrap_lanes.h, with
// the same bits.
//
// An offset between places inside the bounds is shorter than a span, so one comparison is enough:
// dv_fold. Places from scripts may be outside; then dv_without_spans subtracts whole spans. The two
// differ only halfway around: dv_fold leaves an offset of exactly half a span as it is.
#ifndef DV_BASE_WRAP_H
#define DV_BASE_WRAP_H

#include "base/math.h"

/// Along one axis, between two places inside the bounds.
static inline float dv_fold(float offset, float span) {
    float half = span * 0.5f;
    return offset > half ? offset - span : offset < -half ? offset + span : offset;
}

static inline dv_vec3 dv_fold_offset(dv_vec3 offset, dv_vec3 span, bool is_volume) {
    return dv_vec(dv_fold(offset.x, span.x), dv_fold(offset.y, span.y),
                  is_volume ? dv_fold(offset.z, span.z) : offset.z);
}

/// Along one axis, between any places. Mostly there is no span to subtract, or one, which takes no
/// division. Divide for longer offsets, and where rounding could decide.
static inline float dv_without_spans(float offset, float span) {
    float away = fabsf(offset);
    if (away < 0.49f * span)
        return offset;
    if (away > 0.51f * span && away < 1.49f * span)
        return offset > 0 ? offset - span : offset + span;
    return offset - span * floorf(offset / span + 0.5f);
}

static inline dv_vec3 dv_offset_without_spans(dv_vec3 offset, dv_vec3 span, bool is_volume) {
    return dv_vec(dv_without_spans(offset.x, span.x), dv_without_spans(offset.y, span.y),
                  is_volume ? dv_without_spans(offset.z, span.z) : offset.z);
}

#endif
