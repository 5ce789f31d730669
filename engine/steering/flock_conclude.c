// Computes flocking from a squad's tallies. Compiled once for each vector width.
#include "steering/flock.h"

#include "base/lanes.h"
#include "world/kernels.h"

// As a share of the cap: smaller changes are rounding errors, whose direction is meaningless.
#define LEAST_CHANGE 1e-5f

// Match the direction of the others at the agent's own cap, which keeps a flock moving.
static inline void align_squad(const dv_squad *squad, dv_lanes3 *motions) {
    dv_lanes3 velocity;
    dv_floats cap;
    dv_load_lanes3(&velocity, &squad->velocity);
    DV_LOAD_LANES(cap, squad->cap);
    dv_mask are_going = (motions->x != 0) | (motions->y != 0) | (motions->z != 0);
    dv_normalize_lanes(motions);
    dv_lanes3 change = {motions->x * cap - velocity.x, motions->y * cap - velocity.y,
                        motions->z * cap - velocity.z};
    dv_floats length;
    dv_lengths_of_lanes(&change, &length);
    dv_mask is_worth = are_going & (length > LEAST_CHANGE * cap);
    motions->x = DV_ONLY_WHERE(is_worth, change.x);
    motions->y = DV_ONLY_WHERE(is_worth, change.y);
    motions->z = DV_ONLY_WHERE(is_worth, change.z);
}

/// Add a part's direction times its weight.
static inline void add_part(const float weights[DV_LANES], dv_lanes3 *part, dv_lanes3 *sum) {
    dv_floats weight;
    DV_LOAD_LANES(weight, weights);
    dv_normalize_lanes(part);
    sum->x += part->x * weight;
    sum->y += part->y * weight;
    sum->z += part->z * weight;
}

void DV_AT_WIDTH(dv_flock_conclude)(const dv_squad *squad, const dv_flock *flock,
                                    dv_vectors *vectors) {
    dv_lanes3 sum = {{0}, {0}, {0}}, pushes, motions, offsets;
    dv_floats cap;
    dv_load_lanes3(&pushes, &flock->tallies[DV_SEPARATION].sum);
    dv_load_lanes3(&motions, &flock->tallies[DV_ALIGNMENT].sum);
    dv_load_lanes3(&offsets, &flock->tallies[DV_COHESION].sum);
    align_squad(squad, &motions);
    add_part(flock->weights[DV_SEPARATION], &pushes, &sum);
    add_part(flock->weights[DV_ALIGNMENT], &motions, &sum);
    add_part(flock->weights[DV_COHESION], &offsets, &sum);
    DV_LOAD_LANES(cap, squad->cap);
    sum.x *= cap, sum.y *= cap, sum.z *= cap;
    dv_store_lanes3(vectors, &sum);
}
