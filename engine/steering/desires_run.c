// Seek and flee side by side, and the sums of steering vectors. Compiled once for each vector
// width.
#include "steering/desires.h"

#include "steering/desired.h"

#include "base/compiler.h"
#include "neighbors/squad_offsets.h"
#include "world/kernels.h"

#include <float.h>

/// Steer away from the target, or straight on for an agent at the same place. Sets `do_steer` where
/// the target is near enough.
static DV_ALWAYS_INLINE void turn_away(const dv_squad *squad, const dv_desire *desire,
                                       dv_lanes3 *offsets, dv_mask *do_steer) {
    dv_lanes3 forward;
    dv_floats distance, radius;
    dv_mask are_apart;
    dv_load_lanes3(&forward, &squad->forward);
    DV_LOAD_LANES(radius, desire->radius);
    dv_lengths_of_lanes(offsets, &distance);
    dv_nonzero_lanes(offsets, &are_apart);
    *do_steer &= DV_IS(distance, <=, radius);
    offsets->x = DV_WHERE(are_apart, offsets->x * -1.0f, forward.x);
    offsets->y = DV_WHERE(are_apart, offsets->y * -1.0f, forward.y);
    offsets->z = DV_WHERE(are_apart, offsets->z * -1.0f, forward.z);
}

void DV_AT_WIDTH(dv_desire_run)(const dv_squad *squad, const dv_desire *desire,
                                dv_vectors *vectors) {
    dv_lanes3 direction;
    dv_floats speed;
    dv_mask do_steer;
    dv_offsets_from_squad(squad, &desire->places, &direction);
    DV_LOAD_LANES(do_steer, desire->has_place);
    DV_LOAD_LANES(speed, desire->speed);
    if (desire->flees)
        turn_away(squad, desire, &direction, &do_steer);
    dv_steer_lanes_along(squad, &direction, &speed);
    direction.x = DV_ONLY_WHERE(do_steer, direction.x);
    direction.y = DV_ONLY_WHERE(do_steer, direction.y);
    direction.z = DV_ONLY_WHERE(do_steer, direction.z);
    dv_store_lanes3(vectors, &direction);
}

void DV_AT_WIDTH(dv_add_weighted)(const dv_vectors *part, const float weights[DV_LANES],
                                  dv_vectors *sum) {
    dv_lanes3 p, s;
    dv_floats weight;
    dv_load_lanes3(&p, part);
    dv_load_lanes3(&s, sum);
    DV_LOAD_LANES(weight, weights);
    dv_mask are_finite = DV_IS_TO(DV_MAGNITUDE(p.x), <=, FLT_MAX) &
                         DV_IS_TO(DV_MAGNITUDE(p.y), <=, FLT_MAX) &
                         DV_IS_TO(DV_MAGNITUDE(p.z), <=, FLT_MAX);
    s.x += DV_ONLY_WHERE(are_finite, p.x) * weight;
    s.y += DV_ONLY_WHERE(are_finite, p.y) * weight;
    s.z += DV_ONLY_WHERE(are_finite, p.z) * weight;
    dv_store_lanes3(sum, &s);
}
