// Sketches: strokes that share one array of points and one of texts.
//
// Invariant: each stroke's points and text lie within the arrays; a stroke that did not fit into
// memory leaves nothing behind.
#include "drover/sketch.h"

#include "base/alloc.h"
#include "base/math.h"

#include <string.h>

struct stroke {
    dv_stroke_shape shape;
    dv_pen pen;
    uint32_t first_point, point_count;
    float radius, first, last;
    uint32_t body;         // a dv_shape
    float width;           // of a body; 0: that of its shape
    uint32_t first_letter; // index of the text's first letter
};

struct dv_sketch {
    struct stroke *strokes;
    dv_vec3 *points;
    char *letters; // all texts, each with its terminator
    uint32_t stroke_count, point_count, letter_count;
    uint32_t stroke_capacity, point_capacity, letter_capacity;
    bool is_incomplete;
    float opacity; // of the next strokes
};

dv_sketch *dv_sketch_create(void) {
    dv_sketch *sketch = dv_alloc(sizeof *sketch);
    if (sketch)
        sketch->opacity = 1;
    return sketch;
}

void dv_sketch_destroy(dv_sketch *sketch) {
    if (!sketch)
        return;
    dv_free(sketch->strokes);
    dv_free(sketch->points);
    dv_free(sketch->letters);
    dv_free(sketch);
}

void dv_sketch_clear(dv_sketch *sketch) {
    sketch->stroke_count = sketch->point_count = sketch->letter_count = 0;
    sketch->is_incomplete = false;
    sketch->opacity = 1;
}

void dv_sketch_fade(dv_sketch *sketch, float part) { sketch->opacity = dv_clamp(part, 0, 1); }

static uint32_t fade_color(uint32_t color, float opacity) {
    return (color & 0xffffff00u) | (uint32_t)((float)(color & 0xff) * opacity + 0.5f);
}

static bool has_room(dv_sketch *sketch, uint32_t points, size_t letters) {
    return letters <= UINT32_MAX / 2 - sketch->letter_count &&
           points <= UINT32_MAX / 2 - sketch->point_count &&
           dv_reserve((void **)&sketch->strokes, &sketch->stroke_capacity, sketch->stroke_count + 1,
                      sizeof *sketch->strokes) &&
           dv_reserve((void **)&sketch->points, &sketch->point_capacity,
                      sketch->point_count + points, sizeof *sketch->points) &&
           dv_reserve((void **)&sketch->letters, &sketch->letter_capacity,
                      sketch->letter_count + (uint32_t)letters, 1);
}

static bool all_finite(const dv_vec3 *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!dv_is_finite(points[i]))
            return false;
    return true;
}

static void add_stroke(dv_sketch *sketch, struct stroke stroke, const dv_vec3 *points,
                       uint32_t count, const char *text) {
    if (!all_finite(points, count) ||
        !dv_is_finite(dv_vec(stroke.radius, stroke.first, stroke.last)))
        return;
    size_t letters = text ? strlen(text) + 1 : 0;
    if (!has_room(sketch, count, letters)) {
        sketch->is_incomplete = true;
        return;
    }
    stroke.first_point = sketch->point_count;
    stroke.point_count = count;
    stroke.first_letter = sketch->letter_count;
    stroke.pen.color = fade_color(stroke.pen.color, sketch->opacity);
    sketch->strokes[sketch->stroke_count++] = stroke;
    memcpy(sketch->points + sketch->point_count, points, count * sizeof *points);
    sketch->point_count += count;
    if (text)
        memcpy(sketch->letters + sketch->letter_count, text, letters);
    sketch->letter_count += (uint32_t)letters;
}

void dv_sketch_line(dv_sketch *sketch, dv_vec3 from, dv_vec3 to, dv_pen pen) {
    add_stroke(sketch, (struct stroke){.shape = DV_STROKE_LINE, .pen = pen}, (dv_vec3[]){from, to},
               2, NULL);
}

void dv_sketch_arrow(dv_sketch *sketch, dv_vec3 from, dv_vec3 to, dv_pen pen) {
    add_stroke(sketch, (struct stroke){.shape = DV_STROKE_ARROW, .pen = pen}, (dv_vec3[]){from, to},
               2, NULL);
}

void dv_sketch_circle(dv_sketch *sketch, dv_vec3 center, float radius, dv_pen pen) {
    add_stroke(sketch, (struct stroke){.shape = DV_STROKE_CIRCLE, .pen = pen, .radius = radius},
               &center, 1, NULL);
}

void dv_sketch_arc(dv_sketch *sketch, dv_vec3 center, float radius, float first, float last,
                   dv_pen pen) {
    add_stroke(
        sketch,
        (struct stroke){
            .shape = DV_STROKE_ARC, .pen = pen, .radius = radius, .first = first, .last = last},
        &center, 1, NULL);
}

void dv_sketch_polygon(dv_sketch *sketch, const dv_vec3 *points, uint32_t count, dv_pen pen) {
    if (count >= 2)
        add_stroke(sketch, (struct stroke){.shape = DV_STROKE_POLYGON, .pen = pen}, points, count,
                   NULL);
}

void dv_sketch_text(dv_sketch *sketch, dv_vec3 at, const char *text, dv_pen pen) {
    add_stroke(sketch, (struct stroke){.shape = DV_STROKE_TEXT, .pen = pen}, &at, 1, text);
}

void dv_sketch_body(dv_sketch *sketch, uint32_t shape, dv_vec3 at, float length, float width,
                    float heading, dv_pen pen) {
    if (!dv_is_finite(dv_vec(width, 0, 0)))
        return;
    add_stroke(sketch,
               (struct stroke){.shape = DV_STROKE_BODY,
                               .pen = pen,
                               .radius = length / 2,
                               .first = heading,
                               .body = shape,
                               .width = width},
               &at, 1, NULL);
}

uint32_t dv_sketch_count(const dv_sketch *sketch) { return sketch->stroke_count; }

dv_stroke dv_sketch_stroke(const dv_sketch *sketch, uint32_t index) {
    const struct stroke *stroke = &sketch->strokes[index];
    return (dv_stroke){
        .shape = stroke->shape,
        .pen = stroke->pen,
        .points = sketch->points + stroke->first_point,
        .point_count = stroke->point_count,
        .body = stroke->body,
        .width = stroke->width,
        .radius = stroke->radius,
        .first = stroke->first,
        .last = stroke->last,
        .text = stroke->shape == DV_STROKE_TEXT ? sketch->letters + stroke->first_letter : NULL,
    };
}

bool dv_sketch_complete(const dv_sketch *sketch) { return !sketch->is_incomplete; }
