// The command `drover bench`; see bench.h.
#include "player/bench/bench.h"

#include "base/alloc.h"
#include "base/result.h"
#include "player/options/samples.h"
#include "player/options/subcommand.h"
#include "player/terminal/progress.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

// What the command does with rows: print them at once, or keep them for a document.
typedef struct collection {
    dv_bench_row *rows;
    uint32_t count, capacity;
    bool shown, kept, failed, memory_out;
} collection;

static void take_row(void *context, const dv_bench_row *row) {
    collection *c = context;
    dv_progress_hide();
    c->failed |= row->failed;
    if (c->shown)
        dv_bench_print(row);
    else if (row->failed)
        fprintf(stderr, "drover: %s: %s\n", row->benchmark, row->note);
    if (!c->kept)
        return;
    if (!dv_reserve((void **)&c->rows, &c->capacity, c->count + 1, sizeof *c->rows)) {
        c->memory_out = true;
        return;
    }
    c->rows[c->count++] = *row;
}

static dv_result write_rows(const collection *c, dv_text_file *file,
                            void (*write)(dv_text_file *, const dv_bench_row *, uint32_t),
                            dv_error *error) {
    if (!file)
        return DV_ERROR_IO;
    write(file, c->rows, c->count);
    return dv_text_close(file, error);
}

static dv_result measure_rows(const dv_options *options, collection *c, dv_text_file *csv,
                              dv_error *error) {
    static char program[PATH_MAX], samples[PATH_MAX];
    const dv_bench_options *own = options->own;
    dv_program_path(program);
    dv_bench_plan plan = {.name = options->name,
                          .program = program,
                          .samples = dv_samples_folder(samples) ? samples : NULL,
                          .vector_bits = own->vector_bits,
                          .runs = 7,
                          .seconds = 0.2,
                          .most_ticks = 1000,
                          .warm_up = 20,
                          .divisor = 1,
                          .each = take_row,
                          .context = c};
    dv_bench_measure(&plan);
    dv_result result = DV_OK;
    if (c->memory_out)
        result = dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    if (result == DV_OK && own->json)
        result =
            write_rows(c, dv_text_use(STDOUT_FILENO, "stdout", error), dv_bench_write_json, error);
    if (!csv)
        return result;
    if (result == DV_OK)
        return write_rows(c, csv, dv_bench_write_csv, error);
    dv_text_close(csv, NULL);
    return result;
}

static int bench(const dv_options *options) {
    const dv_bench_options *own = options->own;
    dv_error error;
    if (options->name && dv_bench_check_name(options->name, &error) != DV_OK) {
        fprintf(stderr, "drover: %s; see drover bench --help\n", error.message);
        return 2;
    }
    // Create the file first: a failure should not come only after minutes of measuring.
    dv_text_file *csv = own->csv ? dv_text_create(own->csv, &error) : NULL;
    if (own->csv && !csv) {
        fprintf(stderr, "drover: %s\n", error.message);
        return 1;
    }
    collection c = {.shown = !own->json, .kept = own->json || own->csv};
    if (c.shown) {
        dv_bench_print_machine();
        dv_bench_print(NULL);
    }
    dv_result result = measure_rows(options, &c, csv, &error);
    if (result != DV_OK)
        fprintf(stderr, "drover: %s\n", error.message);
    dv_free(c.rows);
    return result != DV_OK || c.failed;
}

static dv_result read_bits(dv_reading *r, const dv_option *option, const char *value,
                           void *target) {
    uint32_t *bits = target;
    dv_result result = dv_take_number(r, option, value, target);
    if (result == DV_OK && *bits != 128 && *bits != 256 && *bits != 512)
        return dv_refuse_option(r, option, value);
    return result;
}

static const dv_option rows[] = {
    {"json", NULL, "print one JSON document instead of the table", dv_take_flag,
     DV_INTO_OWN(dv_bench_options, json)},
    {"csv", "FILE", "also write the rows to a CSV file", dv_take_text,
     DV_INTO_OWN(dv_bench_options, csv)},
    {"vector-bits", "N", "compute with vectors of at most 128, 256, or 512 bits", read_bits,
     DV_INTO_OWN(dv_bench_options, vector_bits), .most = 512, .wanted = "128, 256 or 512"},
};

const dv_subcommand dv_subcommand_bench = {
    .name = "bench",
    .takes = "[NAME]",
    .title = "measure how fast this machine runs Drover",
    .help = "Measure how fast this machine runs Drover. Prints a table with the median, minimum, "
            "and maximum of several runs, and the target where there is one. NAME is a benchmark:\n"
            "\n"
            "  flock          boids with all their rules in the plane, up to a million\n"
            "  flock-volume   the same in three dimensions\n"
            "  guards         what guards cost, compared with a flock that has none\n"
            "  step           a step in Lua for every agent every tick, and its garbage\n"
            "  caribou        the caribou sample with 20,000 agents, each with a step in Lua\n"
            "  crowd          obstacles, paths, avoidance, and separation\n"
            "  reciprocal     crossing crowds in which everyone avoids the nearest ten, ORCA\n"
            "  start          from starting the program to the first tick\n"
            "  memory         bytes per agent\n"
            "  published      the flock that frameworks are usually compared by, 100 ticks\n"
            "  snapshot       saving and restoring 100,000 agents\n"
            "  drawing        10,000 agents with the software renderer\n"
            "  reload         from saving a script until its code runs, 200 saves\n"
            "  history        the slowest tick while moments are kept, 20,000 agents\n"
            "  plan           routes across a map of 512 by 512 cells, and in a town of 5 km\n"
            "  fields         amounts that spread, and 100,000 agents who follow them\n"
            "  timers         100,000 timers that wait, and timers that are called\n"
            "  queries        10,000 agents who ask who is near, and what a ray meets\n"
            "  scaling        scenes beside an even flock: one agent far away, towns, a heap\n"
            "  samples        every sample, unchanged\n",
    DV_OPTIONS(rows),
    .notes = "start and samples need the folder samples, in the working directory or next to the "
             "program.\n"
             "Exit status: 0 fine, even if rows were skipped; 1 something could not be measured; 2 "
             "bad usage.\n",
    .operand = offsetof(dv_options, name),
    .own_size = sizeof(dv_bench_options),
    .run = bench,
};
