// Seek and flee side by side, and the sums of steering vectors. Compiled once for each vector
// width.
#include "steering/desires.h"

#include "steering/desired.h"

#include "base/compiler.h"
#include "world/kernels.h"

#include <float.h>

/// As dv_without_spans.
static DV_ALWAYS_INLINE void without_spans(dv_floats *offsets, float span) {
    dv_floats away = DV_MAGNITUDE(*offsets);
    dv_mask are_near = DV_IS_TO(away, <, 0.49f * span);
    dv_mask are_beyond = DV_IS_TO(away, >, 0.51f * span) & DV_IS_TO(away, <, 1.49f * span);
    dv_mask are_odd = ~(are_near | are_beyond);
    dv_floats folded = DV_WHERE(DV_IS_TO(*offsets, >, 0), *offsets - span, *offsets + span);
    dv_floats inside = DV_WHERE(are_beyond, folded, *offsets);
    for (int lane = 0; lane < DV_LANES && dv_any_lane(&are_odd); lane++)
        if (are_odd[lane])
            inside[lane] = dv_without_spans((*offsets)[lane], span);
    *offsets = inside;
}

/// As dv_offset_between.
static DV_ALWAYS_INLINE void take_offsets(const dv_squad *squad, const dv_vectors *places,
                                          dv_lanes3 *offsets) {
    const dv_world *world = squad->world;
    dv_lanes3 position;
    dv_load_lanes3(&position, &squad->position);
    dv_load_lanes3(offsets, places);
    offsets->x -= position.x, offsets->y -= position.y, offsets->z -= position.z;
    if (world->bounds.edge != DV_EDGE_WRAP)
        return;
    dv_vec3 span = dv_subtract(world->bounds.max, world->bounds.min);
    without_spans(&offsets->x, span.x);
    without_spans(&offsets->y, span.y);
    if (world->space == DV_VOLUME)
        without_spans(&offsets->z, span.z);
}

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
    take_offsets(squad, &desire->places, &direction);
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
