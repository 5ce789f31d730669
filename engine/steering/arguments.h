// Keeping values that scripts hand in: dv_keep_arguments (world/program_data.h) and its parts.
#ifndef DV_STEERING_ARGUMENTS_H
#define DV_STEERING_ARGUMENTS_H

#include "world/program_data.h"

/// Copy a value with its strings; false when memory is short.
bool dv_keep_value(dv_value value, dv_arena *memory, dv_kept_value *kept);

/// What a value is, in the words of messages.
const char *dv_value_type_name(dv_value_type type);

#endif
