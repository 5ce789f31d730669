// What an agent that stress behaviors lead remembers to get past what is in its way; see
// stress/detour.h. Part of the states in legs.h and course.h, so snapshots and hashes include it.
#ifndef DV_WORLD_DETOUR_H
#define DV_WORLD_DETOUR_H

#include <stdbool.h>
#include <stdint.h>

/// What an agent remembers to notice that it gets nowhere, and of its way around what is there.
typedef struct dv_detour {
    float from_x, from_y;  ///< m, where it was when it last got on
    float end_x, end_y;    ///< m, where the last detour ended
    float way_x, way_y;    ///< unit, where the detour leads
    float strength;        ///< the stress of a step the other way
    float probe;           ///< m that have to be free before it takes up its own way again
    float least;           ///< m, the shortest detour; 0: none was needed lately
    float walked;          ///< m since the detour began
    float side;            ///< 1: what is in the way stays on the left; -1: on the right
    uint32_t since;        ///< the tick, modulo 2³², in which it last got on
    uint32_t until;        ///< the tick in which the detour ends at the latest
    uint32_t is_under_way; ///< 1: on the detour
    uint32_t state;        ///< of the agent when it last chose a step, plus 1; 0: at rest
} dv_detour;

/// Whether a detour from a snapshot is valid: all its values are in range.
bool dv_is_detour(const dv_detour *detour);

#endif
