// The condition of --until: "MONITOR OP NUMBER", such as "infected >= 50".
#ifndef DV_PLAYER_CONDITION_H
#define DV_PLAYER_CONDITION_H

#include "drover/base.h"

typedef enum dv_comparison { DV_ABOVE, DV_AT_LEAST, DV_BELOW, DV_AT_MOST, DV_EQUAL } dv_comparison;

typedef struct dv_condition {
    char monitor[256];
    dv_comparison comparison;
    double number;
} dv_condition;

/// Read a condition. DV_ERROR_ARGUMENT with a message if the text is none.
dv_result dv_condition_read(const char *text, dv_condition *condition, dv_error *error);

/// Whether a value of the monitor meets it. NaN never does.
bool dv_condition_holds(const dv_condition *condition, double value);

#endif
