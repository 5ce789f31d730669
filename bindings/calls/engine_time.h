// The time that the engine itself takes in a tick, apart from Lua, which has limits of its own.
#ifndef DROVER_BINDINGS_ENGINE_TIME_H
#define DROVER_BINDINGS_ENGINE_TIME_H

#include "scenario_data.h"

/// Step the world under watch. Fails with DV_ERROR_STOPPED if the tick was stopped, except when a
/// trial is at fault: then the trial has failed, and the world must be rolled back.
dv_result dv_step_watched(dv_scenario *scenario, dv_error *error);
/// Asked by the engine during a tick; see dv_host.
bool dv_engine_may_go_on(void *context, const dv_world *world);

#endif
