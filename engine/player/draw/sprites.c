#include "player/draw/sprites.h"

#include "base/alloc.h"

#include <math.h>
#include <string.h>

/// Longer figures, in pixels, would need many headings, and a screen has room for few of them.
static const float longest = 32, longest_small = 16;

/// The same of shadows; their opacity; and how wide their edges are, in lengths of the figure.
static const float longest_shadow = 96, shadow_opacity = 0.32f, shadow_edge = 0.05f;
/// The detail of a look that is a shadow.
enum { shadow_detail = 255 };
/// No side of a sprite is longer, in pixels.
enum { longest_side = 512 };

/// At most 64 MiB of pixels, and entries of the hash table, of which a quarter stays free. The
/// largest sprite fits into a block.
enum { block_pixels = longest_side * longest_side, most_blocks = 64, table_size = 1 << 16 };

/// If the room is full after fewer pictures, steps become coarser; after more, they become fine
/// again.
enum { early = 60, late = 1800, coarsest = 2 };

/// A figure, with all numbers in steps, and without its colors.
typedef struct look {
    uint64_t own; // the id of a shape that isn't built in
    uint32_t faded_to;
    uint16_t length, width, heading;
    uint8_t shape, detail, pitch, roll, x, y, fading;
    int8_t sway;
} look;

struct dv_kept_sprite {
    look look;
    dv_sprite sprite;  // without pixels: the entry is free
    int16_t left, top; // of the sprite, from the figure's center
};

/// How fine the steps are.
typedef struct steps {
    float length;   // pixels
    float headings; // in a turn
    float tilts;    // in a turn, of pitch and roll; 0: figures are level
    int places;     // in a pixel
    int sways;      // from the middle to each end
} steps;

void dv_sprites_free(dv_sprites *sprites) {
    for (uint32_t i = 0; i < sprites->block_count; i++)
        dv_free(sprites->blocks[i]);
    dv_free(sprites->blocks);
    dv_free(sprites->kept);
    dv_batch_free(&sprites->shape);
    dv_raster_free(&sprites->raster);
    *sprites = (dv_sprites){0};
}

void dv_sprites_begin(dv_sprites *sprites) {
    sprites->age++;
    if (!sprites->is_full)
        return;
    if (sprites->age < early && sprites->coarse < coarsest)
        sprites->coarse++;
    else if (sprites->age > late)
        sprites->coarse = 0;
    if (sprites->kept)
        memset(sprites->kept, 0, table_size * sizeof *sprites->kept);
    while (sprites->block_count > 0)
        dv_free(sprites->blocks[--sprites->block_count]);
    sprites->count = sprites->used = sprites->age = 0;
    sprites->is_full = false;
}

// Figures in steps

/// Tilted figures have many looks, so their steps are larger.
static steps steps_for(const dv_figure *figure, uint32_t coarse) {
    bool is_small = figure->length <= longest_small;
    bool is_tilted = figure->pitch != 0 || figure->roll != 0;
    steps s = {.length = is_tilted ? 1 : 0.25f,
               .headings = is_tilted  ? 32
                           : is_small ? 64
                                      : 128,
               .tilts = is_tilted ? 16 : 0,
               .places = is_small && !is_tilted ? 4 : 2,
               .sways = is_tilted || is_small ? 2 : 3};
    if (coarse > 0) {
        s.length *= (float)(2 * coarse);
        s.headings = fmaxf(s.headings / (float)(2 * coarse), 24);
        s.places = coarse > 1 ? 1 : 2;
        s.sways = coarse > 1 ? 0 : 1;
    }
    return s;
}

static uint32_t step_of_angle(float angle, float turn) {
    float step = roundf(angle / 6.2831853f * turn);
    return (uint32_t)(step < 0 ? step + turn : step >= turn ? step - turn : step);
}

static float angle_of_step(uint32_t step, float turn) { return (float)step * 6.2831853f / turn; }

static const float width_step = 0.125f, fading_steps = 32;

/// The figure in steps. Its center, in steps of a place, goes to x and y.
static look look_of(const dv_figure *figure, const steps *s, int *x, int *y) {
    float places = (float)s->places;
    *x = (int)floorf(figure->center.x * places + 0.5f);
    *y = (int)floorf(figure->center.y * places + 0.5f);
    return (look){
        .own = figure->own ? figure->own->id : 0,
        .length = (uint16_t)fmaxf(roundf(figure->length / s->length), 1),
        .width = (uint16_t)roundf(figure->outline_width / width_step),
        .heading =
            (uint16_t)step_of_angle(atan2f(-figure->forward_y, figure->forward_x), s->headings),
        .shape = (uint8_t)figure->shape,
        .detail = (uint8_t)dv_figure_detail(figure),
        .pitch = (uint8_t)(s->tilts > 0 ? step_of_angle(figure->pitch, s->tilts) : 0),
        .roll = (uint8_t)(s->tilts > 0 ? step_of_angle(figure->roll, s->tilts) : 0),
        .x = (uint8_t)(*x & (s->places - 1)),
        .y = (uint8_t)(*y & (s->places - 1)),
        .sway = (int8_t)roundf(figure->sway * (float)s->sways),
        .fading = (uint8_t)roundf(figure->fading * fading_steps),
        .faded_to = figure->faded_to,
    };
}

/// The figure of a look, like one that looks so, but without colors.
static dv_figure figure_of(const look *l, const steps *s, const dv_figure *like) {
    float heading = angle_of_step(l->heading, s->headings), places = (float)s->places;
    return (dv_figure){
        .shape = like->shape,
        .own = like->own,
        .center = {(float)l->x / places, (float)l->y / places},
        .forward_x = cosf(heading),
        .forward_y = -sinf(heading),
        .pitch = s->tilts > 0 ? angle_of_step(l->pitch, s->tilts) : 0,
        .roll = s->tilts > 0 ? angle_of_step(l->roll, s->tilts) : 0,
        .sway = s->sways > 0 ? (float)l->sway / (float)s->sways : 0,
        .length = (float)l->length * s->length,
        .outline_width = (float)l->width * width_step,
        .fading = (float)l->fading / fading_steps,
        .faded_to = l->faded_to,
        .detail = l->detail == shadow_detail ? DV_DETAIL_ALL : (dv_detail)l->detail,
    };
}

// The table

static bool same_look(const look *a, const look *b) {
    return a->own == b->own && a->length == b->length && a->width == b->width &&
           a->heading == b->heading && a->shape == b->shape && a->detail == b->detail &&
           a->pitch == b->pitch && a->roll == b->roll && a->x == b->x && a->y == b->y &&
           a->sway == b->sway && a->fading == b->fading && a->faded_to == b->faded_to;
}

static uint32_t hash_of(const look *l) {
    const uint32_t parts[] = {(uint32_t)l->length << 16 | l->width,
                              (uint32_t)(uint8_t)l->sway << 24 | (uint32_t)l->heading << 16 |
                                  (uint32_t)l->shape << 8 | l->detail,
                              (uint32_t)l->pitch << 24 | (uint32_t)l->roll << 16 |
                                  (uint32_t)l->x << 8 | l->y};
    uint64_t hash = l->own ^ ((uint64_t)l->faded_to << 8 | l->fading);
    for (int i = 0; i < 3; i++)
        hash = (hash ^ parts[i]) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(hash >> 32);
}

/// The entry of a look, or the free one where it belongs.
static struct dv_kept_sprite *find_entry(const dv_sprites *sprites, const look *l) {
    uint32_t at = hash_of(l) % table_size;
    while (sprites->kept[at].sprite.pixels && !same_look(&sprites->kept[at].look, l))
        at = (at + 1) % table_size;
    return &sprites->kept[at];
}

/// Room for the pixels of a sprite; NULL if there is none.
static uint32_t *take_pixels(dv_sprites *sprites, uint32_t count) {
    if (sprites->block_count == 0 || sprites->used + count > block_pixels) {
        if (sprites->block_count == most_blocks ||
            !dv_reserve((void **)&sprites->blocks, &sprites->block_capacity,
                        sprites->block_count + 1, sizeof *sprites->blocks))
            return NULL;
        uint32_t *block = dv_alloc_untouched(block_pixels * sizeof *block);
        if (!block)
            return NULL;
        sprites->blocks[sprites->block_count++] = block;
        sprites->used = 0;
    }
    uint32_t *pixels = sprites->blocks[sprites->block_count - 1] + sprites->used;
    sprites->used += count;
    return pixels;
}

// Drawing sprites

/// Replace each of `count` numbers by the mean of those at most `radius` away. Numbers beyond the
/// ends count as 0.
static void blur_line(uint32_t *line, int count, ptrdiff_t stride, int radius) {
    uint32_t kept[longest_side], sum = 0;
    for (int i = 0; i < count; i++)
        kept[i] = line[i * stride];
    for (int i = 0; i < count + radius; i++) {
        sum += i < count ? kept[i] : 0;
        sum -= i > 2 * radius ? kept[i - 2 * radius - 1] : 0;
        if (i >= radius)
            line[(i - radius) * stride] = sum / (uint32_t)(2 * radius + 1);
    }
}

/// Turn a picture of a silhouette into a shadow.
static void soften(uint32_t *pixels, int width, int height, int radius) {
    for (int i = 0; i < width * height; i++)
        pixels[i] >>= 24;
    for (int pass = 0; pass < 2; pass++) {
        for (int y = 0; y < height; y++)
            blur_line(pixels + (ptrdiff_t)y * width, width, 1, radius);
        for (int x = 0; x < width; x++)
            blur_line(pixels + x, height, width, radius);
    }
    for (int i = 0; i < width * height; i++)
        pixels[i] = (uint32_t)(shadow_opacity * (float)pixels[i]) << 24;
}

/// Draw the shape into new pixels, whose upper left one is at (`left`, `top`). NULL if out of
/// memory.
static uint32_t *draw_shape(dv_sprites *sprites, float left, float top, int width, int height) {
    dv_batch *shape = &sprites->shape;
    uint32_t count = (uint32_t)(width * height);
    uint32_t *pixels = shape->failed ? NULL : take_pixels(sprites, count);
    if (!pixels)
        return NULL;
    for (uint32_t i = 0; i < shape->count; i++) {
        shape->vertices[i].position.x -= left;
        shape->vertices[i].position.y -= top;
    }
    memset(pixels, 0, count * sizeof *pixels);
    sprites->raster.area = (dv_pixels){pixels, width, height, width};
    return dv_raster_draw(&sprites->raster, shape) == DV_OK ? pixels : NULL;
}

// A pixel of a figure is linear in its two colors: the sum of a fixed part and of each color times
// a weight. So two pictures in known colors give all three. These colors are neither black nor
// white, so that sides that are lighter or darker stay apart.
enum { gray = 0x40, range = 0xff - gray };
static const uint32_t gray_color = 0x404040ffu, red_color = 0xff4040ffu, green_color = 0x40ff40ffu;

static uint32_t weight_of(uint32_t pixel, uint32_t other, int shift) {
    int more = (int)(other >> shift & 0xff) - (int)(pixel >> shift & 0xff);
    return more < 0 ? 0 : (uint32_t)(more * 256 + range / 2) / range;
}

/// Take the two colors out of a pixel whose picture in red and green is `other`. Returns their
/// weights. What is left of the pixel and they are no more than its alpha.
static uint32_t split_pixel(uint32_t *pixel, uint32_t other) {
    uint32_t alpha = *pixel >> 24, most = alpha + (alpha >> 7), left = alpha << 24;
    uint32_t first = weight_of(*pixel, other, 16), second = weight_of(*pixel, other, 8);
    first = first > most ? most : first;
    second = second > most - first ? most - first : second;
    uint32_t weight = first + second, taken = weight * gray >> 8;
    uint32_t room = alpha - ((weight * 255 + 0x80) >> 8);
    for (int shift = 0; shift <= 16; shift += 8) {
        uint32_t value = *pixel >> shift & 0xff;
        value = value > taken ? value - taken : 0;
        left |= (value > room ? room : value) << shift;
    }
    *pixel = left;
    return first | second << 16;
}

/// Draw the figure of the shape again, in other colors, and split its pixels. NULL if out of
/// memory.
static const uint32_t *split_sprite(dv_sprites *sprites, uint32_t *pixels, dv_figure figure,
                                    float left, float top, int width, int height) {
    figure.color = red_color;
    figure.outline = green_color;
    dv_figure_draw(&sprites->shape, &figure);
    uint32_t *weights = draw_shape(sprites, left, top, width, height);
    for (int i = 0; weights && i < width * height; i++)
        weights[i] = split_pixel(&pixels[i], weights[i]);
    return weights;
}

/// What became of a sprite that was to be drawn.
typedef enum outcome { DRAWN, TOO_LARGE, NO_ROOM } outcome;

/// Draw a look. A shadow is blurred by `blur` pixels.
static outcome draw_sprite(dv_sprites *sprites, struct dv_kept_sprite *entry,
                           const dv_figure *figure, int blur) {
    dv_batch *shape = &sprites->shape;
    dv_batch_clear(shape);
    if (blur > 0)
        dv_figure_silhouette(shape, figure, 0, 0x000000ffu);
    else
        dv_figure_draw(shape, figure);
    float low_x = 0, low_y = 0, high_x = 0, high_y = 0;
    for (uint32_t i = 0; i < shape->count; i++) {
        SDL_FPoint at = shape->vertices[i].position;
        low_x = fminf(low_x, at.x);
        low_y = fminf(low_y, at.y);
        high_x = fmaxf(high_x, at.x);
        high_y = fmaxf(high_y, at.y);
    }
    float margin = (float)(2 * blur);
    float left = floorf(low_x) - margin, top = floorf(low_y) - margin;
    int width = (int)(ceilf(high_x) + margin - left), height = (int)(ceilf(high_y) + margin - top);
    if (width > longest_side || height > longest_side)
        return TOO_LARGE;
    uint32_t *pixels = draw_shape(sprites, left, top, width, height);
    if (!pixels)
        return NO_ROOM;
    const uint32_t *weights = NULL;
    if (blur > 0)
        soften(pixels, width, height, blur);
    else if (!(weights = split_sprite(sprites, pixels, *figure, left, top, width, height)))
        return NO_ROOM;
    entry->sprite = (dv_sprite){pixels, width, height, weights, {0, 0}};
    entry->left = (int16_t)left;
    entry->top = (int16_t)top;
    return DRAWN;
}

/// Draw the sprite of a look if there is none. False if there is no room, or if it is too large.
static bool complete_entry(dv_sprites *sprites, struct dv_kept_sprite *entry, const look *l,
                           const steps *s, const dv_figure *like) {
    if (entry->sprite.pixels)
        return true;
    dv_figure figure = figure_of(l, s, like);
    figure.color = figure.outline = gray_color;
    int blur = 0;
    if (l->detail == shadow_detail)
        blur = (int)fmaxf(roundf(shadow_edge * like->length), 1);
    outcome drawn = sprites->is_full ? NO_ROOM : draw_sprite(sprites, entry, &figure, blur);
    sprites->is_full = drawn == NO_ROOM;
    if (drawn != DRAWN)
        return false;
    entry->look = *l;
    sprites->count++;
    sprites->is_full = sprites->count >= table_size / 4 * 3;
    return true;
}

/// Add the sprite of a look, which is drawn first if there is none yet.
static bool add_sprite(dv_sprites *sprites, dv_batch *batch, const look *l, const steps *s,
                       const dv_figure *figure, int x, int y) {
    struct dv_kept_sprite *entry = find_entry(sprites, l);
    if (!complete_entry(sprites, entry, l, s, figure))
        return false;
    dv_sprite sprite = entry->sprite;
    sprite.colors[0] = figure->color;
    sprite.colors[1] = figure->outline;
    dv_batch_sprite(batch, &sprite, (x - l->x) / s->places + entry->left,
                    (y - l->y) / s->places + entry->top);
    return true;
}

/// Whether a figure can have a sprite at all. False also for lengths that aren't numbers.
static bool can_have_sprite(dv_sprites *sprites, const dv_figure *figure, float most) {
    if (!(figure->length <= most) || !(fabsf(figure->center.x) + fabsf(figure->center.y) < 1e6f))
        return false;
    return sprites->kept || (sprites->kept = dv_alloc(table_size * sizeof *sprites->kept));
}

bool dv_sprites_draw(dv_sprites *sprites, dv_batch *batch, const dv_figure *figure) {
    if ((figure->color & figure->outline & 0xff) != 0xff ||
        !can_have_sprite(sprites, figure, longest))
        return false;
    int x, y;
    steps s = steps_for(figure, sprites->coarse);
    look l = look_of(figure, &s, &x, &y);
    return add_sprite(sprites, batch, &l, &s, figure, x, y);
}

bool dv_sprites_shadow(dv_sprites *sprites, dv_batch *batch, const dv_figure *figure) {
    if (!can_have_sprite(sprites, figure, longest_shadow))
        return false;
    int x, y;
    steps s = steps_for(figure, sprites->coarse);
    // The edge is soft, so small steps would not show.
    s.length = fmaxf(s.length, 1);
    s.headings = fminf(s.headings, 32);
    s.sways = s.sways > 0 ? 1 : 0;
    s.places = s.places > 2 ? 2 : s.places;
    look l = look_of(figure, &s, &x, &y);
    l.width = 0;
    l.detail = shadow_detail;
    return add_sprite(sprites, batch, &l, &s, figure, x, y);
}
