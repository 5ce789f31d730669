// Keep values that scripts pass in: dv_keep_arguments (world/program_data.h) and its parts.
#ifndef DV_STEERING_ARGUMENTS_H
#define DV_STEERING_ARGUMENTS_H

#include "program/program_data.h"

/// Copy a value and its strings; false when memory is short.
bool dv_keep_value(dv_value value, dv_arena *memory, dv_kept_value *kept);

/// The name of a value's type in messages.
const char *dv_value_type_name(dv_value_type type);

#endif
