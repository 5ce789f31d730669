// Fills triangles in memory. Smooth shapes get the exact share of each pixel that they cover; sharp
// ones get the pixels whose centers they cover.
//
// Invariant: between two calls, `areas` of a dv_cover is zero everywhere.
#ifndef DV_PLAYER_FILL_H
#define DV_PLAYER_FILL_H

#include "player/draw/batch.h"

/// Pixels in memory, 0xffRRGGBB or, while something is drawn on nothing, 0.
typedef struct dv_pixels {
    uint32_t *pixels;
    int width, height;
    int stride; ///< pixels from one row to the next
} dv_pixels;

/// Room to sum up what a shape covers: for each pixel, how its covered area differs from that of
/// its left neighbor; and for each row, which pixels were touched.
typedef struct dv_cover {
    float *areas;
    struct dv_touched *rows;
    uint32_t area_capacity, row_capacity;
} dv_cover;

/// Free the memory.
void dv_cover_free(dv_cover *cover);

/// Fill a shape of `count` corners with smooth edges, in the color of its first corner. False if
/// out of memory.
bool dv_fill_smooth(const dv_pixels *pixels, dv_cover *cover, const SDL_Vertex *corners,
                    uint32_t count);

/// Fill one triangle with sharp edges, in the color of its first corner. Of two triangles that
/// share an edge, only one covers each pixel.
void dv_fill_sharp(const dv_pixels *pixels, const SDL_Vertex corners[3]);

/// Draw a sprite.
void dv_fill_sprite(const dv_pixels *pixels, const dv_sprite *sprite, int x, int y);

#endif
