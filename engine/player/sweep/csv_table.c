#include "player/sweep/csv_table.h"

#include "base/alloc.h"
#include "base/result.h"

#include <csv.h>
#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

typedef struct reading {
    const char *name;
    dv_csv_table *table;
    uint32_t in_row; // fields of the row so far
    dv_result result;
    dv_error *error;
} reading;

static void add_field(void *field, size_t size, void *context) {
    reading *r = context;
    dv_csv_table *table = r->table;
    if (r->result != DV_OK)
        return;
    char *text = dv_alloc(size + 1);
    if (!text || table->field_count == UINT32_MAX ||
        !dv_reserve((void **)&table->fields, &table->field_capacity, table->field_count + 1,
                    sizeof *table->fields)) {
        dv_free(text);
        r->result = dv_fail(r->error, DV_ERROR_MEMORY, "%s: out of memory", r->name);
        return;
    }
    if (size > 0)
        memcpy(text, field, size);
    text[size] = '\0';
    table->fields[table->field_count++] = text;
    r->in_row++;
}

static void end_row(int terminator, void *context) {
    reading *r = context;
    (void)terminator;
    if (r->result != DV_OK)
        return;
    if (r->table->rows == 0)
        r->table->columns = r->in_row;
    if (r->in_row != r->table->columns)
        r->result = dv_fail(
            r->error, DV_ERROR_FORMAT,
            "%s, row %" PRIu32 ": it has %" PRIu32 " field%s, but the heading has %" PRIu32,
            r->name, r->table->rows, r->in_row, r->in_row == 1 ? "" : "s", r->table->columns);
    r->table->rows++;
    r->in_row = 0;
}

static dv_result parse(struct csv_parser *parser, const char *text, size_t size, reading *r) {
    size_t done = csv_parse(parser, text, size, add_field, end_row, r);
    bool is_whole =
        r->result == DV_OK && done == size && csv_fini(parser, add_field, end_row, r) == 0;
    if (r->result == DV_OK && !is_whole)
        r->result = csv_error(parser) == CSV_EPARSE
                        ? dv_fail(r->error, DV_ERROR_FORMAT,
                                  "%s, row %" PRIu32 ": a quote is not closed, or not at the ends "
                                  "of a field",
                                  r->name, r->table->rows)
                        : dv_fail(r->error, DV_ERROR_MEMORY, "%s: out of memory", r->name);
    return r->result;
}

dv_result dv_csv_read_text(const char *name, const char *text, size_t size, dv_csv_table *table,
                           dv_error *error) {
    struct csv_parser parser;
    reading r = {name, table, 0, DV_OK, error};
    *table = (dv_csv_table){0};
    if (memchr(text, '\0', size))
        return dv_fail(error, DV_ERROR_FORMAT, "%s has a zero byte: it is not a CSV file", name);
    if (size >= 3 && memcmp(text, BYTE_ORDER_MARK, 3) == 0) {
        text += 3;
        size -= 3;
    }
    if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0)
        return dv_fail(error, DV_ERROR_MEMORY, "%s: out of memory", name);
    parse(&parser, text, size, &r);
    csv_free(&parser);
    if (r.result == DV_OK && table->rows == 0)
        r.result = dv_fail(error, DV_ERROR_FORMAT, "%s is empty", name);
    if (r.result != DV_OK)
        dv_csv_free(table);
    return r.result;
}

const char *dv_csv_field(const dv_csv_table *table, uint32_t row, uint32_t column) {
    return table->fields[(size_t)row * table->columns + column];
}

int32_t dv_csv_column(const dv_csv_table *table, const char *name) {
    for (uint32_t i = 0; i < table->columns; i++)
        if (strcmp(table->fields[i], name) == 0)
            return (int32_t)i;
    return -1;
}

void dv_csv_free(dv_csv_table *table) {
    for (uint32_t i = 0; i < table->field_count; i++)
        dv_free(table->fields[i]);
    dv_free(table->fields);
    *table = (dv_csv_table){0};
}
