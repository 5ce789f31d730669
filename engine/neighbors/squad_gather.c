// Fills a squad's lanes by transposing eight records, each as long as a vector, into eight lanes
// for each field. Compiled once for each vector width.
#include "neighbors/visits.h"

#include "base/lanes.h"
#include "world/kernels.h"

_Static_assert(sizeof(dv_record) == sizeof(dv_floats) && DV_LANES == 8, "a record fills a vector");

static inline dv_mask is_outside(const dv_floats *place, float low, float span) {
    dv_floats from = *place - low;
    return ~((from >= 0) & (from < span));
}

static void bring_into_bounds(const dv_world *world, dv_vectors *position) {
    const dv_sensed *s = &world->sensed;
    dv_lanes3 p;
    dv_load_lanes3(&p, position);
    dv_mask outside = is_outside(&p.x, s->grid.origin.x, s->span.x) |
                      is_outside(&p.y, s->grid.origin.y, s->span.y);
    if (world->space == DV_VOLUME)
        outside |= is_outside(&p.z, s->grid.origin.z, s->span.z);
    if (!dv_any_lane(&outside))
        return;
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        dv_set_lane(position, lane, dv_into_bounds(s, dv_in_lane(position, lane), world->space));
}

/// Transpose eight records into columns of positions, velocities, and indices.
static inline void turn_records(const uint32_t ranks[DV_LANES], dv_squad *squad) {
    const dv_record *records = squad->world->sensed.records;
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
    DV_STORE_LANES(squad->position.x, rows.a);
    DV_STORE_LANES(squad->position.y, rows.b);
    DV_STORE_LANES(squad->position.z, rows.c);
    DV_STORE_LANES(squad->velocity.x, rows.d);
    DV_STORE_LANES(squad->velocity.y, rows.e);
    DV_STORE_LANES(squad->velocity.z, rows.f);
    DV_STORE_LANES(squad->agent, rows.g);
}

static inline void gather_squad(const uint32_t ranks[DV_LANES], dv_squad *squad) {
    turn_records(ranks, squad);
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        dv_set_lane(&squad->forward, lane, squad->world->sensed.forward[ranks[lane]]);
}

void DV_AT_WIDTH(dv_squad_gather)(const uint32_t ranks[DV_LANES], dv_squad *squad) {
    gather_squad(ranks, squad);
    if (squad->world->sensed.wraps)
        bring_into_bounds(squad->world, &squad->position);
}

void DV_AT_WIDTH(dv_squad_gather_as_sensed)(const uint32_t ranks[DV_LANES], dv_squad *squad) {
    gather_squad(ranks, squad);
}
