// Where velocities lead; see reach.h.
#include "stress/reach.h"

#include "locomotion/body.h"
#include "stress/targets.h"

#include <math.h>

#define SLOWEST 1e-3f   ///< m/s; slower desired speeds count as 0
#define SHORTEST 0.2f   ///< s, of the time looked ahead
#define LONGEST 2.0f    ///< s
#define FARTHEST 1e3f   ///< m, of the stride
#define SAMPLES 4       ///< of the velocity within that time
#define ALL_AROUND 16   ///< directions of a body that can go anywhere
#define FAN 15          ///< directions of one that turns a part of it
#define FEW 7           ///< directions to climb, to dive, and backward for one that turns
#define FEW_AROUND 8    ///< directions to climb and to dive for one that can go anywhere
#define WIDEST_FAN 2.9f ///< rad; who turns farther looks all around
#define ON_WHEELS 1.3f  ///< rad; a desired velocity farther aside makes wheels turn about
#define CLIMB 0.5f      ///< rad

/// The limits of a body in the time looked ahead.
typedef struct reach {
    const dv_steering_context *context;
    dv_courses *courses;
    dv_body body;
    dv_vec3 facing;       ///< unit, of the body
    dv_vec3 ahead, left;  ///< unit: what directions are counted from, on the level or on the ground
    float brake;          ///< m/s²
    float turn_rate;      ///< rad/s
    float circle;         ///< m, the tightest it can follow; 0: it turns on the spot
    float reverse;        ///< m/s
    bool leaves_ground;   ///< it may climb and dive
    float share[SAMPLES]; ///< of a change of velocity that response lets through until a sample
    float share_at_end;
} reach;

static float property_of(const dv_steering_context *context, dv_property which) {
    return dv_property_of(context->world, context->agent, which);
}

static void find_axes(reach *r, bool hugs) {
    const dv_steering_context *context = r->context;
    bool is_bent = hugs && context->world->space == DV_VOLUME;
    dv_vec3 up = is_bent ? dv_up_of(context->world, context->agent) : dv_vec(0, 0, 1);
    dv_vec3 ahead = dv_normalize(dv_part_across(context->forward, up));
    if (dv_is_zero(ahead))
        ahead = dv_normalize(dv_part_across(dv_vec(1, 0, 0), up));
    r->facing = context->forward;
    r->ahead = ahead;
    r->left = dv_cross(up, ahead);
}

static reach reach_of(const dv_steering_context *context, dv_courses *courses) {
    const dv_world *world = context->world;
    const dv_locomotion_type *model = dv_kind_of(world, context->agent)->locomotion;
    reach r = {.context = context,
               .courses = courses,
               .body = dv_body_of(world, context->agent, context->dt),
               .turn_rate = property_of(context, DV_TURN_RATE),
               .leaves_ground = world->space == DV_VOLUME && !model->hugs};
    r.brake = r.body.thrust;
    if (model->turning_radius) {
        float brake = property_of(context, DV_MAX_BRAKE) / r.body.mass;
        r.circle = dv_larger(model->turning_radius(world, context->agent), 1e-3f);
        r.brake = brake > 0 ? brake : 2 * r.body.thrust;
        r.reverse = dv_smaller(property_of(context, DV_REVERSE), r.body.cap);
    }
    find_axes(&r, model->hugs);
    float lag = r.body.response + property_of(context, DV_SMOOTHING);
    float seconds = lag + r.body.cap / dv_larger(r.body.thrust, SLOWEST);
    seconds = dv_larger(dv_clamp(seconds, SHORTEST, LONGEST), context->dt);
    courses->steps.seconds = seconds;
    float left = 1, half = 1 / (1 + seconds / SAMPLES / 2 / lag);
    for (int k = 0; k < SAMPLES; k++) {
        r.share[k] = 1 - left * half;
        left *= half * half;
    }
    r.share_at_end = 1 - left;
    return r;
}

/// How much of a change of velocity (m/s) is done after some time (s): as much as the force allows,
/// and as the response lets through.
static float covered(float change, float share, float pull, float time) {
    return dv_smaller(pull * time, change * share);
}

/// A velocity that leads somewhere.
typedef struct outcome {
    dv_vec3 way, half; ///< m, in all the time and in half of it
    dv_vec3 end;       ///< m/s
    dv_vec3 facing;    ///< unit
} outcome;

/// A body that can be pushed in any direction.
static outcome pushed(const reach *r, dv_vec3 wanted) {
    float seconds = r->courses->steps.seconds, sum = 0;
    dv_vec3 velocity = r->context->velocity, change = dv_subtract(wanted, velocity);
    float whole = dv_length(change);
    dv_vec3 way = whole > 0 ? dv_scale(change, 1 / whole) : dv_vec(0, 0, 0);
    for (int k = 0; k < SAMPLES; k++) {
        float time = seconds * ((float)k + 0.5f) / SAMPLES;
        sum += covered(whole, r->share[k], r->body.thrust, time);
    }
    float at_end = covered(whole, r->share_at_end, r->body.thrust, seconds);
    outcome o = {.way = dv_scale(dv_add(velocity, dv_scale(way, sum / SAMPLES)), seconds),
                 .end = dv_add(velocity, dv_scale(way, at_end))};
    o.half = dv_scale(o.way, 0.5f);
    o.facing = dv_length(o.end) > SLOWEST ? dv_normalize(o.end) : r->facing;
    return o;
}

/// A turn from one direction to another.
typedef struct bend {
    dv_vec3 from, side, to; ///< unit
    float angle;            ///< rad
} bend;

static bend bend_between(const reach *r, dv_vec3 from, dv_vec3 to) {
    dv_vec3 side = dv_part_across(to, from);
    float along = dv_dot(to, from), across = dv_length(side);
    if (!(across > 1e-6f))
        return (bend){from, r->left, to, along < 0 ? (float)DV_PI : 0};
    return (bend){from, dv_scale(side, 1 / across), to, dv_angle_of(along, across)};
}

static dv_vec3 turned_by(const bend *b, float angle) {
    double sine, cosine;
    if (!(angle < b->angle))
        return b->to;
    if (angle == 0)
        return b->from;
    dv_sin_cos((double)angle, &sine, &cosine);
    return dv_add(dv_scale(b->from, (float)cosine), dv_scale(b->side, (float)sine));
}

static float speed_after(const reach *r, float now, float wanted, float share, float time) {
    bool brakes = fabsf(wanted) < fabsf(now) || now * wanted < 0;
    float change = wanted - now, pull = brakes ? r->brake : r->body.thrust;
    float part = covered(fabsf(change), share, pull, time);
    return now + (change < 0 ? -part : part);
}

/// A body that goes where it faces, or straight back, and turns only so fast.
static outcome turned(const reach *r, dv_vec3 wanted) {
    float seconds = r->courses->steps.seconds, h = seconds / SAMPLES, angle = 0;
    bool is_backward = r->reverse > 0 && dv_dot(wanted, r->facing) < 0;
    dv_vec3 from = dv_scale(r->facing, is_backward ? -1 : 1);
    float now = dv_dot(r->context->velocity, from), most = dv_length(wanted);
    bend b = bend_between(r, from, most > SLOWEST ? dv_scale(wanted, 1 / most) : from);
    outcome o = {.way = {0, 0, 0}};
    for (int k = 0; k < SAMPLES; k++) {
        float speed = speed_after(r, now, most, r->share[k], h * ((float)k + 0.5f));
        float rate =
            r->circle > 0 ? dv_smaller(r->turn_rate, fabsf(speed) / r->circle) : r->turn_rate;
        o.way = dv_add(o.way, dv_scale(turned_by(&b, angle + rate * h / 2), speed * h));
        angle += rate * h;
        if (k == SAMPLES / 2 - 1)
            o.half = o.way;
    }
    dv_vec3 to = turned_by(&b, angle);
    o.end = dv_scale(to, speed_after(r, now, most, r->share_at_end, seconds));
    o.facing = dv_scale(to, is_backward ? -1 : 1);
    return o;
}

static bool turns_at_once(const reach *r) { return r->circle == 0 && r->turn_rate >= INFINITY; }

/// Add the velocity `wanted`.
static void add_course(reach *r, dv_vec3 wanted) {
    dv_courses *c = r->courses;
    dv_footsteps *s = &c->steps;
    if (s->count == DV_MAX_FOOTSTEPS || !dv_is_finite(wanted))
        return;
    outcome o = turns_at_once(r) ? pushed(r, wanted) : turned(r, wanted);
    uint32_t i = s->count++;
    dv_vec3 place = dv_add(r->context->position, o.way);
    dv_vec3 old = dv_normalize(dv_vec(r->ahead.x, r->ahead.y, 0));
    dv_vec3 level = dv_normalize(dv_vec(o.facing.x, o.facing.y, 0));
    old = dv_is_zero(old) ? dv_vec(1, 0, 0) : old;
    level = dv_is_zero(level) ? old : level;
    c->wanted[i] = wanted;
    c->way[i] = o.way;
    c->half[i] = o.half;
    s->x[i] = s->foot_x[i] = place.x;
    s->y[i] = s->foot_y[i] = place.y;
    s->z[i] = place.z;
    s->forward_x[i] = level.x, s->forward_y[i] = level.y;
    s->velocity_x[i] = o.end.x, s->velocity_y[i] = o.end.y, s->velocity_z[i] = o.end.z;
    s->turn[i] = dv_angle_of(old.x * level.x + old.y * level.y, old.x * level.y - old.y * level.x);
    s->stride[i] = dv_length(o.end) * s->seconds;
}

/// A direction at an angle (rad) to the left of ahead.
static dv_vec3 direction_at(const reach *r, double angle) {
    double sine, cosine;
    dv_sin_cos(angle, &sine, &cosine);
    return dv_add(dv_scale(r->ahead, (float)cosine), dv_scale(r->left, (float)sine));
}

/// The widest turn (rad) of the motion in the time looked ahead, at a speed (m/s).
static float widest_turn(const reach *r, float speed) {
    float seconds = r->courses->steps.seconds;
    float turn = dv_smaller(r->turn_rate * seconds, (float)DV_PI);
    return r->circle > 0 ? dv_smaller(turn, speed * seconds / r->circle) : turn;
}

/// The angle (rad) between neighbors of so many directions, the outermost ones within the turn.
static double spread(float turn, int count) { return 2 * (double)turn / (count - 1); }

static void add_turns(reach *r, double step, int first, int last, float speed, float climb) {
    float level = speed, rise = 0;
    if (climb != 0) {
        level = speed * (float)dv_cos((double)climb);
        rise = speed * (float)dv_sin((double)climb);
    }
    for (int i = first; i <= last; i++) {
        dv_vec3 wanted = dv_scale(direction_at(r, step * i), level);
        add_course(r, dv_add(wanted, dv_vec(0, 0, rise)));
    }
}

/// Add directions in which the body can go within the time looked ahead, at one speed.
static void add_directions(reach *r, int around, int fan, float speed, float climb) {
    float turn = widest_turn(r, speed);
    if (r->circle > 0)
        turn = dv_smaller(turn, ON_WHEELS);
    if (turn > WIDEST_FAN)
        add_turns(r, 2 * DV_PI / around, 1 - around / 2, around / 2, speed, climb);
    else if (turn > 0)
        add_turns(r, spread(turn, fan), -(fan / 2), fan / 2, speed, climb);
    else
        add_turns(r, 0, 0, 0, speed, climb);
}

static void add_speeds(reach *r) {
    int count = r->leaves_ground ? 2 : 3;
    float low = r->body.floor, high = r->body.cap;
    for (int i = count; i > 0; i--)
        add_directions(r, ALL_AROUND, FAN, low + (high - low) * (float)i / (float)count, 0);
}

static void add_backward(reach *r) {
    float turn = dv_smaller(widest_turn(r, r->reverse), ON_WHEELS);
    for (int i = -(FEW / 2); i <= FEW / 2; i++)
        add_course(r, dv_scale(direction_at(r, spread(turn, FEW) * i), -r->reverse));
}

static void add_climbs(reach *r) {
    add_directions(r, FEW_AROUND, FEW, r->body.cap, CLIMB);
    add_directions(r, FEW_AROUND, FEW, r->body.cap, -CLIMB);
    if (!turns_at_once(r))
        return;
    add_course(r, dv_vec(0, 0, r->body.cap));
    add_course(r, dv_vec(0, 0, -r->body.cap));
}

/// Without what leads off the ground or the plane.
static dv_vec3 held(const reach *r, dv_vec3 v) {
    return r->leaves_ground ? v : dv_part_across(v, dv_cross(r->ahead, r->left));
}

/// Add the velocities that bring the body to rest at goals within reach.
static void add_goals(reach *r, const dv_stress_list *list) {
    const dv_steering_context *context = r->context;
    const unsigned char *states = dv_states_of(context->world, context->agent);
    for (uint32_t i = 0; i < list->count; i++) {
        const dv_stress_node *node = list->nodes[i];
        dv_vec3 goal;
        if (!node->type->goal ||
            !node->type->goal(context, node->parameters, states + node->state_offset, &goal))
            continue;
        dv_vec3 way = held(r, dv_offset_between(context->world, context->position, goal));
        if (dv_length(way) <= r->courses->stride)
            add_course(r, dv_scale(way, 1 / r->courses->steps.seconds));
    }
}

void dv_courses_of(const dv_steering_context *context, const dv_stress_list *list,
                   dv_courses *courses) {
    courses->steps.count = 0;
    courses->steps.seconds = 0;
    if (!(context->cap > SLOWEST))
        return;
    reach r = reach_of(context, courses);
    courses->turn = widest_turn(&r, r.body.cap);
    courses->stride = dv_smaller(r.body.cap * courses->steps.seconds, FARTHEST);
    courses->circle = r.circle;
    courses->may_stop = !(r.body.floor > 0);
    courses->may_jam = r.circle > 0 && r.reverse == 0;
    if (courses->may_stop)
        add_course(&r, dv_vec(0, 0, 0));
    add_speeds(&r);
    if (r.reverse > 0)
        add_backward(&r);
    if (r.leaves_ground)
        add_climbs(&r);
    add_goals(&r, list);
}

void dv_add_steered_course(const dv_steering_context *context, dv_courses *courses) {
    if (courses->steps.count == 0)
        return;
    reach r = reach_of(context, courses);
    dv_vec3 steering = context->world->agents.steering[context->agent];
    dv_vec3 wanted = held(&r, dv_add(context->velocity, steering));
    if (dv_is_finite(wanted))
        add_course(&r, dv_truncate(wanted, context->cap));
}
