#include "player/draw/own_shapes.h"

#include "base/alloc.h"
#include "player/draw/triangulate.h"

/// A scenario has at most one shape for each kind.
enum { many_shapes = 2 * DV_MAX_KINDS };

/// Its shadow falls as far as that of an animal.
static const float usual_height = 0.12f;

struct kept_polygon {
    dv_pixel points[DV_MAX_SHAPE_POINTS];
    uint16_t corners[3 * DV_MAX_SHAPE_POINTS];
};

struct dv_kept_shape {
    dv_shape_parts shape;
    dv_shape_part parts[DV_MAX_SHAPE_POLYGONS];
    struct kept_polygon polygons[]; // of the parts
};

static void forget_all(dv_own_shapes *shapes) {
    while (shapes->count > 0)
        dv_free(shapes->kept[--shapes->count]);
}

void dv_own_shapes_free(dv_own_shapes *shapes) {
    forget_all(shapes);
    dv_free(shapes->kept);
    *shapes = (dv_own_shapes){0};
}

void dv_own_shapes_begin(dv_own_shapes *shapes) {
    if (shapes->count > many_shapes)
        forget_all(shapes);
}

static double turn_at(dv_shape_point a, dv_shape_point b, dv_shape_point c) {
    return ((double)b.x - (double)a.x) * ((double)c.y - (double)b.y) -
           ((double)b.y - (double)a.y) * ((double)c.x - (double)b.x);
}

/// Whether the points run clockwise, with y to the left.
static bool is_clockwise(const dv_shape_polygon *polygon) {
    const dv_shape_point *p = polygon->points;
    double area = 0;
    for (uint32_t i = 2; i < polygon->count; i++)
        area += turn_at(p[0], p[i - 1], p[i]);
    return area < 0;
}

/// Copy the points counterclockwise, as outlines need them, without those in the middle of a side,
/// which could not be ears. Returns their number.
static uint32_t copy_corners(const dv_shape_polygon *polygon, dv_pixel *points) {
    uint32_t count = polygon->count, kept = 0;
    bool turned = is_clockwise(polygon);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = turned ? count - 1 - i : i;
        dv_shape_point p = polygon->points[at];
        if (turn_at(polygon->points[(at + count - 1) % count], p,
                    polygon->points[(at + 1) % count]) != 0)
            points[kept++] = (dv_pixel){p.x, p.y};
    }
    return kept;
}

static dv_shape_part make_part(const dv_shape_polygon *polygon, struct kept_polygon *kept) {
    dv_vec3 points[DV_MAX_SHAPE_POINTS];
    uint32_t count = copy_corners(polygon, kept->points);
    for (uint32_t i = 0; i < count; i++)
        points[i] = (dv_vec3){kept->points[i].x, kept->points[i].y, 0};
    return (dv_shape_part){.points = kept->points,
                           .count = (int)count,
                           .corners = kept->corners,
                           .triangles = dv_triangulate(points, count, kept->corners),
                           .is_body = !polygon->is_detail,
                           .shade = polygon->shade,
                           .color = polygon->color};
}

static struct dv_kept_shape *make_shape(const dv_own_shape *own) {
    struct dv_kept_shape *made = dv_alloc(sizeof *made + own->count * sizeof *made->polygons);
    if (!made)
        return NULL;
    for (uint32_t i = 0; i < own->count; i++)
        made->parts[i] = make_part(&own->polygons[i], &made->polygons[i]);
    made->shape = (dv_shape_parts){
        .parts = made->parts, .count = (int)own->count, .height = usual_height, .id = own->hash};
    return made;
}

const dv_shape_parts *dv_own_parts(dv_own_shapes *shapes, const dv_own_shape *own) {
    if (!own)
        return NULL;
    for (uint32_t i = 0; i < shapes->count; i++)
        if (shapes->kept[i]->shape.id == own->hash)
            return &shapes->kept[i]->shape;
    if (!dv_reserve((void **)&shapes->kept, &shapes->capacity, shapes->count + 1,
                    sizeof *shapes->kept))
        return NULL;
    struct dv_kept_shape *made = make_shape(own);
    if (!made)
        return NULL;
    shapes->kept[shapes->count++] = made;
    return &made->shape;
}
