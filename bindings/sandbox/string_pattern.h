// Lua's patterns, as described in section 6.4.1 of the Lua 5.4 reference manual, in a matcher that
// a stop for time can interrupt. Lua's own can run for years on a pattern of ten characters.
//
// The results are the same as Lua's, including errors and the limit on nested repetitions.
// Character classes are ASCII in every locale.
#ifndef DROVER_BINDINGS_STRING_PATTERN_H
#define DROVER_BINDINGS_STRING_PATTERN_H

#include "sandbox/sandbox.h"

#include <stddef.h>

#define DV_MAX_CAPTURES 32
/// Special values for the length of a capture: "()" captures only a position, and a capture that is
/// still open has no length yet.
#define DV_CAPTURE_POSITION (-1)
#define DV_CAPTURE_OPEN (-2)
/// A step takes a few nanoseconds. After this many, the sandbox is checked for a stop.
#define DV_STEPS_BETWEEN_CHECKS 10000
/// Comparing, copying, or searching this many bytes in bulk counts as one step.
#define DV_BYTES_A_STEP 32

/// A subject, a pattern, and the captures of the last match. The pointers are valid as long as the
/// Lua strings exist; a zero follows each string.
typedef struct dv_pattern {
    lua_State *L;
    const char *subject, *subject_end;
    const char *pattern, *pattern_end;
    int steps_left; // steps until the next check for a stop
    int capture_count;
    struct {
        const char *start;
        ptrdiff_t length;
    } captures[DV_MAX_CAPTURES];
} dv_pattern;

/// Begin with the strings at two stack indices. Raises on other arguments.
void dv_pattern_begin(dv_pattern *match, lua_State *L, int subject, int pattern);

/// Match the pattern at `start`, a place in the subject, and nowhere else. Returns the end of the
/// match, or NULL. Raises when stopped, and on a malformed pattern as far as it was read.
const char *dv_pattern_match(dv_pattern *match, const char *start);

/// The first occurrence of the pattern as plain text at or after `start`, or NULL.
const char *dv_pattern_find_plain(dv_pattern *match, const char *start);

/// Whether the pattern has no special characters.
bool dv_pattern_is_plain(dv_pattern *match);

/// Count steps in a caller's loop, and check for a stop when they are used up.
void dv_pattern_ask(dv_pattern *match);
static inline void dv_pattern_spend(dv_pattern *match, size_t steps) {
    if (steps < (size_t)match->steps_left)
        match->steps_left -= (int)steps;
    else
        dv_pattern_ask(match);
}

#endif
