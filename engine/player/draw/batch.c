#include "player/draw/batch.h"

#include "base/alloc.h"

#include <math.h>
#include <string.h>

// The software renderer computes products of coordinates in 32 bits; no screen is larger than this.
static const float least = -4000, most = 12000;

void dv_batch_free(dv_batch *batch) {
    dv_free(batch->vertices);
    dv_free(batch->items);
    *batch = (dv_batch){0};
}

void dv_batch_clear(dv_batch *batch) {
    batch->count = batch->item_count = 0;
    batch->open = batch->opened_at = 0;
    batch->sharp = batch->failed = false;
}

void dv_batch_begin(dv_batch *batch) {
    if (batch->open++ == 0)
        batch->opened_at = batch->item_count;
}

void dv_batch_end(dv_batch *batch) { batch->open--; }

static SDL_Color color_of(uint32_t color) {
    return (SDL_Color){(Uint8)(color >> 24), (Uint8)(color >> 16), (Uint8)(color >> 8),
                       (Uint8)color};
}

static bool is_drawable(dv_pixel p) {
    return p.x >= least && p.x <= most && p.y >= least && p.y <= most;
}

static bool make_room(dv_batch *batch, uint32_t items, uint32_t corners) {
    if (batch->item_count + items > batch->item_capacity &&
        !dv_reserve((void **)&batch->items, &batch->item_capacity, batch->item_count + items,
                    sizeof *batch->items))
        batch->failed = true;
    else if (batch->count + corners > batch->capacity &&
             !dv_reserve((void **)&batch->vertices, &batch->capacity, batch->count + corners,
                         sizeof *batch->vertices))
        batch->failed = true;
    else
        return true;
    return false;
}

static bool same_color(SDL_Color a, SDL_Color b) {
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

/// Whether a triangle belongs to the last item.
static bool continues_shape(const dv_batch *batch, SDL_Color color) {
    if (!batch->open || batch->item_count == batch->opened_at)
        return false;
    const dv_batch_item *last = &batch->items[batch->item_count - 1];
    return last->corners > 0 && !last->texture && last->sharp == batch->sharp &&
           same_color(batch->vertices[batch->count - 1].color, color);
}

static void add_triangle(dv_batch *batch, dv_pixel a, dv_pixel b, dv_pixel c, SDL_Color color) {
    if (!make_room(batch, 1, 3))
        return;
    if (!continues_shape(batch, color))
        batch->items[batch->item_count++] = (dv_batch_item){.sharp = batch->sharp};
    batch->items[batch->item_count - 1].corners += 3;
    SDL_Vertex *vertex = batch->vertices + batch->count;
    vertex[0] = (SDL_Vertex){.position = {a.x, a.y}, .color = color};
    vertex[1] = (SDL_Vertex){.position = {b.x, b.y}, .color = color};
    vertex[2] = (SDL_Vertex){.position = {c.x, c.y}, .color = color};
    batch->count += 3;
}

// How far a point is inside of one of the four sides, in pixels.
static double distance_inside(dv_pixel p, int side) {
    double at = side < 2 ? p.x : p.y;
    return side % 2 ? most - at : at - least;
}

/// Where the line from `a` to `b` crosses a side, which is never beyond it, however far they are.
static dv_pixel crossing_of_side(dv_pixel a, dv_pixel b, int side) {
    double from = distance_inside(a, side), t = from / (from - distance_inside(b, side));
    dv_pixel at = {(float)(a.x + ((double)b.x - a.x) * t), (float)(a.y + ((double)b.y - a.y) * t)};
    *(side < 2 ? &at.x : &at.y) = side % 2 ? most : least;
    return at;
}

static int clip_side(const dv_pixel *in, int count, int side, dv_pixel *out) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        dv_pixel a = in[i], b = in[(i + 1) % count];
        bool starts = distance_inside(a, side) >= 0, ends = distance_inside(b, side) >= 0;
        if (starts)
            out[kept++] = a;
        if (starts != ends)
            out[kept++] = crossing_of_side(a, b, side);
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
    dv_batch_begin(batch);
    for (int i = 2; i < count; i++)
        add_triangle(batch, first[0], first[i - 1], first[i], color);
    dv_batch_end(batch);
}

void dv_batch_triangle(dv_batch *batch, dv_pixel a, dv_pixel b, dv_pixel c, uint32_t color) {
    if (is_drawable(a) && is_drawable(b) && is_drawable(c))
        add_triangle(batch, a, b, c, color_of(color));
    else if (isfinite(a.x + a.y + b.x + b.y + c.x + c.y))
        add_clipped(batch, a, b, c, color_of(color));
}

void dv_batch_rectangle(dv_batch *batch, dv_pixel a, dv_pixel c, uint32_t color) {
    dv_pixel b = {c.x, a.y}, d = {a.x, c.y};
    bool sharp = batch->sharp;
    batch->sharp = true;
    dv_batch_begin(batch);
    dv_batch_triangle(batch, a, b, c, color);
    dv_batch_triangle(batch, a, c, d, color);
    dv_batch_end(batch);
    batch->sharp = sharp;
}

void dv_batch_line(dv_batch *batch, dv_pixel a, dv_pixel b, float width, uint32_t color) {
    float x = b.x - a.x, y = b.y - a.y, length = sqrtf(x * x + y * y);
    if (!(length > 0))
        return;
    float across_x = -y / length * width / 2, across_y = x / length * width / 2;
    dv_pixel p = {a.x + across_x, a.y + across_y}, q = {b.x + across_x, b.y + across_y};
    dv_pixel r = {b.x - across_x, b.y - across_y}, s = {a.x - across_x, a.y - across_y};
    dv_batch_begin(batch);
    dv_batch_triangle(batch, p, q, r, color);
    dv_batch_triangle(batch, p, r, s, color);
    dv_batch_end(batch);
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
    float head = fminf(DV_ARROW_HEAD * width, length);
    x /= length;
    y /= length;
    dv_pixel neck = {b.x - x * head, b.y - y * head};
    float half = DV_ARROW_HALF / DV_ARROW_HEAD * head;
    dv_batch_begin(batch);
    dv_batch_line(batch, a, neck, width, color);
    dv_batch_triangle(batch, b, (dv_pixel){neck.x - y * half, neck.y + x * half},
                      (dv_pixel){neck.x + y * half, neck.y - x * half}, color);
    dv_batch_end(batch);
}

// Enough segments for a circle with an error of at most a tenth of a pixel.
static int segments_of(float radius, float angle) {
    int whole = (int)(7.5f * sqrtf(fmaxf(radius, 1)));
    whole = whole < 10 ? 10 : whole > 160 ? 160 : whole;
    int count = (int)ceilf((float)whole * angle / 6.2831853f);
    return count < 1 ? 1 : count;
}

/// A direction on the screen that turns counterclockwise in equal steps.
typedef struct direction {
    float x, y;
    float step_cosine, step_sine;
} direction;

static direction direction_of(float angle, float step) {
    return (direction){cosf(angle), -sinf(angle), cosf(step), sinf(step)};
}

static void turn_direction(direction *d) {
    float x = d->x * d->step_cosine + d->y * d->step_sine;
    d->y = d->y * d->step_cosine - d->x * d->step_sine;
    d->x = x;
}

static dv_pixel on_circle(dv_pixel center, float radius, const direction *d) {
    return (dv_pixel){center.x + radius * d->x, center.y + radius * d->y};
}

void dv_batch_sector(dv_batch *batch, dv_pixel center, float radius, float first, float last,
                     uint32_t color) {
    int count = segments_of(radius, last - first);
    direction at = direction_of(first, (last - first) / (float)count);
    dv_pixel before = on_circle(center, radius, &at);
    dv_batch_begin(batch);
    for (int i = 1; i <= count; i++) {
        turn_direction(&at);
        dv_pixel point = on_circle(center, radius, &at);
        dv_batch_triangle(batch, center, before, point, color);
        before = point;
    }
    dv_batch_end(batch);
}

void dv_batch_cross(dv_batch *batch, dv_pixel center, float half, float width, uint32_t color) {
    for (int i = 0; i < 2; i++) {
        float up = i == 0 ? -half : half;
        dv_batch_line(batch, (dv_pixel){center.x - half, center.y + up},
                      (dv_pixel){center.x + half, center.y - up}, width, color);
    }
}

void dv_batch_disc(dv_batch *batch, dv_pixel center, float radius, uint32_t color) {
    const float whole = 6.2831853f;
    if (!(radius > 0))
        return;
    int count = segments_of(radius, whole);
    direction at = direction_of(0, whole / (float)count);
    dv_pixel first = on_circle(center, radius, &at);
    turn_direction(&at);
    dv_pixel before = on_circle(center, radius, &at);
    dv_batch_begin(batch);
    for (int i = 2; i < count; i++) {
        turn_direction(&at);
        dv_pixel point = on_circle(center, radius, &at);
        dv_batch_triangle(batch, first, before, point, color);
        before = point;
    }
    dv_batch_end(batch);
}

void dv_batch_arc(dv_batch *batch, dv_pixel center, float radius, float width, float first,
                  float last, uint32_t color) {
    int count = segments_of(radius, last - first);
    float inner = radius - width / 2, outer = radius + width / 2;
    direction at = direction_of(first, (last - first) / (float)count);
    dv_pixel a = on_circle(center, inner, &at), b = on_circle(center, outer, &at);
    dv_batch_begin(batch);
    for (int i = 1; i <= count; i++) {
        turn_direction(&at);
        dv_pixel c = on_circle(center, outer, &at), d = on_circle(center, inner, &at);
        dv_batch_triangle(batch, a, b, c, color);
        dv_batch_triangle(batch, a, c, d, color);
        a = d;
        b = c;
    }
    dv_batch_end(batch);
}

void dv_batch_ring(dv_batch *batch, dv_pixel center, float radius, float width, uint32_t color) {
    dv_batch_arc(batch, center, radius, width, 0, 6.2831853f, color);
}

void dv_batch_texture(dv_batch *batch, dv_texture *texture, dv_texture_use use,
                      const dv_pixel corners[4], uint32_t color) {
    static const int order[] = {0, 1, 2, 0, 2, 3};
    for (int i = 0; i < 4; i++)
        if (!is_drawable(corners[i]))
            return;
    if (!make_room(batch, 1, 6))
        return;
    color = use == DV_TEXTURE_COLORS ? color | 0xffffff00u : color;
    batch->items[batch->item_count++] =
        (dv_batch_item){.corners = 6, .texture = texture, .use = use};
    for (int i = 0; i < 6; i++) {
        int corner = order[i];
        batch->vertices[batch->count++] = (SDL_Vertex){
            .position = {corners[corner].x, corners[corner].y},
            .color = color_of(color),
            .tex_coord = {corner == 1 || corner == 2 ? 1 : 0, corner >= 2 ? 1 : 0},
        };
    }
}

void dv_batch_sprite(dv_batch *batch, const dv_sprite *sprite, int x, int y) {
    if (make_room(batch, 1, 0))
        batch->items[batch->item_count++] = (dv_batch_item){.sprite = *sprite, .x = x, .y = y};
}

void dv_batch_append_part(dv_batch *batch, const dv_batch *other, uint32_t first, uint32_t last,
                          uint32_t first_corner, uint32_t last_corner) {
    uint32_t items = last - first, corners = last_corner - first_corner;
    if (items == 0 || !make_room(batch, items, corners))
        return;
    memcpy(batch->items + batch->item_count, other->items + first, items * sizeof *batch->items);
    batch->item_count += items;
    if (corners > 0)
        memcpy(batch->vertices + batch->count, other->vertices + first_corner,
               corners * sizeof *batch->vertices);
    batch->count += corners;
}

void dv_batch_append(dv_batch *batch, const dv_batch *other) {
    dv_batch_append_part(batch, other, 0, other->item_count, 0, other->count);
}

/// Draw the triangles of shapes, from one vertex to another. Blend only what isn't opaque: blending
/// is many times slower in SDL's software renderer.
static void draw_shapes(const dv_batch *batch, SDL_Renderer *renderer, uint32_t first,
                        uint32_t end) {
    while (first < end) {
        bool opaque = batch->vertices[first].color.a == 255;
        uint32_t last = first;
        while (last < end && (batch->vertices[last].color.a == 255) == opaque)
            last += 3;
        SDL_SetRenderDrawBlendMode(renderer, opaque ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND);
        SDL_RenderGeometry(renderer, NULL, batch->vertices + first, (int)(last - first), NULL, 0);
        first = last;
    }
}

/// The end of the items in a row that have the same texture, or none, as the first of them, and use
/// it in the same way. Adds their corners.
static uint32_t end_of_run(const dv_batch *batch, uint32_t first, uint32_t *corners) {
    const dv_batch_item *items = batch->items;
    uint32_t end = first;
    while (end < batch->item_count && items[end].texture == items[first].texture &&
           items[end].use == items[first].use)
        *corners += items[end++].corners;
    return end;
}

dv_result dv_batch_draw(dv_batch *batch, SDL_Renderer *renderer) {
    uint32_t drawn = 0, first = 0, end = 0; // vertices: drawn ones, and those of the run
    for (uint32_t i = 0; i < batch->item_count; first = end) {
        const dv_batch_item *item = &batch->items[i];
        i = end_of_run(batch, i, &end);
        if (!item->texture)
            continue;
        draw_shapes(batch, renderer, drawn, first);
        SDL_Texture *texture = dv_texture_upload(item->texture, renderer, item->use);
        batch->failed |= !texture;
        if (texture)
            SDL_RenderGeometry(renderer, texture, batch->vertices + first, (int)(end - first), NULL,
                               0);
        drawn = end;
    }
    draw_shapes(batch, renderer, drawn, batch->count);
    dv_result result = batch->failed ? DV_ERROR_MEMORY : DV_OK;
    dv_batch_clear(batch);
    return result;
}
