// The populations of trials, which must not grow tenfold.
#ifndef DROVER_BINDINGS_POPULATION_H
#define DROVER_BINDINGS_POPULATION_H

#include "scenario.h"

/// Record the population once a reload is complete: the trial's growth is measured from there.
void dv_population_settle(dv_scenario *scenario);
/// After somebody changed the world by hand: agents that this added to the `before` agents are not
/// growth.
void dv_population_count_act(dv_scenario *scenario, uint32_t before);
/// Fail the newest trial if the population of any trial has grown tenfold.
void dv_population_check(dv_scenario *scenario);

#endif
