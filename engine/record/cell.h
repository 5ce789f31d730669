// A value in a row of a trace, whatever the format.
#ifndef DV_RECORD_CELL_H
#define DV_RECORD_CELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum dv_cell_type {
    DV_CELL_EMPTY,    ///< no value: an empty field in CSV, no key in JSON
    DV_CELL_VERBATIM, ///< `text`: a number that is written already
    DV_CELL_INTEGER,
    DV_CELL_FLOAT,  ///< `number`, in single precision
    DV_CELL_DOUBLE, ///< `number`
    DV_CELL_TRUTH,
    DV_CELL_TEXT ///< any bytes; the one at text[size] is zero
} dv_cell_type;

typedef struct dv_cell {
    dv_cell_type type;
    union {
        int64_t integer;
        double number;
        bool truth;
        size_t size; ///< of `text`
    };
    const char *text; ///< valid until the next cell is read
} dv_cell;

#endif
