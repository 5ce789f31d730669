// The fan of footsteps: arcs of strides from the longest to the shortest, crossed by spokes of
// directions within the angle that the body can turn.
#include "program/value_rows.h"
#include "stress/choose.h"

#include <math.h>

#define LONGEST_STEP 1.0f  ///< s; slower agents take shorter strides instead of longer steps
#define NEAREST_GOAL 1e-3f ///< m

typedef struct fan {
    const dv_steering_context *context;
    dv_footsteps *steps;
    float forward_x, forward_y; ///< unit, level
    float hip;                  ///< m, offset of the stepping foot, positive to the left
    float longest, shortest;    ///< m
    float turn;                 ///< rad
} fan;

static float property_of_agent(const fan *f, dv_property which) {
    return dv_property_of(f->context->world, f->context->agent, which);
}

/// Add a step: turn the heading by `turn`, whose cosine and sine are given, then move by the
/// distances (m) ahead and to the left.
static void add_candidate(fan *f, float turn, float cosine, float sine, float ahead, float left) {
    dv_footsteps *s = f->steps;
    uint32_t i = s->count++;
    float x = f->forward_x * cosine - f->forward_y * sine;
    float y = f->forward_x * sine + f->forward_y * cosine;
    float way_x = x * ahead - y * left, way_y = y * ahead + x * left;
    s->x[i] = f->context->position.x + way_x;
    s->y[i] = f->context->position.y + way_y;
    s->z[i] = f->context->position.z;
    s->forward_x[i] = x;
    s->forward_y[i] = y;
    s->velocity_x[i] = way_x / s->seconds;
    s->velocity_y[i] = way_y / s->seconds;
    s->velocity_z[i] = 0;
    // Offset the foot by the old heading, so that a turn alone brings no foot nearer to a goal.
    s->foot_x[i] = s->x[i] - f->forward_y * f->hip;
    s->foot_y[i] = s->y[i] + f->forward_x * f->hip;
    s->turn[i] = turn;
    s->stride[i] = fabsf(ahead) + fabsf(left);
}

/// Stand, or turn on the spot. The foot that stepped last counts as the foot put forward: it stays
/// where it is, or near there.
static void add_standing(fan *f, const dv_legs *legs, float turn) {
    dv_footsteps *s = f->steps;
    uint32_t i = s->count;
    add_candidate(f, turn, (float)dv_cos((double)turn), (float)dv_sin((double)turn), 0, 0);
    float x = legs->steps_left_foot ? legs->right_x : legs->left_x;
    float y = legs->steps_left_foot ? legs->right_y : legs->left_y;
    float from_x = x - s->x[i], from_y = y - s->y[i];
    // If a script has moved the body away from its feet, set them down beside it.
    if (legs->has_stood && from_x * from_x + from_y * from_y <= f->longest * f->longest * 4) {
        s->foot_x[i] = x;
        s->foot_y[i] = y;
    }
}

static void add_arcs(fan *f, float turn, uint32_t arcs) {
    float cosine = (float)dv_cos((double)turn), sine = (float)dv_sin((double)turn);
    for (uint32_t arc = 0; arc < arcs; arc++) {
        float share = arcs > 1 ? (float)arc / (float)(arcs - 1) : 0;
        add_candidate(f, turn, cosine, sine, f->longest - (f->longest - f->shortest) * share, 0);
    }
}

static void add_fan(fan *f) {
    uint32_t arcs = (uint32_t)property_of_agent(f, DV_ARCS),
             spokes = (uint32_t)property_of_agent(f, DV_SPOKES);
    // Slots and settings may ask for more steps than fit.
    if (arcs * spokes > DV_MAX_FAN)
        spokes = DV_MAX_FAN / arcs;
    for (uint32_t spoke = 0; spoke < spokes; spoke++) {
        // Stay in integers as long as possible, so that right and left are equal to the last bit.
        float across = (float)(2 * (int32_t)spoke - (int32_t)(spokes - 1));
        add_arcs(f, spokes > 1 ? f->turn * across / (float)(spokes - 1) : 0, arcs);
    }
}

/// Add a step that sets its foot down on the goal, if one step reaches it.
static void add_goal(fan *f, dv_vec3 goal) {
    dv_vec3 way = dv_offset_between(f->context->world, f->context->position, goal);
    // The body stops beside the foot, so aim it one hip away from the goal.
    float x = way.x + f->forward_y * f->hip, y = way.y - f->forward_x * f->hip;
    float length = sqrtf(x * x + y * y);
    float ahead = x * f->forward_x + y * f->forward_y, left = y * f->forward_x - x * f->forward_y;
    float turn = (float)dv_atan2((double)left, (double)ahead);
    if (!(length > NEAREST_GOAL) || length > f->longest || fabsf(turn) > f->turn)
        return;
    add_candidate(f, turn, ahead / length, left / length, length, 0);
}

static void add_goals(fan *f, const dv_stress_list *list) {
    const dv_world *world = f->context->world;
    const unsigned char *states = dv_states_of(world, f->context->agent);
    for (uint32_t i = 0; i < list->count && f->steps->count < DV_MAX_FOOTSTEPS; i++) {
        const dv_stress_node *node = list->nodes[i];
        dv_vec3 goal;
        if (node->type->goal &&
            node->type->goal(f->context, node->parameters, states + node->state_offset, &goal))
            add_goal(f, goal);
    }
}

/// The offset (m) of the foot that steps next, positive to the left.
static float hip_of(const dv_steering_context *context) {
    float hip = dv_hip(context->radius);
    return dv_legs_of(context->world, context->agent)->steps_left_foot ? hip : -hip;
}

/// Find the level direction the agent faces; along x if it faces straight up or down.
static void find_facing(fan *f) {
    dv_vec3 level = dv_normalize(dv_vec(f->context->forward.x, f->context->forward.y, 0));
    f->forward_x = dv_is_zero(level) ? 1 : level.x;
    f->forward_y = level.y;
}

/// The duration of a step (s), in whole ticks, such that the longest stride has the speed `cap`.
static float seconds_of(float stride, float cap, float dt) {
    float seconds = stride / cap;
    seconds = seconds < LONGEST_STEP ? seconds : LONGEST_STEP;
    // Round up slightly, so that a rounding error does not cost a tick.
    float ticks = floorf(seconds / dt * 1.00001f);
    return (ticks > 1 ? ticks : 1) * dt;
}

void dv_add_steered_step(const dv_steering_context *context, dv_footsteps *steps) {
    fan f = {.context = context, .steps = steps};
    dv_vec3 wanted = dv_add(context->velocity, context->world->agents.steering[context->agent]);
    wanted.z = 0;
    if (steps->count == 0 || steps->count == DV_MAX_FOOTSTEPS || !dv_is_finite(wanted))
        return;
    wanted = dv_scale(dv_truncate(wanted, context->cap), steps->seconds);
    float length = dv_length(wanted), stride = property_of_agent(&f, DV_STRIDE);
    find_facing(&f);
    float ahead = wanted.x * f.forward_x + wanted.y * f.forward_y;
    float left = wanted.y * f.forward_x - wanted.x * f.forward_y;
    float turn = (float)dv_atan2((double)left, (double)ahead);
    if (!(length > NEAREST_GOAL) || fabsf(turn) > property_of_agent(&f, DV_TURN))
        return;
    f.hip = hip_of(context);
    add_candidate(&f, turn, ahead / length, left / length, length < stride ? length : stride, 0);
}

void dv_add_turns(const dv_steering_context *context, dv_footsteps *steps) {
    const dv_legs *legs = dv_legs_of(context->world, context->agent);
    fan f = {.context = context, .steps = steps, .hip = hip_of(context)};
    float turn = property_of_agent(&f, DV_TURN);
    if (!(turn > 0) || steps->count + 2 > DV_MAX_FOOTSTEPS)
        return;
    f.longest = property_of_agent(&f, DV_STRIDE);
    find_facing(&f);
    add_standing(&f, legs, -turn);
    add_standing(&f, legs, turn);
}

void dv_footsteps_of(const dv_steering_context *context, const dv_stress_list *list,
                     dv_footsteps *steps) {
    const dv_legs *legs = dv_legs_of(context->world, context->agent);
    fan f = {.context = context, .steps = steps};
    steps->count = 0;
    steps->seconds = 0;
    float stride = property_of_agent(&f, DV_STRIDE);
    if (!(context->cap * LONGEST_STEP > NEAREST_GOAL))
        return;
    steps->seconds = seconds_of(stride, context->cap, context->dt);
    float reach = context->cap * steps->seconds, least = property_of_agent(&f, DV_MIN_STRIDE);
    f.longest = reach < stride ? reach : stride;
    f.shortest = least < f.longest ? least : f.longest;
    f.turn = property_of_agent(&f, DV_TURN);
    f.hip = hip_of(context);
    find_facing(&f);
    bool stands = property_of_agent(&f, DV_STAND_STILL) > 0;
    if (stands)
        add_standing(&f, legs, 0);
    add_fan(&f);
    if (stands)
        dv_add_turns(context, steps);
    if (property_of_agent(&f, DV_SIDE_STEP) > 0) {
        add_candidate(&f, 0, 1, 0, 0, -f.longest / 2);
        add_candidate(&f, 0, 1, 0, 0, f.longest / 2);
    }
    if (property_of_agent(&f, DV_BACK_STEP) > 0)
        add_candidate(&f, 0, 1, 0, -f.longest / 2, 0);
    add_goals(&f, list);
}
