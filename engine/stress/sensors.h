// Reich's sensors: the distance and angle to something from a body that may step to a place. Plain
// level geometry, seen from above: nothing here reads the world.
#ifndef DV_STRESS_SENSORS_H
#define DV_STRESS_SENSORS_H

#include "world/obstacles.h"

/// The body that senses, and where it is.
typedef struct dv_viewer {
    float x, y;                 ///< m, of the body
    float forward_x, forward_y; ///< unit, the way it faces
    float foot_x, foot_y;       ///< m, of the foot that steps
    float radius;               ///< m, of the body
} dv_viewer;

/// What a sensor reports. When nothing is sensed there is no distance, since 0 would mean contact.
typedef struct dv_sensed_thing {
    bool is_sensed;
    float distance; ///< m, from surface to surface; negative where they overlap
    float angle;    ///< rad from straight ahead, positive to the left
} dv_sensed_thing;

/// A field of view, centered on the direction a viewer faces.
typedef struct dv_view {
    bool is_whole;      ///< all around
    float cosine, sine; ///< of half the cone's angle
} dv_view;

/// The view with a full cone of `angle` (rad); all around from 2π on.
dv_view dv_view_of(float angle);

/// A line from a to b.
typedef struct dv_segment {
    float ax, ay, bx, by; ///< m
} dv_segment;

/// The angle from a unit vector to an offset in (−π, π], within 10⁻⁶ rad; 0 for a zero offset.
float dv_angle_from(float forward_x, float forward_y, float x, float y);

/// Object sensor for discs, which is what bodies are from above (Reich 1997, basic sensors,
/// object): d = |Po − Pa| − ro − ra.
dv_sensed_thing dv_sense_disc(const dv_viewer *viewer, float x, float y, float radius);

/// Object sensor for an obstacle by its own shape: the distance to its surface and the angle to its
/// nearest point. Inside the obstacle the distance is negative by the depth, and the angle is 0
/// when the viewer faces inward (the same sensor of Reich's, with the shape itself instead of a
/// bounding cylinder).
dv_sensed_thing dv_sense_shape(const dv_viewer *viewer, const dv_obstacle_record *obstacle);

/// Location sensor: a point, measured from the foot that steps instead of from the surface of the
/// body (Reich 1997, basic sensors, location).
dv_sensed_thing dv_sense_location(const dv_viewer *viewer, float x, float y);

/// Find the nearest point of the part of a line that is in view, and its distance from the viewer's
/// center. False when no part is in view.
bool dv_nearest_in_view(const dv_viewer *viewer, const dv_view *view, const dv_segment *line,
                        float *x, float *y, float *distance);

/// Line sensor: the nearest point in view, from the surface of the body (Reich 1997, basic sensors,
/// line).
dv_sensed_thing dv_sense_line(const dv_viewer *viewer, const dv_view *view, const dv_segment *line);

// Proximity sensor (Reich 1997, basic sensors, proximity): everything that intrudes on a fan ahead
// of the viewer becomes one simulated object, the mean of all weighted by how deep they intrude.
//
//     α_i = R − (|P_i − P| − r_i)    at Σ α_i P_i / Σ α_i, with the radius Σ α_i r_i / Σ α_i
//
// An object on the left and one on the right make a phantom between them, where nothing is.

/// How deep (m) a disc intrudes on a fan of radius `reach` (m): α, or 0 when the disc is outside.
float dv_intrusion_of_disc(const dv_viewer *viewer, const dv_view *view, float reach, float x,
                           float y, float radius);
/// The same for a line, by its nearest point in view, which is stored in `x` and `y`.
float dv_intrusion_of_line(const dv_viewer *viewer, const dv_view *view, float reach,
                           const dv_segment *line, float *x, float *y);

/// The sums that a simulated object is made of; all 0 when nothing intrudes.
typedef struct dv_simulated_object {
    float weight, x, y, radius;
} dv_simulated_object;

/// Add an object to a simulated one, weighted by how deep it intrudes.
static inline void dv_add_to_simulated_object(dv_simulated_object *phantom, float intrusion,
                                              float x, float y, float radius) {
    phantom->weight += intrusion;
    phantom->x += intrusion * x;
    phantom->y += intrusion * y;
    phantom->radius += intrusion * radius;
}

/// Sense the simulated object with the object sensor. Nothing is sensed when nothing intrudes.
dv_sensed_thing dv_sense_simulated_object(const dv_viewer *viewer,
                                          const dv_simulated_object *phantom);

#endif
