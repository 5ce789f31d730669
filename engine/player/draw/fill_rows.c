#include "player/draw/fill_private.h"

#include "base/math.h"

/// ceilf of a number from 0 on.
static inline int whole_above(float x) { return (int)x + ((float)(int)x < x); }

/// Where the edge from `upper` to `lower` crosses the middle of a row.
static float crossing(SDL_FPoint upper, SDL_FPoint lower, float y) {
    return upper.x + (y - upper.y) * (lower.x - upper.x) / (lower.y - upper.y);
}

/// The first pixel whose center is not left of x, from 0 to `width`.
static int first_center(float x, int width) {
    return whole_above(dv_smaller(dv_larger(x - 0.5f, 0), (float)width));
}

static void swap_points(SDL_FPoint *a, SDL_FPoint *b) {
    SDL_FPoint kept = *a;
    *a = *b;
    *b = kept;
}

void dv_fill_rows(const dv_pixels *pixels, const SDL_Vertex corners[3], dv_row_filler *fill,
                  const void *with) {
    SDL_FPoint a = corners[0].position, b = corners[1].position, c = corners[2].position;
    if (b.y < a.y)
        swap_points(&a, &b);
    if (c.y < a.y)
        swap_points(&a, &c);
    if (c.y < b.y)
        swap_points(&b, &c);
    int last = first_center(c.y, pixels->height);
    for (int row = first_center(a.y, pixels->height); row < last; row++) {
        float y = (float)row + 0.5f;
        float x = crossing(a, c, y), other = y < b.y ? crossing(a, b, y) : crossing(b, c, y);
        fill(with, pixels->pixels + (size_t)row * (size_t)pixels->stride,
             first_center(dv_smaller(x, other), pixels->width),
             first_center(dv_larger(x, other), pixels->width), y);
    }
}
