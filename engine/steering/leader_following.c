// Leader following: close behind a leader, out of its way, apart from the other followers.
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "steering/neighbors.h"

enum { LEADER, OFFSET, OFFSET_TIME, SLOWING_DISTANCE, HORIZON, RADIUS, KIND };

static const dv_parameter parameters_of_following[] = {
    {"leader", DV_PARAMETER_AGENT, true, "", 0, 0, 0, "whom to follow"},
    {"offset", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2, "how far behind the leader"},
    {"offset_time", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 0,
     "further behind by this long at the leader's speed"},
    {"slowing_distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2,
     "where slowing down for the place behind the leader begins"},
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 1,
     "how long ahead the leader's way is kept free"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2,
     "distance from other followers below which they push"},
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0,
     "who the other followers are; the agent's own kind when not given"},
};

// The rectangle in front of the leader: as wide as both bodies, as long as they and the way the
// leader makes within the horizon.
static bool is_in_the_way(const dv_steering_context *context, const dv_target *leader,
                          dv_vec3 from_leader, float horizon) {
    float bodies = context->radius + leader->radius;
    float ahead = dv_dot(from_leader, leader->forward);
    float aside = dv_length(dv_across(from_leader, leader->forward));
    return ahead > 0 && ahead <= bodies + dv_length(leader->velocity) * horizon && aside <= bodies;
}

static dv_vec3 clear_the_way(const dv_steering_context *context, const dv_target *leader,
                             dv_vec3 from_leader) {
    dv_vec3 aside = dv_across(from_leader, leader->forward);
    if (dv_length_squared(aside) < 1e-12f)
        aside = dv_left_of(leader->forward);
    return dv_steer_along(context, aside, context->cap);
}

static dv_vec3 keep_behind(const dv_steering_context *context, const dv_bound *parameters,
                           const dv_target *leader, dv_vec3 from_leader) {
    float behind = dv_number_within(context, parameters, parameters_of_following, OFFSET) +
                   dv_number_within(context, parameters, parameters_of_following, OFFSET_TIME) *
                       dv_length(leader->velocity);
    dv_vec3 place = dv_scale(leader->forward, -behind);
    return dv_arrive_at(
        context, dv_subtract(place, from_leader),
        dv_number_within(context, parameters, parameters_of_following, SLOWING_DISTANCE));
}

static dv_vec3 keep_apart(const dv_steering_context *context, const dv_bound *parameters,
                          uint32_t leader) {
    float radius = dv_number_within(context, parameters, parameters_of_following, RADIUS);
    const dv_bound *kind = &parameters[KIND];
    dv_kind_set followers =
        kind->source == DV_SOURCE_ABSENT ? (dv_kind_set)1 << context->kind : kind->kinds;
    dv_neighborhood near = dv_neighborhood_of(context->world, context->position, radius, followers,
                                              NULL, context->agent);
    dv_vec3 pushes = {0, 0, 0};
    while (dv_neighborhood_next(&near)) {
        if (near.agent != leader)
            pushes = dv_add(pushes, dv_push_from(context, &near, radius));
    }
    return dv_separate(context->cap, pushes, radius);
}

static dv_vec3 leader_following(const dv_steering_context *context, const dv_bound *parameters,
                                void *state) {
    (void)state;
    dv_target leader;
    if (!dv_target_of(context, parameters, LEADER, &leader))
        return DV_NO_STEERING;
    dv_vec3 from_leader = dv_scale(dv_offset_to(context, leader.position), -1);
    float horizon = dv_number_within(context, parameters, parameters_of_following, HORIZON);
    dv_vec3 place = is_in_the_way(context, &leader, from_leader, horizon)
                        ? clear_the_way(context, &leader, from_leader)
                        : keep_behind(context, parameters, &leader, from_leader);
    return dv_add(place, keep_apart(context, parameters, leader.agent));
}

const dv_behavior_type dv_behavior_leader_following = {
    .entry = {.name = "leader_following",
              .doc = "Arrive behind a leader, stay out of its way and apart from other followers.",
              .source = "Reynolds 1999, Leader Following: arrival at leader − forward · offset, or "
                        "sideways out of the rectangle in front of the leader; + separation",
              .parameters = parameters_of_following,
              .parameter_count = DV_COUNT_OF(parameters_of_following)},
    .evaluate = leader_following,
};
