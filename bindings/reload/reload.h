// Reloads of changed sources.
#ifndef DROVER_BINDINGS_RELOAD_H
#define DROVER_BINDINGS_RELOAD_H

#include "scenario_data.h"

/// Like dv_scenario_reload. If `is_further`, and the newest trial is that of the draft, the reload
/// belongs to that trial.
dv_reload_report dv_reload_files(dv_scenario *scenario, bool is_further);

#endif
