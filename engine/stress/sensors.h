// Reich's sensors: how far something is and at which angle, for a body that may come to stand
// there. Plain geometry, level, as seen from above: nothing here asks the world.
#ifndef DV_STRESS_SENSORS_H
#define DV_STRESS_SENSORS_H

#include "world/obstacles.h"

/// Who senses, and from where.
typedef struct dv_viewer {
    float x, y;                 ///< m, of the body
    float forward_x, forward_y; ///< unit, the way it faces
    float foot_x, foot_y;       ///< m, of the foot put forward
    float radius;               ///< m, of the body
} dv_viewer;

/// What a sensor tells. What is not sensed has no distance: 0 would mean that it is touched.
typedef struct dv_sensed_thing {
    bool is_sensed;
    float distance; ///< m, from surface to surface; below 0 where they overlap
    float angle;    ///< rad from straight ahead, to the left above 0
} dv_sensed_thing;

/// A field of view about the way a viewer faces.
typedef struct dv_view {
    bool is_whole;      ///< all around
    float cosine, sine; ///< of half its angle
} dv_view;

/// `angle` (rad) is the full cone; from 2π on it is the whole circle.
dv_view dv_view_of(float angle);

/// A line from a to b.
typedef struct dv_segment {
    float ax, ay, bx, by; ///< m
} dv_segment;

/// The angle from a unit vector to an offset in (−π, π], within 10⁻⁶ rad; 0 for no offset.
float dv_angle_from(float forward_x, float forward_y, float x, float y);

/// Object sensor: an object whose shape seen from above is a disc, as bodies are (Reich 1997, basic
/// sensors, object): d = |Po − Pa| − ro − ra.
dv_sensed_thing dv_sense_disc(const dv_viewer *viewer, float x, float y, float radius);

/// Object sensor: an obstacle by its own shape, the distance to its surface and the angle to the
/// point that is nearest; who stands inside is the further away below 0 the deeper it is, and faces
/// it when it faces inward (the same, with bounding shapes in the place of bounding cylinders).
dv_sensed_thing dv_sense_shape(const dv_viewer *viewer, const dv_obstacle_record *obstacle);

/// Location sensor: a point without extent, from the foot put forward instead of the surface of the
/// body (Reich 1997, basic sensors, location).
dv_sensed_thing dv_sense_location(const dv_viewer *viewer, float x, float y);

/// The nearest point of the part of a line that is in view, its distance from the middle of the
/// viewer; false where no part is.
bool dv_nearest_in_view(const dv_viewer *viewer, const dv_view *view, const dv_segment *line,
                        float *x, float *y, float *distance);

/// Line sensor: that point, from the surface of the body (Reich 1997, basic sensors, line).
dv_sensed_thing dv_sense_line(const dv_viewer *viewer, const dv_view *view, const dv_segment *line);

// Proximity sensor (Reich 1997, basic sensors, proximity): what intrudes upon a fan about the way
// the viewer faces becomes one simulated object, the mean of all by how deep they intrude.
//
//     α_i = R − (|P_i − P| − r_i)    at Σ α_i P_i / Σ α_i, with the radius Σ α_i r_i / Σ α_i
//
// Objects to the left and to the right make a phantom ahead, where there is nothing.

/// How deep (m) a disc intrudes upon a fan of a radius: α, or 0 where it is outside.
float dv_intrusion_of_disc(const dv_viewer *viewer, const dv_view *view, float reach, float x,
                           float y, float radius);
/// The same of a line, by its nearest point in view, which is told.
float dv_intrusion_of_line(const dv_viewer *viewer, const dv_view *view, float reach,
                           const dv_segment *line, float *x, float *y);

/// The sums a simulated object is made of; zero is nothing.
typedef struct dv_phantom {
    float weight, x, y, radius;
} dv_phantom;

static inline void dv_add_to_phantom(dv_phantom *phantom, float intrusion, float x, float y,
                                     float radius) {
    phantom->weight += intrusion;
    phantom->x += intrusion * x;
    phantom->y += intrusion * y;
    phantom->radius += intrusion * radius;
}

/// The simulated object as the object sensor senses it; nothing where nothing intrudes.
dv_sensed_thing dv_sense_phantom(const dv_viewer *viewer, const dv_phantom *phantom);

#endif
