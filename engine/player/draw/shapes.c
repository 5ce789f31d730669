// Draws agents as shapes.
#include "player/draw/shapes.h"

#include "player/draw/picture_scales.h"
#include "player/draw/shape_parts.h"
#include "player/gui/palette.h"

#include <math.h>
#include <string.h>

/// Below these lengths in pixels, outlines and details would not be visible.
static const float least_outlined = 6, least_detailed = 13;

/// From these lengths in pixels on, rims are curves, and finer ones.
static const float least_curved = 16, least_detailed_curves = 48;

/// The attitude of a body, projected from above. A point (x, y) of its shape is `ahead_by_x` · x +
/// `ahead_by_y` · y ahead of its center, `left_by_y` · y to the left, and `height_by_x` · x +
/// `height_by_y` · y above.
struct attitude {
    float ahead_by_x, ahead_by_y, left_by_y;
    float height_by_x, height_by_y;
};

/// A body seen edge-on still has some width. What is higher is closer to the camera: a raised wing
/// is drawn longer than a lowered one, and brighter.
static const float least_seen = 0.3f, nearness = 0.5f, tilt_shade = 0.45f;

static float at_least(float cosine) {
    return fabsf(cosine) < least_seen ? copysignf(least_seen, cosine) : cosine;
}

// A body on its back looks the same as from above, because shapes have no underside.
static struct attitude attitude_of(const dv_figure *figure) {
    float stretch = figure->stretch > 0 ? figure->stretch : 1;
    if (figure->pitch == 0 && figure->roll == 0)
        return (struct attitude){1, 0, stretch, 0, 0};
    float pitch_cosine = cosf(figure->pitch), pitch_sine = sinf(figure->pitch);
    float roll_cosine = cosf(figure->roll), roll_sine = sinf(figure->roll);
    float back = roll_cosine < 0 ? -1 : 1;
    return (struct attitude){
        .ahead_by_x = at_least(pitch_cosine),
        .ahead_by_y = -back * pitch_sine * roll_sine,
        .left_by_y = stretch * at_least(fabsf(roll_cosine)),
        .height_by_x = pitch_sine,
        .height_by_y = back * pitch_cosine * roll_sine,
    };
}

static dv_pixel place_point(const dv_figure *figure, const struct attitude *attitude, dv_pixel p) {
    float height = attitude->height_by_x * p.x + attitude->height_by_y * p.y;
    float size = figure->length * (1 + nearness * height);
    float along = (attitude->ahead_by_x * p.x + attitude->ahead_by_y * p.y) * size;
    float left = attitude->left_by_y * p.y * size;
    return (dv_pixel){
        figure->center.x + figure->forward_x * along + figure->forward_y * left,
        figure->center.y + figure->forward_y * along - figure->forward_x * left,
    };
}

float dv_shape_width(dv_shape shape) {
    const dv_shape_parts *parts = dv_parts_of(shape);
    float half = 0;
    for (int i = 0; i < parts->count; i++)
        for (int j = 0; j < parts->parts[i].count; j++)
            half = fmaxf(half, fabsf(parts->parts[i].points[j].y));
    return 2 * half;
}

/// Lighten the raised side and darken the lowered one.
static uint32_t side_color(uint32_t color, const struct attitude *attitude, float left) {
    float up = tilt_shade * attitude->height_by_y * (left > 0 ? 1 : left < 0 ? -1.0f : 0);
    return up == 0 ? color : dv_color_mix(color, up > 0 ? 0xffffffffu : 0x000000ffu, fabsf(up));
}

// Rims

/// The rim of a part as it is drawn: in units of the shape, and in pixels.
struct rim {
    dv_pixel points[DV_MAX_RIM], pixels[DV_MAX_RIM];
    dv_pixel hub; // pixels
    int count;
};

/// Move a point of a part as its gait does.
static dv_pixel move_point(dv_pixel p, dv_gait gait, float sway) {
    const float chest = 0.2f, bend = 0.32f, stride = 0.2f, turn = 0.16f, fold = 0.22f;
    float behind = fmaxf(chest - p.x, 0), out = fmaxf(fabsf(p.y) - 0.08f, 0);
    switch (gait) {
    case DV_GAIT_NONE:
        break;
    case DV_GAIT_TAIL:
        p.y += sway * bend * behind * behind;
        break;
    case DV_GAIT_WINGS:
        p.x -= (1 - sway) * fold * out * 0.5f;
        p.y -= copysignf((1 - sway) * fold * out, p.y);
        break;
    case DV_GAIT_LEFT:
        p.x += stride * sway;
        break;
    case DV_GAIT_RIGHT:
        p.x -= stride * sway;
        break;
    case DV_GAIT_TURN:
        return (dv_pixel){p.x + turn * sway * p.y, p.y - turn * sway * p.x};
    }
    return p;
}

/// A point on the Catmull-Rom curve from `b` to `c`, at t of the way.
static dv_pixel curve_point(dv_pixel a, dv_pixel b, dv_pixel c, dv_pixel d, float t) {
    float t2 = t * t, t3 = t2 * t;
    float wa = -0.5f * t3 + t2 - 0.5f * t, wb = 1.5f * t3 - 2.5f * t2 + 1;
    float wc = -1.5f * t3 + 2 * t2 + 0.5f * t, wd = 0.5f * t3 - 0.5f * t2;
    return (dv_pixel){wa * a.x + wb * b.x + wc * c.x + wd * d.x,
                      wa * a.y + wb * b.y + wc * c.y + wd * d.y};
}

/// Segments of a curve from one point of a rim to the next.
static int curve_steps(const dv_figure *figure, const dv_shape_part *part) {
    int steps = !part->is_round || figure->length < least_curved ? 1
                : figure->length < least_detailed_curves         ? 3
                                                                 : 6;
    return steps * part->count > DV_MAX_RIM ? DV_MAX_RIM / part->count : steps;
}

/// Toward the light, on the screen: the upper left.
static const dv_pixel light = {-0.7071f, -0.7071f};

static void trace_rim(const dv_figure *figure, const struct attitude *attitude,
                      const dv_shape_part *part, struct rim *rim) {
    int steps = curve_steps(figure, part), count = part->count;
    const dv_pixel *p = part->points;
    dv_pixel lift = {light.x * part->lifted * figure->length,
                     light.y * part->lifted * figure->length};
    rim->count = 0;
    for (int i = 0; i < count; i++) {
        dv_pixel b = p[i], c = p[(i + 1) % count];
        if (b.x == c.x && b.y == c.y)
            continue;
        for (int step = 0; step < steps; step++) {
            dv_pixel at = step == 0 ? b
                                    : curve_point(p[(i + count - 1) % count], b, c,
                                                  p[(i + 2) % count], (float)step / (float)steps);
            at = move_point(at, part->gait, figure->sway);
            rim->points[rim->count] = at;
            at = place_point(figure, attitude, at);
            rim->pixels[rim->count++] = (dv_pixel){at.x + lift.x, at.y + lift.y};
        }
    }
    rim->hub = place_point(figure, attitude, move_point(part->hub, part->gait, figure->sway));
    rim->hub = (dv_pixel){rim->hub.x + lift.x, rim->hub.y + lift.y};
}

// Move the rim outward: each point along the mean of its two edges' normals. The distance is
// limited, so that sharp corners don't become spikes.
static void widen_rim(struct rim *rim, float width) {
    dv_pixel wide[DV_MAX_RIM];
    int count = rim->count;
    for (int i = 0; i < count; i++) {
        dv_pixel a = rim->pixels[(i + count - 1) % count], b = rim->pixels[i];
        dv_pixel c = rim->pixels[(i + 1) % count];
        float in_x = b.x - a.x, in_y = b.y - a.y, out_x = c.x - b.x, out_y = c.y - b.y;
        float in = sqrtf(in_x * in_x + in_y * in_y), out = sqrtf(out_x * out_x + out_y * out_y);
        if (!(in > 0) || !(out > 0)) {
            wide[i] = b;
            continue;
        }
        float x = -(in_y / in + out_y / out), y = in_x / in + out_x / out;
        float sum = sqrtf(x * x + y * y);
        float far = sum > 0 ? width * fminf(2 / sum, 2) / sum : 0;
        wide[i] = (dv_pixel){b.x + x * far, b.y + y * far};
    }
    memcpy(rim->pixels, wide, (size_t)count * sizeof *wide);
}

static void fill_rim(dv_batch *batch, const dv_shape_part *part, const struct rim *rim,
                     uint32_t color, const struct attitude *attitude) {
    const dv_pixel *pixels = rim->pixels, *points = rim->points;
    int count = rim->count;
    dv_batch_begin(batch);
    if (part->corners) // of one color, whatever the triangles
        for (uint32_t i = 0; i < part->triangles; i++) {
            const uint16_t *c = part->corners + (size_t)3 * i;
            dv_batch_triangle(batch, pixels[c[0]], pixels[c[1]], pixels[c[2]], color);
        }
    else if (part->fans_from_first)
        for (int i = 2; i < count; i++)
            dv_batch_triangle(batch, pixels[0], pixels[i - 1], pixels[i],
                              side_color(color, attitude, points[i - 1].y + points[i].y));
    else
        for (int i = 0; i < count; i++)
            dv_batch_triangle(batch, rim->hub, pixels[i], pixels[(i + 1) % count],
                              side_color(color, attitude, points[i].y + points[(i + 1) % count].y));
    dv_batch_end(batch);
}

// Parts

static const struct attitude level = {1, 0, 1, 0, 0};

/// What a part looks like whose agent has a color.
static uint32_t part_color(const dv_figure *figure, const dv_shape_part *part, uint32_t color) {
    if (part->color)
        return part->color;
    float x = part->slope.x * figure->forward_x + part->slope.y * figure->forward_y;
    float y = part->slope.x * figure->forward_y - part->slope.y * figure->forward_x;
    float shade = part->shade + x * light.x + y * light.y;
    return shade == 0 ? color
                      : dv_color_mix(color, shade > 0 ? 0xffffffffu : 0x000000ffu, fabsf(shade));
}

/// Draw the bodies of all parts, widened, as one shape.
static void draw_bodies(dv_batch *batch, const dv_figure *figure, const dv_shape_parts *shape,
                        const struct attitude *attitude, float width, uint32_t color) {
    struct rim rim;
    dv_batch_begin(batch);
    for (int i = 0; i < shape->count; i++) {
        if (!shape->parts[i].is_body)
            continue;
        trace_rim(figure, attitude, &shape->parts[i], &rim);
        if (width != 0)
            widen_rim(&rim, width);
        fill_rim(batch, &shape->parts[i], &rim, color, &level);
    }
    dv_batch_end(batch);
}

static void draw_part(dv_batch *batch, const dv_figure *figure, const dv_shape_part *part,
                      const struct attitude *attitude, uint32_t color, bool outlined) {
    struct rim rim;
    trace_rim(figure, attitude, part, &rim);
    uint32_t own = part_color(figure, part, color);
    // The outline would show between the two sides of a tilted body.
    if (part->is_body && outlined && attitude->height_by_y != 0)
        fill_rim(batch, part, &rim, own, &level);
    fill_rim(batch, part, &rim, own, attitude);
}

// Pictures

/// An outline is this many copies of the picture in one color, each moved by the outline's width.
enum { outline_steps = 12 };

static bool is_picture(const dv_figure *figure) { return figure->own && figure->own->picture; }

/// Add a picture's texture, moved by some pixels.
static void draw_texture(dv_batch *batch, const dv_figure *figure, dv_texture *texture,
                         dv_texture_use use, dv_pixel moved, uint32_t color) {
    const dv_picture_scales *picture = figure->own->picture;
    const struct attitude attitude = attitude_of(figure);
    float across = (float)texture->width, down = (float)texture->height;
    float half_x = 0.5f * across / (across - 2 * DV_TEXTURE_MARGIN);
    float half_y = 0.5f * down / (down - 2 * DV_TEXTURE_MARGIN) * (float)picture->height /
                   (float)picture->width;
    const dv_pixel corners[] = {
        {-half_x, half_y}, {half_x, half_y}, {half_x, -half_y}, {-half_x, -half_y}};
    dv_pixel placed[4];
    for (int i = 0; i < 4; i++) {
        dv_pixel at = place_point(figure, &attitude, corners[i]);
        placed[i] = (dv_pixel){at.x + moved.x, at.y + moved.y};
    }
    dv_batch_texture(batch, texture, use, placed, color);
}

/// Add what a picture covers, widened by some pixels, in one color. Only an opaque one can be
/// widened.
static void draw_picture_around(dv_batch *batch, const dv_figure *figure, float width,
                                uint32_t color) {
    dv_picture_scale *scale = dv_picture_scale_for(figure->own->picture, figure->length);
    int steps = width > 0 && (color & 0xff) == 0xff ? outline_steps : 1;
    for (int i = 0; i < steps; i++) {
        float angle = 6.2831853f * (float)i / outline_steps, far = steps > 1 ? width : 0;
        dv_pixel moved = {far * cosf(angle), far * sinf(angle)};
        draw_texture(batch, figure, &scale->own, DV_TEXTURE_FLAT, moved, color);
    }
}

/// A color that is less opaque the further the figure is faded.
static uint32_t faded(const dv_figure *figure, uint32_t color) {
    uint32_t alpha = (uint32_t)((float)(color & 0xff) * (1 - figure->fading) + 0.5f);
    return (color & 0xffffff00u) | alpha;
}

static void draw_picture(dv_batch *batch, const dv_figure *figure, bool outlined) {
    const dv_pixel still = {0, 0};
    dv_picture_scale *scale = dv_picture_scale_for(figure->own->picture, figure->length);
    if (outlined && figure->outline_width > 0)
        draw_picture_around(batch, figure, figure->outline_width, figure->outline);
    if (figure->fading > 0)
        draw_picture_around(batch, figure, 0, figure->faded_to);
    uint32_t own = figure->own->is_tinted ? figure->color : 0xffffffffu;
    draw_texture(batch, figure, &scale->own, DV_TEXTURE_COLORS, still, faded(figure, own));
    if (figure->own->is_tinted)
        draw_texture(batch, figure, &scale->tinted, DV_TEXTURE_ADDED, still,
                     faded(figure, figure->color));
}

uint32_t dv_outline_of(const dv_figure *figure) {
    return is_picture(figure) && !figure->own->is_tinted ? figure->color
                                                         : dv_outline_around(figure->color);
}

void dv_figure_fade(dv_figure *figure, uint32_t color, float share) {
    figure->outline = dv_color_mix(figure->outline, color, share);
    if (!is_picture(figure)) {
        figure->color = dv_color_mix(figure->color, color, share);
    } else if (share > 0) {
        float before = figure->fading;
        figure->fading = 1 - (1 - before) * (1 - share);
        figure->faded_to =
            before > 0 ? dv_color_mix(figure->faded_to, color, share / figure->fading) : color;
    }
}

dv_detail dv_detail_for(uint32_t count, uint32_t triangles) {
    uint32_t each = count ? triangles / count : triangles;
    return each >= 44   ? DV_DETAIL_ALL
           : each >= 38 ? DV_DETAIL_OUTLINE
           : each >= 19 ? DV_DETAIL_BODY
           : each >= 4  ? DV_DETAIL_OUTLINED_DART
                        : DV_DETAIL_DART;
}

dv_detail dv_figure_detail(const dv_figure *figure) {
    dv_detail most = figure->length < least_outlined   ? DV_DETAIL_DART
                     : figure->length < least_detailed ? DV_DETAIL_OUTLINE
                                                       : DV_DETAIL_ALL;
    return figure->detail < most ? figure->detail : most;
}

uint32_t dv_outline_around(uint32_t color) {
    uint32_t brightness = (color >> 24) + (color >> 16 & 0xff) + (color >> 8 & 0xff);
    return brightness < 420 ? dv_color_mix(color, 0xf4efe0ffu, 0.6f)
                            : dv_color_mix(color, 0x1a1f18ffu, 0.75f);
}

/// Wings, arms, and legs are so thin that a small figure would be more outline than body.
static bool is_thin(dv_shape shape) { return shape == DV_SHAPE_BIRD || shape == DV_SHAPE_PERSON; }

float dv_outline_width(dv_shape shape, float length, float widest, float ratio) {
    const float small = 12, large = 24, least_share = 0.6f;
    float width = fminf(length * 0.08f + 0.3f * ratio, widest * ratio);
    float growth = fminf(fmaxf((length / ratio - small) / (large - small), 0), 1);
    return is_thin(shape) ? width * (least_share + (1 - least_share) * growth) : width;
}

/// The parts of the shape of a figure.
static const dv_shape_parts *shape_of(const dv_figure *figure) {
    return figure->own ? figure->own : dv_parts_of(figure->shape);
}

float dv_shadow_fall(const dv_figure *figure) {
    return -light.x * shape_of(figure)->height * figure->length;
}

/// The parts that a figure is drawn from.
static const dv_shape_parts *parts_for(const dv_figure *figure) {
    bool is_dart = dv_figure_detail(figure) <= DV_DETAIL_OUTLINED_DART;
    return is_dart ? dv_parts_of(DV_SHAPE_ARROW) : shape_of(figure);
}

void dv_figure_draw(dv_batch *batch, const dv_figure *figure) {
    dv_detail detail = dv_figure_detail(figure);
    bool outlined = detail != DV_DETAIL_DART && detail != DV_DETAIL_BODY;
    if (is_picture(figure)) {
        draw_picture(batch, figure, detail >= DV_DETAIL_OUTLINE);
        return;
    }
    const dv_shape_parts *shape = parts_for(figure);
    const struct attitude attitude = attitude_of(figure);
    if (outlined)
        draw_bodies(batch, figure, shape, &attitude, figure->outline_width, figure->outline);
    // Without an outline, the body shows some of the outline's color.
    uint32_t color = outlined ? figure->color : dv_color_mix(figure->color, figure->outline, 0.4f);
    for (int i = 0; i < shape->count; i++)
        if (shape->parts[i].is_body || detail == DV_DETAIL_ALL)
            draw_part(batch, figure, &shape->parts[i], &attitude, color, outlined);
}

void dv_figure_silhouette(dv_batch *batch, const dv_figure *figure, float width, uint32_t color) {
    const struct attitude attitude = attitude_of(figure);
    if (is_picture(figure))
        draw_picture_around(batch, figure, width, color);
    else
        draw_bodies(batch, figure, parts_for(figure), &attitude, width, color);
}

void dv_figure_shadow(dv_batch *batch, const dv_figure *figure) {
    const int layers = 3;
    if (dv_figure_detail(figure) < DV_DETAIL_BODY) {
        dv_figure_silhouette(batch, figure, 0, 0x00000048u);
        return;
    }
    for (int layer = 0; layer < layers; layer++)
        dv_figure_silhouette(batch, figure, 0.05f * (float)layer * figure->length, 0x0000001eu);
}
