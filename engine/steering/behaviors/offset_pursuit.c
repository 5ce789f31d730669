// Offset pursuit: pass a moving target at a distance, or keep a place next to it. Such a place
// turns with the target: its velocity is the target's plus what the turn adds at that offset.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"

enum { TARGET, RADIUS, OFFSET, HORIZON, SLOWING_DISTANCE };

static const dv_parameter parameters_of_offset_pursuit[] = {
    {"target", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "what to pass by or stay next to"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 5,
     "how close to pass by; not used with an offset"},
    {"offset", DV_PARAMETER_VECTOR, false, "m", 0, 0, 0,
     "the place to keep next to the target: meters ahead, to its left, and up"},
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 10,
     "how far ahead it predicts, at most"},
    {"slowing_distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2,
     "where slowing down for the place next to the target begins"},
};

// The offset to the target at the moment the two are nearest, if the agent goes straight on at its
// cap. It is at a right angle to their relative motion, which for a target at rest gives Reynolds'
// plane across the agent's forward axis. So the agent also passes moving targets at the radius.
static dv_vec3 nearest_pass(const dv_steering_context *context, const dv_target *target,
                            dv_vec3 offset, float horizon, float *time) {
    dv_vec3 closing = dv_subtract(target->velocity, dv_scale(context->forward, context->cap));
    double squared = dv_length_double(closing) * dv_length_double(closing);
    double nearest = squared > 0 ? -(double)dv_dot(offset, closing) / squared : 0;
    *time = dv_clamp((float)nearest, 0, horizon);
    return dv_across(offset, dv_normalize(closing));
}

// A target behind the agent but still near was just passed. The agent goes straight on, to turn
// around with room for another pass instead of hanging around the nearest point.
static bool has_just_passed(const dv_steering_context *context, dv_vec3 offset, float radius) {
    return dv_dot(offset, context->forward) <= 0 && dv_length(offset) < 2 * radius;
}

/// Where the target will be when the agent passes it, and the goal to steer for.
typedef struct pass {
    bool is_done; ///< go straight on
    dv_vec3 predicted, goal;
} pass;

static pass pass_of(const dv_steering_context *context, const dv_target *target, dv_vec3 offset,
                    float radius, float horizon) {
    float time;
    if (has_just_passed(context, offset, radius))
        return (pass){.is_done = true};
    dv_vec3 aside = nearest_pass(context, target, offset, horizon, &time);
    if (dv_length(aside) <= 1e-4f * radius)
        aside = dv_axes_of(context->world, context->agent, context->forward).left;
    dv_vec3 predicted = dv_add(offset, dv_scale(target->velocity, time));
    return (pass){.predicted = predicted,
                  .goal = dv_subtract(predicted, dv_scale(dv_normalize(aside), radius))};
}

// How a target turns is not sensed. The agent derives it from the target's axes at consecutive
// looks, and smooths it over a quarter of a second, so that a leader who dodges does not swing the
// far ends of its formation.
#define TURN_TIME 0.25f ///< s
#define JUMP 0.5f   ///< cosine; if axes differ by more, the target was moved or is another agent
#define STILL 1e-6f ///< rad/s; slower turns count as none

/// What an agent remembers of its target. All zero: nothing.
typedef struct memory {
    uint32_t agent; ///< index + 1; 0: none
    uint32_t generation;
    uint32_t tick;       ///< of the last look
    dv_vec3 forward, up; ///< then
    dv_vec3 turn;        ///< rad/s, about this axis
} memory;

static dv_axes axes_of(const dv_steering_context *context, const dv_target *target) {
    return target->is_agent ? dv_axes_of(context->world, target->agent, target->forward)
                            : dv_level_axes(target->forward);
}

static bool is_same_target(const dv_world *world, const dv_target *target, const memory *kept) {
    return kept->agent == target->agent + 1 &&
           kept->generation == world->agents.generation[target->agent];
}

/// The axis of a turn from one set of axes to another. Its length is the sine of the angle, which
/// for small turns is the angle (rad).
static dv_vec3 turn_between(const dv_axes *from, const dv_axes *to) {
    dv_vec3 sum = dv_add(dv_cross(from->forward, to->forward), dv_cross(from->left, to->left));
    return dv_scale(dv_add(sum, dv_cross(from->up, to->up)), 0.5f);
}

/// Look at the target and return how it turns (rad/s); zero on the first look.
static dv_vec3 watch_turn(const dv_steering_context *context, const dv_target *target,
                          const dv_axes *axes, memory *kept) {
    const dv_world *world = context->world;
    if (!target->is_agent) {
        *kept = (memory){0};
        return DV_NO_STEERING;
    }
    float seconds = (float)((uint32_t)world->tick - kept->tick) * context->dt;
    dv_axes before = {kept->forward, dv_cross(kept->up, kept->forward), kept->up};
    bool is_seen_on = is_same_target(world, target, kept) && seconds > 0 &&
                      dv_dot(before.forward, axes->forward) > JUMP &&
                      dv_dot(before.up, axes->up) > JUMP;
    dv_vec3 turn = DV_NO_STEERING;
    if (is_seen_on) {
        dv_vec3 seen = dv_scale(turn_between(&before, axes), 1 / seconds);
        turn = dv_lerp(kept->turn, seen, seconds / (TURN_TIME + seconds));
        if (!(dv_length(turn) > STILL))
            turn = DV_NO_STEERING;
    }
    *kept = (memory){target->agent + 1,
                     world->agents.generation[target->agent],
                     (uint32_t)world->tick,
                     axes->forward,
                     axes->up,
                     turn};
    return turn;
}

/// What the agent does about the target: keep a place next to it, or pass it.
typedef struct plan {
    dv_target target;
    dv_vec3 offset; ///< to the target
    bool keeps_place;
    dv_vec3 place, velocity; ///< of the place to keep
    dv_meeting meeting;
    pass pass;
} plan;

static void plan_place(const dv_steering_context *context, dv_vec3 local, memory *kept, plan *p) {
    dv_axes axes = axes_of(context, &p->target);
    dv_vec3 beside = dv_out_of_axes(&axes, local);
    p->meeting.turn = watch_turn(context, &p->target, &axes, kept);
    p->place = dv_add(p->offset, beside);
    p->velocity = dv_add(p->target.velocity, dv_cross(p->meeting.turn, beside));
}

static bool plan_of(const dv_steering_context *context, const dv_bound *parameters, memory *kept,
                    plan *p) {
    const dv_parameter *descriptors = parameters_of_offset_pursuit;
    dv_vec3 local;
    if (!dv_target_of(context, parameters, TARGET, &p->target))
        return false;
    p->offset = dv_offset_to(context, p->target.position);
    p->meeting = (dv_meeting){
        .slowing_distance = dv_number_within(context, parameters, descriptors, SLOWING_DISTANCE),
        .horizon = dv_number_within(context, parameters, descriptors, HORIZON),
    };
    p->keeps_place = parameters[OFFSET].source != DV_SOURCE_ABSENT;
    if (!p->keeps_place) {
        float radius = dv_number_within(context, parameters, descriptors, RADIUS);
        p->pass = pass_of(context, &p->target, p->offset, radius, p->meeting.horizon);
        return true;
    }
    if (!dv_vector_at(context, parameters, OFFSET, &local))
        return false;
    plan_place(context, local, kept, p);
    return true;
}

static dv_vec3 offset_pursuit(const dv_steering_context *context, const dv_bound *parameters,
                              void *state) {
    plan p;
    if (!plan_of(context, parameters, state, &p))
        return DV_NO_STEERING;
    if (p.keeps_place)
        return dv_arrive_with(context, p.place, p.velocity, &p.meeting);
    return p.pass.is_done ? dv_steer_along(context, context->forward, context->cap)
                          : dv_seek_offset(context, p.pass.goal);
}

static void annotate_offset_pursuit(const dv_steering_context *context, const dv_bound *parameters,
                                    const void *state, dv_sketch *sketch) {
    memory kept = *(const memory *)state;
    plan p;
    if (!plan_of(context, parameters, &kept, &p))
        return;
    if (p.keeps_place) {
        dv_vec3 meeting = dv_meeting_place(context, p.place, p.velocity, &p.meeting);
        dv_show_prediction(context, sketch, p.offset, p.place, DV_INK_TARGET);
        dv_show_place(context, sketch, meeting, DV_INK_TARGET);
    } else if (!p.pass.is_done) {
        float radius = dv_length(dv_subtract(p.pass.goal, p.pass.predicted));
        dv_show_prediction(context, sketch, p.offset, p.pass.predicted, DV_INK_TARGET);
        dv_show_circle(context, sketch, p.pass.predicted, radius, DV_INK_TARGET);
        dv_show_place(context, sketch, p.pass.goal, DV_INK_TARGET);
    }
}

const dv_behavior_type dv_behavior_offset_pursuit = {
    .entry = {.name = "offset_pursuit",
              .doc = "Pass by a moving target at a radius; or, with an offset, keep that place in "
                     "the target's own frame, as in a formation.",
              .source =
                  "Reynolds 1999, Offset Pursuit: s = seek(predicted target − radius · "
                  "unit(its offset across the way when nearest)), straight on just after passing; "
                  "with an offset, arrival at it with its velocity there. Reynolds says nothing "
                  "of turning: here the target's frame goes on turning as it did in the last "
                  "quarter of a second, velocity = target velocity + turn × offset, and the "
                  "prediction is on that circle",
              .parameters = parameters_of_offset_pursuit,
              .parameter_count = DV_COUNT_OF(parameters_of_offset_pursuit)},
    .state_size = sizeof(memory),
    .evaluate = offset_pursuit,
    .annotate = annotate_offset_pursuit,
};
