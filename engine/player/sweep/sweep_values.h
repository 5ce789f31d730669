// The values that --vary gives a setting: "1,2,5", "0:1:0.25", or both, with commas between them.
#ifndef DV_PLAYER_SWEEP_VALUES_H
#define DV_PLAYER_SWEEP_VALUES_H

#include "drover/base.h"

/// The most values of one setting.
#define DV_MOST_VALUES 1000000

typedef struct dv_sweep_values {
    char **items; ///< as a user would type them
    uint32_t count, capacity;
} dv_sweep_values;

/// Add a value. False when out of memory.
bool dv_sweep_values_add(dv_sweep_values *values, const char *text, size_t length);

/// Add the values of a list. A range FROM:TO:STEP includes TO if the steps meet it, and its values
/// are the decimals that a user would write: 0:1:0.1 has 0.3. DV_ERROR_ARGUMENT with a message that
/// names the item that is wrong; some values may then have been added.
dv_result dv_sweep_values_read(const char *list, dv_sweep_values *values, dv_error *error);

void dv_sweep_values_free(dv_sweep_values *values);

#endif
