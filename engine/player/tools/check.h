// The command `drover check`.
#ifndef DV_PLAYER_CHECK_H
#define DV_PLAYER_CHECK_H

#include "player/options/options.h"

/// Load and verify a scenario, and run the ticks asked for; returns the exit status.
int dv_check(const dv_options *options);

#endif
