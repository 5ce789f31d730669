#include "player/draw/batch.h"

#include "base/alloc.h"

#include <math.h>
#include <string.h>

// The software renderer computes products of coordinates in 32 bits; no screen is larger than this.
static const float least = -4000, most = 12000;

void dv_batch_free(dv_batch *batch) {
    dv_free(batch->vertices);
    *batch = (dv_batch){0};
}

static SDL_Color color_of(uint32_t color) {
    return (SDL_Color){(Uint8)(color >> 24), (Uint8)(color >> 16), (Uint8)(color >> 8),
                       (Uint8)color};
}

static bool is_drawable(dv_pixel p) {
    return p.x >= least && p.x <= most && p.y >= least && p.y <= most;
}

static void add_triangle(dv_batch *batch, dv_pixel a, dv_pixel b, dv_pixel c, SDL_Color color) {
    if (batch->count + 3 > batch->capacity &&
        !dv_reserve((void **)&batch->vertices, &batch->capacity, batch->count + 3,
                    sizeof *batch->vertices)) {
        batch->failed = true;
        return;
    }
    SDL_Vertex *vertex = batch->vertices + batch->count;
    vertex[0] = (SDL_Vertex){.position = {a.x, a.y}, .color = color};
    vertex[1] = (SDL_Vertex){.position = {b.x, b.y}, .color = color};
    vertex[2] = (SDL_Vertex){.position = {c.x, c.y}, .color = color};
    batch->count += 3;
}

// How far a point is inside of one of the four sides, in pixels.
static float distance_inside(dv_pixel p, int side) {
    return side == 0 ? p.x - least : side == 1 ? most - p.x : side == 2 ? p.y - least : most - p.y;
}

static int clip_side(const dv_pixel *in, int count, int side, dv_pixel *out) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        dv_pixel a = in[i], b = in[(i + 1) % count];
        float from = distance_inside(a, side), to = distance_inside(b, side);
        if (from >= 0)
            out[kept++] = a;
        if ((from >= 0) != (to >= 0)) {
            float t = from / (from - to);
            out[kept++] = (dv_pixel){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
        }
    }
    return kept;
}

static void add_clipped(dv_batch *batch, dv_pixel a, dv_pixel b, dv_pixel c, SDL_Color color) {
    dv_pixel first[8] = {a, b, c}, second[8];
    int count = 3;
    for (int side = 0; side < 4 && count > 0; side++) {
        dv_pixel *from = side % 2 ? second : first;
        count = clip_side(from, count, side, side % 2 ? first : second);
    }
    for (int i = 2; i < count; i++)
        add_triangle(batch, first[0], first[i - 1], first[i], color);
}

void dv_batch_triangle(dv_batch *batch, dv_pixel a, dv_pixel b, dv_pixel c, uint32_t color) {
    if (is_drawable(a) && is_drawable(b) && is_drawable(c))
        add_triangle(batch, a, b, c, color_of(color));
    else if (isfinite(a.x + a.y + b.x + b.y + c.x + c.y))
        add_clipped(batch, a, b, c, color_of(color));
}

void dv_batch_rectangle(dv_batch *batch, dv_pixel a, dv_pixel c, uint32_t color) {
    dv_pixel b = {c.x, a.y}, d = {a.x, c.y};
    dv_batch_triangle(batch, a, b, c, color);
    dv_batch_triangle(batch, a, c, d, color);
}

void dv_batch_line(dv_batch *batch, dv_pixel a, dv_pixel b, float width, uint32_t color) {
    float x = b.x - a.x, y = b.y - a.y, length = sqrtf(x * x + y * y);
    if (!(length > 0))
        return;
    float across_x = -y / length * width / 2, across_y = x / length * width / 2;
    dv_pixel p = {a.x + across_x, a.y + across_y}, q = {b.x + across_x, b.y + across_y};
    dv_pixel r = {b.x - across_x, b.y - across_y}, s = {a.x - across_x, a.y - across_y};
    dv_batch_triangle(batch, p, q, r, color);
    dv_batch_triangle(batch, p, r, s, color);
}

void dv_batch_dashes(dv_batch *batch, dv_pixel a, dv_pixel b, float width, float dash,
                     uint32_t color) {
    float x = b.x - a.x, y = b.y - a.y, length = sqrtf(x * x + y * y);
    // A line much longer than the screen would have an excessive number of dashes.
    dash = fmaxf(dash, length / 2000);
    for (float at = 0; at < length; at += 2 * dash) {
        float from = at / length, to = fminf(at + dash, length) / length;
        dv_batch_line(batch, (dv_pixel){a.x + x * from, a.y + y * from},
                      (dv_pixel){a.x + x * to, a.y + y * to}, width, color);
    }
}

void dv_batch_arrow(dv_batch *batch, dv_pixel a, dv_pixel b, float width, uint32_t color) {
    float x = b.x - a.x, y = b.y - a.y, length = sqrtf(x * x + y * y);
    if (!(length > 0))
        return;
    float head = fminf(5 * width, length);
    x /= length;
    y /= length;
    dv_pixel neck = {b.x - x * head, b.y - y * head};
    float half = head * 0.45f;
    dv_batch_line(batch, a, neck, width, color);
    dv_batch_triangle(batch, b, (dv_pixel){neck.x - y * half, neck.y + x * half},
                      (dv_pixel){neck.x + y * half, neck.y - x * half}, color);
}

// Enough segments for a circle with an error of at most a quarter pixel.
static int segments_of(float radius, float angle) {
    int whole = (int)(4.5f * sqrtf(fmaxf(radius, 1)));
    whole = whole < 8 ? 8 : whole > 96 ? 96 : whole;
    int count = (int)ceilf((float)whole * angle / 6.2831853f);
    return count < 1 ? 1 : count;
}

static dv_pixel on_circle(dv_pixel center, float radius, float angle) {
    return (dv_pixel){center.x + radius * cosf(angle), center.y - radius * sinf(angle)};
}

void dv_batch_sector(dv_batch *batch, dv_pixel center, float radius, float first, float last,
                     uint32_t color) {
    int count = segments_of(radius, last - first);
    dv_pixel before = on_circle(center, radius, first);
    for (int i = 1; i <= count; i++) {
        dv_pixel point =
            on_circle(center, radius, first + (last - first) * (float)i / (float)count);
        dv_batch_triangle(batch, center, before, point, color);
        before = point;
    }
}

void dv_batch_disc(dv_batch *batch, dv_pixel center, float radius, uint32_t color) {
    dv_batch_sector(batch, center, radius, 0, 6.2831853f, color);
}

void dv_batch_arc(dv_batch *batch, dv_pixel center, float radius, float width, float first,
                  float last, uint32_t color) {
    int count = segments_of(radius, last - first);
    float inner = radius - width / 2, outer = radius + width / 2;
    dv_pixel a = on_circle(center, inner, first), b = on_circle(center, outer, first);
    for (int i = 1; i <= count; i++) {
        float angle = first + (last - first) * (float)i / (float)count;
        dv_pixel c = on_circle(center, outer, angle), d = on_circle(center, inner, angle);
        dv_batch_triangle(batch, a, b, c, color);
        dv_batch_triangle(batch, a, c, d, color);
        a = d;
        b = c;
    }
}

void dv_batch_ring(dv_batch *batch, dv_pixel center, float radius, float width, uint32_t color) {
    dv_batch_arc(batch, center, radius, width, 0, 6.2831853f, color);
}

void dv_batch_append(dv_batch *batch, const dv_batch *other) {
    if (other->count == 0)
        return;
    if (!dv_reserve((void **)&batch->vertices, &batch->capacity, batch->count + other->count,
                    sizeof *batch->vertices)) {
        batch->failed = true;
        return;
    }
    memcpy(batch->vertices + batch->count, other->vertices, other->count * sizeof *batch->vertices);
    batch->count += other->count;
}

// Blend only what isn't opaque: blending is many times slower in SDL's software renderer.
dv_result dv_batch_draw(dv_batch *batch, SDL_Renderer *renderer) {
    uint32_t first = 0;
    while (first < batch->count) {
        bool opaque = batch->vertices[first].color.a == 255;
        uint32_t last = first;
        while (last < batch->count && (batch->vertices[last].color.a == 255) == opaque)
            last += 3;
        SDL_SetRenderDrawBlendMode(renderer, opaque ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND);
        SDL_RenderGeometry(renderer, NULL, batch->vertices + first, (int)(last - first), NULL, 0);
        first = last;
    }
    dv_result result = batch->failed ? DV_ERROR_MEMORY : DV_OK;
    batch->count = 0;
    batch->failed = false;
    return result;
}
