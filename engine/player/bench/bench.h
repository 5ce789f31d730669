// The command `drover bench`: how fast this machine runs Drover. bench_rows.c measures,
// bench_report.c writes down.
#ifndef DV_PLAYER_BENCH_H
#define DV_PLAYER_BENCH_H

#include "player/options/options.h"
#include "record/text_file.h"

#define DV_MOST_BENCH_RUNS 15

/// Something measured, the lower the better. A number that does not apply is NaN.
typedef struct dv_bench_row {
    const char *benchmark; ///< as the command takes it
    char subject[48];      ///< what of it, or ""
    uint32_t agents;       ///< 0: does not apply
    int threads;
    double neighbors; ///< mean number within the largest radius of a behavior
    const char *unit; ///< of median, least, most and target
    double median, least, most;
    double ticks; ///< a second, at the median
    double bytes; ///< an agent, beside its Lua memory; not of few agents, whose world weighs more
    double target;
    bool failed;                  ///< could not be measured: `note` says why
    char note[DV_ERROR_CAPACITY]; ///< why there are no numbers, or ""
} dv_bench_row;

/// What to measure, how long, and what was measured.
typedef struct dv_bench_plan {
    const char *name;    ///< a benchmark that there is; NULL: all
    const char *program; ///< path of the program `drover`
    const char *samples; ///< their folder; NULL: there is none
    uint32_t vector_bits;
    uint32_t runs;       ///< of each row, 1 to DV_MOST_BENCH_RUNS; the median is taken
    double seconds;      ///< a run shall last
    uint32_t most_ticks; ///< in a run
    uint32_t divisor;    ///< of all numbers of agents: 1 but in tests
    /// Called with each row when it is measured.
    void (*each)(void *context, const dv_bench_row *row);
    void *context;
} dv_bench_plan;

/// DV_ERROR_NAME, with the nearest, when there is no such benchmark.
dv_result dv_bench_check_name(const char *name, dv_error *error);

/// Measure all that the plan asks for. What cannot be measured is a row that says so.
void dv_bench_measure(const dv_bench_plan *plan);

/// The names of the benchmarks, in their order.
uint32_t dv_benchmark_count(void);
const char *dv_benchmark_name(uint32_t benchmark);

/// A line of the table for people; without a row, its head.
void dv_bench_print(const dv_bench_row *row);
/// The same as one JSON document with the machine's name, or as CSV.
void dv_bench_write_json(dv_text_file *file, const dv_bench_row *rows, uint32_t count);
void dv_bench_write_csv(dv_text_file *file, const dv_bench_row *rows, uint32_t count);
/// Print what machine and build the numbers belong to.
void dv_bench_print_machine(void);

/// Milliseconds that it takes to draw a world into memory, `count` times.
dv_result dv_bench_draw(const dv_world *world, double *milliseconds, uint32_t count,
                        dv_error *error);

/// Run the command; returns the exit status.
int dv_bench(const dv_options *options);

#endif
