// Decides which agents make way; see intents.h.
#include "steering/intents.h"

#include "base/alloc.h"
#include "steering/desired.h"
#include "steering/neighbors.h"

#include <string.h>

#define GETS_ON 0.25f        ///< part of the speed it would like; slower ones are held up
#define IS_UNDER_WAY 0.6f    ///< part of the cap; who would like to go slower is about to arrive
#define HAS_ARRIVED 0.1f     ///< part of the cap
#define IS_AT_GOAL 0.5f      ///< part of the radius
#define ASKS_AFTER 1.0f      ///< s held up, before others make way
#define HELD_AT_MOST 4.0f    ///< s
#define FORGETS 0.5f         ///< s per second in which it gets on
#define TIGHT_AFTER 0.5f     ///< s held up, after which the free space shrinks, for a second
#define TIGHT 0.4f           ///< part of the free space that is kept then
#define LEAST_CLEARANCE 0.2f ///< part, after HELD_AT_MOST
#define LEAST_HORIZON 0.1f   ///< part
#define CLOSE 1.0f           ///< parts of the radius between two bodies

void dv_intents_begin(dv_world *world) {
    uint32_t limit = world->agents.limit;
    // If memory is short, nobody makes way in this tick.
    world->intent_count =
        dv_reserve((void **)&world->intents, &world->intent_capacity, limit, sizeof *world->intents)
            ? limit
            : 0;
    if (world->intent_count > 0)
        memset(world->intents, 0, limit * sizeof *world->intents);
}

void dv_publish_intents(dv_world *world, uint32_t agent, const dv_node *node,
                        unsigned char *states) {
    if (!node->plans || world->intent_count == 0)
        return;
    for (uint32_t i = 0; i < node->part_count; i++)
        dv_publish_intents(world, agent, &node->parts[i], states);
    if (!node->behavior || node->part_count == 0)
        return;
    // After those of its parts: an avoidance may prefer another one. Each is published once, so
    // that nobody makes way for an agent that no longer steers by it.
    dv_intent *intent = (dv_intent *)(states + node->intent_offset);
    if (intent->rank != 0)
        world->intents[agent] = *intent;
    intent->rank = 0;
}

float dv_reach_of_intents(const dv_steering_context *context) {
    const dv_world *world = context->world;
    const dv_kind_set all = dv_all_kinds();
    return (1 + CLOSE) * context->radius + dv_largest_of(world, world->largest_radius, &all);
}

/// m, between the agent's body and that of its neighbor.
static float gap_to(const dv_steering_context *context, const dv_neighborhood *near) {
    float bodies = context->radius + dv_property_of(near->world, near->agent, DV_RADIUS);
    return sqrtf(near->distance_squared) - bodies;
}

static bool is_close(const dv_steering_context *context, const dv_neighborhood *near) {
    return gap_to(context, near) < CLOSE * context->radius;
}

/// What a neighbor published; NULL for one that was spawned since.
static const dv_intent *intent_of(const dv_world *world, uint32_t agent) {
    return agent < world->intent_count ? &world->intents[agent] : NULL;
}

static bool is_ahead(dv_vec3 want, dv_vec3 offset) {
    const float least = 0.5f; // cosine
    return dv_dot(want, offset) > least * dv_length(want) * dv_length(offset);
}

/// What an agent finds at its goal, from the least important to the most.
typedef enum company {
    NOBODY,
    SHARES_GOAL, ///< someone close wants to be there, too
    GOES_FIRST,  ///< someone close wants to be there, and has not been
    HOLDS_GOAL   ///< someone close stands there, and has no intent
} company;

/// Whether both cannot be at their goals at once. That of an agent without an intent is its place.
static bool shares_goal(const dv_steering_context *context, const dv_neighborhood *near,
                        const dv_intent *intent) {
    dv_vec3 goal = near->offset;
    if (intent && intent->rank != 0)
        goal = dv_offset_to(context, dv_vec(intent->goal_x, intent->goal_y, intent->goal_z));
    float bodies = dv_length(near->offset) - gap_to(context, near);
    return context->has_goal && dv_length(dv_subtract(goal, context->goal)) < bodies;
}

static company company_of(const dv_steering_context *context, const dv_neighborhood *near) {
    const dv_intent *intent = intent_of(context->world, near->agent);
    bool intends = intent && intent->rank != 0;
    if (!is_close(context, near) || !shares_goal(context, near, intent))
        return NOBODY;
    if (intends && !intent->has_been)
        return GOES_FIRST;
    return intends ? SHARES_GOAL : HOLDS_GOAL;
}

static company company_at_goal(const dv_steering_context *context, dv_neighborhood near) {
    company most = NOBODY;
    while (context->has_goal && dv_neighborhood_next(&near)) {
        company met = company_of(context, &near);
        most = met > most ? met : most;
    }
    return most;
}

/// An agent has been at its goal until the goal moves away.
static void note_arrival(const dv_steering_context *context, company met, dv_vec3 want,
                         dv_intent *intent) {
    dv_vec3 goal = dv_add(context->position, context->has_goal ? context->goal : DV_NO_STEERING);
    dv_vec3 known = dv_vec(intent->goal_x, intent->goal_y, intent->goal_z);
    dv_vec3 moved = dv_offset_between(context->world, known, goal);
    if (!intent->has_been || !(dv_length(moved) < context->radius)) {
        intent->has_been = 0;
        intent->goal_x = goal.x, intent->goal_y = goal.y, intent->goal_z = goal.z;
    }
    bool is_there = context->has_goal && dv_length(context->goal) < IS_AT_GOAL * context->radius;
    if (is_there || dv_length(want) < HAS_ARRIVED * context->cap || met == HOLDS_GOAL)
        intent->has_been = 1;
}

/// An agent that has been at its goal does not ask the others there to make way. If it did, all of
/// them would change places forever. An agent about to arrive asks only others with the same goal.
static bool may_ask(const dv_steering_context *context, company met, dv_vec3 want,
                    const dv_intent *intent) {
    bool is_under_way = dv_length(want) > IS_UNDER_WAY * context->cap;
    return met == NOBODY ? is_under_way : !intent->has_been;
}

static void note_progress(const dv_steering_context *context, company met, dv_vec3 want,
                          dv_intent *intent) {
    float progress = dv_dot(context->velocity, dv_normalize(want));
    bool is_held = progress < GETS_ON * dv_length(want) && may_ask(context, met, want, intent);
    float change = is_held ? context->dt : -FORGETS * context->dt;
    intent->held = dv_clamp(intent->held + change, 0, HELD_AT_MOST);
}

/// Whether a neighbor close by is held up by the agent.
static bool is_held_by(const dv_steering_context *context, const dv_neighborhood *near,
                       const dv_intent *intent) {
    dv_vec3 want = dv_vec(intent->want_x, intent->want_y, intent->want_z);
    return intent->rank != 0 && intent->urgency >= ASKS_AFTER && is_close(context, near) &&
           is_ahead(want, dv_scale(near->offset, -1));
}

/// Who goes the same way gets on when the agent does, and sooner than if it stepped aside.
static bool goes_along(dv_vec3 want, const dv_intent *intent) {
    return dv_dot(want, dv_vec(intent->want_x, intent->want_y, intent->want_z)) > 0;
}

/// Aside from the line on which the other would like to go, and along with it.
static dv_vec3 way_aside(const dv_steering_context *context, dv_vec3 offset,
                         const dv_intent *intent) {
    dv_vec3 along = dv_normalize(dv_vec(intent->want_x, intent->want_y, intent->want_z));
    dv_vec3 aside = dv_across(dv_scale(offset, -1), along);
    if (dv_length(aside) < 1e-3f * dv_length(offset))
        aside = dv_left_of(along);
    return dv_scale(dv_normalize(dv_add(dv_normalize(aside), along)), context->cap);
}

/// The neighbor that the agent should make way for: the one whose request has the lowest rank.
static const dv_intent *one_who_asks(const dv_steering_context *context, dv_neighborhood near,
                                     bool queues, dv_vec3 want, dv_vec3 *offset) {
    bool has_arrived = dv_length(want) < HAS_ARRIVED * context->cap;
    uint32_t rank = context->agent + 1;
    const dv_intent *asks = NULL;
    while (dv_neighborhood_next(&near)) {
        const dv_intent *other = intent_of(context->world, near.agent);
        if (!other || !is_held_by(context, &near, other) || other->rank == rank)
            continue;
        if (queues && shares_goal(context, &near, other))
            continue;
        if (!has_arrived && goes_along(want, other))
            continue;
        if (asks ? other->rank < asks->rank : has_arrived || other->rank < rank) {
            asks = other;
            *offset = near.offset;
        }
    }
    return asks;
}

bool dv_make_way(const dv_steering_context *context, dv_neighborhood near, bool queues,
                 dv_vec3 *want) {
    dv_intent *intent = context->intent;
    if (!intent)
        return false;
    company met = queues ? NOBODY : company_at_goal(context, near);
    note_arrival(context, met, *want, intent);
    bool waits = intent->has_been && met == GOES_FIRST;
    if (waits)
        *want = DV_NO_STEERING;
    dv_vec3 offset;
    const dv_intent *asks = one_who_asks(context, near, queues, *want, &offset);
    if (asks) {
        *want = way_aside(context, offset, asks);
        intent->urgency = asks->urgency;
        intent->rank = asks->rank;
    } else {
        note_progress(context, met, *want, intent);
        intent->urgency = intent->held;
        intent->rank = context->agent + 1;
    }
    intent->want_x = want->x, intent->want_y = want->y, intent->want_z = want->z;
    return waits || asks;
}

dv_vec3 dv_considerate_steering(const dv_steering_context *context, const dv_bound *kind,
                                const dv_bound *state) {
    dv_neighborhood near = dv_neighbors_of(context, kind, state, dv_reach_of_intents(context));
    dv_vec3 want = dv_preferred_velocity(context);
    return dv_make_way(context, near, false, &want) ? dv_subtract(want, context->velocity)
                                                    : context->preferred;
}

dv_patience dv_patience_of(const dv_intent *intent) {
    if (!intent)
        return (dv_patience){1, 1};
    float early = dv_clamp(1 + TIGHT_AFTER - intent->urgency, 0, 1);
    float late = dv_clamp(HELD_AT_MOST - intent->urgency, 0, 1);
    return (dv_patience){.horizon = dv_larger(early, LEAST_HORIZON),
                         .clearance = early > 0 ? dv_larger(early, TIGHT)
                                                : dv_larger(late * TIGHT, LEAST_CLEARANCE)};
}
