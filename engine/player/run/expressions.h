// Lua expressions whose values people watch during a run. bindings/expression.c says what they may
// do, and run_expressions.h how a run reads them.
#ifndef DV_PLAYER_EXPRESSIONS_H
#define DV_PLAYER_EXPRESSIONS_H

#include "scenario.h"

#define DV_MOST_EXPRESSIONS 16u
/// Bytes of an expression, including the terminating zero.
#define DV_EXPRESSION_CODE 300

typedef struct dv_expression {
    char code[DV_EXPRESSION_CODE];
    bool is_refused; ///< the code isn't allowed, so it is never evaluated; the value says why
    dv_expression_value value;
} dv_expression;

/// Invariant: unless `is_stale`, the values were read at the moment that the other fields name.
typedef struct dv_expressions {
    dv_expression items[DV_MOST_EXPRESSIONS];
    uint32_t count;
    bool is_stale;
    uint64_t tick;
    uint32_t rewinds, restarts, generation;
    dv_agent selected;
} dv_expressions;

#endif
