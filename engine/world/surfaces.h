// Surfaces: what the program declares of them, and which ones a world has made.
//
// Invariant: heights are finite, a grid has two or more each way, a normal is of length 1.
#ifndef DV_WORLD_SURFACES_H
#define DV_WORLD_SURFACES_H

#include "drover/surface.h"

/// What a body stands on.
typedef struct dv_footing {
    dv_vec3 point;
    dv_vec3 normal; ///< unit
} dv_footing;

/// Of a surface that was removed with its type.
#define DV_NO_SURFACE_TYPE UINT32_MAX

typedef struct dv_surface_record {
    uint32_t type;
} dv_surface_record;

static inline bool dv_surface_is_gone(const dv_surface_record *surface) {
    return surface->type == DV_NO_SURFACE_TYPE;
}

typedef struct dv_surfaces {
    dv_surface_record *records;
    uint32_t count, capacity;
} dv_surfaces;

dv_footing dv_surface_footing(const dv_surface_def *surface, dv_vec3 place);
/// Where the agent would stand that is at `place`: on the surface its slot names, else on the one
/// nearest to it, ties by index; without any, where it is, on level ground.
dv_footing dv_footing_of(const dv_world *world, uint32_t agent, dv_vec3 place);

#endif
