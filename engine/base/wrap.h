// Offsets in a world whose ends meet: the short way. There are two questions, and each is answered
// for one offset here and for lanes in wrap_lanes.h, with the same bits.
//
// Between places inside the bounds an offset is less than a span long, so that one comparison
// brings it near: fold. Places that scripts name may lie outside: their whole spans come off
// first. Only halfway around the two differ: folding leaves an offset of exactly half a span as it
// is.
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

/// Along one axis, between any places. None or one span comes off mostly, told without dividing.
/// Where rounding might decide, and further away, the quotient does.
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
