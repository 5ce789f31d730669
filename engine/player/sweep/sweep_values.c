#include "player/sweep/sweep_values.h"

#include "base/alloc.h"
#include "base/result.h"
#include "player/options/option.h"
#include "record/text_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_NUMBER 64

bool dv_sweep_values_add(dv_sweep_values *values, const char *text, size_t length) {
    if (!dv_reserve((void **)&values->items, &values->capacity, values->count + 1,
                    sizeof *values->items))
        return false;
    char *copy = dv_alloc(length + 1);
    if (!copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    values->items[values->count++] = copy;
    return true;
}

/// The digits behind the point, or −1 if the number has an exponent.
static int decimals_of(const char *number) {
    if (strpbrk(number, "eE"))
        return -1;
    const char *point = strchr(number, '.');
    return point ? (int)strlen(point + 1) : 0;
}

/// Take the text up to a colon or the end of the item as a number, and move behind it.
static bool take_number(const char **text, const char *end, double *number, int *decimals) {
    char copy[LONGEST_NUMBER];
    const char *colon = memchr(*text, ':', (size_t)(end - *text));
    size_t length = (size_t)((colon ? colon : end) - *text);
    if (length >= sizeof copy)
        return false;
    memcpy(copy, *text, length);
    copy[length] = '\0';
    *text = colon ? colon + 1 : end;
    *decimals = decimals_of(copy);
    return dv_real_number(copy, number);
}

/// A sum of binary fractions misses the decimals that were meant, so round to those of the bounds.
static double round_to(double value, int decimals) {
    char text[400];
    if (decimals < 0)
        return value;
    snprintf(text, sizeof text, "%.*f", decimals, value);
    return strtod(text, NULL);
}

static dv_result add_range(const char *item, const char *end, dv_sweep_values *values,
                           dv_error *error) {
    double from, to, step;
    int digits, more, length = (int)(end - item);
    const char *at = item;
    bool is_range = take_number(&at, end, &from, &digits) && take_number(&at, end, &to, &more) &&
                    take_number(&at, end, &step, &more) && at == end && end[-1] != ':';
    if (!is_range)
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "'%.*s' is not a range; write FROM:TO:STEP, such as 0:1:0.25", length, item);
    if (!(step > 0) || to < from)
        return dv_fail(error, DV_ERROR_ARGUMENT,
                       "'%.*s' never gets there; FROM:TO:STEP takes a TO above FROM, and a STEP "
                       "above 0",
                       length, item);
    // Allow for rounding: a step of 0.1 meets 1 from 0.
    double steps = floor((to - from) / step + 1e-9);
    if (steps >= DV_MOST_VALUES)
        return dv_fail(error, DV_ERROR_ARGUMENT, "'%.*s' has over %d values", length, item,
                       DV_MOST_VALUES);
    digits = digits < 0 || more < 0 ? -1 : digits > more ? digits : more;
    for (uint32_t i = 0; i <= (uint32_t)steps; i++) {
        char text[DV_NUMBER_TEXT];
        dv_double_text(round_to(from + i * step, digits), text);
        if (!dv_sweep_values_add(values, text, strlen(text)))
            return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    }
    return DV_OK;
}

dv_result dv_sweep_values_read(const char *list, dv_sweep_values *values, dv_error *error) {
    for (const char *item = list;; item++) {
        const char *end = item + strcspn(item, ",");
        dv_result result = DV_OK;
        if (end == item)
            return dv_fail(error, DV_ERROR_ARGUMENT, "'%s' has an empty value", list);
        if (memchr(item, ':', (size_t)(end - item)))
            result = add_range(item, end, values, error);
        else if (!dv_sweep_values_add(values, item, (size_t)(end - item)))
            result = dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        if (result == DV_OK && values->count > DV_MOST_VALUES)
            result = dv_fail(error, DV_ERROR_ARGUMENT, "it has over %d values", DV_MOST_VALUES);
        if (result != DV_OK || !*end)
            return result;
        item = end;
    }
}

void dv_sweep_values_free(dv_sweep_values *values) {
    for (uint32_t i = 0; i < values->count; i++)
        dv_free(values->items[i]);
    dv_free(values->items);
    *values = (dv_sweep_values){0};
}
