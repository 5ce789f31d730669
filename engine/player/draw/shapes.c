// The shapes of agents: one unit long, with the head at x = 0.5 and y to the left. Also
// triangulation by ear clipping.
#include "player/draw/shapes.h"

#include "player/draw/palette.h"

#include <math.h>

typedef struct point {
    float x, y;
} point;

/// A triangle on top of the body; `shade` lightens (positive) or darkens it.
struct detail {
    point a, b, c;
    float shade;
};

/// `rim` is the outline of the body. It is filled by a fan of triangles around (0, 0), from where
/// all of the rim is visible, or from the first point of the rim, which takes two triangles less.
struct shape {
    const point *rim;
    int rim_count;
    bool fan_from_first;
    const struct detail *details;
    int detail_count;
};

#define RIM_MOST 24
#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static const point arrow_rim[] = {{0.5f, 0}, {-0.5f, 0.34f}, {-0.3f, 0}, {-0.5f, -0.34f}};
static const struct detail arrow_details[] = {{{0.5f, 0}, {-0.3f, 0}, {-0.5f, -0.34f}, -0.18f}};

static const point disc_rim[] = {
    {0.5f, 0},         {0.433f, 0.25f},  {0.25f, 0.433f},  {0, 0.5f},
    {-0.25f, 0.433f},  {-0.433f, 0.25f}, {-0.5f, 0},       {-0.433f, -0.25f},
    {-0.25f, -0.433f}, {0, -0.5f},       {0.25f, -0.433f}, {0.433f, -0.25f},
};
static const struct detail disc_details[] = {{{0.4f, 0}, {0.02f, 0.2f}, {0.02f, -0.2f}, -0.4f}};

static const point hoofed_rim[] = {
    {0.5f, 0.035f},  {0.41f, 0.085f}, {0.27f, 0.08f},   {0.13f, 0.17f},   {-0.14f, 0.195f},
    {-0.38f, 0.16f}, {-0.5f, 0.05f},  {-0.5f, -0.05f},  {-0.38f, -0.16f}, {-0.14f, -0.195f},
    {0.13f, -0.17f}, {0.27f, -0.08f}, {0.41f, -0.085f}, {0.5f, -0.035f},
};
static const struct detail hoofed_details[] = {
    {{0.12f, 0.05f}, {-0.36f, 0.07f}, {-0.36f, -0.07f}, -0.14f},
    {{0.12f, 0.05f}, {-0.36f, -0.07f}, {0.12f, -0.05f}, -0.14f},
    {{-0.5f, 0.05f}, {-0.42f, 0}, {-0.5f, -0.05f}, 0.6f},
    {{0.36f, 0.03f}, {0.2f, 0.3f}, {0.3f, 0.03f}, 0.5f},
    {{0.36f, -0.03f}, {0.3f, -0.03f}, {0.2f, -0.3f}, 0.5f},
    {{0.5f, 0.035f}, {0.43f, 0}, {0.5f, -0.035f}, -0.5f},
};

static const point wolf_rim[] = {
    {0.5f, 0.035f},   {0.41f, 0.077f},   {0.33f, 0.161f},   {0.22f, 0.133f},   {0.1f, 0.196f},
    {-0.08f, 0.147f}, {-0.22f, 0.168f},  {-0.32f, 0.063f},  {-0.42f, 0.07f},   {-0.5f, 0},
    {-0.42f, -0.07f}, {-0.32f, -0.063f}, {-0.22f, -0.168f}, {-0.08f, -0.147f}, {0.1f, -0.196f},
    {0.22f, -0.133f}, {0.33f, -0.161f},  {0.41f, -0.077f},  {0.5f, -0.035f},
};
static const struct detail wolf_details[] = {
    {{0.14f, 0}, {-0.18f, 0.084f}, {-0.18f, -0.084f}, -0.3f},
    {{0.33f, 0.14f}, {0.22f, 0.126f}, {0.29f, 0.042f}, -0.5f},
    {{0.33f, -0.14f}, {0.29f, -0.042f}, {0.22f, -0.126f}, -0.5f},
    {{-0.42f, 0.07f}, {-0.5f, 0}, {-0.42f, -0.07f}, -0.4f},
    {{0.5f, 0.035f}, {0.45f, 0}, {0.5f, -0.035f}, -0.7f},
};

static const point car_rim[] = {
    {0.5f, 0.14f},   {0.44f, 0.21f},   {-0.46f, 0.21f}, {-0.5f, 0.17f},
    {-0.5f, -0.17f}, {-0.46f, -0.21f}, {0.44f, -0.21f}, {0.5f, -0.14f},
};
static const struct detail car_details[] = {
    {{0.24f, 0.18f}, {0.1f, 0.14f}, {0.1f, -0.14f}, -0.5f},
    {{0.24f, 0.18f}, {0.1f, -0.14f}, {0.24f, -0.18f}, -0.5f},
    {{-0.28f, 0.14f}, {-0.4f, 0.16f}, {-0.4f, -0.16f}, -0.5f},
    {{-0.28f, 0.14f}, {-0.4f, -0.16f}, {-0.28f, -0.14f}, -0.5f},
};

static const struct shape shapes[] = {
    [DV_SHAPE_ARROW] = {arrow_rim, COUNT(arrow_rim), true, arrow_details, COUNT(arrow_details)},
    [DV_SHAPE_DISC] = {disc_rim, COUNT(disc_rim), true, disc_details, COUNT(disc_details)},
    [DV_SHAPE_HOOFED] = {hoofed_rim, COUNT(hoofed_rim), false, hoofed_details,
                         COUNT(hoofed_details)},
    [DV_SHAPE_WOLF] = {wolf_rim, COUNT(wolf_rim), false, wolf_details, COUNT(wolf_details)},
    [DV_SHAPE_CAR] = {car_rim, COUNT(car_rim), true, car_details, COUNT(car_details)},
};

/// Below these lengths in pixels, outlines and details would not be visible.
static const float least_outlined = 6, least_detailed = 13;

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
    if (figure->pitch == 0 && figure->roll == 0)
        return (struct attitude){1, 0, 1, 0, 0};
    float pitch_cosine = cosf(figure->pitch), pitch_sine = sinf(figure->pitch);
    float roll_cosine = cosf(figure->roll), roll_sine = sinf(figure->roll);
    float back = roll_cosine < 0 ? -1 : 1;
    return (struct attitude){
        .ahead_by_x = at_least(pitch_cosine),
        .ahead_by_y = -back * pitch_sine * roll_sine,
        .left_by_y = at_least(fabsf(roll_cosine)),
        .height_by_x = pitch_sine,
        .height_by_y = back * pitch_cosine * roll_sine,
    };
}

static dv_pixel place_point(const dv_figure *figure, const struct attitude *attitude, point p) {
    float height = attitude->height_by_x * p.x + attitude->height_by_y * p.y;
    float size = figure->length * (1 + nearness * height);
    float along = (attitude->ahead_by_x * p.x + attitude->ahead_by_y * p.y) * size;
    float left = attitude->left_by_y * p.y * size;
    return (dv_pixel){
        figure->center.x + figure->forward_x * along + figure->forward_y * left,
        figure->center.y + figure->forward_y * along - figure->forward_x * left,
    };
}

/// Lighten the raised side and darken the lowered one.
static uint32_t side_color(uint32_t color, const struct attitude *attitude, float left) {
    float up = tilt_shade * attitude->height_by_y * (left > 0 ? 1 : left < 0 ? -1.0f : 0);
    return up == 0 ? color : dv_color_mix(color, up > 0 ? 0xffffffffu : 0x000000ffu, fabsf(up));
}

static void fill_rim(dv_batch *batch, const struct shape *shape, const dv_pixel *rim,
                     dv_pixel center, uint32_t color, const struct attitude *attitude) {
    int count = shape->rim_count;
    const point *points = shape->rim;
    dv_batch_begin(batch);
    if (shape->fan_from_first)
        for (int i = 2; i < count; i++)
            dv_batch_triangle(batch, rim[0], rim[i - 1], rim[i],
                              side_color(color, attitude, points[i - 1].y + points[i].y));
    else
        for (int i = 0; i < count; i++)
            dv_batch_triangle(batch, center, rim[i], rim[(i + 1) % count],
                              side_color(color, attitude, points[i].y + points[(i + 1) % count].y));
    dv_batch_end(batch);
}

// Move the rim outward: each point along the mean of its two edges' normals. The distance is
// limited, so that sharp corners don't become spikes.
static void widen_rim(const dv_pixel *rim, int count, float width, dv_pixel *wide) {
    for (int i = 0; i < count; i++) {
        dv_pixel a = rim[(i + count - 1) % count], b = rim[i], c = rim[(i + 1) % count];
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
}

static void draw_details(dv_batch *batch, const dv_figure *figure, const struct shape *shape,
                         const struct attitude *attitude) {
    dv_batch_begin(batch);
    for (int i = 0; i < shape->detail_count; i++) {
        const struct detail *detail = &shape->details[i];
        uint32_t toward = detail->shade > 0 ? 0xffffffffu : 0x000000ffu;
        uint32_t color =
            side_color(figure->color, attitude, detail->a.y + detail->b.y + detail->c.y);
        dv_batch_triangle(batch, place_point(figure, attitude, detail->a),
                          place_point(figure, attitude, detail->b),
                          place_point(figure, attitude, detail->c),
                          dv_color_mix(color, toward, fabsf(detail->shade)));
    }
    dv_batch_end(batch);
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

void dv_figure_draw(dv_batch *batch, const dv_figure *figure) {
    dv_detail detail = dv_figure_detail(figure);
    bool outlined = detail != DV_DETAIL_DART && detail != DV_DETAIL_BODY;
    const struct shape *shape =
        &shapes[detail <= DV_DETAIL_OUTLINED_DART ? DV_SHAPE_ARROW : figure->shape];
    const struct attitude level = {1, 0, 1, 0, 0}, attitude = attitude_of(figure);
    dv_pixel rim[RIM_MOST], wide[RIM_MOST];
    for (int i = 0; i < shape->rim_count; i++)
        rim[i] = place_point(figure, &attitude, shape->rim[i]);
    if (outlined) {
        widen_rim(rim, shape->rim_count, figure->outline_width, wide);
        fill_rim(batch, shape, wide, figure->center, figure->outline, &level);
    }
    // Without an outline, the body shows some of the outline's color.
    uint32_t color = outlined ? figure->color : dv_color_mix(figure->color, figure->outline, 0.4f);
    // The outline would show between the two sides of a tilted body.
    if (outlined && attitude.height_by_y != 0)
        fill_rim(batch, shape, rim, figure->center, color, &level);
    fill_rim(batch, shape, rim, figure->center, color, &attitude);
    if (detail == DV_DETAIL_ALL)
        draw_details(batch, figure, shape, &attitude);
}

static double turn_of_corner(dv_vec3 a, dv_vec3 b, dv_vec3 c) {
    return ((double)b.x - a.x) * ((double)c.y - a.y) - ((double)b.y - a.y) * ((double)c.x - a.x);
}

static bool triangle_contains(dv_vec3 a, dv_vec3 b, dv_vec3 c, dv_vec3 p) {
    return turn_of_corner(a, b, p) >= 0 && turn_of_corner(b, c, p) >= 0 &&
           turn_of_corner(c, a, p) >= 0;
}

// Whether the triangle of a corner and its two neighbors can be cut off: the corner is convex, and
// no other point is inside.
static bool is_ear(const dv_vec3 *points, const uint16_t *ring, uint32_t count, uint32_t i) {
    uint16_t before = ring[(i + count - 1) % count], at = ring[i], after = ring[(i + 1) % count];
    dv_vec3 a = points[before], b = points[at], c = points[after];
    if (turn_of_corner(a, b, c) <= 0)
        return false;
    for (uint32_t k = 0; k < count; k++) {
        uint16_t other = ring[k];
        if (other != before && other != at && other != after &&
            triangle_contains(a, b, c, points[other]))
            return false;
    }
    return true;
}

uint32_t dv_triangulate(const dv_vec3 *points, uint32_t count, uint16_t *corners) {
    uint16_t ring[DV_MAX_POLYGON_POINTS];
    if (count < 3 || count > DV_MAX_POLYGON_POINTS)
        return 0;
    double area = 0;
    for (uint32_t i = 0; i < count; i++)
        area += turn_of_corner(points[0], points[i], points[(i + 1) % count]);
    for (uint32_t i = 0; i < count; i++)
        ring[i] = (uint16_t)(area >= 0 ? i : count - 1 - i);
    uint32_t triangles = 0, tried = 0, i = 0;
    while (count > 2 && tried < count) {
        i %= count;
        if (!is_ear(points, ring, count, i)) {
            tried++;
            i++;
            continue;
        }
        corners[3 * triangles] = ring[(i + count - 1) % count];
        corners[3 * triangles + 1] = ring[i];
        corners[3 * triangles + 2] = ring[(i + 1) % count];
        triangles++;
        for (uint32_t k = i; k + 1 < count; k++)
            ring[k] = ring[k + 1];
        count--;
        tried = 0;
    }
    return triangles;
}
