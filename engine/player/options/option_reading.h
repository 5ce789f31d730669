// Reading a command line: how far it has come, and what the readers of options share.
#ifndef DV_PLAYER_OPTION_READING_H
#define DV_PLAYER_OPTION_READING_H

#include "player/options/options.h"

/// The most ticks that an option takes.
#define DV_MOST_TICKS UINT64_C(1000000000000)

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

/// Refuse an option's value: "--option takes WANTED, not 'VALUE'".
dv_result dv_refuse_option(dv_reading *r, const char *option, const char *value,
                           const char *wanted);
/// Read a whole number in a range. False if the text is something else.
bool dv_whole_number(const char *text, uint64_t least, uint64_t most, uint64_t *number);
/// Read a finite number. False if the text is something else.
bool dv_real_number(const char *text, double *number);

#endif
