// Suggestions for mistyped names.
#ifndef DV_BASE_NAMES_H
#define DV_BASE_NAMES_H

#include "drover/base.h"

/// Find the name that `given` was most likely meant to be, or NULL when none is near. Near is an
/// edit distance (insert, delete, replace, swap neighbors; case aside) of at most a third of the
/// letters given, and at least 1; failing that, a name that continues `given` or is continued by
/// it, with 3 letters or more in common. Among equals the first counts.
const char *dv_nearest_name(const char *given, const char *const *names, size_t count);

/// Write what a message says after a mistyped name: " (NEAREST?)", else ": one of A, B or C
/// expected", ": only A is known" or, of no names, nothing. Cut to `capacity` bytes.
void dv_instead_of(const char *given, const char *const *names, size_t count, char *text,
                   size_t capacity);

#endif
