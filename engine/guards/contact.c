// Guards about bodies in each other's way: collided, stuck.
#include "guards/arguments.h"
#include "guards/chance.h"
#include "neighbors/neighborhood.h"

#include <math.h>

enum { COLLIDED_KIND, COLLIDED_AS, COLLIDED_CHANCE };

static const dv_parameter collided_parameters[] = {
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0, "kinds; all by default"},
    {"as", DV_PARAMETER_SLOT, false, "agent", 0, 0, 0,
     "the slot to store the nearest agent it touches in"},
    DV_CHANCE_PARAMETER("the probability that it holds, drawn once when the agent, which touched "
                        "none of them before, begins to"),
};

typedef struct body {
    const dv_world *world;
    float radius; // m
} body;

static bool does_touch(const void *context, const dv_record *other, dv_vec3 offset,
                       float distance_squared) {
    (void)offset;
    const body *own = context;
    float touch = own->radius + dv_property_of(own->world, other->agent, DV_RADIUS);
    return distance_squared <= touch * touch;
}

static bool find_touched(const dv_guard_context *context, const dv_bound *parameters,
                         uint32_t *nearest) {
    const dv_world *world = context->world;
    const dv_kind_set *kinds = &parameters[COLLIDED_KIND].kinds;
    body own = {world, dv_property_of(world, context->agent, DV_RADIUS)};
    float reach = own.radius + dv_largest_of(world, world->largest_radius, kinds), squared;
    return dv_find_nearest(world, context->position, reach, kinds, context->agent, does_touch, &own,
                           nearest, &squared);
}

static dv_truth test_collided(const dv_guard_context *context, const dv_bound *parameters,
                              void *state) {
    uint32_t nearest;
    bool touches = find_touched(context, parameters, &nearest);
    if (!dv_passes_chance(context, &parameters[COLLIDED_CHANCE], state, touches))
        return DV_FALSE;
    dv_write_agent(context, &parameters[COLLIDED_AS], dv_agent_bits(context->world, nearest));
    return DV_TRUE;
}

const dv_guard_type dv_guard_collided = {
    .entry = {.name = "collided",
              .doc = "The agent's body touches another agent's, perceived or not.",
              .source = "Drover",
              .parameters = collided_parameters,
              .parameter_count = DV_COUNT_OF(collided_parameters),
              .positional = 1},
    DV_STATE_OF_CHANCE,
    .evaluate = test_collided,
    .told = "touched {}",
    .notice = find_touched,
};

enum { STUCK_SECONDS, STUCK_DISTANCE };

static const dv_parameter stuck_parameters[] = {
    {"seconds", DV_PARAMETER_NUMBER, true, "s", 0, INFINITY, 0, "how long"},
    {"distance", DV_PARAMETER_NUMBER, false, "m", 0, INFINITY, 0.5,
     "how far it should have moved in that time"},
};

/// Where the agent is watched from, and since which tick of the guard's clock.
typedef struct anchor {
    float x, y, z;
    uint32_t since;
    uint32_t is_set;
} anchor;

static dv_truth test_stuck(const dv_guard_context *context, const dv_bound *parameters,
                           void *state) {
    anchor *kept = state;
    double dt = context->world->dt;
    uint32_t tick = (uint32_t)(context->clock / dt + 0.5);
    dv_vec3 from = dv_vec(kept->x, kept->y, kept->z);
    double distance = dv_length_double(dv_offset_between(context->world, from, context->position));
    if (!kept->is_set || distance > dv_guard_number(context, &parameters[STUCK_DISTANCE])) {
        dv_vec3 here = context->position;
        *kept = (anchor){here.x, here.y, here.z, tick, 1};
        return DV_FALSE;
    }
    // Allow half a tick for rounding, as in `after`.
    return dv_truth_of((tick - kept->since + 0.5) * dt >=
                       dv_guard_number(context, &parameters[STUCK_SECONDS]));
}

const dv_guard_type dv_guard_stuck = {
    .entry = {.name = "stuck",
              .doc = "The agent has been in this state for some time without moving farther than a "
                     "distance, for whatever reason.",
              .source = "Drover",
              .parameters = stuck_parameters,
              .parameter_count = DV_COUNT_OF(stuck_parameters),
              .positional = 1},
    .state_size = sizeof(anchor),
    .evaluate = test_stuck,
    .told = "was stuck for {seconds}",
};
