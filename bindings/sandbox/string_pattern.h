// Lua's patterns, as section 6.4.1 of the Lua 5.4 reference manual describes them, in a matcher
// that a stop for time interrupts: Lua's own can run for years on a pattern of ten characters.
//
// It gives what Lua's gives, errors and the limit on nested repetitions included. Classes are those
// of ASCII, whatever the locale.
#ifndef DROVER_BINDINGS_STRING_PATTERN_H
#define DROVER_BINDINGS_STRING_PATTERN_H

#include "sandbox/sandbox.h"

#include <stddef.h>

#define DV_MOST_CAPTURES 32
/// Instead of the length of a capture: "()" keeps only where it stands, and one that is open has no
/// length yet.
#define DV_CAPTURE_POSITION (-1)
#define DV_CAPTURE_OPEN (-2)
/// A step takes some nanoseconds. After so many the sandbox is asked whether to go on.
#define DV_STEPS_BETWEEN_CHECKS 10000
/// Bytes compared, copied or searched in bulk that count as one step.
#define DV_BYTES_A_STEP 32

/// A subject and a pattern, and the captures of the last match. The pointers stay as long as the
/// Lua strings do; a zero follows both.
typedef struct dv_pattern {
    lua_State *L;
    const char *subject, *subject_end;
    const char *pattern, *pattern_end;
    int steps_left; // until the sandbox is asked
    int capture_count;
    struct {
        const char *start;
        ptrdiff_t length;
    } captures[DV_MOST_CAPTURES];
} dv_pattern;

/// Take the strings at two indices of the stack. Raises on other arguments.
void dv_pattern_begin(dv_pattern *match, lua_State *L, int subject, int pattern);

/// Match the pattern at `start`, a place in the subject, and nowhere else. Gives the end of the
/// match, or NULL. Raises on a malformed pattern, as far as it was read, and when stopped.
const char *dv_pattern_match(dv_pattern *match, const char *start);

/// The first place at or after `start` where the pattern stands as plain text, or NULL.
const char *dv_pattern_find_plain(dv_pattern *match, const char *start);

/// Whether the pattern is nothing but plain text.
bool dv_pattern_is_plain(dv_pattern *match);

/// Count steps in a loop of a caller.
void dv_pattern_ask(dv_pattern *match);
static inline void dv_pattern_spend(dv_pattern *match, size_t steps) {
    if (steps < (size_t)match->steps_left)
        match->steps_left -= (int)steps;
    else
        dv_pattern_ask(match);
}

#endif
