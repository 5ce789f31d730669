// Small pictures of scenarios, read from PNG files.
#ifndef DV_PLAYER_THUMBNAIL_H
#define DV_PLAYER_THUMBNAIL_H

#include <SDL.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The picture of a file, scaled to a size that it fills, to be destroyed by SDL_DestroyTexture;
/// NULL where there is none, or none that can be read.
SDL_Texture *dv_thumbnail_read(SDL_Renderer *renderer, const char *path, int width, int height);

#ifdef __cplusplus
}
#endif
#endif
