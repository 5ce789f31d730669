#include "player/options/option_reading.h"

#include "base/result.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

dv_result dv_refuse_option(dv_reading *r, const char *option, const char *value,
                           const char *wanted) {
    return dv_fail(r->error, DV_ERROR_ARGUMENT, "--%s takes %s, not '%s'", option, wanted, value);
}

bool dv_whole_number(const char *text, uint64_t least, uint64_t most, uint64_t *number) {
    size_t length = strlen(text);
    if (length == 0 || strspn(text, "0123456789") != length)
        return false;
    errno = 0;
    unsigned long long value = strtoull(text, NULL, 10);
    if (errno != 0 || value < least || value > most)
        return false;
    *number = value;
    return true;
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
