// How benchmarks are measured: a scenario is opened, warmed up, then run several times for a
// moment; what is to be compared runs by turns, so that a noisy machine troubles both alike. For
// the files of the benchmarks: bench_rows.c lists them.
#ifndef DV_PLAYER_BENCH_MEASURE_H
#define DV_PLAYER_BENCH_MEASURE_H

#include "modules/modules.h"
#include "player/bench/bench.h"
#include "scenario.h"

#define DV_MOST_BENCH_VALUES 256

/// A scenario under measurement.
typedef struct dv_subject {
    const char *script; ///< a file of tests/bench without ".lua", or NULL
    const char *path;   ///< or a scenario's path
    uint32_t agents;
    int threads;
    double reach;      ///< m, to count neighbors in; 0: they are not counted
    uint32_t settling; ///< ticks until what goes on is typical
    dv_setting_choice choice;

    dv_scenario *scenario;
    dv_world *world;
    char agents_module[64];
    double bytes; ///< an agent
    uint32_t ticks;
    double ns[DV_MOST_BENCH_RUNS]; ///< an agent and tick
} dv_subject;

/// A row without numbers, and to whom it is told.
dv_bench_row dv_row_new(const char *benchmark, const char *unit);
void dv_row_tell(const dv_bench_plan *plan, const dv_bench_row *row);
void dv_row_tell_failure(const dv_bench_plan *plan, dv_bench_row *row, const char *message);
void dv_row_tell_skipped(const dv_bench_plan *plan, const char *benchmark, const char *why);
/// Of at most DV_MOST_BENCH_VALUES.
void dv_row_take_median(dv_bench_row *row, const double *values, uint32_t count);

/// The source of a file of tests/bench by its name without ".lua"; NULL when there is none.
const dv_library_module *dv_bench_script(const char *name, size_t length);

/// Open, warm up and run; subjects run by turns. To be closed even when it fails.
dv_result dv_subject_measure(const dv_bench_plan *plan, dv_subject *subjects, uint32_t count,
                             dv_error *error);
void dv_subject_close(dv_subject *s);
dv_result dv_subject_step(dv_subject *s, uint32_t ticks, double *seconds, dv_error *error);
void dv_subject_describe(dv_bench_row *row, const dv_bench_plan *plan, const dv_subject *s);
/// Measure one subject and tell of it; its median, or NaN.
double dv_subject_measure_row(const dv_bench_plan *plan, dv_bench_row *row, dv_subject *s);

/// Planning ways.
void dv_bench_planning(const dv_bench_plan *plan);
/// Ticks while moments are kept to go back to.
void dv_bench_history(const dv_bench_plan *plan);
/// Saving a script of a running scenario until it is in force.
void dv_bench_reload(const dv_bench_plan *plan);

#endif
