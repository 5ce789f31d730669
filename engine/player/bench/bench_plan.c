// How long it takes to plan a route across a map of 512 × 512 cells: among rocks, and through a
// maze, where the route is about thirty times as long. And to make a flow that leads there from
// everywhere. And out of a yard in a town a hundred times as wide.
#include "player/bench/bench_measure.h"

#include <math.h>
#include <stdio.h>

void dv_bench_planning(const dv_bench_plan *plan) {
    static const struct {
        const char *name, *script, *task;
        double target; ///< ms
    } maps[] = {{"among rocks", "planning", "rocks", 15},
                {"through a maze", "planning", "maze", 15},
                {"in a town of 5 km", "town", NULL, 2},
                {"flow among rocks", "planning", "flow among rocks", (double)NAN},
                {"flow through maze", "planning", "flow through a maze", (double)NAN}};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        dv_subject s = {.script = maps[i].script, .threads = 1};
        if (maps[i].task)
            s.choice = (dv_setting_choice){"task", maps[i].task};
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
