#include "player/sweep/condition.h"

#include "base/result.h"
#include "player/options/option_reading.h"

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

// Names of monitors may have spaces and signs in them, so look for the comparison from the end.
static bool read_it(const char *text, dv_condition *condition) {
    size_t length = strlen(text), sign = 0, at = length;
    while (at > 0 && sign == 0) {
        at--;
        if (strchr("<>=", text[at]) && (at == 0 || !strchr("<>=", text[at - 1])))
            sign = read_comparison(text + at, &condition->comparison);
        else if (strchr("<>=", text[at]))
            continue;
    }
    const char *number = text + at + sign;
    number += strspn(number, " ");
    while (at > 0 && text[at - 1] == ' ')
        at--;
    if (sign == 0 || at == 0 || at >= sizeof condition->monitor)
        return false;
    memcpy(condition->monitor, text, at);
    condition->monitor[at] = '\0';
    return dv_real_number(number, &condition->number);
}

dv_result dv_condition_read(const char *text, dv_condition *condition, dv_error *error) {
    if (read_it(text + strspn(text, " "), condition))
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
