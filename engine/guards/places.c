// Guards about where the agent is: `inside`, `field`, `off_path`, `blocked`, `arrived`.
#include "guards/arguments.h"
#include "guards/chance.h"
#include "senses/perception.h"
#include "world/fields.h"
#include "world/paths.h"
#include "world/regions.h"

#include <math.h>
#include <string.h>

static const dv_parameter inside_parameters[] = {
    {"region", DV_PARAMETER_PATH, true, "region", 0, 0, 0, "the slot that holds the region"},
};

static dv_truth test_inside(const dv_guard_context *context, const dv_bound *parameters,
                            void *state) {
    (void)state;
    uint64_t handle = dv_bound_handle(context->world, context->agent, &parameters[0]);
    const dv_region_record *region = dv_region_record_of(context->world, handle);
    return dv_truth_of(region && dv_region_holds(context->world, region, context->position));
}

const dv_guard_type dv_guard_inside = {
    .entry = {.name = "inside",
              .doc = "The agent's center is in a region, or on its edge.",
              .source = "Drover",
              .parameters = inside_parameters,
              .parameter_count = DV_COUNT_OF(inside_parameters),
              .positional = 1},
    .evaluate = test_inside,
    .told = "was inside {region}",
};

enum { FIELD, ABOVE, BELOW };

static const dv_parameter field_parameters[] = {
    {"field", DV_PARAMETER_FIELD, true, "", 0, 0, 0, "the field"},
    {"above", DV_PARAMETER_NUMBER, false, "", -INFINITY, INFINITY, -INFINITY, "more than this"},
    {"below", DV_PARAMETER_NUMBER, false, "", -INFINITY, INFINITY, INFINITY, "less than this"},
};

static dv_truth test_field(const dv_guard_context *context, const dv_bound *parameters,
                           void *state) {
    (void)state;
    const dv_field_record *field = dv_field_of_type(context->world, parameters[FIELD].index);
    double amount = dv_field_amount(field, context->position);
    return dv_truth_of(amount > dv_guard_number(context, &parameters[ABOVE]) &&
                       amount < dv_guard_number(context, &parameters[BELOW]));
}

static const char *refuse_field(const dv_bound *parameters) {
    bool has_limit = dv_literal_of(parameters, ABOVE) != -INFINITY ||
                     dv_literal_of(parameters, BELOW) != INFINITY;
    return has_limit ? NULL : "above, below: one of them expected";
}

const dv_guard_type dv_guard_field = {
    .entry = {.name = "field",
              .doc = "Where the agent is, a field holds more than an amount, less than one, or "
                     "between two.",
              .source = "Drover",
              .parameters = field_parameters,
              .parameter_count = DV_COUNT_OF(field_parameters),
              .positional = 1},
    .refuse = refuse_field,
    .evaluate = test_field,
    .told = "was in {field}",
};

enum { DISTANCE, PATH };

static const dv_parameter off_path_parameters[] = {
    {"distance", DV_PARAMETER_NUMBER, true, "m", 0, INFINITY, 0, "farther than this"},
    {"path", DV_PARAMETER_PATH, false, "path", 0, 0, 0,
     "the slot that holds the path; by default the path the agent is following"},
};

/// The path slot of the first behavior in a composition that follows one; NULL when none does.
static const dv_bound *followed_path(const dv_node *node) {
    for (uint32_t i = 0; node->behavior && i < node->behavior->entry.parameter_count; i++) {
        const dv_parameter *parameter = &node->behavior->entry.parameters[i];
        if (parameter->type == DV_PARAMETER_PATH && strcmp(parameter->unit, "path") == 0 &&
            node->parameters[i].source != DV_SOURCE_ABSENT)
            return &node->parameters[i];
    }
    const dv_bound *found = NULL;
    for (uint32_t i = 0; !found && i < node->part_count; i++)
        found = followed_path(&node->parts[i]);
    return found;
}

static const dv_bound *path_of_agent(const dv_guard_context *context) {
    const dv_world *world = context->world;
    const dv_kind *kind = dv_kind_of(world, context->agent);
    uint16_t blend = world->agents.blend[context->agent];
    const dv_node *steer = blend ? kind->blends[blend - 1].node
                                 : kind->states[world->agents.state[context->agent]].steer;
    return steer ? followed_path(steer) : NULL;
}

/// The path in the slot, or the followed path when the slot is absent; NULL when there is none.
static const dv_path_record *path_named(const dv_guard_context *context, const dv_bound *slot) {
    const dv_world *world = context->world;
    if (slot->source == DV_SOURCE_ABSENT)
        slot = path_of_agent(context);
    return slot ? dv_path_record_of(world, dv_bound_handle(world, context->agent, slot)) : NULL;
}

static dv_truth off_path(const dv_guard_context *context, const dv_bound *parameters, void *state) {
    (void)state;
    const dv_path_record *path = path_named(context, &parameters[PATH]);
    if (!path)
        return DV_FALSE;
    double distance = (double)dv_path_nearest(context->world, path, context->position).distance;
    return dv_truth_of(distance > dv_guard_number(context, &parameters[DISTANCE]));
}

const dv_guard_type dv_guard_off_path = {
    .entry = {.name = "off_path",
              .doc = "The agent is farther than a distance from the spine of a path.",
              .source = "Drover",
              .parameters = off_path_parameters,
              .parameter_count = DV_COUNT_OF(off_path_parameters),
              .positional = 1},
    .evaluate = off_path,
    .told = "was more than {distance} off its path",
};

enum { BLOCKED_CLEARANCE, BLOCKED_PATH, BLOCKED_AS };

static const dv_parameter blocked_parameters[] = {
    {"clearance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 0,
     "from the spine to the obstacle's surface, as for planning; at least the body's radius"},
    {"path", DV_PARAMETER_PATH, false, "path", 0, 0, 0,
     "the slot that holds the path; by default the path the agent is following"},
    {"as", DV_PARAMETER_SLOT, false, "obstacle", 0, 0, 0, "the slot to store the obstacle in"},
};

static bool is_obstacle_seen(const void *context, uint32_t obstacle) {
    return dv_sight_holds_obstacle(context, obstacle);
}

static dv_truth test_blocked(const dv_guard_context *context, const dv_bound *parameters,
                             void *state) {
    (void)state;
    const dv_world *world = context->world;
    const dv_path_record *path = path_named(context, &parameters[BLOCKED_PATH]);
    if (!path || world->obstacles.alive_count == 0)
        return DV_FALSE;
    double asked = dv_guard_number(context, &parameters[BLOCKED_CLEARANCE]);
    float radius = dv_property_of(world, context->agent, DV_RADIUS);
    float clearance = asked > (double)radius ? (float)asked : radius;
    dv_sight sight = dv_sight_from(world, context->agent, context->position, context->forward);
    double s = dv_path_nearest(world, path, context->position).s;
    dv_path_obstacle met;
    if (!dv_path_first_met(world, path, s, clearance, is_obstacle_seen, &sight, &met))
        return DV_FALSE;
    dv_slot *slot = dv_own_slot(context, &parameters[BLOCKED_AS]);
    if (slot)
        dv_slot_set_word(slot, dv_world_obstacle_at(world, met.obstacle).bits);
    return DV_TRUE;
}

const dv_guard_type dv_guard_blocked = {
    .entry = {.name = "blocked",
              .doc = "An obstacle that the agent sees blocks its path ahead: time to plan another.",
              .source = "Reich 1997, path re-planning on a condition",
              .parameters = blocked_parameters,
              .parameter_count = DV_COUNT_OF(blocked_parameters),
              .positional = 1},
    .evaluate = test_blocked,
    .told = "an obstacle blocked its path",
};

enum { ARRIVED_TARGET, ARRIVED_DISTANCE, ARRIVED_ANGLE, ARRIVED_SPEED, ARRIVED_CHANCE };

static const dv_parameter arrived_parameters[] = {
    {"target", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "where to be"},
    {"distance", DV_PARAMETER_NUMBER, false, "m", 0, INFINITY, 0.5, "at most this far from it"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, 2 * DV_PI,
     "its heading is within a cone this wide around the target's, which must be an agent or a "
     "pose"},
    {"speed", DV_PARAMETER_NUMBER, false, "m/s", 0, INFINITY, INFINITY, "no faster than this"},
    DV_CHANCE_PARAMETER("the probability that it holds, drawn once on arrival, until it leaves"),
};

static bool is_at_target(const dv_guard_context *context, const dv_bound *parameters) {
    const dv_world *world = context->world;
    dv_steering_context asking = {
        .world = world, .agent = context->agent, .position = context->position};
    dv_target target;
    if (!dv_target_of(&asking, parameters, ARRIVED_TARGET, &target))
        return false;
    dv_vec3 offset = dv_offset_between(world, context->position, target.position);
    float speed = dv_length(dv_sensed_velocity(world, context->agent));
    if (!((double)dv_length(offset) <= dv_guard_number(context, &parameters[ARRIVED_DISTANCE])) ||
        !((double)speed <= dv_guard_number(context, &parameters[ARRIVED_SPEED])))
        return false;
    float half_cosine = dv_bound_half_cosine(world, context->agent, &parameters[ARRIVED_ANGLE]);
    return !target.has_heading || dv_in_cone(target.forward, context->forward,
                                             dv_length_squared(context->forward), half_cosine);
}

static dv_truth test_arrived(const dv_guard_context *context, const dv_bound *parameters,
                             void *state) {
    return dv_truth_of(dv_passes_chance(context, &parameters[ARRIVED_CHANCE], state,
                                        is_at_target(context, parameters)));
}

static const char *refuse_arrived(const dv_bound *parameters) {
    const dv_bound *target = &parameters[ARRIVED_TARGET], *angle = &parameters[ARRIVED_ANGLE];
    bool asks = angle->source != DV_SOURCE_LITERAL || angle->number < 2 * DV_PI;
    bool has_heading = target->source != DV_SOURCE_POINT && target->source != DV_SOURCE_MOUSE &&
                       (target->slot_type == DV_SLOT_AGENT || target->slot_type == DV_SLOT_POSE);
    return asks && !has_heading ? "angle: the target has no heading; an agent or pose expected"
                                : NULL;
}

const dv_guard_type dv_guard_arrived = {
    .entry = {.name = "arrived",
              .doc = "The agent is at a target: near enough, slow enough, and facing the way the "
                     "target does.",
              .source = "Drover",
              .parameters = arrived_parameters,
              .parameter_count = DV_COUNT_OF(arrived_parameters),
              .positional = 1},
    DV_STATE_OF_CHANCE,
    .evaluate = test_arrived,
    .refuse = refuse_arrived,
    .told = "arrived at {target}",
};
