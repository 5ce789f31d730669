// A sketch is a list of strokes to draw over a world, in meters. Behaviors add annotations to it,
// scripts draw in it, and the program that displays the world renders it.
#ifndef DROVER_SKETCH_H
#define DROVER_SKETCH_H

#include <drover/base.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef enum dv_stroke_shape {
    DV_STROKE_LINE,    ///< between two points
    DV_STROKE_ARROW,   ///< a line with a head at its second point
    DV_STROKE_CIRCLE,  ///< centered on its one point
    DV_STROKE_ARC,     ///< part of a circle, from angle `first` to `last`; a sector if filled
    DV_STROKE_POLYGON, ///< closed
    DV_STROKE_TEXT,    ///< starts at its one point
    DV_STROKE_BODY     ///< the shape of an agent, centered on its one point
} dv_stroke_shape;

typedef struct dv_pen {
    uint32_t color; ///< 0xRRGGBBAA
    float width;    ///< line width, or height of a text, in pixels of a screen without scaling
    bool fills;     ///< fill circles, arcs, and polygons instead of drawing the outline
    bool is_below;  ///< below the agents instead of above; not texts
} dv_pen;

typedef struct dv_stroke {
    dv_stroke_shape shape;
    dv_pen pen;
    const dv_vec3 *points; ///< m; valid until the sketch changes
    uint32_t point_count;
    float radius;      ///< m, of circles and arcs; half the length of bodies
    float first, last; ///< rad, counter-clockwise from +x, of arcs; `first` is a body's heading
    uint32_t body;     ///< the dv_shape of a body
    float width;       ///< m, of bodies; 0: as wide as the shape is at their length
    const char *text;  ///< NULL except for texts; valid until the sketch changes
} dv_stroke;

typedef struct dv_sketch dv_sketch;

/// Create an empty sketch. NULL when out of memory.
dv_sketch *dv_sketch_create(void);
/// Free a sketch. NULL is fine.
void dv_sketch_destroy(dv_sketch *sketch);
/// Remove all strokes, and reset dv_sketch_complete and dv_sketch_fade.
void dv_sketch_clear(dv_sketch *sketch);

/// Set a factor on the opacity of strokes added from now on, 0 to 1. It starts at 1.
void dv_sketch_fade(dv_sketch *sketch, float part);

// Each stroke is drawn over those before it. Strokes with a coordinate, radius, or angle that is
// not finite are ignored, because behaviors may legitimately compute one.

/// Add a line between two points (m).
void dv_sketch_line(dv_sketch *sketch, dv_vec3 from, dv_vec3 to, dv_pen pen);
/// Add a line with a head at `to`.
void dv_sketch_arrow(dv_sketch *sketch, dv_vec3 from, dv_vec3 to, dv_pen pen);
/// Add a circle; `radius` in m.
void dv_sketch_circle(dv_sketch *sketch, dv_vec3 center, float radius, dv_pen pen);
/// Add the part of a circle from angle `first` to `last` (rad, counter-clockwise from +x).
void dv_sketch_arc(dv_sketch *sketch, dv_vec3 center, float radius, float first, float last,
                   dv_pen pen);
/// Add a closed polygon. Fewer than two points add nothing. The points are copied.
void dv_sketch_polygon(dv_sketch *sketch, const dv_vec3 *points, uint32_t count, dv_pen pen);
/// Add the shape of an agent: a dv_shape, `length` m long and `width` m wide, or as wide as the
/// shape is (0).
void dv_sketch_body(dv_sketch *sketch, uint32_t shape, dv_vec3 at, float length, float width,
                    float heading, dv_pen pen);
/// Add a text that starts at a point. The text is copied.
void dv_sketch_text(dv_sketch *sketch, dv_vec3 at, const char *text, dv_pen pen);

/// The number of strokes.
uint32_t dv_sketch_count(const dv_sketch *sketch);
/// The stroke at an index below the count, in drawing order.
dv_stroke dv_sketch_stroke(const dv_sketch *sketch, uint32_t index);
/// Whether the sketch has all strokes added since the last clear. False if it ran out of memory.
bool dv_sketch_complete(const dv_sketch *sketch);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
