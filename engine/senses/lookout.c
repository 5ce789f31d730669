// Lookouts: the agents of a few kinds around a box; see perception.h.
#include "neighbors/index.h"
#include "neighbors/neighborhood.h"
#include "senses/perception.h"

#include <math.h>

#define LONGEST_REACH 1e6f // m
// Lengths of boxes, in multiples of the reach. A long box serves more agents before the next list
// is made; a short one has fewer agents around it, which may then fit into the list.
#define LONG_BOX 4
#define SHORT_BOX 2

/// What is within reach of a box along one axis.
typedef struct stretch {
    float middle, half; ///< m; `half` is longer than exact, by more than rounding errors
    float span;         ///< m, of the world if it wraps, else 0
} stretch;

static stretch stretch_of(float low, float high, float reach, float span) {
    float half = (high - low) * 0.5f, slack = 1e-6f * (fabsf(low) + fabsf(high) + span);
    return (stretch){low + half, (half + reach) * 1.0001f + slack, span};
}

static inline bool is_along(const stretch *s, float place) {
    float offset = place - s->middle;
    return !(fabsf(s->span > 0 ? dv_fold(offset, s->span) : offset) > s->half);
}

/// The last place that is inside whatever the rounding. Agents beyond it search one by one.
static float last_inside(float origin, float span) {
    return origin + span - 1e-6f * (fabsf(origin) + span);
}

static void clamp_inside(float *low, float *high, float origin, float span) {
    float last = last_inside(origin, span);
    *low = *low < origin ? origin : *low;
    *high = *high > last ? last : *high;
}

/// Lay the box from the agent forward along its row of cells. Agents come in order of cells, so the
/// next ones are there.
static void lay_box(dv_lookout *l, const dv_world *world, dv_vec3 place, float length) {
    const dv_sensed *s = &world->sensed;
    const dv_grid *grid = &s->grid;
    float depth = world->space == DV_VOLUME ? grid->cell.z : 0;
    dv_vec3 beside = dv_vec(grid->cell.x, grid->cell.y, depth);
    l->low = dv_subtract(place, beside);
    l->high = dv_add(place, dv_vec(length, beside.y, beside.z));
    if (!s->wraps)
        return;
    clamp_inside(&l->low.x, &l->high.x, grid->origin.x, s->span.x);
    clamp_inside(&l->low.y, &l->high.y, grid->origin.y, s->span.y);
    if (world->space == DV_VOLUME)
        clamp_inside(&l->low.z, &l->high.z, grid->origin.z, s->span.z);
}

/// Whether the shortest offset from the box to an agent within reach may cross the edge along an
/// axis.
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

static void list_agents_around(dv_lookout *l, const dv_world *world, dv_crowd crowd) {
    const dv_sensed *s = &world->sensed;
    dv_vec3 span = l->folds ? s->span : dv_vec(0, 0, 0);
    const stretch along_x = stretch_of(l->low.x, l->high.x, l->reach, span.x);
    const stretch along_y = stretch_of(l->low.y, l->high.y, l->reach, span.y);
    const stretch along_z = stretch_of(l->low.z, l->high.z, l->reach, span.z);
    const bool is_volume = world->space == DV_VOLUME;
    dv_runs runs;
    l->count = 0;
    l->is_crowded = false;
    dv_runs_begin(&runs, world, crowd, l->kinds, l->low, l->high, l->reach);
    while (!l->is_crowded && dv_next_run(&runs))
        for (uint32_t place = runs.run.first; place < runs.run.end && !l->is_crowded; place++) {
            uint32_t rank = runs.list ? runs.list[place] : place;
            const dv_record *record = &s->records[rank];
            if (record->kind == DV_NO_KIND || !dv_has_kind(l->kinds, record->kind) ||
                !is_along(&along_x, record->x) || !is_along(&along_y, record->y) ||
                (is_volume && !is_along(&along_z, record->z)))
                continue;
            l->is_crowded = l->count == DV_MAX_LOOKED_OUT;
            if (!l->is_crowded)
                l->ranks[l->count++] = rank;
        }
}

static inline bool is_inside(const dv_world *world, dv_vec3 place) {
    dv_vec3 inside = dv_into_bounds(&world->sensed, place, world->space);
    return inside.x == place.x && inside.y == place.y && inside.z == place.z;
}

/// In a wrapping world, the box has to begin inside the bounds, and to reach at most half a span.
static bool may_lay_box(const dv_sight *sight, float reach) {
    const dv_sensed *s = &sight->world->sensed;
    if (!(reach < LONGEST_REACH))
        return false;
    return !s->wraps || (reach * 2 <= s->span.x && is_inside(sight->world, sight->position));
}

static void lay_out(dv_lookout *l, const dv_sight *sight, dv_crowd crowd, float length) {
    lay_box(l, sight->world, sight->position, length);
    l->folds = does_fold(l, sight->world);
    list_agents_around(l, sight->world, crowd);
}

const dv_lookout *dv_lookout_for(const dv_sight *sight, const dv_kind_set *kinds, float reach,
                                 dv_lookout *lookouts) {
    dv_lookout *l = lookouts;
    for (int i = 0; l && l->kinds && !dv_are_same_kinds(l->kinds, kinds); l++)
        if (++i == DV_LOOKOUTS)
            return NULL;
    if (!l || !may_lay_box(sight, reach))
        return NULL;
    if (l->kinds && reach <= l->reach && dv_lookout_serves(l, sight->position))
        return l->is_crowded ? NULL : l;
    dv_crowd crowd = dv_crowd_of(sight->world, kinds);
    if (crowd == DV_CROWD_ALL)
        return NULL;
    l->kinds = kinds;
    l->reach = reach;
    lay_out(l, sight, crowd, LONG_BOX * reach);
    if (l->is_crowded)
        lay_out(l, sight, crowd, SHORT_BOX * reach);
    return l->is_crowded || !dv_lookout_serves(l, sight->position) ? NULL : l;
}
