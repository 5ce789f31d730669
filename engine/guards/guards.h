// The descriptors of guards: the conditions on an agent that change its state.
#ifndef DV_GUARDS_GUARDS_H
#define DV_GUARDS_GUARDS_H

#include "program/program_data.h"

// For guards that are also evaluated for many agents at once.
extern const dv_squad_guard dv_squad_guard_after;
extern const dv_squad_guard dv_squad_guard_near;
extern const dv_squad_guard dv_squad_guard_sees;

#endif
