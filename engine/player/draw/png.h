// Writes pictures to PNG files.
#ifndef DV_PLAYER_PNG_H
#define DV_PLAYER_PNG_H

#include "drover/base.h"

struct SDL_Renderer;

/// Write rows of pixels from the top down: red, green, and blue, a byte each.
dv_result dv_png_write(const char *path, const unsigned char *pixels, int width, int height,
                       dv_error *error);

/// Write what the renderer has drawn since it was last presented.
dv_result dv_png_write_rendered(struct SDL_Renderer *renderer, const char *path, dv_error *error);

#endif
