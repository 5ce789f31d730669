// What the files that fill have in common: colors, and triangles row by row.
#ifndef DV_PLAYER_FILL_PRIVATE_H
#define DV_PLAYER_FILL_PRIVATE_H

#include "player/draw/fill.h"

/// 0xffRRGGBB of a corner.
static inline uint32_t dv_opaque_color(SDL_Color c) {
    return 0xff000000u | (uint32_t)c.r << 16 | (uint32_t)c.g << 8 | c.b;
}

/// Mix an opaque color into one that is multiplied by its alpha; `share` is from 0 to 256.
static inline uint32_t dv_mix_colors(uint32_t lower, uint32_t upper, uint32_t share) {
    uint32_t rest = 256 - share;
    uint32_t red_blue = (upper & 0xff00ff) * share + (lower & 0xff00ff) * rest + 0x800080;
    uint32_t alpha_green =
        (upper >> 8 & 0xff00ff) * share + (lower >> 8 & 0xff00ff) * rest + 0x800080;
    return (alpha_green & 0xff00ff00u) | (red_blue >> 8 & 0xff00ff);
}

/// How much of 256 a color's alpha is.
static inline uint32_t dv_share_of_alpha(SDL_Color color) { return color.a + (color.a >> 7); }

/// How much of 256 FreeType's coverage is: the same, but for a whole pixel, which is 255.
static inline uint32_t dv_share_of_coverage(uint32_t coverage) {
    return coverage == 255 ? 256 : coverage;
}

/// What fills the pixels of a row from `first` up to `last`, which is left out.
typedef void dv_row_filler(const void *with, uint32_t *row, int first, int last, float y);

/// Fill one triangle, whose edges are sharp, row by row. Of two triangles that share an edge, only
/// one covers each pixel.
void dv_fill_rows(const dv_pixels *pixels, const SDL_Vertex corners[3], dv_row_filler *fill,
                  const void *with);

#endif
