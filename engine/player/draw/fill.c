#include "player/draw/fill.h"
#include "player/draw/fill_private.h"

#include "base/alloc.h"

#include <ft2build.h>
#include FT_MODULE_H
#include FT_OUTLINE_H
#include FT_SYSTEM_H

#include <limits.h>
#include <math.h>
#include <string.h>

/// A shape with more points than FreeType takes at once is filled in parts.
enum { most_points = SHRT_MAX, most_contours = most_points / 3 };

/// A shape is filled in strips of this width, in pixels. FreeType keeps the pixels of a row that
/// edges pass through in 16 KiB, at 24 bytes each, or 32 in old versions. It takes fewer rows at
/// once when these are full, but fails when one row has too many, as with a long flat line. In a
/// strip, a row has at most all of its pixels, and one that stands for what is left of it.
enum { strip_width = 500 };

struct dv_filler {
    struct FT_MemoryRec_ memory;
    FT_Library library;
    FT_Outline outline; // has room for the most points, all of which are marked as corners
};

// FreeType's library

static void *allocate(FT_Memory memory, long size) {
    (void)memory;
    return dv_alloc((size_t)size);
}

static void release(FT_Memory memory, void *block) {
    (void)memory;
    dv_free(block);
}

static void *resize(FT_Memory memory, long size, long new_size, void *block) {
    (void)memory;
    (void)size;
    return dv_resize(block, (size_t)new_size);
}

static bool open_library(dv_filler *filler) {
    filler->memory = (struct FT_MemoryRec_){.alloc = allocate, .free = release, .realloc = resize};
    if (FT_New_Library(&filler->memory, &filler->library) != 0)
        return false;
    FT_Add_Default_Modules(filler->library); // leaves out those for which there is no memory
    if (!FT_Get_Module(filler->library, "smooth") ||
        FT_Outline_New(filler->library, most_points, most_contours, &filler->outline) != 0)
        return false;
    memset(filler->outline.tags, FT_CURVE_TAG_ON, most_points);
    return true;
}

dv_filler *dv_filler_create(void) {
    dv_filler *filler = dv_alloc(sizeof *filler);
    if (filler && open_library(filler))
        return filler;
    dv_filler_free(filler);
    return NULL;
}

void dv_filler_free(dv_filler *filler) {
    if (filler && filler->library) {
        FT_Outline_Done(filler->library, &filler->outline);
        FT_Done_Library(filler->library);
    }
    dv_free(filler);
}

// Colors

static void fill_row(uint32_t *row, int first, int last, uint32_t color, uint32_t share) {
    if (share >= 256)
        for (int x = first; x < last; x++)
            row[x] = color;
    else if (share > 0)
        for (int x = first; x < last; x++)
            row[x] = dv_mix_colors(row[x], color, share);
}

// Smooth shapes

/// Whether the corners of a triangle run the other way than most.
static bool is_turned(const SDL_Vertex corners[3]) {
    SDL_FPoint a = corners[0].position, b = corners[1].position, c = corners[2].position;
    return (b.x - a.x) * (c.y - a.y) < (b.y - a.y) * (c.x - a.x);
}

static bool same_place(SDL_Vertex a, SDL_Vertex b) {
    return a.position.x == b.position.x && a.position.y == b.position.y;
}

/// Whether the last side of a triangle is the first of the next, as in a fan, so that the shape
/// goes on beyond it.
static bool is_joined(const SDL_Vertex corners[6]) {
    return same_place(corners[0], corners[3]) && same_place(corners[2], corners[4]) &&
           is_turned(corners) == is_turned(corners + 3);
}

/// The number of corners of the fan that `corners` begin with.
static uint32_t length_of_fan(const SDL_Vertex *corners, uint32_t count) {
    uint32_t length = 3;
    while (length < count && length / 3 + 2 < most_points && is_joined(corners + length - 3))
        length += 3;
    return length;
}

static FT_Vector place_of(SDL_Vertex corner) {
    return (FT_Vector){lrintf(corner.position.x * 64), lrintf(corner.position.y * 64)};
}

// A fan all the way around its center has no corner there. All fans run in the same direction, so
// that what overlaps adds up, and sides in the middle of the shape cancel out. It is the direction
// in which FreeType rounds down.
static void add_fan(FT_Outline *outline, const SDL_Vertex *corners, uint32_t length) {
    bool is_closed = same_place(corners[1], corners[length - 1]);
    uint32_t last = is_closed ? length - 3 : length, count = last / 3 + (is_closed ? 1 : 2);
    bool turned = is_turned(corners);
    FT_Vector *to = outline->points + outline->n_points + (turned ? 0 : count - 1);
    int step = turned ? 1 : -1;
    if (!is_closed) {
        *to = place_of(corners[0]);
        to += step;
    }
    *to = place_of(corners[1]);
    for (uint32_t i = 2; i < last; i += 3)
        *(to += step) = place_of(corners[i]);
    outline->n_points += (short)count;
    outline->contours[outline->n_contours++] = (short)(outline->n_points - 1);
}

/// What FreeType's spans are drawn with.
struct brush {
    const dv_pixels *pixels;
    uint32_t color, share;
};

static void draw_spans(int y, int count, const FT_Span *spans, void *user) {
    const struct brush *brush = user;
    uint32_t *row = brush->pixels->pixels + (ptrdiff_t)y * brush->pixels->stride;
    for (const FT_Span *span = spans; span < spans + count; span++)
        fill_row(row, span->x, span->x + span->len, brush->color,
                 (dv_share_of_coverage(span->coverage) * brush->share + 128) >> 8);
}

/// The part of the picture that the outline may cover, in pixels. FreeType's time grows with it.
static FT_BBox box_of(const FT_Outline *outline, const dv_pixels *pixels) {
    FT_BBox box;
    FT_Outline_Get_CBox(outline, &box);
    return (FT_BBox){.xMin = box.xMin < 0 ? 0 : box.xMin >> 6,
                     .yMin = box.yMin < 0 ? 0 : box.yMin >> 6,
                     .xMax = box.xMax > pixels->width * 64L ? pixels->width : (box.xMax + 63) >> 6,
                     .yMax =
                         box.yMax > pixels->height * 64L ? pixels->height : (box.yMax + 63) >> 6};
}

/// Fill the part of the outline in a box.
static bool fill_box(dv_filler *filler, struct brush *brush, FT_BBox box) {
    FT_Raster_Params params = {
        .source = &filler->outline,
        .flags = FT_RASTER_FLAG_AA | FT_RASTER_FLAG_DIRECT | FT_RASTER_FLAG_CLIP,
        .gray_spans = draw_spans,
        .user = brush,
        .clip_box = box,
    };
    return FT_Outline_Render(filler->library, &filler->outline, &params) == 0;
}

/// Fill the outline, and empty it.
static bool fill_outline(dv_filler *filler, struct brush *brush) {
    const FT_BBox box = box_of(&filler->outline, brush->pixels);
    bool complete = true;
    for (FT_Pos x = box.xMin; x < box.xMax && box.yMin < box.yMax; x += strip_width) {
        FT_BBox strip = box;
        strip.xMin = x;
        strip.xMax = x + strip_width < box.xMax ? x + strip_width : box.xMax;
        complete &= fill_box(filler, brush, strip);
    }
    filler->outline.n_points = filler->outline.n_contours = 0;
    return complete;
}

bool dv_fill_smooth(const dv_pixels *pixels, dv_filler *filler, const SDL_Vertex *corners,
                    uint32_t count) {
    struct brush brush = {pixels, dv_opaque_color(corners->color),
                          dv_share_of_alpha(corners->color)};
    FT_Outline *outline = &filler->outline;
    bool complete = true;
    outline->n_points = outline->n_contours = 0;
    for (uint32_t i = 0; i < count;) {
        uint32_t length = length_of_fan(corners + i, count - i);
        if ((uint32_t)outline->n_points + length / 3 + 2 > most_points ||
            outline->n_contours == most_contours)
            complete &= fill_outline(filler, &brush);
        add_fan(outline, corners + i, length);
        i += length;
    }
    return fill_outline(filler, &brush) && complete;
}

// Sharp triangles and squares

static void fill_with_brush(const void *with, uint32_t *row, int first, int last, float y) {
    const struct brush *brush = with;
    (void)y;
    fill_row(row, first, last, brush->color, brush->share);
}

void dv_fill_sharp(const dv_pixels *pixels, const SDL_Vertex corners[3]) {
    const struct brush brush = {pixels, dv_opaque_color(corners->color),
                                dv_share_of_alpha(corners->color)};
    dv_fill_rows(pixels, corners, fill_with_brush, &brush);
}

void dv_fill_square(const dv_pixels *pixels, int x, int y, int side, uint32_t color) {
    int left = x < 0 ? 0 : x, right = x + side > pixels->width ? pixels->width : x + side;
    int bottom = y + side > pixels->height ? pixels->height : y + side;
    for (int row = y < 0 ? 0 : y; row < bottom; row++)
        fill_row(pixels->pixels + (ptrdiff_t)row * pixels->stride, left, right, color, 256);
}

// Sprites

static void draw_sprite_row(uint32_t *restrict row, const uint32_t *restrict sprite, int count) {
    for (int x = 0; x < count; x++) {
        uint32_t alpha = sprite[x] >> 24, rest = 256 - alpha - (alpha >> 7);
        uint32_t red_blue = (row[x] & 0xff00ff) * rest >> 8 & 0xff00ff;
        uint32_t green = (row[x] & 0xff00) * rest >> 8 & 0xff00;
        row[x] = 0xff000000u | ((sprite[x] & 0xffffff) + (red_blue | green));
    }
}

/// A color that a share of 65,536 of is added to a pixel.
struct tint {
    uint32_t red_blue, green;
};

static struct tint tint_of(uint32_t color) {
    return (struct tint){(color >> 8 & 0xff0000) | (color >> 8 & 0xff), color >> 16 & 0xff};
}

static void draw_tinted_row(uint32_t *restrict row, const uint32_t *restrict sprite,
                            const uint32_t *restrict weights, const struct tint tints[2],
                            int count) {
    const struct tint a = tints[0], b = tints[1];
    for (int x = 0; x < count; x++) {
        uint32_t first = weights[x] & 0xffff, second = weights[x] >> 16;
        uint32_t red_blue = (first * a.red_blue + second * b.red_blue + 0x800080) >> 8 & 0xff00ff;
        uint32_t green = (first * a.green + second * b.green + 0x80) & 0xff00;
        uint32_t alpha = sprite[x] >> 24, rest = 256 - alpha - (alpha >> 7);
        red_blue += (row[x] & 0xff00ff) * rest >> 8 & 0xff00ff;
        green += (row[x] & 0xff00) * rest >> 8 & 0xff00;
        row[x] = 0xff000000u | ((sprite[x] & 0xffffff) + red_blue + green);
    }
}

void dv_fill_sprite(const dv_pixels *pixels, const dv_sprite *sprite, int x, int y) {
    int left = x < 0 ? -x : 0, top = y < 0 ? -y : 0;
    int right = x + sprite->width > pixels->width ? pixels->width - x : sprite->width;
    int bottom = y + sprite->height > pixels->height ? pixels->height - y : sprite->height;
    const struct tint tints[] = {tint_of(sprite->colors[0]), tint_of(sprite->colors[1])};
    for (int row = top; row < bottom && left < right; row++) {
        uint32_t *to = pixels->pixels + (ptrdiff_t)(y + row) * pixels->stride + x + left;
        ptrdiff_t from = (ptrdiff_t)row * sprite->width + left;
        if (sprite->weights)
            draw_tinted_row(to, sprite->pixels + from, sprite->weights + from, tints, right - left);
        else
            draw_sprite_row(to, sprite->pixels + from, right - left);
    }
}
