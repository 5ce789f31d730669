// Reads and checks the command line, before anything is opened.
#ifndef DV_PLAYER_COMMAND_LINE_H
#define DV_PLAYER_COMMAND_LINE_H

#include "player/options/options.h"

/// Read the command line. DV_ERROR_ARGUMENT with a message on bad usage. Call dv_options_free in
/// any case.
dv_result dv_options_read(int count, char *const *arguments, dv_options *options, dv_error *error);
/// Free the settings of options, also after dv_options_read failed.
void dv_options_free(dv_options *options);

/// The help text of a command, or of the program when `topic` is NULL. Valid until the next call.
const char *dv_options_help(const char *topic);

/// The name of the command at an index, in the order in which the help lists them; NULL after the
/// last.
const char *dv_options_topic(size_t index);

#endif
