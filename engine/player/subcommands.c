#include "player/subcommands.h"

#define SUBCOMMAND(name) extern const dv_subcommand dv_subcommand_##name;
#include "player/subcommands.def"
#undef SUBCOMMAND

const dv_subcommand *const dv_subcommands[] = {
#define SUBCOMMAND(name) &dv_subcommand_##name,
#include "player/subcommands.def"
    NULL,
};
