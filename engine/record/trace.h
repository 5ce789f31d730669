// The trace of a run: one row per agent and tick, readable by people and programs. The ending of
// its path says how it is written:
//
// .csv    fields with commas between them, under a heading
// .csv.gz the same, compressed
// .jsonl  a JSON object per row
// .txt    trajectories for PedPy: id, frame, and position in meters
//
// Numbers read back to the same value: those of positions, velocities, and bodies in single
// precision, all others in double precision. In a world with an origin, positions are rounded to a
// micrometer.
#ifndef DV_RECORD_TRACE_H
#define DV_RECORD_TRACE_H

#include "drover/drover.h"
#include "record/cell.h"
#include "record/text_file.h"

typedef enum dv_trace_format {
    DV_TRACE_NONE, ///< no format of traces
    DV_TRACE_CSV,
    DV_TRACE_GZIP,
    DV_TRACE_JSON_LINES,
    DV_TRACE_PEDPY
} dv_trace_format;

/// The format that the ending of a path says.
dv_trace_format dv_trace_format_of(const char *path);
/// The endings that traces have, for messages.
#define DV_TRACE_ENDINGS "a .csv, .csv.gz, .jsonl, or .txt file"

/// Read what an agent has in a column. A failure counts as DV_CELL_EMPTY.
typedef dv_result dv_cell_reader(void *context, dv_agent agent, dv_cell *cell, dv_error *error);

typedef struct dv_trace_column {
    const char *name;
    dv_cell_reader *read; ///< NULL: one that every agent has; see trace_columns.h
    void *context;        ///< for `read`
} dv_trace_column;

typedef struct dv_trace_def {
    const char *path;
    const dv_trace_column *columns; ///< NULL: the usual ones; not for DV_TRACE_PEDPY
    uint32_t column_count;
    const char *const *kinds; ///< names of the kinds to write; NULL: all
    uint32_t kind_count;
    uint64_t every; ///< ticks between rows, of which PedPy's frame rate is made
} dv_trace_def;

typedef struct dv_trace dv_trace;

/// Create the file, replacing an existing one, for a world. Everything in `def` is copied. NULL
/// with a message when that fails, or when the path has no format or no agent has a column.
dv_trace *dv_trace_create(const dv_trace_def *def, const dv_world *world, dv_error *error);

/// Write one row per living agent, in order of id. If a reader fails, all rows are written, and its
/// first error is returned.
dv_result dv_trace_write(dv_trace *trace, const dv_world *world, dv_error *error);

/// The file the trace writes, for a caller that wants to hold back rows.
dv_text_file *dv_trace_file(dv_trace *trace);

/// Close the file and free the trace, even when closing fails. NULL is fine.
dv_result dv_trace_close(dv_trace *trace, dv_error *error);

#endif
