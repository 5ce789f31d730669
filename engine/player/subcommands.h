// The subcommands of the program; subcommands.def lists them.
#ifndef DV_PLAYER_SUBCOMMANDS_H
#define DV_PLAYER_SUBCOMMANDS_H

#include "player/options/subcommand.h"

extern const dv_subcommand *const dv_subcommands[]; ///< ended by NULL

#endif
