// Plans for `wayfinding`; see ways.h.
#include "steering/ways.h"

#include "base/alloc.h"
#include "navigation/plan.h"
#include "navigation/prices.h"
#include "navigation/shared.h"
#include "steering/behaviors/wayfinding.h"
#include "steering/evaluate.h"
#include "steering/known_way.h"

#include <stdio.h>
#include <stdlib.h>

#define WORK_PER_TICK (1u << 20) ///< of planning, as in dv_plan_def.cells
#define LOOKS_EVERY 1.0f         ///< s, at which an agent looks whether the ground has changed
#define LEAST_CLEARANCE 1e-3f    ///< part of the radius; sweeps along a way must not touch
#define WAYS_OUT 4               ///< obstacles that a goal is moved out of, one after another

/// A hash of all that plans lead around, and of the ground.
static uint32_t hash_ground(const dv_world *world) {
    const dv_obstacles *obstacles = &world->obstacles;
    dv_hash hash;
    dv_hash_begin(&hash);
    for (uint32_t i = 0; i < obstacles->count; i++)
        if (obstacles->records[i].alive && (obstacles->records[i].blocks & DV_BLOCKS_PLANNING))
            dv_hash_add_shape(&hash, &obstacles->records[i]);
    uint64_t prices =
        dv_pricing_hash(&(dv_pricing){.world = world, .counts_ground = true, .kind = -1});
    dv_hash_add(&hash, &prices, sizeof prices);
    return (uint32_t)dv_hash_end(&hash);
}

static uint32_t hash_in_this_tick(dv_world *world) {
    dv_way_wishes *wishes = &world->way_wishes;
    if (!wishes->has_hash)
        wishes->hash = hash_ground(world);
    wishes->has_hash = true;
    return wishes->hash;
}

/// Every agent looks at its own times, since its last plan, so that not all look in one tick.
static bool ground_has_changed(dv_world *world, const dv_known_way *way) {
    if (way->planned_at == 0)
        return false;
    uint32_t every = (uint32_t)(LOOKS_EVERY / world->dt + 0.5f);
    uint32_t ticks = (uint32_t)world->tick + 1 - way->planned_at;
    if (ticks == 0 || ticks % (every > 0 ? every : 1) != 0)
        return false;
    return way->ground != hash_in_this_tick(world);
}

static void note_wish(dv_world *world, uint32_t agent, const dv_node *node, unsigned char *states) {
    dv_known_way *way = (dv_known_way *)(void *)(states + node->state_offset);
    dv_way_wishes *wishes = &world->way_wishes;
    if (!way->wishes && !ground_has_changed(world, way))
        return;
    // If memory is short, the agent still wishes in the next tick.
    if (dv_reserve((void **)&wishes->all, &wishes->capacity, wishes->count + 1,
                   sizeof *wishes->all))
        wishes->all[wishes->count++] =
            (dv_way_wish){.agent = agent, .planned_at = way->planned_at, .node = node, .way = way};
}

void dv_note_wishes(dv_world *world, uint32_t agent, const dv_node *node, unsigned char *states) {
    if (!node->plans)
        return;
    if (node->behavior == &dv_behavior_wayfinding)
        note_wish(world, agent, node, states);
    for (uint32_t i = 0; i < node->part_count; i++)
        dv_note_wishes(world, agent, &node->parts[i], states);
}

static int older_first(const void *one, const void *other) {
    const dv_way_wish *a = one, *b = other;
    if (a->planned_at != b->planned_at)
        return a->planned_at < b->planned_at ? -1 : 1;
    // One agent may have several.
    return a->agent != b->agent ? (a->agent < b->agent ? -1 : 1) : a->way < b->way ? -1 : 1;
}

/// Move a goal out of the obstacles that it is in, or too near to.
static dv_vec3 out_of_obstacles(const dv_world *world, dv_vec3 goal, float clearance) {
    dv_barriers barriers;
    if (dv_barriers_gather(&barriers, world, goal.z, goal.z, clearance))
        for (int i = 0; i < WAYS_OUT; i++) {
            dv_vec3 away;
            double excess = dv_barriers_excess(&barriers, goal, &away);
            if (!(excess < 0))
                break;
            goal = dv_add(goal, dv_scale(away, (float)-excess + clearance * 1e-3f + 1e-5f));
        }
    dv_barriers_free(&barriers);
    return goal;
}

static dv_result plan_with(dv_world *world, dv_plan_def *def, float clearance, dv_way *points,
                           dv_plan_outcome *outcome, dv_error *error) {
    dv_vec3 goal = def->to;
    def->clearance = clearance;
    dv_result result = dv_plan_way(world, def, points, outcome, error);
    if (result != DV_OK || (*outcome != DV_PLAN_TO_BLOCKED && *outcome != DV_PLAN_TO_TOO_NEAR))
        return result;
    def->to = out_of_obstacles(world, goal, clearance);
    result = dv_plan_way(world, def, points, outcome, error);
    def->to = goal;
    return result;
}

static void keep_way(dv_known_way *way, const dv_way *points) {
    uint32_t count = points->count > 0 ? points->count - 1 : 0; // the first is where it stands
    way->is_whole = count <= DV_MAX_WAYPOINTS;
    way->count = way->is_whole ? count : DV_MAX_WAYPOINTS;
    for (uint32_t i = 0; i < way->count; i++) {
        dv_vec3 point = points->points[i + 1];
        way->waypoints[i][0] = point.x;
        way->waypoints[i][1] = point.y;
        way->waypoints[i][2] = point.z;
    }
}

/// Whether some ground is dearer for an agent than other ground.
static bool ground_varies(const dv_world *world, uint32_t agent) {
    return dv_pricing_matters(&(dv_pricing){
        .world = world, .counts_ground = true, .kind = (int32_t)world->agents.kind[agent]});
}

static void note_lost(dv_world *world, uint32_t agent, const char *reason) {
    dv_lost_way *lost = &world->lost[world->agents.kind[agent]];
    if (lost->agent != 0)
        return;
    lost->agent = agent + 1;
    snprintf(lost->reason, sizeof lost->reason, "%.255s", reason);
}

bool dv_world_take_lost(dv_world *world, uint32_t kind, dv_agent *agent, dv_error *reason) {
    dv_lost_way *lost = &world->lost[kind];
    if (lost->agent == 0)
        return false;
    *agent = (dv_agent){dv_agent_bits(world, lost->agent - 1)};
    snprintf(reason->message, sizeof reason->message, "%s", lost->reason);
    lost->agent = 0;
    return true;
}

/// Plan for one agent, and subtract the work.
static void plan_way(dv_world *world, dv_way_wish *wish, dv_way_request request, uint64_t *work) {
    dv_known_way *way = wish->way;
    float radius = dv_property_of(world, wish->agent, DV_RADIUS);
    uint64_t left = UINT64_MAX;
    dv_plan_def def = dv_plan_def_default();
    def.from = dv_position_of(world, wish->agent);
    def.to = request.goal;
    def.resolution = request.resolution;
    def.kind = (int32_t)world->agents.kind[wish->agent];
    def.cells = &left;
    float least = (1 + LEAST_CLEARANCE) * radius;
    dv_way points = {0};
    dv_plan_outcome outcome;
    dv_error error;
    dv_result result = plan_with(world, &def, least + request.clearance, &points, &outcome, &error);
    if (result == DV_OK && outcome == DV_PLAN_NO_WAY && request.clearance > 0)
        result = plan_with(world, &def, least, &points, &outcome, &error);
    way->count = way->next = way->is_whole = way->wishes = 0;
    if (result == DV_OK && outcome == DV_PLAN_FOUND)
        keep_way(way, &points);
    else if (result != DV_OK || outcome != DV_PLAN_SAME_PLACE)
        note_lost(world, wish->agent, result == DV_OK ? dv_plan_reason(outcome) : error.message);
    way->ground_varies = ground_varies(world, wish->agent);
    way->planned_at = (uint32_t)world->tick + 1;
    way->ground = hash_in_this_tick(world);
    way->goal[0] = request.goal.x;
    way->goal[1] = request.goal.y;
    way->goal[2] = request.goal.z;
    dv_way_free(&points);
    uint64_t done = UINT64_MAX - left;
    *work = done < *work ? *work - done : 0;
}

static bool is_same(const dv_way_request *a, const dv_way_request *b) {
    return a->goal.x == b->goal.x && a->goal.y == b->goal.y && a->goal.z == b->goal.z &&
           a->clearance == b->clearance && a->resolution == b->resolution;
}

static void grant(dv_world *world, dv_way_wish *wish, dv_way_request request, uint64_t *work) {
    plan_way(world, wish, request, work);
    wish->way = NULL;
}

static dv_way_request request_of(const dv_world *world, const dv_way_wish *wish) {
    dv_steering_context context = dv_steering_context_of(world, wish->agent);
    return dv_way_request_of(&context, wish->node->parameters);
}

/// Grant the wish at an index, and then those for the same goal, whose plans share its search. They
/// have an allowance of their own, so that few such searches are made.
static void grant_all_like(dv_world *world, uint32_t first, uint64_t *work) {
    dv_way_wishes *wishes = &world->way_wishes;
    dv_way_request request = request_of(world, &wishes->all[first]);
    if (!request.is_valid)
        return;
    grant(world, &wishes->all[first], request, work);
    uint64_t shared_work = WORK_PER_TICK;
    for (uint32_t i = first + 1; i < wishes->count && shared_work > 0; i++) {
        dv_way_wish *wish = &wishes->all[i];
        if (!wish->way)
            continue;
        dv_way_request other = request_of(world, wish);
        if (other.is_valid && is_same(&request, &other))
            grant(world, wish, other, &shared_work);
    }
}

void dv_plan_ways(dv_world *world) {
    dv_way_wishes *wishes = &world->way_wishes;
    uint64_t work = WORK_PER_TICK;
    if (wishes->count > 1)
        qsort(wishes->all, wishes->count, sizeof *wishes->all, older_first);
    for (uint32_t i = 0; i < wishes->count && work > 0; i++)
        if (wishes->all[i].way)
            grant_all_like(world, i, &work);
    wishes->count = 0;
    wishes->has_hash = false;
}
