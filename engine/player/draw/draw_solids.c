// Draws obstacles, spherical surfaces, and upright planes of a volume as solid bodies.
#include "player/draw/draw_private.h"
#include "player/draw/triangulate.h"
#include "player/gui/palette.h"

#include "base/math.h"

#include <math.h>

struct paint {
    const struct canvas *canvas;
    uint32_t color, edge;
    uint32_t alpha;
    float depth;
};

/// The color of a face with a unit normal. The light comes from above the viewer's left shoulder,
/// so it reaches all faces that the viewer sees.
static uint32_t lit(const struct paint *paint, dv_vec3 normal, float depth) {
    const dv_camera *camera = paint->canvas->camera;
    const float right = -0.35f, above = 0.7f, near = 0.62f;
    dv_vec3 light = {(float)camera->right.x * right - (float)camera->ahead.x * near,
                     (float)camera->right.y * right - (float)camera->ahead.y * near,
                     above - (float)camera->ahead.z * near};
    float bright = dv_dot(dv_normalize(light), normal);
    uint32_t color = bright > 0.75f
                         ? dv_color_mix(paint->color, 0xffffffffu, (bright - 0.75f) * 0.9f)
                         : dv_color_mix(paint->color, 0x000000ffu, (0.75f - bright) * 0.55f);
    return (dv_orbit_fade(paint->canvas, color, depth) & ~0xffu) | paint->alpha;
}

/// A point on the front half of a ball, as a unit vector from its center. In the picture, it is
/// `share` of the radius away from the middle.
static dv_vec3 ball_normal(const struct canvas *canvas, float share, float angle) {
    const dv_camera *camera = canvas->camera;
    float right = share * cosf(angle), up = share * sinf(angle);
    float near = -sqrtf(fmaxf(1 - share * share, 0));
    return dv_vec(
        (float)camera->right.x * right + (float)camera->up.x * up + (float)camera->ahead.x * near,
        (float)camera->right.y * right + (float)camera->up.y * up + (float)camera->ahead.y * near,
        (float)camera->right.z * right + (float)camera->up.z * up + (float)camera->ahead.z * near);
}

/// The pixel of such a point: perspective leaves rings around the middle round.
static dv_pixel ball_pixel(dv_pixel middle, float radius, float share, float angle) {
    return (dv_pixel){middle.x + radius * share * cosf(angle),
                      middle.y - radius * share * sinf(angle)};
}

static void shade_ball(const struct paint *paint, dv_pixel middle, float radius, float depth) {
    const struct canvas *canvas = paint->canvas;
    int sides = (int)dv_clamp(radius, 24, 96), rings = (int)dv_clamp(radius / 3, 6, 32);
    canvas->batch->sharp = true;
    for (int ring = 0; ring < rings; ring++)
        for (int side = 0; side < sides; side++) {
            float inner = (float)ring / (float)rings, outer = (float)(ring + 1) / (float)rings;
            float from = 6.2831853f * (float)side / (float)sides;
            float to = 6.2831853f * (float)(side + 1) / (float)sides;
            // Rings are narrower toward the rim, where the normal turns away faster.
            inner = sinf(inner * 1.5707963f);
            outer = sinf(outer * 1.5707963f);
            dv_vec3 normal = ball_normal(canvas, (inner + outer) / 2, (from + to) / 2);
            uint32_t color = lit(paint, normal, depth);
            dv_pixel a = ball_pixel(middle, radius, inner, from);
            dv_pixel b = ball_pixel(middle, radius, outer, from);
            dv_pixel c = ball_pixel(middle, radius, outer, to);
            dv_pixel d = ball_pixel(middle, radius, inner, to);
            dv_batch_triangle(canvas->batch, a, b, c, color);
            dv_batch_triangle(canvas->batch, a, c, d, color);
        }
    canvas->batch->sharp = false;
}

/// Draw the part that faces the eye of the circle where a plane cuts a ball.
static void draw_circle(const struct paint *paint, const dv_solid *ball, dv_vec3 middle, dv_vec3 a,
                        dv_vec3 b, float width) {
    const struct canvas *canvas = paint->canvas;
    enum { parts = 72 };
    dv_vec3 before = middle;
    bool was_seen = false;
    dv_batch_begin(canvas->batch);
    for (int i = 0; i <= parts; i++) {
        float angle = 6.2831853f * (float)i / parts;
        dv_vec3 place = dv_add(middle, dv_add(dv_scale(a, cosf(angle)), dv_scale(b, sinf(angle))));
        dv_vec3 normal = dv_subtract(place, ball->center);
        bool is_seen = dv_dot(normal, vector_to_eye(canvas, place)) > 0;
        if (was_seen && is_seen)
            dv_draw_line(canvas->batch, canvas->camera, before, place, width, paint->edge);
        before = place;
        was_seen = is_seen;
    }
    dv_batch_end(canvas->batch);
}

/// Circles of latitude and longitude, every 30 degrees, so that one sees a ball turn.
static void draw_graticule(const struct paint *paint, const dv_solid *ball) {
    float width = paint->canvas->ratio, radius = ball->radius;
    for (int i = -2; i <= 2; i++) {
        float angle = 0.5235988f * (float)i, out = radius * cosf(angle);
        dv_vec3 middle = dv_add(ball->center, dv_vec(0, 0, radius * sinf(angle)));
        draw_circle(paint, ball, middle, dv_vec(out, 0, 0), dv_vec(0, out, 0), width);
    }
    for (int i = 0; i < 6; i++) {
        float angle = 0.5235988f * (float)i;
        draw_circle(paint, ball, ball->center,
                    dv_vec(radius * cosf(angle), radius * sinf(angle), 0), dv_vec(0, 0, radius),
                    width);
    }
}

/// The cap of a ball that the eye sees: its middle is in the direction `toward`, its rim is the
/// horizon, `reach` rad away, and `right` and `up` are across.
struct cap {
    const dv_solid *ball;
    dv_vec3 toward, right, up;
    float reach;
};

static struct cap cap_of(const struct canvas *canvas, const dv_solid *ball) {
    dv_vec3 way = vector_to_eye(canvas, ball->center);
    struct cap cap = {.ball = ball, .toward = dv_normalize(way)};
    dv_vec3 aside = fabsf(cap.toward.z) < 0.9f ? dv_vec(0, 0, 1) : dv_vec(1, 0, 0);
    cap.right = dv_normalize(dv_cross(aside, cap.toward));
    cap.up = dv_cross(cap.toward, cap.right);
    cap.reach = acosf(ball->radius / dv_length(way));
    return cap;
}

/// The unit vector from the center to a point `share` of the way from the middle to the rim.
static dv_vec3 cap_normal(const struct cap *cap, float share, float angle) {
    float away = share * cap->reach, out = sinf(away);
    dv_vec3 across = dv_add(dv_scale(cap->right, cosf(angle)), dv_scale(cap->up, sinf(angle)));
    return dv_add(dv_scale(cap->toward, cosf(away)), dv_scale(across, out));
}

static dv_vec3 cap_place(const struct cap *cap, float share, float angle) {
    return dv_add(cap->ball->center, dv_scale(cap_normal(cap, share, angle), cap->ball->radius));
}

/// Draw a ball that is partly behind the eye: what can be seen of it, in faces, is no circle.
static void draw_near_ball(const struct paint *paint, const dv_solid *ball, bool is_hollow) {
    enum { sides = 96, rings = 32 };
    const struct canvas *canvas = paint->canvas;
    const struct cap cap = cap_of(canvas, ball);
    for (int side = 0; side < sides; side++) {
        float from = 6.2831853f * (float)side / sides, to = 6.2831853f * (float)(side + 1) / sides;
        canvas->batch->sharp = true;
        for (int ring = 0; ring < rings && !is_hollow; ring++) {
            float inner = (float)ring / rings, outer = (float)(ring + 1) / rings;
            const dv_vec3 corners[4] = {cap_place(&cap, inner, from), cap_place(&cap, outer, from),
                                        cap_place(&cap, outer, to), cap_place(&cap, inner, to)};
            dv_vec3 normal = cap_normal(&cap, (inner + outer) / 2, (from + to) / 2);
            dv_draw_face(canvas->batch, canvas->camera, corners, 4,
                         lit(paint, normal, spot_at(canvas, corners[1]).depth));
        }
        canvas->batch->sharp = false;
    }
    dv_batch_begin(canvas->batch);
    for (int side = 0; side < sides; side++)
        dv_draw_line(canvas->batch, canvas->camera,
                     cap_place(&cap, 1, 6.2831853f * (float)side / sides),
                     cap_place(&cap, 1, 6.2831853f * (float)(side + 1) / sides),
                     1.5f * canvas->ratio, paint->edge);
    dv_batch_end(canvas->batch);
}

/// Draw a ball that is all in front of the eye: it looks round.
static void draw_far_ball(const struct paint *paint, const dv_solid *ball, bool is_hollow) {
    const struct canvas *canvas = paint->canvas;
    dv_spot spot = spot_at(canvas, ball->center);
    float away = dv_length(vector_to_eye(canvas, ball->center));
    // From near, the horizon looks larger than the ball's radius at the depth of its center.
    float radius =
        ball->radius * spot.scale / sqrtf(1 - ball->radius * ball->radius / (away * away));
    if (!is_visible(canvas, spot.pixel, radius))
        return;
    if (!is_hollow)
        shade_ball(paint, spot.pixel, radius, spot.depth);
    dv_batch_ring(canvas->batch, spot.pixel, radius, 1.5f * canvas->ratio, paint->edge);
}

static void draw_ball(const struct paint *paint, const dv_solid *ball, bool is_hollow) {
    const struct canvas *canvas = paint->canvas;
    dv_vec3 c = ball->center;
    if (!(dv_length(vector_to_eye(canvas, c)) > ball->radius))
        return;
    if (dv_camera_clearance(canvas->camera, (double)c.x, (double)c.y, (double)c.z) >=
        (double)ball->radius)
        draw_far_ball(paint, ball, is_hollow);
    else
        draw_near_ball(paint, ball, is_hollow);
    if (!ball->obstacle.bits)
        draw_graticule(paint, ball);
}

static void draw_level_face(const struct paint *paint, const dv_vec3 *points, uint32_t count,
                            float height, bool is_top) {
    uint16_t corners[3 * DV_MAX_POLYGON_POINTS];
    const struct canvas *canvas = paint->canvas;
    uint32_t triangles = dv_triangulate(points, count, corners);
    uint32_t color = lit(paint, dv_vec(0, 0, is_top ? 1 : -1), paint->depth);
    dv_batch_begin(canvas->batch);
    for (uint32_t i = 0; i < 3 * triangles; i += 3) {
        dv_vec3 face[3];
        for (uint32_t k = 0; k < 3; k++) {
            dv_vec3 p = points[corners[i + k]];
            face[k] = dv_vec(p.x, p.y, height);
        }
        dv_draw_face(canvas->batch, canvas->camera, face, 3, color);
    }
    dv_batch_end(canvas->batch);
}

/// The side from `a` to `b`. Only those that face the eye are filled; of a hollow prism, no side
/// is.
static void draw_side(const struct paint *paint, const dv_solid *prism, dv_vec3 a, dv_vec3 b,
                      float out, bool is_hollow) {
    const struct canvas *canvas = paint->canvas;
    dv_vec3 normal = dv_normalize(dv_vec(out * (b.y - a.y), -out * (b.x - a.x), 0));
    dv_vec3 middle = dv_vec((a.x + b.x) / 2, (a.y + b.y) / 2, prism->center.z);
    bool is_wall = prism->corners == 2;
    if (!is_hollow && !is_wall && dv_dot(normal, vector_to_eye(canvas, middle)) <= 0)
        return;
    const dv_vec3 corners[4] = {
        dv_vec(a.x, a.y, prism->low),
        dv_vec(b.x, b.y, prism->low),
        dv_vec(b.x, b.y, prism->high),
        dv_vec(a.x, a.y, prism->high),
    };
    if (!is_hollow)
        dv_draw_face(canvas->batch, canvas->camera, corners, 4,
                     lit(paint, normal, spot_at(canvas, middle).depth));
    bool is_round = prism->is_round;
    for (int i = 0; i < 4; i++)
        if (!is_round || i % 2 == 0)
            dv_draw_line(canvas->batch, canvas->camera, corners[i], corners[(i + 1) % 4],
                         canvas->ratio, paint->edge);
}

static float area_of(const dv_vec3 *points, uint32_t count) {
    float area = 0;
    for (uint32_t i = 0; i < count; i++) {
        dv_vec3 a = points[i], b = points[(i + 1) % count];
        area +=
            (a.x - points[0].x) * (b.y - points[0].y) - (b.x - points[0].x) * (a.y - points[0].y);
    }
    return area;
}

static void draw_prism(const dv_solids *solids, const struct paint *paint, const dv_solid *prism,
                       bool is_hollow) {
    const dv_vec3 *points = solids->corners + prism->first_corner;
    bool is_near = isinf(prism->reach);
    if (prism->corners < 2 || (!is_near && !is_visible(paint->canvas, prism->middle, prism->reach)))
        return;
    float out = area_of(points, prism->corners) < 0 ? -1 : 1;
    for (uint32_t i = 0; i + (prism->corners == 2) < prism->corners; i++)
        draw_side(paint, prism, points[i], points[(i + 1) % prism->corners], out, is_hollow);
    if (is_hollow || prism->corners < 3 || prism->corners > DV_MAX_POLYGON_POINTS)
        return;
    dv_vec3 eye = dv_add(prism->center, vector_to_eye(paint->canvas, prism->center));
    if (eye.z > prism->high)
        draw_level_face(paint, points, prism->corners, prism->high, true);
    else if (eye.z < prism->low)
        draw_level_face(paint, points, prism->corners, prism->low, false);
}

static uint32_t color_of(const struct canvas *canvas, dv_obstacle obstacle) {
    if (!obstacle.bits)
        return dv_color_mix(canvas->theme->surface_low, canvas->theme->surface_high, 0.6f);
    return dv_fill_of(canvas, obstacle);
}

void dv_solid_draw(const dv_solids *solids, const dv_solid *solid, const struct canvas *canvas) {
    const dv_world *world = canvas->world;
    dv_obstacle obstacle = solid->obstacle;
    bool hides =
        obstacle.bits ? dv_obstacle_blocks(world, obstacle) & DV_BLOCKS_SIGHT : !solid->is_glass;
    bool is_hollow = obstacle.bits && dv_obstacle_hollow(world, obstacle);
    uint32_t edge = obstacle.bits ? canvas->theme->stone_edge : canvas->theme->contour;
    const struct paint paint = {
        .canvas = canvas,
        .color = color_of(canvas, obstacle),
        .alpha = hides ? 0xff : DV_SEE_THROUGH,
        .edge =
            (dv_orbit_fade(canvas, edge, solid->depth) & ~0xffu) | (hides ? 0xff : DV_SEE_THROUGH),
        .depth = solid->depth,
    };
    if (!dv_solid_is_drawn(solid, canvas))
        return;
    if (solid->corners)
        draw_prism(solids, &paint, solid, is_hollow);
    else
        draw_ball(&paint, solid, is_hollow);
}
