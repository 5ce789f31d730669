// The descriptors of guards: the conditions on an agent that change its state.
#ifndef DV_GUARDS_GUARDS_H
#define DV_GUARDS_GUARDS_H

#include "program/program_data.h"
#include "program/value_rows.h"

// Guards that others have to know: `chance`, and those that are also evaluated for many at once.
extern const dv_guard_type dv_guard_chance;
extern const dv_squad_guard dv_squad_guard_after;
extern const dv_squad_guard dv_squad_guard_near;
extern const dv_squad_guard dv_squad_guard_sees;

/// Create a guard whose descriptor is known: dv_guard_create looks it up by name.
dv_guard *dv_guard_create_of(const dv_guard_type *type, const dv_argument *arguments,
                             uint32_t count, const char *where, dv_error *error);

#endif
