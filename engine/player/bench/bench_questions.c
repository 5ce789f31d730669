// What timers and questions from Lua cost, each compared with the same world without; see
// bench_measure.h.
#include "player/bench/bench_measure.h"

#include <math.h>
#include <stdio.h>

#define TIMERS 100000
#define ROUND 100 ///< ticks within which each timer of timers.lua is called once

/// Measure three subjects that take turns. False, with a failed row reported, if that fails.
static bool measure_three(const dv_bench_plan *plan, dv_subject s[3], const char *benchmark) {
    dv_bench_row row = dv_row_new(benchmark, "");
    dv_error error;
    if (dv_subject_measure(plan, s, 3, &error) == DV_OK)
        return true;
    dv_report_failed_row(plan, &row, error.message);
    return false;
}

static void close_three(dv_subject s[3]) {
    for (int i = 0; i < 3; i++)
        dv_subject_close(&s[i]);
}

/// A row with what a subject took.
static void tell_subject(const dv_bench_plan *plan, dv_bench_row row, const char *what,
                         const dv_subject *s) {
    snprintf(row.subject, sizeof row.subject, "%s", what);
    dv_subject_describe(&row, plan, s);
    dv_report_row(plan, &row);
}

/// A row with what each of `calls` in a tick and agent took.
static void tell_calls(const dv_bench_plan *plan, const char *benchmark, const char *what,
                       const dv_subject *with, const dv_subject *without, double calls) {
    dv_bench_row row = dv_row_new(benchmark, "ns/call");
    snprintf(row.subject, sizeof row.subject, "%s", what);
    dv_row_take_difference(&row, plan, with, without, calls);
    dv_report_row(plan, &row);
}

void dv_bench_timers(const dv_bench_plan *plan) {
    static const char *const choices[] = {"none", "later", "in turn"};
    dv_subject s[3];
    for (int i = 0; i < 3; i++)
        s[i] = (dv_subject){
            .script = "timers", .agents = TIMERS, .threads = 1, .choice = {"timers", choices[i]}};
    if (measure_three(plan, s, "timers")) {
        // With no agents, `ns` is per tick.
        const dv_bench_row row = dv_row_new("timers", "ns/tick");
        tell_subject(plan, row, "none", &s[0]);
        tell_subject(plan, row, "100,000 wait", &s[1]);
        double calls = fmax(1, floor((double)TIMERS / plan->divisor / ROUND));
        tell_calls(plan, "timers", "call, and set again", &s[2], &s[0], calls);
    }
    close_three(s);
}

void dv_bench_queries(const dv_bench_plan *plan) {
    static const char *const choices[] = {"nothing", "neighbors", "ray"};
    dv_subject s[3];
    for (int i = 0; i < 3; i++)
        s[i] = (dv_subject){
            .script = "asking", .agents = 10000, .threads = 1, .choice = {"question", choices[i]}};
    if (measure_three(plan, s, "queries")) {
        s[0].reach = 9;
        tell_subject(plan, dv_row_new("queries", "ns/agent"), "none", &s[0]);
        tell_calls(plan, "queries", "world:neighbors", &s[1], &s[0], 1);
        tell_calls(plan, "queries", "agent:ray", &s[2], &s[0], 1);
    }
    close_three(s);
}
