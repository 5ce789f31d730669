#include "player/draw/fill.h"

#include "base/alloc.h"
#include "base/math.h"

#include <math.h>
#include <string.h>

/// Which pixels of a row a shape touched; none if `low` > `high`.
struct dv_touched {
    int low, high;
};

/// What a shape covers, from the upper left pixel of its bounding box on.
struct box {
    float *areas;
    struct dv_touched *rows;
    int left, top, width, height; // pixels
    int stride;                   // two more than `width`, for what is right of the box
};

void dv_cover_free(dv_cover *cover) {
    dv_free(cover->areas);
    dv_free(cover->rows);
    *cover = (dv_cover){0};
}

/// floorf and ceilf of a number from 0 on.
static inline int whole_below(float x) { return (int)x; }
static inline int whole_above(float x) { return (int)x + ((float)(int)x < x); }

// Colors

/// 0xffRRGGBB of a corner.
static uint32_t opaque_color(SDL_Color c) {
    return 0xff000000u | (uint32_t)c.r << 16 | (uint32_t)c.g << 8 | c.b;
}

/// Mix two opaque colors; `share` of the upper one is from 0 to 256.
static inline uint32_t mix_colors(uint32_t lower, uint32_t upper, uint32_t share) {
    uint32_t rest = 256 - share;
    uint32_t red_blue = (upper & 0xff00ff) * share + (lower & 0xff00ff) * rest;
    uint32_t green = (upper & 0xff00) * share + (lower & 0xff00) * rest;
    return 0xff000000u | (red_blue >> 8 & 0xff00ff) | (green >> 8 & 0xff00);
}

static void fill_row(uint32_t *row, int first, int last, uint32_t color, uint32_t share) {
    if (share >= 256)
        for (int x = first; x < last; x++)
            row[x] = color;
    else if (share > 0)
        for (int x = first; x < last; x++)
            row[x] = mix_colors(row[x], color, share);
}

/// How much of 256 a color's alpha is.
static uint32_t share_of_alpha(SDL_Color color) { return color.a + (color.a >> 7); }

// Smooth shapes

static float clamp_x(float x, float width) { return x < 0 ? 0 : x > width ? width : x; }

// An edge crosses one row, between `from` and `to`, and covers `area` of the pixels right of it.
static void cover_in_row(float *areas, struct dv_touched *touched, float from, float to,
                         float area) {
    float low = dv_smaller(from, to), high = dv_larger(from, to);
    int first = whole_below(low), last = whole_above(high);
    touched->low = first < touched->low ? first : touched->low;
    if (last <= first + 1) {
        float rest = area * (0.5f * (low + high) - (float)first);
        areas[first] += area - rest;
        areas[first + 1] += rest;
        last = first + 1;
    } else {
        // The edge crosses several pixels. Each has its part of the height; up to its pixel, the
        // covered area is that of a trapezoid.
        float slope = area / (high - low), covered = 0;
        for (int x = first; x < last; x++) {
            float a = dv_larger((float)x, low), b = dv_smaller((float)(x + 1), high);
            // Left of the pixel's right side: the part of the edge in it, and all that is before.
            float part = slope * (b - a) * ((float)(x + 1) - 0.5f * (a + b)) + slope * (a - low);
            areas[x] += part - covered;
            covered = part;
        }
        areas[last] += area - covered;
    }
    touched->high = last > touched->high ? last : touched->high;
}

// Rows above and below the box are left out; what is left of it covers the whole row.
static void cover_edge(const struct box *box, dv_pixel a, dv_pixel b) {
    if (a.y == b.y)
        return;
    float sign = a.y < b.y ? 1 : -1;
    dv_pixel upper = a.y < b.y ? a : b, lower = a.y < b.y ? b : a;
    if (lower.y <= 0 || upper.y >= (float)box->height)
        return;
    float slope = (lower.x - upper.x) / (lower.y - upper.y), width = (float)box->width;
    float y = dv_larger(upper.y, 0), end = dv_smaller(lower.y, (float)box->height);
    float x = upper.x + (y - upper.y) * slope;
    for (int row = (int)y; row < box->height && (float)row < end; row++) {
        float next = dv_smaller((float)(row + 1), end);
        float x_next = upper.x + (next - upper.y) * slope;
        cover_in_row(box->areas + (size_t)row * (size_t)box->stride, &box->rows[row],
                     clamp_x(x, width), clamp_x(x_next, width), sign * (next - y));
        y = next;
        x = x_next;
    }
}

/// Whether the corners of a triangle run the other way than most.
static bool is_turned(const SDL_Vertex corners[3]) {
    SDL_FPoint a = corners[0].position, b = corners[1].position, c = corners[2].position;
    return (b.x - a.x) * (c.y - a.y) < (b.y - a.y) * (c.x - a.x);
}

/// Whether the last side of a triangle is the first of the next, as in a fan, so that the shape
/// goes on beyond it.
static bool is_joined(const SDL_Vertex corners[6]) {
    SDL_FPoint a = corners[0].position, c = corners[2].position;
    SDL_FPoint next = corners[3].position, after = corners[4].position;
    return a.x == next.x && a.y == next.y && c.x == after.x && c.y == after.y &&
           is_turned(corners) == is_turned(corners + 3);
}

// All triangles are covered in the same direction, so that what overlaps adds up, and sides in the
// middle of the shape cancel out. Those of fans are left out from the start.
static void cover_shape(const struct box *box, const SDL_Vertex *corners, uint32_t count) {
    bool was_joined = false;
    for (uint32_t i = 0; i < count; i += 3) {
        bool turned = is_turned(corners + i), joined = i + 3 < count && is_joined(corners + i);
        dv_pixel p[3];
        for (int k = 0; k < 3; k++)
            p[k] = (dv_pixel){corners[i + (uint32_t)k].position.x - (float)box->left,
                              corners[i + (uint32_t)k].position.y - (float)box->top};
        for (int k = was_joined ? 1 : 0; k < (joined ? 2 : 3); k++)
            cover_edge(box, p[turned ? (k + 1) % 3 : k], p[turned ? k : (k + 1) % 3]);
        was_joined = joined;
    }
}

static uint32_t share_of_area(float area, uint32_t share) {
    return (uint32_t)(dv_smaller(fabsf(area), 1) * (float)share + 0.5f);
}

static void fill_covered_row(uint32_t *row, float *areas, const struct dv_touched *touched,
                             int width, uint32_t color, uint32_t share) {
    float area = 0;
    int end = touched->high < width - 1 ? touched->high + 1 : width;
    for (int x = touched->low; x < end;) {
        area += areas[x];
        areas[x] = 0;
        int next = x + 1;
        while (next < end && areas[next] == 0)
            next++;
        fill_row(row, x, next, color, share_of_area(area, share));
        x = next;
    }
    for (int x = end; x <= touched->high; x++)
        areas[x] = 0;
}

/// The part of the picture that a shape may cover. False if it covers none.
static bool find_box(struct box *box, const dv_pixels *pixels, const SDL_Vertex *corners,
                     uint32_t count) {
    float low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        SDL_FPoint at = corners[i].position;
        low_x = dv_smaller(low_x, at.x);
        low_y = dv_smaller(low_y, at.y);
        high_x = dv_larger(high_x, at.x);
        high_y = dv_larger(high_y, at.y);
    }
    box->left = whole_below(dv_larger(low_x, 0));
    box->top = whole_below(dv_larger(low_y, 0));
    box->width = whole_above(dv_smaller(dv_larger(high_x, 0), (float)pixels->width)) - box->left;
    box->height = whole_above(dv_smaller(dv_larger(high_y, 0), (float)pixels->height)) - box->top;
    box->stride = box->width + 2;
    return box->width > 0 && box->height > 0;
}

static bool make_room(struct box *box, dv_cover *cover) {
    uint32_t areas = (uint32_t)box->stride * (uint32_t)box->height;
    uint32_t rows = (uint32_t)box->height;
    if ((areas > cover->area_capacity &&
         !dv_reserve((void **)&cover->areas, &cover->area_capacity, areas, sizeof *cover->areas)) ||
        (rows > cover->row_capacity &&
         !dv_reserve((void **)&cover->rows, &cover->row_capacity, rows, sizeof *cover->rows)))
        return false;
    box->areas = cover->areas;
    box->rows = cover->rows;
    for (int row = 0; row < box->height; row++)
        box->rows[row] = (struct dv_touched){box->width + 1, -1};
    return true;
}

bool dv_fill_smooth(const dv_pixels *pixels, dv_cover *cover, const SDL_Vertex *corners,
                    uint32_t count) {
    struct box box;
    if (!find_box(&box, pixels, corners, count))
        return true;
    if (!make_room(&box, cover))
        return false;
    cover_shape(&box, corners, count);
    uint32_t color = opaque_color(corners->color), share = share_of_alpha(corners->color);
    for (int row = 0; row < box.height; row++)
        fill_covered_row(
            pixels->pixels + (size_t)(box.top + row) * (size_t)pixels->stride + box.left,
            box.areas + (size_t)row * (size_t)box.stride, &box.rows[row], box.width, color, share);
    return true;
}

// Sharp triangles

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

void dv_fill_sharp(const dv_pixels *pixels, const SDL_Vertex corners[3]) {
    SDL_FPoint a = corners[0].position, b = corners[1].position, c = corners[2].position;
    if (b.y < a.y)
        swap_points(&a, &b);
    if (c.y < a.y)
        swap_points(&a, &c);
    if (c.y < b.y)
        swap_points(&b, &c);
    uint32_t color = opaque_color(corners->color), share = share_of_alpha(corners->color);
    int last = first_center(c.y, pixels->height);
    for (int row = first_center(a.y, pixels->height); row < last; row++) {
        float y = (float)row + 0.5f;
        float x = crossing(a, c, y), other = y < b.y ? crossing(a, b, y) : crossing(b, c, y);
        fill_row(pixels->pixels + (size_t)row * (size_t)pixels->stride,
                 first_center(dv_smaller(x, other), pixels->width),
                 first_center(dv_larger(x, other), pixels->width), color, share);
    }
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

void dv_fill_sprite(const dv_pixels *pixels, const dv_sprite *sprite, int x, int y) {
    int left = x < 0 ? -x : 0, top = y < 0 ? -y : 0;
    int right = x + sprite->width > pixels->width ? pixels->width - x : sprite->width;
    int bottom = y + sprite->height > pixels->height ? pixels->height - y : sprite->height;
    for (int row = top; row < bottom && left < right; row++)
        draw_sprite_row(pixels->pixels + (ptrdiff_t)(y + row) * pixels->stride + x + left,
                        sprite->pixels + (ptrdiff_t)row * sprite->width + left, right - left);
}
