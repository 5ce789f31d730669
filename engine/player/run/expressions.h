// Expressions of Lua whose values people watch while the run goes on; see expression.c of the
// bindings for what they may do, and run_expressions.h for what is done with them.
#ifndef DV_PLAYER_EXPRESSIONS_H
#define DV_PLAYER_EXPRESSIONS_H

#include "scenario.h"

#define DV_MOST_EXPRESSIONS 16u
/// Bytes of an expression, with its end.
#define DV_EXPRESSION_CODE 300

typedef struct dv_expression {
    char code[DV_EXPRESSION_CODE];
    bool is_refused; ///< it isn't one that only reads, and is never read; the value says why
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

#endif
