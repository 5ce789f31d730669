// The descriptors of the engine's own behaviors and blends.
#ifndef DV_STEERING_BEHAVIORS_H
#define DV_STEERING_BEHAVIORS_H

#include "program/squad.h"
#include "program/value_rows.h"

// For behaviors that cost less when evaluated for a squad, or of which the engine has to know more.
extern const dv_squad_behavior dv_squad_alignment;
extern const dv_squad_behavior dv_squad_arrival;
extern const dv_squad_behavior dv_squad_climb;
extern const dv_squad_behavior dv_squad_cohesion;
extern const dv_squad_behavior dv_squad_flee;
extern const dv_squad_behavior dv_squad_flocking;
extern const dv_squad_behavior dv_squad_people_avoidance;
extern const dv_squad_behavior dv_squad_predictive_avoidance;
extern const dv_squad_behavior dv_squad_reciprocal_avoidance;
extern const dv_squad_behavior dv_squad_seek;
extern const dv_squad_behavior dv_squad_separation;
extern const dv_squad_behavior dv_squad_unaligned_avoidance;
extern const dv_squad_behavior dv_squad_wander;
extern const dv_squad_behavior dv_squad_wayfinding;

extern const dv_blend_type dv_blend_weighted;

#endif
