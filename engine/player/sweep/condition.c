#include "player/sweep/condition.h"

#include "base/result.h"
#include "player/options/option.h"

#include <string.h>

static size_t read_comparison(const char *at, dv_comparison *comparison) {
    static const struct {
        const char *sign;
        dv_comparison comparison;
    } signs[] = {
        {">=", DV_AT_LEAST}, {"<=", DV_AT_MOST}, {"==", DV_EQUAL}, {">", DV_ABOVE}, {"<", DV_BELOW},
    };
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(at, signs[i].sign, strlen(signs[i].sign)) == 0) {
            *comparison = signs[i].comparison;
            return strlen(signs[i].sign);
        }
    return 0;
}

static bool read_it(const char *text, dv_condition *condition) {
    const char *at = text + strspn(text, " ");
    size_t length = strcspn(at, " <>=");
    if (length == 0 || length >= sizeof condition->monitor)
        return false;
    memcpy(condition->monitor, at, length);
    condition->monitor[length] = '\0';
    at += length;
    at += strspn(at, " ");
    size_t sign = read_comparison(at, &condition->comparison);
    if (sign == 0)
        return false;
    at += sign;
    return dv_real_number(at + strspn(at, " "), &condition->number);
}

dv_result dv_condition_read(const char *text, dv_condition *condition, dv_error *error) {
    if (read_it(text, condition))
        return DV_OK;
    return dv_fail(error, DV_ERROR_ARGUMENT,
                   "--until takes 'MONITOR OP NUMBER' with an OP of > >= < <= ==, not '%s'", text);
}

bool dv_condition_holds(const dv_condition *condition, double value) {
    switch (condition->comparison) {
    case DV_ABOVE:
        return value > condition->number;
    case DV_AT_LEAST:
        return value >= condition->number;
    case DV_BELOW:
        return value < condition->number;
    case DV_AT_MOST:
        return value <= condition->number;
    case DV_EQUAL:
        return value == condition->number;
    }
    return false;
}
