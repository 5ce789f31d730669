#include "player/options/option_reading.h"

#include "base/result.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

dv_result dv_refuse_option(dv_reading *r, const char *option, const char *value,
                           const char *wanted) {
    return dv_fail(r->error, DV_ERROR_ARGUMENT, "--%s takes %s, not '%s'", option, wanted, value);
}

bool dv_real_number(const char *text, double *number) {
    size_t length = strlen(text);
    if (length == 0 || strspn(text, "0123456789.eE+-") != length)
        return false;
    char *end;
    double value = strtod(text, &end);
    if (*end || !isfinite(value))
        return false;
    *number = value;
    return true;
}
