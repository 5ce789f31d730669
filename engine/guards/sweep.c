// Sweeps: searches for all members of a squad; see guarded.h.
#include "guards/guarded.h"
#include "neighbors/index.h"

#include <math.h>

/// Mark a member as unsure if an obstacle hides the agent it found: it may see one farther away.
static void doubt_hidden(dv_guarded *g, dv_sight *sight, uint32_t member) {
    if (dv_sweep_seen(g, member) == DV_FOUND_NOBODY)
        return;
    sight->agent = g->agent[member];
    sight->position = dv_guarded_position(g, member);
    dv_vec3 place = dv_sensed_position(g->world, dv_sweep_seen(g, member));
    dv_vec3 offset = dv_subtract(place, sight->position);
    if (g->world->sensed.wraps)
        offset = dv_fold_offset(offset, g->world->sensed.span, g->world->space == DV_VOLUME);
    if (dv_sight_is_blocked(sight, offset, place))
        g->sweep.unsure |= (dv_members)1 << member;
}

static const dv_lookout *lookout_of(dv_guarded *g, dv_sight *sight, uint32_t member) {
    sight->agent = g->agent[member];
    sight->position = dv_guarded_position(g, member);
    return dv_lookout_for(sight, g->sweep.kinds, g->sweep.reach, g->lookouts);
}

/// Search for eight members, mostly with the lookout of the previous eight. Members that it does
/// not serve search in it too, because what they find is valid, and then again in one that serves
/// them.
static const dv_lookout *sweep_squad(dv_guarded *g, dv_sight *sight, const dv_lookout *lookout,
                                     uint32_t first) {
    const dv_kernels *kernels = g->world->kernels;
    const dv_squad *squad = &g->squads[first / DV_LANES];
    dv_nearest_lanes *found = &g->sweep.found[first / DV_LANES];
    dv_nearest_begin(found, g->sweep.kinds, g->sweep.reach, sight->half_cosine);
    uint32_t left = (uint32_t)dv_first_members(g->count - first) & DV_EACH_LANE;
    dv_visits visits;
    while (left != 0) {
        uint32_t served =
            lookout ? kernels->squad_inside(squad, &lookout->low, &lookout->high) & left : 0;
        if (served) {
            dv_visit_list(&visits, lookout->ranks, lookout->count, lookout->folds);
            kernels->nearest_run(squad, &visits, found);
            left &= ~served;
            continue;
        }
        uint32_t member = first + dv_first_member(left);
        lookout = lookout_of(g, sight, member);
        if (!lookout) {
            g->sweep.unsure |= (dv_members)1 << member;
            left &= left - 1;
        }
    }
    return lookout;
}

dv_members dv_sweep_within(const dv_guarded *g, float reach) {
    dv_members within = 0;
    for (uint32_t first = 0; first < g->count; first += DV_LANES) {
        const dv_nearest_lanes *found = &g->sweep.found[first / DV_LANES];
        within |= (dv_members)g->world->kernels->nearest_within(found, reach * reach) << first;
    }
    return within & dv_first_members(g->count);
}

bool dv_sweep_for(dv_guarded *g, const dv_kind_set *kinds, double range, float *reach) {
    dv_sweep *sweep = &g->sweep;
    if (!dv_is_shared(g->world, g->kind, DV_SIGHT_RANGE) ||
        !dv_is_shared(g->world, g->kind, DV_SIGHT_ANGLE))
        return false;
    dv_sight sight =
        dv_sight_from(g->world, g->agent[0], dv_guarded_position(g, 0), dv_guarded_forward(g, 0));
    *reach = range < (double)sight.range ? (float)range : sight.range;
    if (isnan(range) || !(*reach >= 0) || dv_has_no_kinds(kinds))
        return false;
    if (sweep->kinds && dv_are_same_kinds(sweep->kinds, kinds) && *reach <= sweep->reach)
        return true;
    if (dv_crowd_of(g->world, kinds) == DV_CROWD_ALL)
        return false;
    sweep->kinds = kinds;
    sweep->reach = *reach;
    sweep->unsure = 0;
    const dv_lookout *lookout = NULL;
    for (uint32_t first = 0; first < g->count; first += DV_LANES)
        lookout = sweep_squad(g, &sight, lookout, first);
    for (uint32_t i = 0; sight.occluded && i < g->count; i++)
        doubt_hidden(g, &sight, i);
    return true;
}
