// Draws batches in memory, where SDL has no graphics card to draw with: its software renderer fills
// triangles slowly and can't smooth their edges. The result is a texture, which SDL then copies to
// the picture.
//
// Invariant: `pixels` is NULL except between dv_raster_begin and dv_raster_end.
#ifndef DV_PLAYER_RASTER_H
#define DV_PLAYER_RASTER_H

#include "player/draw/fill.h"

typedef struct dv_raster {
    SDL_Renderer *renderer;
    SDL_Texture *texture;
    dv_pixels area;
    dv_filler *filler; ///< NULL until a smooth shape is drawn
} dv_raster;

/// Free everything. Call it before the renderer is destroyed.
void dv_raster_free(dv_raster *raster);

/// Begin a picture, whose pixels are undefined at first. False if the renderer has a graphics card,
/// or if there is no memory; then dv_batch_draw must draw the batch.
bool dv_raster_begin(dv_raster *raster, SDL_Renderer *renderer, int width, int height);

/// Draw everything in the batch, and empty it. DV_ERROR_MEMORY if something is missing.
dv_result dv_raster_draw(dv_raster *raster, dv_batch *batch);

/// Copy the picture to the renderer.
void dv_raster_end(dv_raster *raster);

#endif
