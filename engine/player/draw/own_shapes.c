#include "player/draw/own_shapes.h"

#include "base/alloc.h"
#include "player/draw/picture_scales.h"
#include "player/draw/triangulate.h"
#include "player/terminal/messages.h"

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
    bool is_broken; // a picture that can't be decoded
    dv_picture_scales picture;
    dv_shape_part parts[DV_MAX_SHAPE_POLYGONS];
    struct kept_polygon polygons[]; // of the parts
};

static void free_shape(struct dv_kept_shape *shape) {
    dv_picture_scales_free(&shape->picture);
    dv_free(shape);
}

static void forget_all(dv_own_shapes *shapes) {
    while (shapes->count > 0)
        free_shape(shapes->kept[--shapes->count]);
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

/// Decode a picture. False when out of memory.
static bool add_picture(struct dv_kept_shape *made, const dv_shape_picture *picture) {
    dv_result result = dv_picture_scales_make(&made->picture, picture);
    made->is_broken = result == DV_ERROR_FORMAT;
    made->shape.picture = &made->picture;
    made->shape.is_tinted = picture->is_tinted;
    if (made->is_broken)
        dv_say(NULL, "drover: %s: the compressed data is damaged; drawing a disc instead",
               picture->name);
    return result != DV_ERROR_MEMORY;
}

static struct dv_kept_shape *make_shape(const dv_own_shape *own) {
    struct dv_kept_shape *made = dv_alloc(sizeof *made + own->count * sizeof *made->polygons);
    if (!made)
        return NULL;
    for (uint32_t i = 0; i < own->count; i++)
        made->parts[i] = make_part(&own->polygons[i], &made->polygons[i]);
    made->shape = (dv_shape_parts){
        .parts = made->parts, .count = (int)own->count, .height = usual_height, .id = own->hash};
    if (!own->picture || add_picture(made, own->picture))
        return made;
    free_shape(made);
    return NULL;
}

const dv_shape_parts *dv_own_parts(dv_own_shapes *shapes, const dv_own_shape *own) {
    if (!own)
        return NULL;
    for (uint32_t i = 0; i < shapes->count; i++)
        if (shapes->kept[i]->shape.id == own->hash)
            return shapes->kept[i]->is_broken ? NULL : &shapes->kept[i]->shape;
    if (!dv_reserve((void **)&shapes->kept, &shapes->capacity, shapes->count + 1,
                    sizeof *shapes->kept))
        return NULL;
    struct dv_kept_shape *made = make_shape(own);
    if (!made)
        return NULL;
    shapes->kept[shapes->count++] = made;
    return made->is_broken ? NULL : &made->shape;
}
