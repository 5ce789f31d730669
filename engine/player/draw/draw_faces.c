// Draws flat faces and lines of a volume, also those that are partly behind the eye: they end where
// they are too near to be seen.
#include "player/draw/draw_private.h"

#include "base/math.h"

/// A face that is cut once has one corner more.
#define MOST_CORNERS 4

/// How far a place is in front of where faces end; negative: it is too near, or behind the eye.
static float distance_before(const struct canvas *canvas, dv_vec3 place) {
    return (float)dv_camera_before(canvas->camera, (double)place.x, (double)place.y,
                                   (double)place.z);
}

/// Where the line from `a` to `b` comes too near, which only one of them is.
static dv_vec3 end_between(const struct canvas *canvas, dv_vec3 a, dv_vec3 b) {
    float from = distance_before(canvas, a), to = distance_before(canvas, b);
    return dv_lerp(a, b, from / (from - to));
}

/// Cut off what is too near. Returns how many corners are left.
static uint32_t cut_face(const struct canvas *canvas, const dv_vec3 *corners, uint32_t count,
                         dv_vec3 left[MOST_CORNERS + 1]) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        dv_vec3 a = corners[i], b = corners[(i + 1) % count];
        bool begins = distance_before(canvas, a) >= 0, ends = distance_before(canvas, b) >= 0;
        if (begins && kept <= MOST_CORNERS)
            left[kept++] = a;
        if (begins != ends && kept <= MOST_CORNERS)
            left[kept++] = end_between(canvas, a, b);
    }
    return kept;
}

static bool find_pixels(const struct canvas *canvas, const dv_vec3 *corners, uint32_t count,
                        dv_pixel *pixels) {
    bool all_seen = true;
    for (uint32_t i = 0; i < count; i++) {
        pixels[i] = spot_at(canvas, corners[i]).pixel;
        all_seen &= isfinite(pixels[i].x);
    }
    return all_seen;
}

void dv_draw_face(const struct canvas *canvas, const dv_vec3 *corners, uint32_t count,
                  uint32_t color) {
    dv_vec3 left[MOST_CORNERS + 1];
    dv_pixel pixels[MOST_CORNERS + 1];
    if (!find_pixels(canvas, corners, count, pixels)) {
        count = cut_face(canvas, corners, count, left);
        find_pixels(canvas, left, count, pixels);
    }
    dv_batch_begin(canvas->batch);
    for (uint32_t i = 2; i < count; i++)
        dv_batch_triangle(canvas->batch, pixels[0], pixels[i - 1], pixels[i], color);
    dv_batch_end(canvas->batch);
}

void dv_draw_line(const struct canvas *canvas, dv_vec3 a, dv_vec3 b, float width, uint32_t color) {
    bool begins = distance_before(canvas, a) >= 0, ends = distance_before(canvas, b) >= 0;
    if (!begins && !ends)
        return;
    if (begins != ends)
        *(begins ? &b : &a) = end_between(canvas, a, b);
    dv_batch_line(canvas->batch, spot_at(canvas, a).pixel, spot_at(canvas, b).pixel, width, color);
}
