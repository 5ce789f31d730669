// The columns of traces that every agent has.
#ifndef DV_RECORD_TRACE_COLUMNS_H
#define DV_RECORD_TRACE_COLUMNS_H

#include "drover/drover.h"
#include "record/cell.h"

/// The columns that every agent has. The first DV_TRACE_DEFAULT_COLUMNS are written unless others
/// are asked for.
#define DV_TRACE_COLUMNS 17
#define DV_TRACE_DEFAULT_COLUMNS 11
extern const char *const dv_trace_column_names[DV_TRACE_COLUMNS];
bool dv_trace_has_column(const char *name);

/// The agent that a row is about, and what all rows of a tick share.
typedef struct dv_row {
    const dv_world *world;
    dv_agent agent;
    uint32_t kind;
    dv_vec3 position, velocity;
    const char *tick, *time; ///< as text
    size_t tick_size, time_size;
} dv_row;

/// The number of a column in dv_trace_column_names, or −1.
int dv_trace_column_named(const char *name);
/// The place of a position along an axis, as rows have it: to a micrometer.
double dv_trace_place(double origin, float position);
/// Read a column, by its number.
void dv_read_trace_column(const dv_row *row, int column, dv_cell *cell);

#endif
