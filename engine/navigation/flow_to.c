// Flows to goals: see flow_to.h. Lay a map over the world's bounds, find the cells around the
// goals, and march from them.
#include "navigation/flow_to.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/result.h"
#include "navigation/crowding.h"
#include "navigation/march.h"
#include "navigation/prices.h"
#include "navigation/shared.h"
#include "world/flows.h"
#include "world/obstacle_shapes.h"
#include "world/regions.h"
#include "world/world_data.h"

#define FARTHEST 1e9f
// Around a point, the distances of so many cells are exact. Near it, fronts are too bent for a
// march: without, it points up to 6.5° off at four cells from there, and 3.6° at ten.
#define EXACT_CELLS 4

dv_flow_to_def dv_flow_to_def_default(void) {
    return (dv_flow_to_def){.resolution = 0.5f, .counts_terrain = true, .kind = -1};
}

const char *dv_flow_reason(dv_flow_outcome outcome) {
    switch (outcome) {
    case DV_FLOW_LEADS:
        break;
    case DV_FLOW_GOAL_OUTSIDE:
        return "a goal lies outside the bounds";
    case DV_FLOW_GOAL_BLOCKED:
        return "a goal lies inside an obstacle";
    case DV_FLOW_GOAL_CLOSED:
        return "a goal has no free place with this clearance";
    case DV_FLOW_GOALS_GONE:
        return "the goals are gone";
    case DV_FLOW_OUT_OF_MEMORY:
        return "no memory to renew the flow";
    }
    return "it leads to a goal";
}

// The request

static bool is_gone(const dv_world *world, const dv_flow_goal *goal) {
    return (goal->agent.bits && !dv_agent_alive(world, goal->agent)) ||
           (goal->region.bits && !dv_region_alive(world, goal->region));
}

static dv_result check_goals(const dv_world *world, const dv_flow_to_def *def, dv_error *error) {
    if (def->goal_count < 1 || def->goal_count > DV_MAX_FLOW_GOALS)
        return dv_fail(error, DV_ERROR_ARGUMENT, "flow_to: 1 to %d goals expected, not %u",
                       DV_MAX_FLOW_GOALS, def->goal_count);
    for (uint32_t i = 0; i < def->goal_count; i++) {
        const dv_flow_goal *goal = &def->goals[i];
        bool is_point = !goal->agent.bits && !goal->region.bits;
        if (is_gone(world, goal))
            return dv_fail(error, DV_ERROR_STALE, "flow_to: goal %u is gone", i + 1);
        if (is_point && !(dv_is_finite(goal->point) && fabsf(goal->point.x) <= FARTHEST &&
                          fabsf(goal->point.y) <= FARTHEST))
            return dv_fail(error, DV_ERROR_ARGUMENT,
                           "flow_to: goal %u must be finite and within %g m", i + 1,
                           (double)FARTHEST);
    }
    return DV_OK;
}

static dv_result check_def(const dv_world *world, const dv_flow_to_def *def, dv_error *error) {
    if (world->space == DV_VOLUME)
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "flow_to: the world is a volume, and such a flow leads only across a plane");
    if (!(def->clearance >= 0 && def->clearance <= FARTHEST))
        return dv_fail(error, DV_ERROR_ARGUMENT, "flow_to: clearance must be 0 to %g m, not %g",
                       (double)FARTHEST, (double)def->clearance);
    if (!(def->resolution > 0 && def->resolution <= FARTHEST))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "flow_to: resolution must be above 0 and at most %g m, not %g",
                       (double)FARTHEST, (double)def->resolution);
    if (!(def->density >= 0 && (double)def->density <= DV_DENSEST))
        return dv_fail(error, DV_ERROR_ARGUMENT, "flow_to: density must be 0 to %g, not %g",
                       DV_DENSEST, (double)def->density);
    if (def->kind >= (int32_t)world->program->kind_count)
        return dv_fail(error, DV_ERROR_NAME, "flow_to: no kind number %d", (int)def->kind);
    return check_goals(world, def, error);
}

static dv_result check_size(const dv_world *world, const dv_flow_to_def *def, dv_error *error) {
    const dv_bounds *bounds = &world->bounds;
    double columns = dv_map_cells_along(bounds->min.x, bounds->max.x, (double)def->resolution);
    double rows = dv_map_cells_along(bounds->min.y, bounds->max.y, (double)def->resolution);
    double others = 0;
    if (!(columns >= 1 && rows >= 1))
        return dv_fail(error, DV_ERROR_ARGUMENT, "flow_to: the world's bounds have no area");
    if (columns * rows > DV_MAX_FLOW_NODES)
        return dv_fail(error, DV_ERROR_LIMIT,
                       "flow_to: resolution: cells of %g m make a map of %.0f x %.0f cells, more "
                       "than the %u allowed",
                       (double)def->resolution, columns, rows, DV_MAX_FLOW_NODES);
    for (uint32_t i = 0; i < world->flows.ids.count; i++)
        if (world->flows.ids.alive[i] && world->flows.records[i].aim)
            others += dv_flow_node_count(&world->flows.records[i]);
    if (others + columns * rows > DV_MAX_AIMED_NODES)
        return dv_fail(error, DV_ERROR_LIMIT,
                       "flow_to: all flows to goals would have more than %u cells together: remove "
                       "some, or use larger cells",
                       DV_MAX_AIMED_NODES);
    return DV_OK;
}

// What a flow depends on

/// A flow being computed.
typedef struct course {
    const dv_world *world;
    const dv_flow_aim *aim;
    dv_barriers barriers;
    dv_pricing pricing;
    dv_map map;
    dv_crowding crowding;
    dv_seeds seeds;
    dv_flow_outcome outcome;
    dv_plan_work work;
} course;

static void free_course(course *c) {
    dv_barriers_free(&c->barriers);
    dv_map_free(&c->map);
    dv_crowding_free(&c->crowding);
    dv_free(c->seeds.all);
}

/// The clearance of a map's barriers with which cells are blocked up to the aim's clearance, or up
/// to half their diagonal. A map adds that half.
static float clearance_of_barriers(const dv_world *world, const dv_flow_aim *aim) {
    dv_vec3 low = world->bounds.min, high = world->bounds.max, span = dv_subtract(high, low);
    double width = span.x / dv_map_cells_along(low.x, high.x, (double)aim->resolution);
    double depth = span.y / dv_map_cells_along(low.y, high.y, (double)aim->resolution);
    return (float)dv_greater(aim->clearance - sqrt(width * width + depth * depth) / 2, 0);
}

static dv_vec3 as_world_has_it(const dv_world *world, dv_vec3 point) {
    const dv_bounds *bounds = &world->bounds;
    if (bounds->edge != DV_EDGE_WRAP)
        return point;
    return dv_vec(dv_wrap(point.x, bounds->min.x, bounds->max.x),
                  dv_wrap(point.y, bounds->min.y, bounds->max.y), 0);
}

static dv_vec3 point_of(const dv_world *world, const dv_flow_goal *goal) {
    return as_world_has_it(world,
                           goal->agent.bits ? dv_agent_position(world, goal->agent) : goal->point);
}

static void add_goals(dv_hash *hash, const course *c) {
    for (uint32_t i = 0; i < c->aim->goal_count; i++) {
        const dv_flow_goal *goal = &c->aim->goals[i];
        const dv_region_record *region = dv_region_record_of(c->world, goal->region.bits);
        if (is_gone(c->world, goal))
            continue;
        if (region) {
            dv_hash_add_shape(hash, &region->shape);
        } else {
            dv_vec3 point = point_of(c->world, goal);
            dv_hash_add(hash, &point, sizeof point);
        }
    }
}

/// A hash of all that the arrows depend on. What never changes, such as the resolution, is left
/// out.
static uint64_t key_of(const course *c) {
    dv_hash hash;
    dv_hash_begin(&hash);
    add_goals(&hash, c);
    if (c->crowding.parts)
        dv_hash_add(&hash, c->crowding.parts,
                    (size_t)c->crowding.columns * (size_t)c->crowding.rows *
                        sizeof *c->crowding.parts);
    const uint64_t others[] = {c->barriers.count, dv_barriers_hash(&c->barriers),
                               dv_pricing_hash(&c->pricing)};
    dv_hash_add(&hash, others, sizeof others);
    return dv_hash_end(&hash);
}

// Goals

static bool add_seed(course *c, uint32_t cell, double meters, dv_flow_arrow arrow) {
    dv_seeds *seeds = &c->seeds;
    if (!dv_reserve((void **)&seeds->all, &seeds->capacity, seeds->count + 1, sizeof *seeds->all))
        return false;
    seeds->all[seeds->count++] = (dv_seed){cell, meters, arrow};
    return true;
}

static bool is_free(const course *c, dv_map_place place, uint32_t *cell) {
    return dv_map_find(&c->map, place, cell) && !(c->map.cells[*cell] & DV_CELL_BLOCKED);
}

/// Begin in a free cell near a point, if a straight way leads from there to the point.
static bool begin_near(course *c, dv_vec3 point, dv_map_place place, double reach) {
    uint32_t cell;
    dv_map_place own = dv_map_place_of(&c->map, point);
    dv_vec3 center = dv_map_center(&c->map, place);
    double x = point.x - (double)center.x, y = point.y - (double)center.y;
    double meters = sqrt(x * x + y * y);
    if (!is_free(c, place, &cell))
        return true;
    bool is_goal = place.column == own.column && place.row == own.row;
    if (!is_goal && (meters > reach || !dv_barriers_allow_way(&c->barriers, point, center)))
        return true;
    return add_seed(c, cell, dv_map_price_along(&c->map, center, point),
                    is_goal ? (dv_flow_arrow){0, 0} : dv_arrow_along(x, y, DV_ARROW_LENGTH));
}

/// Begin in all free cells around a point.
static bool begin_around(course *c, dv_vec3 point) {
    double half = dv_map_half_diagonal(&c->map);
    double reach = dv_greater((double)c->aim->clearance, half) + 2 * EXACT_CELLS * half;
    int32_t columns = (int32_t)dv_lesser(reach / c->map.width + 1, c->map.columns);
    int32_t rows = (int32_t)dv_lesser(reach / c->map.depth + 1, c->map.rows);
    dv_map_place own = dv_map_place_of(&c->map, point), place;
    uint64_t cells = (2 * (uint64_t)columns + 1) * (1 + (uint64_t)c->barriers.count);
    for (place.row = own.row - rows; place.row <= own.row + rows; place.row++) {
        if (!dv_plan_take(&c->work, cells))
            return false;
        for (place.column = own.column - columns; place.column <= own.column + columns;
             place.column++)
            if (!begin_near(c, point, place, reach))
                return false;
    }
    return true;
}

/// Begin in all free cells whose centers are in a region.
static bool begin_in(course *c, const dv_region_record *region) {
    dv_map_place place;
    for (place.row = 0; place.row < c->map.rows; place.row++) {
        if (!dv_plan_take(&c->work, (uint64_t)c->map.columns))
            return false;
        for (place.column = 0; place.column < c->map.columns; place.column++) {
            uint32_t cell;
            if (is_free(c, place, &cell) &&
                dv_region_holds(c->world, region, dv_map_center(&c->map, place)) &&
                !add_seed(c, cell, 0, (dv_flow_arrow){0, 0}))
                return false;
        }
    }
    return true;
}

static bool is_inside_bounds(const dv_world *world, dv_vec3 point) {
    const dv_bounds *bounds = &world->bounds;
    return point.x >= bounds->min.x && point.x <= bounds->max.x && point.y >= bounds->min.y &&
           point.y <= bounds->max.y;
}

/// Begin at a goal; `outcome` says whether the march can.
static bool begin_at(course *c, const dv_flow_goal *goal, dv_flow_outcome *outcome) {
    const dv_region_record *region = dv_region_record_of(c->world, goal->region.bits);
    uint32_t before = c->seeds.count;
    dv_vec3 point = region ? region->shape.position : point_of(c->world, goal);
    *outcome = DV_FLOW_LEADS;
    if (region && !begin_in(c, region))
        return false;
    if (region && c->seeds.count > before)
        return true;
    // A region that holds no center of a cell counts as a point.
    *outcome = !is_inside_bounds(c->world, point) ? DV_FLOW_GOAL_OUTSIDE
               : dv_barriers_clearance_state(&c->barriers, point) == DV_STANDS_INSIDE
                   ? DV_FLOW_GOAL_BLOCKED
                   : DV_FLOW_LEADS;
    if (*outcome != DV_FLOW_LEADS)
        return true;
    if (!begin_around(c, point))
        return false;
    *outcome = c->seeds.count > before ? DV_FLOW_LEADS : DV_FLOW_GOAL_CLOSED;
    return true;
}

/// Begin at all goals. With `must_all`, stop at the first that cannot be reached.
static bool begin_at_goals(course *c, bool must_all) {
    dv_flow_outcome first = DV_FLOW_GOALS_GONE;
    for (uint32_t i = 0; i < c->aim->goal_count; i++) {
        dv_flow_outcome outcome;
        if (is_gone(c->world, &c->aim->goals[i]))
            continue;
        if (!begin_at(c, &c->aim->goals[i], &outcome))
            return false;
        if (outcome != DV_FLOW_LEADS && first == DV_FLOW_GOALS_GONE)
            first = outcome;
        if (must_all && outcome != DV_FLOW_LEADS)
            break;
    }
    bool leads = c->seeds.count > 0 && !(must_all && first != DV_FLOW_GOALS_GONE);
    c->outcome = leads ? DV_FLOW_LEADS : first;
    return true;
}

// All of it

static dv_result explain_failure(const course *c, dv_error *error) {
    if (c->work.exceeded)
        return dv_fail(error, DV_ERROR_LIMIT, "flow_to: more cells than are left for this tick");
    if (c->work.canceled)
        return dv_fail(error, DV_ERROR_LIMIT, "flow_to: canceled");
    return dv_fail(error, DV_ERROR_MEMORY, "no memory for a flow to goals");
}

/// Gather what the flow depends on, and lay the map of its obstacles.
static bool survey(course *c) {
    const dv_world *world = c->world;
    const dv_bounds *bounds = &world->bounds;
    c->pricing =
        (dv_pricing){.world = world, .counts_ground = c->aim->counts_terrain, .kind = c->aim->kind};
    c->work.asked = c->work.begun = c->work.left;
    dv_error error;
    return dv_barriers_gather(&c->barriers, world, 0, 0, clearance_of_barriers(world, c->aim)) &&
           dv_map_make(&c->map, &c->barriers, bounds->min, bounds->max,
                       bounds->edge == DV_EDGE_WRAP, (double)c->aim->resolution, &c->work,
                       &error) == DV_OK &&
           (!(c->aim->density > 0) || dv_crowding_count(&c->crowding, world, &c->map));
}

static bool find_arrows(course *c, bool must_all, dv_flow_arrow *arrows) {
    if (!dv_map_set_prices(&c->map, &c->pricing, &c->work) ||
        (c->crowding.parts &&
         !dv_crowding_add_prices(&c->crowding, &c->map, (double)c->aim->density)) ||
        !begin_at_goals(c, must_all))
        return false;
    return (must_all && c->outcome != DV_FLOW_LEADS) ||
           dv_march(&c->map, &c->seeds, arrows, &c->work);
}

static bool copy_goals(dv_flow_aim *aim, const dv_flow_to_def *def) {
    aim->goals = dv_alloc(def->goal_count * sizeof *aim->goals);
    for (uint32_t i = 0; aim->goals && i < def->goal_count; i++) {
        const dv_flow_goal *goal = &def->goals[i];
        aim->goals[i].agent = goal->agent;
        aim->goals[i].region = goal->region;
        aim->goals[i].point = goal->agent.bits || goal->region.bits ? dv_vec(0, 0, 0) : goal->point;
    }
    aim->goal_count = def->goal_count;
    return aim->goals != NULL;
}

/// The nodes of a flow are at the centers of its map's cells.
static void lay_nodes(dv_flow_record *flow, const course *c) {
    flow->count[0] = (uint32_t)c->map.columns;
    flow->count[1] = (uint32_t)c->map.rows;
    flow->count[2] = 1;
    flow->origin = dv_map_center(&c->map, (dv_map_place){0, 0});
    flow->spacing = dv_vec((float)c->map.width, (float)c->map.depth, 1);
    flow->wraps = c->map.wraps;
}

static bool compute_first(course *c, dv_flow_record *flow, const dv_flow_to_def *def) {
    dv_flow_aim *aim = flow->aim = dv_alloc(sizeof *aim);
    if (!aim)
        return false;
    *aim = (dv_flow_aim){.clearance = def->clearance,
                         .resolution = def->resolution,
                         .counts_terrain = def->counts_terrain,
                         .kind = def->kind,
                         .density = def->density};
    c->aim = aim;
    if (!copy_goals(aim, def) || !survey(c))
        return false;
    lay_nodes(flow, c);
    aim->key = key_of(c);
    aim->arrows = dv_alloc(dv_flow_node_count(flow) * sizeof *aim->arrows);
    return aim->arrows && find_arrows(c, true, aim->arrows);
}

dv_result dv_world_flow_to(dv_world *world, const dv_flow_to_def *def, dv_flow *flow,
                           dv_flow_outcome *outcome, dv_error *error) {
    *flow = (dv_flow){0};
    *outcome = DV_FLOW_GOALS_GONE;
    dv_result result = check_def(world, def, error);
    if (result == DV_OK)
        result = check_size(world, def, error);
    if (result != DV_OK)
        return result;
    dv_flow_record record = {.type = DV_NO_FLOW_TYPE, .born = world->tick};
    course c = {.world = world,
                .work = {.left = def->cells ? *def->cells : UINT64_MAX,
                         .cancel = def->cancel,
                         .context = def->cancel_context}};
    if (!compute_first(&c, &record, def))
        result = explain_failure(&c, error);
    if (def->cells)
        *def->cells = c.work.exceeded ? 0 : c.work.left;
    *outcome = c.outcome;
    free_course(&c);
    dv_note_plan_end();
    if (result == DV_OK && *outcome == DV_FLOW_LEADS)
        return dv_flow_add(world, &record, flow, error);
    dv_flow_free(&record);
    return result;
}

/// If memory is short, the flow stays as it is, and says so until its next renewal.
static void renew(const dv_world *world, const dv_flow_record *flow) {
    dv_flow_aim *aim = flow->aim;
    course c = {.world = world, .aim = aim, .work.left = UINT64_MAX};
    bool fine = survey(&c);
    uint64_t key = fine ? key_of(&c) : 0;
    if (fine && (key != aim->key || aim->outcome == DV_FLOW_OUT_OF_MEMORY)) {
        dv_flow_arrow *arrows = dv_alloc(dv_flow_node_count(flow) * sizeof *arrows);
        fine = arrows && find_arrows(&c, false, arrows);
        if (fine) {
            dv_flow_arrow *old = aim->arrows;
            aim->arrows = arrows;
            arrows = old;
            aim->key = key;
            aim->outcome = c.outcome;
        }
        dv_free(arrows);
    }
    if (!fine)
        aim->outcome = DV_FLOW_OUT_OF_MEMORY;
    free_course(&c);
    dv_note_plan_end();
}

void dv_aimed_flows_renew(dv_world *world) {
    for (uint32_t i = 0; i < world->flows.ids.count; i++) {
        const dv_flow_record *flow = &world->flows.records[i];
        if (world->flows.ids.alive[i] && flow->aim && dv_flow_is_due(world, flow, DV_FLOW_RENEWAL))
            renew(world, flow);
    }
}

dv_flow_outcome dv_flow_outcome_of(const dv_world *world, dv_flow flow) {
    const dv_flow_record *record = dv_flow_record_of(world, flow.bits);
    return record && record->aim ? record->aim->outcome : DV_FLOW_LEADS;
}
