// Implements dv_host: how the engine calls a scenario.
#ifndef DROVER_BINDINGS_DISPATCH_H
#define DROVER_BINDINGS_DISPATCH_H

#include "scenario.h"

#include "drover/drover.h"

/// The functions through which the engine calls the scenario.
dv_host dv_scenario_host(dv_scenario *scenario);

#endif
