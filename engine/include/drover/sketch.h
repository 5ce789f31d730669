// A sketch: what is to be drawn over a world, in meters. Behaviors show in it what they are
// thinking, scripts draw in it, and who shows the world draws it.
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
    DV_STROKE_CIRCLE,  ///< about its one point
    DV_STROKE_ARC,     ///< the part of a circle from angle `first` to `last`; filled, a sector
    DV_STROKE_POLYGON, ///< closed
    DV_STROKE_TEXT     ///< begins at its one point
} dv_stroke_shape;

typedef struct dv_pen {
    uint32_t color; ///< 0xRRGGBBAA
    float width;    ///< pixels of a plain screen; of a text, its height
    bool fills;     ///< circles, arcs and polygons: the inside instead of the outline
} dv_pen;

typedef struct dv_stroke {
    dv_stroke_shape shape;
    dv_pen pen;
    const dv_vec3 *points; ///< m; valid until the sketch changes
    uint32_t point_count;
    float radius;      ///< m, of circles and arcs
    float first, last; ///< rad, counter-clockwise from +x, of arcs
    const char *text;  ///< NULL but for texts; valid until the sketch changes
} dv_stroke;

typedef struct dv_sketch dv_sketch;

/// NULL when memory is out.
dv_sketch *dv_sketch_create(void);
/// NULL is fine.
void dv_sketch_destroy(dv_sketch *sketch);
/// Forget all strokes; what was missing for want of memory is forgiven.
void dv_sketch_clear(dv_sketch *sketch);

/// How much of their pens' opacity the strokes added from now on have, 0 to 1; 1 after creating and
/// clearing.
void dv_sketch_fade(dv_sketch *sketch, float part);

/// Add a stroke above those before it. One with a coordinate, radius or angle that is not finite is
/// left out: a behavior may be thinking of infinity.
void dv_sketch_line(dv_sketch *sketch, dv_vec3 from, dv_vec3 to, dv_pen pen);
/// Add a line with a head at `to`.
void dv_sketch_arrow(dv_sketch *sketch, dv_vec3 from, dv_vec3 to, dv_pen pen);
/// Add a circle; `radius` in m.
void dv_sketch_circle(dv_sketch *sketch, dv_vec3 center, float radius, dv_pen pen);
/// Add the part of a circle from angle `first` to `last` (rad, counter-clockwise from +x).
void dv_sketch_arc(dv_sketch *sketch, dv_vec3 center, float radius, float first, float last,
                   dv_pen pen);
/// At least two points; fewer add nothing.
void dv_sketch_polygon(dv_sketch *sketch, const dv_vec3 *points, uint32_t count, dv_pen pen);
/// Add a text that begins at a point. The text is copied.
void dv_sketch_text(dv_sketch *sketch, dv_vec3 at, const char *text, dv_pen pen);

/// How many strokes there are.
uint32_t dv_sketch_count(const dv_sketch *sketch);
/// The stroke at `index` below the count, in the order of drawing.
dv_stroke dv_sketch_stroke(const dv_sketch *sketch, uint32_t index);
/// False when a stroke since the last clear is missing for want of memory.
bool dv_sketch_complete(const dv_sketch *sketch);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
