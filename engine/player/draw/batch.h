// A batch of triangles that SDL draws in one call: a call for each agent would take longer than the
// model.
//
// Invariant: `count` is a multiple of 3, and every vertex is within the range in which the software
// renderer computes correctly, because triangles are clipped to it.
#ifndef DV_PLAYER_BATCH_H
#define DV_PLAYER_BATCH_H

#include "player/draw/camera.h"

#include "drover/base.h"

#include <SDL.h>

typedef struct dv_batch {
    SDL_Vertex *vertices;
    uint32_t count, capacity;
    bool failed; ///< memory ran out since the last dv_batch_draw
} dv_batch;

/// Free the memory. The batch is then empty and can be used again.
void dv_batch_free(dv_batch *batch);

/// In these functions, colors are 0xRRGGBBAA; widths, lengths, and radii are in pixels.
void dv_batch_triangle(dv_batch *batch, dv_pixel a, dv_pixel b, dv_pixel c, uint32_t color);
/// The axis-parallel rectangle with opposite corners `a` and `c`.
void dv_batch_rectangle(dv_batch *batch, dv_pixel a, dv_pixel c, uint32_t color);
/// A line with square ends.
void dv_batch_line(dv_batch *batch, dv_pixel a, dv_pixel b, float width, uint32_t color);
/// A dashed line; dashes and gaps are `dash` long.
void dv_batch_dashes(dv_batch *batch, dv_pixel a, dv_pixel b, float width, float dash,
                     uint32_t color);
/// A line with an arrowhead at `b`.
void dv_batch_arrow(dv_batch *batch, dv_pixel a, dv_pixel b, float width, uint32_t color);
/// A filled disc, and a ring whose `radius` is that of the middle of its width.
void dv_batch_disc(dv_batch *batch, dv_pixel center, float radius, uint32_t color);
void dv_batch_ring(dv_batch *batch, dv_pixel center, float radius, float width, uint32_t color);
/// A part of a ring, from angle `first` to `last`, in radians, counterclockwise on the screen.
void dv_batch_arc(dv_batch *batch, dv_pixel center, float radius, float width, float first,
                  float last, uint32_t color);
/// A filled slice of a disc, with angles as in dv_batch_arc.
void dv_batch_sector(dv_batch *batch, dv_pixel center, float radius, float first, float last,
                     uint32_t color);

/// Add all triangles of another batch, which keeps them.
void dv_batch_append(dv_batch *batch, const dv_batch *other);

/// Draw all triangles in the order in which they were added, and empty the batch. DV_ERROR_MEMORY
/// if some are missing because memory ran out.
dv_result dv_batch_draw(dv_batch *batch, SDL_Renderer *renderer);

#endif
