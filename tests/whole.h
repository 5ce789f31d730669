// Long tests have two forms: `meson test` runs the short one, and `ninja -C build whole` the whole
// one, with WHOLE in the environment.
#ifndef DV_TESTS_WHOLE_H
#define DV_TESTS_WHOLE_H

#include <stdlib.h>

/// How many of a series a test tries: the first few of them, or all.
static inline int few_or_all(int few, int all) { return getenv("WHOLE") ? all : few; }

/// The step through a series: `stride` in the short form, 1 in the whole one.
static inline int stride_or_each(int stride) { return getenv("WHOLE") ? 1 : stride; }

/// How many of `tried` may fail where so many of `all` may: the same share, rounded up.
static inline int share_of(int failures, int tried, int all) {
    return (failures * tried + all - 1) / all;
}

#endif
