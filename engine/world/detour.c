// Checking detours that were read from snapshots; see detour.h.
#include "world/detour.h"

#include "program/value_rows.h"

#include <float.h>
#include <math.h>

#define ROUNDING 1e-3f ///< tolerance for components of unit vectors

static bool is_within(float a, float b, float most) { return fabsf(a) <= most && fabsf(b) <= most; }

bool dv_is_detour(const dv_detour *d) {
    const float farthest = 2 * DV_FARTHEST, unit = 1 + ROUNDING;
    return is_within(d->from_x, d->from_y, farthest) && is_within(d->end_x, d->end_y, farthest) &&
           is_within(d->way_x, d->way_y, unit) && is_within(d->probe, d->least, farthest) &&
           is_within(d->walked, 0, farthest) && is_within(d->strength, 0, FLT_MAX) &&
           is_within(d->side, 0, 1) && d->is_under_way <= 1;
}
