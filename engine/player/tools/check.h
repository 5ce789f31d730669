// The command `drover check`.
#ifndef DV_PLAYER_CHECK_H
#define DV_PLAYER_CHECK_H

#include "player/options/options.h"

/// Load and verify a scenario, and run options->ticks, if given; returns the exit status.
int dv_check(const dv_options *options);

#endif
