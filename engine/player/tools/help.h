// The commands `drover help` and `drover behaviors`.
#ifndef DV_PLAYER_HELP_H
#define DV_PLAYER_HELP_H

#include "player/options/options.h"

/// Print what `drover help [NAME]` or `drover behaviors [NAME]` asks for to stdout. Returns the
/// exit status: 1 when `help` knows no such name, 2 when `behaviors` does not, with the nearest
/// names on stderr.
int dv_help(const dv_options *options);

#endif
