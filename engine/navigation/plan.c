// Planning from end to end: check the request, search one window after another, and make a path of
// the way.
#include "navigation/plan.h"
#include "navigation/search.h"

#include "base/alloc.h"
#include "base/math.h"
#include "base/result.h"
#include "world/obstacle_shapes.h"
#include "world/paths.h"
#include "world/world_data.h"

#include <string.h>

#define FARTHEST 1e9f
// Free cells around an open map, so that there is a way around any obstacle at its rim.
#define CELLS_AROUND 3
#define ROOM_CELLS 8      ///< beside the start, at least, in a window
#define BARRIERS_AROUND 4 ///< cells beyond a window: barriers nearer than that block cells in it

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

static void free_plan(dv_planning *p) {
    dv_barriers_free(&p->all);
    dv_barriers_free(&p->barriers);
    dv_free(p->pricing.dangers);
    dv_shared_wave_free(p->shared);
    dv_free(p->start.all);
    dv_way_free(&p->way);
}

static void stretch_to(dv_windows *w, dv_vec3 low, dv_vec3 high, float margin) {
    w->min.x = (float)dv_lesser(w->min.x, low.x - margin);
    w->min.y = (float)dv_lesser(w->min.y, low.y - margin);
    w->max.x = (float)dv_greater(w->max.x, high.x + margin);
    w->max.y = (float)dv_greater(w->max.y, high.y + margin);
}

/// Without bounds, the boundary encloses all that somebody may want to walk around.
static void enclose_all(dv_planning *p) {
    dv_windows *w = &p->windows;
    float margin = CELLS_AROUND * p->def->resolution;
    w->min = w->max = p->from;
    stretch_to(w, p->from, p->from, margin);
    stretch_to(w, p->goal, p->goal, margin);
    for (uint32_t i = 0; i < p->all.count; i++) {
        dv_box box = dv_obstacle_box(p->all.all[i].obstacle);
        stretch_to(w, box.low, box.high, margin + p->def->clearance);
    }
    dv_box priced;
    if (dv_pricing_box(&p->pricing, &priced))
        stretch_to(w, priced.low, priced.high, margin);
}

static dv_result choose_boundary(const dv_world *world, dv_planning *p, dv_error *error) {
    const dv_bounds *bounds = &world->bounds;
    const dv_plan_def *def = p->def;
    bool bounds_wrap = bounds->edge == DV_EDGE_WRAP;
    dv_windows *w = &p->windows;
    *w = (dv_windows){
        .min = def->has_boundary ? def->min : bounds->min,
        .max = def->has_boundary ? def->max : bounds->max,
        .wraps = bounds_wrap && !def->has_boundary,
        .may_coarsen = !def->has_boundary,
        .resolution = (double)def->resolution,
    };
    if (!def->has_boundary && bounds->edge == DV_EDGE_OPEN)
        enclose_all(p);
    if (!(fabsf(w->min.x) <= FARTHEST && fabsf(w->min.y) <= FARTHEST &&
          fabsf(w->max.x) <= FARTHEST && fabsf(w->max.y) <= FARTHEST))
        return dv_fail(error, DV_ERROR_ARGUMENT, "plan: boundary must be finite and within %g m",
                       (double)FARTHEST);
    if (!(w->max.x - w->min.x >= def->resolution && w->max.y - w->min.y >= def->resolution))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "plan: boundary must be at least the resolution wide, %g m, not %g x %g m",
                       (double)def->resolution, (double)w->max.x - w->min.x,
                       (double)w->max.y - w->min.y);
    if (bounds_wrap && (w->min.x < bounds->min.x || w->min.y < bounds->min.y ||
                        w->max.x > bounds->max.x || w->max.y > bounds->max.y))
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "plan: boundary must lie inside the world's bounds, which wrap");
    return DV_OK;
}

static bool is_inside(const dv_windows *w, dv_vec3 point) {
    return point.x >= w->min.x && point.x <= w->max.x && point.y >= w->min.y && point.y <= w->max.y;
}

// Check both ends

static double farthest_out(dv_vec3 point) { return dv_greater(fabsf(point.x), fabsf(point.y)); }

/// Whether cells are too small for single precision to tell their centers apart. From cells as wide
/// as the distance between two neighboring numbers on, ways lead through walls.
static bool is_too_far_out(const dv_planning *p) {
    float out = (float)dv_greater(farthest_out(p->from), farthest_out(p->goal));
    return 2 * ((double)nextafterf(out, INFINITY) - out) > (double)p->def->resolution;
}

static dv_plan_outcome judge_ends(const dv_planning *p) {
    if (p->from.x == p->goal.x && p->from.y == p->goal.y && p->from.z == p->goal.z)
        return DV_PLAN_SAME_PLACE;
    if (!is_inside(&p->windows, p->from))
        return DV_PLAN_FROM_OUTSIDE;
    return is_inside(&p->windows, p->goal) ? DV_PLAN_FOUND : DV_PLAN_TO_OUTSIDE;
}

static dv_plan_outcome judge_standing(const dv_planning *p) {
    if (dv_barriers_clearance_state(&p->barriers, p->from) == DV_STANDS_INSIDE)
        return DV_PLAN_FROM_BLOCKED;
    dv_clearance_state standing = dv_barriers_clearance_state(&p->barriers, p->to);
    return standing == DV_STANDS_INSIDE     ? DV_PLAN_TO_BLOCKED
           : standing == DV_STANDS_TOO_NEAR ? DV_PLAN_TO_TOO_NEAR
                                            : DV_PLAN_FOUND;
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

static bool gather_barriers(dv_planning *p, const dv_world *world) {
    const dv_plan_def *def = p->def;
    return def->knows_part
               ? dv_barriers_gather_known(&p->all, world, p->from.z, p->goal.z, def->clearance,
                                          def->known, def->known_count)
               : dv_barriers_gather(&p->all, world, p->from.z, p->goal.z, def->clearance);
}

static bool gather_prices(dv_planning *p, const dv_world *world) {
    const dv_plan_def *def = p->def;
    p->pricing = (dv_pricing){
        .world = world, .counts_ground = def->counts_terrain, .kind = def->kind, .z = p->goal.z};
    for (uint32_t i = 0; i < def->avoid_count; i++)
        if (!dv_pricing_avoid(&p->pricing, &def->avoid[i], def->self))
            return false;
    return true;
}

/// Take the next window, with the barriers that matter there. False when memory is short.
static bool take_window(dv_planning *p) {
    const dv_window *w = &p->window;
    p->window = dv_window_at(&p->windows);
    p->to = w->is_whole ? p->goal : p->windows.goal;
    p->may_lead_out = false;
    dv_way_free(&p->way);
    p->way = (dv_way){0};
    dv_barriers_free(&p->barriers);
    p->barriers = p->all;
    p->barriers.all = dv_alloc((p->all.count + 1) * sizeof *p->barriers.all);
    if (!p->barriers.all)
        return false;
    if (w->is_whole) {
        memcpy(p->barriers.all, p->all.all, p->all.count * sizeof *p->all.all);
        return true;
    }
    // Those close to a side matter, too.
    float margin = BARRIERS_AROUND * w->resolution;
    dv_vec3 around = dv_vec(margin, margin, 0);
    dv_barriers_pick(&p->all, dv_subtract(w->min, around), dv_add(w->max, around), &p->barriers);
    return true;
}

static dv_result search_window(dv_world *world, dv_planning *p, dv_plan_outcome *outcome,
                               dv_error *error) {
    bool is_open;
    if (!take_window(p))
        return dv_plan_short_of_memory(p, error);
    *outcome = judge_standing(p);
    if (*outcome != DV_PLAN_FOUND)
        return DV_OK;
    if (!dv_barriers_take_sides(&p->barriers, world, p->from, p->to.z, p->def->clearance, &is_open))
        return dv_plan_short_of_memory(p, error);
    if (!is_open || dv_barriers_clearance_state(&p->barriers, p->to) != DV_STANDS_FREE) {
        *outcome = DV_PLAN_NO_WAY;
        return DV_OK;
    }
    return dv_plan_search(world, p, outcome, error);
}

/// Whether a larger window may have a way, or a better one.
static bool wants_more(const dv_planning *p, dv_plan_outcome outcome) {
    if (outcome != DV_PLAN_FOUND)
        return p->may_lead_out;
    double around = p->lowest_price * dv_window_way_around(&p->windows, &p->window);
    return p->cost > around && dv_windows_go_on_as_fine(&p->windows);
}

static dv_result plan_within(dv_world *world, dv_planning *p, dv_plan_outcome *outcome,
                             dv_error *error) {
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
    p->lowest_price = dv_pricing_lowest(&p->pricing);
    dv_windows *w = &p->windows;
    w->start = p->from;
    w->goal = w->wraps ? dv_add(p->from, dv_offset_between(world, p->from, p->goal)) : p->goal;
    w->goal.z = p->goal.z;
    float margin = p->def->clearance + ROOM_CELLS * p->def->resolution;
    dv_windows_begin(w, (double)margin, p->lowest_price);
    do
        result = search_window(world, p, outcome, error);
    while (result == DV_OK && wants_more(p, *outcome) && dv_windows_grow(w));
    return result;
}

dv_result dv_plan_way(dv_world *world, const dv_plan_def *def, dv_way *way,
                      dv_plan_outcome *outcome, dv_error *error) {
    *way = (dv_way){0};
    *outcome = DV_PLAN_NO_WAY;
    dv_result result = check_def(world, def, error);
    if (result != DV_OK)
        return result;
    dv_planning p = {
        .def = def,
        .from = as_world_has_it(world, def->from),
        .goal = as_world_has_it(world, def->to),
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
