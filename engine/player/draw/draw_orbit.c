// What an orbiting camera sees of a volume besides what is in it: air or water that dims what is
// far away, the floor, and the edges of the bounds.
#include "player/draw/draw_private.h"
#include "player/draw/level.h"
#include "player/draw/relief.h"
#include "player/gui/palette.h"

#include "base/math.h"

#include <math.h>

/// The floor and its lines are drawn in this many parts each way, each in the color of its own
/// distance.
#define FLOOR_PARTS 16
/// The most lines of the grid each way.
#define MOST_LINES 64

/// How much of the color of what is farthest away is left.
static const float farthest_left = 0.35f;

static bool is_bounded(const dv_bounds *bounds) {
    return has_bounds(bounds) && isfinite(bounds->max.z - bounds->min.z);
}

static dv_vec3 corner_of(const dv_bounds *bounds, int corner) {
    return dv_vec(corner & 1 ? bounds->max.x : bounds->min.x,
                  corner & 2 ? bounds->max.y : bounds->min.y,
                  corner & 4 ? bounds->max.z : bounds->min.z);
}

bool dv_orbit_has_floor(const struct canvas *canvas) {
    dv_bounds bounds = dv_world_bounds(canvas->world);
    return is_bounded(&bounds) && !dv_has_footing(canvas);
}

void dv_orbit_measure(struct canvas *canvas) {
    const dv_camera *camera = canvas->camera;
    dv_bounds bounds = dv_world_bounds(canvas->world);
    float across = (float)(fmax(camera->width, camera->height) / camera->scale);
    canvas->floor = isfinite(bounds.min.z) ? bounds.min.z : 0;
    canvas->near = -across / 2;
    canvas->far = across;
    if (!is_bounded(&bounds))
        return;
    canvas->near = INFINITY;
    canvas->far = -INFINITY;
    for (int corner = 0; corner < 8; corner++) {
        float depth = spot_at(canvas, corner_of(&bounds, corner)).depth;
        canvas->near = fminf(canvas->near, depth);
        canvas->far = fmaxf(canvas->far, depth);
    }
}

/// What there is behind everything, `share` of the way from the upper to the lower edge.
static uint32_t background_at(const struct canvas *canvas, float share) {
    return dv_color_mix(canvas->theme->sky_high, canvas->theme->sky_low, share);
}

float dv_orbit_fading(const struct canvas *canvas, float depth) {
    float range = canvas->far - canvas->near;
    float share = range > 0 ? dv_clamp((depth - canvas->near) / range, 0, 1) : 0;
    return (1 - farthest_left) * share * share;
}

uint32_t dv_orbit_haze(const struct canvas *canvas) { return background_at(canvas, 0.6f); }

uint32_t dv_orbit_fade(const struct canvas *canvas, uint32_t color, float depth) {
    return dv_color_mix(color, dv_orbit_haze(canvas), dv_orbit_fading(canvas, depth));
}

static void draw_background(const struct canvas *canvas) {
    int bands = 160;
    for (int i = 0; i < bands; i++) {
        float top = floorf((float)canvas->height * (float)i / (float)bands);
        float bottom = floorf((float)canvas->height * (float)(i + 1) / (float)bands);
        dv_batch_rectangle(canvas->batch, (dv_pixel){0, top},
                           (dv_pixel){(float)canvas->width, bottom},
                           background_at(canvas, ((float)i + 0.5f) / (float)bands));
    }
}

// The walls

/// A rectangle of the bounds: from a corner along two sides.
struct wall {
    dv_vec3 corner, along, across;
};

static dv_vec3 wall_place(const struct wall *wall, float along, float across) {
    return dv_add(wall->corner,
                  dv_add(dv_scale(wall->along, along), dv_scale(wall->across, across)));
}

static void fill_wall(const struct canvas *canvas, const struct wall *wall, uint32_t near_color,
                      uint32_t far_color) {
    canvas->batch->sharp = true;
    for (int row = 0; row < FLOOR_PARTS; row++)
        for (int column = 0; column < FLOOR_PARTS; column++) {
            const float part = 1.0f / FLOOR_PARTS;
            float left = (float)column * part, low = (float)row * part;
            const dv_vec3 corners[4] = {
                wall_place(wall, left, low), wall_place(wall, left + part, low),
                wall_place(wall, left + part, low + part), wall_place(wall, left, low + part)};
            float depth = spot_at(canvas, corners[0]).depth + spot_at(canvas, corners[2]).depth;
            uint32_t color = dv_color_mix(near_color, far_color, low + part / 2);
            dv_draw_face(canvas->batch, canvas->camera, corners, 4,
                         dv_orbit_fade(canvas, color, depth / 2));
        }
    canvas->batch->sharp = false;
}

static void draw_far_line(const struct canvas *canvas, dv_vec3 a, dv_vec3 b, float width,
                          uint32_t color) {
    dv_vec3 before = a;
    for (int i = 1; i <= FLOOR_PARTS; i++) {
        dv_vec3 next = dv_lerp(a, b, (float)i / FLOOR_PARTS);
        float depth = spot_at(canvas, before).depth + spot_at(canvas, next).depth;
        dv_draw_line(canvas->batch, canvas->camera, before, next, width,
                     dv_orbit_fade(canvas, color, depth / 2));
        before = next;
    }
}

static void draw_grid(const struct canvas *canvas, const dv_bounds *bounds) {
    dv_vec3 low = bounds->min, high = bounds->max;
    double step = dv_camera_step(canvas->camera, 64 * (double)canvas->ratio);
    // However near the camera is, there are not too many lines to draw.
    step = fmax(step, (double)fmaxf(high.x - low.x, high.y - low.y) / MOST_LINES);
    for (double x = ceil((double)low.x / step) * step; x <= (double)high.x; x += step)
        draw_far_line(canvas, dv_vec((float)x, low.y, canvas->floor),
                      dv_vec((float)x, high.y, canvas->floor), canvas->ratio, canvas->theme->grid);
    for (double y = ceil((double)low.y / step) * step; y <= (double)high.y; y += step)
        draw_far_line(canvas, dv_vec(low.x, (float)y, canvas->floor),
                      dv_vec(high.x, (float)y, canvas->floor), canvas->ratio, canvas->theme->grid);
}

static bool faces_eye(const struct canvas *canvas, const dv_bounds *bounds, int axis,
                      bool is_high) {
    dv_vec3 place = is_high ? bounds->max : bounds->min;
    dv_axis way =
        dv_camera_toward_eye(canvas->camera, (double)place.x, (double)place.y, (double)place.z);
    double toward = axis == 0 ? way.x : axis == 1 ? way.y : way.z;
    return is_high ? toward > 0 : toward < 0;
}

/// Draw the walls at the back of bounds that keep agents in. They look like glass, with more light
/// toward the top.
static void draw_back_walls(const struct canvas *canvas, const dv_bounds *bounds) {
    dv_vec3 size = dv_subtract(bounds->max, bounds->min);
    uint32_t ground = canvas->theme->ground, light = dv_color_mix(ground, 0xffffffffu, 0.2f);
    uint32_t deep = dv_color_mix(ground, 0x000000ffu, 0.3f);
    for (int side = 0; side < 4; side++) {
        bool is_high = side % 2;
        if (faces_eye(canvas, bounds, side / 2, is_high))
            continue;
        struct wall wall = {bounds->min, side < 2 ? dv_vec(0, size.y, 0) : dv_vec(size.x, 0, 0),
                            dv_vec(0, 0, size.z)};
        if (is_high && side < 2)
            wall.corner.x = bounds->max.x;
        else if (is_high)
            wall.corner.y = bounds->max.y;
        fill_wall(canvas, &wall, deep, light);
    }
}

/// Draw the edges of the bounds: those between two sides that face the eye, or all others.
static void draw_edges(const struct canvas *canvas, const dv_bounds *bounds, bool in_front) {
    bool is_solid = bounds->edge == DV_EDGE_CONTAIN;
    float width = (is_solid ? 2.0f : 1.2f) * canvas->ratio;
    uint32_t color = bounds->edge == DV_EDGE_OPEN ? canvas->theme->grid : canvas->theme->sight_edge;
    color = dv_color_mix(color, canvas->theme->ground, in_front ? 0.6f : 0.35f);
    for (int from = 0; from < 8; from++)
        for (int axis = 0; axis < 3; axis++) {
            int to = from | 1 << axis, one = (axis + 1) % 3, other = (axis + 2) % 3;
            if (to == from)
                continue;
            bool is_in_front = faces_eye(canvas, bounds, one, from >> one & 1) &&
                               faces_eye(canvas, bounds, other, from >> other & 1);
            if (is_in_front == in_front)
                draw_far_line(canvas, corner_of(bounds, from), corner_of(bounds, to), width, color);
        }
}

void dv_orbit_draw_behind(const struct canvas *canvas) {
    dv_bounds bounds = dv_world_bounds(canvas->world);
    draw_background(canvas);
    if (!dv_orbit_has_floor(canvas))
        return;
    dv_vec3 size = dv_subtract(bounds.max, bounds.min);
    const struct wall floor = {bounds.min, dv_vec(size.x, 0, 0), dv_vec(0, size.y, 0)};
    if (bounds.edge == DV_EDGE_CONTAIN)
        draw_back_walls(canvas, &bounds);
    if (!faces_eye(canvas, &bounds, 2, false))
        fill_wall(canvas, &floor, canvas->theme->ground, canvas->theme->ground);
    draw_grid(canvas, &bounds);
    draw_edges(canvas, &bounds, false);
}

void dv_orbit_draw_in_front(const struct canvas *canvas) {
    dv_bounds bounds = dv_world_bounds(canvas->world);
    if (dv_orbit_has_floor(canvas))
        draw_edges(canvas, &bounds, true);
}

void dv_orbit_draw_shadow(const struct canvas *canvas, dv_vec3 place, float length) {
    dv_bounds bounds = dv_world_bounds(canvas->world);
    if (!dv_orbit_has_floor(canvas) || place.x < bounds.min.x || place.x > bounds.max.x ||
        place.y < bounds.min.y || place.y > bounds.max.y || place.z < canvas->floor)
        return;
    float height = (place.z - canvas->floor) / (bounds.max.z - bounds.min.z);
    float dark = 0.5f * (1 - 0.8f * fminf(height, 1)), radius = length * 0.4f;
    dv_spot spot = spot_at(canvas, dv_vec(place.x, place.y, canvas->floor));
    uint32_t color = dv_color_mix(canvas->theme->ground, 0x000000ffu, dark);
    color = dv_orbit_fade(canvas, color, spot.depth);
    dv_vec3 rim[8];
    for (int i = 0; i < 8; i++) {
        float angle = 0.7853982f * (float)i;
        rim[i] =
            dv_vec(place.x + radius * cosf(angle), place.y + radius * sinf(angle), canvas->floor);
    }
    dv_draw_face(canvas->batch, canvas->camera, rim, 8, color);
}

void dv_orbit_draw_plumb(const struct canvas *canvas, dv_vec3 place, uint32_t color) {
    if (!dv_orbit_has_floor(canvas) || !(place.z > canvas->floor))
        return;
    dv_vec3 foot = dv_vec(place.x, place.y, canvas->floor);
    const dv_level ring =
        dv_level_at(canvas->camera, (dv_axis){(double)foot.x, (double)foot.y, (double)foot.z},
                    8 / (double)spot_at(canvas, foot).scale);
    dv_draw_dashes(canvas->batch, canvas->camera, place, foot, canvas->ratio, 3 * canvas->ratio,
                   color);
    dv_level_ring(canvas->batch, &ring, canvas->ratio, color);
}
