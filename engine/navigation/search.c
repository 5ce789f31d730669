// Searching a map for a way: where its ends join the cells, waves from the goal, and the walk back.
#include "navigation/search.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/result.h"
#include "world/world_data.h"

#define DETOUR 1.1 ///< times the straight way

/// The search that is under way.
typedef struct quest {
    dv_planning *plan;
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

// The searches

/// The failure may be that the work ran out or was canceled.
static dv_result explain_failure(const dv_planning *p, dv_result result, dv_error *error) {
    if (p->work.exceeded)
        return dv_fail(error, DV_ERROR_LIMIT, "plan: more cells than are left for this tick");
    if (p->work.canceled)
        return dv_fail(error, DV_ERROR_LIMIT, "plan: canceled");
    return result;
}

/// A hash of all that the map and the searches depend on.
static uint64_t key_of(const dv_world *world, const dv_planning *p) {
    const dv_window *w = &p->window;
    const float numbers[] = {w->min.x, w->min.y,          w->max.x,      w->max.y, p->to.x,
                             p->to.y,  p->def->clearance, w->resolution, w->wraps};
    const uint64_t others[] = {world->tick, p->barriers.count, dv_pricing_hash(&p->pricing)};
    uint64_t key =
        dv_hash_join(dv_barriers_hash(&p->barriers), dv_hash_bytes(numbers, sizeof numbers));
    return dv_hash_join(key, dv_hash_bytes(others, sizeof others));
}

dv_result dv_plan_short_of_memory(const dv_planning *p, dv_error *error) {
    return explain_failure(p, dv_fail(error, DV_ERROR_MEMORY, "no memory for a plan"), error);
}

/// Let a wave begin at the goal.
static bool begin_search(const quest *q, const dv_narrows *narrows) {
    return dv_plan_take(&q->plan->work, dv_map_size(q->map)) &&
           dv_wave_begin(&q->search->wave, q->map, narrows) &&
           find_joints(q, &q->search->goal, q->plan->to);
}

static dv_result begin_shared(dv_planning *p, uint64_t key, dv_error *error) {
    dv_shared_wave *shared = p->shared = dv_alloc(sizeof *shared);
    if (!shared)
        return dv_plan_short_of_memory(p, error);
    *shared = (dv_shared_wave){.key = key};
    const dv_window *w = &p->window;
    dv_result result = dv_map_make(&shared->map, &p->barriers, w->min, w->max, w->wraps,
                                   (double)w->resolution, &p->work, error);
    if (result != DV_OK)
        return explain_failure(p, result, error);
    if (!dv_map_set_prices(&shared->map, &p->pricing, &p->work))
        return dv_plan_short_of_memory(p, error);
    // Cells are laid out, filled, and expanded, once each.
    dv_note_plan_size(3 * (uint64_t)dv_map_size(&shared->map));
    quest q = {p, &shared->map, &shared->wide};
    return begin_search(&q, NULL) ? DV_OK : dv_plan_short_of_memory(p, error);
}

/// Look for narrow places; if there are any, let another wave begin.
static bool begin_narrow(dv_planning *p) {
    dv_shared_wave *shared = p->shared;
    shared->knows_narrows = true;
    // They are marked, filled, and expanded once more.
    dv_note_plan_size(p->work.begun - p->work.left + 3 * (uint64_t)dv_map_size(&shared->map));
    if (!dv_map_mark(&shared->map, &p->barriers, p->window.min, p->window.max, &p->work) ||
        !dv_narrows_find(&shared->narrows, &shared->map, &p->barriers, (double)p->def->clearance,
                         &p->work))
        return false;
    quest q = {p, &shared->map, &shared->narrow};
    return !shared->narrows.count || begin_search(&q, &shared->narrows);
}

/// Follow a search as far as the start and walk back along it; `outcome` says whether it got there.
static dv_result follow_search(dv_planning *p, dv_search *search, dv_plan_outcome *outcome,
                               dv_error *error) {
    const dv_map *map = &p->shared->map;
    quest q = {p, map, search};
    if (!find_joints(&q, &p->start, p->from) ||
        !dv_wave_run(&search->wave, map, &search->goal, &p->start, &p->work))
        return dv_plan_short_of_memory(p, error);
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
    return dv_way_slope(&p->way, p->from.z, p->to.z, leads_out) ? DV_OK
                                                                : dv_plan_short_of_memory(p, error);
}

/// Whether the way found is so long that narrow places may offer a shorter one.
static bool is_detour(const dv_world *world, const dv_planning *p) {
    double length = 0, straight = dv_length_double(dv_offset_between(world, p->from, p->to));
    for (uint32_t i = 1; i < p->way.count; i++)
        length += dv_length_double(dv_subtract(p->way.points[i], p->way.points[i - 1]));
    return length > DETOUR * straight;
}

/// Search the free cells. Where they offer no way, or only a detour, search again with narrow
/// places. Doing so always was tried: it takes six times as long among 600 rocks.
static dv_result search_twice(const dv_world *world, dv_planning *p, dv_plan_outcome *outcome,
                              dv_error *error) {
    dv_shared_wave *shared = p->shared;
    dv_result result = follow_search(p, &shared->wide, outcome, error);
    if (result != DV_OK || (*outcome == DV_PLAN_FOUND && !is_detour(world, p)))
        return result;
    if (!shared->knows_narrows && !begin_narrow(p))
        return dv_plan_short_of_memory(p, error);
    if (shared->narrows.count == 0)
        return DV_OK;
    dv_way_free(&p->way);
    p->way = (dv_way){0};
    return follow_search(p, &shared->narrow, outcome, error);
}

/// Whether a wave has come to a side of the window that is not one of the boundary.
static bool comes_out(const dv_planning *p, const dv_wave *wave) {
    const dv_map *map = &p->shared->map;
    const dv_open_sides sides = dv_window_open_sides(&p->windows, &p->window);
    const struct {
        bool is_open;
        dv_map_place first;
        int32_t columns, rows; ///< to the next cell along the side
    } all[] = {
        {sides.left, {0, 0}, 0, 1},
        {sides.right, {map->columns - 1, 0}, 0, 1},
        {sides.bottom, {0, 0}, 1, 0},
        {sides.top, {0, map->rows - 1}, 1, 0},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        dv_map_place place = all[i].first;
        uint32_t cell;
        for (; all[i].is_open && dv_map_find(map, place, &cell);
             place.column += all[i].columns, place.row += all[i].rows)
            if (wave->weights[cell] != 0 && wave->weights[cell] != DV_UNREACHED)
                return true;
    }
    return false;
}

/// After a search without a way: there may be one in a larger window if the goal and the start both
/// have a way out of this one.
static dv_result look_outside(dv_planning *p, dv_error *error) {
    const dv_shared_wave *shared = p->shared;
    const dv_narrows *narrows = shared->narrows.count ? &shared->narrows : NULL;
    const dv_joints nowhere = {0};
    p->may_lead_out = comes_out(p, narrows ? &shared->narrow.wave : &shared->wide.wave);
    if (!p->may_lead_out)
        return DV_OK;
    dv_wave wave;
    bool goes_on = dv_plan_take(&p->work, dv_map_size(&shared->map)) &&
                   dv_wave_begin(&wave, &shared->map, narrows);
    if (goes_on) {
        goes_on = dv_wave_run(&wave, &shared->map, &p->start, &nowhere, &p->work);
        p->may_lead_out = goes_on && comes_out(p, &wave);
        dv_wave_free(&wave);
    }
    return goes_on ? DV_OK : dv_plan_short_of_memory(p, error);
}

static double cost_of(const dv_planning *p) {
    double cost = 0;
    for (uint32_t i = 1; i < p->way.count; i++)
        cost += dv_map_price_along(&p->shared->map, p->way.points[i - 1], p->way.points[i]);
    return cost;
}

dv_result dv_plan_search(dv_world *world, dv_planning *p, dv_plan_outcome *outcome,
                         dv_error *error) {
    uint64_t key = key_of(world, p);
    p->shared = dv_shared_wave_take(world, key);
    dv_result result = p->shared ? DV_OK : begin_shared(p, key, error);
    if (result == DV_OK)
        result = search_twice(world, p, outcome, error);
    if (result == DV_OK && *outcome == DV_PLAN_NO_WAY)
        result = look_outside(p, error);
    if (result != DV_OK)
        return result;
    p->cost = cost_of(p);
    dv_shared_wave_keep(world, p->shared);
    p->shared = NULL;
    return DV_OK;
}
