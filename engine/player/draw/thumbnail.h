// Thumbnails of scenarios, read from PNG files.
#ifndef DV_PLAYER_THUMBNAIL_H
#define DV_PLAYER_THUMBNAIL_H

#include <SDL.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Read a picture and scale it to fill `width` by `height`. Destroy it with SDL_DestroyTexture.
/// NULL if the file doesn't exist or can't be read.
SDL_Texture *dv_thumbnail_read(SDL_Renderer *renderer, const char *path, int width, int height);

#ifdef __cplusplus
}
#endif
#endif
