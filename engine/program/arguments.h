// Keep values that scripts pass in.
#ifndef DV_PROGRAM_ARGUMENTS_H
#define DV_PROGRAM_ARGUMENTS_H

#include "program/program_data.h"

/// What a script writes to make a part of a composition, a guard, or a stress behavior.
typedef struct dv_call {
    const char *family; ///< "steer", "blend", "stress" or "when"
    const dv_entry *entry;
    const dv_argument *arguments;
    uint32_t count;
    const char *where; ///< "caribou.lua:7"; NULL or "": unknown
} dv_call;

/// Check arguments against the descriptor's parameters, and copy them.
dv_result dv_keep_arguments(const dv_call *call, dv_arena *memory, dv_kept_value **values,
                            dv_error *error);

/// Copy a value and its strings; false when memory is short.
bool dv_keep_value(dv_value value, dv_arena *memory, dv_kept_value *kept);

/// The name of a value's type in messages.
const char *dv_value_type_name(dv_value_type type);

#endif
