// Detours of agents that get nowhere; see detour.h.
#include "stress/detour.h"

#include "base/math.h"
#include "stress/motion.h"
#include "stress/sensors.h"
#include "stress/will.h"

#include <math.h>

// An agent gets nowhere if it does not get PATCH strides away, although it wants to, in PATIENCE
// steps and the steps that it takes to face about.
#define PATCH 3.0f
#define PATIENCE 5.0f
#define SMALLEST_TURN 0.1f ///< rad; bodies that turn less are not waited for any longer
// Count from then on whether it wants to: cheaper than to ask everyone.
#define BEGINS_TO_ASK 4.0f
#define SHORTEST 2.0f    ///< strides of the first detour
#define LONGEST 1e6f     ///< m
#define OUTLOOK 8.0f     ///< strides ahead in which what is in the way is looked for
#define ASIDE 0.02f      ///< cosine; what is nearer to a right angle is straight ahead
#define LEEWAY 4.0f      ///< how much longer than its length a detour may take, plus PATIENCE steps
#define WAYS 24          ///< directions in which a free way is looked for
#define STILL 1e-3f      ///< share of the longest stride; a shorter one counts as standing
#define FACED 0.8f       ///< cosine; from then on a way counts as faced
#define HAND (DV_PI / 2) ///< rad, how far to the side of the wall the search for the way begins

/// An agent that chooses a step: what a step of it measures, and what it wants.
typedef struct walker {
    const dv_steering_context *context;
    dv_detour *detour;
    float stride, seconds; ///< of its longest step
    float patience;        ///< steps
    bool presses; ///< it may have to go back and forth, or scrape along a wall, until it has turned
    dv_will will;
} walker;

void dv_end_detour(dv_detour *detour) { *detour = (dv_detour){0}; }

static float distance_from(const walker *w, float x, float y) {
    dv_vec3 from = dv_vec(x, y, w->context->position.z);
    dv_vec3 way = dv_offset_between(w->context->world, from, w->context->position);
    return sqrtf(way.x * way.x + way.y * way.y);
}

static uint32_t this_tick(const walker *w) { return (uint32_t)w->context->world->tick; }

static void begin_patch(const walker *w) {
    w->detour->from_x = w->context->position.x;
    w->detour->from_y = w->context->position.y;
    w->detour->since = this_tick(w);
}

/// Whether the agent has been in the same patch for so many steps.
static bool is_here_for(const walker *w, float steps) {
    return (float)(this_tick(w) - w->detour->since) * w->context->dt >= steps * w->seconds;
}

static dv_vec3 turned_by(dv_vec3 way, double angle) {
    double sine, cosine;
    dv_sin_cos(angle, &sine, &cosine);
    return dv_vec(way.x * (float)cosine - way.y * (float)sine,
                  way.x * (float)sine + way.y * (float)cosine, 0);
}

/// Keep a hand on the wall: from `first` on, turn away from the side of the hand until the way is
/// free as far as the detour probes. If it is nowhere, take the way that is free for longest.
static dv_vec3 way_by_hand(const walker *w, dv_vec3 first, float side) {
    float longest = -1;
    dv_vec3 best = first;
    for (int i = 0; i < WAYS; i++) {
        dv_vec3 way = turned_by(first, -side * 2 * DV_PI * i / WAYS);
        float free = dv_free_way(w->context, way.x, way.y, w->detour->probe);
        if (free > longest)
            longest = free, best = way;
        if (free >= w->detour->probe)
            break;
    }
    return best;
}

static void lead_on(const walker *w, dv_vec3 first) {
    dv_vec3 way = way_by_hand(w, first, w->detour->side);
    w->detour->way_x = way.x, w->detour->way_y = way.y;
    w->detour->strength = w->will.strength;
}

/// Which of two ways a direction is nearer to: 1 for the right one, −1 for the left one, 0 for
/// none.
static float side_toward(dv_vec3 right, dv_vec3 left, dv_vec3 direction) {
    float more = dv_dot(dv_subtract(right, left), direction);
    return more > ASIDE ? 1 : more < -ASIDE ? -1 : 0;
}

/// The side on which less is free beside an agent that goes along a unit vector; 0 if it is equal.
static float side_along(const walker *w, dv_vec3 way) {
    dv_vec3 left = turned_by(way, DV_PI / 2);
    float free = dv_free_way(w->context, left.x, left.y, w->detour->probe);
    float more = dv_free_way(w->context, -left.x, -left.y, w->detour->probe) - free;
    return more > 0 ? 1 : more < 0 ? -1 : 0;
}

/// Choose the hand to keep on the wall, and return where to look for a way first. One that has been
/// getting on goes on along the wall. Others take the hand that turns them least from where they
/// want to go, or else from where they face, and the left one if all is equal: two that meet
/// head-on both make way to the right.
static dv_vec3 choose_hand(const walker *w) {
    dv_detour *d = w->detour;
    dv_vec3 will = dv_vec(w->will.x, w->will.y, 0), here = w->context->position;
    dv_vec3 from = dv_vec(d->from_x, d->from_y, here.z);
    dv_vec3 got = dv_offset_between(w->context->world, from, here);
    if (dv_length(got) >= w->stride) {
        dv_vec3 way = dv_normalize(dv_vec(got.x, got.y, 0));
        d->side = side_along(w, way);
        if (d->side != 0)
            return turned_by(way, d->side * HAND);
    }
    dv_vec3 right = way_by_hand(w, will, 1), left = way_by_hand(w, will, -1);
    d->side = side_toward(right, left, will);
    if (d->side == 0)
        d->side = side_toward(right, left, w->context->forward) < 0 ? -1 : 1;
    return will;
}

static void begin_detour(const walker *w) {
    dv_detour *d = w->detour;
    float free = dv_free_way(w->context, w->will.x, w->will.y, OUTLOOK * w->stride);
    bool is_another = d->least > 0;
    d->probe = (free < OUTLOOK * w->stride ? free : 0) + 2 * w->stride;
    d->least = is_another ? (float)dv_lesser(2 * d->least, LONGEST) : SHORTEST * w->stride;
    dv_vec3 first = dv_vec(w->will.x, w->will.y, 0);
    if (is_another)
        d->side = -d->side;
    else
        first = choose_hand(w);
    float steps = LEEWAY * d->least / w->stride + w->patience;
    d->until = this_tick(w) + (uint32_t)dv_lesser(steps * w->seconds / w->context->dt, 1e9);
    d->is_under_way = 1;
    d->walked = 0;
    begin_patch(w);
    lead_on(w, first);
}

static void stop_detour(const walker *w) {
    w->detour->is_under_way = 0;
    w->detour->end_x = w->context->position.x;
    w->detour->end_y = w->context->position.y;
    begin_patch(w);
}

/// Where to look for the next way first: toward the wall, but not before the body has turned to the
/// last way. Otherwise the way would run around the body.
static dv_vec3 first_way(const walker *w) {
    dv_vec3 way = dv_vec(w->detour->way_x, w->detour->way_y, 0);
    bool is_faced = dv_dot(way, w->context->forward) > FACED;
    return is_faced ? turned_by(way, w->detour->side * HAND) : way;
}

static void follow_detour(walker *w, const dv_stress_list *list, const dv_footsteps *steps) {
    dv_detour *d = w->detour;
    w->will = dv_will_of(w->context, list, steps);
    if (distance_from(w, d->from_x, d->from_y) > PATCH * w->stride)
        begin_patch(w);
    // Who presses on hardly moves at first. To give up and try the other side would undo the turn.
    bool is_over =
        (int32_t)(this_tick(w) - d->until) >= 0 || (!w->presses && is_here_for(w, w->patience));
    bool is_free = d->walked >= d->least &&
                   dv_free_way(w->context, w->will.x, w->will.y, d->probe) >= d->probe;
    if (!w->will.steps || is_free || is_over)
        stop_detour(w);
    else
        lead_on(w, first_way(w));
}

/// Wait until the agent has wanted to get away for long enough, then begin.
static void watch_progress(walker *w, const dv_stress_list *list, const dv_footsteps *steps) {
    dv_detour *d = w->detour;
    if (distance_from(w, d->from_x, d->from_y) > PATCH * w->stride) {
        begin_patch(w);
        if (distance_from(w, d->end_x, d->end_y) > 2 * d->least + OUTLOOK * w->stride)
            d->least = 0;
        return;
    }
    if (!is_here_for(w, BEGINS_TO_ASK))
        return;
    w->will = dv_will_of(w->context, list, steps);
    if (!w->will.steps)
        begin_patch(w);
    else if (is_here_for(w, w->patience))
        begin_detour(w);
}

void dv_lead_detour(const dv_steering_context *context, const dv_stress_list *list,
                    const dv_footsteps *steps, float turn, bool presses, dv_detour *detour) {
    walker w = {
        .context = context, .detour = detour, .seconds = steps->seconds, .presses = presses};
    for (uint32_t i = 0; i < steps->count; i++)
        w.stride = dv_larger(steps->stride[i], w.stride);
    w.patience = PATIENCE + (float)DV_PI / dv_larger(turn, SMALLEST_TURN);
    // 0 means that the agent was at rest, or is new.
    uint32_t state = context->world->agents.state[context->agent] + 1u;
    if (state != detour->state) {
        *detour = (dv_detour){.state = state};
        begin_patch(&w);
    }
    if (!(w.stride > 0))
        return;
    if (detour->is_under_way)
        follow_detour(&w, list, steps);
    else
        watch_progress(&w, list, steps);
}

void dv_add_detour(const dv_detour *detour, const dv_footsteps *steps, bool minds_aside,
                   float *total) {
    float fastest = 0;
    for (uint32_t i = 0; i < steps->count; i++)
        fastest = dv_larger(steps->stride[i] / steps->seconds, fastest);
    if (!(fastest > 0))
        return;
    for (uint32_t i = 0; i < steps->count; i++) {
        float x = steps->velocity_x[i] / fastest - detour->way_x;
        float y = steps->velocity_y[i] / fastest - detour->way_y;
        float off = fabsf(
            dv_angle_from(steps->forward_x[i], steps->forward_y[i], detour->way_x, detour->way_y));
        bool is_still = steps->stride[i] <= STILL * fastest * steps->seconds;
        float stands = is_still && steps->turn[i] == 0 ? 1 : 0;
        float stress = sqrtf(x * x + y * y) + off / (float)DV_PI + stands;
        if (minds_aside)
            stress += (steps->stride[i] / steps->seconds - dv_speed_ahead(steps, i)) / fastest;
        total[i] += detour->strength / 2 * stress;
    }
}
