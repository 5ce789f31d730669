// Textures: pictures that are drawn scaled and turned.
#ifndef DV_PLAYER_TEXTURE_H
#define DV_PLAYER_TEXTURE_H

#include <SDL.h>

#include <stdbool.h>
#include <stdint.h>

/// Transparent pixels all around a texture, so that its edges are smooth.
#define DV_TEXTURE_MARGIN 2

/// How a texture is drawn.
typedef enum dv_texture_use {
    DV_TEXTURE_COLORS, ///< in its colors
    DV_TEXTURE_FLAT,   ///< in one color, as opaque as it is
    DV_TEXTURE_ADDED   ///< likewise, and added to what is below
} dv_texture_use;

typedef struct dv_texture {
    uint32_t *pixels;  ///< row by row: 0xAARRGGBB, multiplied by alpha
    int width, height; ///< with the margin
    /// The same on a graphics card: in its colors, and in white. NULL: not there yet.
    SDL_Texture *uploaded[2];
} dv_texture;

/// Free everything. Call it before the renderer is destroyed.
void dv_texture_free(dv_texture *texture);

/// The texture on the renderer's graphics card, ready for a use. NULL on failure. A texture must
/// always have the same renderer.
SDL_Texture *dv_texture_upload(dv_texture *texture, SDL_Renderer *renderer, dv_texture_use use);

#endif
