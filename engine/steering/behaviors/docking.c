// Docking: arrive at a place with a heading, and optionally with a speed and at a time.
//
// A dock has an axis, the line of its heading through its place. An agent goes to the entry, the
// point on the axis that lies `approach` behind the dock, until it is lined up, and then comes in
// along the axis. A body on wheels, which cannot turn on the spot, reaches the entry along a circle
// that touches the axis there.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/behaviors/drive_to.h"
#include "steering/desired.h"
#include "steering/evaluate.h"

enum { TARGET, HEADING, SPEED, TIME, APPROACH };

static const dv_parameter parameters_of_docking[] = {
    {"target", DV_PARAMETER_TARGET, true, "", 0, 0, 0,
     "where to dock and which way to face: a pose or an agent; at a point, along x"},
    {"heading", DV_PARAMETER_NUMBER, false, "rad", -2 * DV_PI, 2 * DV_PI, 0,
     "angle added to the target's heading"},
    {"speed", DV_PARAMETER_NUMBER, false, "m/s", 0, DV_FASTEST, 0,
     "speed at the dock; if it is not 0, go straight on through"},
    {"time", DV_PARAMETER_NUMBER, false, "s", 0, 1e9, 0,
     "of the world: when to be there, and not before; 0: as soon as possible"},
    {"approach", DV_PARAMETER_NUMBER, false, "m", 0.01, DV_LONGEST, 5,
     "how far behind the dock to line up; on wheels at least 1.25 times the tightest circle"},
};

enum { COMING, LINED_UP, THROUGH };

/// The side of the axis, seen in the dock's heading, that has the circle of a body on wheels.
enum { NO_SIDE, LEFT, RIGHT };

typedef struct docking_state {
    uint32_t phase, side;
} docking_state;

#define DOCKED 0.01f            ///< m; this close to the dock, it is reached
#define DOCKED_COSINE 0.999962f ///< cosine of 0.5°
#define LOST 0.02f              ///< m past the dock, or outside of the way in

#define BACKS_UP_COSINE 0.866f ///< cosine of 30°; turned further away, it does not back up

#define ROOM 1.25f ///< times its tightest circle, for planning a body on wheels

/// The dock as the agent sees it: offset = behind · heading + aside.
typedef struct dock {
    dv_vec3 offset, heading, velocity;
    float behind;
    dv_vec3 aside;
    float approach; ///< m, from the entry to the dock: room to straighten up
    float circle;   ///< m, radius of planned turns; 0: the body turns on the spot
} dock;

static float circle_of(const dv_steering_context *context) {
    const dv_locomotion_type *model = dv_kind_of(context->world, context->agent)->locomotion;
    return model->turning_radius ? ROOM * model->turning_radius(context->world, context->agent) : 0;
}

static dock dock_of(const dv_steering_context *context, const dv_target *target, float turn,
                    float approach) {
    double cosine = dv_cos((double)turn), sine = dv_sin((double)turn);
    dv_vec3 f = target->forward;
    float circle = circle_of(context);
    dock d = {
        .approach = approach > circle ? approach : circle,
        .circle = circle,
        .offset = dv_offset_to(context, target->position),
        .velocity = target->velocity,
        .heading =
            dv_vec((float)(f.x * cosine - f.y * sine), (float)(f.x * sine + f.y * cosine), f.z),
    };
    d.behind = dv_dot(d.offset, d.heading);
    d.aside = dv_across(d.offset, d.heading);
    return d;
}

/// A speed along the way, and how it changes while the agent keeps to it (m/s²).
typedef struct pace {
    float speed, change;
} pace;

static float lag_of(const dv_steering_context *context) {
    return context->response > context->dt ? context->response : context->dt;
}

// The fastest pace that still reaches the final speed at the end of the way.
static pace soonest_pace(const dv_steering_context *context, float way, float final_speed) {
    float deceleration = context->max_force / (2 * context->mass);
    pace p = {.speed = dv_stoppable_speed(context, way), .change = -deceleration};
    float final_rate = 1 / (4 * lag_of(context));
    if (p.speed <= deceleration / final_rate)
        p.change = -p.speed * final_rate;
    if (final_speed > 0)
        p = (pace){(float)dv_sqrt((double)final_speed * final_speed + 2.0 * deceleration * way),
                   -deceleration};
    return p.speed < context->cap ? p : (pace){context->cap, 0};
}

// Even deceleration needs a speed of twice the way over the time, less the final speed. Stopping
// takes some eight lags more, so plan to finish before them.
static pace timed_pace(const dv_steering_context *context, float way, float final_speed,
                       float time) {
    pace fast = soonest_pace(context, way, final_speed);
    if (time == 0)
        return fast;
    double left = (double)time - (double)context->world->tick * context->world->dt;
    if (final_speed == 0)
        left -= 8 * (double)lag_of(context);
    // In the last two lags it is too late to make up any time.
    double last = 2 * (double)lag_of(context);
    if (left <= last)
        return left > 0 && way <= 2 * final_speed * last ? (pace){final_speed, 0} : fast;
    float speed = (float)(2 * (double)way / left) - final_speed;
    speed = speed > 0 ? speed : 0;
    return speed < fast.speed ? (pace){speed, (final_speed - speed) / (float)left} : fast;
}

static bool is_docked(const dv_steering_context *context, const dock *d) {
    return dv_length(d->offset) <= DOCKED && dv_dot(context->forward, d->heading) >= DOCKED_COSINE;
}

// By turning along the axis on its circle, a body on wheels uses up some of the way and may move
// further aside. From there, the parabola in, with a curvature of 2 aside / way², must be twice as
// wide as the circle.
static bool is_lined_up(const dv_steering_context *context, const dock *d) {
    float cosine = dv_dot(context->forward, d->heading);
    float sine = dv_length(dv_across(context->forward, d->heading));
    float way = d->behind - d->circle * sine;
    float aside = dv_length(d->aside) + d->circle * (1 - cosine);
    return cosine > 0 && way >= d->approach / 4 && aside <= way / 2 &&
           4 * d->circle * aside <= way * way;
}

// An agent that is pushed aside tries again, with room to line up.
static bool is_lost(const dock *d) {
    float behind = d->behind > 0 ? d->behind : 0;
    return d->behind < -LOST || dv_length(d->aside) > behind + LOST;
}

static uint32_t next_phase(const dv_steering_context *context, const dock *d, uint32_t phase,
                           float final_speed) {
    if (phase == COMING)
        return is_docked(context, d) || is_lined_up(context, d) ? LINED_UP : COMING;
    if (phase == LINED_UP && final_speed > 0 && d->behind <= 0)
        return THROUGH;
    return phase == LINED_UP && is_lost(d) ? COMING : phase;
}

/// The entry, where the way in begins, as an offset from the agent.
static dv_vec3 entry_of(const dock *d) {
    return dv_subtract(d->offset, dv_scale(d->heading, d->approach));
}

// The direction onto a circle that touches the axis at the entry: along the tangent to the circle,
// and then around it. The circle is on the agent's side of the axis when it sets out, and stays
// there.
static dv_vec3 way_round(const dock *d, dv_vec3 entry, uint32_t *side) {
    dv_vec3 left = dv_left_of(d->heading);
    if (*side == NO_SIDE)
        *side = dv_dot(d->aside, left) <= 0 ? LEFT : RIGHT;
    float turn = *side == LEFT ? 1.0f : -1.0f;
    dv_vec3 center = dv_add(entry, dv_scale(left, turn * d->circle));
    float distance = dv_length(center);
    float sine = distance > d->circle ? d->circle / distance : 1;
    float cosine = (float)dv_sqrt(1.0 - (double)sine * sine);
    dv_vec3 inward = dv_normalize(dv_is_zero(center) ? left : center);
    dv_vec3 round = dv_scale(dv_left_of(inward), -turn);
    return dv_add(dv_scale(inward, cosine), dv_scale(round, sine));
}

/// How far (m) behind the dock a body on wheels that has its heading is lined up.
static float way_to_line_up(const dock *d) {
    float aside = dv_length(d->aside);
    float way = dv_larger(d->approach / 4, 2 * aside);
    return dv_larger(way, 2 * (float)dv_sqrt((double)d->circle * aside)) + LOST;
}

// One that faces about as the dock does, but is too far forward to line up, backs up along the axis
// until it is, if that takes less time than driving around to the entry.
static bool backs_up(const dv_steering_context *context, const dock *d, dv_vec3 *steering) {
    float reverse = d->circle > 0 ? dv_reverse_of(context) : 0;
    float way = way_to_line_up(d), back = way - d->behind;
    float around = dv_length(entry_of(d)) + (float)(2 * DV_PI) * d->circle + d->approach;
    if (!(reverse > 0 && back > 0) || dv_dot(context->forward, d->heading) < BACKS_UP_COSINE ||
        back / reverse + way / context->cap > around / context->cap)
        return false;
    *steering = dv_subtract(dv_scale(d->heading, -reverse), context->velocity);
    return true;
}

static dv_vec3 line_up(const dv_steering_context *context, const dock *d, docking_state *kept,
                       float final_speed, float time) {
    dv_vec3 entry = entry_of(d), back;
    if (backs_up(context, d, &back))
        return back;
    pace p = timed_pace(context, dv_length(entry) + d->approach, final_speed, time);
    dv_vec3 way = d->circle > 0 ? way_round(d, entry, &kept->side) : dv_normalize(entry);
    dv_vec3 desired = dv_add(dv_scale(way, p.speed), d->velocity);
    return dv_subtract(dv_truncate(desired, context->cap), context->velocity);
}

// An agent that heads for the point on the axis halfway in moves on a parabola that touches the
// axis at the dock, so that it has the heading there. The second term makes up for the lag: the
// agent must have the speed for where it is, not for where it was, or it would still swing from
// side to side when it arrives.
static dv_vec3 come_in(const dv_steering_context *context, const dock *d, float final_speed,
                       float time) {
    dv_vec3 velocity = dv_subtract(context->velocity, d->velocity);
    float way = d->behind > 0 ? d->behind : 0;
    pace p = way > 0 ? timed_pace(context, way, final_speed, time) : (pace){final_speed, 0};
    dv_vec3 desired = dv_scale(d->heading, p.speed);
    dv_vec3 change = dv_scale(d->heading, p.change);
    if (way > DOCKED / 2) {
        dv_vec3 sideways = dv_scale(d->aside, 2 * p.speed / way);
        desired = dv_add(desired, dv_truncate(sideways, p.speed));
        change = dv_subtract(change, dv_scale(dv_across(velocity, d->heading), 2 * p.speed / way));
    }
    desired = dv_truncate(dv_add(desired, d->velocity), context->cap);
    dv_vec3 ahead = dv_truncate(dv_scale(change, lag_of(context)), context->cap);
    return dv_add(dv_subtract(desired, context->velocity), ahead);
}

typedef struct plan {
    dock dock;
    float final_speed, time;
} plan;

/// False when there is nowhere to dock; otherwise updates the phase in the state.
static bool plan_of(const dv_steering_context *context, const dv_bound *parameters,
                    docking_state *kept, plan *p) {
    const dv_parameter *descriptors = parameters_of_docking;
    dv_target target;
    if (!dv_target_of(context, parameters, TARGET, &target))
        return false;
    float turn = dv_number_within(context, parameters, descriptors, HEADING);
    float final_speed = dv_number_within(context, parameters, descriptors, SPEED);
    p->time = dv_number_within(context, parameters, descriptors, TIME);
    p->dock = dock_of(context, &target, turn,
                      dv_number_within(context, parameters, descriptors, APPROACH));
    p->final_speed = final_speed < context->cap ? final_speed : context->cap;
    kept->phase = next_phase(context, &p->dock, kept->phase, p->final_speed);
    return true;
}

static dv_vec3 evaluate_docking(const dv_steering_context *context, const dv_bound *parameters,
                                void *state) {
    docking_state *kept = state;
    plan p;
    if (!plan_of(context, parameters, kept, &p))
        return DV_NO_STEERING;
    if (kept->phase == COMING)
        return line_up(context, &p.dock, kept, p.final_speed, p.time);
    kept->side = NO_SIDE;
    if (kept->phase == THROUGH)
        return dv_steer_along(context, p.dock.heading, p.final_speed);
    return come_in(context, &p.dock, p.final_speed, p.time);
}

// Draw the way in with the dock's heading at its end, and the current goal: the entry, the dock, or
// straight on past it.
static void annotate_docking(const dv_steering_context *context, const dv_bound *parameters,
                             const void *state, dv_sketch *sketch) {
    docking_state kept = *(const docking_state *)state;
    plan p;
    if (!plan_of(context, parameters, &kept, &p))
        return;
    dv_vec3 entry = entry_of(&p.dock);
    dv_vec3 berth = p.dock.offset, heading = dv_scale(p.dock.heading, dv_figure_unit(context));
    dv_show_line(context, sketch, entry, berth, DV_INK_CLEAR);
    dv_show_point(context, sketch, berth, DV_INK_TARGET);
    dv_show_arrow(context, sketch, berth, heading, DV_INK_TARGET);
    if (kept.phase == COMING)
        dv_show_place(context, sketch, entry, DV_INK_TARGET);
    else if (kept.phase == LINED_UP)
        dv_show_line(context, sketch, DV_NO_STEERING, berth, DV_INK_TARGET);
}

const dv_behavior_type dv_behavior_docking = {
    .entry = {.name = "docking",
              .doc = "Arrive at a place with a given heading and, if wanted, with a given speed "
                     "and at a given time.",
              .source =
                  "Reynolds 1999, Docking: arrival with orientation, with a non-zero "
                  "velocity, at a given time; along the dock's axis from `approach` behind "
                  "it, aside offset / 2 of the way in ahead; speed 2 way / time − final speed. "
                  "On wheels to there along the tangent to a circle of 1.25 times the tightest, "
                  "and around it (Dubins 1957); with a reverse gear, straight back if that takes "
                  "less time",
              .parameters = parameters_of_docking,
              .parameter_count = DV_COUNT_OF(parameters_of_docking)},
    .state_size = sizeof(docking_state),
    .evaluate = evaluate_docking,
    .annotate = annotate_docking,
};
