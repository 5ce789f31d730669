// The command `drover bench`; see bench.h.
#include "player/bench/bench.h"

#include "base/alloc.h"
#include "base/result.h"
#include "player/options/samples.h"
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
    dv_program_path(program);
    dv_bench_plan plan = {.name = options->name,
                          .program = program,
                          .samples = dv_samples_folder(samples) ? samples : NULL,
                          .vector_bits = options->vector_bits,
                          .runs = 7,
                          .seconds = 0.2,
                          .most_ticks = 1000,
                          .divisor = 1,
                          .each = take_row,
                          .context = c};
    dv_bench_measure(&plan);
    dv_result result = DV_OK;
    if (c->memory_out)
        result = dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    if (result == DV_OK && options->json)
        result =
            write_rows(c, dv_text_use(STDOUT_FILENO, "stdout", error), dv_bench_write_json, error);
    if (!csv)
        return result;
    if (result == DV_OK)
        return write_rows(c, csv, dv_bench_write_csv, error);
    dv_text_close(csv, NULL);
    return result;
}

int dv_bench(const dv_options *options) {
    dv_error error;
    if (options->name && dv_bench_check_name(options->name, &error) != DV_OK) {
        fprintf(stderr, "drover: %s; see drover bench --help\n", error.message);
        return 2;
    }
    // Create the file first: a failure should not come only after minutes of measuring.
    dv_text_file *csv = options->csv ? dv_text_create(options->csv, &error) : NULL;
    if (options->csv && !csv) {
        fprintf(stderr, "drover: %s\n", error.message);
        return 1;
    }
    collection c = {.shown = !options->json, .kept = options->json || options->csv};
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
