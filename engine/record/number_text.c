// Numbers as text that reads back to the same value, in any locale; see text_file.h.
#include "record/text_file.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A locale's decimal point can be any text; everything else in a number is one of these characters.
static void use_plain_point(char *text) {
    size_t length = strspn(text, "+-0123456789e");
    if (!text[length])
        return;
    size_t point = strcspn(text + length, "+-0123456789e");
    text[length] = '.';
    memmove(text + length + 1, text + length + point, strlen(text + length + point) + 1);
}

/// Returns 0 for a number that has digits.
static size_t special_text(double value, char text[DV_NUMBER_TEXT]) {
    if (isfinite(value) && value != 0)
        return 0;
    const char *name = isnan(value) ? "nan" : isinf(value) ? "inf" : "0";
    bool negative = !isnan(value) && signbit(value);
    return (size_t)snprintf(text, DV_NUMBER_TEXT, "%s%s", negative ? "-" : "", name);
}

// %g leaves out trailing zeros, so for a value with fewer digits than `least` printf already gives
// the shortest form. Only subnormal numbers, which are less precise, can be told apart by fewer
// digits.
static size_t search_digits(double value, bool single, char text[DV_NUMBER_TEXT]) {
    bool subnormal = fabs(value) < (single ? (double)FLT_MIN : DBL_MIN);
    int least = subnormal ? 1 : single ? FLT_DIG : DBL_DIG;
    int most = single ? FLT_DECIMAL_DIG : DBL_DECIMAL_DIG;
    char form[DV_NUMBER_TEXT];
    for (int digits = least; digits <= most; digits++) {
        snprintf(form, sizeof form, "%.*g", digits, value);
        double back = strtod(form, NULL);
        if (single ? (float)back == (float)value && strtof(form, NULL) == (float)value
                   : back == value)
            break;
    }
    use_plain_point(form);
    memcpy(text, form, sizeof form);
    return strlen(text);
}

size_t dv_double_text(double value, char text[DV_NUMBER_TEXT]) {
    size_t size = special_text(value, text);
    return size > 0 ? size : search_digits(value, false, text);
}

static const double powers[] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6, 1e7,
                                1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14};

// Whether `decimal`, rounded to a float, is `value`. A decimal that has no exact double may round
// to a double halfway between two floats, without lying there itself. Then rounding twice, as done
// here, may differ from rounding once, as a reader does; so the function returns false.
static bool reads_back(double decimal, bool exact, float value) {
    uint64_t bits;
    memcpy(&bits, &decimal, sizeof bits);
    bool halfway = !exact && (bits & 0x1fffffff) == 0x10000000;
    return !halfway && (float)decimal == value;
}

// Write `digits` / 10^decimals without trailing zeros.
static size_t fixed_text(bool negative, uint64_t digits, int decimals, char *text) {
    while (decimals > 0 && digits % 10 == 0) {
        digits /= 10;
        decimals--;
    }
    char digits_text[DV_NUMBER_TEXT];
    char *start = digits_text + sizeof digits_text;
    for (int i = 0; digits > 0 || i <= decimals; i++) {
        if (i == decimals && decimals > 0)
            *--start = '.';
        *--start = (char)('0' + digits % 10);
        digits /= 10;
    }
    if (negative)
        *--start = '-';
    size_t length = (size_t)(digits_text + sizeof digits_text - start);
    memcpy(text, start, length);
    text[length] = '\0';
    return length;
}

// A run writes millions of positions and velocities, so floats of common size get a fast path:
// scaled to an integer of 6 to 9 digits, such a float is exact enough in double precision.
size_t dv_float_text(float value, char text[DV_NUMBER_TEXT]) {
    size_t special = special_text(value, text);
    if (special > 0)
        return special;
    double size = fabs((double)value);
    if (size < 1e-4 || size >= 1e9)
        return search_digits(value, true, text);
    int magnitude = -4;
    while (magnitude < 8 &&
           size >= (magnitude + 1 < 0 ? 1 / powers[-magnitude - 1] : powers[magnitude + 1]))
        magnitude++;
    for (int digits = 6; digits <= 9; digits++) {
        int decimals = digits - 1 - magnitude;
        double scale = powers[abs(decimals)];
        double scaled = rint(decimals >= 0 ? size * scale : size / scale);
        double decimal = decimals >= 0 ? scaled / scale : scaled * scale;
        if (!reads_back(decimal, decimals <= 0, (float)size) && digits < 9)
            continue;
        uint64_t whole = (uint64_t)(decimals >= 0 ? scaled : decimal);
        return fixed_text(value < 0, whole, decimals >= 0 ? decimals : 0, text);
    }
    return 0; // never: with 9 digits, every float reads back
}
