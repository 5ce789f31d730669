// Shapes that scenarios bring: whether they can be drawn, and copies of them.
#include "base/hash.h"
#include "program/program_draft.h"

#include <math.h>
#include <string.h>

/// Points are at most this far ahead, behind, or to a side of the center.
static const float farthest = 1;

/// Twice the area of a triangle, positive if its corners run counterclockwise.
static double area_of(dv_shape_point a, dv_shape_point b, dv_shape_point c) {
    return ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
           ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
}

static bool is_between(float x, float a, float b) { return fminf(a, b) <= x && x <= fmaxf(a, b); }

/// Whether a point that is on the line through two others is between them.
static bool is_on_side(dv_shape_point p, dv_shape_point a, dv_shape_point b) {
    return is_between(p.x, a.x, b.x) && is_between(p.y, a.y, b.y);
}

static int sign_of(double x) { return (x > 0) - (x < 0); }

/// Whether the sides from a to b and from c to d have a point in common.
static bool sides_touch(dv_shape_point a, dv_shape_point b, dv_shape_point c, dv_shape_point d) {
    int of_c = sign_of(area_of(a, b, c)), of_d = sign_of(area_of(a, b, d));
    int of_a = sign_of(area_of(c, d, a)), of_b = sign_of(area_of(c, d, b));
    if (of_c != of_d && of_a != of_b)
        return true;
    return (of_c == 0 && is_on_side(c, a, b)) || (of_d == 0 && is_on_side(d, a, b)) ||
           (of_a == 0 && is_on_side(a, c, d)) || (of_b == 0 && is_on_side(b, c, d));
}

/// Whether the side from b to c goes back along the one from a to b.
static bool goes_back(dv_shape_point a, dv_shape_point b, dv_shape_point c) {
    double ahead = ((double)b.x - (double)a.x) * ((double)c.x - (double)b.x) +
                   ((double)b.y - (double)a.y) * ((double)c.y - (double)b.y);
    return area_of(a, b, c) == 0 && ahead < 0;
}

static bool crosses_itself(const dv_shape_point *p, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        dv_shape_point a = p[i], b = p[(i + 1) % count];
        if (goes_back(a, b, p[(i + 2) % count]))
            return true;
        for (uint32_t k = i + 2; k < count; k++)
            if ((k + 1) % count != i && sides_touch(a, b, p[k], p[(k + 1) % count]))
                return true;
    }
    return false;
}

/// Whether all points are on one line.
static bool is_flat(const dv_shape_point *p, uint32_t count) {
    for (uint32_t i = 2; i < count; i++)
        if (area_of(p[0], p[1], p[i]) != 0)
            return false;
    return true;
}

const char *dv_shape_problem(const dv_shape_point *p, uint32_t count) {
    double area = 0;
    bool repeats = false;
    if (count < 3 || count > DV_MAX_SHAPE_POINTS)
        return "a polygon has 3 to 64 points";
    for (uint32_t i = 0; i < count; i++) {
        if (!(fabsf(p[i].x) <= farthest && fabsf(p[i].y) <= farthest))
            return "coordinates are from -1 to 1; a body is one unit long";
        dv_shape_point next = p[(i + 1) % count];
        repeats |= p[i].x == next.x && p[i].y == next.y;
        area += area_of(p[0], p[i], next);
    }
    if (repeats)
        return "two points in a row are the same";
    if (is_flat(p, count))
        return "the polygon has no area";
    if (crosses_itself(p, count))
        return "sides of the polygon cross or touch";
    return fabs(area) < 1e-6 ? "the polygon has no area" : NULL;
}

const char *dv_own_shape_problem(const dv_own_shape *shape) {
    if (shape->picture)
        return dv_picture_problem(shape->picture->png, shape->picture->size);
    if (shape->count < 1 || shape->count > DV_MAX_SHAPE_POLYGONS)
        return "a shape has 1 to 16 polygons";
    for (uint32_t i = 0; i < shape->count; i++) {
        const char *problem = dv_shape_problem(shape->polygons[i].points, shape->polygons[i].count);
        if (problem)
            return problem;
        if (!(fabsf(shape->polygons[i].shade) <= 1))
            return "a shade is from -1 to 1";
    }
    return NULL;
}

static uint64_t hash_of(const dv_own_shape *shape) {
    const dv_shape_picture *picture = shape->picture;
    if (picture)
        return dv_hash_join(picture->is_tinted, dv_hash_bytes(picture->png, picture->size));
    uint64_t hash = shape->count;
    for (uint32_t i = 0; i < shape->count; i++) {
        const dv_shape_polygon *p = &shape->polygons[i];
        const uint32_t style[] = {p->color, p->is_detail, (uint32_t)lrintf(p->shade * 1e6f)};
        hash = dv_hash_join(hash, dv_hash_bytes(style, sizeof style));
        hash = dv_hash_join(hash, dv_hash_bytes(p->points, p->count * sizeof *p->points));
    }
    return hash;
}

static const dv_shape_picture *copy_picture(dv_arena *memory, const dv_shape_picture *picture) {
    dv_shape_picture *copy = dv_arena_alloc(memory, sizeof *copy);
    const char *name = dv_arena_copy_string(memory, picture->name);
    unsigned char *png = dv_arena_alloc(memory, picture->size);
    if (!copy || !name || !png)
        return NULL;
    *copy = *picture;
    copy->name = name;
    copy->png = memcpy(png, picture->png, picture->size);
    return copy;
}

const dv_own_shape *dv_copy_own_shape(dv_arena *memory, const dv_own_shape *shape) {
    dv_own_shape *copy = dv_arena_alloc(memory, sizeof *copy);
    if (copy && shape->picture) {
        *copy = (dv_own_shape){.picture = copy_picture(memory, shape->picture)};
        copy->hash = copy->picture ? hash_of(copy) : 0;
        return copy->picture ? copy : NULL;
    }
    dv_shape_polygon *polygons = dv_arena_alloc(memory, shape->count * sizeof *polygons);
    if (!copy || !polygons)
        return NULL;
    for (uint32_t i = 0; i < shape->count; i++) {
        size_t size = shape->polygons[i].count * sizeof(dv_shape_point);
        dv_shape_point *points = dv_arena_alloc(memory, size);
        if (!points)
            return NULL;
        polygons[i] = shape->polygons[i];
        polygons[i].points = memcpy(points, shape->polygons[i].points, size);
    }
    *copy = (dv_own_shape){.polygons = polygons, .count = shape->count};
    copy->hash = hash_of(copy);
    return copy;
}
