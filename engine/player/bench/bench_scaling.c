// Scenes one step beside an even flock, each compared with its even one in the same run: one agent
// far away, one that looks far, towns, a heap; see tests/bench/scaling.lua.
#include "player/bench/bench_measure.h"

#include <math.h>
#include <stdio.h>

typedef struct comparison {
    const char *what, *scene;
    const char *even; ///< what to divide by; NULL: the row is in µs
    uint32_t agents;
    double bound;
} comparison;

static const comparison comparisons[] = {
    {"one agent 300 km away", "outlier", "open", 20000, 1.5},
    {"one looks 90 m", "watcher_90", "even", 100000, 1.5},
    {"one looks 900 m", "watcher_900", "even", 100000, 1.5},
    {"a guard looks 900 m", "guard_900", "even", 100000, 1.5},
    {"100 far towns", "towns", "even", 100000, 1.5},
    {"a square in 50 km", "square_in_map", "square", 10000, 1.5},
    {"lengths / 100", "centimeters", "meters", 10000, 1.5},
    {"all call and hear", "calls_heard", NULL, 2000, 1},
    {"all call and hear", "calls_heard", NULL, 10000, 1},
    {"one body of 100 m", "bodies_one_large", "bodies", 2000, 2},
    {"at one point", "heap", NULL, 3000, 5},
    {"at one point", "heap", NULL, 20000, 5},
};

static dv_subject subject_of(const char *scene, uint32_t agents) {
    return (dv_subject){.script = "scaling", .scene = scene, .agents = agents, .threads = 1};
}

/// Some of these take seconds a tick, so they warm up for a moment only.
static dv_bench_plan plan_of(const dv_bench_plan *plan) {
    dv_bench_plan brief = *plan;
    brief.runs = plan->runs < 3 ? plan->runs : 3;
    brief.warm_up = 4;
    return brief;
}

static void compare(const dv_bench_plan *plan, const comparison *c) {
    dv_subject s[2] = {subject_of(c->scene, c->agents)};
    dv_bench_row row = dv_row_new("scaling", c->even ? "×" : "µs/agent");
    dv_error error;
    snprintf(row.subject, sizeof row.subject, "%s", c->what);
    row.target = c->bound;
    if (c->even)
        s[1] = subject_of(c->even, c->agents);
    if (dv_subject_measure(plan, s, c->even ? 2 : 1, &error) == DV_OK) {
        double even[DV_MAX_BENCH_RUNS];
        dv_bench_row of_even = row;
        for (uint32_t run = 0; run < plan->runs; run++)
            even[run] = c->even ? s[1].ns[run] : 1e3;
        dv_row_take_median(&of_even, even, plan->runs);
        dv_subject_describe(&row, plan, &s[0]);
        dv_row_scale(&row, 1 / of_even.median);
        dv_report_row(plan, &row);
    } else {
        dv_report_failed_row(plan, &row, error.message);
    }
    for (int i = 0; i < 2; i++)
        dv_subject_close(&s[i]);
}

/// What it costs to listen to a name that nobody emits.
static void compare_idle_listeners(const dv_bench_plan *plan) {
    dv_subject s[2] = {subject_of("calls_of_nobody", 10000), subject_of("calls", 10000)};
    dv_bench_row row = dv_row_new("scaling", "ns/call");
    dv_error error;
    snprintf(row.subject, sizeof row.subject, "hear what nobody calls");
    row.target = 100;
    if (dv_subject_measure(plan, s, 2, &error) == DV_OK) {
        row.agents = s[0].agents;
        row.threads = 1;
        dv_row_take_difference(&row, plan, &s[0], &s[1], 1);
        dv_report_row(plan, &row);
    } else {
        dv_report_failed_row(plan, &row, error.message);
    }
    for (int i = 0; i < 2; i++)
        dv_subject_close(&s[i]);
}

void dv_bench_scaling(const dv_bench_plan *plan) {
    dv_bench_plan brief = plan_of(plan);
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++)
        compare(&brief, &comparisons[i]);
    compare_idle_listeners(&brief);
}
