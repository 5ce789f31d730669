// Reading CSV files: a heading, and rows that have as many fields.
#ifndef DV_PLAYER_CSV_TABLE_H
#define DV_PLAYER_CSV_TABLE_H

#include "drover/base.h"

/// Fields are text without quotes. Row 0 is the heading.
typedef struct dv_csv_table {
    char **fields; ///< row by row
    uint32_t field_count, field_capacity;
    uint32_t columns;
    uint32_t rows; ///< with the heading
} dv_csv_table;

/// Read a text. `name` is for messages. DV_ERROR_FORMAT with a message that names the row, counted
/// from the heading on, which is row 0.
dv_result dv_csv_read_text(const char *name, const char *text, size_t size, dv_csv_table *table,
                           dv_error *error);
/// The field in a row and a column.
const char *dv_csv_field(const dv_csv_table *table, uint32_t row, uint32_t column);
/// The index of the column of a name; −1 if there is none.
int32_t dv_csv_column(const dv_csv_table *table, const char *name);
void dv_csv_free(dv_csv_table *table);

#endif
