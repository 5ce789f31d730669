// Figures about an agent that annotations share, in the inks of inks.h. Places are offsets from the
// agent, so that figures hold together across the edge of a world that wraps.
#ifndef DV_STEERING_ANNOTATIONS_H
#define DV_STEERING_ANNOTATIONS_H

#include "drover/sketch.h"
#include "steering/inks.h"
#include "world/world_data.h"

/// The length (m) of a unit in figures that have no length of their own: half a second's way at
/// max_speed, but at least six body radii.
float dv_figure_unit(const dv_steering_context *context);
/// A velocity as it is drawn: max_speed is one unit long.
dv_vec3 dv_figure_velocity(const dv_steering_context *context, dv_vec3 velocity);

/// Draw a line, an arrow, or below a circle. Places are offsets from the agent (m).
void dv_show_line(const dv_steering_context *context, dv_sketch *sketch, dv_vec3 from, dv_vec3 to,
                  uint32_t ink);
void dv_show_arrow(const dv_steering_context *context, dv_sketch *sketch, dv_vec3 from, dv_vec3 way,
                   uint32_t ink);
/// Draw a velocity as an arrow, scaled by dv_figure_velocity.
void dv_show_velocity(const dv_steering_context *context, dv_sketch *sketch, dv_vec3 from,
                      dv_vec3 velocity, uint32_t ink);
/// Draw a point as a small disc.
void dv_show_point(const dv_steering_context *context, dv_sketch *sketch, dv_vec3 at, uint32_t ink);
/// Draw a point and the line to it from the agent.
void dv_show_place(const dv_steering_context *context, dv_sketch *sketch, dv_vec3 at, uint32_t ink);
/// Draw a line from where something is to where it is predicted to be, with a point at its end.
void dv_show_prediction(const dv_steering_context *context, dv_sketch *sketch, dv_vec3 now,
                        dv_vec3 then, uint32_t ink);
void dv_show_circle(const dv_steering_context *context, dv_sketch *sketch, dv_vec3 center,
                    float radius, uint32_t ink);
/// Draw a place to stop at, and the circle around it where slowing down begins.
void dv_show_arrival(const dv_steering_context *context, dv_sketch *sketch, dv_vec3 at,
                     float slowing_distance);
/// Draw a rectangle that begins at `from` and is `length` (m) long along a unit vector.
void dv_show_strip(const dv_steering_context *context, dv_sketch *sketch, dv_vec3 from,
                   dv_vec3 direction, float length, float half_width, uint32_t ink);
/// Draw the part of the disc around the agent that lies in a cone about a unit vector; the whole
/// disc for a half cosine of −1.
void dv_show_view(const dv_steering_context *context, dv_sketch *sketch, dv_vec3 direction,
                  float radius, float half_cosine, uint32_t ink);
/// Draw the outline of an obstacle.
void dv_show_obstacle(const dv_steering_context *context, dv_sketch *sketch, uint32_t obstacle,
                      uint32_t ink);

#endif
