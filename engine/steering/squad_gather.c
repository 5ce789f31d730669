// Filling a squad's lanes: eight records, each as long as a vector, are eight lanes of each of
// their fields turned on the side. Compiled once for each width of vectors.
#include "steering/tally.h"

#include "base/lanes.h"

_Static_assert(sizeof(dv_record) == sizeof(dv_floats) && DV_LANES == 8, "a record fills a vector");

#define PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#define PAIRS_LOW(a, b) PICK(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define PAIRS_HIGH(a, b) PICK(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#define FOURS_LOW(a, b) PICK(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define FOURS_HIGH(a, b) PICK(a, b, 2, 3, 10, 11, 6, 7, 14, 15)
#define HALVES_LOW(a, b) PICK(a, b, 0, 1, 2, 3, 8, 9, 10, 11)
#define HALVES_HIGH(a, b) PICK(a, b, 4, 5, 6, 7, 12, 13, 14, 15)

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

/// Positions, velocities and indices: the columns of eight records.
static inline void turn_records(const uint32_t ranks[DV_LANES], dv_squad *squad) {
    const dv_record *records = squad->world->sensed.records;
    dv_floats a, b, c, d, e, f, g, h;
    DV_LOAD_LANES(a, &records[ranks[0]]);
    DV_LOAD_LANES(b, &records[ranks[1]]);
    DV_LOAD_LANES(c, &records[ranks[2]]);
    DV_LOAD_LANES(d, &records[ranks[3]]);
    DV_LOAD_LANES(e, &records[ranks[4]]);
    DV_LOAD_LANES(f, &records[ranks[5]]);
    DV_LOAD_LANES(g, &records[ranks[6]]);
    DV_LOAD_LANES(h, &records[ranks[7]]);
    dv_floats ab_low = PAIRS_LOW(a, b), ab_high = PAIRS_HIGH(a, b);
    dv_floats cd_low = PAIRS_LOW(c, d), cd_high = PAIRS_HIGH(c, d);
    dv_floats ef_low = PAIRS_LOW(e, f), ef_high = PAIRS_HIGH(e, f);
    dv_floats gh_low = PAIRS_LOW(g, h), gh_high = PAIRS_HIGH(g, h);
    dv_floats x_vy_low = FOURS_LOW(ab_low, cd_low), x_vy_high = FOURS_LOW(ef_low, gh_low);
    dv_floats y_vz_low = FOURS_HIGH(ab_low, cd_low), y_vz_high = FOURS_HIGH(ef_low, gh_low);
    dv_floats z_id_low = FOURS_LOW(ab_high, cd_high), z_id_high = FOURS_LOW(ef_high, gh_high);
    dv_floats vx_low = FOURS_HIGH(ab_high, cd_high), vx_high = FOURS_HIGH(ef_high, gh_high);
    DV_STORE_LANES(squad->position.x, HALVES_LOW(x_vy_low, x_vy_high));
    DV_STORE_LANES(squad->position.y, HALVES_LOW(y_vz_low, y_vz_high));
    DV_STORE_LANES(squad->position.z, HALVES_LOW(z_id_low, z_id_high));
    DV_STORE_LANES(squad->velocity.x, HALVES_LOW(vx_low, vx_high));
    DV_STORE_LANES(squad->velocity.y, HALVES_HIGH(x_vy_low, x_vy_high));
    DV_STORE_LANES(squad->velocity.z, HALVES_HIGH(y_vz_low, y_vz_high));
    DV_STORE_LANES(squad->agent, HALVES_HIGH(z_id_low, z_id_high));
}

void DV_AT_WIDTH(dv_squad_gather)(const uint32_t ranks[DV_LANES], dv_squad *squad) {
    const dv_sensed *sensed = &squad->world->sensed;
    turn_records(ranks, squad);
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        dv_set_lane(&squad->forward, lane, sensed->forward[ranks[lane]]);
    if (sensed->wraps)
        bring_into_bounds(squad->world, &squad->position);
}
