// The descriptors of the locomotion models that come with the engine.
#ifndef DV_LOCOMOTION_MODELS_H
#define DV_LOCOMOTION_MODELS_H

#include "drover/catalogue.h"

extern const dv_locomotion_type dv_locomotion_fixed;
extern const dv_locomotion_type dv_locomotion_flying;
extern const dv_locomotion_type dv_locomotion_legged;
extern const dv_locomotion_type dv_locomotion_point_mass;
extern const dv_locomotion_type dv_locomotion_surface;
extern const dv_locomotion_type dv_locomotion_wheeled;

#endif
