// The runs of a sweep: which settings each one has, and which seed.
//
// A combination is one value for each factor; with --vary, all of them follow in the order of the
// options, the last factor changing fastest. Each combination is run `repeat` times. Runs are
// counted from 1 on: first all repeats of the first combination, then those of the next.
//
// Invariant: a run's settings and seed depend on its number and the options alone, so it does not
// matter who computes it, and when.
#ifndef DV_PLAYER_SWEEP_PLAN_H
#define DV_PLAYER_SWEEP_PLAN_H

#include "player/options/options.h"
#include "player/sweep/condition.h"
#include "player/sweep/sweep_values.h"

/// The most runs of a sweep.
#define DV_MOST_RUNS UINT64_C(1000000000)

/// A setting that varies. With a design, `values` has one value per row.
typedef struct dv_factor {
    char *name;
    uint32_t setting; ///< its number in the program
    dv_sweep_values values;
} dv_factor;

/// A script or picture as the sweep found it.
typedef struct dv_sweep_module {
    char *path;
    uint64_t hash;
} dv_sweep_module;

typedef struct dv_sweep_plan {
    const dv_options *options;
    dv_factor *factors;
    uint32_t factor_count;
    bool is_design;       ///< the factors change together, by row
    uint64_t design_hash; ///< of the file
    uint64_t combinations, runs;

    // What the scenario has; see sweep_check.h.
    char **settings; ///< names, in the order of the program
    char **fixed;    ///< the value of each without the factors, as a user would type it
    uint32_t setting_count;
    char **monitors;
    uint32_t monitor_count;
    dv_sweep_module *modules;
    uint32_t module_count;
    uint64_t seed;      ///< that the seeds of the runs are made from
    dv_condition until; ///< if options->sweep.until
    int32_t until_monitor;
} dv_sweep_plan;

/// Read --vary or the file of --design. DV_ERROR_ARGUMENT or DV_ERROR_FORMAT with a message that
/// names the option, or the row and the column. Call dv_sweep_plan_free in any case.
dv_result dv_sweep_plan_read(dv_sweep_plan *plan, const dv_options *options, dv_error *error);
void dv_sweep_plan_free(dv_sweep_plan *plan);

/// The combination of a run, and its repeat, both from 0.
uint64_t dv_sweep_combination(const dv_sweep_plan *plan, uint64_t run);
uint64_t dv_sweep_repeat(const dv_sweep_plan *plan, uint64_t run);
/// The value of a factor in a combination.
const char *dv_sweep_value(const dv_sweep_plan *plan, uint64_t combination, uint32_t factor);
/// The value of a setting in a run.
const char *dv_sweep_setting(const dv_sweep_plan *plan, uint64_t run, uint32_t setting);
/// hash(seed, combination, repeat), with 53 bits; with --same-seeds, hash(seed, repeat).
uint64_t dv_sweep_seed(const dv_sweep_plan *plan, uint64_t run);

/// The first run that this process is to compute, and how far apart its runs are; see --part.
uint64_t dv_sweep_first(const dv_sweep_plan *plan);
uint64_t dv_sweep_stride(const dv_sweep_plan *plan);
/// How many runs this process is to compute.
uint64_t dv_sweep_due(const dv_sweep_plan *plan);

#endif
