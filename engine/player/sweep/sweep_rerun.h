// Runs one run of a finished sweep again.
#ifndef DV_PLAYER_SWEEP_RERUN_H
#define DV_PLAYER_SWEEP_RERUN_H

#include "player/options/options.h"

/// Run the run options->sweep.rerun of the sweep in options->sweep.files[0], with its settings, its
/// seed, and its mods: in the window from tick 0 on, or headless up to its last tick, where its
/// hash is printed and compared with the sweep's. Returns the exit status.
int dv_sweep_rerun(const dv_options *options);

#endif
