// dv_parting_direction for the agents of a squad and one other; see parting.h.
#ifndef DV_NEIGHBORS_PARTING_LANES_H
#define DV_NEIGHBORS_PARTING_LANES_H

#include "base/lanes.h"
#include "neighbors/parting.h"

typedef uint32_t dv_words __attribute__((vector_size(4 * DV_LANES)));

static inline void dv_numbers_of_words(const dv_words *words, dv_floats *numbers) {
    dv_words high = *words >> 8;
    *numbers = __builtin_convertvector((dv_mask)high, dv_floats);
}

static inline void dv_parting_directions(const uint32_t agents[DV_LANES], uint32_t other,
                                         bool is_volume, dv_lanes3 *direction) {
    dv_words agent;
    DV_LOAD_LANES(agent, agents);
    dv_mask is_lower = (dv_mask)(agent < other);
    dv_words mask = (dv_words)is_lower;
    dv_words low = (agent & mask) | (other & ~mask), high = (agent & ~mask) | (other & mask);
    dv_words words = low * DV_PARTING_OF_LOW ^ high * DV_PARTING_OF_HIGH;
    DV_MIX_FOR_PARTING(words);
    dv_floats t, z = {0};
    dv_numbers_of_words(&words, &t);
    t *= DV_PARTING_TANGENT;
    dv_floats square = t * t;
    dv_floats more = (1 - square) / (1 + square), less = 2 * t / (1 + square);
    dv_mask is_swapped = (dv_mask)((words & 1) != 0);
    dv_floats x = DV_WHERE(is_swapped, less, more), y = DV_WHERE(is_swapped, more, less);
    x = DV_WHERE((dv_mask)((words & 2) != 0), -x, x);
    y = DV_WHERE((dv_mask)((words & 4) != 0), -y, y);
    if (is_volume) {
        DV_MIX_FOR_PARTING(words);
        dv_numbers_of_words(&words, &z);
        z = z * 0x1p-23f - (1 - 0x1p-24f);
        dv_floats across = 1 - z * z;
        dv_take_roots(&across);
        x *= across;
        y *= across;
    }
    direction->x = DV_WHERE(is_lower, x, -x);
    direction->y = DV_WHERE(is_lower, y, -y);
    direction->z = DV_WHERE(is_lower, z, -z);
}

#endif
