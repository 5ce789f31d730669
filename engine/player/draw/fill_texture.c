// Fills triangles with textures.
#include "player/draw/fill.h"
#include "player/draw/fill_private.h"

#include <math.h>

/// What a triangle is filled with. A pixel at (x, y) has the color of the texture at
/// (`u` + `u_by_x` · x + `u_by_y` · y, …), in its pixels.
struct paper {
    const dv_texture *texture;
    dv_texture_use use;
    uint32_t color, share; // of corners
    float u, u_by_x, u_by_y, v, v_by_x, v_by_y;
};

/// Set how a coordinate, which is known at three corners, grows with x and y. False if the triangle
/// has no area.
static bool find_slopes(const SDL_Vertex corners[3], const float at[3], float *base, float *by_x,
                        float *by_y) {
    SDL_FPoint a = corners[0].position, b = corners[1].position, c = corners[2].position;
    float area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    if (!(fabsf(area) > 1e-6f))
        return false;
    *by_x = ((at[1] - at[0]) * (c.y - a.y) - (at[2] - at[0]) * (b.y - a.y)) / area;
    *by_y = ((at[2] - at[0]) * (b.x - a.x) - (at[1] - at[0]) * (c.x - a.x)) / area;
    *base = at[0] - *by_x * a.x - *by_y * a.y;
    return true;
}

/// The pixel before a place in 256ths of pixels, and how much of the next there is.
static int part_place(int place, int size, uint32_t *share) {
    int at = place >> 8;
    *share = (uint32_t)place & 255;
    if (at < 0 || at > size - 2) {
        *share = at < 0 ? 0 : 256;
        at = at < 0 ? 0 : size - 2;
    }
    return at;
}

static uint32_t texture_at(const dv_texture *t, float u, float v) {
    uint32_t right, below;
    int x = part_place((int)floorf(u * 256) - 128, t->width, &right);
    int y = part_place((int)floorf(v * 256) - 128, t->height, &below);
    const uint32_t *upper = t->pixels + (ptrdiff_t)y * t->width + x, *lower = upper + t->width;
    return dv_mix_colors(dv_mix_colors(upper[0], upper[1], right),
                         dv_mix_colors(lower[0], lower[1], right), below);
}

/// Put a color that is multiplied by its alpha over another.
static uint32_t put_over(uint32_t lower, uint32_t upper) {
    uint32_t alpha = upper >> 24, rest = 256 - alpha - (alpha >> 7);
    uint32_t red_blue = (lower & 0xff00ff) * rest + 0x800080;
    uint32_t alpha_green = (lower >> 8 & 0xff00ff) * rest + 0x800080;
    return upper + ((alpha_green & 0xff00ff00u) | (red_blue >> 8 & 0xff00ff));
}

/// Add a share of 256 of a color, and leave the alpha as it is.
static uint32_t add_color(uint32_t lower, uint32_t color, uint32_t share) {
    uint32_t sum = lower & 0xff000000u;
    for (int shift = 0; shift <= 16; shift += 8) {
        uint32_t value = (lower >> shift & 0xff) + (((color >> shift & 0xff) * share + 128) >> 8);
        sum |= (value > 255 ? 255 : value) << shift;
    }
    return sum;
}

static void fill_with_texture(const void *with, uint32_t *row, int first, int last, float y) {
    const struct paper *p = with;
    float u = p->u + p->u_by_y * y, v = p->v + p->v_by_y * y;
    for (int x = first; x < last; x++) {
        float at = (float)x + 0.5f;
        uint32_t pixel = texture_at(p->texture, u + p->u_by_x * at, v + p->v_by_x * at);
        uint32_t share = dv_share_of_coverage(pixel >> 24) * p->share >> 8;
        if (share == 0)
            continue;
        if (p->use == DV_TEXTURE_COLORS)
            row[x] = put_over(row[x], p->share == 256 ? pixel : dv_mix_colors(0, pixel, p->share));
        else if (p->use == DV_TEXTURE_FLAT)
            row[x] = dv_mix_colors(row[x], p->color, share);
        else
            row[x] = add_color(row[x], p->color, share);
    }
}

void dv_fill_texture(const dv_pixels *pixels, const SDL_Vertex corners[3],
                     const dv_texture *texture, dv_texture_use use) {
    struct paper paper = {.texture = texture,
                          .use = use,
                          .color = dv_opaque_color(corners->color),
                          .share = dv_share_of_alpha(corners->color)};
    float u[3], v[3];
    for (int i = 0; i < 3; i++) {
        u[i] = corners[i].tex_coord.x * (float)texture->width;
        v[i] = corners[i].tex_coord.y * (float)texture->height;
    }
    if (find_slopes(corners, u, &paper.u, &paper.u_by_x, &paper.u_by_y) &&
        find_slopes(corners, v, &paper.v, &paper.v_by_x, &paper.v_by_y))
        dv_fill_rows(pixels, corners, fill_with_texture, &paper);
}
