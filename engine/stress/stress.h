// The descriptors of the engine's own stress behaviors.
#ifndef DV_STRESS_STRESS_H
#define DV_STRESS_STRESS_H

#include "drover/program.h"

extern const dv_stress_type dv_stress_duck;
extern const dv_stress_type dv_stress_follow_steering;

/// Create a stress behavior whose descriptor is known: dv_stress_create looks it up by name.
dv_stress *dv_stress_create_of(const dv_stress_type *type, const dv_argument *arguments,
                               uint32_t count, const char *where, dv_error *error);

#endif
