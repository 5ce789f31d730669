#include "player/draw/faces.h"

#include "base/math.h"

#include <math.h>

static dv_pixel pixel_of(const dv_camera *camera, dv_vec3 place) {
    return dv_camera_spot(camera, (double)place.x, (double)place.y, (double)place.z).pixel;
}

/// How far a place is beyond where faces end; negative: it is too near, or behind the eye.
static float distance_of(const dv_camera *camera, dv_vec3 place) {
    return (float)dv_camera_clearance(camera, (double)place.x, (double)place.y, (double)place.z);
}

/// Where the line from `a` to `b` comes too near, which only one of them is.
static dv_vec3 end_between(const dv_camera *camera, dv_vec3 a, dv_vec3 b) {
    float from = distance_of(camera, a), to = distance_of(camera, b);
    return dv_lerp(a, b, from / (from - to));
}

// Faces

/// Cut off what is too near, which leaves one corner more at most. Returns how many are left.
static uint32_t cut_face(const dv_camera *camera, const dv_vec3 *corners, uint32_t count,
                         dv_vec3 left[DV_MOST_FACE_CORNERS + 1]) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        dv_vec3 a = corners[i], b = corners[(i + 1) % count];
        bool begins = distance_of(camera, a) >= 0, ends = distance_of(camera, b) >= 0;
        if (begins && kept <= DV_MOST_FACE_CORNERS)
            left[kept++] = a;
        if (begins != ends && kept <= DV_MOST_FACE_CORNERS)
            left[kept++] = end_between(camera, a, b);
    }
    return kept;
}

static bool find_pixels(const dv_camera *camera, const dv_vec3 *corners, uint32_t count,
                        dv_pixel *pixels) {
    bool all_seen = true;
    for (uint32_t i = 0; i < count; i++) {
        pixels[i] = pixel_of(camera, corners[i]);
        all_seen &= isfinite(pixels[i].x);
    }
    return all_seen;
}

void dv_draw_face(dv_batch *batch, const dv_camera *camera, const dv_vec3 *corners, uint32_t count,
                  uint32_t color) {
    dv_vec3 left[DV_MOST_FACE_CORNERS + 1];
    dv_pixel pixels[DV_MOST_FACE_CORNERS + 1];
    if (!find_pixels(camera, corners, count, pixels)) {
        count = cut_face(camera, corners, count, left);
        find_pixels(camera, left, count, pixels);
    }
    dv_batch_begin(batch);
    for (uint32_t i = 2; i < count; i++)
        dv_batch_triangle(batch, pixels[0], pixels[i - 1], pixels[i], color);
    dv_batch_end(batch);
}

// Lines

bool dv_cut_line(const dv_camera *camera, dv_vec3 *a, dv_vec3 *b) {
    bool begins = distance_of(camera, *a) >= 0, ends = distance_of(camera, *b) >= 0;
    if (begins != ends)
        *(begins ? b : a) = end_between(camera, *a, *b);
    return begins || ends;
}

void dv_draw_line(dv_batch *batch, const dv_camera *camera, dv_vec3 a, dv_vec3 b, float width,
                  uint32_t color) {
    if (dv_cut_line(camera, &a, &b))
        dv_batch_line(batch, pixel_of(camera, a), pixel_of(camera, b), width, color);
}

void dv_draw_dashes(dv_batch *batch, const dv_camera *camera, dv_vec3 a, dv_vec3 b, float width,
                    float dash, uint32_t color) {
    if (dv_cut_line(camera, &a, &b))
        dv_batch_dashes(batch, pixel_of(camera, a), pixel_of(camera, b), width, dash, color);
}

void dv_draw_arrow(dv_batch *batch, const dv_camera *camera, dv_vec3 a, dv_vec3 b, float width,
                   uint32_t color) {
    if (distance_of(camera, b) < 0)
        dv_draw_line(batch, camera, a, b, width, color);
    else if (dv_cut_line(camera, &a, &b))
        dv_batch_arrow(batch, pixel_of(camera, a), pixel_of(camera, b), width, color);
}
