// Fills triangles in memory. Smooth shapes get the exact share of each pixel that they cover, which
// FreeType's rasterizer computes; sharp ones get the pixels whose centers they cover.
//
// Measured on Debian 12, for the 13,344 shapes of 1,000 animals 26 pixels long with trails:
// FreeType 2.12.1 takes 10 ms, stb_truetype 1.26 15 ms, cairo 1.16.0 38 ms (24 ms with 4 × 4
// samples), and pixman 0.42.2 78 ms; cairo and pixman also take samples where FreeType is exact.
// What is sharp and the sprites have no library: 26,500 sharp triangles take 4 ms here, 16 ms with
// cairo, and 14 ms with pixman; 10,000 sprites 6 pixels long take 0.8 ms here, 6.2 ms, and 1.8 ms.
#ifndef DV_PLAYER_FILL_H
#define DV_PLAYER_FILL_H

#include "player/draw/batch.h"

/// Pixels in memory: 0xffRRGGBB, or 0xAARRGGBB as in a dv_sprite.
typedef struct dv_pixels {
    uint32_t *pixels;
    int width, height;
    int stride; ///< pixels from one row to the next
} dv_pixels;

/// Fills smooth shapes, one at a time.
typedef struct dv_filler dv_filler;

/// NULL if out of memory.
dv_filler *dv_filler_create(void);
void dv_filler_free(dv_filler *filler);

/// Fill a shape of `count` corners with smooth edges, in the color of its first corner. False if
/// out of memory.
bool dv_fill_smooth(const dv_pixels *pixels, dv_filler *filler, const SDL_Vertex *corners,
                    uint32_t count);

/// Fill one triangle with sharp edges, in the color of its first corner. Of two triangles that
/// share an edge, only one covers each pixel.
void dv_fill_sharp(const dv_pixels *pixels, const SDL_Vertex corners[3]);

/// Draw one triangle of a texture, whose color is that of its first corner.
void dv_fill_texture(const dv_pixels *pixels, const SDL_Vertex corners[3],
                     const dv_texture *texture, dv_texture_use use);

/// Fill a square in an opaque color, 0xffRRGGBB.
void dv_fill_square(const dv_pixels *pixels, int x, int y, int side, uint32_t color);

/// Draw a sprite.
void dv_fill_sprite(const dv_pixels *pixels, const dv_sprite *sprite, int x, int y);

#endif
