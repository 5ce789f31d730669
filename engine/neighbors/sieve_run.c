// Sifting records for a squad. Compiled once for each width of vectors.
#include "neighbors/sieve.h"

#include "neighbors/visitor.h"
#include "world/kernels.h"

#include <float.h>

// What rounding may add to a nearest approach: a fiftieth of it, and of its square a part of the
// distance's; both are many times too much.
#define A_LITTLE_MORE 1.02f
#define OF_THE_DISTANCE 1e-5f

/// One record as the squad sees it.
typedef struct candidate {
    dv_lanes3 offset, relative; // m, and m/s
    dv_floats distance_squared;
} candidate;

static DV_ALWAYS_INLINE void hold_against(const dv_lanes3 *position, const dv_lanes3 *velocity,
                                          const dv_record *record, const dv_visits *visits,
                                          const dv_run *here, const dv_sensed *sensed,
                                          bool is_volume, candidate *c) {
    dv_offsets_to(record, position, here, &sensed->span, visits->folds ? DV_FOLDED : DV_SHIFTED,
                  is_volume, &c->offset);
    c->relative =
        (dv_lanes3){record->vx - velocity->x, record->vy - velocity->y, record->vz - velocity->z};
    dv_dot_of_lanes(&c->offset, &c->offset, is_volume, &c->distance_squared);
}

/// Whether one that is near touches, or comes too near in time, given its radius.
static DV_ALWAYS_INLINE void regard(const dv_sieve *sieve, const candidate *c, float radius,
                                    bool is_volume, dv_mask *is_near) {
    const dv_sieve_rule *rule = &sieve->rule;
    dv_floats radii, toward, speed_squared;
    DV_LOAD_LANES(radii, sieve->radius);
    radii += radius;
    dv_dot_of_lanes(&c->offset, &c->relative, is_volume, &toward);
    dv_dot_of_lanes(&c->relative, &c->relative, is_volume, &speed_squared);
    dv_floats touch = (radii + rule->touch) * A_LITTLE_MORE;
    dv_floats closing = -toward, reach = (radii + rule->clearance) * rule->margin * A_LITTLE_MORE;
    dv_mask comes = DV_IS_TO(closing, >, 0) & DV_IS(closing, <, rule->horizon * speed_squared);
    // By Pythagoras the nearest approach, squared, is distance² − closing² / speed².
    dv_floats missed = c->distance_squared * speed_squared - closing * closing;
    dv_floats near = (reach * reach + OF_THE_DISTANCE * c->distance_squared) * speed_squared;
    // Where squares leave the range of numbers nothing is known.
    dv_mask passes = DV_IS(missed, >, near + FLT_MIN) & DV_IS_TO(missed, <=, FLT_MAX);
    *is_near &= DV_IS(c->distance_squared, <, touch * touch) | (comes & ~passes);
}

static DV_ALWAYS_INLINE void enlist(dv_sieve *sieve, const dv_mask *mask, uint32_t rank) {
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        if (!(*mask)[lane] || sieve->count[lane] > DV_MOST_SIFTED)
            continue;
        if (sieve->count[lane] < DV_MOST_SIFTED)
            sieve->ranks[lane][sieve->count[lane]] = rank;
        sieve->count[lane]++;
    }
}

static DV_ALWAYS_INLINE void run(const dv_squad *squad, const dv_visits *visits, bool is_volume,
                                 dv_sieve *sieve) {
    const dv_world *world = squad->world;
    const dv_sensed *sensed = &world->sensed;
    float radius_squared = sieve->rule.radius * sieve->rule.radius;
    dv_lanes3 position, velocity;
    dv_mask agent;
    dv_load_lanes3(&position, &squad->position);
    dv_load_lanes3(&velocity, &squad->velocity);
    DV_LOAD_LANES(agent, squad->agent);
    for (uint32_t visit = 0; visit < visits->count; visit++) {
        const dv_run *here = &visits->runs[visit];
        for (uint32_t place = here->first; place < here->end; place++) {
            uint32_t rank = visits->list ? visits->list[place] : place;
            const dv_record *record = &sensed->records[rank];
            if (!dv_is_asked_for(record, sieve->rule.kinds, sieve->rule.states))
                continue;
            candidate c;
            hold_against(&position, &velocity, record, visits, here, sensed, is_volume, &c);
            dv_mask is_near = DV_IS_TO(agent, !=, (int32_t)record->agent) &
                              DV_IS_TO(c.distance_squared, <=, radius_squared);
            if (!dv_any_lane(&is_near))
                continue;
            regard(sieve, &c, dv_property_of(world, record->agent, DV_RADIUS), is_volume, &is_near);
            if (dv_any_lane(&is_near))
                enlist(sieve, &is_near, rank);
        }
    }
}

void DV_AT_WIDTH(dv_sift)(const dv_squad *squad, const dv_visits *visits, dv_sieve *sieve) {
    if (squad->world->space == DV_VOLUME)
        run(squad, visits, true, sieve);
    else
        run(squad, visits, false, sieve);
}
