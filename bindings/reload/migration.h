// Calling `migrate` for agents that a reload or rewind moved to other code.
#ifndef DROVER_BINDINGS_MIGRATION_H
#define DROVER_BINDINGS_MIGRATION_H

#include "scenario.h"

#include "drover/drover.h"

/// Call `migrate` for the agents in the world's list of migrated agents, and clear the list. Stops
/// when one of them fails while code is on trial. Returns what was moved; dv_scenario_moved returns
/// it again later.
dv_moved dv_settle_migration(dv_scenario *scenario);

/// Load a snapshot that other code, or another run, may have made, and warn if its mods are others.
/// Then call dv_settle_migration. On failure, the world is unchanged.
dv_result dv_load_outside(dv_scenario *scenario, const dv_snapshot *snapshot, dv_error *error);

#endif
