// `drover replay`: does again what a log tells, and holds each tick's hash against it.
#ifndef DV_PLAYER_REPLAY_H
#define DV_PLAYER_REPLAY_H

#include "player/options/options.h"

/// Replay options->log. Prints what was found to stdout, or the first tick that differs or what is
/// wrong with the log to stderr. Returns the exit status.
int dv_replay(const dv_options *options);

#endif
