#include "player/draw/texture.h"

#include "base/alloc.h"

void dv_texture_free(dv_texture *texture) {
    for (int i = 0; i < 2; i++)
        if (texture->uploaded[i])
            SDL_DestroyTexture(texture->uploaded[i]);
    dv_free(texture->pixels);
    *texture = (dv_texture){0};
}

/// A channel that is no longer multiplied by alpha.
static uint32_t divided(uint32_t pixel, int shift) {
    uint32_t alpha = pixel >> 24, value = (pixel >> shift & 0xff) * 255 / alpha;
    return (value > 255 ? 255 : value) << shift;
}

static uint32_t plain_pixel(uint32_t pixel) {
    return (pixel & 0xff000000u) | divided(pixel, 16) | divided(pixel, 8) | divided(pixel, 0);
}

/// The color beside a transparent pixel, so that none other is mixed into the edge.
static uint32_t color_beside(const dv_texture *t, int x, int y) {
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int column = x + dx, row = y + dy;
            if (column < 0 || row < 0 || column >= t->width || row >= t->height)
                continue;
            uint32_t pixel = t->pixels[(ptrdiff_t)row * t->width + column];
            if (pixel >> 24)
                return plain_pixel(pixel) & 0xffffffu;
        }
    return 0;
}

static uint32_t pixel_to_upload(const dv_texture *t, int x, int y, bool is_white) {
    uint32_t pixel = t->pixels[(ptrdiff_t)y * t->width + x];
    if (is_white)
        return pixel | 0xffffffu;
    return pixel >> 24 ? plain_pixel(pixel) : color_beside(t, x, y);
}

static SDL_Texture *make_texture(const dv_texture *t, SDL_Renderer *renderer, bool is_white) {
    uint32_t *pixels = dv_alloc((size_t)t->width * (size_t)t->height * sizeof *pixels);
    SDL_Texture *made = pixels ? SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888,
                                                   SDL_TEXTUREACCESS_STATIC, t->width, t->height)
                               : NULL;
    for (int y = 0; made && y < t->height; y++)
        for (int x = 0; x < t->width; x++)
            pixels[(ptrdiff_t)y * t->width + x] = pixel_to_upload(t, x, y, is_white);
    if (made && (SDL_UpdateTexture(made, NULL, pixels, 4 * t->width) != 0 ||
                 SDL_SetTextureScaleMode(made, SDL_ScaleModeLinear) != 0)) {
        SDL_DestroyTexture(made);
        made = NULL;
    }
    dv_free(pixels);
    return made;
}

SDL_Texture *dv_texture_upload(dv_texture *texture, SDL_Renderer *renderer, dv_texture_use use) {
    SDL_Texture **made = &texture->uploaded[use == DV_TEXTURE_COLORS ? 0 : 1];
    if (!*made)
        *made = make_texture(texture, renderer, use != DV_TEXTURE_COLORS);
    if (*made)
        SDL_SetTextureBlendMode(*made,
                                use == DV_TEXTURE_ADDED ? SDL_BLENDMODE_ADD : SDL_BLENDMODE_BLEND);
    return *made;
}
