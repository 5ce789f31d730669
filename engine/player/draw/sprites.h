// Pictures of agents' figures. In a crowd, drawing each one would take too long, so a figure is
// drawn once for each shape, size, heading, and fraction of a pixel, all in small steps, and then
// copied in its colors.
//
// Invariant: sprites stay where they are until dv_sprites_begin.
#ifndef DV_PLAYER_SPRITES_H
#define DV_PLAYER_SPRITES_H

#include "player/draw/raster.h"
#include "player/draw/shapes.h"

typedef struct dv_sprites {
    struct dv_kept_sprite *kept; ///< a hash table
    uint32_t count;              ///< of sprites
    uint32_t **blocks;           ///< memory for their pixels
    uint32_t block_count, block_capacity;
    uint32_t used;    ///< pixels of the last block
    bool is_full;     ///< no more sprites until dv_sprites_begin
    uint32_t age;     ///< pictures since the sprites were last removed
    uint32_t coarse;  ///< how much coarser the steps are, because too many sprites were needed
    dv_batch shape;   ///< the figure that is drawn
    dv_raster raster; ///< draws it; without SDL
} dv_sprites;

/// Free everything.
void dv_sprites_free(dv_sprites *sprites);

/// Begin a picture. If there is no more room, remove all sprites.
void dv_sprites_begin(dv_sprites *sprites);

/// Add a figure to the batch, as a sprite. False, with nothing added, if there is no room, or if
/// the figure is too large or translucent; dv_figure_draw then takes it.
bool dv_sprites_draw(dv_sprites *sprites, dv_batch *batch, const dv_figure *figure);

/// Add the soft shadow of a figure, which is given where the shadow falls. Like dv_sprites_draw,
/// but also for larger figures, and whatever their colors.
bool dv_sprites_shadow(dv_sprites *sprites, dv_batch *batch, const dv_figure *figure);

#endif
