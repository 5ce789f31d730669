// Further mistakes of code that failed to load.
#ifndef DROVER_BINDINGS_FURTHER_H
#define DROVER_BINDINGS_FURTHER_H

#include "scenario.h"

/// Load the files again, continue after each mistake, and keep the messages other than `first`
/// in `further`. Nothing else changes: what was loaded is dropped, and what it prints or warns of
/// is not heard. Call it after an attempt to load the files failed with that message.
void dv_find_further(dv_scenario *scenario, const char *first);
#endif
