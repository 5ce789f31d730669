// Ways on wheels; see drive_to.h.
#include "steering/behaviors/drive_to.h"

#include "steering/desired.h"
#include "world/world_data.h"

#define ROOM 1.05f        ///< times its tightest circle, for planning
#define NEAR_ENOUGH 0.02f ///< of its tightest circle: it does not set out again for less
#define STRAIGHT 0.25f    ///< of the sharpest bend: with less, it can just head for the goal
#define INSIDE 1.01f      ///< times its tightest circle: no way leads to a goal within in one gear
#define THROUGH -1.0f     ///< the slowing distance of a way through the goal

/// Where to go, and on which circle; the goal is level with the body.
typedef struct drive {
    dv_axes axes;
    float gear;         ///< 1: it drives forward; −1: backward
    float most;         ///< m/s, the top speed in that gear
    float ahead, aside; ///< m, to the goal, ahead in that gear; aside is never negative
    float turn;         ///< 1: the goal is on the left; −1: on the right
    float circle;       ///< m, radius of planned turns
    float from_center;  ///< m, of the circle on the goal's side, to the goal
    float bend;         ///< 1/m, the curvature of the arc to the goal
} drive;

float dv_reverse_of(const dv_steering_context *context) {
    const dv_locomotion_type *model = dv_kind_of(context->world, context->agent)->locomotion;
    if (!model->turning_radius || dv_property_of(context->world, context->agent, DV_MIN_SPEED) > 0)
        return 0;
    return dv_smaller(dv_property_of(context->world, context->agent, DV_REVERSE), context->cap);
}

static float tightest_circle(const dv_steering_context *context) {
    const dv_locomotion_type *model = dv_kind_of(context->world, context->agent)->locomotion;
    return model->turning_radius ? model->turning_radius(context->world, context->agent) : 0;
}

static drive drive_of(const dv_steering_context *context, dv_vec3 offset, float tightest) {
    drive d = {.axes = dv_axes_of(context->world, context->agent, context->forward),
               .gear = 1,
               .most = context->cap};
    float left = dv_dot(offset, d.axes.left);
    d.ahead = dv_dot(offset, d.axes.forward);
    d.turn = left < 0 ? -1.0f : 1.0f;
    d.aside = left * d.turn;
    // A body whose turn rate is limited needs wider circles when it is fast.
    float rate = dv_property_of(context->world, context->agent, DV_TURN_RATE);
    float widest = dv_length(context->velocity) / rate;
    d.circle = ROOM * dv_larger(widest, tightest);
    d.from_center = dv_length(dv_vec(d.ahead, d.aside - d.circle, 0));
    d.bend = 2 * d.aside / dv_length_squared(dv_vec(d.ahead, d.aside, 0));
    return d;
}

/// The same way backward: what is behind is ahead.
static drive in_reverse(drive d, float reverse) {
    d.gear = -1;
    d.most = reverse;
    d.ahead = -d.ahead;
    return d;
}

static bool is_in_circle(const drive *d) { return d->from_center < d->circle; }

/// Whether the body can just head for the goal in this gear.
static bool is_straight_ahead(const drive *d) {
    return d->ahead > d->aside && d->bend * d->circle < STRAIGHT;
}

/// The length (m) of the way: around the circle to the tangent through the goal, and along it.
static float way_to_goal(const drive *d) {
    double beyond = (double)d->from_center * d->from_center - (double)d->circle * d->circle;
    double straight = dv_sqrt(beyond > 0 ? beyond : 0);
    double angle = dv_atan2((double)d->aside - d->circle, (double)d->ahead) + DV_PI / 2 -
                   dv_atan2(straight, (double)d->circle);
    if (angle < 0)
        angle += 2 * DV_PI;
    return (float)(angle * (double)d->circle + straight);
}

/// The part aside (m/s) of a desired velocity for which the model turns the wheel to a curvature:
/// it takes pull / response for an acceleration.
static float pull_for(const dv_steering_context *context, float curvature) {
    float lag = context->response > context->dt ? context->response : context->dt;
    return lag * dv_length_squared(context->velocity) * curvature;
}

// Ahead, it is more than the arc to the goal has: so the body faces the goal before it gets there.
static float curvature_of(const drive *d, float tightest) {
    float sharpest = 1 / tightest;
    return d->ahead > d->aside && 2 * d->bend < sharpest ? 2 * d->bend : sharpest;
}

/// The steering along the way: straight on if the goal is in the circle, else around it.
static dv_vec3 steer_along_way(const dv_steering_context *context, const drive *d, float way,
                               float slowing_distance, float aside) {
    float speed = slowing_distance == THROUGH ? context->cap
                                              : dv_arrival_speed(context, way, slowing_distance);
    if (d->gear < 0 || slowing_distance == THROUGH)
        speed = dv_smaller(speed, d->most);
    dv_vec3 desired =
        dv_add(dv_scale(d->axes.forward, d->gear * speed), dv_scale(d->axes.left, aside));
    return dv_subtract(desired, context->velocity);
}

/// The part aside (m/s) for the arc to a goal that is out of the circle.
static float aside_for(const dv_steering_context *context, const drive *d, float tightest) {
    return d->turn * pull_for(context, curvature_of(d, tightest));
}

// A body without a reverse gear drives straight on while the goal is within the circle on its side.
// Then it comes to be on the circle, which leads there.
static bool drive_forward(const dv_steering_context *context, const drive *d, float tightest,
                          float slowing_distance, dv_vec3 *steering) {
    bool drives_away = is_in_circle(d);
    if (!drives_away && is_straight_ahead(d))
        return false;
    float way = drives_away ? (float)(2 * DV_PI) * d->circle : way_to_goal(d);
    float aside = drives_away ? 0 : aside_for(context, d, tightest);
    *steering = steer_along_way(context, d, way, slowing_distance, aside);
    return true;
}

/// The time (s) that it takes to come to rest, if it rolls the other way now, and get back.
static float time_to_change(const dv_steering_context *context, const drive *d) {
    float speed = -d->gear * dv_dot(context->velocity, d->axes.forward);
    return speed > 0 ? 2 * speed * context->mass / context->max_force : 0;
}

/// The time (s) of a way (m) in this gear, from rest.
static float time_of(const dv_steering_context *context, float way, float most) {
    float pull = context->max_force / context->mass;
    float start = most * most / (2 * pull);
    return way > start ? way / most + most / (2 * pull)
                       : (float)dv_sqrt(2.0 * (double)way / (double)pull);
}

/// How far (m) straight on in this gear the goal, which is within the circle, comes to be on it.
static float way_out(const drive *d) {
    double off = (double)d->aside - d->circle;
    return d->ahead + (float)dv_sqrt((double)d->circle * d->circle - off * off);
}

/// The time (s) of leaving the circle straight on in this gear and coming back in the other.
static float time_out_and_back(const dv_steering_context *context, const drive *d, float other) {
    float out = way_out(d);
    drive back = *d;
    back.ahead = out - d->ahead;
    back.from_center = back.circle;
    return time_to_change(context, d) + time_of(context, out, d->most) +
           time_of(context, way_to_goal(&back), other);
}

/// Whether no circle of the body leads to the goal in one gear. One that is on its way out goes on
/// until there is some room.
static bool is_too_near(const dv_steering_context *context, const drive *d) {
    bool leaves = dv_dot(context->velocity, d->axes.forward) * d->ahead < 0;
    float circle = leaves ? d->circle : d->circle * (INSIDE / ROOM);
    return is_in_circle(d) && dv_length(dv_vec(d->ahead, d->aside - circle, 0)) < circle;
}

/// The length (m) of the way in this gear to a goal out of the circle.
static float way_in_gear(const drive *d) {
    return is_straight_ahead(d) ? dv_length(dv_vec(d->ahead, d->aside, 0)) : way_to_goal(d);
}

/// The time (s) of the way in this gear; `other` is the top speed in the other gear.
static float time_of_way(const dv_steering_context *context, const drive *d, bool is_near,
                         float other) {
    return is_near ? time_out_and_back(context, d, other)
                   : time_to_change(context, d) + time_of(context, way_in_gear(d), d->most);
}

/// Choose the gear that leads to the goal in less time, and steer by it.
static bool drive_either_way(const dv_steering_context *context, const drive *forward,
                             float reverse, float tightest, float slowing_distance,
                             dv_vec3 *steering) {
    drive backward = in_reverse(*forward, reverse);
    bool is_near = is_too_near(context, forward);
    float there = time_of_way(context, forward, is_near, reverse);
    float back = time_of_way(context, &backward, is_near, forward->most);
    const drive *d = back < there ? &backward : forward;
    if (is_near) {
        *steering = steer_along_way(context, d, way_out(d) + d->circle / 4, THROUGH, 0);
        return true;
    }
    if (d == forward && is_straight_ahead(d))
        return false;
    *steering = steer_along_way(context, d, way_in_gear(d), slowing_distance,
                                aside_for(context, d, tightest));
    return true;
}

bool dv_drive_to(const dv_steering_context *context, dv_vec3 offset, float slowing_distance,
                 dv_vec3 *steering) {
    float tightest = tightest_circle(context);
    if (!(tightest > 0) || dv_length(offset) <= NEAR_ENOUGH * tightest)
        return false;
    drive d = drive_of(context, offset, tightest);
    float reverse = dv_reverse_of(context);
    return reverse > 0
               ? drive_either_way(context, &d, reverse, tightest, slowing_distance, steering)
               : drive_forward(context, &d, tightest, slowing_distance, steering);
}

bool dv_drive_around(const dv_steering_context *context, dv_vec3 offset, dv_vec3 *steering) {
    return dv_drive_to(context, offset, THROUGH, steering);
}

bool dv_drive_through(const dv_steering_context *context, dv_vec3 offset, dv_vec3 *steering) {
    return dv_reverse_of(context) > 0 && dv_drive_around(context, offset, steering);
}

dv_vec3 dv_seek_offset(const dv_steering_context *context, dv_vec3 offset) {
    dv_vec3 steering;
    return dv_drive_through(context, offset, &steering)
               ? steering
               : dv_steer_along(context, offset, context->cap);
}
