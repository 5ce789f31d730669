// The trace of a run: one row per agent and tick, readable by people and programs, with the columns
// `tick,time,id,kind,state,x,y,z,vx,vy,vz`. Numbers read back to the same value.
#ifndef DV_RECORD_TRACE_H
#define DV_RECORD_TRACE_H

#include "drover/drover.h"
#include "record/text_file.h"

typedef struct dv_trace dv_trace;

/// Whether a path ends in a format that traces have: .csv or .jsonl.
bool dv_trace_accepts(const char *path);

/// Create the file, replacing an existing one. NULL with a message when that fails.
dv_trace *dv_trace_create(const char *path, dv_error *error);

/// Write one row per living agent, in order of id.
dv_result dv_trace_write(dv_trace *trace, const dv_world *world, dv_error *error);

/// The file the trace writes, for a caller that wants to hold back rows.
dv_text_file *dv_trace_file(dv_trace *trace);

/// Close the file and free the trace, even when closing fails. NULL is fine.
dv_result dv_trace_close(dv_trace *trace, dv_error *error);

#endif
