#include "player/draw_sketch.h"

static dv_pixel pixel_of(const dv_camera *camera, dv_vec3 point) {
    return dv_camera_to_screen(camera, point.x, point.y);
}

static void draw_polygon(dv_batch *batch, const dv_stroke *s, const dv_camera *camera,
                         float width) {
    for (uint32_t i = 0; i < s->point_count; i++)
        dv_batch_line(batch, pixel_of(camera, s->points[i]),
                      pixel_of(camera, s->points[(i + 1) % s->point_count]), width, s->pen.color);
}

static void draw_arc(dv_batch *batch, const dv_stroke *s, const dv_camera *camera, float width,
                     float first, float last) {
    dv_pixel center = pixel_of(camera, s->points[0]);
    float radius = s->radius * (float)camera->scale;
    if (s->pen.fills)
        dv_batch_sector(batch, center, radius, first, last, s->pen.color);
    else
        dv_batch_arc(batch, center, radius, width, first, last, s->pen.color);
}

static void draw_stroke(dv_batch *batch, const dv_stroke *s, const dv_camera *camera, float ratio) {
    float width = s->pen.width * ratio;
    switch (s->shape) {
    case DV_STROKE_LINE:
        dv_batch_line(batch, pixel_of(camera, s->points[0]), pixel_of(camera, s->points[1]), width,
                      s->pen.color);
        break;
    case DV_STROKE_ARROW:
        dv_batch_arrow(batch, pixel_of(camera, s->points[0]), pixel_of(camera, s->points[1]), width,
                       s->pen.color);
        break;
    case DV_STROKE_CIRCLE:
        draw_arc(batch, s, camera, width, 0, 6.2831853f);
        break;
    case DV_STROKE_ARC:
        draw_arc(batch, s, camera, width, s->first, s->last);
        break;
    case DV_STROKE_POLYGON:
        draw_polygon(batch, s, camera, width);
        break;
    case DV_STROKE_TEXT:
        break;
    }
}

void dv_draw_sketch(dv_batch *batch, const dv_sketch *sketch, const dv_camera *camera,
                    float ratio) {
    for (uint32_t i = 0; i < dv_sketch_count(sketch); i++) {
        dv_stroke stroke = dv_sketch_stroke(sketch, i);
        draw_stroke(batch, &stroke, camera, ratio);
    }
}
