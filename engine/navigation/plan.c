// Planning from end to end: check the request, lay a map, send out the wave, walk and straighten
// the way, and make a path of it. If the wave does not arrive, or only by a detour, another goes
// through narrow places.
#include "navigation/plan.h"
#include "navigation/prices.h"
#include "navigation/shared.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/math.h"
#include "base/result.h"
#include "world/obstacle_shapes.h"
#include "world/paths.h"
#include "world/world_data.h"

#define FARTHEST 1e9f
// Free cells around an open map, so that there is a way around any obstacle at its rim.
#define CELLS_AROUND 3
#define DETOUR 1.1 ///< times the straight way

dv_plan_def dv_plan_def_default(void) {
    return (dv_plan_def){.resolution = 0.25f, .counts_terrain = true, .kind = -1};
}

const char *dv_plan_reason(dv_plan_outcome outcome) {
    switch (outcome) {
    case DV_PLAN_FOUND:
        break;
    case DV_PLAN_SAME_PLACE:
        return "from and to are at the same place";
    case DV_PLAN_FROM_OUTSIDE:
        return "from lies outside the boundary";
    case DV_PLAN_TO_OUTSIDE:
        return "to lies outside the boundary";
    case DV_PLAN_FROM_BLOCKED:
        return "from lies inside an obstacle";
    case DV_PLAN_TO_BLOCKED:
        return "to lies inside an obstacle";
    case DV_PLAN_TO_TOO_NEAR:
        return "to lies nearer to an obstacle than the clearance";
    case DV_PLAN_NO_WAY:
        return "no way leads there with this clearance";
    case DV_PLAN_TOO_FAR_OUT:
        return "positions so far out are too coarse for this resolution";
    }
    return "a way was found";
}

// The request

static bool is_within_reach(dv_vec3 point) {
    return fabsf(point.x) <= FARTHEST && fabsf(point.y) <= FARTHEST && fabsf(point.z) <= FARTHEST;
}

static dv_result check_avoidance(const dv_plan_def *def, dv_error *error) {
    for (uint32_t i = 0; i < def->avoid_count; i++) {
        const dv_avoid *avoid = &def->avoid[i];
        if (!(avoid->radius >= 0 && avoid->radius <= FARTHEST))
            return dv_fail(error, DV_ERROR_ARGUMENT,
                           "plan: avoid: radius must be 0 to %g m, not %g", (double)FARTHEST,
                           (double)avoid->radius);
        if (!(avoid->cost >= 0 && (double)avoid->cost <= DV_DEAREST_AVOIDANCE))
            return dv_fail(error, DV_ERROR_ARGUMENT, "plan: avoid: cost must be 0 to %g, not %g",
                           DV_DEAREST_AVOIDANCE, (double)avoid->cost);
    }
    return DV_OK;
}

static dv_result check_def(const dv_world *world, const dv_plan_def *def, dv_error *error) {
    if (!is_within_reach(def->from) || !is_within_reach(def->to))
        return dv_fail(error, DV_ERROR_ARGUMENT, "plan: %s must be finite and within %g m",
                       is_within_reach(def->from) ? "to" : "from", (double)FARTHEST);
    if (!(def->clearance >= 0 && def->clearance <= FARTHEST))
        return dv_fail(error, DV_ERROR_ARGUMENT, "plan: clearance must be 0 to %g m, not %g",
                       (double)FARTHEST, (double)def->clearance);
    if (!(def->resolution > 0 && def->resolution <= FARTHEST))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "plan: resolution must be above 0 and at most %g m, not %g",
                       (double)FARTHEST, (double)def->resolution);
    if (def->kind >= (int32_t)world->program->kind_count)
        return dv_fail(error, DV_ERROR_NAME, "plan: no kind number %d", (int)def->kind);
    return check_avoidance(def, error);
}

/// A way being planned.
typedef struct plan {
    const dv_plan_def *def;
    dv_vec3 from, to; ///< inside the bounds where the world wraps
    dv_vec3 min, max; ///< the boundary
    bool wraps;       ///< across the boundary
    dv_barriers barriers;
    dv_pricing pricing;
    dv_shared_wave *shared; ///< with other plans to the same goal
    dv_joints start;
    dv_way way;
    dv_plan_work work;
} plan;

static void free_plan(plan *p) {
    dv_barriers_free(&p->barriers);
    dv_free(p->pricing.dangers);
    dv_shared_wave_free(p->shared);
    dv_free(p->start.all);
    dv_way_free(&p->way);
}

static void stretch_to(plan *p, dv_vec3 low, dv_vec3 high, float margin) {
    p->min.x = (float)dv_lesser(p->min.x, low.x - margin);
    p->min.y = (float)dv_lesser(p->min.y, low.y - margin);
    p->max.x = (float)dv_greater(p->max.x, high.x + margin);
    p->max.y = (float)dv_greater(p->max.y, high.y + margin);
}

/// An open map has to cover all that somebody may want to walk around.
static void enclose_all(plan *p) {
    float margin = CELLS_AROUND * p->def->resolution;
    p->min = p->max = p->from;
    stretch_to(p, p->from, p->from, margin);
    stretch_to(p, p->to, p->to, margin);
    for (uint32_t i = 0; i < p->barriers.count; i++) {
        dv_box box = dv_obstacle_box(p->barriers.all[i].obstacle);
        stretch_to(p, box.low, box.high, margin + p->def->clearance);
    }
    dv_box priced;
    if (dv_pricing_box(&p->pricing, &priced))
        stretch_to(p, priced.low, priced.high, margin);
}

static dv_result choose_boundary(const dv_world *world, plan *p, dv_error *error) {
    const dv_bounds *bounds = &world->bounds;
    bool bounds_wrap = bounds->edge == DV_EDGE_WRAP;
    p->min = p->def->has_boundary ? p->def->min : bounds->min;
    p->max = p->def->has_boundary ? p->def->max : bounds->max;
    p->wraps = bounds_wrap && !p->def->has_boundary;
    if (!p->def->has_boundary && bounds->edge == DV_EDGE_OPEN)
        enclose_all(p);
    if (!(fabsf(p->min.x) <= FARTHEST && fabsf(p->min.y) <= FARTHEST &&
          fabsf(p->max.x) <= FARTHEST && fabsf(p->max.y) <= FARTHEST))
        return dv_fail(error, DV_ERROR_ARGUMENT, "plan: boundary must be finite and within %g m",
                       (double)FARTHEST);
    if (!(p->max.x - p->min.x >= p->def->resolution && p->max.y - p->min.y >= p->def->resolution))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "plan: boundary must be at least the resolution wide, %g m, not %g x %g m",
                       (double)p->def->resolution, (double)p->max.x - p->min.x,
                       (double)p->max.y - p->min.y);
    if (bounds_wrap && (p->min.x < bounds->min.x || p->min.y < bounds->min.y ||
                        p->max.x > bounds->max.x || p->max.y > bounds->max.y))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "plan: boundary must lie inside the world's bounds, which wrap");
    return DV_OK;
}

static bool is_inside(const plan *p, dv_vec3 point) {
    return point.x >= p->min.x && point.x <= p->max.x && point.y >= p->min.y && point.y <= p->max.y;
}

// Check both ends

static double farthest_out(dv_vec3 point) { return dv_greater(fabsf(point.x), fabsf(point.y)); }

/// Whether cells are too small for single precision to tell their centers apart. From cells as wide
/// as the distance between two neighboring numbers on, ways lead through walls.
static bool is_too_far_out(const plan *p) {
    float out = (float)dv_greater(farthest_out(p->from), farthest_out(p->to));
    return 2 * ((double)nextafterf(out, INFINITY) - out) > (double)p->def->resolution;
}

static dv_plan_outcome judge_ends(const plan *p) {
    if (p->from.x == p->to.x && p->from.y == p->to.y && p->from.z == p->to.z)
        return DV_PLAN_SAME_PLACE;
    if (!is_inside(p, p->from))
        return DV_PLAN_FROM_OUTSIDE;
    if (!is_inside(p, p->to))
        return DV_PLAN_TO_OUTSIDE;
    if (dv_barriers_clearance_state(&p->barriers, p->from) == DV_STANDS_INSIDE)
        return DV_PLAN_FROM_BLOCKED;
    dv_clearance_state standing = dv_barriers_clearance_state(&p->barriers, p->to);
    return standing == DV_STANDS_INSIDE     ? DV_PLAN_TO_BLOCKED
           : standing == DV_STANDS_TOO_NEAR ? DV_PLAN_TO_TOO_NEAR
                                            : DV_PLAN_FOUND;
}

/// The search that is under way.
typedef struct quest {
    plan *plan;
    const dv_map *map;
    dv_search *search;
} quest;

static bool add_joint(dv_joints *joints, dv_joint joint) {
    if (!dv_reserve((void **)&joints->all, &joints->capacity, joints->count + 1,
                    sizeof *joints->all))
        return false;
    joints->all[joints->count++] = joint;
    return true;
}

static bool join_if_reached(const quest *q, dv_joints *joints, dv_vec3 end, dv_map_place place,
                            uint32_t cell, double reach) {
    const dv_wave *wave = &q->search->wave;
    dv_vec3 there = dv_narrows_point(wave->narrows, q->map, cell, place);
    double meters = dv_length_double(dv_vec(there.x - end.x, there.y - end.y, 0));
    if (meters > reach || !dv_barriers_allow_way(&q->plan->barriers, end, there))
        return true;
    uint64_t weight = dv_wave_weight_of(wave, q->map, cell, meters);
    // Cells are joined alone or from afar; there may be several narrow places, and very close.
    if (cell >= dv_map_size(q->map) && !weight)
        weight = 1;
    return add_joint(joints, (dv_joint){place, cell, weight});
}

/// Join a cell if it is free, else its narrow places, where the end can reach them.
static bool join_if_free(const quest *q, dv_joints *joints, dv_vec3 end, dv_map_place place,
                         double reach) {
    const dv_narrows *narrows = q->search->wave.narrows;
    uint32_t cell, size = (uint32_t)dv_map_size(q->map);
    if (!dv_map_find(q->map, place, &cell))
        return true;
    if (!(q->map->cells[cell] & DV_CELL_BLOCKED))
        return join_if_reached(q, joints, end, place, cell, reach);
    uint32_t i = narrows ? narrows->first_place[cell] : DV_NO_MORE;
    for (; i != DV_NO_MORE; i = narrows->all[i].next)
        if (!join_if_reached(q, joints, end, place, size + i, reach))
            return false;
    return true;
}

/// Join all free cells and narrow places that can be reached in a straight line and are no farther
/// than the clearance and two cells. For an end so close to an obstacle that its own cell is
/// blocked.
static bool join_around(const quest *q, dv_joints *joints, dv_vec3 end, dv_map_place own) {
    double reach = (double)q->plan->def->clearance + 4 * dv_map_half_diagonal(q->map);
    int32_t columns = (int32_t)dv_lesser(reach / q->map->width + 1, q->map->columns);
    int32_t rows = (int32_t)dv_lesser(reach / q->map->depth + 1, q->map->rows);
    dv_map_place place;
    uint64_t cells = (2 * (uint64_t)columns + 1) * (1 + (uint64_t)q->plan->barriers.count);
    for (place.row = own.row - rows; place.row <= own.row + rows; place.row++) {
        if (!dv_plan_take(&q->plan->work, cells))
            return false;
        for (place.column = own.column - columns; place.column <= own.column + columns;
             place.column++)
            if (!join_if_free(q, joints, end, place, reach))
                return false;
    }
    return true;
}

static bool find_joints(const quest *q, dv_joints *joints, dv_vec3 end) {
    dv_map_place own = dv_map_place_of(q->map, end);
    joints->count = 0;
    if (!join_if_free(q, joints, end, own, 2 * dv_map_half_diagonal(q->map)))
        return false;
    return joints->count > 0 || join_around(q, joints, end, own);
}

// All of it

/// The failure may be that the work ran out or was canceled.
static dv_result explain_failure(const plan *p, dv_result result, dv_error *error) {
    if (p->work.exceeded)
        return dv_fail(error, DV_ERROR_LIMIT, "plan: more cells than are left for this tick");
    if (p->work.canceled)
        return dv_fail(error, DV_ERROR_LIMIT, "plan: canceled");
    return result;
}

/// A hash of all that the map and the searches depend on.
static uint64_t key_of(const dv_world *world, const plan *p) {
    const float numbers[] = {p->min.x, p->min.y,          p->max.x,           p->max.y, p->to.x,
                             p->to.y,  p->def->clearance, p->def->resolution, p->wraps};
    const uint64_t others[] = {world->tick, p->barriers.count, dv_pricing_hash(&p->pricing)};
    uint64_t key =
        dv_hash_join(dv_barriers_hash(&p->barriers), dv_hash_bytes(numbers, sizeof numbers));
    return dv_hash_join(key, dv_hash_bytes(others, sizeof others));
}

static dv_result short_of_memory(const plan *p, dv_error *error) {
    return explain_failure(p, dv_fail(error, DV_ERROR_MEMORY, "no memory for a plan"), error);
}

/// Let a wave begin at the goal.
static bool begin_search(const quest *q, const dv_narrows *narrows) {
    return dv_plan_take(&q->plan->work, dv_map_size(q->map)) &&
           dv_wave_begin(&q->search->wave, q->map, narrows) &&
           find_joints(q, &q->search->goal, q->plan->to);
}

static dv_result begin_shared(plan *p, uint64_t key, dv_error *error) {
    dv_shared_wave *shared = p->shared = dv_alloc(sizeof *shared);
    if (!shared)
        return short_of_memory(p, error);
    *shared = (dv_shared_wave){.key = key};
    dv_result result = dv_map_make(&shared->map, &p->barriers, p->min, p->max, p->wraps,
                                   (double)p->def->resolution, &p->work, error);
    if (result != DV_OK)
        return explain_failure(p, result, error);
    if (!dv_map_set_prices(&shared->map, &p->pricing, &p->work))
        return short_of_memory(p, error);
    // Cells are laid out, filled, and expanded, once each.
    dv_note_plan_size(3 * (uint64_t)dv_map_size(&shared->map));
    quest q = {p, &shared->map, &shared->wide};
    return begin_search(&q, NULL) ? DV_OK : short_of_memory(p, error);
}

/// Look for narrow places; if there are any, let another wave begin.
static bool begin_narrow(plan *p) {
    dv_shared_wave *shared = p->shared;
    shared->knows_narrows = true;
    // They are marked, filled, and expanded once more.
    dv_note_plan_size(p->work.begun - p->work.left + 3 * (uint64_t)dv_map_size(&shared->map));
    if (!dv_map_mark(&shared->map, &p->barriers, p->min, p->max, &p->work) ||
        !dv_narrows_find(&shared->narrows, &shared->map, &p->barriers, (double)p->def->clearance,
                         &p->work))
        return false;
    quest q = {p, &shared->map, &shared->narrow};
    return !shared->narrows.count || begin_search(&q, &shared->narrows);
}

/// Follow a search as far as the start and walk back along it; `outcome` says whether it got there.
static dv_result follow_search(plan *p, dv_search *search, dv_plan_outcome *outcome,
                               dv_error *error) {
    const dv_map *map = &p->shared->map;
    quest q = {p, map, search};
    if (!find_joints(&q, &p->start, p->from) ||
        !dv_wave_run(&search->wave, map, &search->goal, &p->start, &p->work))
        return short_of_memory(p, error);
    const dv_joint *start = dv_wave_best(&search->wave, &p->start);
    *outcome = start ? DV_PLAN_FOUND : DV_PLAN_NO_WAY;
    if (!start)
        return DV_OK;
    dv_walk walk = dv_way_walk(&p->way, map, &search->wave, start, &search->goal, p->from, p->to);
    if (walk == DV_WALK_NO_MEMORY)
        return dv_fail(error, DV_ERROR_MEMORY, "no memory for a plan");
    if (walk == DV_WALK_IS_LOST) {
        *outcome = DV_PLAN_TOO_FAR_OUT;
        return DV_OK;
    }
    if (!dv_way_straighten(&p->way, map, &p->barriers, &p->work))
        return explain_failure(p, DV_ERROR_LIMIT, error);
    bool leads_out = p->from.z != p->to.z &&
                     dv_barriers_clearance_state(&p->barriers, p->from) != DV_STANDS_FREE;
    return dv_way_slope(&p->way, p->from.z, p->to.z, leads_out) ? DV_OK : short_of_memory(p, error);
}

/// Whether the way found is so long that narrow places may offer a shorter one.
static bool is_detour(const dv_world *world, const plan *p) {
    double length = 0, straight = dv_length_double(dv_offset_between(world, p->from, p->to));
    for (uint32_t i = 1; i < p->way.count; i++)
        length += dv_length_double(dv_subtract(p->way.points[i], p->way.points[i - 1]));
    return length > DETOUR * straight;
}

/// Search the free cells. Where they offer no way, or only a detour, search again with narrow
/// places. Doing so always was tried: it takes six times as long among 600 rocks.
static dv_result search_twice(const dv_world *world, plan *p, dv_plan_outcome *outcome,
                              dv_error *error) {
    dv_shared_wave *shared = p->shared;
    dv_result result = follow_search(p, &shared->wide, outcome, error);
    if (result != DV_OK || (*outcome == DV_PLAN_FOUND && !is_detour(world, p)))
        return result;
    if (!shared->knows_narrows && !begin_narrow(p))
        return short_of_memory(p, error);
    if (shared->narrows.count == 0)
        return DV_OK;
    dv_way_free(&p->way);
    p->way = (dv_way){0};
    return follow_search(p, &shared->narrow, outcome, error);
}

static dv_result find_way(dv_world *world, plan *p, dv_plan_outcome *outcome, dv_error *error) {
    uint64_t key = key_of(world, p);
    p->shared = dv_shared_wave_take(world, key);
    dv_result result = p->shared ? DV_OK : begin_shared(p, key, error);
    if (result == DV_OK)
        result = search_twice(world, p, outcome, error);
    if (result != DV_OK)
        return result;
    dv_shared_wave_keep(world, p->shared);
    p->shared = NULL;
    return DV_OK;
}

static dv_vec3 as_world_has_it(const dv_world *world, dv_vec3 point) {
    const dv_bounds *bounds = &world->bounds;
    if (world->space == DV_PLANE)
        point.z = 0;
    if (bounds->edge != DV_EDGE_WRAP)
        return point;
    point.x = dv_wrap(point.x, bounds->min.x, bounds->max.x);
    point.y = dv_wrap(point.y, bounds->min.y, bounds->max.y);
    if (world->space == DV_VOLUME)
        point.z = dv_wrap(point.z, bounds->min.z, bounds->max.z);
    return point;
}

static bool gather_barriers(plan *p, const dv_world *world) {
    const dv_plan_def *def = p->def;
    return def->knows_part
               ? dv_barriers_gather_known(&p->barriers, world, p->from.z, p->to.z, def->clearance,
                                          def->known, def->known_count)
               : dv_barriers_gather(&p->barriers, world, p->from.z, p->to.z, def->clearance);
}

static bool gather_prices(plan *p, const dv_world *world) {
    const dv_plan_def *def = p->def;
    p->pricing = (dv_pricing){
        .world = world, .counts_ground = def->counts_terrain, .kind = def->kind, .z = p->to.z};
    for (uint32_t i = 0; i < def->avoid_count; i++)
        if (!dv_pricing_avoid(&p->pricing, &def->avoid[i], def->self))
            return false;
    return true;
}

static dv_result plan_within(dv_world *world, plan *p, dv_plan_outcome *outcome, dv_error *error) {
    if (is_too_far_out(p)) {
        *outcome = DV_PLAN_TOO_FAR_OUT;
        return DV_OK;
    }
    dv_result result = choose_boundary(world, p, error);
    if (result != DV_OK)
        return result;
    *outcome = judge_ends(p);
    if (*outcome != DV_PLAN_FOUND)
        return DV_OK;
    bool is_open;
    if (!dv_barriers_take_sides(&p->barriers, world, p->from, p->to.z, p->def->clearance, &is_open))
        return short_of_memory(p, error);
    if (!is_open || dv_barriers_clearance_state(&p->barriers, p->to) != DV_STANDS_FREE) {
        *outcome = DV_PLAN_NO_WAY;
        return DV_OK;
    }
    return find_way(world, p, outcome, error);
}

dv_result dv_plan_way(dv_world *world, const dv_plan_def *def, dv_way *way,
                      dv_plan_outcome *outcome, dv_error *error) {
    *way = (dv_way){0};
    *outcome = DV_PLAN_NO_WAY;
    dv_result result = check_def(world, def, error);
    if (result != DV_OK)
        return result;
    plan p = {
        .def = def,
        .from = as_world_has_it(world, def->from),
        .to = as_world_has_it(world, def->to),
        .work = {.left = def->cells ? *def->cells : UINT64_MAX,
                 .cancel = def->cancel,
                 .context = def->cancel_context},
    };
    p.work.asked = p.work.begun = p.work.left;
    if (!gather_barriers(&p, world) || !gather_prices(&p, world))
        result = dv_fail(error, DV_ERROR_MEMORY, "no memory for a plan");
    else
        result = plan_within(world, &p, outcome, error);
    if (result == DV_OK && *outcome == DV_PLAN_FOUND) {
        *way = p.way;
        p.way = (dv_way){0};
    }
    if (def->cells)
        *def->cells = p.work.exceeded ? 0 : p.work.left;
    free_plan(&p);
    dv_note_plan_end();
    return result;
}

static dv_result make_path(dv_world *world, const dv_way *way, float radius, dv_path *path,
                           dv_error *error) {
    dv_path_def def = {.points = way->points, .point_count = way->count, .radius = radius};
    if (way->count > DV_MAX_PATH_POINTS)
        return dv_fail(error, DV_ERROR_LIMIT,
                       "plan: the route has %u points, more than the %u a path may have",
                       way->count, DV_MAX_PATH_POINTS);
    dv_result result = dv_path_create(world, &def, path, error);
    if (result == DV_OK)
        dv_path_mark_planned(world, *path);
    return result;
}

dv_result dv_world_plan(dv_world *world, const dv_plan_def *def, dv_path *path,
                        dv_plan_outcome *outcome, dv_error *error) {
    dv_way way;
    *path = (dv_path){0};
    dv_result result = dv_plan_way(world, def, &way, outcome, error);
    if (result == DV_OK && *outcome == DV_PLAN_FOUND)
        result = make_path(world, &way, def->resolution, path, error);
    dv_way_free(&way);
    return result;
}
