// The expressions that people watch in a run.
#ifndef DV_PLAYER_RUN_EXPRESSIONS_H
#define DV_PLAYER_RUN_EXPRESSIONS_H

#include "player/run/run.h"

/// Add an expression. Fails if there are too many, or if it is none or doesn't only read.
dv_result dv_expressions_add(dv_run *run, const char *code, dv_error *error);
/// Add one that was watched earlier. If it is none any more, it is there without a value, and says
/// why. Without effect if there are too many.
void dv_expressions_restore(dv_run *run, const char *code);
/// Remove the one at an index.
void dv_expressions_remove(dv_expressions *expressions, uint32_t index);
/// Read the values, unless nothing has happened since they were read. One that was stopped isn't
/// read again. `selected` is the selected agent, or none.
void dv_expressions_read(dv_run *run, dv_agent selected);

#endif
