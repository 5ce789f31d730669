// Surfaces: what the program declares of them, and which ones a world has made.
//
// Invariant: heights are finite, a grid has two or more each way, a normal is of length 1.
#ifndef DV_WORLD_SURFACES_H
#define DV_WORLD_SURFACES_H

#include "world/surface_record.h"

/// What a body stands on.
typedef struct dv_footing {
    dv_vec3 point;
    dv_vec3 normal; ///< unit
} dv_footing;

dv_footing dv_surface_footing(const dv_surface_def *surface, dv_vec3 place);
/// Where the agent would stand that is at `place`: on the surface its slot names, else on the one
/// nearest to it, ties by index; without any, where it is, on level ground.
dv_footing dv_footing_of(const dv_world *world, uint32_t agent, dv_vec3 place);

#endif
