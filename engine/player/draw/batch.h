// A batch of triangles and sprites, which dv_raster_draw draws in memory with smooth edges, or SDL
// in one call: a call for each agent would take longer than the model.
//
// Its items are shapes, textures, and sprites in the order in which they are drawn. A shape is one
// or more triangles of one color without seams between them: only its outer edges are smooth.
//
// Invariant: `count` is a multiple of 3 and the sum of all items' `corners`, and every vertex is
// within the range in which SDL's software renderer computes correctly, because triangles are
// clipped to it.
#ifndef DV_PLAYER_BATCH_H
#define DV_PLAYER_BATCH_H

#include "player/draw/camera.h"
#include "player/draw/texture.h"

#include "drover/base.h"

#include <SDL.h>

/// A small picture, row by row: 0xAARRGGBB, with red, green, and blue already multiplied by alpha.
/// What is drawn in two colors that are chosen later isn't in `pixels`, but in `weights`: how much
/// of 256 of the first color, in the lower 16 bits, and of the second, in the upper, is added.
typedef struct dv_sprite {
    const uint32_t *pixels;
    int width, height;
    const uint32_t *weights; ///< NULL: everything is in `pixels`
    uint32_t colors[2];      ///< 0xRRGGBBAA; opaque
} dv_sprite;

typedef struct dv_batch_item {
    uint32_t corners;    ///< of a shape's triangles, in `vertices`; 0: a sprite
    bool sharp;          ///< a shape's edges aren't smooth
    dv_texture *texture; ///< fills two triangles; NULL: their color does
    dv_texture_use use;
    dv_sprite sprite;
    int x, y; ///< of the sprite's upper left pixel
} dv_batch_item;

typedef struct dv_batch {
    SDL_Vertex *vertices;
    uint32_t count, capacity;
    dv_batch_item *items;
    uint32_t item_count, item_capacity;
    bool sharp;  ///< new shapes get sharp edges; for areas side by side, which would show seams
    bool failed; ///< memory ran out since the batch was last empty
    uint32_t open, opened_at; ///< how many dv_batch_begin have no end; items at the first of them
} dv_batch;

/// Free the memory. The batch is then empty and can be used again.
void dv_batch_free(dv_batch *batch);

/// Remove everything, but keep the memory.
void dv_batch_clear(dv_batch *batch);

/// Triangles added between these two are one shape, as long as they have one color. Calls may be
/// nested. Triangles may touch or overlap.
void dv_batch_begin(dv_batch *batch);
void dv_batch_end(dv_batch *batch);

/// In these functions, colors are 0xRRGGBBAA; widths, lengths, and radii are in pixels.
void dv_batch_triangle(dv_batch *batch, dv_pixel a, dv_pixel b, dv_pixel c, uint32_t color);
/// The axis-parallel rectangle with opposite corners `a` and `c`. Its edges are sharp.
void dv_batch_rectangle(dv_batch *batch, dv_pixel a, dv_pixel c, uint32_t color);
/// A line with square ends.
void dv_batch_line(dv_batch *batch, dv_pixel a, dv_pixel b, float width, uint32_t color);
/// A dashed line; dashes and gaps are `dash` long.
void dv_batch_dashes(dv_batch *batch, dv_pixel a, dv_pixel b, float width, float dash,
                     uint32_t color);
/// In widths of its line: how long the head of an arrow is, and how far it reaches to each side.
#define DV_ARROW_HEAD 5.0f
#define DV_ARROW_HALF 2.25f
/// A line with an arrowhead at `b`.
void dv_batch_arrow(dv_batch *batch, dv_pixel a, dv_pixel b, float width, uint32_t color);
/// A cross of two slanted lines, whose ends are `half` to each side of its center, and above and
/// below it.
void dv_batch_cross(dv_batch *batch, dv_pixel center, float half, float width, uint32_t color);
/// A filled disc, and a ring whose `radius` is that of the middle of its width.
void dv_batch_disc(dv_batch *batch, dv_pixel center, float radius, uint32_t color);
void dv_batch_ring(dv_batch *batch, dv_pixel center, float radius, float width, uint32_t color);
/// A part of a ring, from angle `first` to `last`, in radians, counterclockwise on the screen.
void dv_batch_arc(dv_batch *batch, dv_pixel center, float radius, float width, float first,
                  float last, uint32_t color);
/// A filled slice of a disc, with angles as in dv_batch_arc.
void dv_batch_sector(dv_batch *batch, dv_pixel center, float radius, float first, float last,
                     uint32_t color);

/// A texture, whose upper left, upper right, lower right, and lower left corners are given. It must
/// stay until the batch is drawn. In its own colors, only the alpha of `color` counts. Nothing is
/// added if it is very large.
void dv_batch_texture(dv_batch *batch, dv_texture *texture, dv_texture_use use,
                      const dv_pixel corners[4], uint32_t color);

/// A sprite, whose pixels must stay until the batch is drawn. dv_batch_draw leaves it out.
void dv_batch_sprite(dv_batch *batch, const dv_sprite *sprite, int x, int y);

/// Add everything in another batch, which keeps it.
void dv_batch_append(dv_batch *batch, const dv_batch *other);

/// Add a part of another batch: the items from `first` up to `last`, which is left out, whose
/// vertices are those from `first_corner` up to `last_corner`.
void dv_batch_append_part(dv_batch *batch, const dv_batch *other, uint32_t first, uint32_t last,
                          uint32_t first_corner, uint32_t last_corner);

/// Draw all triangles with SDL in the order in which they were added, and empty the batch.
/// DV_ERROR_MEMORY if some are missing because memory ran out.
dv_result dv_batch_draw(dv_batch *batch, SDL_Renderer *renderer);

#endif
