// The descriptors of the engine's own stress behaviors.
#ifndef DV_STRESS_STRESS_H
#define DV_STRESS_STRESS_H

#include "drover/catalogue.h"

extern const dv_stress_type dv_stress_duck;
extern const dv_stress_type dv_stress_follow_steering;

#endif
