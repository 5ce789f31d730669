// Tests of what agents bring about in long runs have two forms: `meson test` runs the short one,
// and `ninja -C build whole` the whole one, with WHOLE in the environment.
#ifndef DV_TESTS_WHOLE_H
#define DV_TESTS_WHOLE_H

#include <stdbool.h>
#include <stdlib.h>

static inline bool is_whole(void) { return getenv("WHOLE") != NULL; }

/// How many of a series a test tries: the first few of them, or all.
static inline int few_or_all(int few, int all) { return is_whole() ? all : few; }

#endif
