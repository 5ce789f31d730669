// Sifts records for a squad. Compiled once for each vector width.
#include "neighbors/sieve.h"

#include "base/lanes.h"
#include "neighbors/visitor.h"
#include "world/kernels.h"

#include <float.h>

// Allowances for rounding in a nearest approach: a factor on the reach, and a share of the squared
// distance that is added to the squared reach. Both are many times larger than the actual error.
#define A_LITTLE_MORE 1.02f
#define OF_THE_DISTANCE 1e-5f

typedef struct sifter {
    const dv_world *world;
    dv_sieve *sieve;
    float radius_squared; // m²
    dv_lanes3 velocity;
    dv_mask agent;
} sifter;

static inline bool is_in_question(void *reducer, const dv_record *record) {
    const dv_sieve *sieve = ((const sifter *)reducer)->sieve;
    return dv_is_asked_for(record, &sieve->sought, sieve->rule.states);
}

/// Whether a neighbor with this radius touches the agents, or will come too near in time.
static DV_ALWAYS_INLINE void note_near_lanes(const sifter *s, const dv_met *met, float radius,
                                             bool is_volume, dv_mask *is_near) {
    const dv_sieve_rule *rule = &s->sieve->rule;
    const dv_record *record = met->record;
    dv_lanes3 relative = {record->vx - s->velocity.x, record->vy - s->velocity.y,
                          record->vz - s->velocity.z};
    dv_floats radii, toward, speed_squared;
    DV_LOAD_LANES(radii, s->sieve->radius);
    radii += radius;
    dv_dot_of_lanes(&met->offset, &relative, is_volume, &toward);
    dv_dot_of_lanes(&relative, &relative, is_volume, &speed_squared);
    dv_floats touch = (radii + rule->touch) * A_LITTLE_MORE;
    dv_floats closing = -toward, reach = (radii + rule->clearance) * rule->margin * A_LITTLE_MORE;
    dv_mask comes = DV_IS_TO(closing, >, 0) & DV_IS(closing, <, rule->horizon * speed_squared);
    // By Pythagoras, the squared nearest approach is distance² − closing² / speed².
    dv_floats missed = met->distance_squared * speed_squared - closing * closing;
    dv_floats near = (reach * reach + OF_THE_DISTANCE * met->distance_squared) * speed_squared;
    // If squares overflow or underflow, keep the neighbor.
    dv_mask passes = DV_IS(missed, >, near + FLT_MIN) & DV_IS_TO(missed, <=, FLT_MAX);
    *is_near &= DV_IS(met->distance_squared, <, touch * touch) | (comes & ~passes);
}

static DV_ALWAYS_INLINE void list_record(dv_sieve *sieve, const dv_mask *mask, uint32_t rank) {
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        if (!(*mask)[lane] || sieve->count[lane] > DV_MAX_SIFTED)
            continue;
        if (sieve->count[lane] < DV_MAX_SIFTED)
            sieve->ranks[lane][sieve->count[lane]] = rank;
        sieve->count[lane]++;
    }
}

static inline void sift_record(void *reducer, const dv_met *met, dv_visited_space space) {
    const sifter *s = reducer;
    dv_mask is_near = DV_IS_TO(s->agent, !=, (int32_t)met->record->agent) &
                      DV_IS_TO(met->distance_squared, <=, s->radius_squared);
    if (!dv_any_lane(&is_near))
        return;
    float radius = dv_property_of(s->world, met->record->agent, DV_RADIUS);
    note_near_lanes(s, met, radius, space.is_volume, &is_near);
    if (dv_any_lane(&is_near))
        list_record(s->sieve, &is_near, met->rank);
}

void DV_AT_WIDTH(dv_sift)(const dv_squad *squad, const dv_visits *visits, dv_sieve *sieve) {
    float radius = sieve->rule.radius;
    sifter s = {.world = squad->world, .sieve = sieve, .radius_squared = radius * radius};
    dv_load_lanes3(&s.velocity, &squad->velocity);
    DV_LOAD_LANES(s.agent, squad->agent);
    dv_visit_all(&(dv_visit){squad, NULL, visits, is_in_question, sift_record, &s, false});
}
