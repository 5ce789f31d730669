// A sweep: members of a squad as lanes, before whom the few that a lookout lists pass one by one.
// Each lane keeps the nearest it may see, by the comparisons with which one agent alone would
// search a lookout, so both find the same.
#include "base/lanes.h"
#include "guards/guarded.h"
#include "world/neighborhood.h"

#include <math.h>

typedef struct seers {
    dv_lanes3 position, forward;
    dv_mask agent, seen;
    dv_floats squared;
} seers;

#define FOLDED(offset, span)                                                                       \
    DV_WHERE((offset) > (span)*0.5f, (offset) - (span),                                            \
             DV_WHERE((offset) < (span) * -0.5f, (offset) + (span), offset))

static inline void pass_by(seers *s, const dv_sight *sight, const dv_record *record,
                           float reach_squared) {
    const dv_sensed *sensed = &sight->world->sensed;
    dv_lanes3 offset = {record->x - s->position.x, record->y - s->position.y,
                        record->z - s->position.z};
    if (sensed->wraps) {
        offset.x = FOLDED(offset.x, sensed->span.x);
        offset.y = FOLDED(offset.y, sensed->span.y);
        if (sight->world->space == DV_VOLUME)
            offset.z = FOLDED(offset.z, sensed->span.z);
    }
    dv_floats squared;
    dv_squares_of_lanes(&offset, &squared);
    int32_t agent = (int32_t)record->agent;
    dv_mask is_seen = (squared <= reach_squared) & (s->agent != agent) &
                      ((squared < s->squared) | ((squared == s->squared) & (agent < s->seen)));
    if (sight->half_cosine > -1.0f) {
        float limit = sight->half_cosine * fabsf(sight->half_cosine);
        dv_floats dot = s->forward.x * offset.x + s->forward.y * offset.y + s->forward.z * offset.z;
        is_seen &= dot * DV_MAGNITUDE(dot) >= limit * squared;
    }
    s->squared = DV_WHERE(is_seen, squared, s->squared);
    s->seen = (is_seen & agent) | (~is_seen & s->seen);
}

/// Lanes past the last member hold what was there before, and are told of to nobody.
static void sweep_lanes(dv_guarded *g, const dv_sight *sight, const dv_lookout *lookout,
                        float reach, uint32_t first) {
    const dv_record *records = g->world->sensed.records;
    seers s;
    DV_LOAD_LANES(s.position.x, g->x + first);
    DV_LOAD_LANES(s.position.y, g->y + first);
    DV_LOAD_LANES(s.position.z, g->z + first);
    DV_LOAD_LANES(s.forward.x, g->fx + first);
    DV_LOAD_LANES(s.forward.y, g->fy + first);
    DV_LOAD_LANES(s.forward.z, g->fz + first);
    DV_LOAD_LANES(s.agent, g->agent + first);
    s.seen = (dv_mask){0} + DV_NONE_SEEN;
    s.squared = DV_ALL_LANES(INFINITY);
    for (uint32_t i = 0; i < lookout->count; i++)
        pass_by(&s, sight, &records[lookout->ranks[i]], reach * reach);
    DV_STORE_LANES(g->sweep.seen + first, s.seen);
    DV_STORE_LANES(g->sweep.squared + first, s.squared);
}

/// Behind an obstacle is not seen, but somebody further away may be.
static void doubt_hidden(dv_guarded *g, dv_sight *sight, uint32_t member) {
    if (g->sweep.seen[member] < 0)
        return;
    sight->agent = g->contexts[member].agent;
    sight->position = g->contexts[member].position;
    dv_vec3 place = dv_sensed_position(g->world, (uint32_t)g->sweep.seen[member]);
    dv_vec3 offset = dv_subtract(place, sight->position);
    if (g->world->sensed.wraps)
        offset = dv_fold_offset(g->world, offset);
    if (dv_sight_is_blocked(sight, offset, place))
        g->sweep.seen[member] = DV_UNSURE;
}

/// Those from `first` on whom one lookout serves; the place of the next.
static uint32_t sweep_from(dv_guarded *g, dv_sight *sight, float reach, uint32_t first) {
    sight->agent = g->contexts[first].agent;
    sight->position = g->contexts[first].position;
    const dv_lookout *lookout = dv_lookout_for(sight, g->sweep.kinds, reach, g->lookouts);
    if (!lookout) {
        g->sweep.seen[first] = DV_UNSURE;
        return first + 1;
    }
    uint32_t end = first + 1;
    while (end < g->count && dv_lookout_serves(lookout, g->world, g->contexts[end].position))
        end++;
    for (uint32_t i = first; i < end; i += DV_LANES)
        sweep_lanes(g, sight, lookout, reach, i);
    for (uint32_t i = first; sight->occluded && i < end; i++)
        doubt_hidden(g, sight, i);
    return end;
}

bool dv_sweep_for(dv_guarded *g, dv_kind_set kinds, double range, float *reach) {
    dv_sweep *sweep = &g->sweep;
    if (!dv_is_shared(g->world, g->kind, DV_SIGHT_RANGE) ||
        !dv_is_shared(g->world, g->kind, DV_SIGHT_ANGLE))
        return false;
    dv_sight sight = dv_sight_from(g->world, g->contexts[0].agent, g->contexts[0].position,
                                   g->contexts[0].forward);
    *reach = range < (double)sight.range ? (float)range : sight.range;
    if (isnan(range) || !(*reach >= 0) || kinds == 0)
        return false;
    if (sweep->kinds == kinds && *reach <= sweep->reach)
        return true;
    if (dv_crowd_of(g->world, kinds) == DV_CROWD_ALL)
        return false;
    sweep->kinds = kinds;
    sweep->reach = *reach;
    for (uint32_t i = 0; i < g->count;)
        i = sweep_from(g, &sight, *reach, i);
    return true;
}
