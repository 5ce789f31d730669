// Error messages.
#ifndef DV_BASE_RESULT_H
#define DV_BASE_RESULT_H

#include "drover/base.h"

/// Write a printf-style message to `error`, unless it is NULL, and return `code`. The message is
/// kept on one line, and cut between characters when it is too long.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
dv_result
dv_fail(dv_error *error, dv_result code, const char *format, ...);

#endif
