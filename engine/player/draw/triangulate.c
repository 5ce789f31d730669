// Triangulation by ear clipping.
#include "player/draw/triangulate.h"

static double turn_of_corner(dv_vec3 a, dv_vec3 b, dv_vec3 c) {
    return ((double)b.x - a.x) * ((double)c.y - a.y) - ((double)b.y - a.y) * ((double)c.x - a.x);
}

static bool triangle_contains(dv_vec3 a, dv_vec3 b, dv_vec3 c, dv_vec3 p) {
    return turn_of_corner(a, b, p) >= 0 && turn_of_corner(b, c, p) >= 0 &&
           turn_of_corner(c, a, p) >= 0;
}

// Whether the triangle of a corner and its two neighbors can be cut off: the corner is convex, and
// no other point is inside.
static bool is_ear(const dv_vec3 *points, const uint16_t *ring, uint32_t count, uint32_t i) {
    uint16_t before = ring[(i + count - 1) % count], at = ring[i], after = ring[(i + 1) % count];
    dv_vec3 a = points[before], b = points[at], c = points[after];
    if (turn_of_corner(a, b, c) <= 0)
        return false;
    for (uint32_t k = 0; k < count; k++) {
        uint16_t other = ring[k];
        if (other != before && other != at && other != after &&
            triangle_contains(a, b, c, points[other]))
            return false;
    }
    return true;
}

uint32_t dv_triangulate(const dv_vec3 *points, uint32_t count, uint16_t *corners) {
    uint16_t ring[DV_MAX_POLYGON_POINTS];
    if (count < 3 || count > DV_MAX_POLYGON_POINTS)
        return 0;
    double area = 0;
    for (uint32_t i = 0; i < count; i++)
        area += turn_of_corner(points[0], points[i], points[(i + 1) % count]);
    for (uint32_t i = 0; i < count; i++)
        ring[i] = (uint16_t)(area >= 0 ? i : count - 1 - i);
    uint32_t triangles = 0, tried = 0, i = 0;
    while (count > 2 && tried < count) {
        i %= count;
        if (!is_ear(points, ring, count, i)) {
            tried++;
            i++;
            continue;
        }
        corners[3 * triangles] = ring[(i + count - 1) % count];
        corners[3 * triangles + 1] = ring[i];
        corners[3 * triangles + 2] = ring[(i + 1) % count];
        triangles++;
        for (uint32_t k = i; k + 1 < count; k++)
            ring[k] = ring[k + 1];
        count--;
        tried = 0;
    }
    return triangles;
}
