// How to measure benchmarks: open a scenario, warm it up, then run it several times for a moment.
// Subjects that are compared take turns, so that a noisy machine affects them equally. For the
// files with benchmarks, which bench_rows.c lists.
#ifndef DV_PLAYER_BENCH_MEASURE_H
#define DV_PLAYER_BENCH_MEASURE_H

#include "modules/modules.h"
#include "player/bench/bench.h"
#include "scenario.h"

#define DV_MAX_BENCH_VALUES 256

/// A scenario to measure.
typedef struct dv_subject {
    const char *script; ///< a file of tests/bench without ".lua", or NULL
    const char *path;   ///< or the path of a scenario
    const char *scene;  ///< what the module `scene` returns, or NULL
    uint32_t agents;
    int threads;
    double reach;      ///< m, the radius for counting neighbors; 0: don't count them
    uint32_t settling; ///< ticks to run first, until the scenario does what it typically does
    dv_setting_choice choice;

    dv_scenario *scenario;
    dv_world *world;
    char agents_module[64], scene_module[64];
    double bytes; ///< per agent
    uint32_t ticks;
    double ns[DV_MAX_BENCH_RUNS]; ///< per agent and tick
} dv_subject;

/// A row without numbers.
dv_bench_row dv_row_new(const char *benchmark, const char *unit);
/// Pass a row to plan->each: as it is, with the reason of a failure, or with the reason why the
/// benchmark was skipped.
void dv_report_row(const dv_bench_plan *plan, const dv_bench_row *row);
void dv_report_failed_row(const dv_bench_plan *plan, dv_bench_row *row, const char *message);
void dv_report_skipped_row(const dv_bench_plan *plan, const char *benchmark, const char *why);
/// Set median, least, and most, from at most DV_MAX_BENCH_VALUES values.
void dv_row_take_median(dv_bench_row *row, const double *values, uint32_t count);

/// The source of a file of tests/bench, by its name without ".lua"; NULL if there is none.
const dv_library_module *dv_bench_script(const char *name, size_t length);

/// Open, warm up, and run `count` subjects, which take turns. Close them even if this fails.
dv_result dv_subject_measure(const dv_bench_plan *plan, dv_subject *subjects, uint32_t count,
                             dv_error *error);
/// Close a subject's scenario.
void dv_subject_close(dv_subject *s);
/// Do some ticks and store how long they took. Fails if agents are suspended.
dv_result dv_subject_step(dv_subject *s, uint32_t ticks, double *seconds, dv_error *error);
/// Fill a row with the results of a subject.
void dv_subject_describe(dv_bench_row *row, const dv_bench_plan *plan, const dv_subject *s);
/// Multiply median, least, and most.
void dv_row_scale(dv_bench_row *row, double factor);
/// Set median, least, and most to what a subject's run took longer than that of another that took
/// turns with it, divided by `count`.
void dv_row_take_difference(dv_bench_row *row, const dv_bench_plan *plan, const dv_subject *more,
                            const dv_subject *less, double count);
/// Measure two subjects that take turns, report a row for each under its name in `names`, and one
/// for how much longer the second took, whose target is `target` (ns per agent). Close both.
void dv_subject_measure_pair(const dv_bench_plan *plan, const char *benchmark, dv_subject s[2],
                             const char *const names[2], double target);
/// Measure one subject, report its row, and close it. Returns the median, or NaN on failure.
double dv_subject_measure_row(const dv_bench_plan *plan, dv_bench_row *row, dv_subject *s);

/// Amounts on the ground.
void dv_bench_fields(const dv_bench_plan *plan);
/// Functions that are called later.
void dv_bench_timers(const dv_bench_plan *plan);
/// Questions from Lua.
void dv_bench_queries(const dv_bench_plan *plan);
/// Route planning.
void dv_bench_planning(const dv_bench_plan *plan);
/// Scenes one step beside an even flock.
void dv_bench_scaling(const dv_bench_plan *plan);
/// Ticks while the history keeps moments.
void dv_bench_history(const dv_bench_plan *plan);
/// From saving a script of a running scenario until it is in force.
void dv_bench_reload(const dv_bench_plan *plan);

#endif
