// The options of the commands: the values that they take, and how these are read and checked.
#ifndef DV_PLAYER_OPTION_TYPES_H
#define DV_PLAYER_OPTION_TYPES_H

#include "player/options/option_reading.h"

typedef enum dv_takes { DV_TAKES_NOTHING, DV_TAKES_VALUE, DV_MAY_TAKE_VALUE } dv_takes;

typedef struct dv_option_type {
    const char *name;
    dv_takes takes;
    dv_result (*read)(dv_reading *r, const char *option, const char *value);
    unsigned commands; ///< a bit for each dv_command that has this option
} dv_option_type;

/// All options, in the order of the help.
#define DV_OPTION_TYPE_COUNT 63
extern const dv_option_type dv_option_types[DV_OPTION_TYPE_COUNT];

#endif
