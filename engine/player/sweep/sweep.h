// Many runs of a scenario, one file of rows; sweep_options.c has the command.
#ifndef DV_PLAYER_SWEEP_H
#define DV_PLAYER_SWEEP_H

#include "player/options/options.h"

/// Run a sweep, or join the files of parts. Returns the exit status.
int dv_sweep_command(const dv_options *options);

#endif
