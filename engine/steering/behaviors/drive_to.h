// How a body that turns only while it rolls gets to a goal that it cannot simply head for.
#ifndef DV_STEERING_BEHAVIORS_DRIVE_TO_H
#define DV_STEERING_BEHAVIORS_DRIVE_TO_H

#include "drover/catalogue.h"

/// Find the steering to a goal at `offset` beside or behind a body on wheels: straight on while the
/// goal is within the tightest circle on its side, and then around that circle (Dubins 1957). With
/// a reverse gear, the same backward, or out of the circle in one gear and to the goal in the other
/// (Reeds and Shepp 1990), whichever takes the least time. False when it can just head for the
/// goal, is as near as its circles allow, or can turn on the spot.
bool dv_drive_to(const dv_steering_context *context, dv_vec3 offset, float slowing_distance,
                 dv_vec3 *steering);

/// The same at full speed through the goal.
bool dv_drive_around(const dv_steering_context *context, dv_vec3 offset, dv_vec3 *steering);

/// The same, only for bodies that have a reverse gear.
bool dv_drive_through(const dv_steering_context *context, dv_vec3 offset, dv_vec3 *steering);

/// A car that has to turn around goes this fast (part of the cap).
#define DV_CRAWL 0.2f

/// The top speed (m/s) of a body backward, at most its cap; 0: it has no reverse gear.
float dv_reverse_of(const dv_steering_context *context);

#endif
