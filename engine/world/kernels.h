// Kernels: loops that are compiled once for each vector width. A world chooses a width when it's
// created. Results do not depend on the width.
#ifndef DV_WORLD_KERNELS_H
#define DV_WORLD_KERNELS_H

#include "base/compiler.h"
#include "fields/field_spread.h"
#include "program/squad.h"

struct dv_grid;
struct dv_columns;
struct dv_sensed;
struct dv_flock;
struct dv_point_masses;
struct dv_tally_pass;
struct dv_squad;
struct dv_visits;
struct dv_vicinity;
struct dv_sieve;
struct dv_closest;
struct dv_nearest_lanes;
struct dv_desire;
struct dv_wanderers;
struct dv_climbers;
struct dv_vectors;

/// The cells of agents `first` to `first` + DV_LANES − 1, as dv_grid_cell finds them.
typedef void dv_find_cells(const struct dv_grid *grid, const struct dv_columns *columns,
                           uint32_t first, uint32_t *cells);
/// Write the records of the same agents at their ranks.
typedef void dv_put_records(struct dv_sensed *sensed, const struct dv_columns *columns,
                            uint32_t first, const uint32_t *ranks);

/// Add the visited records to the tallies of a pass; see neighbors/tally.h.
typedef void dv_tally_run(const struct dv_tally_pass *pass, const struct dv_visits *visits);

/// The same in one loop for two squads that share a pass of a flock. False, with nothing added, if
/// each squad needs its own loop.
typedef bool dv_tally_two(const struct dv_tally_pass *pass, const struct dv_visits *visits);

/// Add to a squad's sieve those of the visited records that are worth a closer look; see
/// neighbors/sieve.h.
typedef void dv_sift(const struct dv_squad *squad, const struct dv_visits *visits,
                     struct dv_sieve *sieve);

/// Add to a squad's lists the nearest of the visited records; see neighbors/closest.h.
typedef void dv_find_closest(const struct dv_squad *squad, const struct dv_visits *visits,
                             struct dv_closest *closest);

/// Which lanes of a squad are within a distance (squared, m²) of a place each; one bit for each
/// lane. If the world wraps, the shortest distance counts.
typedef uint32_t dv_squad_near(const struct dv_squad *squad, const struct dv_vectors *places,
                               float distance_squared);
/// Which lanes of a squad are inside a box or on its faces; one bit for each lane.
typedef uint32_t dv_squad_inside(const struct dv_squad *squad, const dv_vec3 *low,
                                 const dv_vec3 *high);

/// Update the nearest agent that each lane of a squad has found with the visited records; see
/// neighbors/nearest_lanes.h.
typedef void dv_nearest_run(const struct dv_squad *squad, const struct dv_visits *visits,
                            struct dv_nearest_lanes *seekers);

/// Which lanes have found an agent within a distance (squared, m²); one bit for each lane.
typedef uint32_t dv_nearest_within(const struct dv_nearest_lanes *lanes, float squared);

/// Fill a squad's lanes from sensed records, except for the caps. Positions are wrapped into the
/// bounds.
typedef void dv_squad_gather(const uint32_t ranks[DV_LANES], struct dv_squad *squad);

/// Steer a squad with the same results as evaluating its members one by one; see
/// steering/desires.h.
typedef void dv_desire_run(const struct dv_squad *squad, const struct dv_desire *desire,
                           struct dv_vectors *vectors);
typedef void dv_wander_run(const struct dv_squad *squad, struct dv_wanderers *wanderers,
                           struct dv_vectors *vectors);
typedef void dv_climb_run(const struct dv_squad *squad, const struct dv_climbers *climbers,
                          struct dv_vectors *vectors);
/// Add vectors times weights to sums, lane by lane. Skips vectors that aren't finite.
typedef void dv_add_weighted(const struct dv_vectors *part, const float weights[DV_LANES],
                             struct dv_vectors *sum);

/// Compute steering vectors from the sums of a flock; see steering/flock.h.
typedef void dv_flock_conclude(const struct dv_squad *squad, const struct dv_flock *flock,
                               struct dv_vectors *vectors);

/// Move point masses by one tick, with the same results as dv_body_goes and dv_body_moves; see
/// locomotion/point_masses.h.
typedef void dv_point_masses_move(const struct dv_point_masses *masses);

/// Add the runs of the next grid rows around a squad to the visits, until the visits are full or no
/// row is left.
typedef void dv_visit_rows(struct dv_vicinity *vicinity, struct dv_visits *visits);

typedef struct dv_kernels {
    dv_find_cells *find_cells;
    dv_put_records *put_records;
    dv_squad_gather *squad_gather;
    dv_squad_gather *squad_gather_as_sensed; ///< the same without wrapping positions
    dv_visit_rows *visit_rows;
    dv_sift *sift;
    dv_find_closest *find_closest;
    dv_tally_run *tally_run;
    dv_tally_two *tally_two; ///< NULL if two squads don't fit into a vector, or that is slower
    dv_flock_conclude *flock_conclude;
    dv_point_masses_move *point_masses_move;
    dv_squad_near *squad_near;
    dv_squad_inside *squad_inside;
    dv_nearest_run *nearest_run;
    dv_nearest_within *nearest_within;
    dv_desire_run *desire_run;
    dv_wander_run *wander_run;
    dv_climb_run *climb_run;
    dv_add_weighted *add_weighted;
    dv_field_spread *field_spread;
} dv_kernels;

dv_squad_near dv_squad_near_128, dv_squad_near_256, dv_squad_near_512;
dv_squad_inside dv_squad_inside_128, dv_squad_inside_256, dv_squad_inside_512;
dv_nearest_run dv_nearest_run_128, dv_nearest_run_256, dv_nearest_run_512;
dv_nearest_within dv_nearest_within_128, dv_nearest_within_256, dv_nearest_within_512;
dv_tally_run dv_tally_run_128, dv_tally_run_256, dv_tally_run_512;
dv_tally_two dv_tally_two_512;
dv_sift dv_sift_128, dv_sift_256, dv_sift_512;
dv_find_closest dv_find_closest_128, dv_find_closest_256, dv_find_closest_512;
dv_find_cells dv_find_cells_128, dv_find_cells_256, dv_find_cells_512;
dv_put_records dv_put_records_128, dv_put_records_256, dv_put_records_512;
dv_visit_rows dv_visit_rows_128, dv_visit_rows_256, dv_visit_rows_512;
dv_squad_gather dv_squad_gather_128, dv_squad_gather_256, dv_squad_gather_512;
dv_squad_gather dv_squad_gather_as_sensed_128, dv_squad_gather_as_sensed_256,
    dv_squad_gather_as_sensed_512;
dv_desire_run dv_desire_run_128, dv_desire_run_256, dv_desire_run_512;
dv_wander_run dv_wander_run_128, dv_wander_run_256, dv_wander_run_512;
dv_climb_run dv_climb_run_128, dv_climb_run_256, dv_climb_run_512;
dv_add_weighted dv_add_weighted_128, dv_add_weighted_256, dv_add_weighted_512;
dv_flock_conclude dv_flock_conclude_128, dv_flock_conclude_256, dv_flock_conclude_512;
dv_point_masses_move dv_point_masses_move_128, dv_point_masses_move_256, dv_point_masses_move_512;

#endif
