// A map of how many agents are where in a picture: in cells of a few pixels, each in the mixed
// color of its agents, and the brighter the more they are.
//
// Invariant: `cells` has `columns` times `rows` cells, row by row from the top, and `most` is the
// greatest count of them.
#ifndef DV_PLAYER_DENSITY_H
#define DV_PLAYER_DENSITY_H

#include "player/draw/fill.h"
#include "player/options/options.h"

#include "drover/base.h"

/// The scale of brightness goes up to at least this many agents in a cell, so that it doesn't jump
/// from picture to picture where there are few.
#define DV_DENSITY_LEAST_TOP 10u

typedef struct dv_density_cell {
    uint32_t count;            ///< of agents
    uint32_t red, green, blue; ///< sums of their colors, each from 0 to 255
} dv_density_cell;

typedef struct dv_density {
    bool is_drawn; ///< in the last picture, in place of agents
    bool fits;     ///< DV_DENSITY_AUTO draws it
    dv_density_cell *cells;
    uint32_t capacity;
    int columns, rows;
    int side;      ///< of a cell, pixels
    int left, top; ///< of the first cell, pixels
    float first_x, first_y, cells_per_pixel;
    uint32_t most, sum;   ///< agents in the fullest cell, and in all
    SDL_Texture *texture; ///< of the cells, for a renderer with a graphics card; a pixel each
    SDL_Renderer *renderer;
    int texture_width, texture_height;
} dv_density;

/// Free everything. Call it before the renderer is destroyed.
void dv_density_free(dv_density *density);

/// Begin a map of a picture, in pixels, in cells of `side` pixels, one of which begins at `origin`.
/// False if memory ran out; the map then has no cells.
bool dv_density_begin(dv_density *density, int width, int height, int side, dv_pixel origin);

/// Count an agent of a color, 0xRRGGBBAA, at a pixel; unless that isn't in the picture.
void dv_density_add(dv_density *density, dv_pixel at, uint32_t color);

/// How many agents in a cell are the brightest.
uint32_t dv_density_top(const dv_density *density);

/// What agents look like whose mixed color this is: from dark for one (share 0) to almost white for
/// the most (1). The scale is logarithmic. The result is opaque.
uint32_t dv_density_color(uint32_t color, float share);

/// Draw the map into a picture in memory.
void dv_density_fill(const dv_density *density, const dv_pixels *pixels);

/// Draw the map with a renderer that has a graphics card. False if there is no memory.
bool dv_density_copy(dv_density *density, SDL_Renderer *renderer);

#endif
