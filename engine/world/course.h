// What a body without legs keeps of the velocity that its stress behaviors chose; see
// stress/course.h.
//
// Invariant: the state is in the kind's part of the agent's block, so snapshots, the state hash,
// and reloads include it. All zero means that the agent has not chosen yet.
#ifndef DV_WORLD_COURSE_H
#define DV_WORLD_COURSE_H

#include "world/detour.h"
#include "world/world_data.h"

typedef struct dv_course {
    float x, y, z;  ///< m/s, the velocity that it steers toward
    uint32_t state; ///< of the agent when it chose, plus 1; 0: it has to choose
    dv_detour detour;
} dv_course;

/// The course of an agent without legs whose kind weighs stress.
static inline dv_course *dv_course_of(const dv_world *world, uint32_t agent) {
    return (dv_course *)(void *)(dv_states_of(world, agent) +
                                 dv_kind_of(world, agent)->course_offset);
}

/// Whether a course from a snapshot is valid: all its values are in range.
bool dv_is_course(const dv_course *course);

#endif
