// The mods of a run: those that the scenario offers, and those given on the command line.
#ifndef DV_PLAYER_RUN_MODS_H
#define DV_PLAYER_RUN_MODS_H

#include "player/run/run.h"

typedef struct dv_listed_mod {
    char *name;
    bool is_on;
    bool is_suspended; ///< it is on, and one of its functions failed
} dv_listed_mod;

/// Sorted by name.
typedef struct dv_listed_mods {
    dv_listed_mod *items;
    uint32_t count, capacity;
} dv_listed_mods;

/// List the mods as they are now. When out of memory, some are missing.
void dv_run_list_mods(const dv_run *run, dv_listed_mods *mods);
void dv_listed_mods_free(dv_listed_mods *mods);

#endif
