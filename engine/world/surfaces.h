// Surfaces: their types, which the program declares, and the surfaces that a world has made.
//
// Invariant: heights are finite, a grid has at least two heights along each axis, and normals have
// length 1.
#ifndef DV_WORLD_SURFACES_H
#define DV_WORLD_SURFACES_H

#include "world/surface_record.h"

/// The point of a surface that a body stands on.
typedef struct dv_footing {
    dv_vec3 point;
    dv_vec3 normal; ///< unit
} dv_footing;

/// The point of a surface nearest to a place. On a grid of heights: the point above or below it.
dv_footing dv_surface_footing(const dv_surface_def *surface, dv_vec3 place);
/// Where the agent would stand if it were at `place`: on the surface in its slot `surface`, or else
/// on the nearest surface (the first of equally near ones). In a world without surfaces: at
/// `place`, on level ground.
dv_footing dv_footing_of(const dv_world *world, uint32_t agent, dv_vec3 place);

#endif
