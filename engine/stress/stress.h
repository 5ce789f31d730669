// The descriptors of the engine's own stress behaviors.
#ifndef DV_STRESS_STRESS_H
#define DV_STRESS_STRESS_H

#include "drover/catalogue.h"

extern const dv_stress_type dv_stress_attract;
extern const dv_stress_type dv_stress_avoid;
extern const dv_stress_type dv_stress_custom;
extern const dv_stress_type dv_stress_depth;
extern const dv_stress_type dv_stress_duck;
extern const dv_stress_type dv_stress_follow_steering;
extern const dv_stress_type dv_stress_forward;
extern const dv_stress_type dv_stress_gaze_avoid;
extern const dv_stress_type dv_stress_inertia;
extern const dv_stress_type dv_stress_line_attract;
extern const dv_stress_type dv_stress_line_avoid;
extern const dv_stress_type dv_stress_predictive_attract;
extern const dv_stress_type dv_stress_predictive_avoid;
extern const dv_stress_type dv_stress_proximity_avoid;
extern const dv_stress_type dv_stress_terrain;

#endif
