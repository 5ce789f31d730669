// Members of a squad whose guards are tested as lanes; see guarded.h. Every comparison is the one
// with which an agent alone would be tested, so both come to the same. Compiled once for each width
// of vectors.
#include "guards/guarded.h"

#include "base/compiler.h"
#include "base/lanes.h"
#include "world/kernels.h"

/// Eight records, each as long as a vector, turned on the side.
static DV_ALWAYS_INLINE void turn_records(dv_guarded *g, const uint32_t *ranks, uint32_t first) {
    const dv_record *records = g->world->sensed.records;
    dv_rows rows;
    DV_LOAD_LANES(rows.a, &records[ranks[0]]);
    DV_LOAD_LANES(rows.b, &records[ranks[1]]);
    DV_LOAD_LANES(rows.c, &records[ranks[2]]);
    DV_LOAD_LANES(rows.d, &records[ranks[3]]);
    DV_LOAD_LANES(rows.e, &records[ranks[4]]);
    DV_LOAD_LANES(rows.f, &records[ranks[5]]);
    DV_LOAD_LANES(rows.g, &records[ranks[6]]);
    DV_LOAD_LANES(rows.h, &records[ranks[7]]);
    dv_turn_rows(&rows);
    DV_STORE_LANES(g->x + first, rows.a);
    DV_STORE_LANES(g->y + first, rows.b);
    DV_STORE_LANES(g->z + first, rows.c);
    DV_STORE_LANES(g->agent + first, rows.g);
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
    return near;
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

// Lanes past the last one are swept with the next box, or told of to nobody.
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
        s.seen = (dv_mask){0};
        s.squared = DV_ALL_LANES(INFINITY);
        for (uint32_t k = 0; k < lookout->count; k++)
            pass_by(&s, sight, &records[lookout->ranks[k]], lookout->folds, reach * reach);
        DV_STORE_LANES(g->sweep.seen + i, s.seen);
        DV_STORE_LANES(g->sweep.squared + i, s.squared);
    }
}
