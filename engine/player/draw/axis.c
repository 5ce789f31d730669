#include "player/draw/axis.h"

#include <math.h>
#include <stdio.h>

double dv_axis_step(double least) {
    static const double steps[] = {1, 2, 5};
    double power = pow(10, floor(log10(least)));
    for (int i = 0; i < 3; i++)
        if (steps[i] * power >= least)
            return steps[i] * power;
    return 10 * power;
}

const char *dv_axis_number(double value, char text[DV_AXIS_TEXT]) {
    snprintf(text, DV_AXIS_TEXT, fabs(value) >= 1000 && fabs(value) < 1e7 ? "%.0f" : "%.4g", value);
    return text;
}

double dv_axis_time_unit(double seconds) {
    return seconds <= 300 ? 1 : seconds <= 18000 ? 60 : 3600;
}

const char *dv_axis_time(double seconds, double unit, char text[DV_AXIS_TEXT]) {
    const char *symbol = unit >= 3600 ? "h" : unit >= 60 ? "min" : "s";
    snprintf(text, DV_AXIS_TEXT, "%.4g %s", seconds / unit, symbol);
    return text;
}
