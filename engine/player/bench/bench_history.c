// What a tick takes while the history keeps moments: the median, the worst in a thousand, and the
// worst of all, in ten minutes of simulated time. In one scene a few agents change what they
// remember in each tick, in the other all do.
//
// Each run does exactly the same work in each tick, but the machine interrupts other ticks each
// time. So the ten minutes are run several times, and a tick's time is the least processor time of
// all runs. Three runs were tried: single ticks in which nothing special happens came out slowest.
#include "player/bench/bench_measure.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/result.h"
#include "player/run/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MINUTES 10
#define FULL_TICKS 1000
#define AGENTS 20000
#define RUNS 6

static int compare_times(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Run the ticks, and lower each tick's time if this run was faster.
static dv_result time_ticks(dv_run *run, double *milliseconds, uint32_t ticks, dv_error *error) {
    for (uint32_t i = 0; i < ticks; i++) {
        double start = dv_processor_time();
        if (dv_run_tick(run) != DV_OK)
            return dv_fail(error, run->result, "%s", run->error.message);
        milliseconds[i] = fmin(milliseconds[i], (dv_processor_time() - start) * 1e3);
    }
    return DV_OK;
}

typedef struct scene {
    const char *script;
    const char *changes; ///< who changes what they remember in each tick
} scene;

static const scene scenes[] = {{"remembering", "few"}, {"aging", "all"}};

static void tell_value(const dv_bench_plan *plan, const scene *of, const char *what, double value,
                       double target) {
    dv_bench_row row = dv_row_new("history", "ms/tick");
    snprintf(row.subject, sizeof row.subject, "%s change, %s", of->changes, what);
    row.agents = AGENTS;
    row.threads = 1;
    row.median = row.least = row.most = value;
    row.target = target;
    dv_report_row(plan, &row);
}

/// Short plans still get a few seconds of simulated time, so that they include moments.
static uint32_t ticks_of(const dv_bench_plan *plan, const dv_world *world) {
    double rate = round(1 / dv_world_dt(world));
    return (uint32_t)(plan->most_ticks < FULL_TICKS ? 3 * rate : 60 * MINUTES * rate);
}

static dv_result run_once(dv_subject *s, double **milliseconds, uint32_t *ticks,
                          const dv_bench_plan *plan, dv_error *error) {
    dv_bench_plan once = *plan;
    once.runs = 1;
    once.most_ticks = 1;
    dv_result result = dv_subject_measure(&once, s, 1, error);
    if (result != DV_OK)
        return result;
    if (!*milliseconds) {
        *ticks = ticks_of(plan, s->world);
        *milliseconds = dv_alloc(*ticks * sizeof **milliseconds);
        if (!*milliseconds)
            return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        for (uint32_t i = 0; i < *ticks; i++)
            (*milliseconds)[i] = (double)INFINITY;
    }
    dv_options options = {.every = 1};
    dv_run run = {
        .options = &options, .scenario = s->scenario, .world = s->world, .last_tick = DV_NO_LIMIT};
    dv_run_keep_history(&run);
    result = time_ticks(&run, *milliseconds, *ticks, error);
    dv_run_end_history(&run);
    return result;
}

static void tell_values(const dv_bench_plan *plan, const scene *of, double *milliseconds,
                        uint32_t ticks) {
    qsort(milliseconds, ticks, sizeof *milliseconds, compare_times);
    double median = milliseconds[ticks / 2], worst = milliseconds[ticks - 1];
    tell_value(plan, of, "median", median, (double)NAN);
    tell_value(plan, of, "1 in 1,000", milliseconds[ticks - 1 - ticks / 1000], (double)NAN);
    tell_value(plan, of, "worst", worst, fmin(16, 2 * median));
}

static void measure_scene(const dv_bench_plan *plan, const scene *of) {
    double *milliseconds = NULL;
    uint32_t ticks = 0;
    dv_error error;
    dv_result result = DV_OK;
    for (uint32_t i = 0; i < RUNS && result == DV_OK; i++) {
        dv_subject s = {.script = of->script, .agents = AGENTS, .threads = 1};
        result = run_once(&s, &milliseconds, &ticks, plan, &error);
        dv_subject_close(&s);
    }
    dv_bench_row row = dv_row_new("history", "ms/tick");
    if (result == DV_OK)
        tell_values(plan, of, milliseconds, ticks);
    else
        dv_report_failed_row(plan, &row, error.message);
    dv_free(milliseconds);
}

void dv_bench_history(const dv_bench_plan *plan) {
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        measure_scene(plan, &scenes[i]);
}
