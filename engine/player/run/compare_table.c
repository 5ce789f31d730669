// Formats a comparison as a table.
#include "player/run/compare.h"

#include "base/alloc.h"
#include "player/terminal/messages.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct text {
    char *bytes; ///< NUL-terminated
    uint32_t size, capacity;
    bool out_of_memory;
} text;

static void add_text(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add_text(text *t, const char *format, ...) {
    char line[DV_MESSAGE_CAPACITY];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    uint32_t size = (uint32_t)strlen(line);
    if (t->out_of_memory || !dv_reserve((void **)&t->bytes, &t->capacity, t->size + size + 1, 1)) {
        t->out_of_memory = true;
        return;
    }
    memcpy(t->bytes + t->size, line, size + 1);
    t->size += size;
}

static void add_number(text *t, double value, int width) {
    if (isnan(value))
        add_text(t, " %*s", width, "-");
    else
        add_text(t, " %*.6g", width, value);
}

static void add_row(text *t, const dv_compared *row, int width) {
    char name[sizeof row->name];
    dv_show_text(NULL, row->name, name, sizeof name);
    add_text(t, "%-*s", width, name);
    add_number(t, row->last[DV_BEFORE], 10);
    add_number(t, row->last[DV_NOW], 10);
    add_number(t, dv_compare_difference(row), 11);
    add_number(t, dv_compare_mean(row, DV_BEFORE), 12);
    add_number(t, dv_compare_mean(row, DV_NOW), 10);
    add_number(t, row->greatest, 9);
    if (row->greatest != 0)
        add_text(t, " %10" PRIu64 "\n", row->greatest_tick);
    else
        add_text(t, " %10s\n", "-");
}

static void add_rows(text *t, const dv_compare *compare) {
    int width = 12;
    for (uint32_t i = 0; i < compare->count; i++) {
        int length = (int)strlen(compare->rows[i].name);
        width = length > width ? length : width;
    }
    add_text(t, "%-*s %10s %10s %11s %12s %10s %9s %10s\n", width, "", "before", "now",
             "difference", "mean before", "mean now", "greatest", "at tick");
    for (uint32_t i = 0; i < compare->count; i++)
        add_row(t, &compare->rows[i], width);
}

static void add_errors(text *t, const dv_compare *compare, const char *scenario) {
    for (int side = 0; side < DV_SIDES; side++) {
        char shown[DV_MESSAGE_CAPACITY / 2];
        dv_show_text(scenario, compare->errors[side], shown, sizeof shown);
        if (*shown)
            add_text(t, "%s, at tick %" PRIu64 ": %s\n", dv_compare_sides[side],
                     compare->error_ticks[side], shown);
    }
}

char *dv_compare_table(const dv_compare *compare, const char *scenario) {
    text t = {0};
    add_rows(&t, compare);
    add_errors(&t, compare, scenario);
    if (!t.out_of_memory)
        return t.bytes;
    dv_free(t.bytes);
    return NULL;
}
