// Walk along: two friends walk side by side.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"

enum { PARTNER, TARGET, DISTANCE, SLOWING_DISTANCE };

static const dv_parameter parameters_of_walking[] = {
    {"partner", DV_PARAMETER_AGENT, true, "", 0, 0, 0,
     "the agent to walk with, which should walk along too"},
    {"target", DV_PARAMETER_TARGET, false, "", 0, 0, 0, "where both go; nowhere by default"},
    {"distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 1.2,
     "between the two when side by side"},
    {"slowing_distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2,
     "where slowing down for the place next to the partner, or for the target, begins"},
};

#define SLOWEST 1e-3f ///< m/s; slower velocities give no direction

/// The pair as one of them sees it; the other sees the same, reversed.
typedef struct pair {
    dv_vec3 to_partner;
    dv_vec3 way;  ///< unit, the direction of the pair
    dv_vec3 pace; ///< m/s, the velocity of the pair
} pair;

/// The direction of two that stand as they are. Taking that of the one that still moves was tried:
/// it turns as that one comes nearer, and the two circle each other.
static dv_vec3 way_at_rest(dv_vec3 to_partner) { return dv_normalize(dv_left_of(to_partner)); }

// Both must find the same direction: the common part of theirs. Where one stands, or they go
// opposite ways, they have none; at the same place, their headings have, or that of the lower id.
static dv_vec3 common_way(const dv_steering_context *context, const dv_target *partner,
                          dv_vec3 to_partner) {
    dv_vec3 together = dv_add(context->velocity, partner->velocity);
    bool both_go = dv_length(context->velocity) > SLOWEST && dv_length(partner->velocity) > SLOWEST;
    if (both_go && dv_length(together) > 2 * SLOWEST)
        return dv_normalize(together);
    if (!dv_is_zero(to_partner))
        return way_at_rest(to_partner);
    together = dv_add(context->forward, partner->forward);
    if (dv_length(together) > 1e-3f)
        return dv_normalize(together);
    return context->agent < partner->agent ? context->forward : partner->forward;
}

static bool is_target_given(const dv_bound *parameters) {
    return parameters[TARGET].source != DV_SOURCE_ABSENT;
}

/// With a target, the pair's center arrives at it; without one, the pair goes as the partner does.
static pair see_partner(const dv_steering_context *context, const dv_target *partner,
                        const dv_target *target, float slowing_distance) {
    pair p = {.to_partner = dv_offset_to(context, partner->position)};
    if (!target) {
        p.way = common_way(context, partner, p.to_partner);
        p.pace = partner->velocity;
        return p;
    }
    dv_vec3 rest =
        dv_subtract(dv_offset_to(context, target->position), dv_scale(p.to_partner, 0.5f));
    dv_steering_context standing = *context;
    standing.velocity = dv_vec(0, 0, 0);
    p.pace = dv_arrive_at(&standing, rest, slowing_distance);
    p.way = dv_length(rest) > context->radius ? dv_normalize(rest) : way_at_rest(p.to_partner);
    return p;
}

/// The side that the partner is on; if on neither, the lower id goes on the left.
static dv_vec3 side_of_partner(const dv_steering_context *context, const dv_target *partner,
                               const pair *p) {
    dv_vec3 across = dv_across(p->to_partner, p->way);
    if (dv_length(across) > 1e-3f * (context->radius + partner->radius + 1e-3f))
        return dv_normalize(across);
    return dv_scale(dv_left_of(p->way), context->agent < partner->agent ? -1 : 1);
}

typedef struct plan {
    pair pair;
    dv_meeting meeting;
    dv_vec3 place; ///< the place to go to, as an offset from the agent
} plan;

static bool plan_of(const dv_steering_context *context, const dv_bound *parameters, plan *p) {
    dv_target partner, target;
    if (!dv_target_of(context, parameters, PARTNER, &partner))
        return false;
    bool has_target = is_target_given(parameters);
    if (has_target && !dv_target_of(context, parameters, TARGET, &target))
        return false;
    p->meeting = (dv_meeting){.slowing_distance = dv_number_within(
                                  context, parameters, parameters_of_walking, SLOWING_DISTANCE)};
    float distance = dv_number_within(context, parameters, parameters_of_walking, DISTANCE);
    p->pair =
        see_partner(context, &partner, has_target ? &target : NULL, p->meeting.slowing_distance);
    dv_vec3 side = side_of_partner(context, &partner, &p->pair);
    dv_vec3 beside = dv_subtract(p->pair.to_partner, dv_scale(side, distance));
    // Each goes half of the way, since the other comes to meet it.
    p->place = dv_scale(beside, 0.5f);
    return true;
}

static dv_vec3 walk_along(const dv_steering_context *context, const dv_bound *parameters,
                          void *state) {
    (void)state;
    plan p;
    if (!plan_of(context, parameters, &p))
        return DV_NO_STEERING;
    dv_vec3 way = p.pair.way;
    dv_vec3 steering = dv_arrive_with(context, p.place, p.pair.pace, &p.meeting);
    // The one ahead waits instead of walking back.
    float along = dv_dot(dv_add(steering, context->velocity), way);
    bool is_ahead = dv_dot(p.pair.to_partner, way) < 0;
    return is_ahead && along < 0 ? dv_subtract(steering, dv_scale(way, along)) : steering;
}

// Draw the partner, the place next to it, and where the two go.
static void annotate_walk_along(const dv_steering_context *context, const dv_bound *parameters,
                                const void *state, dv_sketch *sketch) {
    (void)state;
    plan p;
    if (!plan_of(context, parameters, &p))
        return;
    dv_show_line(context, sketch, DV_NO_STEERING, p.pair.to_partner, DV_INK_NEIGHBOR);
    dv_show_place(context, sketch, p.place, DV_INK_TARGET);
    dv_show_velocity(context, sketch, dv_scale(p.pair.to_partner, 0.5f), p.pair.pace,
                     DV_INK_TARGET);
}

const dv_behavior_type dv_behavior_walk_along = {
    .entry = {.name = "walk_along",
              .doc = "Walk side by side with a partner, match its speed, and come together again "
                     "after an obstacle; the one ahead waits.",
              .source = "Popelová & Gemrot, Walk Along: arrival at the middle between here and the "
                        "place beside the partner, moving as the partner does or, with a target, "
                        "as both arrive there",
              .parameters = parameters_of_walking,
              .parameter_count = DV_COUNT_OF(parameters_of_walking)},
    .evaluate = walk_along,
    .annotate = annotate_walk_along,
};
