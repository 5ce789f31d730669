// The expressions that people watch in a run.
#ifndef DV_PLAYER_RUN_EXPRESSIONS_H
#define DV_PLAYER_RUN_EXPRESSIONS_H

#include "player/run/run.h"

/// Add an expression. Fails if there are too many, if the code isn't an expression, or if it does
/// more than read.
dv_result dv_expressions_add(dv_run *run, const char *code, dv_error *error);
/// Add an expression from an earlier session. If the code is no longer allowed, it is listed with
/// the reason in place of its value. Does nothing if there are too many.
void dv_expressions_restore(dv_run *run, const char *code);
/// Remove the expression at an index.
void dv_expressions_remove(dv_expressions *expressions, uint32_t index);
/// Read the values again if anything has happened since. An expression that was stopped for taking
/// too long isn't read again. `selected` is the selected agent, or null.
void dv_expressions_read(dv_run *run, dv_agent selected);

#endif
