// `drover replay`: runs a log again and checks each tick's hash against it.
#ifndef DV_PLAYER_REPLAY_H
#define DV_PLAYER_REPLAY_H

#include "player/options/options.h"

/// Replay options->log. Prints a summary to stdout, or the first tick that differs or the error in
/// the log to stderr. Returns the exit status.
int dv_replay(const dv_options *options);

#endif
