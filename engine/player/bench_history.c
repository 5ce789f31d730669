// What a tick costs while moments are kept to go back to: the median, the worst in a thousand, and
// the worst of all in ten minutes of simulated time. It is processor time, so that other programs
// count only by what they evict from the caches.
#include "player/bench_measure.h"

#include "base/alloc.h"
#include "base/result.h"
#include "player/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define MINUTES 10
#define FULL_TICKS 1000
#define AGENTS 20000

static double processor_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static dv_result time_ticks(dv_run *run, double *milliseconds, uint32_t ticks, dv_error *error) {
    for (uint32_t i = 0; i < ticks; i++) {
        double start = processor_time();
        if (dv_run_tick(run) != DV_OK)
            return dv_fail(error, run->result, "%s", run->error.message);
        milliseconds[i] = (processor_time() - start) * 1e3;
    }
    return DV_OK;
}

static void tell(const dv_bench_plan *plan, const dv_subject *s, const char *what, double value,
                 double target) {
    dv_bench_row row = dv_row_new("history", "ms/tick");
    snprintf(row.subject, sizeof row.subject, "%s", what);
    row.agents = s->agents;
    row.threads = s->threads;
    row.median = row.least = row.most = value;
    row.target = target;
    dv_row_tell(plan, &row);
}

static dv_result measure(const dv_bench_plan *plan, dv_subject *s, dv_error *error) {
    dv_bench_plan once = *plan;
    once.runs = 1;
    once.most_ticks = 1;
    dv_result result = dv_subject_measure(&once, s, 1, error);
    if (result != DV_OK)
        return result;
    dv_options options = {.command = DV_COMMAND_BENCH, .every = 1};
    dv_run run = {
        .options = &options, .scenario = s->scenario, .world = s->world, .last_tick = DV_NO_LIMIT};
    double rate = round(1 / dv_world_dt(s->world));
    // A short plan gets a few seconds, so that there are moments among its ticks.
    uint32_t ticks = (uint32_t)(plan->most_ticks < FULL_TICKS ? 3 * rate : 60 * MINUTES * rate);
    double *milliseconds = dv_alloc(ticks * sizeof *milliseconds);
    if (!milliseconds)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    dv_run_keep_history(&run);
    result = time_ticks(&run, milliseconds, ticks, error);
    dv_run_end_history(&run);
    if (result == DV_OK) {
        qsort(milliseconds, ticks, sizeof *milliseconds, compare);
        tell(plan, s, "median", milliseconds[ticks / 2], (double)NAN);
        tell(plan, s, "worst in 1,000", milliseconds[ticks - 1 - ticks / 1000], (double)NAN);
        tell(plan, s, "worst", milliseconds[ticks - 1], fmin(16, 2 * milliseconds[ticks / 2]));
    }
    dv_free(milliseconds);
    return result;
}

void dv_bench_history(const dv_bench_plan *plan) {
    dv_subject s = {.script = "remembering", .agents = AGENTS, .threads = 1};
    dv_error error;
    dv_bench_row row = dv_row_new("history", "ms/tick");
    if (measure(plan, &s, &error) != DV_OK)
        dv_row_tell_failure(plan, &row, error.message);
    dv_subject_close(&s);
}
