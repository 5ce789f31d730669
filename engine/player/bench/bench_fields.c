// What fields cost: a tick of a million cells, agents who leave amounts and follow them, and a
// moment that the history keeps of a field; see bench_measure.h.
#include "player/bench/bench_measure.h"

#include "base/clock.h"

#include <math.h>
#include <stdio.h>

/// A tick of a field alone.
static void measure_ground(const dv_bench_plan *plan, const char *amount, double target) {
    dv_subject s = {.script = "ground", .threads = 1, .choice = {"amount", amount}};
    dv_bench_row row = dv_row_new("fields", "ms/tick");
    dv_error error;
    snprintf(row.subject, sizeof row.subject, "1M cells %s", amount);
    row.target = target;
    if (dv_subject_measure(plan, &s, 1, &error) == DV_OK) {
        dv_subject_describe(&row, plan, &s);
        dv_row_scale(&row, 1e-6); // with no agents, `ns` is per tick
        dv_report_row(plan, &row);
    } else {
        dv_report_failed_row(plan, &row, error.message);
    }
    dv_subject_close(&s);
}

/// Agents with a field, compared with the same agents without.
static void measure_trails(const dv_bench_plan *plan) {
    static const char *const states[] = {"coasting", "trailing"};
    dv_subject s[2];
    for (int i = 0; i < 2; i++)
        s[i] = (dv_subject){
            .script = "trails", .agents = 100000, .threads = 1, .choice = {"state", states[i]}};
    dv_subject_measure_pair(plan, "fields", s, states, 40);
}

/// Take moments as the history does: each reuses the memory of the one before.
static dv_result time_moments(const dv_bench_plan *plan, dv_subject *s, double *milliseconds,
                              dv_error *error) {
    dv_bench_plan once = *plan;
    once.runs = 1;
    once.most_ticks = 1;
    dv_snapshot moment = {0};
    dv_result result = dv_subject_measure(&once, s, 1, error);
    for (uint32_t run = 0; run <= plan->runs && result == DV_OK; run++) {
        double start = dv_processor_time();
        result = dv_world_fill_snapshot(s->world, &moment, error);
        if (run > 0) // the first only warms up
            milliseconds[run - 1] = (dv_processor_time() - start) * 1e3;
    }
    dv_snapshot_free(&moment);
    return result;
}

static void measure_moment(const dv_bench_plan *plan) {
    dv_subject s = {.script = "uneven", .threads = 1};
    dv_bench_row row = dv_row_new("fields", "ms");
    double milliseconds[DV_MAX_BENCH_RUNS];
    dv_error error;
    snprintf(row.subject, sizeof row.subject, "moment, 400 by 240");
    row.threads = 1;
    row.target = 1;
    if (time_moments(plan, &s, milliseconds, &error) == DV_OK) {
        dv_row_take_median(&row, milliseconds, plan->runs);
        dv_report_row(plan, &row);
    } else {
        dv_report_failed_row(plan, &row, error.message);
    }
    dv_subject_close(&s);
}

void dv_bench_fields(const dv_bench_plan *plan) {
    measure_ground(plan, "full", 1);
    measure_ground(plan, "nearly empty", (double)NAN);
    measure_trails(plan);
    measure_moment(plan);
}
