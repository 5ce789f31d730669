// Formats rows as a table, as JSON, and as CSV; see bench.h.
#include "player/bench/bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

// The processor's name, without surrounding spaces.
static void processor_name(char *name, size_t capacity) {
    char line[256];
    snprintf(name, capacity, "unknown processor");
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon)
            continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(name, capacity, "%s", colon + 1 + strspn(colon + 1, " "));
        break;
    }
    if (file)
        fclose(file);
}

// NaN if the target is 0, which is either met or missed.
static double ratio_to_target(const dv_bench_row *row) {
    return row->target > 0 ? row->median / row->target : (double)NAN;
}

// The table

// Print three significant digits, unless the number is whole. The dash has three bytes in UTF-8,
// but takes one column, hence the extra width.
static void print_number(double value, int width) {
    double size = fabs(value);
    int digits = value == floor(value) ? 0 : size < 10 ? 2 : size < 100 ? 1 : 0;
    if (isnan(value))
        printf(" %*s", width + 2, "–");
    else
        printf(" %*.*f", width, digits, value);
}

static double unless_zero(double value) { return value != 0 ? value : (double)NAN; }

void dv_bench_print_machine(void) {
    char processor[128];
    processor_name(processor, sizeof processor);
    printf("drover %s, %s, %ld processors, %s\n\n", DV_VERSION, processor,
           sysconf(_SC_NPROCESSORS_ONLN), COMPILER);
}

void dv_bench_print(const dv_bench_row *row) {
    if (!row) {
        printf("%-28s %8s %7s %9s %8s %8s %8s %-15s %9s %7s %8s %6s\n", "benchmark", "agents",
               "threads", "neighbors", "median", "least", "most", "unit", "ticks/s", "bytes",
               "target", "ratio");
        return;
    }
    char name[80];
    snprintf(name, sizeof name, "%s%s%s", row->benchmark, *row->subject ? " " : "", row->subject);
    if (*row->note) {
        printf("%-28s %s: %s\n", name, row->failed ? "failed" : "skipped", row->note);
        return;
    }
    printf("%-28s", name);
    print_number(unless_zero(row->agents), 8);
    print_number(unless_zero(row->threads), 7);
    print_number(row->neighbors, 9);
    print_number(row->median, 8);
    print_number(row->least, 8);
    print_number(row->most, 8);
    printf(" %-15s", row->unit);
    print_number(row->ticks, 9);
    print_number(row->bytes, 7);
    print_number(row->target, 8);
    print_number(ratio_to_target(row), 6);
    printf("\n");
}

// Documents

typedef struct column {
    const char *name;
    double value;
} column;

#define COLUMNS 10

static void fill_columns(const dv_bench_row *row, column columns[COLUMNS]) {
    const column all[COLUMNS] = {
        {"agents", unless_zero(row->agents)},
        {"threads", unless_zero(row->threads)},
        {"neighbors", row->neighbors},
        {"median", row->median},
        {"least", row->least},
        {"most", row->most},
        {"ticks_per_second", row->ticks},
        {"bytes_per_agent", row->bytes},
        {"target", row->target},
        {"ratio", ratio_to_target(row)},
    };
    memcpy(columns, all, sizeof all);
}

static void add_member(dv_text_file *file, const char *name, const char *text) {
    dv_text_add_json(file, name);
    dv_text_add(file, ": ");
    dv_text_add_json(file, text);
}

static void add_row(dv_text_file *file, const dv_bench_row *row) {
    column columns[COLUMNS];
    fill_columns(row, columns);
    dv_text_add(file, "    {");
    add_member(file, "benchmark", row->benchmark);
    dv_text_add(file, ", ");
    add_member(file, "subject", row->subject);
    dv_text_add(file, ", ");
    add_member(file, "unit", row->unit);
    for (int i = 0; i < COLUMNS; i++) {
        dv_text_add(file, ", ");
        dv_text_add_json(file, columns[i].name);
        dv_text_add(file, ": ");
        if (isfinite(columns[i].value))
            dv_text_add_double(file, columns[i].value);
        else
            dv_text_add(file, "null");
    }
    dv_text_add(file, row->failed ? ", \"failed\": true, " : ", \"failed\": false, ");
    add_member(file, "note", row->note);
    dv_text_add(file, "}");
}

void dv_bench_write_json(dv_text_file *file, const dv_bench_row *rows, uint32_t count) {
    char processor[128];
    processor_name(processor, sizeof processor);
    dv_text_add(file, "{\n  ");
    add_member(file, "drover", DV_VERSION);
    dv_text_add(file, ",\n  ");
    add_member(file, "processor", processor);
    dv_text_add(file, ",\n  \"processors\": ");
    dv_text_add_integer(file, (uint64_t)sysconf(_SC_NPROCESSORS_ONLN));
    dv_text_add(file, ",\n  ");
    add_member(file, "compiler", COMPILER);
    dv_text_add(file, ",\n  \"rows\": [\n");
    for (uint32_t i = 0; i < count; i++) {
        add_row(file, &rows[i]);
        dv_text_add(file, i + 1 < count ? ",\n" : "\n");
    }
    dv_text_add(file, "  ]\n}\n");
}

void dv_bench_write_csv(dv_text_file *file, const dv_bench_row *rows, uint32_t count) {
    column columns[COLUMNS];
    fill_columns(&(dv_bench_row){0}, columns);
    dv_text_add(file, "benchmark,subject,unit");
    for (int i = 0; i < COLUMNS; i++) {
        dv_text_add(file, ",");
        dv_text_add(file, columns[i].name);
    }
    dv_text_add(file, ",failed,note\n");
    for (uint32_t row = 0; row < count; row++) {
        fill_columns(&rows[row], columns);
        dv_text_add_csv(file, rows[row].benchmark);
        dv_text_add(file, ",");
        dv_text_add_csv(file, rows[row].subject);
        dv_text_add(file, ",");
        dv_text_add_csv(file, rows[row].unit);
        for (int i = 0; i < COLUMNS; i++) {
            dv_text_add(file, ",");
            if (isfinite(columns[i].value))
                dv_text_add_double(file, columns[i].value);
        }
        dv_text_add(file, rows[row].failed ? ",true," : ",false,");
        dv_text_add_csv(file, rows[row].note);
        dv_text_add(file, "\n");
    }
}
