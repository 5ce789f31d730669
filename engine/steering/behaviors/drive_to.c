// Arrival on wheels; see drive_to.h.
#include "steering/behaviors/drive_to.h"

#include "steering/desired.h"
#include "world/world_data.h"

#define ROOM 1.05f        ///< times its tightest circle, for planning
#define NEAR_ENOUGH 0.02f ///< of its tightest circle: it does not set out again for less
#define STRAIGHT 0.25f    ///< of the sharpest bend: with less, it can just head for the goal

/// Where to go, and on which circle; the goal is level with the body.
typedef struct drive {
    dv_axes axes;
    float ahead, aside; ///< m, to the goal; aside is never negative
    float turn;         ///< 1: the goal is on the left; −1: on the right
    float circle;       ///< m, radius of planned turns
    float from_center;  ///< m, of the circle on the goal's side, to the goal
} drive;

static drive drive_of(const dv_steering_context *context, dv_vec3 offset, float tightest) {
    drive d = {.axes = dv_axes_of(context->world, context->agent, context->forward)};
    float left = dv_dot(offset, d.axes.left);
    d.ahead = dv_dot(offset, d.axes.forward);
    d.turn = left < 0 ? -1.0f : 1.0f;
    d.aside = left * d.turn;
    // A body whose turn rate is limited needs wider circles when it is fast.
    float rate = dv_property_of(context->world, context->agent, DV_TURN_RATE);
    float widest = dv_length(context->velocity) / rate;
    d.circle = ROOM * dv_larger(widest, tightest);
    d.from_center = dv_length(dv_vec(d.ahead, d.aside - d.circle, 0));
    return d;
}

static bool is_in_circle(const drive *d) { return d->from_center < d->circle; }

/// The length (m) of the way: around the circle to the tangent through the goal, and along it.
static float way_to_goal(const drive *d) {
    double straight =
        dv_sqrt((double)d->from_center * d->from_center - (double)d->circle * d->circle);
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
static float curvature_of(const drive *d, float tightest, float bend) {
    float sharpest = 1 / tightest;
    return d->ahead > d->aside && 2 * bend < sharpest ? 2 * bend : sharpest;
}

// Straight on while the goal is within the circle on its side. Then it comes to be on the circle,
// which leads there.
bool dv_drive_to(const dv_steering_context *context, dv_vec3 offset, float slowing_distance,
                 dv_vec3 *steering) {
    const dv_locomotion_type *model = dv_kind_of(context->world, context->agent)->locomotion;
    float tightest =
        model->turning_radius ? model->turning_radius(context->world, context->agent) : 0;
    if (!(tightest > 0) || dv_length(offset) <= NEAR_ENOUGH * tightest)
        return false;
    drive d = drive_of(context, offset, tightest);
    bool drives_away = is_in_circle(&d);
    float bend = 2 * d.aside / dv_length_squared(dv_vec(d.ahead, d.aside, 0));
    if (!drives_away && d.ahead > d.aside && bend * d.circle < STRAIGHT)
        return false;
    float way = drives_away ? (float)(2 * DV_PI) * d.circle : way_to_goal(&d);
    float speed = dv_arrival_speed(context, way, slowing_distance);
    float aside = drives_away ? 0 : d.turn * pull_for(context, curvature_of(&d, tightest, bend));
    dv_vec3 desired = dv_add(dv_scale(d.axes.forward, speed), dv_scale(d.axes.left, aside));
    *steering = dv_subtract(desired, context->velocity);
    return true;
}
