// How long it takes to plan a route across a map of 512 × 512 cells: among rocks, and through a
// maze, where the route is about thirty times as long. And to make a flow that leads there from
// everywhere.
#include "player/bench/bench_measure.h"

#include <math.h>
#include <stdio.h>

void dv_bench_planning(const dv_bench_plan *plan) {
    static const struct {
        const char *name, *task;
        double target; ///< ms
    } maps[] = {{"among rocks", "rocks", 15},
                {"through a maze", "maze", 15},
                {"flow among rocks", "flow among rocks", (double)NAN},
                {"flow through maze", "flow through a maze", (double)NAN}};
    for (int i = 0; i < 4; i++) {
        dv_subject s = {.script = "planning", .threads = 1, .choice = {"task", maps[i].task}};
        dv_bench_row row = dv_row_new("plan", "ms");
        snprintf(row.subject, sizeof row.subject, "%s", maps[i].name);
        row.target = maps[i].target;
        dv_error error;
        if (dv_subject_measure(plan, &s, 1, &error) == DV_OK) {
            dv_subject_describe(&row, plan, &s);
            dv_row_scale(&row, 1e-6); // with no agents, `ns` is per tick, and each tick plans once
            dv_report_row(plan, &row);
        } else {
            dv_report_failed_row(plan, &row, error.message);
        }
        dv_subject_close(&s);
    }
}
