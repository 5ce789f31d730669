// The command `drover bench`: how fast this machine runs Drover. bench_rows.c measures, and
// bench_report.c formats the results.
#ifndef DV_PLAYER_BENCH_H
#define DV_PLAYER_BENCH_H

#include "player/options/options.h"
#include "record/text_file.h"
#include "scenario.h"

#define DV_MAX_BENCH_RUNS 15

/// A measurement, where lower is better. Numbers that don't apply are NaN.
typedef struct dv_bench_row {
    const char *benchmark; ///< the benchmark's name on the command line
    char subject[48];      ///< which part of the benchmark, or ""
    uint32_t agents;       ///< 0: does not apply
    int threads;
    double neighbors; ///< mean number of neighbors within the largest radius of a behavior
    const char *unit; ///< of `median`, `least`, `most`, and `target`
    double median, least, most;
    double ticks; ///< ticks per second, at the median
    /// Bytes per agent, without its Lua memory. NaN for few agents, because the world itself would
    /// dominate.
    double bytes;
    double target;
    bool failed;                  ///< it could not be measured; `note` says why
    char note[DV_ERROR_CAPACITY]; ///< why there are no numbers, or ""
} dv_bench_row;

/// What to measure, and for how long.
typedef struct dv_bench_plan {
    const char *name;    ///< of one benchmark; NULL: all
    const char *program; ///< path of the program `drover`
    const char *samples; ///< the folder with the samples; NULL: there is none
    uint32_t vector_bits;
    uint32_t runs;       ///< of each row, 1 to DV_MAX_BENCH_RUNS; a row has their median
    double seconds;      ///< how long a run should last
    uint32_t most_ticks; ///< per run
    uint32_t warm_up;    ///< ticks before the first run, at least 4
    uint32_t divisor;    ///< divides all numbers of agents; greater than 1 only in tests
    /// Called with each row once it is measured.
    void (*each)(void *context, const dv_bench_row *row);
    void *context;
} dv_bench_plan;

/// DV_ERROR_NAME if there is no such benchmark; the message suggests the nearest name.
dv_result dv_bench_check_name(const char *name, dv_error *error);

/// Measure everything in the plan. A failure becomes a row with a note.
void dv_bench_measure(const dv_bench_plan *plan);

/// The names of the benchmarks, in order.
uint32_t dv_benchmark_count(void);
const char *dv_benchmark_name(uint32_t benchmark);

/// Print a row of the table for people; NULL prints the header.
void dv_bench_print(const dv_bench_row *row);
/// Write all rows as one JSON document, which also has the machine's name, or as CSV.
void dv_bench_write_json(dv_text_file *file, const dv_bench_row *rows, uint32_t count);
void dv_bench_write_csv(dv_text_file *file, const dv_bench_row *rows, uint32_t count);
/// Print the machine and the build.
void dv_bench_print_machine(void);

/// Draw a scenario and its legend into memory, `count` times with a tick in between, and store the
/// milliseconds that each drawing takes.
dv_result dv_bench_draw(dv_scenario *scenario, double *milliseconds, uint32_t count,
                        dv_error *error);
/// The same with all that a window shows, and without ticks if it is paused.
dv_result dv_bench_draw_window(dv_scenario *scenario, bool is_paused, double *milliseconds,
                               uint32_t count, dv_error *error);

typedef struct dv_bench_options {
    bool json;
    const char *csv;      ///< or NULL
    uint32_t vector_bits; ///< as in dv_world_def
} dv_bench_options;

#endif
