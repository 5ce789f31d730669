// The options of the commands: the values that they take, and how these are read and checked.
#ifndef DV_PLAYER_OPTION_TYPES_H
#define DV_PLAYER_OPTION_TYPES_H

#include "player/options/options.h"

typedef struct dv_command_type {
    const char *name;
    dv_command command;
    const char *operand; ///< what it takes besides options
    bool operand_required;
} dv_command_type;

/// The state of reading a command line.
typedef struct dv_reading {
    dv_options *options;
    const dv_command_type *command;
    const char *operand;
    const char *mods; ///< what --mods selects, or NULL
    bool watch_given, speed_given, every_given;
    dv_error *error;
} dv_reading;

typedef enum dv_takes { DV_TAKES_NOTHING, DV_TAKES_VALUE, DV_MAY_TAKE_VALUE } dv_takes;

typedef struct dv_option_type {
    const char *name;
    dv_takes takes;
    dv_result (*read)(dv_reading *r, const char *option, const char *value);
    unsigned commands; ///< a bit for each dv_command that has this option
} dv_option_type;

/// All options, in the order of the help.
#define DV_OPTION_TYPE_COUNT 46
extern const dv_option_type dv_option_types[DV_OPTION_TYPE_COUNT];

/// Refuse an option's value: "--option takes WANTED, not 'VALUE'".
dv_result dv_refuse_option(dv_reading *r, const char *option, const char *value,
                           const char *wanted);
/// Read a finite number. False if the text is something else.
bool dv_real_number(const char *text, double *number);

#endif
