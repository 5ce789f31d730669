// Reich's sensors; see sensors.h. Single precision, because every candidate step calls them.
#include "stress/sensors.h"

#include "base/math.h"
#include "stress/targets.h"
#include "world/obstacle_shapes.h"

float dv_angle_from(float forward_x, float forward_y, float x, float y) {
    float ahead = forward_x * x + forward_y * y, left = forward_x * y - forward_y * x;
    return ahead == 0 && left == 0 ? 0 : dv_angle_of(ahead, left);
}

dv_view dv_view_of(float angle) {
    if (!(angle < (float)(2 * DV_PI)))
        return (dv_view){.is_whole = true, .cosine = -1};
    double sine, cosine;
    dv_sin_cos((double)angle / 2, &sine, &cosine);
    return (dv_view){.cosine = (float)cosine, .sine = (float)sine};
}

static bool is_in_view(const dv_viewer *viewer, const dv_view *view, float x, float y,
                       float distance) {
    return view->is_whole ||
           viewer->forward_x * x + viewer->forward_y * y >= view->cosine * distance;
}

static float length_of(float x, float y) { return sqrtf(x * x + y * y); }

// Objects

static dv_sensed_thing sensed_at(const dv_viewer *viewer, float x, float y, float distance) {
    return (dv_sensed_thing){true, distance,
                             dv_angle_from(viewer->forward_x, viewer->forward_y, x, y)};
}

dv_sensed_thing dv_sense_disc(const dv_viewer *viewer, float x, float y, float radius) {
    float to_x = x - viewer->x, to_y = y - viewer->y;
    return sensed_at(viewer, to_x, to_y, length_of(to_x, to_y) - radius - viewer->radius);
}

// Seen from above, shapes are the same in a plane and in a volume.
dv_sensed_thing dv_sense_shape(const dv_viewer *viewer, const dv_obstacle_record *obstacle) {
    dv_surface_point surface =
        dv_obstacle_surface(obstacle, DV_PLANE, dv_vec(viewer->x, viewer->y, 0));
    return sensed_at(viewer, -surface.normal.x, -surface.normal.y,
                     surface.distance - viewer->radius);
}

dv_sensed_thing dv_sense_location(const dv_viewer *viewer, float x, float y) {
    float to_x = x - viewer->foot_x, to_y = y - viewer->foot_y;
    return sensed_at(viewer, to_x, to_y, length_of(to_x, to_y));
}

// Lines

/// The nearest point in view so far, as an offset from the viewer.
typedef struct nearest {
    bool is_found;
    float x, y, distance;
} nearest;

static void keep_nearer(nearest *n, float x, float y, float distance) {
    if (!n->is_found || distance < n->distance)
        *n = (nearest){true, x, y, distance};
}

static void try_point(nearest *n, const dv_viewer *viewer, const dv_view *view, float x, float y) {
    float distance = length_of(x, y);
    if (is_in_view(viewer, view, x, y, distance))
        keep_nearer(n, x, y, distance);
}

/// Try where one edge of the view, on the left (1) or the right (−1), crosses the line.
static void try_edge(nearest *n, const dv_viewer *viewer, const dv_view *view, float side,
                     const dv_segment *line) {
    float sine = side * view->sine;
    float x = viewer->forward_x * view->cosine - viewer->forward_y * sine;
    float y = viewer->forward_y * view->cosine + viewer->forward_x * sine;
    float way_x = line->bx - line->ax, way_y = line->by - line->ay;
    float slant = x * way_y - y * way_x;
    if (slant == 0)
        return;
    float distance = (line->ax * way_y - line->ay * way_x) / slant;
    float part = (line->ax * y - line->ay * x) / slant;
    if (distance >= 0 && part >= 0 && part <= 1)
        keep_nearer(n, x * distance, y * distance, distance);
}

// Along the line the distance falls up to the nearest point and grows after it. So if that point is
// out of view, the nearest point in view is an end of the line or where an edge of the view crosses
// it.
bool dv_nearest_in_view(const dv_viewer *viewer, const dv_view *view, const dv_segment *line,
                        float *x, float *y, float *distance) {
    dv_segment near = {line->ax - viewer->x, line->ay - viewer->y, line->bx - viewer->x,
                       line->by - viewer->y};
    float way_x = near.bx - near.ax, way_y = near.by - near.ay;
    float square = way_x * way_x + way_y * way_y;
    float along = square > 0 ? -(near.ax * way_x + near.ay * way_y) / square : 0;
    float part = dv_clamp(along, 0, 1);
    nearest n = {.is_found = false};
    try_point(&n, viewer, view, near.ax + way_x * part, near.ay + way_y * part);
    if (!n.is_found) {
        try_point(&n, viewer, view, near.ax, near.ay);
        try_point(&n, viewer, view, near.bx, near.by);
        try_edge(&n, viewer, view, 1, &near);
        try_edge(&n, viewer, view, -1, &near);
    }
    *x = n.x + viewer->x, *y = n.y + viewer->y, *distance = n.distance;
    return n.is_found;
}

dv_sensed_thing dv_sense_line(const dv_viewer *viewer, const dv_view *view,
                              const dv_segment *line) {
    float x, y, distance;
    if (!dv_nearest_in_view(viewer, view, line, &x, &y, &distance))
        return (dv_sensed_thing){.is_sensed = false};
    return sensed_at(viewer, x - viewer->x, y - viewer->y, distance - viewer->radius);
}

// Proximity

/// Whether a disc touches one of the straight sides of a fan.
static bool touches_side(const dv_viewer *viewer, const dv_view *view, float reach, float side,
                         float x, float y, float radius) {
    float sine = side * view->sine;
    float side_x = viewer->forward_x * view->cosine - viewer->forward_y * sine;
    float side_y = viewer->forward_y * view->cosine + viewer->forward_x * sine;
    float along = dv_clamp(x * side_x + y * side_y, 0, reach);
    float off_x = x - side_x * along, off_y = y - side_y * along;
    return off_x * off_x + off_y * off_y < radius * radius;
}

// Most discs are out of reach or out of view, so those are sorted out by squares, without a root.
float dv_intrusion_of_disc(const dv_viewer *viewer, const dv_view *view, float reach, float x,
                           float y, float radius) {
    float to_x = x - viewer->x, to_y = y - viewer->y;
    float square = to_x * to_x + to_y * to_y, furthest = reach + radius;
    if (!(square < furthest * furthest))
        return 0;
    float ahead = viewer->forward_x * to_x + viewer->forward_y * to_y;
    bool intrudes = view->is_whole ||
                    ahead * fabsf(ahead) >= view->cosine * fabsf(view->cosine) * square ||
                    touches_side(viewer, view, reach, 1, to_x, to_y, radius) ||
                    touches_side(viewer, view, reach, -1, to_x, to_y, radius);
    return intrudes ? furthest - sqrtf(square) : 0;
}

float dv_intrusion_of_line(const dv_viewer *viewer, const dv_view *view, float reach,
                           const dv_segment *line, float *x, float *y) {
    float distance;
    bool is_seen = dv_nearest_in_view(viewer, view, line, x, y, &distance);
    return is_seen && distance < reach ? reach - distance : 0;
}

dv_sensed_thing dv_sense_simulated_object(const dv_viewer *viewer,
                                          const dv_simulated_object *phantom) {
    if (!(phantom->weight > 0))
        return (dv_sensed_thing){.is_sensed = false};
    return dv_sense_disc(viewer, phantom->x / phantom->weight, phantom->y / phantom->weight,
                         phantom->radius / phantom->weight);
}
