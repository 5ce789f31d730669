// Explains errors of scripts that read an empty slot.
#ifndef DROVER_BINDINGS_CLASSES_EMPTY_SLOT_H
#define DROVER_BINDINGS_CLASSES_EMPTY_SLOT_H

#include "drover/drover.h"

#define DV_EMPTY_SLOT_TEXT 100
/// Explain an error such as "attempt to index a nil value (field 'food')". If the agent has a slot
/// food and it is empty, writes "; its slot 'food' is empty", otherwise "". Scripts run into this
/// even after a guard tested the slot: guards are tested before functions run, and in between
/// another agent may have removed what the slot held.
void dv_explain_empty_slot(const dv_world *world, dv_agent agent, const char *message,
                           char text[DV_EMPTY_SLOT_TEXT]);

#endif
