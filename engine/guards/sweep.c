// Sweeping for all members of a squad; see guarded.h.
#include "guards/guarded.h"
#include "neighbors/index.h"
#include "neighbors/neighborhood.h"

#include <math.h>

/// Behind an obstacle is not seen, but somebody further away may be.
static void doubt_hidden(dv_guarded *g, dv_sight *sight, uint32_t member) {
    if (!(g->sweep.squared[member] < INFINITY))
        return;
    sight->agent = (uint32_t)g->agent[member];
    sight->position = dv_guarded_position(g, member);
    dv_vec3 place = dv_sensed_position(g->world, (uint32_t)g->sweep.seen[member]);
    dv_vec3 offset = dv_subtract(place, sight->position);
    if (g->world->sensed.wraps)
        offset = dv_fold_offset(g->world, offset);
    if (dv_sight_is_blocked(sight, offset, place))
        g->sweep.unsure |= (dv_members)1 << member;
}

/// Those from `first` on whom one lookout serves; the place of the next.
static uint32_t sweep_from(dv_guarded *g, dv_sight *sight, float reach, uint32_t first) {
    sight->agent = (uint32_t)g->agent[first];
    sight->position = dv_guarded_position(g, first);
    const dv_lookout *lookout = dv_lookout_for(sight, g->sweep.kinds, reach, g->lookouts);
    if (!lookout) {
        g->sweep.unsure |= (dv_members)1 << first;
        return first + 1;
    }
    uint32_t end = g->world->kernels->sweep_run(g, sight, lookout, first);
    for (uint32_t i = first; sight->occluded && i < end; i++)
        doubt_hidden(g, sight, i);
    return end;
}

bool dv_sweep_for(dv_guarded *g, dv_kind_set kinds, double range, float *reach) {
    dv_sweep *sweep = &g->sweep;
    if (!dv_is_shared(g->world, g->kind, DV_SIGHT_RANGE) ||
        !dv_is_shared(g->world, g->kind, DV_SIGHT_ANGLE))
        return false;
    dv_sight sight = dv_sight_from(g->world, (uint32_t)g->agent[0], dv_guarded_position(g, 0),
                                   dv_vec(g->fx[0], g->fy[0], g->fz[0]));
    *reach = range < (double)sight.range ? (float)range : sight.range;
    if (isnan(range) || !(*reach >= 0) || kinds == 0)
        return false;
    if (sweep->kinds == kinds && *reach <= sweep->reach)
        return true;
    if (dv_crowd_of(g->world, kinds) == DV_CROWD_ALL)
        return false;
    sweep->kinds = kinds;
    sweep->reach = *reach;
    sweep->unsure = 0;
    for (uint32_t i = 0; i < g->count;)
        i = sweep_from(g, &sight, *reach, i);
    return true;
}
