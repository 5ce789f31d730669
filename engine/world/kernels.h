// Kernels: the loops that are compiled once for each width of vectors and chosen when a world is
// made. Their results do not depend on the width.
#ifndef DV_WORLD_KERNELS_H
#define DV_WORLD_KERNELS_H

#include "world/squad.h"

#define DV_JOIN_(a, b) a##_##b
#define DV_JOIN(a, b) DV_JOIN_(a, b)
/// The kernel's name at the width, in bits, that a file is compiled for.
#define DV_AT_WIDTH(name) DV_JOIN(name, DV_WIDTH)

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
struct dv_vectors;

/// The cells of agents `first` to `first` + DV_LANES − 1, as dv_grid_cell.
typedef void dv_find_cells(const struct dv_grid *grid, const struct dv_columns *columns,
                           uint32_t first, uint32_t *cells);
/// Write the records of such agents at their ranks.
typedef void dv_put_records(struct dv_sensed *sensed, const struct dv_columns *columns,
                            uint32_t first, const uint32_t *ranks);

/// Add the records that are visited to the tallies of a pass; see neighbors/tally.h.
typedef void dv_tally_run(const struct dv_tally_pass *pass, const struct dv_visits *visits);

/// The same for two squads that share a pass of a flock, in one loop; false, with nothing added,
/// when they have to be taken one by one.
typedef bool dv_tally_two(const struct dv_tally_pass *pass, const struct dv_visits *visits);

/// Put into a squad's sieve who of the records that are visited is worth a look; see
/// neighbors/sieve.h.
typedef void dv_sift(const struct dv_squad *squad, const struct dv_visits *visits,
                     struct dv_sieve *sieve);

/// Put into a squad's lists who of the records that are visited is nearest; see
/// neighbors/closest.h.
typedef void dv_find_closest(const struct dv_squad *squad, const struct dv_visits *visits,
                             struct dv_closest *closest);

/// Those lanes of a squad, a bit each, that are within a distance (squared, m²) of a place of their
/// own, the short way.
typedef uint32_t dv_squad_near(const struct dv_squad *squad, const struct dv_vectors *places,
                               float distance_squared);
/// Those lanes of a squad, a bit each, that are in a box, its faces included.
typedef uint32_t dv_squad_inside(const struct dv_squad *squad, const dv_vec3 *low,
                                 const dv_vec3 *high);

/// Hold the records that are visited against a squad whose agents look for the nearest; see
/// neighbors/nearest_lanes.h.
typedef void dv_nearest_run(const struct dv_squad *squad, const struct dv_visits *visits,
                            struct dv_nearest_lanes *seekers);

/// Those lanes, a bit each, that found somebody within a distance (squared, m²).
typedef uint32_t dv_nearest_within(const struct dv_nearest_lanes *lanes, float squared);

/// Fill a squad's lanes from sensed records, caps apart; positions are brought into the bounds.
typedef void dv_squad_gather(const uint32_t ranks[DV_LANES], struct dv_squad *squad);

/// Steer a squad as its members would alone; see steering/desires.h.
typedef void dv_desire_run(const struct dv_squad *squad, const struct dv_desire *desire,
                           struct dv_vectors *vectors);
typedef void dv_wander_run(const struct dv_squad *squad, struct dv_wanderers *wanderers,
                           struct dv_vectors *vectors);
/// Add what is finite of some agents' vectors to their sums, each at its weight.
typedef void dv_add_weighted(const struct dv_vectors *part, const float weights[DV_LANES],
                             struct dv_vectors *sum);

/// The steering vectors that a flock's sums come to; see steering/flock.h.
typedef void dv_flock_conclude(const struct dv_squad *squad, const struct dv_flock *flock,
                               struct dv_vectors *vectors);

/// Move point masses by a tick, each as dv_body_goes and dv_body_moves would; see
/// locomotion/point_masses.h.
typedef void dv_point_masses_move(const struct dv_point_masses *masses);

/// Add runs to the visits, of the next rows about a squad, until there is no room or no row left.
typedef void dv_visit_rows(struct dv_vicinity *vicinity, struct dv_visits *visits);

typedef struct dv_kernels {
    dv_find_cells *find_cells;
    dv_put_records *put_records;
    dv_squad_gather *squad_gather;
    dv_squad_gather *squad_gather_as_sensed; ///< positions as they are
    dv_visit_rows *visit_rows;
    dv_sift *sift;
    dv_find_closest *find_closest;
    dv_tally_run *tally_run;
    dv_tally_two *tally_two; ///< NULL where two squads do not fit into a vector
    dv_flock_conclude *flock_conclude;
    dv_point_masses_move *point_masses_move;
    dv_squad_near *squad_near;
    dv_squad_inside *squad_inside;
    dv_nearest_run *nearest_run;
    dv_nearest_within *nearest_within;
    dv_desire_run *desire_run;
    dv_wander_run *wander_run;
    dv_add_weighted *add_weighted;
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
dv_add_weighted dv_add_weighted_128, dv_add_weighted_256, dv_add_weighted_512;
dv_flock_conclude dv_flock_conclude_128, dv_flock_conclude_256, dv_flock_conclude_512;
dv_point_masses_move dv_point_masses_move_128, dv_point_masses_move_256, dv_point_masses_move_512;

/// Those of the widest vectors that the processor has, of at most so many bits (0: any).
const dv_kernels *dv_kernels_within(uint32_t bits);

#endif
