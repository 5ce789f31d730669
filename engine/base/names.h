// Suggestions for mistyped names.
#ifndef DV_BASE_NAMES_H
#define DV_BASE_NAMES_H

#include "drover/base.h"

/// Find the name that `given` was most likely meant to be, or NULL when none is close. Close is an
/// edit distance (insert, delete, replace, swap neighbors; ignoring case) of at most a third of the
/// letters given, and at least 1; failing that, a name that continues `given`, or that `given`
/// continues, with 3 letters or more in common. The first of equally close names wins.
const char *dv_nearest_name(const char *given, const char *const *names, size_t count);

/// Write the end of a message about a mistyped name: " (NEAREST?)", or else ": one of A, B or C
/// expected", ": only A is known", or nothing if there are no names. Cut to `capacity` bytes.
void dv_write_suggestion(const char *given, const char *const *names, size_t count, char *text,
                         size_t capacity);

#endif
