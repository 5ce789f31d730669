// Lookouts: those of a few kinds around a box; see perception.h.
#include "guards/perception.h"
#include "world/neighborhood.h"

#include <math.h>

#define FURTHEST 1e6f // m, that a lookout goes

static bool is_in_box(const dv_lookout *l, dv_vec3 p) {
    return p.x >= l->low.x && p.x <= l->high.x && p.y >= l->low.y && p.y <= l->high.y &&
           p.z >= l->low.z && p.z <= l->high.z;
}

/// Whether a place may be within reach of the box along one axis; what rounding moves is less.
static bool is_along(float place, float low, float high, float reach, float span) {
    float half = (high - low) * 0.5f, offset = place - (low + half);
    float slack = 1e-6f * (fabsf(low) + fabsf(high) + span);
    return !(fabsf(span > 0 ? dv_fold(offset, span) : offset) > (half + reach) * 1.0001f + slack);
}

static bool is_around(const dv_lookout *l, const dv_record *r, const dv_sensed *s) {
    dv_vec3 span = s->wraps ? s->span : dv_vec(0, 0, 0);
    return is_along(r->x, l->low.x, l->high.x, l->reach, span.x) &&
           is_along(r->y, l->low.y, l->high.y, l->reach, span.y) &&
           is_along(r->z, l->low.z, l->high.z, l->reach, span.z);
}

/// The cells of the agent's row that follow, since agents come in the order of cells.
static void lay_box(dv_lookout *l, const dv_world *world, dv_vec3 place) {
    const dv_grid *grid = &world->sensed.grid;
    float depth = world->space == DV_VOLUME ? grid->cell.z : 0;
    dv_vec3 beside = dv_vec(grid->cell.x, grid->cell.y, depth);
    l->low = dv_subtract(place, beside);
    l->high = dv_add(place, dv_vec(2 * l->reach, beside.y, beside.z));
    if (!world->sensed.wraps)
        return;
    l->low.x = l->low.x < grid->origin.x ? grid->origin.x : l->low.x;
    l->low.y = l->low.y < grid->origin.y ? grid->origin.y : l->low.y;
    if (world->space == DV_VOLUME)
        l->low.z = l->low.z < grid->origin.z ? grid->origin.z : l->low.z;
}

/// Whether the short way from the box to what is around may be over the edge, or the long one is.
static bool folds_along(float low, float high, float reach, float origin, float span) {
    float beyond = reach * 1.001f + 1e-5f * (fabsf(low) + fabsf(high) + span);
    return span > 0 && !(low - beyond >= origin && high + beyond <= origin + span &&
                         high - low + beyond <= span * 0.5f);
}

static bool does_fold(const dv_lookout *l, const dv_world *world) {
    const dv_sensed *s = &world->sensed;
    dv_vec3 origin = s->grid.origin;
    return s->wraps && (folds_along(l->low.x, l->high.x, l->reach, origin.x, s->span.x) ||
                        folds_along(l->low.y, l->high.y, l->reach, origin.y, s->span.y) ||
                        (world->space == DV_VOLUME &&
                         folds_along(l->low.z, l->high.z, l->reach, origin.z, s->span.z)));
}

static void list_those_around(dv_lookout *l, const dv_world *world, dv_crowd crowd) {
    const dv_sensed *s = &world->sensed;
    dv_runs runs;
    l->count = 0;
    l->is_crowded = false;
    dv_runs_begin(&runs, world, crowd, l->kinds, l->low, l->high, l->reach);
    while (!l->is_crowded && dv_next_run(&runs))
        for (uint32_t place = runs.run.first; place < runs.run.end && !l->is_crowded; place++) {
            uint32_t rank = runs.list ? runs.list[place] : place;
            const dv_record *record = &s->records[rank];
            if (record->kind == DV_NO_KIND || !(l->kinds >> record->kind & 1) ||
                !is_around(l, record, s))
                continue;
            l->is_crowded = l->count == DV_MOST_LOOKED_OUT;
            if (!l->is_crowded)
                l->ranks[l->count++] = rank;
        }
}

static inline bool is_inside(const dv_world *world, dv_vec3 place) {
    dv_vec3 inside = dv_into_bounds(&world->sensed, place, world->space);
    return inside.x == place.x && inside.y == place.y && inside.z == place.z;
}

bool dv_lookout_serves(const dv_lookout *lookout, const dv_world *world, dv_vec3 place) {
    return is_in_box(lookout, place) && (!world->sensed.wraps || is_inside(world, place));
}

/// Boxes are laid from inside the bounds and reach at most half around a world that wraps.
static bool may_lay_box(const dv_sight *sight, float reach) {
    const dv_sensed *s = &sight->world->sensed;
    if (!(reach < FURTHEST))
        return false;
    return !s->wraps || (reach * 2 <= s->span.x && is_inside(sight->world, sight->position));
}

const dv_lookout *dv_lookout_for(const dv_sight *sight, dv_kind_set kinds, float reach,
                                 dv_lookout *lookouts) {
    dv_lookout *l = lookouts;
    for (int i = 0; l && l->kinds && l->kinds != kinds; l++)
        if (++i == DV_LOOKOUTS)
            return NULL;
    if (!l || !may_lay_box(sight, reach))
        return NULL;
    if (l->kinds && reach <= l->reach && is_in_box(l, sight->position))
        return l->is_crowded ? NULL : l;
    dv_crowd crowd = dv_crowd_of(sight->world, kinds);
    if (crowd == DV_CROWD_ALL)
        return NULL;
    l->kinds = kinds;
    l->reach = reach;
    lay_box(l, sight->world, sight->position);
    l->folds = does_fold(l, sight->world);
    list_those_around(l, sight->world, crowd);
    return l->is_crowded || !is_in_box(l, sight->position) ? NULL : l;
}
