// Expressions of Lua whose values people watch while the run goes on; see expression.c of the
// bindings for what they may do.
#ifndef DV_PLAYER_EXPRESSIONS_H
#define DV_PLAYER_EXPRESSIONS_H

#include "scenario.h"

#define DV_MOST_EXPRESSIONS 16u
/// Bytes of an expression, with its end.
#define DV_EXPRESSION_CODE 300

struct dv_run;

typedef struct dv_expression {
    char code[DV_EXPRESSION_CODE];
    dv_expression_value value;
} dv_expression;

/// Invariant: the values are those at the moment that the other fields name, unless `is_stale`.
typedef struct dv_expressions {
    dv_expression items[DV_MOST_EXPRESSIONS];
    uint32_t count;
    bool is_stale;
    uint64_t tick;
    uint32_t rewinds, restarts, generation;
    dv_agent selected;
} dv_expressions;

/// Add an expression. Fails if there are too many, or if it is none or doesn't only read.
dv_result dv_expressions_add(struct dv_run *run, const char *code, dv_error *error);
/// Remove the one at an index.
void dv_expressions_remove(dv_expressions *expressions, uint32_t index);
/// Read the values, unless nothing has happened since they were read. One that was stopped isn't
/// read again. `selected` is the selected agent, or none.
void dv_expressions_read(struct dv_run *run, dv_agent selected);

#endif
