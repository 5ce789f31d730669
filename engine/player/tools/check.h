// Loads a scenario to verify it; check.c has the command `drover check`.
#ifndef DV_PLAYER_CHECK_H
#define DV_PLAYER_CHECK_H

#include "player/options/options.h"

#include "scenario.h"

/// Open a scenario with the mods in the options, without running `setup`. NULL if that fails, after
/// printing why. `lists_changes` is that of dv_scenario_options. `warn` may be NULL.
dv_scenario *dv_load_to_check(const dv_options *options, bool lists_changes,
                              void (*warn)(void *context, const char *message), void *context);

#endif
