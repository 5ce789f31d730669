#include "player/draw/density.h"

#include "player/gui/palette.h"

#include "base/alloc.h"

#include <math.h>
#include <string.h>

/// The share of the scale at which agents have their own color; and how far the ends of the scale
/// mix it with black and with white.
static const float own_color = 0.6f, darkest = 0.5f, lightest = 0.7f;

void dv_density_free(dv_density *density) {
    if (density->texture)
        SDL_DestroyTexture(density->texture);
    dv_free(density->cells);
    *density = (dv_density){0};
}

/// The first cell begins at most a cell outside of the picture.
static float first_of(float origin, int side) {
    float first = fmodf(origin, (float)side);
    return first > 0 ? first - (float)side : first;
}

static int cells_for(int pixels, int side) { return (pixels + side - 1) / side + 1; }

bool dv_density_begin(dv_density *density, int width, int height, int side, dv_pixel origin) {
    density->side = side;
    density->cells_per_pixel = 1 / (float)side;
    density->first_x = first_of(origin.x, side);
    density->first_y = first_of(origin.y, side);
    density->left = (int)floorf(density->first_x + 0.5f);
    density->top = (int)floorf(density->first_y + 0.5f);
    density->columns = cells_for(width, side);
    density->rows = cells_for(height, side);
    density->most = density->sum = 0;
    uint32_t count = (uint32_t)density->columns * (uint32_t)density->rows;
    if (!dv_reserve((void **)&density->cells, &density->capacity, count, sizeof *density->cells)) {
        density->columns = density->rows = 0;
        return false;
    }
    memset(density->cells, 0, count * sizeof *density->cells);
    return true;
}

void dv_density_add(dv_density *density, dv_pixel at, uint32_t color) {
    float column = (at.x - density->first_x) * density->cells_per_pixel;
    float row = (at.y - density->first_y) * density->cells_per_pixel;
    // NaN is behind the eye.
    if (!(column >= 0 && column < (float)density->columns && row >= 0 &&
          row < (float)density->rows))
        return;
    dv_density_cell *cell = &density->cells[(int)row * density->columns + (int)column];
    cell->count++;
    cell->red += color >> 24;
    cell->green += color >> 16 & 0xff;
    cell->blue += color >> 8 & 0xff;
    density->sum++;
    if (cell->count > density->most)
        density->most = cell->count;
}

uint32_t dv_density_top(const dv_density *density) {
    return density->most > DV_DENSITY_LEAST_TOP ? density->most : DV_DENSITY_LEAST_TOP;
}

uint32_t dv_density_color(uint32_t color, float share) {
    if (share < own_color)
        return dv_color_mix(color, 0x000000ffu, darkest * (1 - share / own_color));
    return dv_color_mix(color, 0xffffffffu, lightest * (share - own_color) / (1 - own_color));
}

static uint32_t mean_color(const dv_density_cell *cell) {
    uint32_t half = cell->count / 2;
    return (cell->red + half) / cell->count << 24 | (cell->green + half) / cell->count << 16 |
           (cell->blue + half) / cell->count << 8 | 0xff;
}

/// What a cell looks like, 0xffRRGGBB; 0: no agent is there. `scale` is that of logarithms.
static uint32_t pixel_of(const dv_density_cell *cell, float scale) {
    if (cell->count == 0)
        return 0;
    float share = fminf(logf((float)cell->count) * scale, 1);
    return 0xff000000u | dv_density_color(mean_color(cell), share) >> 8;
}

static float scale_of(const dv_density *density) {
    return 1 / logf((float)dv_density_top(density));
}

void dv_density_fill(const dv_density *density, const dv_pixels *pixels) {
    const dv_density_cell *cell = density->cells;
    float scale = scale_of(density);
    for (int row = 0; row < density->rows; row++)
        for (int column = 0; column < density->columns; column++, cell++)
            if (cell->count > 0)
                dv_fill_square(pixels, density->left + column * density->side,
                               density->top + row * density->side, density->side,
                               pixel_of(cell, scale));
}

static bool make_texture(dv_density *density, SDL_Renderer *renderer) {
    if (density->texture && density->renderer == renderer &&
        density->texture_width == density->columns && density->texture_height == density->rows)
        return true;
    if (density->texture)
        SDL_DestroyTexture(density->texture);
    density->renderer = renderer;
    density->texture_width = density->columns;
    density->texture_height = density->rows;
    density->texture =
        SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STREAMING,
                          density->columns, density->rows);
    return density->texture &&
           SDL_SetTextureBlendMode(density->texture, SDL_BLENDMODE_BLEND) == 0 &&
           SDL_SetTextureScaleMode(density->texture, SDL_ScaleModeNearest) == 0;
}

bool dv_density_copy(dv_density *density, SDL_Renderer *renderer) {
    void *pixels;
    int bytes;
    if (density->columns == 0)
        return true;
    if (!make_texture(density, renderer) ||
        SDL_LockTexture(density->texture, NULL, &pixels, &bytes) != 0)
        return false;
    const dv_density_cell *cell = density->cells;
    float scale = scale_of(density);
    for (int row = 0; row < density->rows; row++)
        for (int column = 0; column < density->columns; column++, cell++)
            ((uint32_t *)pixels)[(ptrdiff_t)row * (bytes / 4) + column] = pixel_of(cell, scale);
    SDL_UnlockTexture(density->texture);
    const SDL_Rect place = {density->left, density->top, density->columns * density->side,
                            density->rows * density->side};
    return SDL_RenderCopy(renderer, density->texture, NULL, &place) == 0;
}
