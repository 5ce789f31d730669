// A sweep: members of a squad as lanes, before whom the few that a lookout lists pass one by one.
// Each lane keeps the nearest it may see, by the comparisons with which one agent alone would
// search a lookout, so both find the same. Compiled once for each width of vectors.
#include "guards/guarded.h"

#include "base/compiler.h"
#include "base/lanes.h"
#include "world/kernels.h"

typedef struct seers {
    dv_lanes3 position, forward;
    dv_mask agent, seen;
    dv_floats squared;
} seers;

static DV_ALWAYS_INLINE void pass_by(seers *s, const dv_sight *sight, const dv_record *record,
                                     bool folds, float reach_squared) {
    const dv_world *world = sight->world;
    dv_vec3 span = world->sensed.span;
    dv_lanes3 offset = {record->x - s->position.x, record->y - s->position.y,
                        record->z - s->position.z};
    if (folds) {
        offset.x = DV_FOLD_LANES(offset.x, span.x);
        offset.y = DV_FOLD_LANES(offset.y, span.y);
        if (world->space == DV_VOLUME)
            offset.z = DV_FOLD_LANES(offset.z, span.z);
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

// Lanes past the last member hold what was there before, and are told of to nobody.
void DV_AT_WIDTH(dv_sweep_run)(struct dv_guarded *g, const struct dv_sight *sight,
                               const struct dv_lookout *lookout, uint32_t first, uint32_t end) {
    const dv_record *records = g->world->sensed.records;
    float reach = g->sweep.reach;
    for (uint32_t i = first; i < end; i += DV_LANES) {
        seers s;
        DV_LOAD_LANES(s.position.x, g->x + i);
        DV_LOAD_LANES(s.position.y, g->y + i);
        DV_LOAD_LANES(s.position.z, g->z + i);
        DV_LOAD_LANES(s.forward.x, g->fx + i);
        DV_LOAD_LANES(s.forward.y, g->fy + i);
        DV_LOAD_LANES(s.forward.z, g->fz + i);
        DV_LOAD_LANES(s.agent, g->agent + i);
        s.seen = (dv_mask){0} + DV_NONE_SEEN;
        s.squared = DV_ALL_LANES(INFINITY);
        for (uint32_t k = 0; k < lookout->count; k++)
            pass_by(&s, sight, &records[lookout->ranks[k]], lookout->folds, reach * reach);
        DV_STORE_LANES(g->sweep.seen + i, s.seen);
        DV_STORE_LANES(g->sweep.squared + i, s.squared);
    }
}
