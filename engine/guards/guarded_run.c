// Members of a squad whose guards are tested as lanes; see guarded.h. Every comparison is the one
// with which an agent alone would be tested, so both come to the same. Compiled once for each width
// of vectors.
#include "guards/guarded.h"

#include "base/compiler.h"
#include "base/lanes.h"
#include "world/kernels.h"

_Static_assert(sizeof(dv_record) == sizeof(dv_floats), "a record fills a vector");

typedef union rows {
    dv_floats row[DV_LANES];
    dv_rows to_turn;
} rows;

/// Eight records turned on the side.
static DV_ALWAYS_INLINE void turn_records(dv_guarded *g, const uint32_t *ranks, uint32_t first) {
    rows r;
    for (uint32_t i = 0; i < DV_LANES; i++)
        DV_LOAD_LANES(r.row[i], &g->world->sensed.records[ranks[i]]);
    dv_turn_rows(&r.to_turn);
    DV_STORE_LANES(g->x + first, r.to_turn.a);
    DV_STORE_LANES(g->y + first, r.to_turn.b);
    DV_STORE_LANES(g->z + first, r.to_turn.c);
    DV_STORE_LANES(g->agent + first, r.to_turn.g);
}

/// So that lanes past the last member hold something, too.
static DV_ALWAYS_INLINE void repeat_last(dv_guarded *g) {
    uint32_t last = g->count - 1;
    dv_mask agent = {0};
    agent += g->agent[last];
    DV_STORE_LANES(g->agent + g->count, agent);
    DV_STORE_LANES(g->x + g->count, DV_ALL_LANES(g->x[last]));
    DV_STORE_LANES(g->y + g->count, DV_ALL_LANES(g->y[last]));
    DV_STORE_LANES(g->z + g->count, DV_ALL_LANES(g->z[last]));
    DV_STORE_LANES(g->fx + g->count, DV_ALL_LANES(g->fx[last]));
    DV_STORE_LANES(g->fy + g->count, DV_ALL_LANES(g->fy[last]));
    DV_STORE_LANES(g->fz + g->count, DV_ALL_LANES(g->fz[last]));
}

void DV_AT_WIDTH(dv_guarded_gather)(struct dv_guarded *g) {
    const dv_vec3 *forward = g->world->sensed.forward;
    for (uint32_t first = 0; first < g->count; first += DV_LANES) {
        const uint32_t *ranks = g->ranks + first;
        turn_records(g, ranks, first);
        for (uint32_t i = 0; i < DV_LANES; i++) {
            g->fx[first + i] = forward[ranks[i]].x;
            g->fy[first + i] = forward[ranks[i]].y;
            g->fz[first + i] = forward[ranks[i]].z;
        }
    }
    repeat_last(g);
}

/// As dv_without_spans, for what is less than one and a half spans away; the others are added to
/// `far`.
static DV_ALWAYS_INLINE void take_span_off(dv_floats *offset, float span, dv_mask *far) {
    dv_floats quotient = *offset / span + 0.5f;
    dv_floats spans = DV_WHERE(DV_IS_TO(quotient, >=, 1), DV_ALL_LANES(span),
                               DV_ONLY_WHERE(DV_IS_TO(quotient, <, 0), DV_ALL_LANES(-span)));
    *far |= ~DV_IS_TO(DV_MAGNITUDE(*offset), <, 1.49f * span);
    *offset -= spans;
}

DV_RARELY void measure_far(const dv_guarded *g, dv_lanes3 places, uint32_t first,
                           const dv_mask *far, dv_floats *squared) {
    for (uint32_t i = 0; i < DV_LANES; i++) {
        if (!(*far)[i])
            continue;
        dv_vec3 offset = dv_offset_between(g->world, dv_guarded_position(g, first + i),
                                           dv_of_lane(&places, (int)i));
        (*squared)[i] = dv_length_squared(offset);
    }
}

/// Squares of distances to a place each, the short way.
static DV_ALWAYS_INLINE void measure(const dv_guarded *g, const dv_lanes3 *places, uint32_t first,
                                     dv_floats *squared) {
    const dv_world *world = g->world;
    dv_lanes3 own;
    dv_mask far = {0};
    DV_LOAD_LANES(own.x, g->x + first);
    DV_LOAD_LANES(own.y, g->y + first);
    DV_LOAD_LANES(own.z, g->z + first);
    dv_lanes3 offset = {places->x - own.x, places->y - own.y, places->z - own.z};
    if (world->bounds.edge == DV_EDGE_WRAP) {
        dv_vec3 span = dv_subtract(world->bounds.max, world->bounds.min);
        take_span_off(&offset.x, span.x, &far);
        take_span_off(&offset.y, span.y, &far);
        if (world->space == DV_VOLUME)
            take_span_off(&offset.z, span.z, &far);
    }
    dv_squares_of_lanes(&offset, squared);
    if (dv_any_lane(&far)) {
        dv_floats mended = *squared;
        measure_far(g, *places, first, &far, &mended);
        *squared = mended;
    }
}

uint64_t DV_AT_WIDTH(dv_guarded_near)(const struct dv_guarded *g, const float *x, const float *y,
                                      const float *z, float distance_squared) {
    dv_members near = 0;
    for (uint32_t first = 0; first < g->count; first += DV_LANES) {
        dv_lanes3 places;
        dv_floats squared;
        DV_LOAD_LANES(places.x, x + first);
        DV_LOAD_LANES(places.y, y + first);
        DV_LOAD_LANES(places.z, z + first);
        measure(g, &places, first, &squared);
        dv_mask is_near = DV_IS_TO(squared, <=, distance_squared);
        near |= (dv_members)dv_lane_bits(&is_near) << first;
    }
    return near & dv_first_members(g->count);
}

#define TROOPS (DV_MOST_GUARDED / DV_LANES)
_Static_assert(TROOPS == DV_LANES, "troops of a squad are lanes themselves");
_Static_assert(DV_MOST_LOOKED_OUT <= 32, "those of a lookout are bits of a lane");

/// Members from some one on in troops of as many as there are lanes, and here a lane is a troop:
/// the box it stands in along one axis.
typedef struct troops {
    dv_floats low, high; ///< m
} troops;

static DV_ALWAYS_INLINE void bound_troops(const float *places, uint32_t first, uint32_t count,
                                          troops *t) {
    rows r;
    for (uint32_t i = 0; i < TROOPS; i++) {
        uint32_t from = first + i * DV_LANES;
        DV_LOAD_LANES(r.row[i], places + (from < count ? from : count));
    }
    dv_turn_rows(&r.to_turn);
    t->low = t->high = r.row[0];
    for (uint32_t i = 1; i < DV_LANES; i++) {
        t->low = DV_LESSER_LANES(t->low, r.row[i]);
        t->high = DV_GREATER_LANES(t->high, r.row[i]);
    }
}

/// Keep those of `served` who stand between two places.
static DV_ALWAYS_INLINE void keep_served(const troops *t, float low, float high, dv_mask *served) {
    *served &= DV_IS_TO(t->low, >=, low) & DV_IS_TO(t->high, <=, high);
}

/// The first member from some one on whom a lookout does not serve, or the end.
static DV_ALWAYS_INLINE uint32_t end_of_served(const dv_guarded *g, const dv_lookout *l,
                                               uint32_t first, const dv_mask *served) {
    uint32_t troops_served = (uint32_t)__builtin_ctz(~dv_lane_bits(served));
    uint32_t end = first + troops_served * DV_LANES;
    while (end < g->count && dv_lookout_serves(l, dv_guarded_position(g, end)))
        end++;
    return end < g->count ? end : g->count;
}

/// Drop those troops nobody of whom is within reach of a place along an axis; `span` is that of a
/// world whose offsets fold, else 0.
static DV_ALWAYS_INLINE void drop_distant(const troops *t, float place, float reach, float span,
                                          dv_mask *near) {
    dv_floats half = (t->high - t->low) * 0.5f, offset = place - (t->low + half);
    // What rounding moves is less.
    float slack = 1e-6f * (fabsf(place) + span);
    dv_floats most = (half + reach) * 1.0001f + slack;
    if (span > 0)
        offset = DV_FOLD_LANES(offset, span);
    *near &= ~DV_IS(DV_MAGNITUDE(offset), >, most);
}

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

/// Have a troop look among those of a lookout that may be within its reach, a bit for each.
static DV_ALWAYS_INLINE void sweep_troop(dv_guarded *g, const dv_sight *sight,
                                         const dv_lookout *lookout, uint32_t first,
                                         uint32_t within_reach) {
    float reach = g->sweep.reach;
    seers s;
    DV_LOAD_LANES(s.position.x, g->x + first);
    DV_LOAD_LANES(s.position.y, g->y + first);
    DV_LOAD_LANES(s.position.z, g->z + first);
    DV_LOAD_LANES(s.forward.x, g->fx + first);
    DV_LOAD_LANES(s.forward.y, g->fy + first);
    DV_LOAD_LANES(s.forward.z, g->fz + first);
    DV_LOAD_LANES(s.agent, g->agent + first);
    s.seen = (dv_mask){0};
    s.squared = DV_ALL_LANES(INFINITY);
    for (uint32_t left = within_reach; left != 0; left &= left - 1) {
        uint32_t rank = lookout->ranks[__builtin_ctz(left)];
        pass_by(&s, sight, &g->world->sensed.records[rank], lookout->folds, reach * reach);
    }
    DV_STORE_LANES(g->sweep.seen + first, s.seen);
    DV_STORE_LANES(g->sweep.squared + first, s.squared);
}

// Lanes past the last one are swept with the next box, or told of to nobody.
uint32_t DV_AT_WIDTH(dv_sweep_run)(struct dv_guarded *g, const struct dv_sight *sight,
                                   const struct dv_lookout *lookout, uint32_t first) {
    const dv_world *world = g->world;
    float reach = g->sweep.reach;
    bool is_volume = world->space == DV_VOLUME;
    dv_vec3 span = lookout->folds ? world->sensed.span : dv_vec(0, 0, 0);
    troops x, y, z = {{0}, {0}};
    dv_mask served = (dv_mask){0} - 1, within_reach = {0};
    bound_troops(g->x, first, g->count, &x);
    bound_troops(g->y, first, g->count, &y);
    keep_served(&x, lookout->low.x, lookout->high.x, &served);
    keep_served(&y, lookout->low.y, lookout->high.y, &served);
    if (is_volume) {
        bound_troops(g->z, first, g->count, &z);
        keep_served(&z, lookout->low.z, lookout->high.z, &served);
    }
    uint32_t end = end_of_served(g, lookout, first, &served);
    for (uint32_t k = 0; k < lookout->count; k++) {
        const dv_record *record = &world->sensed.records[lookout->ranks[k]];
        dv_mask near = (dv_mask){0} + (int32_t)(1u << k);
        drop_distant(&x, record->x, reach, span.x, &near);
        drop_distant(&y, record->y, reach, span.y, &near);
        if (is_volume)
            drop_distant(&z, record->z, reach, span.z, &near);
        within_reach |= near;
    }
    for (uint32_t i = first, troop = 0; i < end; i += DV_LANES, troop++)
        sweep_troop(g, sight, lookout, i, (uint32_t)within_reach[troop]);
    return end;
}
