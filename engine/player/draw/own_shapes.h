// The shapes that scenarios bring, as parts that are drawn like those of built-in shapes. Each is
// cut into triangles, or decoded, once.
#ifndef DV_PLAYER_OWN_SHAPES_H
#define DV_PLAYER_OWN_SHAPES_H

#include "player/draw/shape_parts.h"

/// Invariant: the shapes stay where they are until the next dv_own_shapes_begin.
typedef struct dv_own_shapes {
    struct dv_kept_shape **kept;
    uint32_t count, capacity;
} dv_own_shapes;

/// Call it before the renderer is destroyed.
void dv_own_shapes_free(dv_own_shapes *shapes);

/// Call at the start of a picture: if there are many shapes, most are from before reloads, and all
/// are forgotten.
void dv_own_shapes_begin(dv_own_shapes *shapes);

/// The parts of a shape. NULL if `own` is NULL, when out of memory, or if it is a picture that
/// can't be decoded, which stderr says once: draw another shape.
const dv_shape_parts *dv_own_parts(dv_own_shapes *shapes, const dv_own_shape *own);

#endif
