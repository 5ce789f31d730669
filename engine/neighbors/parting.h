// The direction in which two agents part that are at the same place. It differs from pair to pair,
// so that a heap does not become a line, and the other of the two takes the opposite one.
//
// A heap has as many pairs as the square of its agents, so a direction is a few multiplications of
// a mix of the two IDs: the point (1 − t²) / (1 + t²), 2t / (1 + t²) of the circle lies between 0
// and 45 degrees for t from 0 to the tangent of 22.5, and three more bits say in which of eight
// such parts of the circle it is. parting_lanes.h has the same for lanes, with the same bits.
#ifndef DV_NEIGHBORS_PARTING_H
#define DV_NEIGHBORS_PARTING_H

#include "base/math.h"

#define DV_PARTING_OF_LOW 0x9e3779b9u
#define DV_PARTING_OF_HIGH 0x85ebca6bu
#define DV_PARTING_TANGENT (0.41421356f * 0x1p-24f) ///< of 22.5 degrees, for 24 bits

/// Works for a word, and for a vector of words.
#define DV_MIX_FOR_PARTING(words)                                                                  \
    ((words) = ((words) ^ (words) >> 16) * 0x7feb352du,                                            \
     (words) = ((words) ^ (words) >> 15) * 0x846ca68bu, (words) ^= (words) >> 16)

/// A unit vector.
static inline dv_vec3 dv_parting_direction(uint32_t agent, uint32_t other, bool is_volume) {
    uint32_t low = agent < other ? agent : other, high = agent < other ? other : agent;
    uint32_t word = low * DV_PARTING_OF_LOW ^ high * DV_PARTING_OF_HIGH;
    DV_MIX_FOR_PARTING(word);
    float t = (float)(word >> 8) * DV_PARTING_TANGENT, square = t * t;
    float more = (1 - square) / (1 + square), less = 2 * t / (1 + square);
    float x = word & 1 ? less : more, y = word & 1 ? more : less, z = 0;
    x = word & 2 ? -x : x;
    y = word & 4 ? -y : y;
    if (is_volume) {
        DV_MIX_FOR_PARTING(word);
        z = (float)(word >> 8) * 0x1p-23f - (1 - 0x1p-24f);
        float across = sqrtf(1 - z * z);
        x *= across;
        y *= across;
    }
    return agent < other ? dv_vec(x, y, z) : dv_vec(-x, -y, -z);
}

#endif
