// Leader following: stay close behind a leader, out of its way, and apart from other followers.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "steering/neighbors.h"

enum { LEADER, OFFSET, OFFSET_TIME, SLOWING_DISTANCE, HORIZON, RADIUS, KIND };

static const dv_parameter parameters_of_following[] = {
    {"leader", DV_PARAMETER_AGENT, true, "", 0, 0, 0, "the agent to follow"},
    {"offset", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2, "how far behind the leader"},
    {"offset_time", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 0,
     "plus the distance the leader covers in this time"},
    {"slowing_distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2,
     "where slowing down for the place behind the leader begins"},
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 1,
     "how far ahead the leader's way is kept free"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2,
     "distance below which other followers push"},
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0,
     "the kinds of the other followers; the agent's own by default"},
};

// The rectangle in front of the leader: as wide as both bodies, and as long as both radii plus the
// way the leader covers within the horizon.
typedef struct way {
    float length, half_width;
} way;

static way way_of(const dv_steering_context *context, const dv_bound *parameters,
                  const dv_target *leader) {
    float bodies = context->radius + leader->radius;
    float horizon = dv_number_within(context, parameters, parameters_of_following, HORIZON);
    return (way){bodies + dv_length(leader->velocity) * horizon, bodies};
}

static bool is_in_the_way(const dv_target *leader, dv_vec3 from_leader, const way *w) {
    float ahead = dv_dot(from_leader, leader->forward);
    float aside = dv_length(dv_across(from_leader, leader->forward));
    return ahead > 0 && ahead <= w->length && aside <= w->half_width;
}

static dv_vec3 clear_the_way(const dv_steering_context *context, const dv_target *leader,
                             dv_vec3 from_leader) {
    dv_vec3 aside = dv_across(from_leader, leader->forward);
    if (dv_length_squared(aside) < 1e-12f)
        aside = dv_left_of(leader->forward);
    return dv_steer_along(context, aside, context->cap);
}

/// The place behind the leader, as an offset from the agent.
static dv_vec3 place_behind(const dv_steering_context *context, const dv_bound *parameters,
                            const dv_target *leader, dv_vec3 from_leader) {
    float behind = dv_number_within(context, parameters, parameters_of_following, OFFSET) +
                   dv_number_within(context, parameters, parameters_of_following, OFFSET_TIME) *
                       dv_length(leader->velocity);
    return dv_subtract(dv_scale(leader->forward, -behind), from_leader);
}

static float slowing_distance_of(const dv_steering_context *context, const dv_bound *parameters) {
    return dv_number_within(context, parameters, parameters_of_following, SLOWING_DISTANCE);
}

static dv_neighborhood followers_near(const dv_steering_context *context,
                                      const dv_bound *parameters, float *radius) {
    *radius = dv_number_within(context, parameters, parameters_of_following, RADIUS);
    const dv_bound *kind = &parameters[KIND];
    const dv_kind_set *followers = kind->source == DV_SOURCE_ABSENT
                                       ? &context->world->program->kinds[context->kind].itself
                                       : &kind->kinds;
    return dv_neighborhood_of(context->world, context->position, *radius, followers, NULL,
                              context->agent);
}

static bool next_follower(dv_neighborhood *near, uint32_t leader) {
    while (dv_neighborhood_next(near))
        if (near->agent != leader)
            return true;
    return false;
}

static dv_vec3 keep_apart(const dv_steering_context *context, const dv_bound *parameters,
                          uint32_t leader) {
    float radius;
    dv_neighborhood near = followers_near(context, parameters, &radius);
    dv_vec3 pushes = {0, 0, 0};
    while (next_follower(&near, leader))
        pushes = dv_add(pushes, dv_push_from(context, &near, radius));
    return dv_separate(context->cap, pushes, radius);
}

static dv_vec3 leader_following(const dv_steering_context *context, const dv_bound *parameters,
                                void *state) {
    (void)state;
    dv_target leader;
    if (!dv_target_of(context, parameters, LEADER, &leader))
        return DV_NO_STEERING;
    dv_vec3 from_leader = dv_scale(dv_offset_to(context, leader.position), -1);
    way w = way_of(context, parameters, &leader);
    dv_vec3 place =
        is_in_the_way(&leader, from_leader, &w)
            ? clear_the_way(context, &leader, from_leader)
            : dv_arrive_at(context, place_behind(context, parameters, &leader, from_leader),
                           slowing_distance_of(context, parameters));
    return dv_add(place, keep_apart(context, parameters, leader.agent));
}

// Draw the leader's way that is kept free, the place behind it unless the agent is in that way, and
// the other followers.
static void annotate_leader_following(const dv_steering_context *context,
                                      const dv_bound *parameters, const void *state,
                                      dv_sketch *sketch) {
    (void)state;
    dv_target leader;
    if (!dv_target_of(context, parameters, LEADER, &leader))
        return;
    dv_vec3 to_leader = dv_offset_to(context, leader.position);
    way w = way_of(context, parameters, &leader);
    bool is_in_it = is_in_the_way(&leader, dv_scale(to_leader, -1), &w);
    float radius;
    dv_neighborhood near = followers_near(context, parameters, &radius);
    dv_show_circle(context, sketch, DV_NO_STEERING, radius, DV_INK_NEIGHBOR);
    while (next_follower(&near, leader.agent))
        dv_show_line(context, sketch, DV_NO_STEERING, near.offset, DV_INK_NEIGHBOR);
    dv_show_strip(context, sketch, to_leader, leader.forward, w.length, w.half_width,
                  is_in_it ? DV_INK_THREAT : DV_INK_CLEAR);
    if (!is_in_it)
        dv_show_arrival(context, sketch,
                        place_behind(context, parameters, &leader, dv_scale(to_leader, -1)),
                        slowing_distance_of(context, parameters));
}

const dv_behavior_type dv_behavior_leader_following = {
    .entry =
        {.name = "leader_following",
         .doc = "Arrive behind a leader, stay out of its way, and keep apart from other followers.",
         .source = "Reynolds 1999, Leader Following: arrival at leader − forward · offset, or "
                   "sideways out of the rectangle in front of the leader; + separation",
         .parameters = parameters_of_following,
         .parameter_count = DV_COUNT_OF(parameters_of_following)},
    .evaluate = leader_following,
    .annotate = annotate_leader_following,
};
