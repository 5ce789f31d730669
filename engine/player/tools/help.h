// The commands `drover help` and `drover behaviors`.
#ifndef DV_PLAYER_HELP_H
#define DV_PLAYER_HELP_H

#include "player/options/options.h"

/// Print the page for `drover help [NAME]` or `drover behaviors [NAME]` to stdout. Returns the exit
/// status. For an unknown name, prints the nearest names to stderr and returns 1 for `help`, 2 for
/// `behaviors`.
int dv_help(const dv_options *options);

#endif
