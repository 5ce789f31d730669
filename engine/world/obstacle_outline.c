// Outlines of obstacles: placing them, their area, and tests for crossings and enclosed points.
#include "world/obstacle_geometry.h"

static void box_outline(dv_outline *box) {
    float x = box->width / 2, y = box->depth / 2;
    dv_vec3 *local = box->points + box->count;
    local[0] = dv_vec(-x, -y, 0);
    local[1] = dv_vec(x, -y, 0);
    local[2] = dv_vec(x, y, 0);
    local[3] = dv_vec(-x, y, 0);
}

// Rounds outward by one step of a float, so that everything that touches a shape touches its box.
static dv_box box_about(dv_vec3 low, dv_vec3 high) {
    return (dv_box){dv_vec(nextafterf(low.x, -INFINITY), nextafterf(low.y, -INFINITY),
                           nextafterf(low.z, -INFINITY)),
                    dv_vec(nextafterf(high.x, INFINITY), nextafterf(high.y, INFINITY),
                           nextafterf(high.z, INFINITY))};
}

dv_box dv_obstacle_box(const dv_obstacle_record *obstacle) {
    if (obstacle->outline)
        return obstacle->outline->box;
    float radius = obstacle->radius;
    dv_vec3 reach =
        dv_vec(radius, radius, obstacle->shape == DV_SPHERE ? radius : obstacle->half_height);
    return box_about(dv_subtract(obstacle->position, reach), dv_add(obstacle->position, reach));
}

static void place_outline(dv_obstacle_record *obstacle) {
    dv_outline *outline = obstacle->outline;
    uint32_t count = outline->count;
    const dv_vec3 *local = outline->points + count;
    double cosine = dv_cos(obstacle->heading), sine = dv_sin(obstacle->heading);
    float half_height = obstacle->half_height;
    dv_vec3 at = obstacle->position;
    dv_vec3 low = dv_vec(INFINITY, INFINITY, at.z - half_height);
    dv_vec3 high = dv_vec(-INFINITY, -INFINITY, at.z + half_height);
    for (uint32_t i = 0; i < count; i++) {
        dv_vec3 point =
            dv_vec((float)(at.x + cosine * local[i].x - sine * local[i].y),
                   (float)(at.y + sine * local[i].x + cosine * local[i].y), at.z + local[i].z);
        outline->points[i] = point;
        low.x = (float)dv_lesser(low.x, point.x);
        low.y = (float)dv_lesser(low.y, point.y);
        high.x = (float)dv_greater(high.x, point.x);
        high.y = (float)dv_greater(high.y, point.y);
    }
    outline->box = box_about(low, high);
}

void dv_obstacle_place(dv_obstacle_record *obstacle, dv_vec3 position, float heading) {
    obstacle->position = position;
    obstacle->heading = heading;
    if (!obstacle->outline)
        return;
    if (obstacle->shape == DV_BOX)
        box_outline(obstacle->outline);
    place_outline(obstacle);
}

double dv_outline_double_area(const dv_vec3 *points, uint32_t count) {
    double area = 0;
    dv_pair origin = dv_in_plane(points[0]);
    for (uint32_t i = 1; i + 1 < count; i++)
        area += dv_pair_cross(dv_pair_from(origin, dv_in_plane(points[i])),
                              dv_pair_from(origin, dv_in_plane(points[i + 1])));
    return area;
}

// Points and segments

static double side_of(dv_pair start, dv_pair end, dv_pair point) {
    return dv_pair_cross(dv_pair_from(start, end), dv_pair_from(start, point));
}

static bool is_on_segment(dv_pair start, dv_pair end, dv_pair point) {
    return side_of(start, end, point) == 0 && point.x >= dv_lesser(start.x, end.x) &&
           point.x <= dv_greater(start.x, end.x) && point.y >= dv_lesser(start.y, end.y) &&
           point.y <= dv_greater(start.y, end.y);
}

static bool are_apart(double a, double b) { return (a > 0 && b < 0) || (a < 0 && b > 0); }

bool dv_segments_touch(dv_pair a, dv_pair b, dv_pair c, dv_pair d) {
    if (are_apart(side_of(a, b, c), side_of(a, b, d)) &&
        are_apart(side_of(c, d, a), side_of(c, d, b)))
        return true;
    return is_on_segment(a, b, c) || is_on_segment(a, b, d) || is_on_segment(c, d, a) ||
           is_on_segment(c, d, b);
}

bool dv_outline_crosses_itself(const dv_vec3 *points, uint32_t count) {
    for (uint32_t i = 0; i + 2 < count; i++) {
        uint32_t end = i == 0 ? count - 1 : count; // the last edge is a neighbor of the first
        for (uint32_t j = i + 2; j < end; j++)
            if (dv_segments_touch(dv_in_plane(points[i]), dv_in_plane(points[i + 1]),
                                  dv_in_plane(points[j]), dv_in_plane(points[(j + 1) % count])))
                return true;
    }
    return false;
}

bool dv_outline_encloses(const dv_obstacle_record *obstacle, dv_pair point) {
    bool inside = false;
    for (uint32_t i = 0; i < obstacle->outline->count; i++) {
        dv_pair start = dv_outline_at(obstacle, i), end = dv_outline_at(obstacle, i + 1);
        if ((start.y > point.y) == (end.y > point.y))
            continue;
        double side = side_of(start, end, point);
        if (end.y > start.y ? side > 0 : side < 0)
            inside = !inside;
    }
    return inside;
}

bool dv_is_on_outline(const dv_obstacle_record *obstacle, dv_pair point) {
    for (uint32_t i = 0; i < obstacle->outline->count; i++)
        if (is_on_segment(dv_outline_at(obstacle, i), dv_outline_at(obstacle, i + 1), point))
            return true;
    return false;
}
