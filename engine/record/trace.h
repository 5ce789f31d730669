// The trace of a run: a row an agent and tick, in a file that people and programs read.
// `tick,time,id,kind,state,x,y,z,vx,vy,vz`; numbers read back to the same value.
#ifndef DV_RECORD_TRACE_H
#define DV_RECORD_TRACE_H

#include "drover/drover.h"
#include "record/text_file.h"

typedef struct dv_trace dv_trace;

/// Whether a path has an ending that traces are written for: .csv or .jsonl.
bool dv_trace_accepts(const char *path);

/// Create the file, replacing one that is there. NULL with a message when that fails.
dv_trace *dv_trace_create(const char *path, dv_error *error);

/// Write the rows of all living agents, in order of ids.
dv_result dv_trace_write(dv_trace *trace, const dv_world *world, dv_error *error);

/// The file it writes, to hold back what comes.
dv_text_file *dv_trace_file(dv_trace *trace);

/// Close the file and free the trace, also when that fails; NULL is fine.
dv_result dv_trace_close(dv_trace *trace, dv_error *error);

#endif
