// Finds which agents of a squad are in a box, and which are near a place given for each. Compiled
// once for each vector width.
#include "neighbors/squad_offsets.h"
#include "world/kernels.h"

uint32_t DV_AT_WIDTH(dv_squad_near)(const dv_squad *squad, const dv_vectors *places,
                                    float distance_squared) {
    dv_lanes3 offsets;
    dv_floats squares;
    dv_offsets_from_squad(squad, places, &offsets);
    dv_squares_of_lanes(&offsets, &squares);
    dv_mask are_near = DV_IS_TO(squares, <=, distance_squared);
    return dv_lane_bits(&are_near);
}

static DV_ALWAYS_INLINE dv_mask are_between(const float *lanes, float low, float high) {
    dv_floats places;
    DV_LOAD_LANES(places, lanes);
    return DV_IS_TO(places, >=, low) & DV_IS_TO(places, <=, high);
}

uint32_t DV_AT_WIDTH(dv_squad_inside)(const dv_squad *squad, const dv_vec3 *low,
                                      const dv_vec3 *high) {
    const dv_vectors *p = &squad->position;
    dv_mask are_inside = are_between(p->x, low->x, high->x) & are_between(p->y, low->y, high->y) &
                         are_between(p->z, low->z, high->z);
    return dv_lane_bits(&are_inside);
}
