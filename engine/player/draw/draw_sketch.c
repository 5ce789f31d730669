#include "player/draw/draw_sketch.h"

#include "player/draw/faces.h"
#include "player/draw/level.h"
#include "player/draw/shapes.h"
#include "player/draw/triangulate.h"
#include "player/draw/turn.h"
#include "player/gui/gui.h"
#include "player/gui/palette.h"

#include "drover/world.h"

#include <math.h>

static const float whole_turn = 6.2831853f;

static dv_pixel pixel_of(const dv_sketch_view *view, dv_vec3 point) {
    return dv_camera_spot(view->camera, point.x, point.y, point.z).pixel;
}

/// Whether a stroke may be on the picture, with a margin in pixels around its points. One that is
/// partly behind the eye may reach anywhere.
static bool is_visible(const dv_stroke *s, const dv_sketch_view *view, float margin) {
    dv_pixel low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < s->point_count; i++) {
        dv_pixel p = pixel_of(view, s->points[i]);
        if (isnan(p.x))
            return true;
        low = (dv_pixel){fminf(low.x, p.x), fminf(low.y, p.y)};
        high = (dv_pixel){fmaxf(high.x, p.x), fmaxf(high.y, p.y)};
    }
    return high.x >= -margin && high.y >= -margin && low.x <= (float)view->width + margin &&
           low.y <= (float)view->height + margin;
}

static bool fill_polygon(dv_batch *batch, const dv_stroke *s, const dv_sketch_view *view) {
    uint16_t corners[3 * DV_MAX_POLYGON_POINTS];
    uint32_t triangles = dv_triangulate(s->points, s->point_count, corners);
    dv_batch_begin(batch);
    for (uint32_t i = 0; i < 3 * triangles; i += 3) {
        const dv_vec3 face[3] = {s->points[corners[i]], s->points[corners[i + 1]],
                                 s->points[corners[i + 2]]};
        dv_draw_face(batch, view->camera, face, 3, s->pen.color);
    }
    dv_batch_end(batch);
    return triangles > 0;
}

static void draw_polygon(dv_batch *batch, const dv_stroke *s, const dv_sketch_view *view,
                         float width) {
    if (s->pen.fills && fill_polygon(batch, s, view))
        return;
    dv_batch_begin(batch);
    for (uint32_t i = 0; i < s->point_count; i++)
        dv_draw_line(batch, view->camera, s->points[i], s->points[(i + 1) % s->point_count], width,
                     s->pen.color);
    dv_batch_end(batch);
}

/// How far a stroke reaches beyond its first point, in pixels.
static float reach_of(const dv_stroke *s, const dv_sketch_view *view) {
    dv_vec3 at = s->points[0];
    return s->radius * dv_camera_spot(view->camera, at.x, at.y, at.z).scale;
}

static void draw_arc(dv_batch *batch, const dv_stroke *s, const dv_sketch_view *view, float width,
                     float first, float last) {
    const dv_axis center = {s->points[0].x, s->points[0].y, s->points[0].z};
    const dv_level level = {view->camera, center, reach_of(s, view)};
    float low = fminf(first, last), high = fminf(fmaxf(first, last), low + whole_turn);
    if (s->pen.fills)
        dv_level_sector(batch, &level, low, high, s->pen.color);
    else
        dv_level_arc(batch, &level, width, low, high, s->pen.color);
}

static void draw_body(dv_batch *batch, const dv_stroke *s, const dv_sketch_view *view) {
    float length = 2 * reach_of(s, view);
    const dv_pose pose = {.forward_x = cosf(s->first), .forward_y = sinf(s->first)};
    dv_figure figure = {
        .shape = (dv_shape)s->body,
        .center = pixel_of(view, s->points[0]),
        .forward_x = pose.forward_x,
        .forward_y = -pose.forward_y,
        .length = length,
        .stretch = s->width / (2 * s->radius * dv_shape_width((dv_shape)s->body)),
        .color = s->pen.color,
        .outline = dv_color_mix(s->pen.color, 0x000000ffu, 0.5f),
        .outline_width = dv_outline_width((dv_shape)s->body, length, 1.2f, view->ratio),
        .detail = DV_DETAIL_ALL,
    };
    if (isnan(figure.center.x))
        return;
    if (view->camera->orbits)
        dv_turn_to_eye(view->camera, &pose, &figure);
    dv_figure_draw(batch, &figure);
}

static void draw_stroke(dv_batch *batch, const dv_stroke *s, const dv_sketch_view *view,
                        float width) {
    switch (s->shape) {
    case DV_STROKE_LINE:
        dv_draw_line(batch, view->camera, s->points[0], s->points[1], width, s->pen.color);
        break;
    case DV_STROKE_ARROW:
        dv_draw_arrow(batch, view->camera, s->points[0], s->points[1], width, s->pen.color);
        break;
    case DV_STROKE_CIRCLE:
        draw_arc(batch, s, view, width, 0, whole_turn);
        break;
    case DV_STROKE_ARC:
        draw_arc(batch, s, view, width, s->first, s->last);
        break;
    case DV_STROKE_POLYGON:
        draw_polygon(batch, s, view, width);
        break;
    case DV_STROKE_BODY:
        draw_body(batch, s, view);
        break;
    case DV_STROKE_TEXT:
        break;
    }
}

/// Arrowheads reach beyond a line by this many widths.
static const float widest = 2.5f;

void dv_draw_sketch(dv_batch *batch, const dv_sketch *sketch, const dv_sketch_view *view,
                    bool is_below) {
    for (uint32_t i = 0; i < dv_sketch_count(sketch); i++) {
        dv_stroke stroke = dv_sketch_stroke(sketch, i);
        if (stroke.pen.is_below != is_below)
            continue;
        float width = stroke.pen.width * view->ratio;
        float reach = reach_of(&stroke, view) + widest * width;
        if (is_visible(&stroke, view, reach))
            draw_stroke(batch, &stroke, view, width);
    }
}

void dv_draw_sketch_texts(const dv_sketch *sketch, uint32_t count, const dv_sketch_view *view) {
    for (uint32_t i = 0; i < count; i++) {
        dv_stroke stroke = dv_sketch_stroke(sketch, i);
        if (stroke.shape != DV_STROKE_TEXT)
            continue;
        dv_pixel at = pixel_of(view, stroke.points[0]);
        // Text extends to the right of its position, by an unknown width.
        if (at.x > (float)view->width || at.y < 0 || at.y > (float)view->height)
            continue;
        dv_gui_label(at.x, at.y, stroke.pen.width * view->ratio, stroke.pen.color, stroke.text);
    }
}
